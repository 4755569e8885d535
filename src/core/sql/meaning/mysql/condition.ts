import type { SignificantTokens } from '../../significant-tokens'
import { fixedPrefixOf, stringValue } from '../../string-literal'
import type { ExpressionNode, LikeNode } from '../../syntax/model'
import type { ConditionInput, ScalarInput, TestInput } from '../input'
import { inside, scalarInput, scalarsInput } from './scalar'

/** A condition of a MySQL or MariaDB tree. As deep as its parentheses, which the parser limits. */
export function conditionInput(code: SignificantTokens, whole: ExpressionNode): ConditionInput {
  const node = inside(whole)
  if (node.type === 'logical') {
    const type = node.operator === 'AND' ? 'and' : node.operator === 'OR' ? 'or' : 'xor'
    return { type, span: node.span, parts: node.operands.map((operand) => conditionInput(code, operand)) }
  }
  if (node.type === 'unary' && (node.operator === 'NOT' || node.operator === '!')) return notInput(code, node)
  return { type: 'test', span: node.span, ...testOf(code, node) }
}

/** `NOT NOT a` and `!!a` go as deep as they are long. */
function notInput(code: SignificantTokens, outer: ExpressionNode): ConditionInput {
  let node = outer
  let negated = false
  while (node.type === 'unary' && (node.operator === 'NOT' || node.operator === '!')) {
    negated = !negated
    node = inside(node.operand)
  }
  const inner = conditionInput(code, node)
  return negated
    ? { type: 'not', span: outer.span, inner }
    : { type: 'not', span: outer.span, inner: { type: 'not', span: outer.span, inner } }
}

type Test = Omit<TestInput, 'type' | 'span'>

function testOf(code: SignificantTokens, node: ExpressionNode): Test {
  const value = (operand: ExpressionNode): ScalarInput => scalarInput(code, operand)
  switch (node.type) {
    case 'comparison': {
      const operator = node.operator === '!=' ? '<>' : node.operator
      const quantified = node.quantifier === undefined ? operator : `${operator} ${node.quantifier}`
      return { operator: quantified, left: value(node.left), right: [value(node.right)] }
    }
    case 'between':
      return { operator: word(node, 'BETWEEN'), left: value(node.operand), right: [value(node.low), value(node.high)] }
    case 'in':
      return { operator: word(node, 'IN'), left: value(node.operand), right: node.list.map(value) }
    case 'like': {
      const fixed = node.operator === 'LIKE' ? fixedPart(code, node) : undefined
      const right = [node.pattern, ...(node.escape === undefined ? [] : [node.escape])].map(value)
      return { operator: word(node, node.operator), left: value(node.operand), right, ...(fixed && { fixed }) }
    }
    case 'is':
      return { operator: `IS ${node.negated ? 'NOT ' : ''}${node.test}`, left: value(node.operand), right: [] }
    case 'member-of':
      return { operator: 'MEMBER OF', left: value(node.operand), right: [value(node.array)] }
    case 'exists':
      return { operator: 'EXISTS', left: value(node.subquery), right: [] }
    case 'match': {
      const [first, second] = node.columns
      const single = first !== undefined && second === undefined ? value(first) : undefined
      const columns = scalarsInput(code, node.columns, node.span)
      const left: ScalarInput = single ?? { ...columns, form: 'row', items: node.columns.map(value) }
      return { operator: 'MATCH', left, right: [value(node.against)] }
    }
    case 'call': {
      const [operand, second] = node.args
      // ISNULL(a) is a IS NULL to the servers.
      if (
        node.name === 'ISNULL' &&
        node.schema === undefined &&
        operand !== undefined &&
        operand.type !== 'name' &&
        second === undefined
      ) {
        return { operator: 'IS NULL', left: value(operand), right: [] }
      }
      return { operator: '', left: value(node), right: [] }
    }
    default:
      return { operator: '', left: value(node), right: [] }
  }
}

function word({ negated }: { readonly negated: boolean }, operator: string): string {
  return negated ? `NOT ${operator}` : operator
}

/** Of a pattern that is one string literal, with or without ESCAPE. */
function fixedPart(code: SignificantTokens, { pattern, escape: mark }: LikeNode): TestInput['fixed'] {
  const value = literalText(code, inside(pattern))
  const escapeCharacter = mark === undefined ? '\\' : literalText(code, inside(mark))
  if (value === undefined || escapeCharacter === undefined) return undefined
  const prefix = fixedPrefixOf(value, escapeCharacter)
  // What stands before the first wildcard is all of it when a character put behind it is still before the first one.
  const whole = fixedPrefixOf(`${value}x`, escapeCharacter).length > prefix.length
  return { prefix, whole }
}

/** Strings that stand together are one. */
function literalText(code: SignificantTokens, node: ExpressionNode): string | undefined {
  if (node.type !== 'literal' || node.literal !== 'string') return undefined
  const parts: string[] = []
  for (let at = node.from; at < node.to; at++) {
    const part = stringValue(code.text(at), code.dialect)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.join('')
}
