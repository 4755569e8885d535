import { frameOf, type PlanFrame } from '../insight/frame'
import { returnedRows } from '../insight/row-flow'
import { tableFlowsOf } from '../insight/table-flow'
import type { PlanNode } from '../model'
import { fieldWords } from './field-words'
import type { ChangeField, PlanDiff, PlanDiffFact, PlanMatch } from './model'
import { countWords, ratioWords, valueText } from './number-words'
import { comparableCosts } from './printing'
import { indexesRead, isBitmapSum, tableName } from './step-facts'
import { isPartOfAccess, type Work } from './work'

type Found = Omit<PlanDiff, 'verdict'>

/** More tables than these are counted, not told one by one. */
const toldAccesses = 2
/** The same for tables and kinds of steps that only one plan has. */
const toldSteps = 3

/**
 * The difference in words: the join order, what each table is now read by, other means, steps gained and lost, and how
 * much is read: "Same join order; `o` is now read by `idx_cust` (2 key parts) instead of a full scan; 107,478 → 4,716
 * rows examined, ÷22.8."
 */
export function diffVerdict(a: Work, b: Work, found: Found): PlanDiff['verdict'] {
  const nodesA = byId(a)
  const nodesB = byId(b)
  const means = [
    ...orderWords(a, b, found),
    ...accessWords(found.matches, nodesA, nodesB),
    ...joinWords(found.matches),
    ...strategyWords(found.matches),
    ...stepWords(b, printed(found.onlyB, found.unprintedB, nodesB), 'added:'),
    ...stepWords(a, printed(found.onlyA, found.unprintedA, nodesA), 'gone:'),
    ...spillWords(found.matches, nodesB),
  ]
  const facts = factsOf(a, b)
  const numbers = numberWords(facts)
  const isSame = means.filter((words) => words !== sameOrder).length === 0
  const opening = !isSame
    ? means
    : found.sameShape
      ? [a.plan.source.format === b.plan.source.format ? 'the same plan' : 'the same plan in two formats']
      : ['much the same plan, with steps that only one of them shows']
  const text = [...opening, ...numbers].join('; ')
  return { text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, facts }
}

const sameOrder = 'same join order'

function byId(work: Work): ReadonlyMap<string, PlanNode> {
  return new Map(work.nodes.map((node) => [node.id, node]))
}

/** Nodes of one plan only whose absence in the other one means something; parts of an access are told with it. */
function printed(
  only: readonly string[],
  unprinted: readonly string[],
  nodes: ReadonlyMap<string, PlanNode>,
): readonly PlanNode[] {
  const silent = new Set(unprinted)
  return only.flatMap((id) => {
    const node = silent.has(id) ? undefined : nodes.get(id)
    const isPart = node && ((node.access && isPartOfAccess(node.access)) || isBitmapSum(node))
    return node && !isPart ? [node] : []
  })
}

function orderWords(a: Work, b: Work, { matches }: Found): readonly string[] {
  for (const { changes } of matches) {
    const order = changes.find(({ change }) => change === 'ORDER')
    if (order)
      return [
        `tables are joined in the order ${quoted(String(order.after))} instead of ${quoted(String(order.before))}`,
      ]
  }
  return a.reads.length > 1 && b.reads.length > 1 ? [sameOrder] : []
}

const accessFields: ReadonlySet<ChangeField> = new Set(['table', 'method', 'index', 'usedKeyParts', 'keyLengthBytes'])

function accessWords(
  matches: readonly PlanMatch[],
  nodesA: ReadonlyMap<string, PlanNode>,
  nodesB: ReadonlyMap<string, PlanNode>,
): readonly string[] {
  const found = matches.flatMap(({ a, b, changes }) => {
    const one = nodesA.get(a)
    const two = nodesB.get(b)
    const own = changes.filter(({ change }) => change === 'ACCESS')
    return one && two && own.length > 0 ? [{ one, two, own, weight: Math.max(weight(one), weight(two)) }] : []
  })
  found.sort((x, y) => y.weight - x.weight)
  const told = found.slice(0, toldAccesses).map(({ one, two, own }) => {
    const name = quoted(tableName(two) ?? tableName(one) ?? '')
    if (own.some(({ field }) => accessFields.has(field))) {
      const share = shareWords(one, two)
      if (share !== undefined) return `${name} now uses ${share}`
      const [before, after] = [reading(one), reading(two)]
      if (before !== after) return `${name} is now read by ${after} instead of ${before}`
    }
    const [first] = own
    if (!first) return `${name} is read in another way`
    return `${name}: ${fieldWords[first.field]} ${valueText(first.after)} instead of ${valueText(first.before)}`
  })
  const rest = found.length - told.length
  if (rest > 0) told.push(`${rest} more ${rest === 1 ? 'table is' : 'tables are'} read in another way`)
  return told
}

