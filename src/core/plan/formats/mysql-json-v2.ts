import { memberOf } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { JsonAt } from '../../json/tape'
import type { PlanFormat } from '../format'
import type { Access, Actual, Condition } from '../model'
import { isDerivedName } from '../parts/access-words'
import { finished, type NodeDraft } from '../parts/draft'
import { JsonMembers } from '../parts/json-members'
import { addHeading, operationNode, settle } from '../parts/mysql-iterator-tree'
import { iteratorRest, iteratorWords } from '../parts/mysql-iterator-vocabulary'
import { readOperation } from '../parts/mysql-operation-phrase'
import { listPieces } from '../parts/outside-quotes'
import { planOf } from '../parts/plan-of'
import { neverExecuted } from '../parts/tree-lines'
import { unreadable, unreadableJson } from '../parts/unreadable'

/**
 * EXPLAIN FORMAT=JSON of MySQL 8.3 to 9.x with explain_json_format_version=2 (the default of 9.x), and EXPLAIN ANALYZE
 * FORMAT=JSON.
 *
 *     { "query": "/* select#1 … ", "query_type": "select", "json_schema_version": "2.0",
 *       "query_plan": { "operation": "Filter: (o.total > 5)", "access_type": "filter", "estimated_rows": 3.0,
 *         "inputs": [ { "operation": "Table scan on o", "table_name": "orders", "alias": "o", … } ] } }
 *
 * `operation` is the phrase that FORMAT=TREE prints and tells what the step is; every other key has its field.
 */

/** MySQL itself nests JSON at most 100 levels deep; anything deeper is not a plan. */
const maxDepth = 500

const noObjects: ReadonlySet<string> = new Set()

