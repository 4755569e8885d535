import { memberOf } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { JsonAt } from '../../json/tape'
import type { PlanFormat } from '../format'
import type { Access, Operator } from '../model'
import { mysqlAccessMethod } from '../parts/access-words'
import { draft, finished, implied, type NodeDraft, related } from '../parts/draft'
import { type JoinStep, joinChain, nestedLoop } from '../parts/join-chain'
import { JsonMembers } from '../parts/json-members'
import { readMysqlTable } from '../parts/mysql-table-access'
import {
  mysqlBlockRest,
  mysqlKeptObjects,
  mysqlOperations,
  mysqlSetResults,
  mysqlSubqueryLists,
} from '../parts/mysql-vocabulary'
import { planOf } from '../parts/plan-of'
import { looksLikeMariaDbJson, looksLikeQueryBlock } from '../parts/query-block-head'
import { RestShapes } from '../parts/rest-shapes'
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

/** Subqueries nest at most 63 deep on a server; anything deeper is not a plan. */
const maxDepth = 500

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
    const json = new JsonMembers(tape, mysqlKeptObjects, new Set())
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

  /** Of the table that is being read. */
  readonly #rest = new RestShapes()

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
    for (const subquery of body.subqueries) node.children.push(subquery)
    for (const [name, value] of Object.entries(body.rest)) node.rest[name] = value
    if (body.cost !== undefined) node.estimate.subtreeCost ??= body.cost
    return node
  }

  #operationNode(key: string, span: NodeDraft['span'], body: Body, input: NodeDraft | undefined): NodeDraft {
    const below = input ? [input] : []
    if (mysqlSetResults.has(key)) return this.#setResult(key, span, body, below)
    if (key === 'materialized_from_subquery') {
      const node = draft('materialize', key, span, below)
      node.rest.using_temporary_table = body.temporaryTable
      return node
    }
    if (!mysqlOperations.has(key)) {
      const message = body.rest.message
      return input ?? draft('result', typeof message === 'string' ? message : key, span)
    }
    return worked(key, span, body, input)
  }

  /** A set operation; removing duplicates or ordering goes through a temporary table and a sort above it. */
  #setResult(key: string, span: NodeDraft['span'], body: Body, below: NodeDraft[]): NodeDraft {
    const union = draft('union', key, span, [...body.parts, ...below])
    if (body.table !== undefined) union.access = this.#setResultAccess(body.table, body.accessType)
    union.rest = { ...body.rest, using_temporary_table: body.temporaryTable, using_filesort: body.filesort }
    body.rest = {}
    let node = union
    if (body.temporaryTable) node = implied('temporary-table', 'Using temporary table', span, [node])
    if (body.filesort) node = implied('sort', 'Using filesort', span, [node])
    return node
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
      if (mysqlSubqueryLists.has(key)) {
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
          if (mysqlBlockRest.has(key)) body.rest[key] = json.verbatim(member)
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
    } else if (key === 'query_block' || mysqlOperations.has(key) || mysqlSetResults.has(key)) {
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
    const step = readMysqlTable(this.json, at, this.#rest, (key, nested) => this.operation(key, nested, depth + 1))
    const { update, delete: deletes } = step.node.rest
    if (update === true) this.#writes = 'update'
    if (deletes === true) this.#writes = 'delete'
    return step
  }
}

/**
 * The node of an operation with what it needs to work: grouping, duplicate removal and windows are nodes, with a sort
 * or a temporary table below them where the flags say so. Ordering is a sort, a temporary table, both, or nothing.
 */
function worked(key: string, span: NodeDraft['span'], body: Body, input: NodeDraft | undefined): NodeDraft {
  const operator = mysqlOperations.get(key)
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
