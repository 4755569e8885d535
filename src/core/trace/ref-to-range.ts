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
      const drafted = own ? draft.tables.get(`${selectId} ${table.table}`) : undefined
      return drafted && alternative ? [{ table: drafted, prefix: alternative.prefix }] : []
    })
    const longer = lookups.length > 1 ? lookups.filter((one) => rangeIsLonger(draft, one)) : lookups
    const [table, another] = longer.map((one) => one.table)
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

interface Lookup {
  readonly table: DraftTable
  readonly prefix: readonly string[]
}

function rangeIsLonger(draft: TraceDraft, { table, prefix }: Lookup): boolean {
  const { selectId, range } = table
  const later = (name: string | undefined) =>
    name !== undefined && !prefix.includes(name) && draft.tables.get(`${selectId} ${name}`)?.constant === false
  const uses = draft.keyUses.get(keyUseOf(selectId, table.table, range?.indexes[0] ?? '')) ?? []
  // A column of a table that is read later gives the lookup nothing.
  const usable = new Set(uses.filter(({ equals }) => !later(/^(\w+)\./.exec(equals)?.[1])).map(({ field }) => field))
  return (range?.ranges ?? []).some((each) => partsOf(each) > usable.size)
}

/** `(66,5) <= (id,k) <= (66,5)`: 2 */
function partsOf(range: string): number {
  const longest = [...range.matchAll(/\(([^()]*)\)/g)].map(([, inside = '']) => inside.split(',').length)
  return Math.max(0, ...longest)
}
