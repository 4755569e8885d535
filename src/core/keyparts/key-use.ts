import type { ServerWarning } from '../analysis/model'
import type { Catalog, Table } from '../catalog/model'
import { atLeast, type EngineIdentity, type Family } from '../engine'
import type { Access, Plan, PlanNode } from '../plan/model'
import type { AccessContext, PlacedPredicate } from './access-context'
import { predicatesOf } from './conditions'
import { isTemporaryKey } from './decode'
import type { ColumnName } from './expression'
import type { KeyUse } from './model'
import { chosenMysqlUse, otherMysqlUse } from './mysql-use'
import { chosenPostgresUse, otherPostgresUse } from './postgres-use'
import type { Predicate } from './predicate'
import { type StatementScope, scopesOf, type TableName } from './statement'

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
}

/**
 * Which parts of which index each access of each plan uses, and why not more: for every stored table the indexes that
 * are read first (`chosen`), then all its others with how far the same conditions would carry them.
 * Tables that the catalog does not have, and the server's own temporary tables, give nothing.
 */
export function keyUseOf(input: KeyUseInput): readonly KeyUse[] {
  return input.plans.flatMap((plan, planIndex) => planKeyUse(plan, planIndex, input))
}

interface Visit {
  readonly node: PlanNode
  readonly access: Access
  readonly table: Table
  readonly alias: string
  readonly sortedLater: boolean
}

function planKeyUse(plan: Plan, planIndex: number, input: KeyUseInput): readonly KeyUse[] {
  const family: Family = plan.source.format.startsWith('postgres') ? 'postgres' : 'mysql'
  const engine = plan.source.engine ?? input.engine
  const sql = plan.source.sql ?? input.sql
  const scopes = sql === undefined ? [] : scopesOf(sql, family)
  const nodes = nodesOf(plan.root)
  const visits = visitsOf(nodes, input, scopes)
  const conditions = nodes.flatMap(({ node }) =>
    node.conditions.flatMap((condition) =>
      predicatesOf(condition.text, family).map((predicate) => ({ node, predicate, checkedAt: condition.checkedAt })),
    ),
  )
  const before = new Set<string>()
  const uses: KeyUse[] = []
  for (const visit of visits) {
    const isAlone = visits.filter((other) => other.alias === visit.alias && other.node !== visit.node).length === 0
    const scope = scopeFor(visit, scopes)
    const owns = ownership(visit, scope, input.catalog)
    const planPredicates = conditions
      .filter(({ node, predicate }) => {
        if (node === visit.node) return true
        if (!isAlone) return false
        return predicate.columns.some((column) => column.table !== undefined && owns(column))
      })
      .map(({ node, predicate, checkedAt }): PlacedPredicate => ({ ...predicate, checkedAt, own: node === visit.node }))
    const context: AccessContext = {
      family,
      statedPartsNarrow: plan.source.format === 'mysql-json-v1',
      planIndex,
      node: visit.node,
      access: visit.access,
      table: visit.table,
      catalog: input.catalog,
      scope,
      planPredicates,
      sqlPredicates: scope === undefined ? [] : ofTable(scope.predicates, owns),
      tablesBefore: new Set(before),
      usedColumns: usedColumnsOf(visit, scope, owns),
      sortedLater: visit.sortedLater,
      indexSearches: indexSearchesOf(visit.node),
      warnings: (input.warnings ?? []).map((warning) => warning.message),
      owns,
      aliasOf: aliasing(scope, input.catalog),
    }
    uses.push(...accessKeyUse(context, engine))
    before.add(visit.alias)
  }
  return uses
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

interface NodePlace {
  readonly node: PlanNode
  readonly parent?: NodePlace | undefined
  readonly sortedLater: boolean
}

/** All nodes in the order in which the tables are read. A sort counts for what is below it in the same query. */
function nodesOf(root: PlanNode): readonly NodePlace[] {
  const places: NodePlace[] = []
  const waiting: NodePlace[] = [{ node: root, sortedLater: root.operator === 'sort' }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    places.push(place)
    const children = place.node.children
    for (let at = children.length - 1; at >= 0; at--) {
      const node = children[at]
      if (node === undefined) continue
      const isOwnQuery = node.relation === 'subquery' || node.relation === 'init-plan' || node.relation === 'cte'
      const sortedLater = node.operator === 'sort' || (place.sortedLater && !isOwnQuery)
      waiting.push({ node, parent: place, sortedLater })
    }
  }
  return places
}

function visitsOf(
  places: readonly NodePlace[],
  input: KeyUseInput,
  scopes: readonly StatementScope[],
): readonly Visit[] {
  const visits: Visit[] = []
  for (const place of places) {
    const { node } = place
    const access = node.access
    if (access === undefined || access.derived === true) continue
    if (node.operator === 'insert' || node.rest['insert'] === true) continue
    // A Bitmap Heap Scan reads what the index scans below it found; those name the indexes.
    if (access.indexes.length === 0 && hasIndexBelow(node, access)) continue
    const named = nearestTable(place)
    const table = named === undefined ? undefined : tableOf(named, input, scopes)
    if (table === undefined || named === undefined) continue
    const alias = (named.alias ?? named.table).toLowerCase()
    visits.push({ node, access, table, alias, sortedLater: place.sortedLater })
  }
  return visits
}

/** The access that names the table: the node's own, or for an index scan of a bitmap the heap scan's above it. */
function nearestTable(place: NodePlace): Access | undefined {
  for (let at: NodePlace | undefined = place; at !== undefined; at = at.parent) {
    const access = at.node.access
    if (access !== undefined && access.table !== '' && !isIndexName(access)) return access
    if (access === undefined && at.node.operator !== 'other' && at !== place) return undefined
  }
  return undefined
}

/** A Bitmap Index Scan names no table; a reader may put the index's name in its place. */
function isIndexName(access: Access): boolean {
  return access.method === 'bitmap' && access.indexes.some((index) => index.name === access.table)
}

function hasIndexBelow(node: PlanNode, access: Access): boolean {
  if (access.method !== 'bitmap') return false
  const waiting = [...node.children]
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    if (child.access !== undefined && child.access.indexes.length > 0) return true
    waiting.push(...child.children)
  }
  return false
}

