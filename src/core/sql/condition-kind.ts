import { isReserved, isValueKeyword } from './keywords'
import type { SqlCondition } from './model'
import { readDottedName } from './names'
import type { SignificantTokens } from './significant-tokens'
import { fixedPrefixOf, stringValue } from './string-literal'
import { isLiteral, TokenKind } from './tokens'

/** A column as a condition writes it. */
export interface ColumnUse {
  readonly table?: string
  readonly column: string
}

/** One side of a comparison. */
export interface Side {
  /** The side is nothing but this column, or a row of columns that begins with it. */
  readonly bare?: ColumnUse
  readonly columns: readonly ColumnUse[]
  readonly hasSubquery: boolean
}

export interface ConditionShape {
  readonly kind: SqlCondition['kind']
  /** As the statement writes it, keywords in upper case: `=`, `NOT IN`, `IS NULL`. Empty for a bare expression. */
  readonly operator: string
  readonly columns: readonly ColumnUse[]
  readonly fixedPrefix?: string
}

/** Reads one condition, the tokens from `from` up to `to`, that holds no AND or OR at its own depth. */
export function conditionShape(code: SignificantTokens, from: number, to: number): ConditionShape {
  const operator = findOperator(code, from, to)
  if (operator === undefined) return { kind: 'other', operator: '', columns: readSide(code, from, to).columns }
  const left = readSide(code, from, operator.at)
  const right = readSide(code, operator.end, to)
  const columns = [...left.columns, ...right.columns]
  const kind = conditionKind(operator.text, left, right)
  const fixedPrefix = kind === 'like' && operator.text === 'LIKE' ? likePrefix(code, operator.end, to) : undefined
  return { kind, operator: operator.text, columns, ...(fixedPrefix === undefined ? {} : { fixedPrefix }) }
}

/** What a condition of this operator is to an index: the operator in upper case, and what stands on its sides. */
export function conditionKind(operator: string, left: Side, right: Side): SqlCondition['kind'] {
  if (left.hasSubquery || right.hasSubquery) return 'other'
  const constantRight = right.columns.length === 0
  const constantLeft = left.columns.length === 0
  switch (operator) {
    case '=':
    case '==':
    case '<=>':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      if (!constantLeft && !constantRight) {
        return left.bare !== undefined || right.bare !== undefined ? 'join' : 'function-on-column'
      }
      const side = constantRight ? left : right
      if (side.columns.length === 0) return 'other'
      if (side.bare === undefined) return 'function-on-column'
      return operator === '=' || operator === '<=>' ? 'equality' : 'range'
    }
    case 'BETWEEN':
      return ofColumn(left, constantRight, 'range')
    case 'IN':
    case '= ANY':
      return ofColumn(left, constantRight, 'in-list')
    case 'LIKE':
    case 'ILIKE':
      return ofColumn(left, constantRight, 'like')
    case 'IS NULL':
    case 'IS NOT NULL':
    case 'ISNULL':
    case 'NOTNULL':
      return ofColumn(left, true, 'null-test')
    default:
      return 'other'
  }
}

function ofColumn(left: Side, constantRight: boolean, kind: SqlCondition['kind']): SqlCondition['kind'] {
  if (left.columns.length === 0 || !constantRight) return 'other'
  return left.bare === undefined ? 'function-on-column' : kind
}

interface Operator {
  readonly at: number
  readonly end: number
  readonly text: string
}

const symbols: ReadonlySet<string> = new Set(['=', '==', '<=>', '<', '<=', '>', '>=', '<>', '!='])
const words: ReadonlySet<string> = new Set(['LIKE', 'ILIKE', 'REGEXP', 'RLIKE', 'IN', 'BETWEEN', 'SIMILAR'])

/** The comparison at the condition's own depth. NOT in front of the whole condition makes it another one: kept apart. */
function findOperator(code: SignificantTokens, from: number, to: number): Operator | undefined {
  for (let at = from; at < to; at++) {
    if (code.kind(at) === TokenKind.openParen) {
      at = code.closing(at)
      continue
    }
    const text = code.text(at)
    if (code.kind(at) === TokenKind.operator && symbols.has(text)) {
      const quantified = ['ANY', 'ALL', 'SOME'].includes(code.word(at + 1))
      const negated = code.word(from) === 'NOT' || code.isOperator(from, '!')
      return {
        at,
        end: at + 1,
        text: quantified || negated ? `${negated ? 'NOT ' : ''}${text}${quantified ? ' ANY' : ''}` : text,
      }
    }
    const word = code.word(at)
    if (at === from) continue
    if (words.has(word)) {
      const negated = code.word(at - 1) === 'NOT' || code.word(from) === 'NOT'
      const start = code.word(at - 1) === 'NOT' ? at - 1 : at
      const end = word === 'SIMILAR' ? at + 2 : at + 1
      return { at: start, end, text: negated ? `NOT ${word}` : word }
    }
    if (word === 'IS') return isTest(code, at, to)
    if ((word === 'ISNULL' || word === 'NOTNULL') && at === to - 1) return { at, end: to, text: word }
  }
  return undefined
}

