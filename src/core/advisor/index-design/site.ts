import type { AccessContext, PlacedPredicate } from '../../keyparts/access-context'
import type { ColumnName } from '../../keyparts/expression'
import type { Predicate } from '../../keyparts/predicate'
import type { TableFlow } from '../../plan/insight/table-flow'
import type { AdviceFacts, TableFacts } from '../facts'
import { calibrated } from './calibrated'
import { asksOf, demandAmong, orderOf } from './demand'
import { equalColumns } from './equal-columns'
import type { ColumnDemand, OrderDemand, TableDemand } from './model'

/** One table of a query block, as indexes for it are designed: what it can be searched by, whatever is read before. */
export interface Site {
  readonly of: TableFacts
  readonly access: AccessContext
  /** Rows of the table, at least 1. */
  readonly rows: number
  /** Demands that hold as soon as the statement begins. */
  readonly constants: readonly ColumnDemand[]
  /** Demands that hold once another table of the block is read, by that table's name. */
  readonly joins: ReadonlyMap<string, readonly ColumnDemand[]>
  readonly order: readonly OrderDemand[]
  readonly orderIs: TableDemand['orderIs']
  /** The inner side of an outer join: tables that must be read before. */
  readonly after: ReadonlySet<string>
  /** What the plan reads of it in all loops, and how often. */
  readonly flow: TableFlow | undefined
  readonly changes: ReadonlySet<string>
}

/** The tables of one query block, in the order in which the plan reads them. */
export interface Block {
  readonly sites: readonly Site[]
  /** How often the block runs: a subquery for each row around it. */
  readonly runs: number
  readonly limit: number | undefined
  /** The statement says in which order its tables are read. */
  readonly isOrdered: boolean
}

/** The query blocks of a statement with their stored tables that the plan reads. */
export function blocksOf(facts: AdviceFacts): readonly Block[] {
  const flows = new Map((facts.insight?.flow.tables ?? []).map((flow) => [flow.nodeId, flow] as const))
  const byBlock = new Map<TableFacts['block'] | AccessContext, Site[]>()
  const place = new Map(facts.accesses.map((access, at) => [access, at]))
  for (const of of facts.tables) {
    const [access] = of.accesses
    if (access === undefined) continue
    // Of an access whose block is not certain nothing is known of the other tables.
    const key = access.scope === undefined ? access : of.block
    const sites = byBlock.get(key) ?? []
    if (sites.some((site) => site.access === access)) continue
    sites.push(siteOf(of, access, facts, flowOf(access, flows)))
    byBlock.set(key, sites)
  }
  const passed = new Map(facts.accesses.map((access) => [access.alias, flowOf(access, flows)?.passed?.rows] as const))
  return [...byBlock.values()].map((sites): Block => {
    sites.sort((one, other) => (place.get(one.access) ?? 0) - (place.get(other.access) ?? 0))
    const loops = sites.flatMap(({ flow }) => flow?.loops?.rows ?? [])
    return {
      sites,
      runs: Math.max(1, loops.length === 0 ? 1 : Math.min(...loops), rowsAround(sites, passed)),
      limit: sites[0] && limitOf(sites[0].of),
      isOrdered: /\bstraight_join\b/i.test(facts.sql),
    }
  })
}

/**
 * Rows of the queries around that a block is compared with. A server that hashes a semi-join reads the block once; with an
 * index it would be searched for each of them.
 */
function rowsAround(sites: readonly Site[], passed: ReadonlyMap<string, number | undefined>): number {
  let rows = 1
  for (const { access } of sites) {
    if (access.scope === undefined) continue
    for (const predicate of [...access.sqlPredicates, ...access.planPredicates])
      for (const alias of foreign(predicate, access))
        if (alias !== undefined && isOutside(alias, access)) rows = Math.max(rows, passed.get(alias) ?? 1)
  }
  return rows
}

/** The flow of an access; of one part of a bitmap, that of the heap scan above it. */
function flowOf({ node }: AccessContext, flows: ReadonlyMap<string, TableFlow>): TableFlow | undefined {
  for (let id = node.id; id !== ''; id = id.slice(0, Math.max(0, id.lastIndexOf('.')))) {
    const found = flows.get(id)
    if (found) return found
    if (node.access?.accessType !== 'Bitmap Index Scan') return undefined
  }
  return undefined
}

/** Rows that LIMIT asks for: only where it cuts the joined rows themselves. */
function limitOf({ block }: TableFacts): number | undefined {
  const { limit, aggregates, distinct, groupBy, windows } = block
  if (limit?.count === undefined || aggregates || distinct || windows || groupBy.length > 0) return undefined
  return limit.count + (limit.offset ?? 0)
}

