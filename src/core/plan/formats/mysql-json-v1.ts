import { memberOf } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { JsonAt } from '../../json/tape'
import type { PlanFormat } from '../format'
import type { Access, Operator } from '../model'
import { indexesOf, isDerivedName, mysqlAccessMethod, tidy } from '../parts/access-words'
import { draft, finished, implied, type NodeDraft, related } from '../parts/draft'
import { bufferedJoin, type JoinStep, joinChain } from '../parts/join-chain'
import { JsonMembers, type KeptObjects } from '../parts/json-members'
import { planOf } from '../parts/plan-of'
import { looksLikeMariaDbJson, looksLikeQueryBlock } from '../parts/query-block-head'
import { unreadable, unreadableJson } from '../parts/unreadable'

/**
 * EXPLAIN FORMAT=JSON of MySQL 5.6 to 9.x, version 1 of the format (in 9.x with explain_json_format_version=1).
 *
 *     { "query_block": { "select_id": 1, "cost_info": { "query_cost": "5.14" },
 *         "ordering_operation": { "using_filesort": true,
 *           "nested_loop": [ { "table": { "table_name": "o", "access_type": "ref", … } }, … ] } } }
 *
 * Around a join stand the operations that work on its rows, outermost first. Every object has a closed list of keys.
 */

/** Objects that are kept as text, and their keys. */
const keptObjects: KeptObjects = {
  windows: [
    'name',
    'definition_position',
    'using_temporary_table',
    'using_filesort',
    'filesort_key',
    'frame_buffer',
    'functions',
    'last_executed_window',
  ],
  frame_buffer: ['using_temporary_table', 'optimized_frame_evaluation'],
  sharing_temporary_table_with: ['select_id'],
  partial_update_columns: [],
}

/** Lists of subqueries: where in the statement they stand. */
const subqueryLists = new Set([
  'select_list_subqueries',
  'attached_subqueries',
  'optimized_away_subqueries',
  'having_subqueries',
  'group_by_subqueries',
  'order_by_subqueries',
  'update_value_subqueries',
  'insert_update_subqueries',
  'insert_values_subqueries',
])

/** Operations around a join, and what they are. What they do besides (sort, temporary table) is said by flags. */
const operations: ReadonlyMap<string, Operator | undefined> = new Map<string, Operator | undefined>([
  // Ordering alone is a sort when it sorts, and nothing when an index delivers the order.
  ['ordering_operation', undefined],
  ['grouping_operation', 'aggregate'],
  ['duplicates_removal', 'distinct'],
  ['windowing', 'window'],
  ['buffer_result', undefined],
])

const setResults: ReadonlySet<string> = new Set(['union_result', 'intersect_result', 'except_result', 'unary_result'])

/** Facts about a table access that have no field of their own. */
const tableRest: ReadonlySet<string> = new Set([
  'update',
  'delete',
  'insert',
  'replace',
  'rows_produced_per_join',
  'used_columns',
  'using_join_buffer',
  'using_where',
  'first_match',
  'loosescan',
  'not_exists',
  'distinct',
  'using_index_for_group_by',
  'using_index_for_skip_scan',
  'const_row_not_found',
  'unique_row_not_found',
  'impossible_on_condition',
  'full_scan_on_NULL_key',
  'range_checked_for_each_record',
  'rematerialize',
  'recursive',
  'ft_hints',
  'table_function',
  'pushed_join',
  'pushed_condition',
  'partial_update_columns',
  'skip_records_in_range_due_to_force',
  'using_secondary_engine',
  'using_temporary_table',
  'message',
])

/** Subqueries nest at most 63 deep on a server; anything deeper is not a plan. */
const maxDepth = 500

/** Facts about a block or an operation that have no field of their own. */
const blockRest: ReadonlySet<string> = new Set([
  'select_id',
  'message',
  'dependent',
  'cacheable',
  'recursive',
  'windows',
  'filesort_key',
  'sharing_temporary_table_with',
  'using_secondary_engine',
])

export const mysqlJsonV1: PlanFormat = {
  id: 'mysql-json-v1',
  family: 'mysql',
  title: 'MySQL EXPLAIN FORMAT=JSON, version 1',

  recognizes(head) {
    return looksLikeQueryBlock(head) && !looksLikeMariaDbJson(head)
  },

  parse(text, context) {
    const { tape, problem } = readJson(text)
    if (!tape) throw unreadableJson(text, problem)
    const json = new JsonMembers(tape, keptObjects, new Set())
    const block = memberOf(tape, 0, 'query_block')
    if (block === -1) {
      throw unreadable(text, { start: 0, end: text.length }, 'The JSON has no "query_block", so it is no MySQL plan.')
    }
    for (const at of json.members(0)) if (at !== block) json.unknown(at)
    const root = new BlockReader(json).operation('query_block', block, 0)
    return planOf(text, context, { format: 'mysql-json-v1', root: finished(root), notes: json.notes, measured: false })
  },
}

