import { functionEffect, isSyntaxBeforeParen } from './functions'
import { unquoteName } from './names'
import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/** What a statement does besides reading, found by looking at every token of it at any depth. */
export interface ReadingFacts {
  readonly locks: 'none' | 'share' | 'update'
  /** PostgreSQL: a WITH part that is INSERT, UPDATE, DELETE or MERGE. */
  readonly modifies: boolean
  /** PostgreSQL: SELECT … INTO. */
  readonly createsTable: boolean
  /** INTO OUTFILE, INTO DUMPFILE. */
  readonly writesFile: boolean
  /** INTO @variable, or a local variable of a routine. */
  readonly setsVariable: boolean
  /** Something like `;` stands inside: more than one statement for a server that does not know the delimiter. */
  readonly hasSeparator: boolean
  /** Names of the first calls that write, and that nobody here knows. */
  readonly writingCall?: string
  readonly unknownCall?: string
}

/** Never misses one of the facts; may see one too many, where a name looks like a keyword. */
export function inspectReading(code: SignificantTokens): ReadingFacts {
  const postgres = code.dialect === 'postgres'
  let locks: ReadingFacts['locks'] = 'none'
  let modifies = false
  let createsTable = false
  let writesFile = false
  let setsVariable = false
  let hasSeparator = false
  let writingCall: string | undefined
  let unknownCall: string | undefined
  for (let at = 0; at < code.length; at++) {
    if (code.kind(at + 1) === TokenKind.openParen && code.isName(at)) {
      const effect = callEffect(code, at)
      if (effect === 'writes') writingCall ??= `${code.text(at)}()`
      else if (effect === 'unknown') unknownCall ??= `${code.text(at)}()`
    }
    const kind = code.kind(at)
    if (kind === TokenKind.semicolon || kind === TokenKind.terminator) hasSeparator = true
    if (kind !== TokenKind.word) continue
    const word = code.word(at)
    if (word === 'FOR') {
      const lock = lockAfterFor(code, at + 1)
      if (lock === 'update' || (lock === 'share' && locks === 'none')) locks = lock
    } else if (word === 'LOCK' && code.word(at + 1) === 'IN' && code.word(at + 2) === 'SHARE') {
      if (locks === 'none') locks = 'share'
    } else if (word === 'INTO') {
      const next = code.word(at + 1)
      if (next === 'OUTFILE' || next === 'DUMPFILE') writesFile = true
      else if (postgres) createsTable ||= code.word(at - 1) !== 'INSERT' && code.word(at - 1) !== 'MERGE'
      else setsVariable = true
    } else if (postgres && modifying.has(word)) {
      modifies ||= beginsStatement(code, at)
    } else if (word === 'VALUE' && code.word(at - 1) === 'NEXT' && code.word(at + 1) === 'FOR') {
      writingCall ??= 'NEXT VALUE FOR'
    } else if (word === 'NEXTVAL' && code.kind(at - 1) === TokenKind.dot && code.dialect === 'mariadb') {
      unknownCall ??= code.text(at)
    }
  }
  return {
    locks,
    modifies,
    createsTable,
    writesFile,
    setsVariable,
    hasSeparator,
    ...(writingCall === undefined ? {} : { writingCall }),
    ...(unknownCall === undefined ? {} : { unknownCall }),
  }
}

const modifying: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** `(DELETE`, or `) DELETE` behind a nested WITH; words that PostgreSQL also takes as names stand elsewhere. */
function beginsStatement(code: SignificantTokens, at: number): boolean {
  const before = code.kind(at - 1)
  if (code.kind(at + 1) === TokenKind.openParen) return false
  return before === TokenKind.openParen || before === TokenKind.closeParen
}

/** FOR UPDATE, FOR NO KEY UPDATE, FOR SHARE, FOR KEY SHARE. */
function lockAfterFor(code: SignificantTokens, at: number): 'share' | 'update' | undefined {
  let next = at
  if (code.word(next) === 'NO') next++
  if (code.word(next) === 'KEY') next++
  if (code.word(next) === 'UPDATE') return 'update'
  return code.word(next) === 'SHARE' ? 'share' : undefined
}

/** What the name before a `(` does when it is called; `reads` for syntax, types and lists of column names. */
function callEffect(code: SignificantTokens, at: number): 'reads' | 'writes' | 'unknown' {
  const quoted = code.kind(at) === TokenKind.quotedName
  const word = code.word(at)
  if (code.kind(at - 1) === TokenKind.dot) return qualifiedEffect(code, at)
  if (word === 'OPERATOR' && code.dialect === 'postgres') {
    return code.word(at + 2) === 'PG_CATALOG' ? 'reads' : 'unknown'
  }
  if (!quoted && isSyntaxBeforeParen(word, code.dialect)) return 'reads'
  if (namesColumns(code, at)) return 'reads'
  if (!quoted) return functionEffect(word, code.dialect)
  const name = unquoteName(code.text(at))
  return code.dialect === 'postgres' && name === name.toLowerCase() ? functionEffect(name, code.dialect) : 'unknown'
}

/** `pg_catalog.lower(…)` is the built-in one, `anything.else(…)` somebody's own. */
function qualifiedEffect(code: SignificantTokens, at: number): 'reads' | 'writes' | 'unknown' {
  const schema = unquoteName(code.text(at - 2))
  const own = code.dialect !== 'postgres' || schema.toLowerCase() !== 'pg_catalog'
  if (own || code.kind(at - 3) === TokenKind.dot) return 'unknown'
  return functionEffect(unquoteName(code.text(at)), code.dialect)
}

/** `x AS g(a, b)`, `(…) v(a, b)`, `WITH c (a, b) AS (…)`, and the types of `CAST(x AS t(3))` and `x::t(3)`. */
function namesColumns(code: SignificantTokens, at: number): boolean {
  const before = code.word(at - 1)
  if (before === 'AS' || code.isOperator(at - 1, '::')) return true
  if (code.kind(at - 1) === TokenKind.closeParen) return !endsDistinctOn(code, at - 1)
  if (before !== 'WITH' && before !== 'RECURSIVE' && code.kind(at - 1) !== TokenKind.comma) return false
  const after = code.closing(at + 1) + 1
  if (code.word(after) !== 'AS') return false
  const body = code.word(after + 1)
  return code.kind(after + 1) === TokenKind.openParen || body === 'NOT' || body === 'MATERIALIZED'
}

/** `SELECT DISTINCT ON (a) f(b)`: what follows that parenthesis is an expression. */
function endsDistinctOn(code: SignificantTokens, close: number): boolean {
  if (code.dialect !== 'postgres') return false
  const open = code.opening(close)
  return code.word(open - 1) === 'ON' && code.word(open - 2) === 'DISTINCT'
}