/** The same index by another number of its parts: "2 key parts of `ix` instead of 1". */
function shareWords(one: PlanNode, two: PlanNode): string | undefined {
  const [a, ...moreA] = one.access?.indexes ?? []
  const [b, ...moreB] = two.access?.indexes ?? []
  if (!a || !b || moreA.length + moreB.length > 0 || a.name !== b.name || one.access?.method !== two.access?.method)
    return undefined
  const [partsA, partsB] = [a.usedKeyParts?.length, b.usedKeyParts?.length]
  if (partsA !== undefined && partsB !== undefined && partsA !== partsB)
    return `${plural(partsB, 'key part')} of ${quoted(b.name)} instead of ${partsA}`
  const [bytesA, bytesB] = [a.keyLengthBytes, b.keyLengthBytes]
  if (bytesA === undefined || bytesB === undefined || bytesA === bytesB) return undefined
  return `${plural(bytesB, 'byte')} of ${quoted(b.name)} instead of ${bytesA}`
}

/** How much an access reads, for telling the heaviest first. */
function weight({ estimate, actual }: PlanNode): number {
  if (actual) return (actual.rowsPerLoop + (actual.rowsFilteredPerLoop ?? 0)) * actual.loops
  return estimate.rowsExaminedPerLoop ?? estimate.rowsPerLoop ?? 0
}

/** How a table is read, to stand behind "by". */
function reading(node: PlanNode): string {
  const { access } = node
  if (!access) return 'nothing'
  const indexes = indexesRead(node).map(quoted).join(', ')
  const main = access.indexes.filter(({ use }) => use === 'main')
  const parts = main.length === 1 ? main[0]?.usedKeyParts?.length : undefined
  const bytes = main.length === 1 ? main[0]?.keyLengthBytes : undefined
  const share =
    parts !== undefined
      ? ` (${parts} key ${parts === 1 ? 'part' : 'parts'})`
      : bytes !== undefined
        ? ` (key length ${bytes})`
        : ''
  if (indexes === '')
    return access.method === 'full-scan' ? 'a full scan' : `${methodWords[access.method] ?? access.accessType}`
  switch (access.method) {
    case 'index-scan':
      return `a scan of the whole index ${indexes}`
    case 'range':
      return `a range of ${indexes}${share}`
    case 'bitmap':
      return `a bitmap of ${indexes}`
    case 'index-merge':
      return `a merge of ${indexes}`
    case 'skip-scan':
      return `a skip scan of ${indexes}${share}`
    case 'loose-scan':
      return `a loose scan of ${indexes}${share}`
    case 'unique-lookup':
      return `a unique lookup in ${indexes}${share}`
    default:
      return `${indexes}${share}`
  }
}

const methodWords: Readonly<Record<string, string>> = {
  constant: 'a constant',
  function: 'a function',
  none: 'nothing',
}

function joinWords(matches: readonly PlanMatch[]): readonly string[] {
  return replaced(matches, 'algorithm', (before, after, count) =>
    count === 1 ? `a ${after} instead of a ${before}` : `${count} ${after}s instead of ${before}s`,
  )
}

function strategyWords(matches: readonly PlanMatch[]): readonly string[] {
  return replaced(
    matches,
    'operator',
    (before, after, count) => `${quoted(after)} instead of ${quoted(before)}${count === 1 ? '' : ` (${count} times)`}`,
  )
}

/** The commonest replacement of one field, in words. */
function replaced(
  matches: readonly PlanMatch[],
  field: ChangeField,
  words: (before: string, after: string, count: number) => string,
): readonly string[] {
  const counts = new Map<string, { before: string; after: string; count: number }>()
  for (const { changes } of matches) {
    for (const change of changes) {
      if (change.field !== field || change.before === undefined || change.after === undefined) continue
      const key = `${change.before}\n${change.after}`
      const known = counts.get(key)
      if (known) known.count++
      else counts.set(key, { before: String(change.before), after: String(change.after), count: 1 })
    }
  }
  const all = [...counts.values()].sort((x, y) => y.count - x.count)
  return all.slice(0, toldAccesses).map(({ before, after, count }) => words(before, after, count))
}

