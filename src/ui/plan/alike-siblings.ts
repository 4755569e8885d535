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
  const groupOf = new Int32Array(flat.nodes.length).fill(-1)
  const groups: (readonly number[])[] = []
  // Few nodes have so many children: counted without going to each node.
  const children = new Int32Array(flat.nodes.length)
  for (const above of flat.parent) if (above !== -1) children[above] = (children[above] ?? 0) + 1
  for (let at = 0; at < children.length; at++) {
    if ((children[at] ?? 0) < leastAlike) continue
    for (const large of grouped(childrenOf(flat, at), (child) => (flat.end[child] ?? 0) - child)) {
      for (const members of alikeTrees(flat, large)) {
        for (const member of members) groupOf[member] = groups.length
        groups.push(members)
      }
    }
  }
  return { groupOf, groups }
}

/** Those that share a key, where they are enough for a stack. */
function grouped<Key>(children: readonly number[], keyOf: (child: number) => Key): readonly (readonly number[])[] {
  const byKey = new Map<Key, number[]>()
  for (const child of children) {
    const key = keyOf(child)
    const known = byKey.get(key)
    if (known) known.push(child)
    else byKey.set(key, [child])
  }
  return [...byKey.values()].filter((members) => members.length >= leastAlike)
}

/** Subtrees of one size, parted by the work of their first steps, then of their second ones, until all are compared. */
function alikeTrees(flat: FlatPlan, roots: readonly number[]): readonly (readonly number[])[] {
  const [first = 0] = roots
  const size = (flat.end[first] ?? first + 1) - first
  let groups: readonly (readonly number[])[] = [roots]
  for (let step = 0; step < size && groups.length > 0; step++)
    groups = groups.flatMap((members) => grouped(members, (root) => workBelow(flat, root, step)))
  return groups
}

/** The work of the node so many places behind the root of a subtree, with its depth in it. */
function workBelow(flat: FlatPlan, root: number, step: number): string {
  const at = root + step
  const node = flat.nodes[at]
  return node ? `${(flat.depth[at] ?? 0) - (flat.depth[root] ?? 0)} ${workOf(node)}` : ''
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
