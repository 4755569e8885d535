import type { Access, AccessMethod, Operator, Relation } from '../model'
import { postgresLabel } from './postgres-label'
import { bytesPerKilobyte, type NodeFacts } from './postgres-node-keys'
import { postgresDerivedScans, postgresOperators, postgresScans } from './postgres-vocabulary'

/**
 * Makes the node out of everything that was read about it; its parent must be complete. Gives false when no known
 * server version has nodes of this type; the node is then `other`.
 */
export function completeNode(facts: NodeFacts, parent: NodeFacts | undefined): boolean {
  const { node } = facts
  node.rest = facts.rest.take()
  node.label = postgresLabel(facts.type, node.rest, facts.backward)
  node.relation = relationOf(facts, parent)
  const scan = postgresScans.has(facts.type)
  const operator = scan ? 'access' : operatorOf(facts)
  if (operator) node.operator = operator
  // What fills a bitmap belongs to the table whose rows are read from the bitmap above.
  if (facts.type.startsWith('Bitmap') && parent) inheritTable(facts, parent)
  if (scan || node.operator === 'insert') node.access = accessOf(facts)
  else if (!facts.type.startsWith('Bitmap')) keepNames(facts)
  if (node.operator === 'aggregate') {
    // A filter above a grouping is the statement's HAVING.
    node.conditions = node.conditions.map((each) =>
      each.checkedAt === 'row-filter' ? { ...each, checkedAt: 'having' } : each,
    )
  }
  takeActual(facts)
  return operator !== undefined
}

function takeActual({ node, actual, sortSpaceUsed, sortsInMemory }: NodeFacts): void {
  const { loops } = actual
  if (loops === undefined) return
  if (sortsInMemory && sortSpaceUsed !== undefined) actual.memoryBytes = sortSpaceUsed * bytesPerKilobyte
  // What was read is the node's own object from here on; copying it for each node costs a tenth of the time.
  node.actual = Object.assign(actual, { rowsPerLoop: actual.rowsPerLoop ?? 0, neverExecuted: loops === 0, loops })
}

/** `ModifyTable` is told by its operation; undefined for an unknown node type. */
function operatorOf({ type, operation }: NodeFacts): Operator | undefined {
  if (type === 'ModifyTable') {
    if (operation === 'Insert') return 'insert'
    if (operation === 'Update') return 'update'
    if (operation === 'Delete') return 'delete'
  }
  return postgresOperators.get(type)
}

const joins: ReadonlySet<string> = new Set(['Nested Loop', 'Hash Join', 'Merge Join'])
const unions: ReadonlySet<string> = new Set(['Append', 'Merge Append', 'Recursive Union', 'SetOp'])

/** `Parent Relationship` and the subplan's name say what a child is for; what outer and inner mean, the parent says. */
function relationOf({ node, relationship }: NodeFacts, parent: NodeFacts | undefined): Relation {
  const above = parent?.type ?? ''
  switch (relationship) {
    case 'InitPlan':
      return String(node.rest['Subplan Name'] ?? '').startsWith('CTE ') ? 'cte' : 'init-plan'
    case 'SubPlan':
      return 'subquery'
    case 'Inner':
      return unions.has(above) ? 'union-part' : 'inner'
    case 'Outer':
      return joins.has(above) ? 'outer' : unions.has(above) ? 'union-part' : 'input'
    case 'Member':
      return unions.has(above) ? 'union-part' : 'input'
    default:
      return 'input'
  }
}

function accessOf(facts: NodeFacts): Access {
  const { type, index } = facts
  const access: { -readonly [Name in keyof Access]: Access[Name] } = {
    table: facts.relation ?? facts.source ?? facts.alias ?? '',
    method: methodOf(facts),
    accessType: type,
    indexes: index === undefined ? [] : [{ name: index, use: 'main' }],
    covering: type === 'Index Only Scan',
    direction: facts.backward ? 'backward' : 'forward',
    multiRangeRead: false,
    indexCondition: false,
  }
  if (facts.schema !== undefined) access.schema = facts.schema
  if (facts.alias !== undefined) access.alias = facts.alias
  if (postgresDerivedScans.has(type)) access.derived = true
  return access
}

function inheritTable(facts: NodeFacts, parent: NodeFacts): void {
  if (facts.type === 'Bitmap Heap Scan') return
  facts.relation ??= parent.relation
  facts.schema ??= parent.schema
  facts.alias ??= parent.alias
}

/**
 * PostgreSQL calls every read through an index a scan. Without a condition on the index all of it is read; with only
 * equalities one key is looked up; anything else (`<`, `LIKE`'s pair of bounds, `= ANY`, containment) is a range.
 */
function methodOf({ type, node, indexCondition }: NodeFacts): AccessMethod {
  if (node.operator === 'insert') return 'none'
  const method = postgresScans.get(type)
  if (method) return method
  if (indexCondition === undefined) return 'index-scan'
  const withoutTexts = indexCondition.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '')
  return /[<>~@&|]|\bANY\b|\bIS NOT NULL\b/.test(withoutTexts) ? 'range' : 'lookup'
}

/** Names on nodes that are no access (a subquery scan's alias, the target of an UPDATE) stay readable. */
function keepNames({ node, relation, schema, alias, index, source }: NodeFacts): void {
  if (relation !== undefined) node.rest['Relation Name'] = relation
  if (schema !== undefined) node.rest.Schema = schema
  if (alias !== undefined) node.rest.Alias = alias
  if (index !== undefined) node.rest['Index Name'] = index
  if (source !== undefined) node.rest['Function Name'] = source
}
