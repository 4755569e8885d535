import type { TextSpan } from '../../text-span'
import type { Access } from '../model'
import { isDerivedName } from './access-words'
import { type AccessDraft, draft, type NodeDraft } from './draft'
import type { Operation, OperationAccess } from './mysql-operation'
import { mergeWords, subqueryHeading } from './mysql-operation-words'

/**
 * What MySQL's two prints of its executor's tree have in common: FORMAT=TREE and FORMAT=JSON, version 2. Both print the
 * same steps in the same order; here they get the same operators, relations and accesses.
 */

/** How a table is called; TREE tells only the name that the statement uses. */
export interface IteratorTable {
  readonly table: string
  readonly alias?: string | undefined
  readonly schema?: string | undefined
}

/** A step as a node, still without inputs. */
export function operationNode(operation: Operation, span: TextSpan, named?: IteratorTable): NodeDraft {
  const node = draft(operation.operator, operation.label, span)
  const read = operation.access
  if (!read) return node
  const { table, alias = table, schema } = named ?? { table: read.table }
  const isDerived = isDerivedName(table)
  const indexes = indexesOf(read)
  const { method, covering, multiRangeRead, indexCondition } = read
  const accessType = operation.label
  const direction = read.backward ? 'backward' : 'forward'
  // An object that is made at once takes less memory than one to which fields are added: large plans have many.
  let access: AccessDraft
  if (isDerived) {
    access = { table, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
    if (schema !== undefined) access.schema = schema
  } else if (schema === undefined) {
    access = { table, alias, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
  } else {
    access = { schema, table, alias, method, accessType, indexes, covering, direction, multiRangeRead, indexCondition }
  }
  if (isDerived || operation.label === 'Scan new records') access.derived = true
  node.access = access
  return node
}

function indexesOf({ index, keyParts }: OperationAccess): Access['indexes'] {
  if (index === undefined) return []
  const usesParts = keyParts !== undefined && keyParts.length > 0
  return [usesParts ? { name: index, use: 'main', usedKeyParts: [...keyParts] } : { name: index, use: 'main' }]
}

/** What a heading (`Hash`, `Select #2 (subquery in condition; dependent)`) says of the node below it. */
export function addHeading(node: NodeDraft, heading: string): void {
  node.rest.heading = heading
  const subquery = subqueryHeading.exec(heading)
  if (!subquery) return
  node.rest.select_id = Number(subquery[1])
  node.rest.subquery = true
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
  for (const child of inputs) if (child.rest.subquery === true) child.relation = 'subquery'
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
