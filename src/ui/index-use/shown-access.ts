import type { KeyUse } from '../../core/keyparts/model'
import type { NodeId } from '../../core/plan/model'
import type { FlatPlan } from '../plan/flat-plan'

/** One table access of the plan and what each index of its table could do for it. */
export interface RuledAccess {
  readonly nodeId: NodeId
  /** In the flat plan. */
  readonly at: number
  readonly uses: readonly KeyUse[]
}

/** The accesses that have key uses, in the order of the plan. */
export function ruledAccesses(flat: FlatPlan, keyUse: readonly KeyUse[], planIndex: number): readonly RuledAccess[] {
  const byNode = new Map<NodeId, KeyUse[]>()
  for (const use of keyUse) {
    if (use.planIndex !== planIndex) continue
    const uses = byNode.get(use.nodeId)
    if (uses) uses.push(use)
    else byNode.set(use.nodeId, [use])
  }
  return [...byNode]
    .flatMap(([nodeId, uses]) => {
      const at = flat.indexOf.get(nodeId)
      return at === undefined ? [] : [{ nodeId, at, uses }]
    })
    .sort((a, b) => a.at - b.at)
}

/** The access to show: the selected one, else the hottest below the selected node, else the hottest of the plan. */
export function shownAccess(
  accesses: readonly RuledAccess[],
  flat: FlatPlan,
  selected: number | undefined,
  weightOf: (at: number) => number,
): RuledAccess | undefined {
  const hottest = (some: readonly RuledAccess[]) =>
    some.reduce<RuledAccess | undefined>(
      (best, one) => (best === undefined || weightOf(one.at) > weightOf(best.at) ? one : best),
      undefined,
    )
  if (selected === undefined) return hottest(accesses)
  const below = accesses.filter((one) => one.at >= selected && one.at < (flat.end[selected] ?? selected))
  return below.find((one) => one.at === selected) ?? hottest(below) ?? hottest(accesses)
}
