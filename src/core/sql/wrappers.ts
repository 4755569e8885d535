import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/** What stands around a statement. */
export interface Wrapper {
  /** Where the statement itself begins. */
  readonly at: number
  readonly explains: boolean
  /** The statement is run too: EXPLAIN ANALYZE, MariaDB's ANALYZE. */
  readonly runs: boolean
}

/** Steps over EXPLAIN, DESCRIBE, ANALYZE with their options, and MariaDB's SET STATEMENT … FOR. */
export function unwrap(code: SignificantTokens): Wrapper {
  let at = 0
  let explains = false
  let runs = false
  for (;;) {
    const word = code.word(at)
    if (word === 'EXPLAIN' || (code.dialect !== 'postgres' && (word === 'DESCRIBE' || word === 'DESC'))) {
      const options = code.dialect === 'postgres' ? postgresOptions(code, at + 1) : mysqlOptions(code, at + 1)
      explains = true
      runs ||= options.runs
      at = options.at
    } else if (word === 'ANALYZE' && code.dialect === 'mariadb' && !isAnalyzeTable(code, at)) {
      explains = true
      runs = true
      at = mysqlOptions(code, at + 1).at
    } else if (word === 'SET' && code.word(at + 1) === 'STATEMENT' && code.dialect === 'mariadb') {
      const inner = afterFor(code, at + 2)
      if (inner === undefined) return { at, explains, runs }
      at = inner
    } else {
      return { at, explains, runs }
    }
  }
}

interface Options {
  readonly at: number
  readonly runs: boolean
}

/** `ANALYZE`, `EXTENDED`, `PARTITIONS`, `FORMAT = x`, `INTO @v`, `FOR SCHEMA s` in any order. */
function mysqlOptions(code: SignificantTokens, from: number): Options {
  let at = from
  let runs = false
  for (;;) {
    const word = code.word(at)
    if (word === 'ANALYZE') {
      runs = true
      at++
    } else if (word === 'FORMAT' && code.isOperator(at + 1, '=')) {
      at += 3
    } else if (word === 'INTO' && code.kind(at + 1) === TokenKind.userVariable) {
      at += 2
    } else if (word === 'FOR' && (code.word(at + 1) === 'SCHEMA' || code.word(at + 1) === 'DATABASE')) {
      at += 3
    } else if ((word === 'EXTENDED' || word === 'PARTITIONS') && isMoreThanName(code, at + 1)) {
      at++
    } else {
      return { at, runs }
    }
  }
}

/** `EXTENDED` may also be the name of a table in DESCRIBE. */
function isMoreThanName(code: SignificantTokens, at: number): boolean {
  return code.kind(at) === TokenKind.word || code.kind(at) === TokenKind.openParen
}

/** `ANALYZE VERBOSE` or a list in parentheses. A list that merely names ANALYZE runs, unless it is switched off. */
function postgresOptions(code: SignificantTokens, from: number): Options {
  let at = from
  let runs = false
  if (code.kind(at) === TokenKind.openParen && !beginsQuery(code, at + 1)) {
    const close = code.closing(at)
    for (let i = at + 1; i < close; i++) {
      const analyze = code.word(i) === 'ANALYZE' || code.word(i) === 'ANALYSE'
      if (analyze && !/^'?(false|off|0)'?$/i.test(code.text(i + 1))) runs = true
    }
    return { at: close + 1, runs }
  }
  for (;;) {
    const word = code.word(at)
    if (word === 'ANALYZE' || word === 'ANALYSE') runs = true
    else if (word !== 'VERBOSE') return { at, runs }
    at++
  }
}

function beginsQuery(code: SignificantTokens, at: number): boolean {
  const word = code.word(at)
  return (
    code.kind(at) === TokenKind.openParen ||
    word === 'SELECT' ||
    word === 'WITH' ||
    word === 'VALUES' ||
    word === 'TABLE'
  )
}

function isAnalyzeTable(code: SignificantTokens, at: number): boolean {
  return ['TABLE', 'TABLES', 'LOCAL', 'NO_WRITE_TO_BINLOG'].includes(code.word(at + 1))
}

/** The place after the FOR that ends the variables of SET STATEMENT. */
function afterFor(code: SignificantTokens, from: number): number | undefined {
  for (let at = from; at < code.length; at++) {
    if (code.kind(at) === TokenKind.openParen) at = code.closing(at)
    else if (code.word(at) === 'FOR') return at + 1
  }
  return undefined
}