/** What stands in a query block or an operation: what it reads, subqueries, and flags. */
interface Body {
  readonly inputs: JoinStep[]
  readonly subqueries: NodeDraft[]
  readonly parts: NodeDraft[]
  rest: NodeDraft['rest']
  filesort: boolean
  temporaryTable: boolean
  cost?: number | undefined
  table?: string | undefined
  accessType?: string | undefined
}

class BlockReader {
  /** What the tables of the block being read are marked with; single-table and multi-table DML have no node. */
  #writes: 'update' | 'delete' | undefined

  constructor(readonly json: JsonMembers) {}

  /** A query block, or an operation around a join, as a node with everything below it. */
  operation(key: string, at: JsonAt, depth: number): NodeDraft {
    const span = this.json.span(at)
    if (depth > maxDepth) {
      throw unreadable(this.json.tape.text, span, `The plan nests more than ${maxDepth} levels; no server prints that.`)
    }
    const writesAround = this.#writes
    if (key === 'query_block') this.#writes = undefined
    const body = this.#body(at, depth)
    const input = joinChain(body.inputs)
    let node = this.#operationNode(key, span, body, input)
    if (key === 'query_block') {
      if (this.#writes) node = implied(this.#writes, this.#writes, span, [node])
      this.#writes = writesAround
    }
    node.children.push(...body.subqueries)
    for (const [name, value] of Object.entries(body.rest)) node.rest[name] = value
    if (body.cost !== undefined) node.estimate.subtreeCost ??= body.cost
    return node
  }

  #operationNode(key: string, span: NodeDraft['span'], body: Body, input: NodeDraft | undefined): NodeDraft {
    const below = input ? [input] : []
    if (setResults.has(key)) {
      const node = draft('union', key, span, [...body.parts, ...below])
      if (body.table !== undefined) node.access = this.#setResultAccess(body.table, body.accessType)
      node.rest.using_temporary_table = body.temporaryTable
      if (body.filesort) node.rest.using_filesort = true
      return node
    }
    if (key === 'materialized_from_subquery') {
      const node = draft('materialize', key, span, below)
      node.rest.using_temporary_table = body.temporaryTable
      return node
    }
    if (!operations.has(key)) {
      const message = body.rest.message
      return input ?? draft('result', typeof message === 'string' ? message : key, span)
    }
    return worked(key, span, body, input)
  }