/** `IS NULL`, `IS NOT TRUE`, `IS DISTINCT FROM x`. */
function isTest(code: SignificantTokens, at: number, to: number): Operator {
  let end = at + 1
  let text = 'IS'
  while (end < to && ['NOT', 'NULL', 'TRUE', 'FALSE', 'UNKNOWN', 'DISTINCT', 'FROM'].includes(code.word(end))) {
    text += ` ${code.word(end)}`
    end++
  }
  return { at, end, text }
}

function readSide(code: SignificantTokens, from: number, to: number): Side {
  const columns: ColumnUse[] = []
  let hasSubquery = false
  let at = from
  while (at < to) {
    const begin = code.kind(at) === TokenKind.openParen ? code.word(at + 1) : ''
    if (begin === 'SELECT' || begin === 'WITH' || begin === 'VALUES' || begin === 'TABLE') {
      hasSubquery = true
      at = code.closing(at) + 1
      continue
    }
    // AGAINST takes a constant and words such as IN BOOLEAN MODE.
    if (code.word(at) === 'AGAINST' && code.kind(at + 1) === TokenKind.openParen) {
      at = code.closing(at + 1) + 1
      continue
    }
    const name = isColumn(code, at) ? readDottedName(code, at) : undefined
    if (name === undefined) {
      at++
      continue
    }
    if (code.kind(name.end) !== TokenKind.openParen) {
      const table = name.parts[name.parts.length - 2]
      columns.push({ ...(table === undefined ? {} : { table }), column: name.parts[name.parts.length - 1] ?? '' })
    }
    at = name.end
  }
  const [first] = columns
  const whole = first !== undefined && !hasSubquery && isNames(code, from, to)
  return { columns, hasSubquery, ...(whole ? { bare: first } : {}) }
}

/** Is the side one dotted name, or a row of them: `a`, `(a)`, `(a, b)`? */
function isNames(code: SignificantTokens, from: number, to: number): boolean {
  let first = from
  let last = to
  while (code.kind(first) === TokenKind.openParen && code.closing(first) === last - 1) {
    first++
    last--
  }
  for (let at = first; ; at++) {
    const end = readDottedName(code, at)?.end
    if (end === undefined) return false
    if (end === last) return true
    if (first === from || code.kind(end) !== TokenKind.comma) return false
    at = end
  }
}

/** Could the token begin a column's name? Keywords, units of INTERVAL, types and typed literals are none. */
function isColumn(code: SignificantTokens, at: number): boolean {
  if (code.kind(at) === TokenKind.quotedName) return code.kind(at - 1) !== TokenKind.dot
  if (code.kind(at) !== TokenKind.word || code.kind(at - 1) === TokenKind.dot) return false
  const word = code.word(at)
  if (code.kind(at + 1) !== TokenKind.dot && (isReserved(word, code.dialect) || isValueKeyword(word))) return false
  if (code.isOperator(at - 1, '::') || code.kind(at + 1) === TokenKind.string) return false
  if (intervalUnits.has(word)) return !followsIntervalValue(code, at)
  const before = code.word(at - 1)
  if (phrases.has(`${word} ${code.word(at + 1)}`) || phrases.has(`${before} ${word}`)) return false
  return before !== 'COLLATE' && before !== 'USING' && before !== 'AS' && word !== 'ESCAPE' && word !== 'ANY'
}

/** Two words of which neither is a column. */
const phrases: ReadonlySet<string> = new Set(['TIME ZONE', 'AT TIME', 'MEMBER OF', 'SOUNDS LIKE', 'DOUBLE PRECISION'])

const intervalUnits: ReadonlySet<string> = new Set(
  'MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR EPOCH'.split(' '),
)

/** `INTERVAL 7 DAY`, `EXTRACT(YEAR FROM d)`: the unit stands after a value, or before FROM. */
function followsIntervalValue(code: SignificantTokens, at: number): boolean {
  return isLiteral(code.kind(at - 1)) || code.kind(at - 1) === TokenKind.closeParen || code.word(at + 1) === 'FROM'
}

/** The fixed part of the pattern at `at`, when the pattern is one string literal, with or without ESCAPE. */
function likePrefix(code: SignificantTokens, at: number, to: number): string | undefined {
  if (code.kind(at) !== TokenKind.string) return undefined
  const pattern = stringValue(code.text(at), code.dialect)
  if (pattern === undefined) return undefined
  if (at + 1 === to) return fixedPrefixOf(pattern)
  if (code.word(at + 1) !== 'ESCAPE' || at + 3 !== to || code.kind(at + 2) !== TokenKind.string) return undefined
  return fixedPrefixOf(pattern, stringValue(code.text(at + 2), code.dialect))
}
