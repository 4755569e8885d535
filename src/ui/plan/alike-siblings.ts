import type { PlanNode } from '../../core/plan/model'
import { childrenOf, type FlatPlan } from './flat-plan'

/**
 * Siblings that do the same work on different tables: the partitions under an append, the branches of a union. They
 * can stand in the diagram as one stacked card.
 */
export interface AlikeSiblings {
  /** Number of the group of each node of the flat plan; -1 for nodes that stand for themselves. */
  readonly groupOf: Int32Array
  /** Nodes of each group, in the order of the plan. */
  readonly groups: readonly (readonly number[])[]
}

/** Fewer alike siblings than this are quicker seen than unfolded. */
export const leastAlike = 5

/**
 * Finds them. Alike are siblings whose whole subtrees have the same operators, access methods, kinds of condition and
 * indexes; names of tables and partitions may differ, also inside of index names (`orders_p1_pkey`, `orders_p2_pkey`).
 */
export function alikeSiblings(flat: FlatPlan): AlikeSiblings {
  const count = flat.nodes.length
  const groupOf = new Int32Array(count).fill(-1)
  const groups: (readonly number[])[] = []
  if (!flat.nodes.some((node) => node.children.length >= leastAlike)) return { groupOf, groups }

  // Shapes as numbers, from the leaves up: equal numbers are equal subtrees.
  const shapeOf = new Int32Array(count)
  const numbers = new Map<string, number>()
  for (let at = count - 1; at >= 0; at--) {
    const node = flat.nodes[at]
    if (!node) continue
    const below = childrenOf(flat, at)
      .map((child) => shapeOf[child])
      .join(',')
    const key = `${workOf(node)}(${below})`
    const known = numbers.get(key)
    shapeOf[at] = known ?? numbers.size
    if (known === undefined) numbers.set(key, numbers.size)
  }
  for (let at = 0; at < count; at++) {
    if ((flat.nodes[at]?.children.length ?? 0) < leastAlike) continue
    const byShape = new Map<number, number[]>()
    for (const child of childrenOf(flat, at)) {
      const shape = shapeOf[child] ?? 0
      const known = byShape.get(shape)
      if (known) known.push(child)
      else byShape.set(shape, [child])
    }
    for (const members of byShape.values()) {
      if (members.length < leastAlike) continue
      for (const member of members) groupOf[member] = groups.length
      groups.push(members)
    }
  }
  return { groupOf, groups }
}

/** What a node does, without the names by which partitions of one table differ. */
function workOf(node: PlanNode): string {
  const { access } = node
  const kinds = node.conditions.map((one) => one.checkedAt).join(' ')
  if (!access) return `${node.operator}|${node.relation}|${node.label}|${kinds}`
  const unnamed = (text: string) => (access.table === '' ? text : text.split(access.table).join('*'))
  const indexes = access.indexes.map((index) => `${index.use} ${unnamed(index.name)}`).join(' ')
  const how = `${access.method} ${access.accessType} ${access.covering} ${access.direction}`
  return `${node.operator}|${node.relation}|${unnamed(node.label)}|${kinds}|${how}|${indexes}`
}
