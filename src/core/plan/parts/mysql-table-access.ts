import { firstIn, isObject, keyOf, memberOf, nextIn } from '../../json/cursor'
import type { JsonAt } from '../../json/tape'
import type { Access, Operator } from '../model'
import { indexesOf, isDerivedName, mysqlAccessMethod, tidy } from './access-words'
import { type AccessDraft, draft, type NodeDraft, related, takeCondition } from './draft'
import { bufferedJoin, type JoinStep, nestedLoop } from './join-chain'
import type { JsonMembers } from './json-members'
import type { ReadNested } from './mariadb-table-access'
import { mysqlSubqueryLists, mysqlTableRest } from './mysql-vocabulary'
import type { RestShapes } from './rest-shapes'

/**
 * One `table` object, and how it is joined to the tables before it.
 *
 *     { "table_name": "o", "access_type": "ref", "possible_keys": ["ix_cust"], "key": "ix_cust", "key_length": "4",
 *       "used_key_parts": ["customer_id"], "ref": ["shop.c.id"], "rows_examined_per_scan": 5, "filtered": "40.00",
 *       "cost_info": { "read_cost": "25.10", "eval_cost": "50.00", "prefix_cost": "85.35" },
 *       "attached_condition": "(`shop`.`o`.`status` = 'new')" }
 *
 * @param rest makes the node's `rest`; nothing else may use it meanwhile
 */
export function readMysqlTable(json: JsonMembers, at: JsonAt, rest: RestShapes, readNested: ReadNested): JoinStep {
  const node = draft('access', '', json.span(at))
  let table: string | undefined
  let accessType: string | undefined
  let key: string | undefined
  let keyLength: string | undefined
  let usedKeyParts: readonly string[] | undefined
  let buffer: string | undefined
  let prefixCost: number | undefined
  let producedRows: number | undefined
  /** What has nodes of its own; it is read when this object is. */
  let nested: JsonAt[] | undefined
  const access: FoundAccess = {
    possibleIndexes: undefined,
    ref: undefined,
    partitions: undefined,
    covering: undefined,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
  }
  const { tape } = json
  if (!isObject(tape, at)) json.members(at)
  for (let member = isObject(tape, at) ? firstIn(tape, at) : -1; member !== -1; member = nextIn(tape, at, member)) {
    const name = keyOf(tape, member)
    switch (name) {
      case 'table_name':
        table = json.text(member)
        break
      case 'access_type':
        accessType = json.word(member)
        break
      case 'possible_keys':
        access.possibleIndexes = json.texts(member)
        break
      case 'key':
        key = json.word(member)
        break
      case 'key_length':
        keyLength = json.word(member)
        break
      case 'used_key_parts':
        usedKeyParts = json.texts(member)
        break
      case 'ref':
        access.ref = json.texts(member)
        break
      case 'partitions':
        access.partitions = json.texts(member)
        break
      case 'rows': // 5.6
      case 'rows_examined_per_scan': {
        const rows = json.number(member)
        if (rows !== undefined) node.estimate.rowsExaminedPerLoop = rows
        break
      }
      case 'filtered': {
        const percent = json.number(member)
        if (percent !== undefined) node.estimate.keptFraction = tidy(percent / 100)
        break
      }
      case 'cost_info':
        prefixCost = tableCost(json, member, node, rest)
        break
      case 'index_condition':
        access.indexCondition = true
        takeCondition(node, json.condition(member, 'index-filter'))
        break
      case 'attached_condition':
        takeCondition(node, json.condition(member, 'row-filter'))
        break
      case 'using_index':
        access.covering = json.boolean(member) ?? false
        break
      case 'using_MRR':
        access.multiRangeRead = json.boolean(member) ?? false
        break
      case 'backward_index_scan':
        access.direction = json.boolean(member) ? 'backward' : 'forward'
        break
      case materializedFrom:
        nested ??= []
        nested.push(member)
        break
      default:
        if (mysqlTableRest.has(name)) {
          const value = json.verbatim(member)
          rest.add(name, value)
          if (name === 'using_join_buffer') buffer = String(value)
          if (name === 'rows_produced_per_join') producedRows = json.number(member)
        } else if (mysqlSubqueryLists.has(name)) {
          nested ??= []
          nested.push(member)
        } else json.unknown(member)
    }
  }
  node.rest = rest.take()
  const materialized = nested !== undefined && readNestedInto(node, json, nested, readNested)
  if (table === undefined) {
    node.operator = 'result'
    node.label = String(node.rest.message ?? 'table')
    return { node, operator: 'nested-loop', label: nestedLoop }
  }
  const { rowsExaminedPerLoop, keptFraction } = node.estimate
  if (rowsExaminedPerLoop !== undefined && keptFraction !== undefined) {
    node.estimate.rowsPerLoop = tidy(rowsExaminedPerLoop * keptFraction)
  }
  node.access = tableAccess(json, at, node, { table, accessType, key, keyLength, usedKeyParts, materialized }, access)
  if (key !== undefined && accessType === 'ALL') node.rest.key = key
  node.label = accessType ?? String(node.rest.message ?? 'table')
  // With a join buffer, rows of several outer rows are compared at once: the condition is the join's.
  if (buffer !== undefined) {
    node.conditions = node.conditions.map((each) =>
      each.checkedAt === 'row-filter' ? { ...each, checkedAt: 'join' } : each,
    )
    if (bufferedJoin(buffer) === undefined) unknownWord(json, 'using_join_buffer', buffer, at)
  }
  const { operator, label } = joinOf(node, buffer)
  return { node, operator, label, rows: producedRows, cost: prefixCost }
}

