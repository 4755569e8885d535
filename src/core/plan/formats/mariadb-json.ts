import { isArray, memberOf } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { JsonAt } from '../../json/tape'
import type { TextSpan } from '../../text-span'
import type { PlanFormat } from '../format'
import type { Condition, Operator } from '../model'
import { mysqlAccessMethod } from '../parts/access-words'
import { dataKeyedObjects } from '../parts/data-keyed-objects'
import { draft, finished, implied, type NodeDraft, related, takeCondition } from '../parts/draft'
import { type JoinStep, joinChain } from '../parts/join-chain'
import { JsonMembers } from '../parts/json-members'
import { readTable } from '../parts/mariadb-table-access'
import {
  mariadbBlockConditions,
  mariadbBlockRest,
  mariadbJoins,
  mariadbKeptObjects,
  mariadbOperations,
} from '../parts/mariadb-vocabulary'
import { planOf } from '../parts/plan-of'
import { looksLikeMariaDbJson, looksLikeQueryBlock } from '../parts/query-block-head'
import { unreadable, unreadableJson } from '../parts/unreadable'

/**
 * EXPLAIN, ANALYZE, SHOW EXPLAIN and SHOW ANALYZE FORMAT=JSON of MariaDB 10.5 to 11.8.
 *
 *     { "query_optimization": { "r_total_time_ms": 0.06 },
 *       "query_block": { "select_id": 1, "cost": 1.8, "r_loops": 1, "r_total_time_ms": 1.25,
 *         "filesort": { "sort_key": "o.placed", "temporary_table": { "nested_loop": [ { "table": { … } }, … ] } } } }
 *
 * Before 10.11 the tables of a join stand side by side in one object, under repeated keys. Names beginning with `r_`
 * are what happened. Operations stand around what they work on; costs of 11.x are the node's own over all its loops.
 */

/** Blocks nest as deep as subqueries do (63); anything deeper is not a plan. */
const maxDepth = 500

export const mariadbJson: PlanFormat = {
  id: 'mariadb-json',
  family: 'mysql',
  title: 'MariaDB EXPLAIN or ANALYZE FORMAT=JSON',

  recognizes(head) {
    return looksLikeQueryBlock(head) && looksLikeMariaDbJson(head)
  },

  parse(text, context) {
    const { tape, problem } = readJson(text)
    if (!tape) throw unreadableJson(text, problem)
    const json = new JsonMembers(tape, mariadbKeptObjects, dataKeyedObjects['mariadb-json'] ?? new Set())
    const block = memberOf(tape, 0, 'query_block')
    if (block === -1) {
      throw unreadable(text, { start: 0, end: text.length }, 'The JSON has no "query_block", so it is no MariaDB plan.')
    }
    let planningMs: number | undefined
    let inProgressMs: number | undefined
    for (const at of json.members(0)) {
      if (json.key(at) === 'query_optimization') planningMs = optimizationMs(json, at)
      else if (json.key(at) === 'r_query_time_in_progress_ms') inProgressMs = json.number(at)
      else if (at !== block) json.unknown(at)
    }
    const reader = new BlockReader(json)
    const root = reader.operation('query_block', block, 0)
    // SHOW ANALYZE: the statement still runs.
    if (inProgressMs !== undefined) root.rest.r_query_time_in_progress_ms = inProgressMs
    const blockMs = memberOf(tape, block, 'r_total_time_ms')
    const executionMs = blockMs === -1 ? undefined : json.number(blockMs)
    return planOf(text, context, {
      format: 'mariadb-json',
      root: finished(root),
      statement: {
        ...(planningMs === undefined ? {} : { planningMs }),
        ...(executionMs === undefined ? {} : { executionMs }),
        triggers: [],
        settings: {},
      },
      notes: json.notes,
      measured: reader.measured || planningMs !== undefined,
    })
  },
}

function optimizationMs(json: JsonMembers, at: JsonAt): number | undefined {
  let totalMs: number | undefined
  for (const member of json.members(at)) {
    if (json.key(member) === 'r_total_time_ms') totalMs = json.number(member)
    else json.unknown(member)
  }
  return totalMs
}

/** What stands in a block or an operation. */
interface Body {
  readonly inputs: JoinStep[]
  /** Sorts before window functions, outermost last. */
  readonly sorts: NodeDraft[]
  readonly subqueries: NodeDraft[]
  readonly parts: NodeDraft[]
  conditions: Condition[]
  readonly rest: NodeDraft['rest']
  table?: string | undefined
  accessType?: string | undefined
}

class BlockReader {
  /** True once something says what happened. */
  measured = false
  /** What the tables of the block being read are marked with; UPDATE and DELETE have no node. */
  #writes: 'update' | 'delete' | undefined
  /** Milliseconds of a node and all below it over all loops, where known. */
  readonly #totalMs = new Map<NodeDraft, number>()

  constructor(readonly json: JsonMembers) {}