  #setResultAccess(table: string, accessType: string | undefined): Access {
    return {
      table,
      method: mysqlAccessMethod(accessType ?? '') ?? 'other',
      accessType: accessType ?? '',
      indexes: [],
      covering: false,
      direction: 'forward',
      multiRangeRead: false,
      indexCondition: false,
      derived: true,
    }
  }

  #body(at: JsonAt, depth: number): Body {
    const { json } = this
    const body: Body = {
      inputs: [],
      subqueries: [],
      parts: [],
      rest: {},
      filesort: false,
      temporaryTable: false,
    }
    for (const member of json.members(at)) {
      const key = json.key(member)
      if (this.#input(key, member, body, depth)) continue
      if (subqueryLists.has(key)) {
        for (const each of json.elements(member)) {
          const node = related(this.operation('subquery', each, depth + 1), 'subquery')
          node.rest.subquery_of = key
          body.subqueries.push(node)
        }
        continue
      }
      switch (key) {
        case 'using_filesort':
          body.filesort = json.boolean(member) ?? false
          break
        case 'using_temporary_table':
          body.temporaryTable = json.boolean(member) ?? false
          break
        case 'cost_info':
          this.#blockCost(member, body)
          break
        case 'query_specifications':
          for (const each of json.elements(member)) {
            body.parts.push(related(this.operation('query_specification', each, depth + 1), 'union-part'))
          }
          break
        case 'table_name':
          body.table = json.text(member)
          break
        case 'access_type':
          body.accessType = json.text(member)
          break
        default:
          if (blockRest.has(key)) body.rest[key] = json.verbatim(member)
          else json.unknown(member)
      }
    }
    return body
  }

  /** Reads a member that is read from: a table, a join, another operation, another block. False for anything else. */
  #input(key: string, at: JsonAt, body: Body, depth: number): boolean {
    const { json } = this
    if (key === 'table') {
      body.inputs.push(this.#table(at, depth))
    } else if (key === 'nested_loop') {
      for (const element of json.elements(at)) {
        for (const member of json.members(element)) {
          if (!this.#input(json.key(member), member, body, depth)) json.unknown(member)
        }
      }
    } else if (key === 'insert_from') {
      const source = this.operation(key, at, depth + 1)
      const target = body.inputs.at(-1)
      if (target) target.node.children.push(source)
      else body.inputs.push({ node: source, operator: 'nested-loop', label: nestedLoop })
    } else if (key === 'query_block' || operations.has(key) || setResults.has(key)) {
      body.inputs.push({ node: this.operation(key, at, depth + 1), operator: 'nested-loop', label: nestedLoop })
    } else return false
    return true
  }

  #blockCost(at: JsonAt, body: Body): void {
    for (const member of this.json.members(at)) {
      const key = this.json.key(member)
      if (key === 'query_cost') body.cost = this.json.number(member)
      if (key === 'query_cost' || key === 'sort_cost') body.rest[key] = this.json.verbatim(member)
      else this.json.unknown(member)
    }
  }

  #table(at: JsonAt, depth: number): JoinStep {
    const { json } = this
    const node = draft('access', '', json.span(at))
    let table: string | undefined
    let accessType: string | undefined
    let key: string | undefined
    let keyLength: string | undefined
    let usedKeyParts: string[] | undefined
    let buffer: string | undefined
    let prefixCost: number | undefined
    let producedRows: number | undefined
    let materialized = false
    const access: { -readonly [Name in keyof Access]?: Access[Name] } = {}
    for (const member of json.members(at)) {
      const name = json.key(member)
      switch (name) {
        case 'table_name':
          table = json.text(member)
          break
        case 'access_type':
          accessType = json.text(member)
          break
        case 'possible_keys':
          access.possibleIndexes = json.texts(member)
          break
        case 'key':
          key = json.text(member)
          break
        case 'key_length':
          keyLength = json.text(member)
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
          prefixCost = this.#tableCost(member, node)
          break
        case 'index_condition':
          access.indexCondition = true
          node.conditions.push(...json.condition(member, 'index-filter'))
          break
        case 'attached_condition':
          node.conditions.push(...json.condition(member, 'row-filter'))
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
        case 'materialized_from_subquery':
          materialized = true
          node.children.push(this.operation(name, member, depth + 1))
          break
        default:
          if (subqueryLists.has(name)) {
            for (const each of json.elements(member)) {
              const subquery = related(this.operation('subquery', each, depth + 1), 'subquery')
              subquery.rest.subquery_of = name
              node.children.push(subquery)
            }
          } else if (tableRest.has(name)) {
            const value = json.verbatim(member)
            node.rest[name] = value
            if (name === 'using_join_buffer') buffer = String(value)
            if (name === 'rows_produced_per_join') producedRows = json.number(member)
            if ((name === 'update' || name === 'delete') && value === true) this.#writes = name
          } else json.unknown(member)
      }
    }
    if (table === undefined) {
      node.operator = 'result'
      node.label = String(node.rest.message ?? 'table')
      return { node, operator: 'nested-loop', label: nestedLoop }
    }
    const { rowsExaminedPerLoop, keptFraction } = node.estimate
    if (rowsExaminedPerLoop !== undefined && keptFraction !== undefined) {
      node.estimate.rowsPerLoop = tidy(rowsExaminedPerLoop * keptFraction)
    }
    node.access = this.#access(at, node, { table, accessType, key, keyLength, usedKeyParts, materialized }, access)
    node.label = accessType ?? String(node.rest.message ?? 'table')
    // With a join buffer, rows of several outer rows are compared at once: the condition is the join's.
    if (buffer !== undefined) {
      node.conditions = node.conditions.map((each) =>
        each.checkedAt === 'row-filter' ? { ...each, checkedAt: 'join' } : each,
      )
      if (bufferedJoin(buffer) === undefined) this.#unknownWord('using_join_buffer', buffer, at)
    }
    return { node, ...joinOf(node, buffer), rows: producedRows, cost: prefixCost }
  }

  #access(
    at: JsonAt,
    node: NodeDraft,
    read: {
      table: string
      accessType: string | undefined
      key: string | undefined
      keyLength: string | undefined
      usedKeyParts: string[] | undefined
      materialized: boolean
    },
    found: Partial<Access>,
  ): Access {
    const { table, accessType } = read
    let method = accessType === undefined ? 'none' : mysqlAccessMethod(accessType)
    if (method === undefined) this.#unknownWord('access_type', accessType ?? '', at)
    if (node.rest.using_index_for_group_by) method = 'loose-scan'
    if (node.rest.using_index_for_skip_scan) method = 'skip-scan'
    // The target of INSERT and REPLACE is written, not read; MySQL prints ALL there.
    if (node.rest.insert === true || node.rest.replace === true) {
      method = 'none'
      node.operator = 'insert'
    }
    const indexes = read.key === undefined ? [] : indexesOf(read.key, read.keyLength, accessType === 'index_merge')
    const [only] = indexes
    const derived = read.materialized || isDerivedName(table)
    return {
      table,
      ...(derived && isDerivedName(table) ? {} : { alias: table }),
      method: method ?? 'other',
      accessType: accessType ?? '',
      indexes:
        only && indexes.length === 1 && read.usedKeyParts ? [{ ...only, usedKeyParts: read.usedKeyParts }] : indexes,
      ...(found.possibleIndexes ? { possibleIndexes: found.possibleIndexes } : {}),
      ...(found.ref ? { ref: found.ref } : {}),
      covering: found.covering ?? false,
      direction: found.direction ?? 'forward',
      multiRangeRead: found.multiRangeRead ?? false,
      indexCondition: found.indexCondition ?? false,
      ...(found.partitions ? { partitions: found.partitions } : {}),
      ...(derived ? { derived: true } : {}),
    }
  }

  /** The costs of a table; gives the cost of the join up to and with it. */
  #tableCost(at: JsonAt, node: NodeDraft): number | undefined {
    const { json } = this
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
      node.rest[key] = json.verbatim(member)
    }
    if (own > 0) node.estimate.subtreeCost = tidy(own)
    return prefix
  }

  #unknownWord(key: string, word: string, table: JsonAt): void {
    const at = memberOf(this.json.tape, table, key)
    this.json.note(`Unknown ${key} "${word}"`, this.json.span(at === -1 ? table : at))
  }
}

