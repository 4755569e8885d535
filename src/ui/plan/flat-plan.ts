import type { NodeId, NodeMetrics, PlanMetrics, PlanNode } from '../../core/plan/model'
import { orderOf } from '../../core/plan/walk'

/**
 * A plan's tree as arrays in preorder (parents before children, siblings in order). The descendants of node `i` are
 * `i + 1` up to (not including) `end[i]`, so its first child is `i + 1` and the sibling after child `c` is `end[c]`.
 */
export interface FlatPlan {
  readonly nodes: readonly PlanNode[]
  /** -1 for the root. */
  readonly parent: Int32Array
  readonly depth: Int32Array
  readonly end: Int32Array
  /** From a node's id to its index. */
  readonly indexOf: { get(id: NodeId): number | undefined }
}

/** Flattens without recursion: chains of ten thousand nodes exist. */
export function flattenPlan(root: PlanNode): FlatPlan {
  const { nodes, parents: parent, ends: end } = orderOf({ root })
  const depth = new Int32Array(nodes.length)
  for (let at = 0; at < nodes.length; at++) {
    const above = parent[at] ?? -1
    depth[at] = above === -1 ? 0 : (depth[above] ?? 0) + 1
  }
  let byId: Map<NodeId, number> | undefined
  let asked = 0
  const indexOf = {
    get: (id: NodeId) => {
      // Who asks for a few nodes, as drawing does, spares the map of all.
      const at = asked++ < fewAsked ? alongPath(nodes, end, id) : undefined
      if (at !== undefined) return at
      byId ??= new Map(nodes.map((node, place) => [node.id, place]))
      return byId.get(id)
    },
  }
  return { nodes, parent, depth, end, indexOf }
}

/** So many look-ups by the path cost less than a map of all ids. */
const fewAsked = 50

/** The place of a node by the path that its id is; undefined when it is none of this tree. */
function alongPath(nodes: readonly PlanNode[], end: Int32Array, id: NodeId): number | undefined {
  let at = 0
  for (const step of id.split('.').slice(1)) {
    let child = at + 1
    for (let skipped = Number(step); skipped > 0 && child < nodes.length; skipped--) child = end[child] ?? nodes.length
    at = child
  }
  return nodes[at]?.id === id ? at : undefined
}

/** Indexes of a node's children, in order. */
export function childrenOf(flat: Pick<FlatPlan, 'end'>, at: number): number[] {
  const children: number[] = []
  const stop = flat.end[at] ?? at + 1
  for (let child = at + 1; child < stop; child = flat.end[child] ?? stop) children.push(child)
  return children
}

/** Each node's 1-based place among its siblings, and how many there are. */
export function siblingPlaces(flat: Pick<FlatPlan, 'parent'>): {
  readonly place: Int32Array
  readonly count: Int32Array
} {
  const size = flat.parent.length
  const place = new Int32Array(size).fill(1)
  const count = new Int32Array(size).fill(1)
  const children = new Int32Array(size)
  for (let at = 1; at < size; at++) {
    const parent = flat.parent[at] ?? 0
    children[parent] = (children[parent] ?? 0) + 1
    place[at] = children[parent] ?? 1
  }
  for (let at = 1; at < size; at++) count[at] = children[flat.parent[at] ?? 0] ?? 1
  return { place, count }
}

/** Derived numbers of each node, at its index: one look-up by id for all the passes that follow. */
export type FlatMetrics = readonly (NodeMetrics | undefined)[]

export function flattenMetrics(flat: Pick<FlatPlan, 'nodes'>, metrics: PlanMetrics): FlatMetrics {
  return flat.nodes.map((node) => metrics[node.id])
}