  /** A block or operation as a node with everything below it. */
  operation(key: string, at: JsonAt, depth: number): NodeDraft {
    const span = this.json.span(at)
    if (depth > maxDepth) {
      throw unreadable(this.json.tape.text, span, `The plan nests more than ${maxDepth} levels; no server prints that.`)
    }
    const writesAround = this.#writes
    if (key === 'query_block') this.#writes = undefined
    const body = this.#body(at, depth)
    let input = joinChain(withRunningCost(body.inputs))
    for (const sort of body.sorts) {
      if (input) sort.children.push(input)
      const ownMs = numberOf(sort.rest.r_total_time_ms)
      if (ownMs !== undefined) this.#took(sort, ownMs)
      input = sort
    }
    const operator = mariadbOperations.get(key)
    // A table that is read whole when the left side of IN is NULL: the object is about that table only.
    if (key === 'full-scan-on-null_key') body.rest[key] = true
    let node = operator ? this.#worked(operator, key, span, body, input) : passed(key, span, body, input)
    if (key === 'query_block') {
      if (this.#writes) node = implied(this.#writes, this.#writes, span, [node])
      this.#writes = writesAround
    }
    const total = this.#totalMs.get(node)
    const inputsMs = this.#below(node)
    for (const subquery of body.subqueries) node.children.push(subquery)
    if (total !== undefined) this.#took(node, total - inputsMs)
    return node
  }

  /** An operation that does something: its own node above its input. */
  #worked(operator: Operator, key: string, span: TextSpan, body: Body, input: NodeDraft | undefined): NodeDraft {
    const node = draft(operator, key, span, [...body.parts, ...(input ? [input] : [])])
    Object.assign(node.rest, body.rest)
    node.conditions.push(...body.conditions)
    if (operator === 'sort' || operator === 'temporary-table') {
      const rows = input?.estimate.rowsPerLoop
      if (rows !== undefined) node.estimate.rowsPerLoop = rows
    }
    if (body.table !== undefined) {
      node.access = {
        table: body.table,
        method: mysqlAccessMethod(body.accessType ?? '') ?? 'other',
        accessType: body.accessType ?? '',
        indexes: [],
        covering: false,
        direction: 'forward',
        multiRangeRead: false,
        indexCondition: false,
        derived: true,
      }
    }
    const ownMs = body.rest.r_total_time_ms
    const { r_loops: loops, r_output_rows: rows } = body.rest
    if (typeof loops === 'number' && (operator === 'sort' || operator === 'union')) {
      this.measured = true
      const count = typeof rows === 'number' ? rows : body.rest.r_rows
      if (typeof count === 'number') {
        node.actual = { loops, rowsPerLoop: count, neverExecuted: loops === 0 }
        const bytes = bufferBytes(body.rest.r_buffer_size)
        if (bytes !== undefined) node.actual.memoryBytes = bytes
        if (typeof body.rest.r_sort_mode === 'string') node.actual.sortMethod = body.rest.r_sort_mode
      }
    }
    if (typeof ownMs === 'number') this.#took(node, ownMs)
    return node
  }

