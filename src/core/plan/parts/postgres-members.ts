import { firstIn, isArray, isObject, keyNumberOf, memberOf, nextIn } from '../../json/cursor'
import type { JsonAt, JsonTape } from '../../json/tape'
import type { ParseNote } from '../../text-span'
import type { PlanContext } from '../format'
import type { Plan, PlanFormatId, StatementFacts } from '../model'
import { anotherPlan } from './another-plan'
import { dataKeyedObjects } from './data-keyed-objects'
import { addChild, draft, type NodeDraft, nodeOf, rootId } from './draft'
import { JsonMembers } from './json-members'
import { planOf } from './plan-of'
import { completeNode } from './postgres-node'
import { clearFacts, emptyFacts, type ParentFacts, postgresNodeKeys, type ReadMember } from './postgres-node-keys'
import { missingInput } from './postgres-text-tree'
import { postgresKeptObjects, postgresTopRest } from './postgres-vocabulary'
import { RestShapes } from './rest-shapes'
import { unreadable } from './unreadable'

/**
 * The plan of a PostgreSQL document whose members stand on a tape, from whichever syntax they were read.
 * Nodes can stand thousands deep (chains of unions), so they are read with a list of what is left, not by recursion.
 * @throws SargableError `unreadable-plan` when the document has no plan.
 */
export function postgresPlan(tape: JsonTape, context: PlanContext, format: PlanFormatId): Plan {
  const json = new JsonMembers(tape, postgresKeptObjects, dataKeyedObjects[format] ?? new Set())
  const { text } = tape
  const [top = -1, ...others] = isArray(tape, 0) ? json.elements(0) : [0]
  const plan = top !== -1 && isObject(tape, top) ? memberOf(tape, top, 'Plan') : -1
  if (plan === -1) {
    throw unreadable(
      text,
      { start: 0, end: text.length },
      `The ${syntaxes[format]} has no "Plan", so it is no PostgreSQL plan.`,
    )
  }
  // One note tells it; where each of them stands, the format tells.
  const [second] = others
  if (second !== undefined) {
    json.note(anotherPlan, { start: json.span(second).start, end: json.span(others[others.length - 1] ?? second).end })
  }
  const reading = new NodeReader(json, format === 'postgres-yaml')
  const root = reading.tree(plan)
  const statement = topFacts(json, top, plan, root)
  if (format === 'postgres-yaml') for (const lack of reading.lacks()) json.note(lack.message, lack.span)
  return planOf(text, context, {
    format,
    root,
    statement,
    notes: json.notes,
    measured: reading.measured,
  })
}

const syntaxes: Readonly<Partial<Record<PlanFormatId, string>>> = {
  'postgres-json': 'JSON',
  'postgres-yaml': 'YAML',
  'postgres-xml': 'XML',
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
  /** Of the node that is being read; its node is a draft that the next one overwrites. */
  readonly facts = emptyFacts(draft('other', '', { start: 0, end: 0 }), new RestShapes())
  readonly #json: JsonMembers
  /** Every node with its type, where it is asked for what nodes lack. */
  readonly #nodes: { readonly node: NodeDraft; readonly type: string }[] = []
  readonly #keepsNodes: boolean
  /** What to do with each key of this document, by the key's number. */
  readonly #members: readonly (ReadMember | undefined)[]

  constructor(json: JsonMembers, keepsNodes: boolean) {
    this.#json = json
    this.#keepsNodes = keepsNodes
    this.#members = json.tape.names.map((name) =>
      Object.hasOwn(postgresNodeKeys, name) ? postgresNodeKeys[name] : undefined,
    )
  }

  /**
   * Nodes without inputs or costs that they must have. Nothing closes a YAML text, so this tells that it was cut off.
   */
  lacks(): ParseNote[] {
    const priced = this.#nodes[0]?.node.estimate.subtreeCost !== undefined
    const lacks: ParseNote[] = []
    for (const { node, type } of this.#nodes) {
      const missing =
        priced && node.estimate.rowWidthBytes === undefined ? `${node.label} has no costs` : missingInput(node, type)
      if (missing !== undefined) lacks.push({ message: `The plan is cut off: ${missing}`, span: node.span })
    }
    return lacks
  }

  tree(plan: JsonAt): NodeDraft {
    const json = this.#json
    let root: NodeDraft | undefined
    // What is left, and what it stands below: lists of their own, because an object for each takes time.
    const waiting: JsonAt[] = [plan]
    const parents: (NodeDraft | undefined)[] = [undefined]
    const parentsFacts: (ParentFacts | undefined)[] = [undefined]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const parent = parents.pop()
      const node = this.#node(at, parentsFacts.pop())
      if (parent) addChild(parent, node)
      else {
        node.id = rootId
        root = node
      }
      const { facts } = this
      if (facts.plans === -1) continue
      const { type, relation, schema, alias } = facts
      const own: ParentFacts = { type, relation, schema, alias }
      const plans = json.elements(facts.plans)
      // The first one is read next: a large text is read forwards.
      for (let index = plans.length - 1; index >= 0; index--) {
        waiting.push(plans[index] ?? plan)
        parents.push(node)
        parentsFacts.push(own)
      }
    }
    return root ?? draft('other', '', json.span(plan))
  }

  #node(at: JsonAt, parent: ParentFacts | undefined): NodeDraft {
    const json = this.#json
    const { tape } = json
    const { facts } = this
    clearFacts(facts)
    if (!isObject(tape, at)) json.members(at)
    for (let member = firstIn(tape, at); member !== -1; member = nextIn(tape, at, member)) {
      const number = keyNumberOf(tape, member)
      const readMember = this.#members[number]
      if (readMember) readMember(facts, json, member, tape.names[number] ?? '')
      else json.unknown(member)
    }
    if (!completeNode(facts, parent)) {
      json.note(`Unknown node type "${facts.type}"`, json.span(facts.typeAt === -1 ? at : facts.typeAt))
    }
    const node = nodeOf(facts.node, json.span(at))
    if (node.actual) this.measured = true
    if (this.#keepsNodes) this.#nodes.push({ node, type: facts.type })
    return node
  }
}
