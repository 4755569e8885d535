import { charsetIntroducers } from '../charset-introducers'
import { unquoteName } from '../names'
import { TokenKind } from '../tokens'
import { row } from './arguments'
import { call } from './calls'
import { caseExpression } from './case'
import { expression, missingValue } from './expressions'
import { interval, isIntervalFunction } from './intervals'
import { jsonPath, literal, stringLiteral } from './literals'
import type { ColumnNode, ExpressionNode, RowNode, UnaryNode, VariableNode } from './model'
import { parenthesizedQuery } from './queries'
import type { Reader } from './reader'
import { cast, convert, match } from './special-forms'
import { bareFunctions, reservedFunctions } from './words'

/** One operand with its signs before it and COLLATE after it. */
export function operand(r: Reader): ExpressionNode {
  const sign = signHere(r)
  if (sign !== undefined) {
    const from = r.at
    r.at++
    const inner = r.nested(() => operand(r))
    if (inner.type === 'interval') r.fail('An interval has no sign.')
    return { type: 'unary', from, to: r.at, span: r.span(from), operator: sign, operand: inner }
  }
  let node = primary(r)
  while (r.word() === 'COLLATE') {
    r.at++
    const isNamed = r.isName() || r.word() === 'BINARY' || r.kind() === TokenKind.string
    const name = isNamed ? r.takeAnyName().name : r.name('A collation').name
    node = { type: 'collate', from: node.from, to: r.at, span: r.span(node.from), operand: node, collation: name }
  }
  return node
}

function signHere(r: Reader): UnaryNode['operator'] | undefined {
  if (r.kind() === TokenKind.operator) {
    const text = r.text()
    return text === '-' || text === '+' || text === '~' || text === '!' ? text : undefined
  }
  return r.word() === 'BINARY' ? 'BINARY' : undefined
}

function primary(r: Reader): ExpressionNode {
  const from = r.at
  switch (r.kind()) {
    case TokenKind.number:
      return literal(r, /^0[xb]/i.test(r.text()) ? 'binary' : 'number')
    case TokenKind.string:
      return stringLiteral(r)
    case TokenKind.placeholder:
      r.at++
      return { type: 'placeholder', from, to: r.at, span: r.span(from) }
    case TokenKind.userVariable:
    case TokenKind.systemVariable:
      return variable(r)
    case TokenKind.openParen:
      return r.nested(() => parentheses(r))
    case TokenKind.word:
      return keyword(r) ?? named(r)
    case TokenKind.quotedName:
    case TokenKind.dot:
      return named(r)
    case TokenKind.operator:
      return r.isOperator('{') ? r.nested(() => odbc(r)) : missingValue(r)
    default:
      return missingValue(r)
  }
}

function variable(r: Reader): ExpressionNode {
  const from = r.at
  const scope = r.kind() === TokenKind.userVariable ? 'user' : 'system'
  r.at++
  const node: VariableNode = { type: 'variable', from, to: r.at, span: r.span(from), scope }
  if (scope === 'system' || !r.takeOperator(':=')) return node
  const value = r.nested(() => expression(r))
  return { type: 'assignment-expression', from, to: r.at, span: r.span(from), variable: node, value }
}

/** A subquery, a row, or one value in parentheses. */
function parentheses(r: Reader): ExpressionNode {
  const from = r.at
  if (r.opensQuery()) {
    const query = parenthesizedQuery(r)
    return { type: 'subquery', from, to: r.at, span: r.span(from), query }
  }
  const found: RowNode = row(r)
  const [inner, second] = found.items
  if (inner === undefined) r.fail('A value is expected here.', r.at - 1)
  if (inner === undefined || second !== undefined) return found
  return { type: 'parentheses', from, to: r.at, span: found.span, inner, opaque: found.opaque }
}

/** `{d '2024-01-01'}`: the word in it says how the value is meant. */
function odbc(r: Reader): ExpressionNode {
  const from = r.at
  r.at++
  r.name()
  const inner = expression(r)
  if (!r.takeOperator('}')) r.fail('A closing brace is expected here.')
  return { type: 'odbc', from, to: r.at, span: r.span(from), inner }
}

