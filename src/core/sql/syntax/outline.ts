import type { NodeBase, SyntaxNode, SyntaxTree } from './model'
import { childrenOf } from './walk'

/** Deeper than this an outline shows `…`: it is for reading. */
const maxDepth = 60

/**
 * A tree in one line, for tests and for looking at: `select(select-item(column a) table t where=…)`. Each node is its
 * type, its own words and flags, and in parentheses the nodes inside, with the name of their field where it tells more
 * than their type.
 */
export function outline(tree: SyntaxTree): string {
  return outlineOf(tree.statement, 0)
}

function outlineOf(node: SyntaxNode, depth: number): string {
  if (depth > maxDepth) return '…'
  const facts = factsOf(node)
  const fields = fieldNames(node)
  const inside = childrenOf(node).map((child) => {
    const field = fields.get(child)
    const text = outlineOf(child, depth + 1)
    return field === undefined || plainFields.has(field) ? text : `${field}=${text}`
  })
  const head = [node.type, ...facts].join(' ')
  return inside.length === 0 ? head : `${head}(${inside.join(' ')})`
}

/** Fields whose order in the text says as much as their names. */
const plainFields: ReadonlySet<string> = new Set(
  (
    'items operands operand left right inner list args columns rows tables value expression statement query opaque ' +
    'indexes indexHints branches condition result ctes variables assignments column orderBy limit groupBy locks with hint'
  ).split(' '),
)

function fieldNames(node: SyntaxNode): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>()
  for (const [field, value] of Object.entries(node)) {
    if (Array.isArray(value)) for (const item of value) names.set(item, field)
    else names.set(value, field)
  }
  return names
}

const base: ReadonlySet<string> = new Set<keyof NodeBase | 'type' | 'note' | 'hintPlace'>([
  'type',
  'from',
  'to',
  'span',
  'opaque',
  'note',
  'hintPlace',
])

/** Strings as they are, flags that are set by their name, lists of words. */
function factsOf(node: SyntaxNode): string[] {
  const facts: string[] = []
  for (const [field, value] of Object.entries(node)) {
    if (base.has(field)) continue
    if (typeof value === 'string') facts.push(value === '' ? "''" : value)
    else if (value === true) facts.push(field)
    else if (Array.isArray(value)) for (const item of value) if (typeof item === 'string') facts.push(item)
  }
  return facts
}
