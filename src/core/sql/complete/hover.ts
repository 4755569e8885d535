import { blockAt, queryBlocks } from '../../analysis/sql-places/query-blocks'
import type { TextSpan } from '../../text-span'
import { isReserved } from '../keywords'
import type { SqlCondition } from '../model'
import { unquoteName } from '../names'
import { readStatement } from '../read'
import { SignificantTokens } from '../significant-tokens'
import { splitStatements } from '../statements'
import { tokenize } from '../tokenizer'
import { TokenKind, type TokenList } from '../tokens'
import { type CaretInCode, caretIn } from './caret'
import { functionWords, isOfDialect } from './function-words'
import { hintWords } from './hint-words'
import { conditionHover } from './hover-condition'
import type { Hover, HoverRequest } from './hover-model'
import { columnHover, indexText, tableHover } from './hover-schema'
import { aboutKeyword } from './keyword-words'
import { sourcesInSight } from './propose-names'
import type { ScopeSource } from './scope-model'
import { type OfferedColumn, SourceColumns, same } from './source-columns'

/** What is known about the place `offset` of a text: the thing under it, by catalog and statement. Never throws. */
export function hoverAt(request: HoverRequest): Hover | undefined {
  const { text, offset, dialect } = request
  const tokens = tokenize(text, dialect)
  const at = tokenUnder(tokens, offset)
  if (at === undefined) return undefined
  const kind = tokens.kind(at)
  if (kind === TokenKind.hint) return hintHover(tokens, at, offset)
  if (kind === TokenKind.word || kind === TokenKind.quotedName) return nameHover(tokens, at, request)
  const isValue =
    kind === TokenKind.string ||
    kind === TokenKind.number ||
    kind === TokenKind.placeholder ||
    kind === TokenKind.operator
  return isValue ? conditionAround(request, tokens.span(at)) : undefined
}

function tokenUnder(tokens: TokenList, offset: number): number | undefined {
  for (let i = 0; i < tokens.count; i++)
    if (tokens.start(i) <= offset && offset < tokens.end(i)) return tokens.kind(i) === TokenKind.blank ? undefined : i
  return undefined
}