/** Words that begin something else than a name. */
function keyword(r: Reader): ExpressionNode | undefined {
  const from = r.at
  const paren = r.kind(1) === TokenKind.openParen
  switch (r.word()) {
    case 'NULL':
    case '\\N':
      return literal(r, 'null')
    case 'TRUE':
    case 'FALSE':
      return literal(r, 'boolean')
    case 'DATE':
    case 'TIME':
    case 'TIMESTAMP':
      if (r.kind(1) !== TokenKind.string) return undefined
      r.at++
      return literal(r, 'temporal', from)
    case 'NOT':
      // Only after an operator that binds tighter; the servers refuse it there, a reader still understands it.
      return r.nested(() => {
        r.fail('NOT needs parentheses here.')
        r.at++
        const inner = expression(r)
        return { type: 'unary', from, to: r.at, span: r.span(from), operator: 'NOT', operand: inner }
      })
    case 'CASE':
      return r.nested(() => caseExpression(r))
    case 'EXISTS':
      return r.opensQuery(1) ? exists(r) : undefined
    case 'ROW':
      if (!paren) return undefined
      r.at++
      return r.nested(() => row(r, from))
    case 'INTERVAL':
      return isIntervalFunction(r) ? r.nested(() => call(r, ['INTERVAL'], from)) : r.nested(() => interval(r))
    case 'CAST':
      return paren ? r.nested(() => cast(r)) : undefined
    case 'CONVERT':
      return paren ? r.nested(() => convert(r)) : undefined
    case 'MATCH':
      return r.nested(() => match(r))
    case 'DEFAULT':
      return r.nested(() => defaultValue(r))
    case 'NEXT':
    case 'PREVIOUS':
      return r.word(1) === 'VALUE' && r.word(2) === 'FOR' ? sequenceValue(r) : undefined
    default:
      return undefined
  }
}

function exists(r: Reader): ExpressionNode {
  const from = r.at
  r.at++
  const subquery = r.nested(() => parentheses(r))
  return { type: 'exists', from, to: r.at, span: r.span(from), subquery }
}

function defaultValue(r: Reader): ExpressionNode {
  const from = r.at
  r.at++
  const column = r.kind() === TokenKind.openParen ? parentheses(r) : undefined
  return { type: 'default', from, to: r.at, span: r.span(from), column }
}

function sequenceValue(r: Reader): ExpressionNode {
  const from = r.at
  const form = r.word() === 'NEXT' ? 'NEXT' : 'PREVIOUS'
  r.at += 3
  const parts = r.dottedName()
  if (parts === undefined) r.fail('The name of a sequence is expected here.')
  const schema = parts?.[parts.length - 2]
  const name = parts?.[parts.length - 1] ?? ''
  return { type: 'sequence-value', from, to: r.at, span: r.span(from), form, schema, name }
}

/** A column, a function call, `t.*`, `_charset 'literal'`, a function without parentheses. */
function named(r: Reader): ExpressionNode {
  const from = r.at
  const word = r.word()
  const paren = r.kind(1) === TokenKind.openParen
  if (word !== '' && r.kind(1) !== TokenKind.dot) {
    if (paren && reservedFunctions.has(word)) {
      r.at++
      return r.nested(() => call(r, [word], from))
    }
    if (!paren && bareFunctions.has(word)) {
      r.at++
      return { type: 'call', from, to: r.at, span: r.span(from), name: word, distinct: false, args: [] }
    }
    if (charsetIntroducers.has(word.toLowerCase()) && introduces(r)) {
      r.at++
      const value = stringLiteral(r)
      return { ...value, from, span: r.span(from), charset: word.slice(1).toLowerCase() }
    }
  }
  const parts = r.dottedName()
  if (parts === undefined) return missingValue(r)
  if (parts.length === 1 && r.code.kind(from) === TokenKind.dot) r.fail('A dot and a column are expected here.')
  if (r.kind() === TokenKind.dot && r.isOperator('*', 1)) {
    r.at += 2
    const [table, schema] = [parts[parts.length - 1], parts[parts.length - 2]]
    return { type: 'star', from, to: r.at, span: r.span(from), schema, table }
  }
  if (r.kind() === TokenKind.openParen) {
    const name = parts.length === 1 ? [word === '' ? unquoteName(parts[0] ?? '') : word] : parts
    return r.nested(() => call(r, name, from))
  }
  return jsonPath(r, column(r, parts, from))
}

/** Does a literal follow that a character set can stand before? */
function introduces(r: Reader): boolean {
  if (r.kind(1) === TokenKind.string) return true
  return r.kind(1) === TokenKind.number && /^0[xb]/i.test(r.text(1))
}

function column(r: Reader, parts: readonly string[], from: number): ColumnNode {
  const name = parts[parts.length - 1] ?? ''
  const table = parts[parts.length - 2]
  const schema = parts[parts.length - 3]
  return { type: 'column', from, to: r.at, span: r.span(from), schema, table, name }
}
