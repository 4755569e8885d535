import type { ServerWarning } from '../analysis/model'
import type { Catalog } from '../catalog/model'
import { atLeast, type EngineIdentity, type Family } from '../engine'
import type { Plan, PlanNode } from '../plan/model'
import type { Meaning } from '../sql/meaning/model'
import type { Trace } from '../trace/model'
import type { AccessContext, PlacedPredicate } from './access-context'
import { isTemporaryKey } from './decode'
import type { ColumnName } from './expression'
import { lentKeys } from './lent-keys'
import type { KeyUse } from './model'
import { readMysqlStatement, type StatementRead } from './mysql-reading'
import { chosenMysqlUse, otherMysqlUse } from './mysql-use'
import { filtersAbove, findTable, isPartOfBitmap, nodesOf, queryBlockOf, type Visit, visitsOf } from './plan-accesses'
import { chosenPostgresUse, otherPostgresUse } from './postgres-use'
import type { Predicate } from './predicate'
import { printedConditions } from './printed-conditions'
import { scopesOf } from './scopes'
import type { StatementScope, TableName } from './statement-scope'

export interface KeyUseInput {
  readonly plans: readonly Plan[]
  readonly catalog: Catalog
  /** Of the server that made the plans, when the plans do not say. */
  readonly engine?: EngineIdentity | undefined
  /** The statement: its WHERE tells what plans leave out, and gives the reasons their places. */
  readonly sql?: string | undefined
  /** Tables of the statement, where the caller knows them better than the reader of `sql`. */
  readonly references?: readonly TableName[] | undefined
  readonly warnings?: readonly Pick<ServerWarning, 'message'>[] | undefined
  /** What PostgreSQL's grammar says of `sql`; MySQL's and MariaDB's statements are read here. */
  readonly meaning?: Meaning | undefined
  /** The optimizer's trace of the same statement: why it took fewer parts, or another index. */
  readonly trace?: Trace | undefined
}

/**
 * Which parts of which index each access of each plan uses, and why not more: for every stored table the indexes that
 * are read first (`chosen`), then all its others with how far the same conditions would carry them.
 * Tables that the catalog does not have, and the server's own temporary tables, give nothing.
 */
export function keyUseOf(input: KeyUseInput): readonly KeyUse[] {
  return input.plans.flatMap((plan, planIndex) => planKeyUse(plan, planIndex, input))
}

/** Their lists of parts hold only those that narrow the read. */
const listsNarrowingParts: ReadonlySet<string> = new Set(['mysql-json-v1', 'mysql-json-v2', 'mysql-tree'])

function planKeyUse(plan: Plan, planIndex: number, input: KeyUseInput): readonly KeyUse[] {
  return accessContexts(plan, planIndex, input).flatMap((context) => accessKeyUse(context, context.engine))
}

/** Every access of a plan to a stored table, with all that is known of its conditions. */
export function accessContexts(plan: Plan, planIndex: number, input: KeyUseInput): readonly AccessContext[] {
  const family: Family = plan.source.format.startsWith('postgres') ? 'postgres' : 'mysql'
  const engine = plan.source.engine ?? input.engine
  const sql = plan.source.sql ?? input.sql
  const read = sql === undefined ? undefined : readStatement(sql, family, plan, input)
  const scopes = read === undefined ? [] : scopesOf(read, family)
  const nodes = nodesOf(plan.root)
  const names = { catalog: input.catalog, references: input.references, scopes }
  const visits = visitsOf(nodes, names)
  const conditions = printedConditions(nodes, names, family)
  const order = new Map<string, number>()
  nodes.forEach(({ node }, at) => {
    const name = (node.access?.alias ?? node.access?.table)?.toLowerCase()
    if (name !== undefined && !order.has(name)) order.set(name, at)
  })
  const lent = lentKeys(plan, input.plans)
  const inBlock = new Map<string, number>()
  for (const visit of visits) {
    const key = placeIn(visit, queryBlockOf(visit.place))
    inBlock.set(key, (inBlock.get(key) ?? 0) + 1)
  }
  return visits.map((visit) => {
    const position = order.get(visit.alias) ?? 0
    const block = queryBlockOf(visit.place)
    const scope = scopeFor(visit, scopes, inBlock.get(placeIn(visit, block)) === 1 ? block : undefined)
    const owns = ownership(visit, scope, input.catalog)
    const own = [visit.node, ...filtersAbove(visit.place)].flatMap((node) => conditions.byNode.get(node) ?? [])
    // The same name in two queries of one statement: only what stands at the access is certainly its own.
    const elsewhere = (conditions.byAlias.get(visit.alias) ?? []).filter(
      (one) =>
        !own.includes(one) &&
        !isPartOfBitmap(one.node) &&
        (conditions.accesses.get(visit.alias) === 1 || isAbove(one.node, visit)),
    )
    return {
      family,
      engine,
      isMariadb: isMariadb(plan, engine),
      statedPartsNarrow: listsNarrowingParts.has(plan.source.format),
      planIndex,
      node: visit.node,
      access: lent.get(visit.node)?.access ?? visit.access,
      table: visit.table,
      sql,
      catalog: input.catalog,
      scope,
      planPredicates: [
        ...own.map((one): PlacedPredicate => ({ ...one.predicate, checkedAt: one.checkedAt, own: true })),
        ...elsewhere.map((one): PlacedPredicate => ({ ...one.predicate, checkedAt: one.checkedAt, own: false })),
      ],
      sqlPredicates: scope === undefined ? [] : ofTable(scope.predicates, owns),
      tablesBefore: { has: (alias) => (order.get(alias) ?? position) < position },
      usedColumns: usedColumnsOf(visit, scope, lent.get(visit.node)?.usedColumns),
      sortedLater: visit.sortedLater,
      indexSearches: indexSearchesOf(visit.node),
      warnings: (input.warnings ?? []).map((warning) => warning.message),
      hints: scope?.tables.find((table) => isName(table, visit))?.hints ?? [],
      trace: input.trace,
      alias: visit.alias,
      queryBlock: block,
      owns,
      aliasOf: aliasing(scope, input.catalog),
    }
  })
}

