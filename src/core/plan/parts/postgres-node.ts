import type { Access, AccessMethod, Actual, Operator, Relation } from '../model'
import type { AccessDraft, Writable } from './draft'
import { postgresLabel } from './postgres-label'
import { type ActualFacts, bytesPerKilobyte, type NodeFacts, type ParentFacts } from './postgres-node-keys'
import { postgresDerivedScans, postgresOperators, postgresScans } from './postgres-vocabulary'

/**
 * Makes the node out of everything that was read about it; its parent must be complete. Gives false when no known
 * server version has nodes of this type; the node is then `other`.
 */
export function completeNode(facts: NodeFacts, parent: ParentFacts | undefined): boolean {
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
  if (actual.loops === undefined) return
  const told = toldActual(actual, actual.loops, actual.rowsPerLoop ?? 0)
  if (actual.rowsFilteredPerLoop !== undefined) told.rowsFilteredPerLoop = actual.rowsFilteredPerLoop
  const usesMemory = sortsInMemory && sortSpaceUsed !== undefined
  const memoryBytes = usesMemory ? sortSpaceUsed * bytesPerKilobyte : actual.memoryBytes
  if (memoryBytes !== undefined) told.memoryBytes = memoryBytes
  if (actual.sortMethod !== undefined) told.sortMethod = actual.sortMethod
  if (actual.workers !== undefined) told.workers = actual.workers
  node.actual = told
}

/**
 * Times and blocks. With all of them, which is what people paste, the object is made at once: built number by number it
 * takes three times the memory.
 */
function toldActual(actual: ActualFacts, loops: number, rowsPerLoop: number): Writable<Actual> {
  const { firstRowMsPerLoop, lastRowMsPerLoop } = actual
  const { sharedHitBlocks, sharedReadBlocks, tempReadBlocks, tempWrittenBlocks, rowsFilteredPerLoop } = actual
  const neverExecuted = loops === 0
  if (
    firstRowMsPerLoop !== undefined &&
    lastRowMsPerLoop !== undefined &&
    sharedHitBlocks !== undefined &&
    sharedReadBlocks !== undefined &&
    tempReadBlocks !== undefined &&
    tempWrittenBlocks !== undefined
  ) {
    if (rowsFilteredPerLoop !== undefined) {
      return {
        loops,
        rowsPerLoop,
        neverExecuted,
        firstRowMsPerLoop,
        lastRowMsPerLoop,
        sharedHitBlocks,
        sharedReadBlocks,
        tempReadBlocks,
        tempWrittenBlocks,
        rowsFilteredPerLoop,
      }
    }
    return {
      loops,
      rowsPerLoop,
      neverExecuted,
      firstRowMsPerLoop,
      lastRowMsPerLoop,
      sharedHitBlocks,
      sharedReadBlocks,
      tempReadBlocks,
      tempWrittenBlocks,
    }
  }
  const told: Writable<Actual> = { loops, rowsPerLoop, neverExecuted }
  if (firstRowMsPerLoop !== undefined) told.firstRowMsPerLoop = firstRowMsPerLoop
  if (lastRowMsPerLoop !== undefined) told.lastRowMsPerLoop = lastRowMsPerLoop
  if (sharedHitBlocks !== undefined) told.sharedHitBlocks = sharedHitBlocks
  if (sharedReadBlocks !== undefined) told.sharedReadBlocks = sharedReadBlocks
  if (tempReadBlocks !== undefined) told.tempReadBlocks = tempReadBlocks
  if (tempWrittenBlocks !== undefined) told.tempWrittenBlocks = tempWrittenBlocks
  return told
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
function relationOf({ node, relationship }: NodeFacts, parent: ParentFacts | undefined): Relation {
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
  const { type, index, schema, alias } = facts
  const table = facts.relation ?? facts.source ?? alias ?? ''
  const method = methodOf(facts)
  const indexes: Access['indexes'] = index === undefined ? [] : [{ name: index, use: 'main' }]
  const covering = type === 'Index Only Scan'
  const direction = facts.backward ? 'backward' : 'forward'
  const accessType = type
  const multiRangeRead = false
  const indexCondition = false
  // Made at once: an object to which fields are added takes more memory.
  let access: AccessDraft
  if (schema !== undefined && alias !== undefined) {
    access = { table, schema, alias, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
  } else if (alias !== undefined) {
    access = { table, alias, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
  } else {
    access = { table, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
    if (schema !== undefined) access.schema = schema
  }
  if (postgresDerivedScans.has(type)) access.derived = true
  return access
}

function inheritTable(facts: NodeFacts, parent: ParentFacts): void {
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
  const withoutTexts = /['"]/.test(indexCondition)
    ? indexCondition.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '')
    : indexCondition
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