function tableOf(access: Access, input: KeyUseInput, scopes: readonly StatementScope[]): Table | undefined {
  const direct = find(input.catalog, access.table, access.schema)
  const alias = (access.alias ?? access.table).toLowerCase()
  const names = [...(input.references ?? []), ...scopes.flatMap((scope) => scope.tables)]
  const behind = names.find((name) => name.alias?.toLowerCase() === alias)
  // MySQL prints the alias in the table's place: an alias that is also another table's name means the aliased one.
  if (behind !== undefined && access.alias === undefined) {
    return find(input.catalog, behind.name, behind.schema ?? access.schema) ?? direct
  }
  return direct ?? (behind === undefined ? undefined : find(input.catalog, behind.name, behind.schema))
}

function find(catalog: Catalog, name: string, schema: string | undefined): Table | undefined {
  const wanted = name.toLowerCase()
  const found = catalog.tables.filter((table) => table.name.toLowerCase() === wanted)
  const inSchema = found.find((table) => table.schema.toLowerCase() === schema?.toLowerCase())
  return inSchema ?? (schema === undefined || found.length === 1 ? found[0] : undefined)
}

/** The scope that names the access's table under its alias; none when several do. */
function scopeFor(visit: Visit, scopes: readonly StatementScope[]): StatementScope | undefined {
  const found = scopes.filter((scope) => scope.tables.some((table) => isName(table, visit)))
  return found.length === 1 ? found[0] : undefined
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
      find(catalog, other.name, other.schema)?.columns.some((one) => one.name.toLowerCase() === name),
    )
  }
}

function aliasing(scope: StatementScope | undefined, catalog: Catalog): (column: ColumnName) => string | undefined {
  return (column) => {
    if (column.table !== undefined) return column.table.toLowerCase()
    const name = column.name.toLowerCase()
    const owners = (scope?.tables ?? []).filter((table) =>
      find(catalog, table.name, table.schema)?.columns.some((one) => one.name.toLowerCase() === name),
    )
    const [owner] = owners
    return owner === undefined || owners.length > 1 ? undefined : (owner.alias ?? owner.name).toLowerCase()
  }
}

function ofTable(predicates: readonly Predicate[], owns: (column: ColumnName) => boolean): readonly Predicate[] {
  return predicates.filter((predicate) => predicate.columns.some(owns))
}

/** MySQL lists used_columns; elsewhere every column whose name occurs in the statement counts as used. */
function usedColumnsOf(
  visit: Visit,
  scope: StatementScope | undefined,
  owns: (column: ColumnName) => boolean,
): ReadonlySet<string> | undefined {
  const listed = visit.node.rest['used_columns']
  if (typeof listed === 'string') {
    return new Set([...listed.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => (match[1] ?? '').toLowerCase()))
  }
  if (scope === undefined) return undefined
  const names = visit.table.columns.map((column) => column.name.toLowerCase())
  if (scope.selectsAll) return new Set(names)
  return new Set(names.filter((name) => scope.names.has(name) && owns({ name, table: visit.alias })))
}

function indexSearchesOf(node: PlanNode): number | undefined {
  const searches = node.rest['Index Searches']
  return typeof searches === 'number' ? searches : undefined
}
