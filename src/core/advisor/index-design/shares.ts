import type { Table } from '../../catalog/model'
import type { AccessContext } from '../../keyparts/access-context'
import type { Bound } from '../../keyparts/bounds'
import { columnTypeOf } from '../../keyparts/column-type'
import { resolvedParts } from '../../keyparts/index-parts'
import { findTable } from '../../keyparts/plan-accesses'
import type { Predicate } from '../../keyparts/predicate'
import { mysqlSeek } from '../../keyparts/seek'
import type { ColumnStatistics } from '../facts'
import type { DemandSources } from './demand'
import type { ColumnDemand } from './model'
import { tracedShare } from './traced-share'

type Share = Pick<ColumnDemand, 'share' | 'shareFrom'>
type Bounded = Extract<Bound, { kind: 'bound' }>

/** Where nothing is known: a range is taken for a third of the rows, as optimizers without statistics take it. */
const assumedShare = { like: 0.1, between: 0.2, range: 1 / 3 } as const
/** One value among those of a column: kinds and flags are kept in small types, keys and names in large ones. */
const assumedValue = { small: 0.1, medium: 0.05, large: 0.02 } as const

const notNullShare = 0.95

/**
 * The part of the rows that conditions on one column let through, from the best source that there is.
 * @param joinedTo the table whose column it is compared with: then it is the share of an average value
 */
export function shareOf(
  column: string,
  bound: Bounded,
  context: AccessContext,
  { planned, statistics, trace }: DemandSources,
  joinedTo?: string,
): Share {
  const { table } = context
  const rows = Math.max(1, table.rows ?? 1)
  const counted = joinedTo === undefined ? countedShare(column, bound, table, statistics) : undefined
  if (counted !== undefined) return { share: within(counted, rows), shareFrom: 'statistics' }
  const traced = joinedTo === undefined ? tracedShare(column, planned, trace) : undefined
  if (traced !== undefined) return { share: within(traced, rows), shareFrom: 'plan' }
  if (bound.role !== 'range') {
    const values = bound.role === 'in-list' ? listOf(bound).length : 1
    const distinct = distinctOf(column, table, statistics)
    if (distinct !== undefined) {
      return {
        share: within(values / Math.max(1, distinct), rows),
        shareFrom: distinct >= rows ? 'unique' : 'cardinality',
      }
    }
    const kinds = closedDomain(column, table)
    if (kinds !== undefined) return { share: within(values / kinds, rows), shareFrom: 'type' }
    const parents = joinedTo === undefined ? undefined : rowsReferredTo(column, bound, context)
    if (parents !== undefined) return { share: within(1 / parents, rows), shareFrom: 'foreign-key' }
  }
  const read = planShare(column, planned, joinedTo)
  if (read !== undefined) return { share: read, shareFrom: 'plan' }
  // Columns that are joined have about as many values as the smaller table has rows.
  if (joinedTo !== undefined) return { share: within(1 / rowsOf(joinedTo, context), rows), shareFrom: 'assumed' }
  // A column that may be NULL seldom is.
  if (bound.predicates.every(({ kind, negated }) => kind === 'null-test' && negated)) {
    return { share: notNullShare, shareFrom: 'assumed' }
  }
  return { share: thumb(bound, column, table), shareFrom: 'assumed' }
}

function thumb(bound: Bounded, column: string, table: Table): number {
  const { role, predicates, low, high } = bound
  if (role !== 'range') return Math.min(0.5, oneOf(column, table) * (role === 'in-list' ? listOf(bound).length : 1))
  if (predicates.some(({ kind }) => kind === 'like')) return assumedShare.like
  return low !== undefined && high !== undefined ? assumedShare.between : assumedShare.range
}

function within(share: number, rows: number): number {
  return Math.min(1, Math.max(share, 1 / rows))
}

/** The values of an IN list, unquoted. */
function listOf({ predicates, comparedWith }: Bounded): readonly string[] {
  const [list] = predicates
  const inside = /\(([\s\S]*)\)/.exec(list?.comparedWith ?? comparedWith)?.[1] ?? comparedWith
  return (inside.match(/'(?:[^']|'')*'|[^,]+/g) ?? ['']).map((item) => item.trim().replace(/^'([\s\S]*)'$/, '$1'))
}

/** What the statistics say of exactly these values. */
function countedShare(
  column: string,
  bound: Bounded,
  table: Table,
  statistics: ColumnStatistics | undefined,
): number | undefined {
  if (!statistics) return undefined
  const { role, predicates } = bound
  if (role === 'in-list') {
    const found = listOf(bound).map((value) => statistics.shareOf(table, column, value))
    return found.every((share) => share !== undefined)
      ? found.reduce<number>((sum, share) => sum + (share ?? 0), 0)
      : undefined
  }
  const [first] = predicates
  if (role === 'equality')
    return first && isValue(first.literal) ? statistics.shareOf(table, column, first.literal.value) : undefined
  const like = predicates.find(({ kind, fixedPrefix }) => kind === 'like' && fixedPrefix)
  if (like?.fixedPrefix) return likeShare(column, like.fixedPrefix, table, statistics)
  let from: string | undefined
  let to: string | undefined
  for (const { literal, upperLiteral, low, high, references } of predicates) {
    if (references.length > 0) return undefined
    if (upperLiteral !== undefined) {
      if (!isValue(literal) || !isValue(upperLiteral)) return undefined
      from = literal.value
      to = upperLiteral.value
    } else if (!isValue(literal)) return undefined
    else if (low !== undefined) from = literal.value
    else if (high !== undefined) to = literal.value
  }
  return from === undefined && to === undefined ? undefined : statistics.shareBetween(table, column, from, to)
}

