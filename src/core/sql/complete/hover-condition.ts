import type { Column, Index, Table } from '../../catalog/model'
import type { Dialect } from '../../engine'
import { expressionKey } from '../../keyparts/expression'
import { readExpression } from '../../keyparts/expression-reader'
import type { SqlCondition } from '../model'
import type { Hover, HoverLine } from './hover-model'
import { indexText } from './hover-schema'
import { same } from './source-columns'

/** A condition with what is known of its column. */
export interface KnownCondition {
  readonly condition: SqlCondition
  readonly dialect: Dialect
  /** The one column that it tests, where it is one. */
  readonly column?: { readonly column: Column; readonly table: Table } | undefined
  /** All conditions on the same table that must hold too. */
  readonly beside: readonly { readonly column: string; readonly condition: SqlCondition }[]
}

const kindWords: Readonly<Record<SqlCondition['kind'], string>> = {
  equality: 'Equality',
  range: 'Range',
  'in-list': 'List of values',
  like: 'Text pattern',
  'null-test': 'NULL test',
  join: 'Join of two tables',
  'function-on-column': 'Expression on a column',
  other: 'Condition',
}

/** What kind a condition is, whether an index can be searched by it, and why not. */
export function conditionHover(known: KnownCondition): Hover {
  const { condition, column } = known
  const obstacle = obstacleOf(known)
  const lines = column === undefined ? [] : indexLines(known, column, obstacle)
  return {
    span: condition.span,
    kind: 'condition',
    title: isNegated(condition) ? `${kindWords[condition.kind]}, excluding` : kindWords[condition.kind],
    about: obstacle ?? verdict(known, lines),
    facts: [],
    lines,
  }
}

function verdict({ column, condition }: KnownCondition, lines: readonly HoverLine[]): string | undefined {
  if (column === undefined)
    return condition.kind === 'other'
      ? 'It tests more than one column: an index can serve it only part by part.'
      : undefined
  if (lines.some(({ look }) => look === 'good')) return 'An index can be searched by it.'
  if (lines.length === 0) return `\`${column.table.name}\` has no index with \`${column.column.name}\`.`
  return 'No index can be searched by it as the statement is.'
}

function obstacleOf({ condition, column, dialect }: KnownCondition): string | undefined {
  const { kind, operator, text, fixedPrefix } = condition
  if (kind === 'function-on-column') {
    const index = column && functionalIndex(column.table, condition, dialect)
    return index === undefined
      ? 'It puts an expression around the column; an index holds the bare values, so none can be searched by it.'
      : `\`${index.name}\` holds this expression, so it can be searched by it.`
  }
  if (kind === 'like' && !isNegated(condition) && /^LIKE$/i.test(operator) && fixedPrefix === '')
    return 'The pattern begins with a wildcard: there is no fixed beginning to search for.'
  if (kind === 'like' && !/LIKE$/i.test(operator))
    return 'A regular expression is checked on every row; no index is searched by it.'
  if (isNegated(condition) && kind !== 'null-test')
    return 'It excludes values instead of naming them: nearly everything else would have to be read.'
  if (dialect !== 'postgres' && column !== undefined && isText(column.column) && comparesNumber(text))
    return `It compares \`${column.column.type}\` with a number: every value would have to be converted first. Write the number in quotes.`
  if (kind === 'other' && /^OR$/i.test(operator))
    return 'An OR: each side needs an index of its own, or the whole table is read.'
  return undefined
}

function functionalIndex(table: Table, { text }: SqlCondition, dialect: Dialect): Index | undefined {
  const family = dialect === 'postgres' ? 'postgres' : 'mysql'
  const read = readExpression(text, family)
  if (read.kind !== 'comparison') return undefined
  const keys = [expressionKey(read.left), expressionKey(read.right)]
  return table.indexes.find(({ parts: [first] }) => {
    const { expression } = first ?? {}
    return expression !== undefined && keys.includes(expressionKey(readExpression(expression, family)))
  })
}

function indexLines(
  known: KnownCondition,
  { column, table }: { readonly column: Column; readonly table: Table },
  obstacle: string | undefined,
): readonly HoverLine[] {
  return table.indexes.flatMap((index): HoverLine[] => {
    const at = index.parts.findIndex((part) => part.column !== undefined && same(part.column, column.name))
    if (at === -1) return []
    const name = index.name
    const parts = indexText(index)
    if (obstacle !== undefined) return [{ name, text: parts, look: 'bad' }]
    if (!isOrdered(index))
      return [{ name, text: `${parts}: a ${index.method ?? ''} index, searched in other ways`, look: 'plain' }]
    const missing = index.parts.slice(0, at).find((part) => !isEqual(part.column, known.beside))
    if (at === 0) return [{ name, text: `${parts}: part 1, searched by it`, look: 'good' }]
    if (missing === undefined)
      return [{ name, text: `${parts}: part ${at + 1}, behind equalities on the parts before`, look: 'good' }]
    const before = missing.column ?? `(${missing.expression ?? ''})`
    return [{ name, text: `${parts}: part ${at + 1}, but no equality on \`${before}\` before it`, look: 'bad' }]
  })
}

function isEqual(column: string | undefined, beside: KnownCondition['beside']): boolean {
  return (
    column !== undefined &&
    beside.some(
      ({ column: other, condition: { kind } }) =>
        same(other, column) && (kind === 'equality' || kind === 'in-list' || kind === 'join'),
    )
  )
}

function isOrdered({ method }: Index): boolean {
  return method === undefined || method === 'btree'
}

function isNegated({ operator }: SqlCondition): boolean {
  return /^(?:<>|!=)$|\bNOT\b/i.test(operator)
}

function isText({ type }: Column): boolean {
  return /^(?:var)?char\b|text$|^enum|^set/i.test(type)
}

/** `code = 77`; a value in quotes and an expression are not meant. */
function comparesNumber(text: string): boolean {
  return /(?:=|<|>)\s*-?\d+(?:\.\d+)?$|^-?\d+(?:\.\d+)?\s*(?:=|<|>)|\bIN\s*\(\s*-?\d|\bBETWEEN\s+-?\d/i.test(
    text.trim(),
  )
}
