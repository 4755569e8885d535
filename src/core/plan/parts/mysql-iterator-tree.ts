import type { TextSpan } from '../../text-span'
import type { Access } from '../model'
import { isDerivedName } from './access-words'
import { type AccessDraft, type NodeDraft, nodeOf } from './draft'
import { keyPartsOf, type Operation, type OperationAccess } from './mysql-operation'
import { mergeWords, subqueryHeading } from './mysql-operation-words'

/**
 * What MySQL's two prints of its executor's tree have in common: FORMAT=TREE and FORMAT=JSON, version 2. Both print the
 * same steps in the same order; here they get the same operators, relations and accesses.
 */

/** How a table and its index are called; TREE tells only the name that the statement uses. */
export interface IteratorTable {
  readonly table?: string | undefined
  readonly alias?: string | undefined
  readonly schema?: string | undefined
  readonly index?: string | undefined
  readonly keyColumns?: readonly string[] | undefined
}

/** What else a node is made of: told by the phrase's line or by the members beside it. */
export type StepParts = Pick<NodeDraft, 'conditions' | 'estimate' | 'actual' | 'rest'>

/** A step as a node, still without inputs. */
export function operationNode(
  operation: Operation,
  span: TextSpan,
  { conditions, estimate, actual, rest }: StepParts,
  named?: IteratorTable,
): NodeDraft {
  const { operator, label } = operation
  const access = operation.access && accessOf(operation.access, label, named)
  return nodeOf({ operator, label, relation: 'input', conditions, access, estimate, actual, rest }, span)
}

const nothing: IteratorTable = {}

function accessOf(read: OperationAccess, accessType: string, named: IteratorTable | undefined): AccessDraft {
  const { table = read.table, alias = table, schema } = named ?? nothing
  const isDerived = isDerivedName(table)
  const indexes = indexesOf(read, named)
  const { method, covering, multiRangeRead, indexCondition } = read
  const direction = read.backward ? 'backward' : 'forward'
  let access: AccessDraft
  if (isDerived) {
    access = { table, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
    if (schema !== undefined) access.schema = schema
  } else if (schema === undefined) {
    access = { table, alias, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
  } else {
    access = { schema, table, alias, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
  }
  if (isDerived || accessType === 'Scan new records') access.derived = true
  return access
}

function indexesOf(read: OperationAccess, named: IteratorTable | undefined): Access['indexes'] {
  const name = named?.index ?? read.index
  if (name === undefined) return []
  const usedKeyParts = (named?.index === undefined ? undefined : named.keyColumns) ?? toldParts(read)
  return [usedKeyParts ? { name, use: 'main', usedKeyParts } : { name, use: 'main' }]
}

function toldParts(read: OperationAccess): readonly string[] | undefined {
  const parts = read.index === undefined ? undefined : keyPartsOf(read)
  return parts && parts.length > 0 ? parts : undefined
}

/** What a heading (`Hash`, `Select #2 (subquery in condition; dependent)`) says of the node below it. */
export function addHeading(node: NodeDraft, heading: string): void {
  node.rest.heading = heading
  const subquery = subqueryHeading.exec(heading)
  if (!subquery) return
  node.rest.select_id = Number(subquery[1])
  node.rest.subquery = true
  node.relation = 'subquery'
  node.rest.subquery_location = subquery[2] ?? ''
  if (subquery[3] === 'dependent') node.rest.dependent = true
  if (subquery[3] === 'run only once') node.rest.cacheable = true
}

/** How many inputs a step needs: its own, or what fills the temporary table that it reads. */
export function inputsOf(operation: Operation): number {
  const isTemporary = operation.access !== undefined && isDerivedName(operation.access.table)
  return isTemporary ? Math.max(1, operation.inputs) : operation.inputs
}

/** Gives the children of a node their relations, and the node what only its inputs tell. Children first. */
export function settle(node: NodeDraft): void {
  let inputs = node.children
  if (inputs.length === 0) return
  if (inputs.some(({ relation }) => relation === 'subquery'))
    inputs = inputs.filter(({ relation }) => relation !== 'subquery')
  switch (node.operator) {
    case 'nested-loop':
    case 'hash-join':
    case 'batched-key-access':
    case 'semi-join':
    case 'anti-join':
      for (let index = 0; index < inputs.length; index++) {
        const input = inputs[index]
        if (input) input.relation = index === 0 ? 'outer' : 'inner'
      }
      break
    case 'union':
    case 'append':
    case 'materialize':
      if (inputs.length > 1) for (const input of inputs) input.relation = 'union-part'
      break
    case 'filter':
      if (isAboveAggregate(inputs[0])) {
        node.conditions = node.conditions.map((condition) => ({ ...condition, checkedAt: 'having' }))
      }
      break
    case 'access':
      if (mergeWords.test(node.label)) merge(node, inputs)
      else if (node.access && inputs.some((input) => !input.label.startsWith('Fill information schema'))) {
        node.access = { ...node.access, derived: true }
      }
      break
    default:
  }
}

/** A Filter above groups is the statement's HAVING. Temporary tables in between hold the groups. */
function isAboveAggregate(input: NodeDraft | undefined): boolean {
  let node = input
  while (node?.access?.table === '<temporary>') node = node.children[0]
  return node?.operator === 'aggregate'
}

/** Several range scans of one table make one access through all their indexes. A merge inside of one is a step of it. */
function merge(node: NodeDraft, inputs: readonly NodeDraft[]): void {
  const [first] = inputs.flatMap(({ access }) => (access ? [access] : []))
  if (!first) return
  for (const input of inputs) if (input.access) input.access = { ...input.access, indexes: merged(input.access) }
  const { table, alias, schema } = first
  node.access = {
    ...(schema === undefined ? {} : { schema }),
    table,
    ...(alias === undefined ? {} : { alias }),
    method: 'index-merge',
    accessType: node.label,
    indexes: inputs.flatMap((input) => (input.access ? merged(input.access) : [])),
    covering: false,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
  }
  for (const input of inputs) {
    if (!mergeWords.test(input.label)) continue
    delete input.access
    input.operator = 'other'
  }
}

function merged(access: Access): Access['indexes'] {
  return access.indexes.map((index) => ({ ...index, use: 'merge' }))
}