export const mysqlJsonV2: PlanFormat = {
  id: 'mysql-json-v2',
  family: 'mysql',
  title: 'MySQL EXPLAIN FORMAT=JSON, version 2',

  recognizes(head) {
    if (!/^\s*\{/.test(head) || /"query_block"\s*:/.test(head)) return false
    // A long statement can fill the whole head; no other plan begins with it.
    return /"(?:query_plan|operation)"\s*:/.test(head) || /^\s*\{\s*"query"\s*:/.test(head)
  },

  parse(text, context) {
    const { tape, problem } = readJson(text)
    if (!tape) throw unreadableJson(text, problem)
    const json = new JsonMembers(tape, {}, noObjects)
    const plan = memberOf(tape, 0, 'query_plan')
    // With the hypergraph optimizer, versions before 8.3 print the root step itself.
    const root = plan === -1 && memberOf(tape, 0, 'operation') !== -1 ? 0 : plan
    if (root === -1) {
      throw unreadable(text, { start: 0, end: text.length }, 'The JSON has no "query_plan", so it is no MySQL plan.')
    }
    const steps = new StepReader(json)
    const rest: NodeDraft['rest'] = {}
    if (root !== 0) {
      for (const at of json.members(0)) {
        if (at !== root && !steps.statementFact(at, rest)) json.unknown(at)
      }
    }
    const node = steps.read(root, 0)
    node.rest = { ...node.rest, ...rest }
    const { measured } = steps
    return planOf(text, context, { format: 'mysql-json-v2', root: finished(node), notes: json.notes, measured })
  },
}

class StepReader {
  measured = false

  constructor(readonly json: JsonMembers) {}

  /** A fact about the whole statement; false for anything else. */
  statementFact(at: JsonAt, rest: NodeDraft['rest']): boolean {
    const key = this.json.key(at)
    if (key !== 'query' && key !== 'query_type' && key !== 'json_schema_version') return false
    if (key === 'query_type') this.#known(key, at)
    rest[key] = this.json.verbatim(at)
    return true
  }

  /** A step with everything below it. */
  read(at: JsonAt, depth: number): NodeDraft {
    const { json } = this
    const span = json.span(at)
    if (depth > maxDepth) {
      throw unreadable(json.tape.text, span, `The plan nests more than ${maxDepth} levels; no server prints that.`)
    }
    const facts: StepFacts = { estimate: {}, conditions: [], rest: {}, inputs: [], fromSelectList: [] }
    for (const member of json.members(at)) {
      if (!this.#fact(member, facts, depth) && !(depth === 0 && this.statementFact(member, facts.rest))) {
        json.unknown(member)
      }
    }
    const operation = readOperation(facts.operation ?? '')
    if (facts.operation === undefined) json.note('A step has no "operation"', span)
    else if (operation.problem) {
      const place = memberOf(json.tape, at, 'operation')
      const { start, end } = operation.problem
      const words = facts.operation.slice(start, end).trim()
      json.note(start === 0 ? `Unknown operation "${words}"` : `Unknown words "${words}"`, json.span(place))
    }
    const table = facts.table ?? operation.access?.table
    const node = operationNode(
      operation,
      span,
      table === undefined ? undefined : { table, alias: facts.alias ?? table, schema: facts.schema },
    )
    if (node.access) node.access = accessOf(node.access, facts)
    else if (facts.table !== undefined) facts.rest.table_name = facts.table
    if (!node.access && facts.index !== undefined) facts.rest.index_name = facts.index
    node.conditions = facts.conditions
    node.rest = facts.rest
    node.estimate = facts.estimate
    if (facts.heading !== undefined) addHeading(node, facts.heading)
    if (facts.actual) {
      this.measured = true
      const { loops = 0, ...times } = facts.actual
      node.actual = loops === 0 ? { ...neverExecuted } : { rowsPerLoop: 0, ...times, loops, neverExecuted: false }
    }
    node.children = [...facts.inputs, ...facts.fromSelectList]
    settle(node)
    return node
  }

  #fact(at: JsonAt, facts: StepFacts, depth: number): boolean {
    const { json } = this
    const key = json.key(at)
    switch (key) {
      case 'operation':
        facts.operation = json.text(at)
        return true
      case 'heading':
        facts.heading = json.text(at)
        return true
      case 'inputs':
        for (const each of json.elements(at)) facts.inputs.push(this.read(each, depth + 1))
        return true
      case 'inputs_from_select_list':
        for (const each of json.elements(at)) facts.fromSelectList.push(this.read(each, depth + 1))
        return true
      case 'table_name':
        facts.table = json.text(at)
        return true
      case 'alias':
        facts.alias = json.text(at)
        return true
      case 'schema_name':
        facts.schema = json.text(at)
        return true
      case 'index_name':
        facts.index = json.text(at)
        return true
      case 'key_columns':
        facts.keyColumns = json.texts(at)
        return true
      case 'covering':
        facts.covering = json.boolean(at)
        return true
      case 'reverse':
        facts.reverse = json.boolean(at)
        return true
      case 'multi_range_read':
        facts.multiRangeRead = json.boolean(at)
        return true
      case 'zero_rows_cause':
        // The first format calls it `message`.
        facts.rest.message = json.verbatim(at)
        return true
      case 'access_type':
      case 'index_access_type':
      case 'join_type':
      case 'join_algorithm':
        this.#known(key, at)
        facts.rest[key] = json.verbatim(at)
        return true
      default:
        if (this.#condition(key, at, facts) || this.#number(key, at, facts)) return true
        if (!iteratorRest.has(key)) return false
        facts.rest[key] = json.verbatim(at)
        return true
    }
  }

  #known(key: string, at: JsonAt): void {
    const word = this.json.text(at)
    if (word !== undefined && !iteratorWords[key]?.has(word))
      this.json.note(`Unknown ${key} "${word}"`, this.json.span(at))
  }

  #condition(key: string, at: JsonAt, facts: StepFacts): boolean {
    const { json } = this
    switch (key) {
      case 'lookup_condition':
        facts.conditions = facts.conditions.concat(json.condition(at, 'index-seek').flatMap(lookups))
        return true
      case 'ranges':
        this.#conditions(at, 'index-seek', facts)
        return true
      case 'pushed_index_condition':
        facts.indexCondition = true
        facts.conditions.push(...json.condition(at, 'index-filter'))
        return true
      case 'condition':
        facts.conditions.push(...json.condition(at, 'row-filter'))
        return true
      case 'hash_condition':
      case 'extra_condition':
        this.#conditions(at, 'join', facts)
        return true
      default:
        return false
    }
  }

  #conditions(at: JsonAt, checkedAt: Condition['checkedAt'], facts: StepFacts): void {
    for (const each of this.json.elements(at)) facts.conditions.push(...this.json.condition(each, checkedAt))
  }

  #number(key: string, at: JsonAt, facts: StepFacts): boolean {
    const estimated = estimates.get(key)
    const counted = actuals.get(key)
    if (!estimated && !counted) return false
    const value = this.json.number(at)
    if (estimated && value !== undefined) facts.estimate[estimated] = value
    if (counted) facts.actual = { ...facts.actual, ...(value === undefined ? {} : { [counted]: value }) }
    return true
  }
}

