import { chosenAccesses } from './chosen'
import { type DraftTable, known, type TraceDraft } from './draft'

/**
 * MariaDB says that a lookup became a range in the same index, but not of which table. It is the table whose lookup was
 * taken and whose range is on that index; of several, the one whose range has more parts than the lookup could use. With
 * more than one of these nobody can tell, and nothing is said.
 */
export function settleRefsToRanges(draft: TraceDraft): void {
  for (const { selectId, cause, span } of draft.refsToRanges) {
    const searched = { joinOrders: draft.joinOrders, tables: [...draft.tables.values()], semiJoins: draft.semiJoins }
    const lookups = chosenAccesses(searched, selectId).flatMap(({ table, alternative }) => {
      const own = alternative?.phase === 'ref' && table.range?.indexes.includes(alternative.index ?? '')
      return own ? (draft.tables.get(`${selectId} ${table.table}`) ?? []) : []
    })
    const [table, another] = lookups.length > 1 ? lookups.filter((one) => rangeIsLonger(draft, one)) : lookups
    if (!table || another) continue
    const changed = known({ selectId, index: table.range?.indexes[0], accessType: 'range', cause, span })
    draft.rechecks.push({ ...changed, table: table.table, reason: 'key-parts', planChanged: true, candidates: [] })
    table.alternatives.push({
      ...changed,
      prefix: [],
      stage: 'recheck',
      phase: 'range',
      method: 'range',
      usable: true,
      chosen: true,
    })
  }
  draft.rechecks.sort((a, b) => a.span.start - b.span.start)
}

/** The key of `keyUses`. */
export function keyUseOf(selectId: number, table: string, index: string): string {
  return `${selectId}\0${table}\0${index}`
}

function rangeIsLonger(draft: TraceDraft, { selectId, table, range }: DraftTable): boolean {
  const uses = draft.keyUses.get(keyUseOf(selectId, table, range?.indexes[0] ?? ''))?.size ?? 0
  return (range?.ranges ?? []).some((each) => partsOf(each) > uses)
}

/** `(66,5) <= (id,k) <= (66,5)`: 2 */
function partsOf(range: string): number {
  const longest = [...range.matchAll(/\(([^()]*)\)/g)].map(([, inside = '']) => inside.split(',').length)
  return Math.max(0, ...longest)
}
