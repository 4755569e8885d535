import type { Catalog, Table } from '../../catalog/model'
import { quoteName as mysqlName } from '../../dialects/mysql-family'
import { quoteName as postgresName } from '../../dialects/postgres'
import type { Dialect, EngineIdentity } from '../../engine'
import { tableOf } from '../../experiment/table-keys'
import { readMysqlStatement } from '../../keyparts/mysql-reading'
import { applyEdits, orderEdits } from '../../sql/edits/apply'
import type { EditContext, SqlEdit } from '../../sql/edits/model'
import type { PostgresGrammar } from '../../sql/edits/postgres/outline'
import { nondeterminismOf } from '../../sql/functions/nondeterministic'
import type { Meaning, QueryBlock, Source } from '../../sql/meaning/model'
import { SignificantTokens } from '../../sql/significant-tokens'
import { splitStatements } from '../../sql/statements'
import { parseStatement } from '../../sql/syntax/parse'
import { tokenize } from '../../sql/tokenizer'
import { TokenKind } from '../../sql/tokens'
import type { TextSpan } from '../../text-span'
import type { AdviceFacts } from '../facts'

/** One SELECT whose text may be taken apart: nothing in it depends on how often, or in which order, its parts run. */
export interface Rewritable {
  readonly sql: string
  readonly dialect: Dialect
  readonly engine: EngineIdentity | undefined
  readonly catalog: Catalog
  readonly meaning: Meaning
  /** The statement's own block. */
  readonly block: QueryBlock
  readonly code: SignificantTokens
  readonly grammar: PostgresGrammar | undefined
}

/** What cannot be copied or moved: targets, locks, and modifiers that speak of the whole result. */
const bound: ReadonlySet<string> = new Set(['INTO', 'FOR', 'LOCK', 'PROCEDURE', 'SQL_CALC_FOUND_ROWS', 'EXAMINED'])
/** A longer text is written by a program, and would be read several times over for each form. */
const mostCharacters = 32_000
/** The same for every row of one run. */
const fixedInARun = /^(?:NOW|CURTIME|CURRENT_|LOCALTIME|UTC_|UNIX_TIMESTAMP|TRANSACTION_|STATEMENT_|TXID_|PG_CURRENT_)/

/** The statement of some facts, when it is one plain SELECT; undefined when it is not, or was not understood. */
export function rewritable(
  facts: Pick<AdviceFacts, 'sql' | 'dialect' | 'engine' | 'catalog' | 'meaning' | 'grammar'>,
): Rewritable | undefined {
  const { sql, dialect, engine, catalog, meaning, grammar } = facts
  return catalog && meaning && rewritableText(sql, { dialect, engine, catalog, meaning, grammar })
}

/** The same for a text that was made of it already; its meaning is read anew. Only MySQL and MariaDB. */
export function rewritableAgain(sql: string, { dialect, engine, catalog }: Rewritable): Rewritable | undefined {
  if (dialect === 'postgres') return undefined
  const meaning = readMysqlStatement(sql, dialect, catalog, engine)?.meaning
  return meaning && rewritableText(sql, { dialect, engine, catalog, meaning, grammar: undefined })
}

function rewritableText(
  sql: string,
  known: Pick<Rewritable, 'dialect' | 'engine' | 'catalog' | 'meaning' | 'grammar'>,
): Rewritable | undefined {
  const [block] = known.meaning.blocks
  if (sql.length > mostCharacters) return undefined
  const tokens = tokenize(sql, known.dialect)
  const [range, second] = splitStatements(tokens)
  if (block?.kind !== 'select' || range === undefined || second !== undefined) return undefined
  const code = new SignificantTokens(tokens, range.from, range.to)
  if (code.word(0) !== 'SELECT' || code.start(0) !== block.span.start) return undefined
  if (code.end(code.length - 1) !== block.span.end || !isFree(code)) return undefined
  if (nondeterminismOf(sql, known.dialect).changing.some((call) => !fixedInARun.test(call))) return undefined
  const rewritable = { ...known, sql, block, code }
  return isUnderstood(sql, rewritable) ? rewritable : undefined
}

