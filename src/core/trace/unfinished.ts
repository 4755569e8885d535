import type { TextSpan } from '../text-span'
import type { TraceDraft } from './draft'

/**
 * Of a text that was cut: what was still open at its end goes, because the half of a way or of a decision would say
 * what the server did not. Beginnings of join orders stay: their cost stands before all that goes on from them.
 */
export function dropUnfinished(draft: TraceDraft, wholeTo: number): void {
  const finished = ({ span }: { readonly span: TextSpan }) => span.end <= wholeTo
  for (const table of draft.tables.values()) {
    keep(table.alternatives, finished)
    if (table.range && !finished(table.range)) delete table.range
  }
  keep(draft.transformations, finished)
  keep(draft.semiJoins, finished)
  keep(draft.rechecks, finished)
  keep(draft.conditions, finished)
  keep(draft.work, finished)
  keep(draft.bestOrders, finished)
  keep(draft.refsToRanges, finished)
}

function keep<Each>(list: Each[], which: (one: Each) => boolean): void {
  let kept = 0
  for (const one of list) if (which(one)) list[kept++] = one
  list.length = kept
}
