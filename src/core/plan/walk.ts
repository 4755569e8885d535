import type { NodeId, PlanNode } from './model'

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

/** All nodes in the printed order, and for each the place of its parent in that order; -1 for the root. */
export function preorder(root: PlanNode): { readonly nodes: readonly PlanNode[]; readonly parents: Int32Array } {
  const nodes: PlanNode[] = []
  const parentOf: number[] = []
  const waiting: PlanNode[] = [root]
  const waitingParents: number[] = [-1]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const place = nodes.push(node) - 1
    parentOf.push(waitingParents.pop() ?? -1)
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index]
      if (!child) continue
      waiting.push(child)
      waitingParents.push(place)
    }
  }
  return { nodes, parents: Int32Array.from(parentOf) }
}

/** All nodes, children before parents. */
export function upward(root: PlanNode): PlanNode[] {
  return [...preorder(root).nodes].reverse()
}