function siteOf(of: TableFacts, access: AccessContext, facts: AdviceFacts, flow: TableFlow | undefined): Site {
  const sources = { planned: access, statistics: facts.statistics, trace: facts.trace }
  const rows = Math.max(1, of.table.rows ?? 1)
  const common = { of, access, rows, flow, changes: changesOf(of, access) }
  const { scope } = access
  if (scope === undefined) {
    const demand = demandAmong(access, undefined, asksOf(access, sources))
    const { columns, order, orderIs } = demand
    return calibrated({ ...common, constants: columns, joins: new Map(), order, orderIs, after: new Set() })
  }
  const others = scope.tables
    .map((table) => (table.alias ?? table.name).toLowerCase())
    .filter((one) => one !== of.alias)
  const binding = bindingPredicates(of, access)
  const ordered = orderOf(access)
  const joins = new Map<string, readonly ColumnDemand[]>()
  for (const other of others) {
    const context = only(
      binding,
      (predicate) => isJoin(predicate, other, access),
      (alias) => alias === other,
    )
    if (context.sqlPredicates.length + context.planPredicates.length === 0) continue
    const asks = asksOf(context, sources, other).filter(({ role }) => role === 'equality')
    if (asks.length > 0) joins.set(other, asks)
  }
  const alone = only(
    binding,
    (predicate) => isConstant(predicate, access),
    () => false,
  )
  return calibrated({
    ...common,
    constants: asksOf(alone, sources),
    joins,
    order: ordered ?? [],
    orderIs: ordered === undefined ? undefined : scope.orderBy.length > 0 ? 'ORDER BY' : 'GROUP BY',
    after: isOptional(of) ? new Set(joins.keys()) : new Set(),
  })
}

/** The access when these tables of its block have been read before. */
export function contextAfter({ access, of }: Site, before: ReadonlySet<string>): AccessContext {
  if (access.scope === undefined) return access
  const binding = bindingPredicates(of, access)
  const tablesBefore = { has: (alias: string) => before.has(alias) || isOutside(alias, access) }
  const holds = (predicate: Predicate) =>
    foreign(predicate, access).every((alias) => alias === undefined || tablesBefore.has(alias))
  return {
    ...binding,
    tablesBefore,
    sqlPredicates: binding.sqlPredicates.filter(holds),
    planPredicates: binding.planPredicates.filter(holds),
  }
}

/** With what the statement's equalities imply, and without what only an outer join's condition says of its outer side. */
function bindingPredicates(of: TableFacts, access: AccessContext): AccessContext {
  const outer = new Set(
    of.block.conditions.flatMap(({ clause, join, span }) =>
      clause === 'on' && (join === 'left' || join === 'right' || join === 'full') ? [span.start] : [],
    ),
  )
  const isOuter = ({ clauseStart }: Predicate) => clauseStart !== undefined && outer.has(clauseStart)
  const inner = access.sqlPredicates.filter((predicate) => isOptional(of) || !isOuter(predicate))
  const implied = equalColumns(
    (access.scope?.predicates ?? []).filter((predicate) => !isOuter(predicate)),
    access,
  )
  return { ...access, sqlPredicates: [...inner, ...implied] }
}

function only(
  context: AccessContext,
  keeps: (one: Predicate) => boolean,
  has: (alias: string) => boolean,
): AccessContext {
  return {
    ...context,
    tablesBefore: { has: (alias) => has(alias) || isOutside(alias, context) },
    sqlPredicates: context.sqlPredicates.filter(keeps),
    planPredicates: context.planPredicates.filter((one: PlacedPredicate) => keeps(one)),
  }
}

/** Names of the tables on the other side; undefined where the name is ambiguous. */
function foreign({ references }: Predicate, { owns, aliasOf }: AccessContext): readonly (string | undefined)[] {
  return references.filter((one: ColumnName) => !owns(one)).map(aliasOf)
}

function isConstant(predicate: Predicate, access: AccessContext): boolean {
  return foreign(predicate, access).every((alias) => alias !== undefined && isOutside(alias, access))
}

function isJoin(predicate: Predicate, other: string, access: AccessContext): boolean {
  const tables = foreign(predicate, access)
  return tables.includes(other) && tables.every((alias) => alias === other || (alias && isOutside(alias, access)))
}

/** A table of a query around it, whose row is there already. A semi-joined one that the plan reads later is not. */
function isOutside(alias: string, { scope, tablesBefore }: AccessContext): boolean {
  const isOwn = scope?.tables.some((table) => (table.alias ?? table.name).toLowerCase() === alias) ?? false
  return !isOwn && tablesBefore.has(alias)
}

function sourceOf({ block, alias, table }: TableFacts) {
  return block.sources.find(
    ({ name, table: stored }) =>
      name?.toLowerCase() === alias && (stored === undefined || stored.toLowerCase() === table.name.toLowerCase()),
  )
}

/** On the inner side of an outer join, and the plan has not made an inner join of it. */
function isOptional(of: TableFacts): boolean {
  return sourceOf(of)?.optional ?? false
}

function changesOf(of: TableFacts, access: AccessContext): ReadonlySet<string> {
  const source = sourceOf(of)
  if (source?.written !== true) return new Set()
  const written = source.needs.write ?? []
  const set = of.block.references.filter(({ clause, name }) => clause === 'write' && access.owns({ name }))
  return new Set([...written, ...set.map(({ name }) => name)].map((name) => name.toLowerCase()))
}
