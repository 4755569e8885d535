import type { Dialect } from '../engine'
import { charsetIntroducers } from './charset-introducers'
import { isContextualKeyword, isReserved, isValueKeyword } from './keywords'
import { expectsOperand } from './operand-words'
import { SignificantTokens } from './significant-tokens'
import { type StatementRange, splitStatements } from './statements'
import { type TokenizerOptions, tokenize } from './tokenizer'
import { isLiteral, TokenKind, type TokenList } from './tokens'

/** The version of the rules below; part of the contract, so a change of any rule is a new number. */
export const fingerprintVersion = 1

/**
 * The shape of a statement, version 1 (contract, "digest"): comments out, hints kept, keywords and function names in
 * lower case, names untouched, one blank between any two tokens, each literal or placeholder `?`, a list of them in
 * parentheses `(?+)` (also of one, also a list of such lists), repeated VALUES rows once, NULL, TRUE and FALSE kept.
 * A sign belongs to its literal; neighbouring string literals and a character set before one are one literal.
 *
 *     SELECT a FROM T WHERE b=-1 AND c IN (1,2)   →   select a from T where b = ? and c in (?+)
 *
 * Several statements are joined by ` ; `.
 */
export function fingerprint(text: string, dialect: Dialect, options: TokenizerOptions = {}): string {
  const tokens = tokenize(text, dialect, options)
  return splitStatements(tokens)
    .map((range) => fingerprintOf(tokens, range))
    .join(' ; ')
}

/** The shape of one statement of a token list. */
export function fingerprintOf(tokens: TokenList, range: StatementRange): string {
  return foldRows(foldLists(shapeTokens(tokens, range))).join(' ')
}

/** What a literal becomes, a list of literals, and the open end of the former two. */
const literal = '?'
const list = '(?+)'

/** One text per token, literals replaced, in the letter case of the fingerprint. */
function shapeTokens(tokens: TokenList, range: StatementRange): string[] {
  const code = new SignificantTokens(tokens, range.from, range.to)
  const out: string[] = []
  let at = 0
  for (let i = range.from; i < range.to; i++) {
    if (tokens.kind(i) === TokenKind.hint) out.push(tokens.textOf(i).replace(/\s+/g, ' '))
    if (at >= code.length || code.index(at) !== i) continue
    const kind = code.kind(at)
    if (isLiteral(kind)) {
      const joins = kind === TokenKind.string && code.kind(at - 1) === TokenKind.string
      if (!joins) out.push(literal)
    } else if (kind === TokenKind.word) {
      if (!isIntroducer(code, at)) out.push(wordShape(code, at))
    } else if (kind !== TokenKind.operator || !isSignOfLiteral(code, at)) {
      out.push(code.text(at))
    }
    at++
  }
  return out
}

/** `_utf8mb4 'x'` with a blank: the introducer is part of the literal, as it is without one. */
function isIntroducer(code: SignificantTokens, at: number): boolean {
  if (code.dialect === 'postgres' || code.kind(at + 1) !== TokenKind.string) return false
  return charsetIntroducers.has(code.text(at).toLowerCase())
}

function isSignOfLiteral(code: SignificantTokens, at: number): boolean {
  const text = code.text(at)
  if ((text !== '-' && text !== '+') || !isLiteral(code.kind(at + 1))) return false
  const before = code.kind(at - 1)
  if (before === TokenKind.word) {
    const word = code.word(at - 1)
    if (isValueKeyword(word) || code.kind(at - 2) === TokenKind.dot) return false
    return isReserved(word, code.dialect) || expectsOperand(word)
  }
  return (
    before === TokenKind.operator ||
    before === TokenKind.openParen ||
    before === TokenKind.openBracket ||
    before === TokenKind.comma ||
    before === TokenKind.semicolon ||
    before === TokenKind.none
  )
}

function wordShape(code: SignificantTokens, at: number): string {
  const text = code.text(at)
  if (code.kind(at - 1) === TokenKind.dot) return isCall(code, at) ? text.toLowerCase() : text
  const word = code.word(at)
  if (isReserved(word, code.dialect)) return text.toLowerCase()
  if (code.kind(at + 1) === TokenKind.dot) return text
  if (at === 0 || isCall(code, at) || isExplainOption(code, at)) return text.toLowerCase()
  return isContextualKeyword(word) && !standsAsName(code, at) ? text.toLowerCase() : text
}

