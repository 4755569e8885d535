import { firstIn, isArray, isObject, keyNumberOf, memberOf, nextIn } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { JsonAt } from '../../json/tape'
import type { PlanFormat } from '../format'
import type { Access, AccessMethod, Operator, Relation, StatementFacts } from '../model'
import { dataKeyedObjects } from '../parts/data-keyed-objects'
import { draft, finished, type NodeDraft } from '../parts/draft'
import { JsonMembers } from '../parts/json-members'
import { planOf } from '../parts/plan-of'
import { postgresLabel } from '../parts/postgres-label'
import {
  bytesPerKilobyte,
  emptyFacts,
  type NodeFacts,
  postgresNodeKeys,
  type ReadMember,
} from '../parts/postgres-node-keys'
import {
  postgresDerivedScans,
  postgresKeptObjects,
  postgresOperators,
  postgresScans,
  postgresTopRest,
} from '../parts/postgres-vocabulary'
import { RestShapes } from '../parts/rest-shapes'
import { unreadable, unreadableJson } from '../parts/unreadable'

/**
 * EXPLAIN (FORMAT JSON) of PostgreSQL 13 to 18, with any other option.
 *
 *     [ { "Plan": { "Node Type": "Hash Join", "Plan Rows": 120, …, "Plans": [ { … }, { … } ] },
 *         "Planning Time": 0.1, "Triggers": [], "Execution Time": 4.2 } ]
 *
 * Nodes can stand thousands deep (chains of unions), so they are read with a list of what is left, not by recursion.
 */

/** The note for every plan behind the first one of a list; `readPlans` reads each of them. */
export const anotherPlan = 'Another plan follows; only the first was read'