function readStatement(sql: string, family: Family, plan: Plan, input: KeyUseInput): StatementRead | undefined {
  if (family === 'postgres')
    return input.meaning === undefined || sql !== input.sql ? undefined : { sql, meaning: input.meaning }
  const engine = plan.source.engine ?? input.engine
  return readMysqlStatement(sql, isMariadb(plan, engine) ? 'mariadb' : 'mysql', input.catalog, engine)
}

function isMariadb({ source }: Plan, engine: EngineIdentity | undefined): boolean {
  return source.format.startsWith('mariadb') || engine?.product === 'mariadb'
}

/** The heap scan above an index scan of a bitmap. */
function isAbove(node: PlanNode, visit: Visit): boolean {
  return isPartOfBitmap(visit.node) && visit.node.id.startsWith(`${node.id}.`) && node.access !== undefined
}

function accessKeyUse(context: AccessContext, engine: EngineIdentity | undefined): readonly KeyUse[] {
  const { access, table, family } = context
  const chosen: KeyUse[] = []
  const read = new Set<string>()
  for (const use of access.indexes) {
    const index = table.indexes.find((one) => one.name.toLowerCase() === use.name.toLowerCase())
    if (index === undefined || isTemporaryKey(use.name)) continue
    read.add(index.name)
    chosen.push(
      family === 'mysql'
        ? chosenMysqlUse(context, index, use)
        : chosenPostgresUse(context, index, engine !== undefined && atLeast(engine.version, 18)),
    )
  }
  const others = table.indexes.filter((index) => !read.has(index.name))
  return [
    ...chosen,
    ...others.map((index) => (family === 'mysql' ? otherMysqlUse(context, index) : otherPostgresUse(context, index))),
  ]
}

/** The scope that names the access's table under its alias; of several the one with the number of its query block. */
function scopeFor(
  visit: Visit,
  scopes: readonly StatementScope[],
  block: number | undefined,
): StatementScope | undefined {
  const found = scopes.filter((scope) => scope.tables.some((table) => isName(table, visit)))
  if (found.length === 1) return found[0]
  return found.find(({ queryBlock }) => queryBlock !== undefined && queryBlock === block)
}

/** One name of one table in one query block. */
function placeIn({ alias, table }: Visit, block: number | undefined): string {
  return `${block ?? ''} ${alias} ${table.name}`
}

function isName(name: TableName, visit: Visit): boolean {
  return (
    (name.alias ?? name.name).toLowerCase() === visit.alias &&
    name.name.toLowerCase() === visit.table.name.toLowerCase()
  )
}

/** Whether a name in a condition means a column of this table: by its qualifier, else as the only table that has it. */
function ownership(visit: Visit, scope: StatementScope | undefined, catalog: Catalog): (column: ColumnName) => boolean {
  const own = new Set(visit.table.columns.map((column) => column.name.toLowerCase()))
  const others = (scope?.tables ?? []).filter((name) => !isName(name, visit))
  return (column) => {
    const name = column.name.toLowerCase()
    if (column.table !== undefined) return column.table.toLowerCase() === visit.alias
    if (!own.has(name)) return false
    return !others.some((other) =>
      findTable(catalog, other.name, other.schema)?.columns.some((one) => one.name.toLowerCase() === name),
    )
  }
}

function aliasing(scope: StatementScope | undefined, catalog: Catalog): (column: ColumnName) => string | undefined {
  return (column) => {
    if (column.table !== undefined) return column.table.toLowerCase()
    const name = column.name.toLowerCase()
    const owners = (scope?.tables ?? []).filter((table) =>
      findTable(catalog, table.name, table.schema)?.columns.some((one) => one.name.toLowerCase() === name),
    )
    const [owner] = owners
    return owner === undefined || owners.length > 1 ? undefined : (owner.alias ?? owner.name).toLowerCase()
  }
}

function ofTable(predicates: readonly Predicate[], owns: (column: ColumnName) => boolean): readonly Predicate[] {
  return predicates.filter((predicate) => predicate.columns.some(owns))
}

/** MySQL lists used_columns; elsewhere the statement tells. */
function usedColumnsOf(
  visit: Visit,
  scope: StatementScope | undefined,
  lent: string | undefined,
): ReadonlySet<string> | undefined {
  const listed = visit.node.rest['used_columns'] ?? lent
  if (typeof listed === 'string') {
    return new Set([...listed.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => (match[1] ?? '').toLowerCase()))
  }
  const table = scope?.tables.find((one) => isName(one, visit))
  return table && (table.needs ?? new Set(visit.table.columns.map(({ name }) => name.toLowerCase())))
}

function indexSearchesOf(node: PlanNode): number | undefined {
  const searches = node.rest['Index Searches']
  return typeof searches === 'number' ? searches : undefined
}
