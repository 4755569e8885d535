import type { Node } from './grammar'

/** A tree holds nodes as objects of one capitalized key, the node's type; anything else is a field of one. */
function isNode(value: unknown): value is Node {
  if (typeof value !== 'object' || value === null) return false
  const [key, second] = Object.keys(value)
  return key !== undefined && second === undefined && /^[A-Z]/.test(key)
}

/**
 * The nodes right below `value` (a node or the fields of one), through lists and through fields that are no nodes of
 * their own. Subtrees that the library keeps without their type, the members of a set operation, are left out.
 */
export function nodesIn(value: unknown): Node[] {
  const found: Node[] = []
  const waiting: unknown[] = isNode(value) ? Object.values(value) : [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, inside] of Object.entries(next)) {
      if (isNode(inside)) found.push(inside)
      else if (key !== 'larg' && key !== 'rarg') waiting.push(inside)
    }
  }
  return found
}

/** Visits `roots` and all below until `enter` says false; subqueries are entered too. */
export function visit(roots: readonly Node[], enter: (node: Node) => boolean): void {
  const waiting = [...roots]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!enter(node)) continue
    for (const child of nodesIn(node)) waiting.push(child)
    if ('SelectStmt' in node) waiting.push(...membersOf(node))
  }
}

/** The two members of a set operation; none for any other node. */
export function membersOf(node: Node): Node[] {
  if (!('SelectStmt' in node)) return []
  const { larg, rarg } = node.SelectStmt
  return [larg, rarg].flatMap((member) => (member === undefined ? [] : [{ SelectStmt: member }]))
}

/** The greatest location below a node, in bytes; -1 when there is none. */
export function rightmostLocation(node: Node): number {
  let greatest = -1
  const waiting: object[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [key, inside] of Object.entries(next)) {
      if (key === 'location' && typeof inside === 'number') greatest = Math.max(greatest, inside)
      else if (typeof inside === 'object' && inside !== null) waiting.push(inside)
    }
  }
  return greatest
}

/**
 * The smallest location below each object of a tree, in bytes: where the leftmost token of an expression stands,
 * parentheses around it not counted. Locations below 1 say nothing; nodes without any are left out.
 */
export class LeftmostLocations {
  private readonly known = new Map<object, number>()
  private readonly indexed = new Set<object>()

  of(node: Node): number | undefined {
    if (!this.indexed.has(node)) this.index(node)
    return this.known.get(node)
  }

  /** All of a subtree at once, so that asking for each level of a deep one stays linear. */
  private index(root: object): void {
    const objects: { readonly value: object; readonly parent: object | undefined }[] = []
    const waiting: { readonly value: object; readonly parent: object | undefined }[] = [
      { value: root, parent: undefined },
    ]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      objects.push(next)
      this.indexed.add(next.value)
      for (const [key, inside] of Object.entries(next.value)) {
        if (key === 'location' && typeof inside === 'number') this.lower(next.value, inside)
        else if (typeof inside === 'object' && inside !== null) waiting.push({ value: inside, parent: next.value })
      }
    }
    for (const { value, parent } of objects.reverse()) {
      const least = this.known.get(value)
      if (parent !== undefined && least !== undefined) this.lower(parent, least)
    }
  }

  private lower(value: object, location: number): void {
    const least = this.known.get(value)
    if (location > 0 && (least === undefined || location < least)) this.known.set(value, location)
  }
}