const nestedLoop = 'Nested loop'

/** How a table is joined to those before it. */
function joinOf(node: NodeDraft, buffer: string | undefined): { operator: Operator; label: string } {
  if (node.rest.not_exists === true) return { operator: 'anti-join', label: 'Not exists' }
  if (node.rest.first_match !== undefined) return { operator: 'semi-join', label: 'First match' }
  if (node.rest.loosescan === true) return { operator: 'semi-join', label: 'Loose scan' }
  const buffered = buffer === undefined ? undefined : bufferedJoin(buffer)
  return { operator: buffered ?? 'nested-loop', label: buffer ?? nestedLoop }
}

/**
 * The node of an operation with what it needs to work: grouping, duplicate removal and windows are nodes, with a sort
 * or a temporary table below them where the flags say so. Ordering is a sort, a temporary table, both, or nothing.
 */
function worked(key: string, span: NodeDraft['span'], body: Body, input: NodeDraft | undefined): NodeDraft {
  const operator = operations.get(key)
  const sorts = body.filesort || (key === 'windowing' && /"using_filesort":true/.test(String(body.rest.windows)))
  const temporary =
    body.temporaryTable || (key === 'windowing' && /"using_temporary_table":true/.test(String(body.rest.windows)))
  body.rest.using_filesort = body.filesort
  body.rest.using_temporary_table = body.temporaryTable
  const steps: Operator[] = []
  if (temporary || key === 'buffer_result') steps.push('temporary-table')
  if (sorts) steps.push('sort')
  if (operator) steps.push(operator)
  let node = input
  for (const [index, step] of steps.entries()) {
    const below = node ? [node] : []
    const outermost = index === steps.length - 1
    const above = outermost ? draft(step, key, span, below) : implied(step, impliedLabels[step] ?? key, span, below)
    if (operator !== step && node?.estimate.rowsPerLoop !== undefined)
      above.estimate.rowsPerLoop = node.estimate.rowsPerLoop
    node = above
  }
  if (!node) return draft('result', key, span)
  if (steps.length === 0) {
    // Nothing is done: an index delivers the order. The flags stay readable under the operation's name.
    body.rest = Object.fromEntries(Object.entries(body.rest).map(([name, value]) => [`${key}.${name}`, value]))
  }
  return node
}

const impliedLabels: Readonly<Partial<Record<Operator, string>>> = {
  sort: 'Using filesort',
  'temporary-table': 'Using temporary table',
}
