import type { Catalog, Column, Table } from '../../catalog/model'
import type { Dialect } from '../../engine'
import type { TextSpan } from '../../text-span'
import type { TypedValue } from '../edits/typed-value'
import { SignificantTokens } from '../significant-tokens'
import { splitStatements } from '../statements'
import { tokenize } from '../tokenizer'
import { TokenKind } from '../tokens'
import { type CaretInCode, caretIn } from './caret'
import { enumMembers } from './enum-members'
import { comparedColumn } from './operand-before'
import { sourcesInSight } from './propose-names'
import { SourceColumns, same } from './source-columns'

/** One value that a statement asks for; a name that stands in several places is asked for once. */
export interface PlaceholderField {
  /** `1`, `2` … by place for `?` and `%s`; else the name without its sign. */
  readonly key: string
  readonly positional: boolean
  /** As written: `?`, `:city`, `$1`, `%s`, `@p`. */
  readonly written: string
  readonly span: TextSpan
  /** What it is compared with, where that is one stored column. */
  readonly column?:
    | { readonly schema: string; readonly table: string; readonly name: string; readonly type: string }
    | undefined
  readonly kind: TypedValue['kind']
  /** Of ENUM columns. */
  readonly members: readonly string[]
}

/** Of more placeholders nobody types the values one by one; finding a column reads the statement. */
const mostDetailed = 60

/** The values that one statement of a text asks for, in the order of the text. */
export function placeholderFields(
  text: string,
  dialect: Dialect,
  catalog: Catalog,
  database?: string,
): readonly PlaceholderField[] {
  const tokens = tokenize(text, dialect)
  const [range] = splitStatements(tokens)
  if (range === undefined) return []
  const code = new SignificantTokens(tokens, range.from, range.to)
  const found = new Map<string, PlaceholderField>()
  let position = 0
  for (let at = 0; at < code.length; at++) {
    if (!isPlaceholder(code, at)) continue
    const written = code.text(at)
    const isPositional = written === '?' || written === '%s'
    const key = isPositional ? String(++position) : written.replace(/^[:$@]|^%\(|\)s$/g, '')
    if (found.has(key)) continue
    const span = { start: code.start(at), end: code.end(at) }
    found.set(key, {
      key,
      positional: isPositional,
      written,
      span,
      ...(found.size < mostDetailed
        ? factsOf(text, span, dialect, catalog, database, code, at)
        : { kind: 'text' as const, members: [] }),
    })
  }
  return [...found.values()]
}

/** A placeholder, or a user variable that the statement only reads. */
function isPlaceholder(code: SignificantTokens, at: number): boolean {
  if (code.kind(at) === TokenKind.placeholder) return true
  if (code.kind(at) !== TokenKind.userVariable || code.isOperator(at + 1, ':=')) return false
  const name = code.text(at)
  for (let other = 0; other < code.length; other++)
    if (code.text(other) === name && (code.isOperator(other + 1, ':=') || code.word(other - 1) === 'INTO')) return false
  return code.word(0) !== 'SET' && code.word(0) !== 'CALL'
}

type Facts = Pick<PlaceholderField, 'column' | 'kind' | 'members'>

function factsOf(
  text: string,
  span: TextSpan,
  dialect: Dialect,
  catalog: Catalog,
  database: string | undefined,
  code: SignificantTokens,
  at: number,
): Facts {
  const before = code.word(at - 1)
  if (before === 'LIMIT' || before === 'OFFSET') return { kind: 'number', members: [] }
  const caret = caretIn(text, span.start, dialect)
  if (caret.kind !== 'code') return { kind: 'text', members: [] }
  const columns = new SourceColumns(caret.code, catalog, database)
  const found = insertedColumn(caret, columns) ?? comparedOf(caret, columns)
  if (found === undefined) return { kind: 'text', members: [] }
  const { table, column } = found
  return {
    column: { schema: table.schema, table: table.name, name: column.name, type: column.type },
    kind: kindOfType(column.type),
    members: enumMembers(column.type),
  }
}

interface Known {
  readonly table: Table
  readonly column: Column
}

function comparedOf(caret: CaretInCode, columns: SourceColumns): Known | undefined {
  const compared = comparedColumn(caret)
  if (compared === undefined) return undefined
  for (const { source, block } of sourcesInSight(caret.place.block)) {
    if (compared.table !== undefined && !same(source.name, compared.table)) continue
    const found = columns.of(source, block).find((one) => same(one.name, compared.name))
    if (found?.column !== undefined && found.table !== undefined) return { table: found.table, column: found.column }
  }
  return undefined
}

/** `INSERT INTO t (a, b) VALUES (?, ?)` */
function insertedColumn({ place, code, at }: CaretInCode, columns: SourceColumns): Known | undefined {
  const [target] = place.block.sources
  if (place.clause !== 'values' || target === undefined) return undefined
  let open = at - 1
  let index = 0
  for (; open >= 0 && code.kind(open) !== TokenKind.openParen; open--) if (code.kind(open) === TokenKind.comma) index++
  const table = columns.tableOf(target)
  const listOpen = [...Array(code.length).keys()].find((one) => code.kind(one) === TokenKind.openParen) ?? -1
  const isListed = listOpen !== -1 && listOpen < open && code.word(code.closing(listOpen) + 1).startsWith('VALUE')
  const name = isListed ? code.text(listOpen + 1 + index * 2).replace(/^[`"]|[`"]$/g, '') : table?.columns[index]?.name
  const column = table?.columns.find((one) => name !== undefined && same(one.name, name))
  return table === undefined || column === undefined ? undefined : { table, column }
}

/** The kind of literal that a column of this type is compared with. */
export function kindOfType(type: string): TypedValue['kind'] {
  const name = type.trim().toLowerCase()
  if (/^(?:bool|tinyint\(1\))/.test(name)) return name.startsWith('bool') ? 'boolean' : 'number'
  if (
    /^(?:tiny|small|medium|big)?int|^(?:integer|serial|bigserial|decimal|numeric|float|double|real|year|bit|money|oid)/.test(
      name,
    )
  )
    return 'number'
  if (/^(?:datetime|timestamp)/.test(name)) return 'datetime'
  if (/^date\b/.test(name)) return 'date'
  if (/^time\b/.test(name)) return 'time'
  if (/^(?:var)?binary|blob$|^bytea/.test(name)) return 'binary'
  return 'text'
}
