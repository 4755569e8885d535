import { firstIn, isObject, memberOf, nextIn } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { JsonAt } from '../../json/tape'
import type { PlanFormat } from '../format'
import type { Actual, Condition } from '../model'
import { isDerivedName } from '../parts/access-words'
import { type AccessDraft, draft, finished, type NodeDraft } from '../parts/draft'
import { JsonMembers } from '../parts/json-members'
import { addHeading, operationNode, settle } from '../parts/mysql-iterator-tree'
import { iteratorRest, iteratorWords } from '../parts/mysql-iterator-vocabulary'
import { readOperation } from '../parts/mysql-operation-phrase'
import { listPieces } from '../parts/outside-quotes'
import { planOf } from '../parts/plan-of'
import { RestShapes } from '../parts/rest-shapes'
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

const noObjects: ReadonlySet<string> = new Set()
const none: readonly JsonAt[] = []

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
    const rest = new RestShapes()
    if (root !== 0) {
      for (const at of json.members(0)) {
        if (at !== root && !steps.statementFact(at, rest)) json.unknown(at)
      }
    }
    const node = steps.read(root)
    Object.assign(node.rest, rest.take())
    const { measured } = steps
    return planOf(text, context, { format: 'mysql-json-v2', root: finished(node), notes: json.notes, measured })
  },
}

class StepReader {
  measured = false
  readonly #rest = new RestShapes()

  constructor(readonly json: JsonMembers) {}

  /** A fact about the whole statement; false for anything else. */
  statementFact(at: JsonAt, rest: RestShapes): boolean {
    const key = this.json.key(at)
    if (key !== 'query' && key !== 'query_type' && key !== 'json_schema_version') return false
    if (key === 'query_type') this.#known(key, at)
    rest.add(key, this.json.verbatim(at))
    return true
  }

  /** A step with everything below it. Chains can be long, so they are read with a list of what is left. */
  read(root: JsonAt): NodeDraft {
    const steps: NodeDraft[] = []
    const waiting: { readonly at: JsonAt; readonly parent: NodeDraft | undefined }[] = [{ at: root, parent: undefined }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { node, below } = this.#step(next.at, next.parent === undefined)
      next.parent?.children.push(node)
      steps.push(node)
      for (let index = below.length - 1; index >= 0; index--) {
        waiting.push({ at: below[index] ?? root, parent: node })
      }
    }
    // Children stand behind their parents, so going backwards they are settled first.
    for (let index = steps.length - 1; index >= 0; index--) {
      const step = steps[index]
      if (step) settle(step)
    }
    return steps[0] ?? draft('other', '', this.json.span(root))
  }

  /** One step, and what stands below it: its inputs, then the subqueries of its select list. */
  #step(at: JsonAt, isRoot: boolean): { readonly node: NodeDraft; readonly below: readonly JsonAt[] } {
    const { json } = this
    const { tape } = json
    const span = json.span(at)
    const facts: StepFacts = { estimate: {}, conditions: [], rest: this.#rest, inputs: none, fromSelectList: none }
    if (!isObject(tape, at)) json.members(at)
    for (let member = firstIn(tape, at); member !== -1 && isObject(tape, at); member = nextIn(tape, at, member)) {
      if (!this.#fact(member, facts) && !(isRoot && this.statementFact(member, facts.rest))) json.unknown(member)
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
    if (node.access) takeFields(node.access, facts)
    else if (facts.table !== undefined) facts.rest.add('table_name', facts.table)
    if (!node.access && facts.index !== undefined) facts.rest.add('index_name', facts.index)
    node.conditions = facts.conditions
    node.rest = facts.rest.take()
    node.estimate = facts.estimate
    if (facts.heading !== undefined) addHeading(node, facts.heading)
    if (facts.actual) {
      this.measured = true
      const { actual } = facts
      const { loops = 0, rowsPerLoop = 0 } = actual
      node.actual =
        loops === 0 ? { ...neverExecuted } : Object.assign(actual, { rowsPerLoop, loops, neverExecuted: false })
    }
    const { inputs, fromSelectList } = facts
    return { node, below: fromSelectList === none ? inputs : [...inputs, ...fromSelectList] }
  }

  #fact(at: JsonAt, facts: StepFacts): boolean {
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
        facts.inputs = facts.inputs.concat(json.elements(at))
        return true
      case 'inputs_from_select_list':
        facts.fromSelectList = facts.fromSelectList.concat(json.elements(at))
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
        facts.rest.add('message', json.verbatim(at))
        return true
      case 'access_type':
      case 'index_access_type':
      case 'join_type':
      case 'join_algorithm':
        this.#known(key, at)
        facts.rest.add(key, json.verbatim(at))
        return true
      default:
        if (this.#condition(key, at, facts) || this.#number(key, at, facts)) return true
        if (!iteratorRest.has(key)) return false
        facts.rest.add(key, json.verbatim(at))
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
    if (counted) {
      facts.actual ??= {}
      if (value !== undefined) facts.actual[counted] = value
    }
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
  actual?: { -readonly [Name in keyof Actual]?: Actual[Name] }
  readonly estimate: NodeDraft['estimate']
  conditions: Condition[]
  readonly rest: RestShapes
  inputs: readonly JsonAt[]
  fromSelectList: readonly JsonAt[]
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
function takeFields(access: AccessDraft, facts: StepFacts): void {
  const { index, keyColumns } = facts
  if (index !== undefined) {
    const told = access.indexes[0]?.usedKeyParts
    const usedKeyParts = keyColumns ?? told
    access.indexes = [usedKeyParts ? { name: index, use: 'main', usedKeyParts } : { name: index, use: 'main' }]
  }
  access.covering = facts.covering ?? access.covering
  if (facts.reverse) access.direction = 'backward'
  access.multiRangeRead = facts.multiRangeRead ?? access.multiRangeRead
  access.indexCondition = facts.indexCondition ?? access.indexCondition
  // Temporary tables are in no schema.
  if (facts.schema === undefined && access.method !== 'none' && !isDerivedName(access.table)) access.derived = true
}
