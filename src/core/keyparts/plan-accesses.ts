import type { Catalog, Table } from '../catalog/model'
import { isMergePart } from '../plan/merge-part'
import type { Access, PlanNode } from '../plan/model'
import type { StatementScope, TableName } from './statement-scope'

/** What names of tables are resolved with. */
export interface Names {
  readonly catalog: Catalog
  readonly references?: readonly TableName[] | undefined
  readonly scopes: readonly StatementScope[]
}

/** One access to a stored table. */
export interface Visit {
  readonly node: PlanNode
  readonly access: Access
  readonly table: Table
  readonly alias: string
  readonly sortedLater: boolean
  readonly place: NodePlace
}

export interface NodePlace {
  readonly node: PlanNode
  readonly parent?: NodePlace | undefined
  readonly sortedLater: boolean
}

/** All nodes in the order in which the tables are read. A sort counts for what is below it in the same query. */
export function nodesOf(root: PlanNode): readonly NodePlace[] {
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

export function visitsOf(places: readonly NodePlace[], names: Names): readonly Visit[] {
  const visits: Visit[] = []
  for (const place of places) {
    const { node } = place
    const access = node.access
    if (access === undefined || access.derived === true) continue
    if (node.operator === 'insert' || node.rest['insert'] === true) continue
    // A Bitmap Heap Scan reads what the index scans below it found; those name the indexes.
    if (access.indexes.length === 0 && hasIndexBelow(node, access)) continue
    // One part of an index merge: the access above it has all its indexes.
    if (isMergePart(access)) continue
    const named = nearestTable(place)
    const table = named === undefined ? undefined : tableOf(named, names, queryBlockOf(place))
    if (table === undefined || named === undefined) continue
    const alias = (named.alias ?? named.table).toLowerCase()
    visits.push({ node, access, table, alias, sortedLater: place.sortedLater, place })
  }
  return visits
}

/** The access that names the table: the node's own, or for an index scan of a bitmap the heap scan's above it. */
export function nearestTable(place: NodePlace): Access | undefined {
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

/** The stored table that an access means; of several under one name the one of the query block, where the plan tells it. */
export function tableOf(access: Access, names: Names, queryBlock?: number): Table | undefined {
  const direct = findTable(names.catalog, access.table, access.schema)
  const alias = (access.alias ?? access.table).toLowerCase()
  const own = names.scopes.filter(({ queryBlock: number }) => number !== undefined && number === queryBlock)
  const known = [
    ...own.flatMap((scope) => scope.tables),
    ...(names.references ?? []),
    ...names.scopes.flatMap((scope) => scope.tables),
  ]
  const behind = known.find((name) => name.alias?.toLowerCase() === alias)
  // MySQL prints the alias in the table's place: an alias that is also another table's name means the aliased one.
  if (behind !== undefined && access.alias === undefined) {
    return findTable(names.catalog, behind.name, behind.schema ?? access.schema) ?? direct
  }
  return direct ?? (behind === undefined ? undefined : findTable(names.catalog, behind.name, behind.schema))
}

export function findTable(catalog: Catalog, name: string, schema: string | undefined): Table | undefined {
  const wanted = name.toLowerCase()
  const found = catalog.tables.filter((table) => table.name.toLowerCase() === wanted)
  const inSchema = found.find((table) => table.schema.toLowerCase() === schema?.toLowerCase())
  return inSchema ?? (schema === undefined || found.length === 1 ? found[0] : undefined)
}

/** The number of the query block that a step is in, as MySQL and MariaDB count them; undefined where the plan tells none. */
export function queryBlockOf(place: NodePlace): number | undefined {
  for (let at: NodePlace | undefined = place; at !== undefined; at = at.parent) {
    const number = at.node.rest['select_id']
    if (typeof number === 'number') return number
  }
  return undefined
}

/** Filters right above an access check its own rows: MySQL's executor prints them as steps of their own. */
export function filtersAbove(place: NodePlace): readonly PlanNode[] {
  const filters: PlanNode[] = []
  let below = place.node
  for (let at = place.parent; at?.node.operator === 'filter' && at.node.children[0] === below; at = at.parent) {
    filters.push(at.node)
    below = at.node
  }
  return filters
}

/** An index scan below a Bitmap Heap Scan. */
export function isPartOfBitmap(node: PlanNode): boolean {
  return node.access?.accessType === 'Bitmap Index Scan'
}
