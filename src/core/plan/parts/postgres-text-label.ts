import type { NodeFacts } from './postgres-node-keys'
import { postgresOperators, postgresScans } from './postgres-vocabulary'

/** What the words in front of a node's names say, under the keys that the other formats print. */
export interface LabelWords {
  readonly type: string
  readonly rest: readonly (readonly [key: string, value: string | true])[]
  readonly operation: string
  readonly backward: boolean
}

const aggregates: Readonly<Record<string, string>> = {
  Aggregate: 'Plain',
  GroupAggregate: 'Sorted',
  HashAggregate: 'Hashed',
  MixedAggregate: 'Mixed',
}
const operations: ReadonlySet<string> = new Set(['Insert', 'Update', 'Delete', 'Merge'])
const join = /^(Nested Loop|Hash|Merge)(?: (Left|Full|Right|Semi|Anti|Right Semi|Right Anti))? Join$/
const setOperation = /^(Hash)?SetOp(?: ((?:Except|Intersect)(?: All)?))?$/

const known = new Map<string, LabelWords | undefined>()
/** Custom scans carry names of their own, so the words of one session of pasting are not a closed list. */
const maxKnown = 2000

/**
 * The words of a text plan's node ("Finalize HashAggregate", "Parallel Hash Left Join", "Index Scan Backward"; see
 * explain.c, ExplainNode), without names and numbers. Undefined when no known server prints them.
 */
export function labelWords(words: string): LabelWords | undefined {
  if (known.has(words)) return known.get(words)
  const found = parsed(words)
  if (known.size < maxKnown) known.set(words, found)
  return found
}

function parsed(words: string): LabelWords | undefined {
  const rest: [string, string | true][] = []
  let base = words
  let mode = 'Simple'
  for (;;) {
    const [prefix] = /^(?:Parallel|Async|Partial|Finalize) (?=\S)/.exec(base) ?? []
    if (prefix === undefined) break
    base = base.slice(prefix.length)
    if (prefix === 'Parallel ') rest.push(['Parallel Aware', true])
    else if (prefix === 'Async ') rest.push(['Async Capable', true])
    else mode = prefix.trimEnd()
  }
  const found = typed(base)
  if (!found) return undefined
  if (found.type === 'Aggregate') rest.push(['Partial Mode', mode])
  return { ...found, rest: [...rest, ...found.rest] }
}

function typed(base: string): LabelWords | undefined {
  const plain = { operation: '', backward: false }
  const strategy = Object.hasOwn(aggregates, base) ? aggregates[base] : undefined
  if (strategy !== undefined) return { ...plain, type: 'Aggregate', rest: [['Strategy', strategy]] }
  if (operations.has(base)) return { ...plain, type: 'ModifyTable', rest: [['Operation', base]], operation: base }
  const foreign = base.startsWith('Foreign ') ? base.slice(8) : ''
  if (foreign === 'Scan' || operations.has(foreign)) {
    const operation = foreign === 'Scan' ? 'Select' : foreign
    return { ...plain, type: 'Foreign Scan', rest: [['Operation', operation]], operation }
  }
  if (base === 'Nested Loop') return { ...plain, type: base, rest: [['Join Type', 'Inner']] }
  const [, algorithm, joinType] = join.exec(base) ?? []
  if (algorithm !== undefined) {
    if (algorithm === 'Nested Loop' && joinType === undefined) return undefined
    const type = algorithm === 'Nested Loop' ? algorithm : `${algorithm} Join`
    return { ...plain, type, rest: [['Join Type', joinType ?? 'Inner']] }
  }
  const set = setOperation.exec(base)
  if (set) {
    const command: [string, string][] = set[2] === undefined ? [] : [['Command', set[2]]]
    return { ...plain, type: 'SetOp', rest: [['Strategy', set[1] ? 'Hashed' : 'Sorted'], ...command] }
  }
  const [, provider] = /^Custom Scan \((.*)\)$/.exec(base) ?? []
  if (provider !== undefined) return { ...plain, type: 'Custom Scan', rest: [['Custom Plan Provider', provider]] }
  const backward = /^Index (?:Only )?Scan Backward$/.test(base)
  const type = backward ? base.slice(0, -' Backward'.length) : base
  const isKnown = type !== 'ModifyTable' && (postgresOperators.has(type) || postgresScans.has(type))
  return isKnown ? { operation: '', backward, type, rest: [] } : undefined
}

/** The words of a node's line before its names: up to `using` or `on`. */
export function wordsEnd(label: string): number {
  const using = label.indexOf(' using ')
  const on = label.indexOf(' on ')
  if (using === -1) return on === -1 ? label.length : on
  return on === -1 ? using : Math.min(using, on)
}

/** Where each kind of scan prints its name, if that is no stored table. */
const sources: ReadonlySet<string> = new Set(['Function Scan', 'CTE Scan', 'WorkTable Scan', 'Named Tuplestore Scan'])

/**
 * Takes over the names behind the words: `using ix_total on public.orders o`. False when they cannot be read.
 * Source of the grammar: explain.c, ExplainIndexScanDetails and ExplainTargetRel.
 */
export function takeNames(facts: NodeFacts, names: string): boolean {
  let at = 0
  if (names.startsWith(' using ')) {
    const index = identifier(names, 7)
    facts.index = index.name
    at = index.end
    if (at === names.length) return index.name !== ''
  }
  if (!names.startsWith(' on ', at)) return names.length === at
  const first = identifier(names, at + 4)
  let object = first
  if (names.charCodeAt(first.end) === 46) {
    facts.schema = first.name
    object = identifier(names, first.end + 1)
  }
  let last = object
  if (names.charCodeAt(object.end) === 32) last = identifier(names, object.end + 1)
  if (object.name === '' || last.end !== names.length) return false
  switch (facts.type) {
    case 'Bitmap Index Scan':
      facts.index = object.name
      return last === object
    case 'Values Scan':
    case 'Subquery Scan':
      facts.alias = last.name
      return true
    case 'Table Function Scan':
      facts.rest.add('Table Function Name', object.name)
      break
    default:
      if (sources.has(facts.type)) facts.source = object.name
      else facts.relation = object.name
  }
  facts.alias = last.name
  return true
}

/** A name as quote_identifier prints it; `end` is the place behind it. */
export function identifier(text: string, from: number): { readonly name: string; readonly end: number } {
  let at = from
  if (text.charCodeAt(at) !== 34) {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 32 || code === 46) break
    }
    return { name: text.slice(from, at), end: at }
  }
  for (at++; at < text.length; at++) {
    if (text.charCodeAt(at) !== 34) continue
    if (text.charCodeAt(at + 1) !== 34) break
    at++
  }
  return { name: text.slice(from + 1, at).replaceAll('""', '"'), end: Math.min(at + 1, text.length) }
}