function stepWords(work: Work, nodes: readonly PlanNode[], head: string): readonly string[] {
  if (nodes.length === 0) return []
  const nameOf = new Map<string, string>()
  for (const { name, derived, places } of work.reads) {
    const words = places.length > 1 ? `partitions of ${quoted(name)}` : quoted(name)
    for (const at of derived ? [] : places) nameOf.set(work.nodes[at]?.id ?? '', words)
  }
  const tables = new Map<string, number>()
  const steps = new Map<string, number>()
  for (const node of nodes) {
    const table = nameOf.get(node.id)
    if (table !== undefined) tables.set(table, (tables.get(table) ?? 0) + 1)
    else steps.set(quoted(node.label), (steps.get(quoted(node.label)) ?? 0) + 1)
  }
  const list = [...listed(tables, 'more table'), ...listed(steps, 'more step')]
  return [`${head} ${list.join(', ')}`]
}

function listed(counts: ReadonlyMap<string, number>, others: string): readonly string[] {
  const told = [...counts].slice(0, toldSteps).map(([name, count]) => (count === 1 ? name : `${count} × ${name}`))
  if (counts.size <= toldSteps) return told
  const rest = [...counts.values()].slice(toldSteps).reduce((sum, count) => sum + count, 0)
  return [...told, plural(rest, others)]
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function spillWords(matches: readonly PlanMatch[], nodesB: ReadonlyMap<string, PlanNode>): readonly string[] {
  const spilled = matches.flatMap(({ b, changes }) =>
    changes
      .filter(({ change }) => change === 'SPILL')
      .slice(0, 1)
      .map((change) => ({ b, change })),
  )
  const [first] = spilled
  if (!first) return []
  const { field, before, after } = first.change
  const what = nodesB.get(first.b)?.label ?? 'a step'
  if (field === 'tempBlocks' && after === 0) return [`${quoted(what)} no longer goes to disk`]
  if (field === 'tempBlocks')
    return [
      `${quoted(what)} writes and reads ${countWords(Number(after))} temporary blocks instead of ${countWords(Number(before))}`,
    ]
  return [`${quoted(what)}: ${fieldWords[field]} ${valueText(after)} instead of ${valueText(before)}`]
}

function quoted(name: string): string {
  return `\`${name}\``
}

/** The numbers that both plans tell in the same way: both counted or both estimated. */
function factsOf(a: Work, b: Work): readonly PlanDiffFact[] {
  const facts: PlanDiffFact[] = []
  const frameA = frameOf(a.plan)
  const frameB = frameOf(b.plan)
  const examinedA = examinedBy(frameA)
  const examinedB = examinedBy(frameB)
  // Of estimates, formats of two styles do not count the same tables: constants, filters, what is read in a buffer.
  const alike = a.style === b.style || examinedA?.measured
  if (alike && examinedA && examinedB && examinedA.measured === examinedB.measured) {
    const unit = examinedA.measured ? 'rows' : 'estimated rows'
    facts.push({ name: 'rowsExamined', a: examinedA.rows, b: examinedB.rows, unit })
  }
  const returnedA = returnedRows(frameA)
  const returnedB = returnedRows(frameB)
  if (returnedA && returnedB && returnedA.measured === returnedB.measured) {
    const unit = returnedA.measured ? 'rows' : 'estimated rows'
    facts.push({ name: 'rowsReturned', a: returnedA.rows, b: returnedB.rows, unit })
  }
  const costA = a.plan.root.estimate.subtreeCost
  const costB = b.plan.root.estimate.subtreeCost
  if (costA !== undefined && costB !== undefined && comparableCosts(a.plan, b.plan)) {
    facts.push({ name: 'totalCost', a: costA, b: costB, unit: 'cost' })
  }
  return facts
}

/** All rows and index entries that the plan reads; undefined when some table does not tell. */
function examinedBy(frame: PlanFrame): { readonly rows: number; readonly measured: boolean } | undefined {
  const reads = tableFlowsOf(frame)
  const measured = reads.every(({ read }) => read?.measured === true)
  let rows = 0
  for (const { read } of reads) {
    if (read === undefined || (read.measured && !measured)) return undefined
    rows += read.rows
  }
  return reads.length === 0 ? undefined : { rows: Math.round(rows), measured }
}

function numberWords(facts: readonly PlanDiffFact[]): readonly string[] {
  const examined = facts.find(({ name }) => name === 'rowsExamined')
  if (examined) return [pair(examined, examined.unit === 'rows' ? 'rows examined' : 'rows examined by estimate')]
  const cost = facts.find(({ name }) => name === 'totalCost')
  return cost && cost.a !== cost.b ? [pair(cost, 'cost')] : []
}

function pair({ a, b }: PlanDiffFact, unit: string): string {
  if (a === b) return `${countWords(a)} ${unit} in both`
  const ratio = ratioWords(a, b)
  return `${countWords(a)} → ${countWords(b)} ${unit}${ratio === undefined ? '' : `, ${ratio}`}`
}