/** The members of a step. */
interface StepFacts {
  operation?: string | undefined
  heading?: string | undefined
  table?: string | undefined
  alias?: string | undefined
  schema?: string | undefined
  index?: string | undefined
  keyColumns?: string[] | undefined
  covering?: boolean | undefined
  reverse?: boolean | undefined
  multiRangeRead?: boolean | undefined
  indexCondition?: boolean | undefined
  /** There when the server ran the statement; empty for a step that never ran. */
  actual?: Partial<Actual>
  readonly estimate: NodeDraft['estimate']
  conditions: Condition[]
  readonly rest: NodeDraft['rest']
  readonly inputs: NodeDraft[]
  readonly fromSelectList: NodeDraft[]
}

const estimates = new Map<string, 'rowsPerLoop' | 'startupCost' | 'subtreeCost'>([
  ['estimated_rows', 'rowsPerLoop'],
  ['estimated_first_row_cost', 'startupCost'],
  ['estimated_total_cost', 'subtreeCost'],
])

const actuals = new Map<string, 'rowsPerLoop' | 'loops' | 'firstRowMsPerLoop' | 'lastRowMsPerLoop'>([
  ['actual_rows', 'rowsPerLoop'],
  ['actual_loops', 'loops'],
  ['actual_first_row_ms', 'firstRowMsPerLoop'],
  ['actual_last_row_ms', 'lastRowMsPerLoop'],
])

/** `a = 1, b = c.id`: one condition each. */
function lookups(condition: Condition): Condition[] {
  const { text, span } = condition
  // Escapes in the JSON text would move the places.
  const isPlain = span !== undefined && span.end - span.start === text.length
  return listPieces(text, 0, text.length).map((piece) => ({
    ...condition,
    text: piece.text,
    ...(isPlain ? { span: { start: span.start + piece.start, end: span.start + piece.end } } : {}),
  }))
}

/** The access that the phrase tells, with what the fields say more exactly. */
function accessOf(told: Access, facts: StepFacts): Access {
  const { index, keyColumns } = facts
  return {
    ...told,
    indexes:
      index === undefined
        ? told.indexes
        : [{ ...told.indexes[0], name: index, ...(keyColumns ? { usedKeyParts: keyColumns } : {}), use: 'main' }],
    covering: facts.covering ?? told.covering,
    direction: facts.reverse ? 'backward' : told.direction,
    multiRangeRead: facts.multiRangeRead ?? told.multiRangeRead,
    indexCondition: facts.indexCondition ?? told.indexCondition,
    // Temporary tables are in no schema.
    ...(facts.schema === undefined && told.method !== 'none' && !isDerivedName(told.table) ? { derived: true } : {}),
  }
}
