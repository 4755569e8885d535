import type { Operator } from '../../core/plan/model'
import type { FlatPlan } from './flat-plan'

/** Steps that read all their input before they give the first row: a limit above does not stop what is below them. */
const blocking: ReadonlySet<Operator> = new Set([
  'sort',
  'aggregate',
  'window',
  'distinct',
  'materialize',
  'temporary-table',
])

/**
 * True for nodes that a limit above may have stopped early: they gave fewer rows than estimated because nobody asked
 * for more, so too high an estimate says nothing about the statistics.
 */
export function cutShort(flat: Pick<FlatPlan, 'nodes' | 'parent'>): readonly boolean[] {
  const cut: boolean[] = []
  flat.nodes.forEach((node, at) => {
    const above = flat.parent[at] ?? -1
    const parent = flat.nodes[above]
    const ownInput = node.relation !== 'init-plan' && node.relation !== 'cte'
    cut.push(
      parent !== undefined &&
        ownInput &&
        (parent.operator === 'limit' || (cut[above] === true && !blocking.has(parent.operator))),
    )
  })
  return cut
}
