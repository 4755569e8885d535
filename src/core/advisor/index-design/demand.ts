import type { Column, Index } from '../../catalog/model'
import type { AccessContext } from '../../keyparts/access-context'
import { type Bound, boundOf } from '../../keyparts/bounds'
import { columnTypeOf } from '../../keyparts/column-type'
import { resolvedParts } from '../../keyparts/index-parts'
import type { OrderItem } from '../../keyparts/statement-scope'
import type { ColumnStatistics } from '../facts'
import type { ColumnDemand, OrderDemand, TableDemand } from './model'
import { shareOf } from './shares'

type Bounded = Extract<Bound, { kind: 'bound' }>

/** Types that a B-tree of MySQL takes only by a prefix, or not at all. */
const long = /^(?:tiny|medium|long)?(?:text|blob)$/
const unsearchable = /^(?:json|geometry|point|linestring|polygon|multi\w+|geomcollection|tsvector|xml)$/
/** Nobody wants more of a long text in an index. */
const longestPrefix = 100

/**
 * What a statement demands of the table that an access reads. Every column is judged by the key-part engine, as if an
 * index began with it, so that what the server cannot search by is no demand.
 * @param limit rows that the block's LIMIT lets through, offset included
 */
export function demandOf(
  context: AccessContext,
  limit: number | undefined,
  statistics?: ColumnStatistics,
): TableDemand {
  const { table, scope } = context
  const ordered = orderOf(context)
  return {
    context,
    table,
    columns: mentioned(context).flatMap((column) => columnDemands(column, context, statistics)),
    order: ordered ?? [],
    orderIs: ordered === undefined ? undefined : scope?.orderBy.length ? 'ORDER BY' : 'GROUP BY',
    limit,
    needs: context.usedColumns,
  }
}

/** Columns of the table that stand in conditions, each once, in the order of the statement. */
function mentioned({ table, sqlPredicates, planPredicates, owns }: AccessContext): readonly Column[] {
  const names = new Set(
    [...sqlPredicates, ...planPredicates].flatMap(({ columns }) =>
      columns.filter(owns).map(({ name }) => name.toLowerCase()),
    ),
  )
  return [...names].flatMap((name) => table.columns.find((column) => column.name.toLowerCase() === name) ?? [])
}

/** The column as a whole, and as the prefix by which a LIKE becomes one value. */
function columnDemands(
  column: Column,
  context: AccessContext,
  statistics: ColumnStatistics | undefined,
): readonly ColumnDemand[] {
  const type = columnTypeOf(column.type).name
  if (unsearchable.test(type)) return []
  const found: ColumnDemand[] = []
  const add = (prefixChars: number | undefined, bound: Bounded) => {
    const role = bound.fillsPrefix ? 'equality' : bound.role
    found.push({
      column: column.name,
      ...(prefixChars !== undefined && { prefixChars }),
      role,
      comparedWith: bound.comparedWith,
      ...shareOf(column.name, bound, context, statistics),
    })
  }
  const whole = long.test(type) && context.family === 'mysql' ? undefined : boundAs(column, undefined, context)
  if (whole) add(undefined, whole)
  const prefix = context.family === 'mysql' ? prefixFor(column, whole, context) : undefined
  const short = prefix === undefined ? undefined : boundAs(column, prefix, context)
  if (short && (!whole || short.fillsPrefix)) add(prefix, short)
  return found
}

/** The bound of the first part of an index that there is not. */
function boundAs(column: Column, prefixChars: number | undefined, context: AccessContext): Bounded | undefined {
  const index: Index = {
    name: 'demand',
    unique: false,
    visible: true,
    parts: [{ column: column.name, descending: false, ...(prefixChars !== undefined && { prefixChars }) }],
  }
  const [part] = resolvedParts(context.table, index, context.family)
  const bound = part && boundOf(part, context, index.name)
  return bound?.kind === 'bound' ? bound : undefined
}

/**
 * How many characters an index should hold: those of an index that is there when the literal fills them, so that old
 * and new can be compared; else those before the first wildcard. Long texts without LIKE get a fixed number.
 */
function prefixFor(column: Column, whole: Bounded | undefined, context: AccessContext): number | undefined {
  const bound = whole ?? boundAs(column, longestPrefix, context)
  const literals = (bound?.predicates ?? []).flatMap(({ kind, fixedPrefix }) =>
    kind === 'like' && fixedPrefix ? [fixedPrefix.length] : [],
  )
  if (literals.length === 0) return whole || !bound ? undefined : longestPrefix
  const shortest = Math.min(...literals)
  const used = context.table.indexes
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.column === column.name && part.prefixChars !== undefined ? [part.prefixChars] : []))
    .filter((chars) => chars <= shortest)
  const chars = used.length > 0 ? Math.max(...used) : Math.min(shortest, longestPrefix)
  const length = columnTypeOf(column.type).numbers[0]
  // A prefix as long as the column is the column.
  return length !== undefined && chars >= length ? undefined : chars
}

/** ORDER BY, else GROUP BY, when all of it are plain columns of this table and it is read first. */
function orderOf({ scope, owns, table }: AccessContext): readonly OrderDemand[] | undefined {
  const items = scope?.orderBy.length ? scope.orderBy : (scope?.groupBy ?? [])
  if (items.length === 0) return undefined
  const found = items.flatMap(({ column, descending }: OrderItem): readonly OrderDemand[] => {
    if (column === undefined || !owns(column)) return []
    const own = table.columns.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())
    return own ? [{ column: own.name, descending }] : []
  })
  return found.length === items.length ? found : undefined
}
