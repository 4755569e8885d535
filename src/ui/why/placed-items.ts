import type { TextSpan } from '../../core/text-span'
import type { WhyOverview } from './overview'

/** Everything of the overview that has a place in the trace, to find what a line belongs to. */
export function placedItems(overview: WhyOverview): readonly TextSpan[] {
  return [
    ...overview.tables.flatMap((table) => table.points.flatMap((point) => point.ways.map((way) => way.span))),
    ...overview.trees.flatMap((tree) => tree.nodes.map((node) => node.span)),
    ...overview.rewritings.map((one) => one.span),
    ...overview.rechecks.map((one) => one.span),
    ...overview.semiJoins.map((one) => one.span),
    ...overview.conditions.map((one) => one.span),
    ...overview.work.map((one) => one.span),
    ...overview.lines.map((one) => one.span),
  ]
}

/** The shortest span that holds the place. */
export function innermost(items: readonly TextSpan[], offset: number): TextSpan | undefined {
  let best: TextSpan | undefined
  for (const item of items) {
    if (item.start > offset || item.end <= offset) continue
    if (best === undefined || item.end - item.start < best.end - best.start) best = item
  }
  return best
}