function isFree(code: SignificantTokens): boolean {
  const { tokens } = code
  for (let i = 0; i < tokens.count; i++) if (tokens.kind(i) === TokenKind.executableOpen) return false
  for (let at = 0; at < code.length; at++) {
    const kind = code.kind(at)
    if (kind === TokenKind.placeholder || kind === TokenKind.userVariable) return false
    if (bound.has(code.word(at)) && code.kind(at - 1) !== TokenKind.dot) return false
  }
  return true
}

/** The text with the edits; undefined when the result is no statement that is understood whole. */
export function rewritten(of: Rewritable, edits: readonly SqlEdit[]): string | undefined {
  const text = applyEdits(of.sql, orderEdits(edits))
  return isUnderstood(text, of) ? text : undefined
}

function isUnderstood(sql: string, { dialect, grammar }: Pick<Rewritable, 'dialect' | 'grammar'>): boolean {
  const tokens = tokenize(sql, dialect)
  const [range, second] = splitStatements(tokens)
  if (range === undefined || second !== undefined || tokens.notes.length > 0) return false
  if (dialect !== 'postgres') {
    const { error, notes } = parseStatement(tokens, range)
    return error === undefined && notes.length === 0
  }
  return grammar === undefined || !('refused' in grammar.outline(tokens, range))
}

/** A stored table that stands alone in the FROM of a block. */
export interface OnlyTable {
  readonly source: Source
  readonly table: Table
  /** How columns of it are written: quoted. */
  readonly qualifier: string
}

export function onlyTable({ block, catalog, dialect }: Rewritable): OnlyTable | undefined {
  const [source, second] = block.sources
  if (source?.kind !== 'table' || second !== undefined || source.name === undefined) return undefined
  const table = tableOf(source, catalog)
  return table && { source, table, qualifier: quoted(source.name, dialect) }
}

/** The stored tables of the block's FROM; others are left out. */
export function storedSources({ block, catalog }: Rewritable): readonly Omit<OnlyTable, 'qualifier'>[] {
  return block.sources.flatMap((source) => {
    const table = source.kind === 'table' ? tableOf(source, catalog) : undefined
    return table === undefined ? [] : [{ source, table }]
  })
}

export function quoted(name: string, dialect: Dialect): string {
  return dialect === 'postgres' ? postgresName(name) : mysqlName(name)
}

/** For edits on the tree, which are MySQL's and MariaDB's. */
export function editContext({ dialect, engine, catalog }: Rewritable): EditContext | undefined {
  return dialect === 'postgres' ? undefined : { dialect, version: engine?.version, catalog }
}

export function textAt({ sql }: Rewritable, { start, end }: TextSpan): string {
  return sql.slice(start, end)
}

/** The conditions of the block's WHERE; undefined where it has none. */
export function whereOf({ block }: Rewritable) {
  return block.conditions.find(({ clause }) => clause === 'where')
}

export interface WherePlace {
  /** The word WHERE. */
  readonly wordStart: number
  /** The whole condition, parentheses around it included. */
  readonly span: TextSpan
}

/** Undefined where the block has no WHERE. */
export function wherePlace(of: Rewritable): WherePlace | undefined {
  const where = whereOf(of)
  if (where === undefined) return undefined
  const { code } = of
  let first = tokenAt(of, where.span.start)
  let last = tokenAt(of, where.span.end) - 1
  while (code.kind(first - 1) === TokenKind.openParen && code.closing(first - 1) === last + 1) {
    first--
    last++
  }
  if (code.word(first - 1) !== 'WHERE') return undefined
  return { wordStart: code.start(first - 1), span: { start: code.start(first), end: code.end(last) } }
}

/** Takes a piece out with the blanks before it, unless a line comment ends there. */
export function removal({ sql }: Rewritable, { start, end }: TextSpan): SqlEdit {
  let from = start
  while (from > 0 && /\s/.test(sql.charAt(from - 1))) from--
  const line = sql.slice(sql.lastIndexOf('\n', from - 1) + 1, from)
  const isOpen = line.includes('--') || line.includes('#')
  const next = sql.charAt(end)
  return isOpen || !(next === '' || /[\s;)]/.test(next))
    ? { span: { start, end }, text: '' }
    : { span: { start: from, end }, text: '' }
}

/** The token at which a place of the text begins. */
export function tokenAt({ code }: Rewritable, start: number): number {
  let low = 0
  let high = code.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (code.start(middle) < start) low = middle + 1
    else high = middle
  }
  return low
}
