import { TokenKind } from '../tokens'
import { row } from './arguments'
import type { ComparisonNode, ExpressionNode, IsNode, LogicalNode, UnaryNode } from './model'
import { operand } from './operands'
import type { Reader } from './reader'
import { expressionBoundaries } from './words'

/**
 * How tight operators bind, from OR to `^`. Source: the manuals' precedence tables, and for what those leave out the
 * servers: IN, LIKE, BETWEEN and their kind bind tighter than comparisons, so `a = b IN (1)` is `a = (b IN (1))`.
 */
const level = { or: 1, xor: 2, and: 3, not: 4, comparison: 5, predicate: 6, bitOr: 7, interval: 10, power: 12 } as const

const symbolLevels: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 3],
  ['=', 5],
  ['<=>', 5],
  ['<', 5],
  ['<=', 5],
  ['>', 5],
  ['>=', 5],
  ['<>', 5],
  ['!=', 5],
  ['|', 7],
  ['&', 8],
  ['<<', 9],
  ['>>', 9],
  ['+', 10],
  ['-', 10],
  ['*', 11],
  ['/', 11],
  ['%', 11],
  ['^', 12],
])

const wordLevels: ReadonlyMap<string, number> = new Map([
  ['OR', 1],
  ['XOR', 2],
  ['AND', 3],
  ['IS', 5],
  ['IN', 6],
  ['BETWEEN', 6],
  ['LIKE', 6],
  ['REGEXP', 6],
  ['RLIKE', 6],
  ['DIV', 11],
  ['MOD', 11],
])

const negatable: ReadonlySet<string> = new Set(['IN', 'BETWEEN', 'LIKE', 'REGEXP', 'RLIKE'])

/**
 * An expression. Alone, `INTERVAL 1 DAY` is one only as an argument and in window frames, and `t.*` only as an item of
 * a SELECT list.
 */
export function expression(r: Reader, alone?: 'interval' | 'star'): ExpressionNode {
  const found = climb(r, level.or)
  if (found.type === 'interval' && alone !== 'interval') r.fail('An interval must be added to something.')
  if (found.type === 'star' && alone !== 'star') r.fail('A star stands for columns only in a list.', found.to - 1)
  return found
}

/** The condition of WHERE, ON or HAVING. What does not fit inside it does not hide what AND joins after it. */
export function condition(r: Reader): ExpressionNode {
  let found = expression(r)
  for (;;) {
    const boundary = laterClauses.has(r.word()) || r.isOperator('}') ? r.at : r.nextBoundary(conjunctions)
    if (boundary === r.at || !conjunctions.has(r.code.word(boundary))) return found
    r.fail('This does not fit here.')
    const opaque = r.opaqueTo(boundary, 'This does not fit here.')
    const operator = logicalOperator(r.word())
    r.at++
    const operands = [found, expression(r)]
    found = {
      type: 'logical',
      from: found.from,
      to: r.at,
      span: r.span(found.from),
      operator,
      operands,
      opaque: [opaque],
    }
  }
}

const conjunctions: ReadonlySet<string> = new Set(['AND', 'OR', 'XOR'])

/** Words that are not reserved and may follow a condition. */
const laterClauses: ReadonlySet<string> = new Set(['QUALIFY', 'OFFSET', 'BEFORE', 'RETURNING'])

function logicalOperator(word: string): LogicalNode['operator'] {
  return word === 'AND' || word === 'XOR' ? word : 'OR'
}

/** What binds tighter than comparisons and predicates: sums, products, bits. */
export function bitExpression(r: Reader): ExpressionNode {
  return climb(r, level.bitOr)
}

/** Precedence climbing: reads operands and all operators that bind at least as tight as `least`. */
function climb(r: Reader, least: number): ExpressionNode {
  let left = r.word() === 'NOT' ? not(r, least) : operand(r)
  for (;;) {
    const found = operatorLevel(r)
    if (found === 0 || found < least || left.type === 'star') return left
    if (found <= level.and) left = logical(r, left, found)
    else if (found === level.comparison) left = comparison(r, left)
    else if (found === level.predicate) left = predicate(r, left)
    else {
      const operator = r.text().toUpperCase()
      r.at++
      const right = climb(r, found + 1)
      left = { type: 'binary', from: left.from, to: r.at, span: r.span(left.from), operator, left, right }
    }
  }
}

/** 0 when no operator stands here. */
function operatorLevel(r: Reader): number {
  const kind = r.kind()
  if (kind === TokenKind.operator) return symbolLevels.get(r.text()) ?? 0
  if (kind !== TokenKind.word) return 0
  const word = r.word()
  if (word === 'NOT') return negatable.has(r.word(1)) ? level.predicate : 0
  if (word === 'MEMBER') return r.word(1) === 'OF' || r.kind(1) === TokenKind.openParen ? level.predicate : 0
  if (word === 'SOUNDS') return r.word(1) === 'LIKE' ? level.predicate : 0
  return wordLevels.get(word) ?? 0
}