/** `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) …` */
function isExplainOption(code: SignificantTokens, at: number): boolean {
  return code.word(0) === 'EXPLAIN' && code.kind(1) === TokenKind.openParen && at < code.closing(1)
}

/** Where an expression, a table or an alias must come, a word that is not reserved is a name. */
function standsAsName(code: SignificantTokens, at: number): boolean {
  const before = code.kind(at - 1)
  const next = code.kind(at + 1)
  const word = code.word(at)
  if (next === TokenKind.string && typedLiterals.has(word)) return false
  if (phrases.has(`${code.word(at - 1)} ${word}`) && !isOperand(next, code.word(at - 1))) return false
  if (code.word(at - 2) === 'FORMAT' && code.isOperator(at - 1, '=')) return false
  if (before === TokenKind.comma || before === TokenKind.openParen || before === TokenKind.openBracket) {
    return !(next === TokenKind.word && phraseStarts.has(word))
  }
  if (before === TokenKind.operator) return !code.isOperator(at - 1, '::')
  const previous = code.word(at - 1)
  if (previous === 'AS') return !inCast(code, at)
  return nameExpected.has(previous)
}

const typedLiterals: ReadonlySet<string> = new Set(['DATE', 'TIME', 'TIMESTAMP', 'JSON'])

/** Two words of which the second is a keyword although a name could stand there. */
const phrases: ReadonlySet<string> = new Set(
  (
    'ON DUPLICATE,ON CONFLICT,ON EMPTY,ON ERROR,IN SHARE,IN BOOLEAN,IN NATURAL,AS OF,AS MATERIALIZED,NOT MATERIALIZED,' +
    'NOT MATCHED,WHEN MATCHED,NOT FOUND,SET SESSION,SET GLOBAL,SET LOCAL,SET PERSIST,SET NAMES,SET STATEMENT,' +
    'SET TRANSACTION,SELECT NEXT,SELECT SQL_NO_CACHE,SELECT SQL_CACHE,SELECT SQL_BUFFER_RESULT,BY GROUPING,' +
    'DISTINCT SQL_NO_CACHE,STRAIGHT_JOIN SQL_NO_CACHE,SQL_CALC_FOUND_ROWS SQL_NO_CACHE,JOIN ONLY,FROM ONLY,UPDATE ONLY,' +
    'AND CURRENT,AND UNBOUNDED,BETWEEN CURRENT,BETWEEN UNBOUNDED,UPDATE SKIP,UPDATE NOWAIT,UPDATE OF,OR REPLACE'
  ).split(','),
)

/** What follows a name rather than a keyword. */
function isOperand(next: number, previous: string): boolean {
  return next === TokenKind.operator || (next === TokenKind.comma && (previous === 'SELECT' || previous === 'SET'))
}

const phraseStarts: ReadonlySet<string> = new Set(['PARTITION', 'ROWS', 'RANGE', 'YEAR', 'MONTH', 'DAY', 'HOUR'])
const nameExpected: ReadonlySet<string> = new Set(
  (
    'SELECT FROM JOIN INTO UPDATE TABLE WHERE AND OR NOT ON HAVING BY SET WHEN THEN ELSE CASE BETWEEN LIKE IN DISTINCT USING ' +
    'STRAIGHT_JOIN XOR DIV MOD RETURNING LIMIT INTERVAL COLUMN INDEX KEY REFERENCES CONSTRAINT'
  ).split(' '),
)

/** Is the AS before `at` that of `CAST(x AS type)`? It is when the parenthesis around it belongs to CAST. */
function inCast(code: SignificantTokens, at: number): boolean {
  let depth = 0
  for (let i = at - 1; i >= Math.max(0, at - maxCastOperand); i--) {
    const kind = code.kind(i)
    if (kind === TokenKind.closeParen) depth++
    else if (kind === TokenKind.openParen && depth-- === 0) {
      const before = code.word(i - 1)
      return before === 'CAST' || before === 'CONVERT' || before === 'TRY_CAST'
    }
  }
  return false
}

/** Tokens looked back for the CAST of an AS; keeps many `AS` in one parenthesis linear. */
const maxCastOperand = 200

