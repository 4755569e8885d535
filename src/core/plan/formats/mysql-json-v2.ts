import { firstIn, isObject, keyNumberOf, memberOf, nextIn } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { JsonAt } from '../../json/tape'
import type { PlanFormat } from '../format'
import type { Actual } from '../model'
import { isDerivedName } from '../parts/access-words'
import { type AccessDraft, addChild, draft, type NodeDraft, rootId } from '../parts/draft'
import { JsonMembers } from '../parts/json-members'
import { addHeading, operationNode, settle } from '../parts/mysql-iterator-tree'
import { iteratorWords } from '../parts/mysql-iterator-vocabulary'
import { readOperation } from '../parts/mysql-operation-phrase'
import { mysqlStepKeys, type ReadStepMember, StepFacts } from '../parts/mysql-step-keys'
import { planOf } from '../parts/plan-of'
import { RestShapes } from '../parts/rest-shapes'
import { actualOf, neverExecuted } from '../parts/step-numbers'
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
    return planOf(text, context, { format: 'mysql-json-v2', root: node, notes: json.notes, measured })
  },
}

class StepReader {
  measured = false
  /** Of the step that is being read. */
  readonly facts = new StepFacts()
  /** What to do with each key of this document, by the key's number. */
  readonly #members: readonly (ReadStepMember | undefined)[]

  constructor(readonly json: JsonMembers) {
    this.#members = json.tape.names.map((name) =>
      Object.hasOwn(mysqlStepKeys, name) ? mysqlStepKeys[name] : undefined,
    )
  }

  /** A fact about the whole statement; false for anything else. */
  statementFact(at: JsonAt, rest: RestShapes): boolean {
    const key = this.json.key(at)
    if (key === 'query_type') {
      const word = this.json.text(at)
      if (word !== undefined && !iteratorWords[key]?.has(word))
        this.json.note(`Unknown ${key} "${word}"`, this.json.span(at))
    } else if (key !== 'query' && key !== 'json_schema_version') return false
    rest.add(key, this.json.verbatim(at))
    return true
  }

  /** A step with everything below it. Chains can be long, so they are read with a list of what is left. */
  read(root: JsonAt): NodeDraft {
    const { facts } = this
    const steps: NodeDraft[] = []
    // What is left, and the steps that it stands below: two lists, because an object for each takes time.
    const waiting: JsonAt[] = [root]
    const parents: (NodeDraft | undefined)[] = [undefined]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const parent = parents.pop()
      facts.clear()
      const node = this.#step(at, parent === undefined)
      if (parent) addChild(parent, node)
      else node.id = rootId
      steps.push(node)
      // Its inputs, then the subqueries of its select list; the last one is read last.
      for (const below of [facts.fromSelectList, facts.inputs]) {
        for (let index = below.length - 1; index >= 0; index--) {
          waiting.push(below[index] ?? root)
          parents.push(node)
        }
      }
    }
    // Children stand behind their parents, so going backwards they are settled first.
    for (let index = steps.length - 1; index >= 0; index--) {
      const step = steps[index]
      if (step) settle(step)
    }
    if (steps[0]) steps[0].relation = 'input'
    return steps[0] ?? draft('other', '', this.json.span(root))
  }

  #step(at: JsonAt, isRoot: boolean): NodeDraft {
    const { json, facts } = this
    const { tape } = json
    const span = json.span(at)
    const inside = isObject(tape, at) ? firstIn(tape, at) : -1
    if (!isObject(tape, at)) json.members(at)
    for (let member = inside; member !== -1; member = nextIn(tape, at, member)) {
      const number = keyNumberOf(tape, member)
      const readMember = this.#members[number]
      if (readMember) readMember(facts, json, member, tape.names[number] ?? '')
      else if (!(isRoot && this.statementFact(member, facts.rest))) json.unknown(member)
    }
    const operation = readOperation(facts.operation ?? '', 0, false)
    if (facts.operation === undefined) json.note('A step has no "operation"', span)
    else if (operation.problem) {
      const { start, end } = operation.problem
      const words = facts.operation.slice(start, end).trim()
      json.note(start === 0 ? `Unknown operation "${words}"` : `Unknown words "${words}"`, json.span(facts.operationAt))
    }
    if (!operation.access) {
      if (facts.table !== undefined) facts.rest.add('table_name', facts.table)
      if (facts.index !== undefined) facts.rest.add('index_name', facts.index)
    }
    if (facts.isMeasured) this.measured = true
    const { conditions } = facts
    const estimate = estimateOf(facts)
    const actual = facts.isMeasured ? actualOfStep(facts) : undefined
    const node = operationNode(operation, span, { conditions, estimate, actual, rest: facts.rest.take() }, facts)
    if (node.access) takeFields(node.access, facts)
    if (facts.heading !== undefined) addHeading(node, facts.heading)
    if (facts.isSubquery) node.relation = 'subquery'
    return node
  }
}

function estimateOf({ rows, firstRowCost, totalCost }: StepFacts): NodeDraft['estimate'] {
  if (rows !== undefined && totalCost !== undefined && firstRowCost === undefined)
    return { rowsPerLoop: rows, subtreeCost: totalCost }
  const estimate: NodeDraft['estimate'] = {}
  if (rows !== undefined) estimate.rowsPerLoop = rows
  if (firstRowCost !== undefined) estimate.startupCost = firstRowCost
  if (totalCost !== undefined) estimate.subtreeCost = totalCost
  return estimate
}

function actualOfStep({ loops = 0, actualRows = 0, firstRowMs, lastRowMs }: StepFacts): Actual {
  return loops === 0 ? { ...neverExecuted } : actualOf(loops, actualRows, firstRowMs, lastRowMs)
}

/** The access that the phrase tells, with what the fields say more exactly. */
function takeFields(access: AccessDraft, facts: StepFacts): void {
  access.covering = facts.covering ?? access.covering
  if (facts.reverse) access.direction = 'backward'
  access.multiRangeRead = facts.multiRangeRead ?? access.multiRangeRead
  access.indexCondition = facts.indexCondition ?? access.indexCondition
  // Temporary tables are in no schema.
  if (facts.schema === undefined && access.method !== 'none' && !isDerivedName(access.table)) access.derived = true
}