const materializedFrom = 'materialized_from_subquery'

/** Reads subqueries as children of a table; says whether the table is made of one. */
function readNestedInto(
  node: NodeDraft,
  json: JsonMembers,
  members: readonly JsonAt[],
  readNested: ReadNested,
): boolean {
  let materialized = false
  for (const member of members) {
    const name = json.key(member)
    if (name === materializedFrom) {
      materialized = true
      node.children.push(readNested(name, member))
      continue
    }
    for (const each of json.elements(member)) {
      const subquery = related(readNested('subquery', each), 'subquery')
      subquery.rest.subquery_of = name
      node.children.push(subquery)
    }
  }
  return materialized
}

/** What the members of a table tell about its access. */
interface FoundAccess {
  possibleIndexes: readonly string[] | undefined
  ref: readonly string[] | undefined
  partitions: readonly string[] | undefined
  covering: boolean | undefined
  direction: Access['direction']
  multiRangeRead: boolean
  indexCondition: boolean
}

function tableAccess(
  json: JsonMembers,
  at: JsonAt,
  node: NodeDraft,
  read: {
    table: string
    accessType: string | undefined
    key: string | undefined
    keyLength: string | undefined
    usedKeyParts: readonly string[] | undefined
    materialized: boolean
  },
  found: FoundAccess,
): Access {
  const { table, accessType } = read
  let method = accessType === undefined ? 'none' : mysqlAccessMethod(accessType)
  if (method === undefined) unknownWord(json, 'access_type', accessType ?? '', at)
  if (node.rest.using_index_for_group_by) method = 'loose-scan'
  if (node.rest.using_index_for_skip_scan) method = 'skip-scan'
  // The target of INSERT and REPLACE is written, not read; MySQL prints ALL there.
  if (node.rest.insert === true || node.rest.replace === true) {
    method = 'none'
    node.operator = 'insert'
  }
  const indexes = read.key === undefined ? [] : indexesOf(read.key, read.keyLength, accessType)
  const [only] = indexes
  const derived = read.materialized || isDerivedName(table)
  const { possibleIndexes, ref } = found
  const used =
    only && indexes.length === 1 && read.usedKeyParts ? [{ ...only, usedKeyParts: read.usedKeyParts }] : indexes
  // Groups, and values that are skipped, are read from the index alone.
  const covering = found.covering ?? (method === 'loose-scan' || method === 'skip-scan')
  const { direction, multiRangeRead, indexCondition } = found
  const words = accessType ?? ''
  const kind = method ?? 'other'
  let access: AccessDraft
  // Made at once: an object to which fields are added takes more memory, and large plans have many.
  if (!isDerivedName(table) && possibleIndexes && ref) {
    access = {
      table,
      method: kind,
      accessType: words,
      indexes: used,
      covering,
      direction,
      multiRangeRead,
      indexCondition,
      alias: table,
      possibleIndexes,
      ref,
    }
  } else {
    access = {
      table,
      method: kind,
      accessType: words,
      indexes: used,
      covering,
      direction,
      multiRangeRead,
      indexCondition,
    }
    if (!isDerivedName(table)) access.alias = table
    if (possibleIndexes) access.possibleIndexes = possibleIndexes
    if (ref) access.ref = ref
  }
  if (found.partitions) access.partitions = found.partitions
  if (derived) access.derived = true
  return access
}

/** The costs of a table; gives the cost of the join up to and with it. */
function tableCost(json: JsonMembers, at: JsonAt, node: NodeDraft, rest: RestShapes): number | undefined {
  let prefix: number | undefined
  let own = 0
  for (const member of json.members(at)) {
    const key = json.key(member)
    if (key === 'prefix_cost') prefix = json.number(member)
    else if (key === 'read_cost' || key === 'eval_cost') own += json.number(member) ?? 0
    else if (key !== 'data_read_per_join') {
      json.unknown(member)
      continue
    }
    rest.add(key, json.verbatim(member))
  }
  if (own > 0) node.estimate.subtreeCost = tidy(own)
  return prefix
}

function unknownWord(json: JsonMembers, key: string, word: string, table: JsonAt): void {
  const at = memberOf(json.tape, table, key)
  json.note(`Unknown ${key} "${word}"`, json.span(at === -1 ? table : at))
}

/** How a table is joined to those before it. */
function joinOf(node: NodeDraft, buffer: string | undefined): { operator: Operator; label: string } {
  if (node.rest.not_exists === true) return { operator: 'anti-join', label: 'Not exists' }
  if (node.rest.first_match !== undefined) return { operator: 'semi-join', label: 'First match' }
  if (node.rest.loosescan === true) return { operator: 'semi-join', label: 'Loose scan' }
  const buffered = buffer === undefined ? undefined : bufferedJoin(buffer)
  return { operator: buffered ?? 'nested-loop', label: buffer ?? nestedLoop }
}
