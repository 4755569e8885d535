import { contractVersion } from '../document'
import type { Dialect } from '../engine'
import { classifyStatement } from './classify'
import { topConditions } from './conditions'
import { conditionsOfTree } from './conditions-of-tree'
import { selectFormOf } from './edits/select-form'
import { fingerprintOf, fingerprintVersion } from './fingerprint'
import { guessDialect } from './guess-dialect'
import type { ReadOnly, SqlDocument, Statement } from './model'
import { SignificantTokens } from './significant-tokens'
import type { StatementReaders, StatementReading } from './statement-reader'
import { type StatementRange, splitStatements } from './statements'
import { parseStatement } from './syntax/parse'
import { tableReferences } from './table-references'
import { tablesOfTree } from './tables-of-tree'
import { type TokenizerOptions, tokenize } from './tokenizer'
import { TokenKind, type TokenList } from './tokens'

/**
 * Everything known about the statements of a text: kind, tables, conditions, placeholders, shape, all with places in
 * `text`. Without a dialect the text's own signs decide; one that shows none is read as MySQL. A dialect that has a
 * reader is read by it; what that refuses is a note, and its tokens are read.
 */
export function readSql(
  text: string,
  dialect?: Dialect,
  options: TokenizerOptions = {},
  readers: StatementReaders = {},
): SqlDocument {
  const tokens = tokenize(text, dialect ?? guessDialect(text) ?? 'mysql', options)
  const reader = readers[tokens.dialect]
  const notes = [...tokens.notes]
  const statements = splitStatements(tokens).map((range) => {
    const reading = reader?.read(tokens, range)
    if (reading !== undefined) notes.push(...reading.notes)
    return readStatement(tokens, range, reading)
  })
  return { sargable: contractVersion, kind: 'sql', statements, notes }
}

/** One statement of a token list; spans are those of the whole text. `reading` is what a grammar says of it. */
export function readStatement(tokens: TokenList, range: StatementRange, reading?: StatementReading): Statement {
  const code = new SignificantTokens(tokens, range.from, range.to)
  const { kind, readOnly } = classifyStatement(tokens, range)
  const { tables, conditions, selectForm } = reading?.parts ?? readParts(tokens, range, code, kind)
  return {
    kind,
    span: range.span,
    text: tokens.text.slice(range.span.start, range.span.end),
    tables,
    conditions,
    placeholders: placeholdersOf(code),
    fingerprint: fingerprintOf(tokens, range),
    fingerprintVersion,
    readOnly: reading === undefined ? readOnly : stricter(readOnly, reading.readOnlyAtMost),
    ...(selectForm === undefined ? {} : { selectForm }),
  }
}

function stricter(a: ReadOnly, b: ReadOnly): ReadOnly {
  if (a === 'no' || b === 'no') return 'no'
  return a === 'unknown' || b === 'unknown' ? 'unknown' : 'yes'
}

/**
 * Tables, conditions and the SELECT that finds the rows of DML: of MySQL and MariaDB by their grammar. By tokens alone
 * those of PostgreSQL, and the tables of DDL and of statements that are not well formed.
 */
function readParts(
  tokens: TokenList,
  range: StatementRange,
  code: SignificantTokens,
  kind: Statement['kind'],
): Pick<Statement, 'tables' | 'conditions' | 'selectForm'> {
  if (kind === 'other') return { tables: tableReferences(code), conditions: [] }
  if (code.dialect === 'postgres') {
    const tables = tableReferences(code)
    return { tables, conditions: topConditions(code, tables) }
  }
  const tree = parseStatement(tokens, range)
  const tables = tree.error === undefined ? tablesOfTree(tree) : tableReferences(code)
  const selectForm = kind === 'select' ? undefined : selectFormOf(tree, { dialect: code.dialect })
  return { tables, conditions: conditionsOfTree(tree), selectForm }
}

function placeholdersOf(code: SignificantTokens): Statement['placeholders'] {
  const found: Statement['placeholders'][number][] = []
  for (let at = 0; at < code.length; at++) {
    if (code.kind(at) !== TokenKind.placeholder) continue
    found.push({ text: code.text(at), span: { start: code.start(at), end: code.end(at) } })
  }
  return found
}