function not(r: Reader, least: number): ExpressionNode {
  const from = r.at
  if (least > level.not) r.fail('NOT needs parentheses here.')
  r.at++
  const operand = r.nested(() => climb(r, level.not))
  const node: UnaryNode = { type: 'unary', from, to: r.at, span: r.span(from), operator: 'NOT', operand }
  return node
}

const logicalOperators = { 1: 'OR', 2: 'XOR', 3: 'AND' } as const

/** `left AND b AND c …`: one node however long the chain is. */
function logical(r: Reader, left: ExpressionNode, at: number): LogicalNode {
  const operands = [left]
  while (operatorLevel(r) === at) {
    r.at++
    operands.push(climb(r, at + 1))
  }
  const operator = logicalOperators[at === 1 ? 1 : at === 2 ? 2 : 3]
  return { type: 'logical', from: left.from, to: r.at, span: r.span(left.from), operator, operands }
}

function comparison(r: Reader, left: ExpressionNode): ExpressionNode {
  if (r.word() === 'IS') return isTest(r, left)
  const operator = comparisonOperator(r.text())
  r.at++
  const word = r.word()
  const quantified = (word === 'ANY' || word === 'SOME' || word === 'ALL') && r.opensQuery(1)
  if (quantified) r.at++
  const right = climb(r, level.predicate)
  const node: ComparisonNode = {
    type: 'comparison',
    from: left.from,
    to: r.at,
    span: r.span(left.from),
    operator,
    quantifier: quantified ? (word === 'ALL' ? 'ALL' : 'ANY') : undefined,
    left,
    right,
  }
  return node
}

function comparisonOperator(text: string): ComparisonNode['operator'] {
  switch (text) {
    case '<=>':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '<>':
    case '!=':
      return text
    default:
      return '='
  }
}

function isTest(r: Reader, operand: ExpressionNode): ExpressionNode {
  r.at++
  const negated = r.take('NOT')
  const word = r.word()
  const test: IsNode['test'] | undefined =
    word === 'NULL' || r.text() === '\\N'
      ? 'NULL'
      : word === 'TRUE' || word === 'FALSE' || word === 'UNKNOWN'
        ? word
        : undefined
  const opaque = test === undefined ? [r.missing('NULL, TRUE, FALSE or UNKNOWN')] : undefined
  if (test !== undefined) r.at++
  const span = r.span(operand.from)
  return { type: 'is', from: operand.from, to: r.at, span, operand, negated, test: test ?? 'UNKNOWN', opaque }
}

function predicate(r: Reader, operand: ExpressionNode): ExpressionNode {
  const { from } = operand
  const negated = r.take('NOT')
  const word = r.word()
  r.at++
  switch (word) {
    case 'IN': {
      const { list, opaque } = inList(r)
      return { type: 'in', from, to: r.at, span: r.span(from), operand, negated, list, opaque }
    }
    case 'BETWEEN': {
      const low = bitExpression(r)
      r.expect('AND')
      const high = r.nested(() => climb(r, level.predicate))
      return { type: 'between', from, to: r.at, span: r.span(from), operand, negated, low, high }
    }
    case 'MEMBER': {
      r.take('OF')
      const array = r.kind() === TokenKind.openParen ? climb(r, level.power + 1) : r.missing('A list in parentheses')
      return { type: 'member-of', from, to: r.at, span: r.span(from), operand, array }
    }
    case 'SOUNDS': {
      r.take('LIKE')
      const pattern = bitExpression(r)
      return { type: 'like', from, to: r.at, span: r.span(from), operator: 'SOUNDS LIKE', operand, negated, pattern }
    }
    default: {
      const operator = word === 'REGEXP' || word === 'RLIKE' ? word : 'LIKE'
      const pattern = bitExpression(r)
      const escaped = operator === 'LIKE' && r.take('ESCAPE') ? climb(r, level.power + 1) : undefined
      return { type: 'like', from, to: r.at, span: r.span(from), operator, operand, negated, pattern, escape: escaped }
    }
  }
}

function inList(r: Reader): Pick<Extract<ExpressionNode, { type: 'in' }>, 'list' | 'opaque'> {
  if (r.kind() !== TokenKind.openParen) return { list: [r.missing('A list in parentheses')] }
  if (r.opensQuery()) return { list: [operand(r)] }
  const list = r.nested(() => row(r))
  if (list.type === 'opaque') return { list: [list] }
  if (list.items.length === 0) r.fail('A value is expected here.', r.at - 1)
  return { list: list.items, opaque: list.opaque }
}

/** Skips what does not fit inside an expression: up to a comma, AND, OR, or the next clause. */
export function missingValue(r: Reader): ExpressionNode {
  r.fail('A value is expected here.')
  return r.opaqueTo(r.nextBoundary(expressionBoundaries), 'A value is expected here.')
}
