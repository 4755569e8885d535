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

/** All nodes, children before parents. */
export function upward(root: PlanNode): PlanNode[] {
  return [...each(root)].reverse()
}
