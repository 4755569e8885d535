import type { Column, Index } from '../../catalog/model'
import type { AccessContext } from '../../keyparts/access-context'
import { type Bound, boundOf } from '../../keyparts/bounds'
import { columnTypeOf } from '../../keyparts/column-type'
import { resolvedParts } from '../../keyparts/index-parts'
import type { OrderItem } from '../../keyparts/statement-scope'
import type { Trace } from '../../trace/model'
import type { ColumnStatistics } from '../facts'
import { mostPartBytes } from './abilities'
import { indexableExpressions } from './expressions'
import type { ColumnDemand, OrderDemand, TableDemand } from './model'
import { shareOf } from './shares'

type Bounded = Extract<Bound, { kind: 'bound' }>

/** Types that a B-tree of MySQL takes only by a prefix, or not at all. */
const long = /^(?:tiny|medium|long)?(?:text|blob)$/
const unsearchable =
  /^(?:jsonb?|geometry|point|linestring|polygon|multi\w+|geomcollection|geometrycollection|tsvector|tsquery|xml|vector)$/
/** Of a long text nobody needs more characters in an index, as long as nobody has counted. */
const longestPrefix = 32
/** A prefix does as well as the whole value when it tells this part of its values apart. */
const tellsApart = 0.95

/** Of an expression nothing is known; PostgreSQL itself takes this. */
const expressionShare = 0.005

/** What the shares of a demand may rest on besides the conditions themselves. */
export interface DemandSources {
  /** The access as the plan has it. */
  readonly planned: AccessContext
  readonly statistics?: ColumnStatistics | undefined
  readonly trace?: Trace | undefined
}

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
  return demandAmong(context, limit, asksOf(context, { planned: context, statistics }))
}

/** The same with the conditions' demands worked out already. */
export function demandAmong(
  context: AccessContext,
  limit: number | undefined,
  columns: readonly ColumnDemand[],
): TableDemand {
  const { table, scope, usedColumns } = context
  const ordered = orderOf(context)
  return {
    context,
    table,
    columns,
    order: ordered ?? [],
    orderIs: ordered === undefined ? undefined : scope?.orderBy.length ? 'ORDER BY' : 'GROUP BY',
    limit,
    needs: usedColumns,
    changes: new Set(),
  }
}

/** The demands of all conditions on columns of the table that an index could search by. */
export function asksOf(context: AccessContext, sources: DemandSources, joinedTo?: string): readonly ColumnDemand[] {
  return [
    ...mentioned(context).flatMap((column) => columnDemands(column, context, sources, joinedTo)),
    ...indexableExpressions(context).map(({ text, role, comparedWith }): ColumnDemand => {
      return { column: text, expression: text, role, comparedWith, share: expressionShare, shareFrom: 'assumed' }
    }),
  ]
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
  sources: DemandSources,
  joinedTo: string | undefined,
): readonly ColumnDemand[] {
  const type = columnTypeOf(column.type).name
  if (unsearchable.test(type)) return []
  const found: ColumnDemand[] = []
  const add = (part: Pick<ColumnDemand, 'prefixChars' | 'opclass'>, bound: Bounded) => {
    const { comparedWith } = bound
    const role = bound.fillsPrefix ? 'equality' : bound.role
    found.push({
      column: column.name,
      ...part,
      role,
      comparedWith,
      ...shareOf(column.name, bound, context, sources, joinedTo),
      ...(role === 'range' && isOpenEnded(bound) && { isOpenEnded: true }),
      ...(joinedTo !== undefined && { joinedTo }),
    })
  }
  if (context.family === 'postgres') {
    const plain = boundAs(column, {}, context)
    const opclass = plain === undefined ? patternClass(type) : undefined
    const bound = plain ?? (opclass === undefined ? undefined : boundAs(column, { opclass }, context))
    if (bound) add(plain || opclass === undefined ? {} : { opclass }, bound)
    return found
  }
  const isLong = long.test(type) || isTooWide(column, context)
  const whole = isLong ? undefined : boundAs(column, {}, context)
  if (whole) add({}, whole)
  const prefixChars = prefixFor(column, whole, context, sources.statistics)
  const short = prefixChars === undefined ? undefined : boundAs(column, { prefixChars }, context)
  if (short && prefixChars !== undefined && (!whole || short.fillsPrefix)) add({ prefixChars }, short)
  return found
}

