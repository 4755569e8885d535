import type { Index, Table } from '../../catalog/model'
import type { Condition, ConditionNode, QueryBlock, Source } from '../../sql/meaning/model'
import type { Fraction } from '../../units'
import type { ColumnStatistics } from '../facts'
import type { Rewritable, storedSources } from './rewritable'

/** One arm of an OR as an index could serve it. */
export interface SearchedArm {
  readonly arm: ConditionNode
  readonly source: Source
  readonly table: Table
  /** What of it an index can be searched by: equalities first, then at most one range. */
  readonly columns: readonly ArmColumn[]
  /** An index that begins with one of the columns; undefined when one would have to be added. */
  readonly index: Index | undefined
  /** Part of the table's rows that meet it. */
  readonly share: Fraction
  /** The share is a rule of thumb. */
  readonly assumed: boolean
}

export interface ArmColumn {
  readonly column: string
  readonly role: 'equality' | 'range'
  readonly share: Fraction
  /** The share is a rule of thumb. */
  readonly assumed: boolean
}

const assumed = { equality: 0.1, range: 1 / 3, like: 0.1 } as const

/**
 * The arm with the table by which it is found best; undefined where no index could serve it.
 * @param stored the block's stored tables
 */
export function searchedArm(
  of: Rewritable,
  arm: ConditionNode,
  stored: ReturnType<typeof storedSources>,
  statistics?: ColumnStatistics,
): SearchedArm | undefined {
  const leaves = arm.type === 'and' ? arm.parts : [arm]
  const conditions = leaves.filter((node): node is Condition => node.type === 'condition')
  const found = stored.flatMap(({ source, table }): readonly SearchedArm[] => {
    const asked = conditions.flatMap((one) => columnOf(of, one, source, table, statistics))
    const equal = asked.filter(({ role }) => role === 'equality')
    const ranges = asked.filter(({ role }) => role === 'range').sort((one, other) => one.share - other.share)
    const columns = [...equal, ...ranges.slice(0, 1)]
    if (columns.length === 0) return []
    const index = table.indexes.find((one) => columns.some(({ column }) => isLedBy(one, column)))
    const serving = index === undefined ? columns : columns.filter(({ column }) => isLedBy(index, column))
    const share = serving.reduce((left, one) => left * one.share, 1)
    return [{ arm, source, table, columns, index, share, assumed: serving.some((one) => one.assumed) }]
  })
  const best = (one: SearchedArm) => one.share + (one.index === undefined ? 1 : 0)
  return found.sort((one, other) => best(one) - best(other))[0]
}

/** A visible index that is searched by a column first. */
export function isLedBy({ parts, visible, where, method }: Index, column: string): boolean {
  const [first] = parts
  return (
    visible &&
    where === undefined &&
    (method ?? 'btree').toLowerCase() === 'btree' &&
    first?.column?.toLowerCase() === column.toLowerCase()
  )
}

const ranges: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', 'BETWEEN'])

function columnOf(
  { block, dialect, sql }: Rewritable,
  condition: Condition,
  source: Source,
  table: Table,
  statistics: ColumnStatistics | undefined,
): readonly ArmColumn[] {
  const { left, right, operator, negated, implicitCast } = condition
  const name = ownColumn(block, condition, source)
  if (name === undefined || negated || implicitCast?.side === 'left') return []
  const values = right.flatMap((side) => (side.form === 'row' ? side.items : [side]))
  if (values.length === 0 || values.some(({ constness }) => !isConstant(constness))) return []
  // A text compared with a number is turned into one, value by value.
  const isText = /char|text|enum|set/i.test(left.type ?? '')
  if (isText && values.some(({ type }) => /^(?:integer|decimal|double)$/.test(type ?? ''))) return []
  const column = table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (column === undefined || /text|blob|json|geometry/i.test(column.type)) {
    if (dialect !== 'postgres' || column === undefined || !/^text$/i.test(column.type)) return []
  }
  if (operator === '=' || operator === '<=>' || operator === 'IN') {
    const one = equalShare(table, name, statistics, values.length === 1 ? literal(sql, values[0]?.span) : undefined)
    const share = Math.min(1, (one ?? assumed.equality) * values.length)
    return [{ column: name, role: 'equality', share, assumed: one === undefined }]
  }
  if (ranges.has(operator)) {
    const texts = values.map(({ span }) => literal(sql, span))
    const [from, to] = operator === 'BETWEEN' ? texts : operator.startsWith('>') ? [texts[0]] : [undefined, texts[0]]
    const counted = statistics?.shareBetween(table, name, from, to)
    return [{ column: name, role: 'range', share: counted ?? assumed.range, assumed: counted === undefined }]
  }
  // PostgreSQL's usual indexes are not searched by LIKE.
  const isPrefix = operator === 'LIKE' && (condition.fixedPrefix ?? '') !== '' && dialect !== 'postgres'
  return isPrefix ? [{ column: name, role: 'range', share: assumed.like, assumed: true }] : []
}

function ownColumn(block: QueryBlock, { left }: Condition, source: Source): string | undefined {
  const [reference, second] = left.columns
  const [target, other] = reference?.targets ?? []
  if (left.form !== 'column' || second !== undefined || other !== undefined || target === undefined) return undefined
  return target.block === block.block && target.source === source.source ? target.column : undefined
}

function isConstant(constness: string): boolean {
  return constness === 'literal' || constness === 'constant-expression' || constness === 'parameter'
}

function literal(sql: string, span: { readonly start: number; readonly end: number } | undefined): string | undefined {
  if (span === undefined) return undefined
  const text = sql.slice(span.start, span.end)
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text
  return /^'[^'\\]*'$/.test(text) ? text.slice(1, -1) : undefined
}

/** One value's part of the rows: counted, else by the distinct values of an index that begins with it, else undefined. */
function equalShare(
  table: Table,
  column: string,
  statistics: ColumnStatistics | undefined,
  value: string | undefined,
): Fraction | undefined {
  const rows = Math.max(1, table.rows ?? 1)
  const known = value === undefined ? undefined : statistics?.shareOf(table, column, value)
  if (known !== undefined) return known
  if (table.primaryKey?.length === 1 && table.primaryKey[0]?.toLowerCase() === column.toLowerCase()) return 1 / rows
  const distinct = statistics?.distinct(table, column)
  if (distinct !== undefined) return 1 / Math.max(1, distinct)
  for (const index of table.indexes) {
    if (!isLedBy(index, column)) continue
    if (index.unique && index.parts.length === 1) return 1 / rows
    const cardinality = index.parts[0]?.cardinality
    if (cardinality !== undefined && cardinality > 0) return 1 / cardinality
  }
  return undefined
}
