import { chosenAccesses } from './chosen'
import { type DraftTable, known, type TraceDraft } from './draft'

/**
 * MariaDB says that a lookup became a range in the same index, but not of which table. It is the table whose lookup was
 * taken and whose range is on that index; of several, the one whose range uses more parts. With more than one of these
 * nobody can tell, and nothing is said.
 */
export function settleRefsToRanges(draft: TraceDraft): void {
  for (const { selectId, cause, span } of draft.refsToRanges) {
    const searched = { joinOrders: draft.joinOrders, tables: [...draft.tables.values()], semiJoins: draft.semiJoins }
    const lookups = chosenAccesses(searched, selectId).flatMap(({ table, alternative }) => {
      const own = alternative?.phase === 'ref' && table.range?.indexes.includes(alternative.index ?? '')
      return own ? (draft.tables.get(`${selectId} ${table.table}`) ?? []) : []
    })
    const [table, another] = lookups.length > 1 ? lookups.filter(usesSeveralParts) : lookups
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

/** `(66,5) <= (id,k) <= (66,5)` */
function usesSeveralParts({ range }: DraftTable): boolean {
  return range?.ranges.some((each) => /\([^()]*,[^()]*\)/.test(each)) ?? false
}
