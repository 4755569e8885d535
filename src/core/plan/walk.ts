import type { NodeId, Plan, PlanNode } from './model'

/** All nodes, parents before children, in the order in which the server prints them. Any depth. */
export function* each(root: PlanNode): Generator<PlanNode> {
  const waiting = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index]
      if (child) waiting.push(child)
    }
  }
}

/** The node with this id, or undefined. Follows the path that the id is. */
export function find(root: PlanNode, id: NodeId): PlanNode | undefined {
  const [first, ...path] = id.split('.')
  if (first !== root.id) return undefined
  let node: PlanNode | undefined = root
  for (const step of path) node = node?.children[Number(step)]
  return node
}

/** Each node's parent; the root has none. */
export function parents(root: PlanNode): ReadonlyMap<PlanNode, PlanNode> {
  const found = new Map<PlanNode, PlanNode>()
  for (const node of each(root)) for (const child of node.children) found.set(child, node)
  return found
}

/** A tree in the printed order: parents before children, siblings in order. */
export interface PlanOrder {
  readonly nodes: readonly PlanNode[]
  /** The place of each node's parent in that order; -1 for the root. */
  readonly parents: Int32Array
  /** The place behind the last node below each node: the descendants of `at` stand from `at + 1` to before `ends[at]`. */
  readonly ends: Int32Array
}

/** All nodes in the printed order, with their places. Any depth. */
export function preorder(root: PlanNode): PlanOrder {
  const nodes: PlanNode[] = []
  const parentOf: number[] = []
  const waiting: PlanNode[] = [root]
  const waitingParents: number[] = [-1]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const place = nodes.length
    nodes.push(node)
    parentOf.push(waitingParents.pop() ?? -1)
    const { children } = node
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index]
      if (!child) continue
      waiting.push(child)
      waitingParents.push(place)
    }
  }
  const parents = Int32Array.from(parentOf)
  const ends = new Int32Array(nodes.length)
  for (let at = nodes.length - 1; at >= 0; at--) {
    // What is below has told its end already.
    const end = Math.max(ends[at] ?? 0, at + 1)
    ends[at] = end
    const above = parents[at] ?? -1
    if (above !== -1 && (ends[above] ?? 0) < end) ends[above] = end
  }
  return { nodes, parents, ends }
}

const orders = new WeakMap<PlanNode, PlanOrder>()

/** The order of a finished plan, worked out once for all who ask. A tree that may still change takes `preorder`. */
export function orderOf({ root }: Pick<Plan, 'root'>): PlanOrder {
  const known = orders.get(root)
  if (known) return known
  const order = preorder(root)
  orders.set(root, order)
  return order
}

/** All nodes, children before parents. */
export function upward(root: PlanNode): PlanNode[] {
  return [...preorder(root).nodes].reverse()
}