function hintHover(tokens: TokenList, at: number, offset: number): Hover | undefined {
  const base = tokens.start(at)
  for (const match of tokens.textOf(at).matchAll(/[A-Z_]+(?=\s*\()/gi)) {
    const span = { start: base + match.index, end: base + match.index + match[0].length }
    if (offset < span.start || offset >= span.end) continue
    const hint = hintWords.find(({ name }) => name === match[0].toUpperCase())
    return hint && { span, kind: 'hint', title: hint.form, about: hint.about, facts: [], lines: [] }
  }
  return undefined
}

function nameHover(tokens: TokenList, at: number, request: HoverRequest): Hover | undefined {
  const { text, dialect } = request
  const span = tokens.span(at)
  const caret = caretIn(text, span.end, dialect)
  // Behind a closed quoted name nothing is being typed: its inside is asked for.
  const inside =
    caret.kind === 'code' && caret.replace.start === span.start ? caret : caretIn(text, span.end - 1, dialect)
  if (inside.kind !== 'code') return undefined
  const called = callHover(tokens, at, request)
  if (called !== undefined) return called
  return (
    schemaHover(inside, unquoteName(tokens.textOf(at)), isDot(tokens, at + 1), span, request) ??
    wordHover(tokens, at, request)
  )
}

function isDot(tokens: TokenList, at: number): boolean {
  return tokens.kind(at) === TokenKind.dot
}

/** Tables, aliases, columns, indexes. */
function schemaHover(
  caret: CaretInCode,
  name: string,
  isQualifier: boolean,
  span: TextSpan,
  request: HoverRequest,
): Hover | undefined {
  const columns = new SourceColumns(caret.code, request.catalog, request.database)
  const { place, qualifier } = caret
  const sighted = sourcesInSight(place.block)
  if (place.clause === 'index-hint') {
    const table = place.source && columns.tableOf(place.source)
    const index = table?.indexes.find((one) => same(one.name, name))
    return (
      index && {
        span,
        kind: 'index',
        title: index.name,
        about: `Index of ${table?.name ?? ''}.`,
        facts: [],
        lines: [{ name: index.name, text: indexText(index), look: 'plain' }],
      }
    )
  }
  if (place.expectsTable && !isQualifier) {
    const table = columns.tableOf({ schema: qualifier[qualifier.length - 1], table: name })
    return table && tableHover(table, span, undefined)
  }
  // The alias itself in the FROM list, or before a dot.
  const isAlias =
    (place.clause === 'from' || place.clause === 'alias') && !isReserved(name.toUpperCase(), request.dialect)
  const own =
    isAlias && place.source !== undefined ? place.source : sighted.find(({ source }) => same(source.name, name))?.source
  if (own !== undefined && (isQualifier || isAlias)) {
    const table = columns.tableOf(own)
    return table && tableHover(table, span, same(name, table.name) ? undefined : name)
  }
  const table = qualifier[qualifier.length - 1]
  for (const { source, block } of sighted) {
    if (table !== undefined && !same(source.name, table)) continue
    const found = columns.of(source, block).find((column) => same(column.name, name))
    if (found?.column !== undefined && found.table !== undefined) return columnHover(found.column, found.table, span)
  }
  return undefined
}

function callHover(tokens: TokenList, at: number, { dialect }: HoverRequest): Hover | undefined {
  let next = at + 1
  while (tokens.kind(next) === TokenKind.blank) next++
  const name = tokens.textOf(at).toLowerCase()
  const isBare = /^(?:current_date|current_timestamp)$/.test(name)
  if (tokens.kind(next) !== TokenKind.openParen && !isBare) return undefined
  const word = functionWords.find((one) => one.name.toLowerCase() === name && isOfDialect(one, dialect))
  return (
    word && { span: tokens.span(at), kind: 'function', title: word.signature, about: word.about, facts: [], lines: [] }
  )
}

/** A keyword's line; inside a condition also what the condition can do. */
function wordHover(tokens: TokenList, at: number, request: HoverRequest): Hover | undefined {
  const span = tokens.span(at)
  const word = tokens.textOf(at).toUpperCase()
  const [before, after] = [neighbour(tokens, at, -1), neighbour(tokens, at, 1)]
  const forms = [`${before} ${word}`, `${word} ${after} ${neighbour(tokens, at, 2)}`, `${word} ${after}`, word]
  const title = forms.find((form) => aboutKeyword(form, request.dialect) !== undefined)
  const about = title === undefined ? undefined : aboutKeyword(title, request.dialect)
  const condition = conditionWords.has(word) ? conditionAround(request, span) : undefined
  if (condition !== undefined)
    return { ...condition, about: [about, condition.about].filter((one) => one !== undefined).join(' ') }
  return about === undefined ? undefined : { span, kind: 'keyword', title: title ?? word, about, facts: [], lines: [] }
}

const conditionWords: ReadonlySet<string> = new Set([
  'IN',
  'LIKE',
  'ILIKE',
  'BETWEEN',
  'IS',
  'NULL',
  'NOT',
  'REGEXP',
  'RLIKE',
  'OR',
])

function neighbour(tokens: TokenList, from: number, steps: number): string {
  const step = Math.sign(steps)
  let left = Math.abs(steps)
  let at = from
  while (left > 0) {
    at += step
    if (at < 0 || at >= tokens.count) return ''
    if (tokens.kind(at) !== TokenKind.blank) left--
  }
  return tokens.kind(at) === TokenKind.word ? tokens.textOf(at).toUpperCase() : ''
}

/** The smallest condition around a place. */
function conditionAround(request: HoverRequest, place: TextSpan): Hover | undefined {
  const { text, dialect, catalog, database } = request
  const tokens = tokenize(text, dialect)
  const range = splitStatements(tokens).find(({ span }) => span.start <= place.start && place.end <= span.end)
  if (range === undefined) return undefined
  const { conditions } = readStatement(tokens, range)
  const [condition] = conditions
    .filter(({ span }) => span.start <= place.start && place.end <= span.end)
    .sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))
  const caret = condition && caretIn(text, condition.span.start, dialect)
  if (condition === undefined || caret?.kind !== 'code') return undefined
  const columns = new SourceColumns(caret.code, catalog, database)
  const sight = sourcesInSight(caret.place.block).map(({ source, block }) => ({
    source,
    columns: columns.of(source, block),
  }))
  const column = columnOf(condition, sight)
  const blocks = queryBlocks(new SignificantTokens(tokens, range.from, range.to))
  const here = blockAt(blocks, condition.span)
  const beside = conditions.flatMap((other) => {
    if (other === condition || column === undefined || blockAt(blocks, other.span) !== here) return []
    const found = columnOf(other, sight)
    return found !== undefined && found.source === column.source
      ? [{ column: found.column.name, condition: other }]
      : []
  })
  return conditionHover({ condition, dialect, column, beside })
}

/** The one stored column that a condition tests; of a join the left one. */
function columnOf(
  condition: SqlCondition,
  sight: readonly { readonly source: ScopeSource; readonly columns: readonly OfferedColumn[] }[],
) {
  const [name] = condition.columns
  if (name === undefined || (condition.columns.length > 1 && condition.kind !== 'join')) return undefined
  const written = /^[\s(]*[`"]?([\w$]+)[`"]?\s*\./.exec(condition.text)?.[1]
  for (const { source, columns } of sight) {
    if (written !== undefined && condition.tables.some((table) => same(table, written)) && !same(source.name, written))
      continue
    const found = columns.find((one) => same(one.name, name))
    if (found?.column !== undefined && found.table !== undefined)
      return { column: found.column, table: found.table, source: source.name }
  }
  return undefined
}