/** Does a parenthesis make the word a function? Not after what names a table, an index or a list of columns. */
function isCall(code: SignificantTokens, at: number): boolean {
  if (code.kind(at + 1) !== TokenKind.openParen) return false
  let start = at
  while (code.kind(start - 1) === TokenKind.dot && code.isName(start - 2)) start -= 2
  const before = code.word(start - 1)
  if (namesBeforeParen.has(before)) return false
  if (before === 'AS' || before === 'WITH' || before === 'RECURSIVE') return inCast(code, at)
  if (before === 'FROM' || before === 'JOIN' || before === 'UPDATE') return code.dialect === 'postgres' || at === start
  return code.kind(start - 1) !== TokenKind.closeParen && !isCteName(code, start)
}

const namesBeforeParen: ReadonlySet<string> = new Set(
  'INTO TABLE REFERENCES INDEX KEY CONSTRAINT EXISTS VIEW REPLACE INSERT ON UNIQUE'.split(' '),
)

/** `, b (x) AS (` in a WITH list. */
function isCteName(code: SignificantTokens, at: number): boolean {
  if (code.kind(at - 1) !== TokenKind.comma || code.kind(at - 2) !== TokenKind.closeParen) return false
  const after = code.closing(at + 1) + 1
  return code.word(after) === 'AS' && code.kind(after + 1) === TokenKind.openParen
}

/** Turns `( ? , ? )` into `(?+)`, and a list of such lists into one list of one. */
function foldLists(tokens: readonly string[]): string[] {
  const out: string[] = []
  /** For each open parenthesis: its place in `out`, and what all its members have been so far. */
  const open: { at: number; member: string | undefined; uniform: boolean; expectMember: boolean }[] = []
  for (const token of tokens) {
    const top = open[open.length - 1]
    if (token === '(') {
      open.push({ at: out.length, member: undefined, uniform: true, expectMember: true })
      out.push(token)
      continue
    }
    if (token === ')' && top !== undefined) {
      open.pop()
      const folds = top.uniform && !top.expectMember && top.member !== undefined
      if (folds && top.member === literal) {
        out.length = top.at
        addMember(open[open.length - 1], list)
        out.push(list)
      } else {
        if (folds) out.length = top.at + 2
        addMember(open[open.length - 1], undefined)
        out.push(token)
      }
      continue
    }
    if (token === ',' && top !== undefined && !top.expectMember) top.expectMember = true
    else addMember(top, token === literal ? literal : undefined)
    out.push(token)
  }
  return out
}

function addMember(
  group: { member: string | undefined; uniform: boolean; expectMember: boolean } | undefined,
  member: string | undefined,
): void {
  if (group === undefined) return
  const fits = group.expectMember && member !== undefined && (group.member === undefined || group.member === member)
  group.uniform &&= fits
  group.member ??= member
  group.expectMember = false
}

/** Leaves out each row of a VALUES list that looks like an earlier one. */
function foldRows(tokens: readonly string[]): string[] {
  const out: string[] = []
  let closings: ReadonlyMap<number, number> | undefined
  let i = 0
  while (i < tokens.length) {
    const token = tokens[i] ?? ''
    out.push(token)
    i++
    if (token !== 'values' && token !== 'value') continue
    closings ??= closingsOf(tokens)
    const seen = new Set<string>()
    for (let end = rowEnd(tokens, closings, i); end !== undefined; ) {
      const row = tokens.slice(i, end).join(' ')
      if (!seen.has(row)) {
        if (seen.size > 0) out.push(',')
        out.push(row)
        seen.add(row)
      }
      i = end
      end = tokens[i] === ',' ? rowEnd(tokens, closings, i + 1) : undefined
      if (end !== undefined) i++
    }
  }
  return out
}

/** The place after the row `(…)`, `row (…)` or `(?+)` at `at`. */
function rowEnd(tokens: readonly string[], closings: ReadonlyMap<number, number>, at: number): number | undefined {
  const begin = tokens[at] === 'row' ? at + 1 : at
  if (tokens[begin] === list) return begin + 1
  const close = closings.get(begin)
  return close === undefined ? undefined : close + 1
}

/** From each `(` to its `)`, where there is one. */
function closingsOf(tokens: readonly string[]): Map<number, number> {
  const closings = new Map<number, number>()
  const open: number[] = []
  tokens.forEach((token, at) => {
    if (token === '(') open.push(at)
    else if (token === ')') {
      const start = open.pop()
      if (start !== undefined) closings.set(start, at)
    }
  })
  return closings
}