  /**
   * MariaDB prints the milliseconds of each node alone, over all loops. The model's are those of the node with all
   * below it, per loop.
   */
  #took(node: NodeDraft, ownMs: number): void {
    const total = ownMs + this.#below(node)
    this.#totalMs.set(node, total)
    if (node.actual && node.actual.loops > 0) node.actual.lastRowMsPerLoop = total / node.actual.loops
  }

  /** Of all nodes below, down to those whose time is known. A join of many tables is a long chain: no recursion. */
  #below(node: NodeDraft): number {
    let sum = 0
    const waiting = [...node.children].reverse()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const known = this.#totalMs.get(next)
      if (known !== undefined) sum += known
      else for (const child of [...next.children].reverse()) waiting.push(child)
    }
    return sum
  }

  #body(at: JsonAt, depth: number): Body {
    const { json } = this
    const body: Body = { inputs: [], sorts: [], subqueries: [], parts: [], conditions: [], rest: {} }
    // `duplicates_removal` inside a join is the bare list of its tables.
    if (isArray(json.tape, at)) this.#list(at, body, depth)
    else for (const member of json.members(at)) this.#member(member, body, depth)
    return body
  }

  #list(at: JsonAt, body: Body, depth: number): void {
    for (const element of this.json.elements(at)) {
      for (const member of this.json.members(element)) {
        if (!this.#input(this.json.key(member), member, body, depth)) this.json.unknown(member)
      }
    }
  }

  #member(member: JsonAt, body: Body, depth: number): void {
    const { json } = this
    const key = json.key(member)
    if (this.#input(key, member, body, depth)) return
    switch (key) {
      case 'nested_loop':
        this.#list(member, body, depth)
        return
      case 'subqueries':
        for (const each of json.elements(member)) {
          const node = this.operation('subquery', each, depth + 1)
          body.subqueries.push(related(node, 'subquery'))
        }
        return
      case 'query_specifications':
        for (const each of json.elements(member)) {
          body.parts.push(related(this.operation('query_specification', each, depth + 1), 'union-part'))
        }
        return
      case 'sorts':
        for (const each of isArray(json.tape, member) ? json.elements(member) : [member]) {
          for (const sort of json.members(each)) {
            if (json.key(sort) === 'filesort') body.sorts.push(this.operation('filesort', sort, depth + 1))
            else json.unknown(sort)
          }
        }
        return
      case 'table_name':
        body.table = json.text(member)
        return
      case 'access_type':
        body.accessType = json.text(member)
        return
      case 'having_condition':
      case 'const_condition':
      case 'outer_ref_condition':
      case 'pseudo_bits_condition':
      case 'attached_condition':
        takeCondition(body, json.condition(member, mariadbBlockConditions[key]))
        return
      default:
        if (!mariadbBlockRest.has(key)) json.unknown(member)
        else {
          body.rest[key] = json.verbatim(member)
          if (key === 'r_loops' || key === 'r_total_time_ms') this.measured = true
        }
    }
  }

  /** Reads a member that is read from: a table, a join, another operation. False for anything else. */
  #input(key: string, at: JsonAt, body: Body, depth: number): boolean {
    if (key === 'table') body.inputs.push(this.#table(at, depth))
    else if (key === 'block-nl-join') body.inputs.push(this.#bufferedJoin(at, depth))
    else if (mariadbOperations.has(key)) body.inputs.push(step(this.operation(key, at, depth + 1)))
    else return false
    return true
  }

  #table(at: JsonAt, depth: number): JoinStep {
    const { node, totalMs, measured } = readTable(this.json, at, (key, nested) =>
      this.operation(key, nested, depth + 1),
    )
    if (measured) this.measured = true
    if (totalMs !== undefined) this.#took(node, totalMs)
    if (node.rest.update) this.#writes = 'update'
    if (node.rest.delete) this.#writes = 'delete'
    return step(node)
  }

  /** A table that is joined through a buffer: the object is about the join, the table in it about its access. */
  #bufferedJoin(at: JsonAt, depth: number): JoinStep {
    const body = this.#body(at, depth + 1)
    const inner = joinChain(body.inputs) ?? draft('result', 'block-nl-join', this.json.span(at))
    if (inner.access && body.rest.mrr_type !== undefined) inner.access = { ...inner.access, multiRangeRead: true }
    const word = String(body.rest.join_type ?? '')
    const operator = mariadbJoins.get(word)
    if (!operator) this.json.note(`Unknown join_type "${word}"`, this.json.span(at))
    const ownMs = (numberOf(body.rest.r_unpack_time_ms) ?? 0) + (numberOf(body.rest.r_other_time_ms) ?? 0)
    return {
      ...step(inner),
      operator: operator ?? 'block-nested-loop',
      label: `block-nl-join ${word}`.trim(),
      describe: (join) => {
        join.synthetic = false
        Object.assign(join.rest, body.rest)
        for (const each of body.conditions) join.conditions.push({ ...each, checkedAt: 'join' })
        if (ownMs > 0) this.#took(join, ownMs)
      },
    }
  }
}

/** A block or wrapper without work of its own: its facts go to the topmost node in it. */
function passed(key: string, span: TextSpan, body: Body, input: NodeDraft | undefined): NodeDraft {
  const message = body.rest.message
  const node = input ?? draft('result', typeof message === 'string' ? message : key, span)
  const cost = numberOf(body.rest.cost)
  if (cost !== undefined) node.estimate.subtreeCost ??= cost
  for (const [name, value] of Object.entries(body.rest)) {
    node.rest[name in node.rest ? `${key}.${name}` : name] = value
  }
  node.conditions.push(...body.conditions)
  for (const part of body.parts) node.children.push(part)
  return node
}

function step(node: NodeDraft): JoinStep {
  if (node.rest.not_exists) return { node, operator: 'anti-join', label: 'Not exists' }
  if (node.rest.first_match !== undefined) return { node, operator: 'semi-join', label: 'First match' }
  if (node.rest.loose_scan !== undefined) return { node, operator: 'semi-join', label: 'Loose scan' }
  return { node, operator: 'nested-loop', label: 'Nested loop' }
}

/** The costs of 11.x are each table's own; a join costs what its tables cost together. */
function withRunningCost(steps: readonly JoinStep[]): JoinStep[] {
  let sum: number | undefined = 0
  return steps.map((each) => {
    const own = each.node.estimate.subtreeCost
    sum = sum === undefined || own === undefined ? undefined : sum + own
    return { ...each, cost: sum }
  })
}

function numberOf(value: string | number | boolean | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

const bytesOfUnit: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** `"18Kb"` (10.11: also `"1KiB"`) as bytes; MariaDB's K is 1,024. */
function bufferBytes(size: string | number | boolean | undefined): number | undefined {
  if (typeof size === 'number') return size
  const match = typeof size === 'string' ? /^(\d+(?:\.\d+)?)([KMG]?)(?:i?[bB])?$/.exec(size) : null
  return match ? Number(match[1]) * (bytesOfUnit[(match[2] ?? '').toLowerCase()] ?? 1) : undefined
}