/** The bound of the first part of an index that there is not. */
function boundAs(
  column: Column,
  more: Pick<ColumnDemand, 'prefixChars' | 'opclass'>,
  context: AccessContext,
): Bounded | undefined {
  const index: Index = {
    name: 'demand',
    unique: false,
    visible: true,
    parts: [{ column: column.name, descending: false, ...more }],
  }
  const [part] = resolvedParts(context.table, index, context.family)
  const bound = part && boundOf(part, context, index.name)
  return bound?.kind === 'bound' ? bound : undefined
}

function isOpenEnded({ predicates, low, high }: Bounded): boolean {
  return !predicates.some(({ kind }) => kind === 'like') && (low === undefined || high === undefined)
}

/** PostgreSQL: by which a LIKE with a literal beginning is a range, whatever the collation. */
function patternClass(type: string): string | undefined {
  if (type === 'text') return 'text_pattern_ops'
  if (type === 'varchar') return 'varchar_pattern_ops'
  return type === 'char' || type === 'character' || type === 'bpchar' ? 'bpchar_pattern_ops' : undefined
}

/** More bytes than an index part may have on this server. */
function isTooWide({ type, charMaxBytes = 1 }: Column, { engine }: AccessContext): boolean {
  const { name, numbers } = columnTypeOf(type)
  if (!/^(?:var)?(?:char|binary)$/.test(name)) return false
  return (numbers[0] ?? 1) * charMaxBytes > mostPartBytes(engine)
}

/**
 * How many characters an index should hold. For LIKE those of an index that is there when the literal fills them, so
 * that old and new can be compared; else those before the first wildcard. Long texts without LIKE get as many as tell
 * their values apart, where somebody has counted.
 */
function prefixFor(
  column: Column,
  whole: Bounded | undefined,
  context: AccessContext,
  statistics: ColumnStatistics | undefined,
): number | undefined {
  const bound = whole ?? boundAs(column, { prefixChars: longestPrefix }, context)
  const literals = (bound?.predicates ?? []).flatMap(({ kind, fixedPrefix }) =>
    kind === 'like' && fixedPrefix ? [fixedPrefix.length] : [],
  )
  const length = columnTypeOf(column.type).numbers[0]
  if (literals.length === 0) {
    if (whole || !bound) return undefined
    return within(countedPrefix(column, context, statistics) ?? longestPrefix, length)
  }
  const shortest = Math.min(...literals)
  const used = context.table.indexes
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.column === column.name && part.prefixChars !== undefined ? [part.prefixChars] : []))
    .filter((chars) => chars <= shortest)
  return within(used.length > 0 ? Math.max(...used) : Math.min(shortest, longestPrefix), length)
}

/** A prefix as long as the column is the column. */
function within(chars: number, length: number | undefined): number | undefined {
  return length !== undefined && chars >= length ? undefined : chars
}

/** The fewest characters that tell nearly as many values apart as the whole ones. */
function countedPrefix(
  { name }: Column,
  { table }: AccessContext,
  statistics: ColumnStatistics | undefined,
): number | undefined {
  const all = statistics?.distinct(table, name)
  if (all === undefined) return undefined
  for (let chars = 1; chars <= longestPrefix; chars++) {
    const found = statistics?.distinct(table, name, chars)
    if (found !== undefined && found >= all * tellsApart) return chars
  }
  return undefined
}

/** ORDER BY, else GROUP BY, when all of it are plain columns of this table. */
export function orderOf({ scope, owns, table }: AccessContext): readonly OrderDemand[] | undefined {
  const items = scope?.orderBy.length ? scope.orderBy : (scope?.groupBy ?? [])
  if (items.length === 0) return undefined
  const found = items.flatMap(({ column, descending }: OrderItem): readonly OrderDemand[] => {
    if (column === undefined || !owns(column)) return []
    const own = table.columns.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())
    return own ? [{ column: own.name, descending }] : []
  })
  return found.length === items.length ? found : undefined
}
