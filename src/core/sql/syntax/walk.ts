import type { NodeBase, SyntaxNode } from './model'

/** The nodes directly inside a node, in the order of the text. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (leaves.has(node.type)) return noNodes
  const children: SyntaxNode[] = []
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item)
    } else if (isNode(value)) {
      children.push(value)
    }
  }
  // Fields are written in the order of the text as a rule, and lists can be long.
  return isOrdered(children) ? children : children.sort((a, b) => a.from - b.from || a.to - b.to)
}

const leaves: ReadonlySet<SyntaxNode['type']> = new Set([
  'literal',
  'placeholder',
  'variable',
  'name',
  'sequence-value',
  'optimizer-hint',
  'other',
])
const noNodes: readonly SyntaxNode[] = []

function isOrdered(nodes: readonly SyntaxNode[]): boolean {
  for (let i = 1; i < nodes.length; i++) {
    const [before, after] = [nodes[i - 1], nodes[i]]
    if (before !== undefined && after !== undefined && (before.from > after.from || before.to > after.to)) return false
  }
  return true
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'from' in value && 'span' in value
}

/**
 * Calls `visit` for a node and all nodes inside it, parents first, in the order of the text; `false` leaves the inside
 * of a node out. Iterative: long chains of `+` or UNION nest as deep as they are long.
 */
export function walk(root: SyntaxNode, visit: (node: SyntaxNode) => boolean | undefined): void {
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (visit(node) === false) continue
    const children = childrenOf(node)
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]
      if (child !== undefined) waiting.push(child)
    }
  }
}

/** The nodes that hold the place `offset` of the text, outermost first: the last is the smallest, the others are its ancestors. */
export function nodesAt(root: SyntaxNode, offset: number): SyntaxNode[] {
  const path: SyntaxNode[] = []
  let node: SyntaxNode | undefined = holds(root, offset, offset) ? root : undefined
  while (node !== undefined) {
    path.push(node)
    node = childrenOf(node).find((child) => holds(child, offset, offset))
  }
  return path
}

/** The smallest node that holds the whole range, with its ancestors before it, outermost first. */
export function nodesAround(root: SyntaxNode, start: number, end: number): SyntaxNode[] {
  const path: SyntaxNode[] = []
  let node: SyntaxNode | undefined = holds(root, start, end) ? root : undefined
  while (node !== undefined) {
    path.push(node)
    node = childrenOf(node).find((child) => holds(child, start, end))
  }
  return path
}

function holds({ span }: NodeBase, start: number, end: number): boolean {
  return span.start <= start && end <= span.end
}