/** Of the values that begin so; at the worst those with the commonest beginning. */
function likeShare(column: string, beginning: string, table: Table, statistics: ColumnStatistics): number | undefined {
  const between = statistics.shareBetween(table, column, beginning, `${beginning}\u{ffff}`)
  if (between !== undefined && between > 0) return between
  const beginnings = statistics.distinct(table, column, beginning.length)
  return beginnings === undefined ? undefined : 1 / Math.max(1, beginnings)
}

function isValue(literal: Predicate['literal']): literal is NonNullable<Predicate['literal']> {
  return literal !== undefined && literal.type !== 'placeholder' && literal.type !== 'null'
}

/** Distinct values: counted ones, else of an index that begins with the whole column, or has it alone and unique. */
function distinctOf(column: string, table: Table, statistics: ColumnStatistics | undefined): number | undefined {
  const counted = statistics?.distinct(table, column)
  if (counted !== undefined) return counted
  for (const { parts, unique } of table.indexes) {
    const [first] = parts
    if (first?.column?.toLowerCase() !== column.toLowerCase() || first.prefixChars !== undefined) continue
    if (unique && parts.length === 1) return table.rows
    if (first.cardinality !== undefined && first.cardinality > 0) return first.cardinality
  }
  return undefined
}

function oneOf(column: string, table: Table): number {
  const text = table.columns.find(({ name }) => name === column)?.type ?? ''
  const { name, numbers } = columnTypeOf(text)
  if (/^(?:tinyint|bool|boolean|bit|year|enum|set)$/.test(name)) return assumedValue.small
  const length = numbers[0] ?? (name === 'char' || name === 'character' ? 1 : undefined)
  if (!/char/.test(name) || length === undefined) return name === 'smallint' ? assumedValue.medium : assumedValue.large
  return length <= 3 ? assumedValue.small : length <= 20 ? assumedValue.medium : assumedValue.large
}

/** How many values a type has that lists them. */
function closedDomain(column: string, table: Table): number | undefined {
  const type = table.columns.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.type.toLowerCase() ?? ''
  if (type === 'boolean' || type === 'tinyint(1)') return 2
  return type.startsWith('enum(') ? type.split("','").length : undefined
}

/** A column that is joined by the whole key of another table has about as many values as that has rows. */
function rowsReferredTo(column: string, { predicates }: Bounded, context: AccessContext): number | undefined {
  const rows = context.table.rows ?? 1
  for (const { references } of predicates) {
    for (const reference of references) {
      const alias = context.aliasOf(reference)
      const named = context.scope?.tables.find((one) => (one.alias ?? one.name).toLowerCase() === alias)
      const other = named && findTable(context.catalog, named.name, named.schema)
      if (!other?.rows) continue
      const name = reference.name.toLowerCase()
      const isKey = other.indexes.some(
        ({ unique, parts }) => unique && parts.length === 1 && parts[0]?.column?.toLowerCase() === name,
      )
      if (isKey) return Math.max(1, Math.min(rows, other.rows))
    }
  }
  const declared = context.table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column)
  const parent = declared && findTable(context.catalog, declared.toTable, undefined)
  return parent?.rows === undefined ? undefined : Math.max(1, Math.min(rows, parent.rows))
}

function rowsOf(alias: string, { scope, catalog }: AccessContext): number {
  const named = scope?.tables.find((one) => (one.alias ?? one.name).toLowerCase() === alias)
  return Math.max(1, (named && findTable(catalog, named.name, named.schema)?.rows) ?? 1)
}

/** The plan reads an index by this column alone: then its rows are the share. */
function planShare(column: string, planned: AccessContext, joinedTo: string | undefined): number | undefined {
  const { access, table, node, family } = planned
  const examined = node.estimate.rowsExaminedPerLoop ?? node.estimate.rowsPerLoop
  const read = access.indexes[0]
  const index = table.indexes.find(({ name }) => name === read?.name)
  if (family !== 'mysql' || access.indexes.length !== 1 || !index || examined === undefined || !table.rows)
    return undefined
  const seeks = mysqlSeek(resolvedParts(table, index, family), planned, index.name)
  const narrowing = seeks.filter(({ narrows }) => narrows === 'seek')
  const [only] = narrowing
  if (narrowing.length !== 1 || only?.part.columnName?.toLowerCase() !== column.toLowerCase()) return undefined
  if (!['lookup', 'unique-lookup', 'range', 'constant'].includes(access.method)) return undefined
  const isJoined =
    only.bound.kind === 'bound' &&
    only.bound.predicates.some(({ references }) => references.some((one) => !planned.owns(one)))
  if (isJoined !== (joinedTo !== undefined)) return undefined
  return within(examined / table.rows, table.rows)
}