export const postgresJson: PlanFormat = {
  id: 'postgres-json',
  family: 'postgres',
  title: 'PostgreSQL EXPLAIN (FORMAT JSON)',

  recognizes(head) {
    return /^\s*\[?\s*\{/.test(head) && /"Plan"\s*:\s*\{/.test(head) && /"Node Type"\s*:/.test(head)
  },

  parse(text, context) {
    const { tape, problem } = readJson(text)
    if (!tape) throw unreadableJson(text, problem)
    const json = new JsonMembers(tape, postgresKeptObjects, dataKeyedObjects['postgres-json'] ?? new Set())
    const [top = -1, ...others] = isArray(tape, 0) ? json.elements(0) : [0]
    const plan = top !== -1 && isObject(tape, top) ? memberOf(tape, top, 'Plan') : -1
    if (plan === -1) {
      throw unreadable(text, { start: 0, end: text.length }, 'The JSON has no "Plan", so it is no PostgreSQL plan.')
    }
    for (const other of others) json.note(anotherPlan, json.span(other))
    const reading = new NodeReader(json)
    const root = reading.tree(plan)
    const statement = topFacts(json, top, plan, root)
    return planOf(text, context, {
      format: 'postgres-json',
      root: finished(root),
      statement,
      notes: json.notes,
      measured: reading.measured,
    })
  },
}

/** What stands beside the plan: times and triggers of the statement; the rest goes to the root node. */
function topFacts(json: JsonMembers, top: JsonAt, plan: JsonAt, root: NodeDraft): StatementFacts {
  const keep = new Set(postgresTopRest)
  let planningMs: number | undefined
  let executionMs: number | undefined
  let triggers: StatementFacts['triggers'] = []
  const settings: Record<string, string> = {}
  for (const at of json.members(top)) {
    const key = json.key(at)
    if (at === plan) continue
    if (key === 'Planning Time') planningMs = json.number(at)
    else if (key === 'Execution Time') executionMs = json.number(at)
    else if (key === 'Triggers') triggers = json.elements(at).map((each) => trigger(json, each))
    else if (key === 'Settings') {
      for (const each of json.members(at)) settings[json.key(each)] = json.data(each)
    } else if (keep.has(key)) root.rest[key] = json.verbatim(at)
    else json.unknown(at)
  }
  return {
    ...(planningMs === undefined ? {} : { planningMs }),
    ...(executionMs === undefined ? {} : { executionMs }),
    triggers,
    settings,
  }
}

function trigger(json: JsonMembers, at: JsonAt): StatementFacts['triggers'][number] {
  let name = ''
  let relation: string | undefined
  let calls = 0
  let totalMs: number | undefined
  for (const member of json.members(at)) {
    const key = json.key(member)
    // A constraint's trigger has a generated name; the constraint's name says what it is.
    if (key === 'Constraint Name') name = json.text(member) ?? name
    else if (key === 'Trigger Name') name ||= json.text(member) ?? ''
    else if (key === 'Relation') relation = json.text(member)
    else if (key === 'Calls') calls = json.number(member) ?? 0
    else if (key === 'Time') totalMs = json.number(member)
    else json.unknown(member)
  }
  return {
    name: relation === undefined ? name : `${name} on ${relation}`,
    calls,
    ...(totalMs === undefined ? {} : { totalMs }),
  }
}

class NodeReader {
  measured = false
  readonly #rest = new RestShapes()
  readonly #json: JsonMembers
  /** What to do with each key of this document, by the key's number. */
  readonly #members: readonly (ReadMember | undefined)[]

  constructor(json: JsonMembers) {
    this.#json = json
    this.#members = json.tape.names.map((name) =>
      Object.hasOwn(postgresNodeKeys, name) ? postgresNodeKeys[name] : undefined,
    )
  }

  tree(plan: JsonAt): NodeDraft {
    const root = draft('other', '', this.#json.span(plan))
    const waiting: { node: NodeDraft; at: JsonAt; parent: NodeFacts | undefined }[] = [
      { node: root, at: plan, parent: undefined },
    ]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const facts = this.#node(next.node, next.at, next.parent)
      if (facts.plans === -1) continue
      for (const at of this.#json.elements(facts.plans)) {
        const child = draft('other', '', this.#json.span(at))
        next.node.children.push(child)
        waiting.push({ node: child, at, parent: facts })
      }
    }
    return root
  }

  #node(node: NodeDraft, at: JsonAt, parent: NodeFacts | undefined): NodeFacts {
    const json = this.#json
    const { tape } = json
    const facts = emptyFacts(node, this.#rest)
    if (!isObject(tape, at)) json.members(at)
    for (let member = firstIn(tape, at); member !== -1; member = nextIn(tape, at, member)) {
      const number = keyNumberOf(tape, member)
      const readMember = this.#members[number]
      if (readMember) readMember(facts, json, member, tape.names[number] ?? '')
      else json.unknown(member)
    }
    node.rest = this.#rest.take()
    node.label = postgresLabel(facts.type, node.rest, facts.backward)
    node.relation = relationOf(facts, parent)
    const scan = postgresScans.has(facts.type)
    const operator = scan ? 'access' : operatorOf(facts)
    if (operator) node.operator = operator
    else json.note(`Unknown node type "${facts.type}"`, json.span(facts.typeAt === -1 ? at : facts.typeAt))
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
    this.#actual(facts)
    return facts
  }

  #actual({ node, actual, sortSpaceUsed, sortsInMemory }: NodeFacts): void {
    const { loops } = actual
    if (loops === undefined) return
    this.measured = true
    if (sortsInMemory && sortSpaceUsed !== undefined) actual.memoryBytes = sortSpaceUsed * bytesPerKilobyte
    // What was read is the node's own object from here on; copying it for each node costs a tenth of the time.
    node.actual = Object.assign(actual, { rowsPerLoop: actual.rowsPerLoop ?? 0, neverExecuted: loops === 0, loops })
  }
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
function relationOf({ node, relationship }: NodeFacts, parent: NodeFacts | undefined): Relation {
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
  const { type, index } = facts
  const access: { -readonly [Name in keyof Access]: Access[Name] } = {
    table: facts.relation ?? facts.source ?? facts.alias ?? '',
    method: methodOf(facts),
    accessType: type,
    indexes: index === undefined ? [] : [{ name: index, use: 'main' }],
    covering: type === 'Index Only Scan',
    direction: facts.backward ? 'backward' : 'forward',
    multiRangeRead: false,
    indexCondition: false,
  }
  if (facts.schema !== undefined) access.schema = facts.schema
  if (facts.alias !== undefined) access.alias = facts.alias
  if (postgresDerivedScans.has(type)) access.derived = true
  return access
}

function inheritTable(facts: NodeFacts, parent: NodeFacts): void {
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
  const withoutTexts = indexCondition.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '')
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
