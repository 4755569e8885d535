import { type ColumnUse, type ConditionShape, conditionKind, type Side } from './condition-kind'
import type { SignificantTokens } from './significant-tokens'
import { fixedPrefixOf, stringValue } from './string-literal'
import type { ExpressionNode, LikeNode } from './syntax/model'
import { walk } from './syntax/walk'

/** A condition's operator as it is shown, and what stands on both sides of it. */
interface Parts {
  readonly operator: string
  readonly left: readonly ExpressionNode[]
  readonly right: readonly ExpressionNode[]
}

/** What one condition of a tree is: its kind, operator and columns. It holds no AND at its top. */
export function shapeOfNode(code: SignificantTokens, node: ExpressionNode): ConditionShape {
  const { operator, left, right } = partsOf(node)
  const [leftSide, rightSide] = [sideOf(left), sideOf(right)]
  const kind = conditionKind(operator, leftSide, rightSide)
  const prefix = kind === 'like' && node.type === 'like' ? likePrefix(code, node) : undefined
  const columns = [...leftSide.columns, ...rightSide.columns]
  return { kind, operator, columns, ...(prefix === undefined ? {} : { fixedPrefix: prefix }) }
}

function partsOf(node: ExpressionNode): Parts {
  switch (node.type) {
    case 'comparison': {
      const operator = node.quantifier === undefined ? node.operator : `${node.operator} ${node.quantifier}`
      return { operator, left: [node.left], right: [node.right] }
    }
    case 'between':
      return { operator: negation(node, 'BETWEEN'), left: [node.operand], right: [node.low, node.high] }
    case 'in':
      return { operator: negation(node, 'IN'), left: [node.operand], right: node.list }
    case 'like': {
      const right = node.escape === undefined ? [node.pattern] : [node.pattern, node.escape]
      return { operator: negation(node, node.operator), left: [node.operand], right }
    }
    case 'is':
      return { operator: `IS ${node.negated ? 'NOT ' : ''}${node.test}`, left: [node.operand], right: [] }
    case 'member-of':
      return { operator: 'MEMBER OF', left: [node.operand], right: [node.array] }
    case 'logical':
      return { operator: node.operator, left: node.operands, right: [] }
    case 'unary':
      return node.operator === 'NOT' || node.operator === '!' ? negated(node.operand) : bare(node)
    case 'parentheses':
      return partsOf(node.inner)
    default:
      return bare(node)
  }
}

function negation({ negated: isNegated }: { readonly negated: boolean }, operator: string): string {
  return isNegated ? `NOT ${operator}` : operator
}

/** `NOT a = 1` is `NOT =`; of what has no operator nothing is shown. */
function negated(operand: ExpressionNode): Parts {
  const parts = partsOf(operand)
  return parts.operator === '' ? parts : { ...parts, operator: `NOT ${parts.operator}` }
}

function bare(node: ExpressionNode): Parts {
  return { operator: '', left: [node], right: [] }
}

function sideOf(nodes: readonly ExpressionNode[]): Side {
  const columns: ColumnUse[] = []
  let hasSubquery = false
  for (const node of nodes) {
    walk(node, (inside) => {
      if (inside.type === 'subquery' || inside.type === 'opaque') {
        // Of what was not understood no more can be said than of a subquery.
        hasSubquery = true
        return false
      }
      if (inside.type === 'column') columns.push(columnUse(inside))
      return true
    })
  }
  const [first] = columns
  const isBare = first !== undefined && !hasSubquery && nodes.every(isColumns)
  return { columns, hasSubquery, ...(isBare ? { bare: first } : {}) }
}

function columnUse({ table, name }: { readonly table?: string | undefined; readonly name: string }): ColumnUse {
  return { ...(table === undefined ? {} : { table }), column: name }
}

/** A column, or a row of columns. */
function isColumns(node: ExpressionNode): boolean {
  if (node.type === 'parentheses') return isColumns(node.inner)
  if (node.type === 'row') return node.items.every((item) => item.type === 'column')
  return node.type === 'column'
}

/** The fixed part of a pattern that is one string literal, with or without ESCAPE. */
function likePrefix(code: SignificantTokens, { pattern, escape: mark }: LikeNode): string | undefined {
  const value = literalText(code, pattern)
  if (value === undefined) return undefined
  if (mark === undefined) return fixedPrefixOf(value)
  const escaped = literalText(code, mark)
  return escaped === undefined ? undefined : fixedPrefixOf(value, escaped)
}

function literalText(code: SignificantTokens, node: ExpressionNode): string | undefined {
  if (node.type !== 'literal' || node.literal !== 'string' || node.to !== node.from + 1) return undefined
  return stringValue(code.text(node.from), code.dialect)
}
