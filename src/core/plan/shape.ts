import { Fnv64, fnv64 } from '../fnv64'
import { isHashedFirst } from './diff/signatures'
import { indexesRead, joinAlgorithm, joinType } from './diff/step-facts'
import { isPartOfAccess, type Work, workOf } from './diff/work'
import type { Plan, PlanNode } from './model'

/**
 * The fingerprint of a plan's shape: 16 hex digits that are equal when two plans do the same steps.
 *
 * In it: which tables are read, under the names that the statement gives them, in which order they are joined and by
 * which algorithm; how each is read and by which index; sorts, subqueries and unions. PostgreSQL's
 * formats say the same, so every step of theirs is in it by its name, with join type and parallel parts. MySQL's and
 * MariaDB's formats do not: in it is what all of them print, so that a table of rows, the JSON formats and the tree of
 * one plan have one shape. Left out there: filters, limits, aggregates and temporary tables, where in a query block it
 * is sorted and how often, whether an index covers, tables read before the executor starts, and what is written.
 *
 * Not in it: literals and other conditions, costs, rows, times, loops, buffers, planned workers, how many partitions
 * are left (they are told apart by literals), settings, and the order in which independent subqueries are printed.
 *
 * Names of tables and indexes count in lower case. The hash is FNV-1a over these words; the first one is the
 * version of these rules.
 */
export function planShape(plan: Plan): string {
  return shapeOf(workOf(plan))
}

/** The fingerprint of a plan that was laid flat already. */
export function shapeOf(work: Work): string {
  return work.style === 'postgres' ? postgresHash(work) : fnv64(`shape1 ${rowWords(work)}`)
}

/** What stands on the stack while a plan is walked: a node to enter, or words to write when its inputs are done. */
type Step =
  | { readonly kind: 'node'; readonly at: number; readonly joinedBy: string }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'close'; readonly head: string; readonly asSet: boolean }

/** One query block while its words are gathered. */
interface Block {
  readonly words: string[]
  /** Blocks that run beside this one; their order says nothing. */
  readonly beside: string[]
  sorts: boolean
}

function emptyBlock(): Block {
  return { words: [], beside: [], sorts: false }
}

function blockText({ words, beside, sorts }: Block): string {
  const parts = [...words]
  if (sorts) parts.push('sort')
  for (const part of [...beside].sort()) parts.push(`beside ${part}`)
  return parts.join(' ')
}

/** MySQL and MariaDB: tables in the order in which they are joined, each with the way it is read. */
function rowWords(work: Work): string {
  const names = namesOf(work)
  const blocks: Block[] = [emptyBlock()]
  const waiting: Step[] = [{ kind: 'node', at: 0, joinedBy: 'from' }]
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const block = blocks[blocks.length - 1]
    if (!block) break
    if (step.kind === 'word') block.words.push(step.word)
    else if (step.kind === 'open') blocks.push(emptyBlock())
    else if (step.kind === 'close') {
      const text = blockText(block)
      blocks.pop()
      const outer = blocks[blocks.length - 1]
      if (step.asSet) outer?.beside.push(fnv64(text))
      else if (text !== '') outer?.words.push(`${step.head}(${fnv64(text)})`)
    } else {
      const node = work.nodes[step.at]
      if (!node) continue
      if (node.operator === 'sort') block.sorts = true
      const name = names.get(step.at)
      // The executor's formats do not print tables that were read before it starts.
      const head =
        name === undefined || node.access?.method === 'constant'
          ? undefined
          : readWords(node, name, block.words.length === 0 ? 'from' : step.joinedBy)
      const below = inputsFirst(work, node, work.children[step.at] ?? [])
      const isStored =
        name === undefined && node.access?.derived === true && !/^<(temporary|union)/.test(node.access.table)
      if (head !== undefined) block.words.push(head)
      const isUnion = node.operator === 'union' || node.operator === 'append'
      const algorithm = joinAlgorithm(node)
      const steps: Step[] = []
      let joined = 0
      if (isStored) steps.push({ kind: 'open' })
      for (const at of below) {
        const child = work.nodes[at]
        if (!child || (child.access && isPartOfAccess(child.access))) continue
        if (work.inline[at] === 0) {
          steps.push({ kind: 'open' }, { kind: 'node', at, joinedBy: 'from' }, { kind: 'close', head: '', asSet: true })
        } else if (isUnion) {
          steps.push({ kind: 'open' }, { kind: 'node', at, joinedBy: 'from' })
          steps.push({ kind: 'close', head: 'union', asSet: false })
        } else {
          const isInner = algorithm !== undefined && joined > 0
          steps.push({ kind: 'node', at, joinedBy: isStored ? 'from' : isInner ? algorithm : step.joinedBy })
          joined++
        }
      }
      if (isStored)
        steps.push({ kind: 'close', head: `${block.words.length === 0 ? 'from' : step.joinedBy} stored`, asSet: false })
      for (let at = steps.length - 1; at >= 0; at--) waiting.push(steps[at] ?? { kind: 'word', word: '' })
    }
  }
  return blockText(blocks[0] ?? emptyBlock())
}

/** The children in the order in which they are read. */
function inputsFirst(work: Work, node: PlanNode, children: readonly number[]): readonly number[] {
  return isHashedFirst(work, node) ? [...children].reverse() : children
}

function readWords(node: PlanNode, name: string, joinedBy: string): string {
  // A temporary table has a name of the format's own.
  if (node.access?.derived) return `${joinedBy} stored`
  const method = node.access?.method ?? 'none'
  const indexes = indexesRead(node)
  return [joinedBy, name, method, ...indexes.map((index) => index.toLowerCase())].join(' ')
}

/** PostgreSQL: every step with its inputs; equal parts of an append once, one alone as if there were no append. */
function postgresHash(work: Work): string {
  const names = namesOf(work)
  const highs = new Uint32Array(work.nodes.length)
  const lows = new Uint32Array(work.nodes.length)
  const hash = new Fnv64()
  const own = new Fnv64()
  for (let at = work.nodes.length - 1; at >= 0; at--) {
    const node = work.nodes[at]
    if (!node) continue
    const inputs: number[] = []
    const seen = new Set<string>()
    let besideHigh = 0
    let besideLow = 0
    for (const child of work.children[at] ?? []) {
      const high = highs[child] ?? 0
      const low = lows[child] ?? 0
      if (work.inline[child] === 0) {
        // A sum, because the order of what runs beside says nothing.
        own
          .restart()
          .text(work.nodes[child]?.relation ?? '')
          .bits(high)
          .bits(low)
        besideHigh += own.high
        besideLow += own.low
      } else if (!isAppend(node)) inputs.push(child)
      else if (!seen.has(`${high} ${low}`)) {
        seen.add(`${high} ${low}`)
        inputs.push(child)
      }
    }
    const [only, ...others] = inputs
    if (isAppend(node) && others.length === 0 && only !== undefined && besideHigh === 0) {
      highs[at] = highs[only] ?? 0
      lows[at] = lows[only] ?? 0
      continue
    }
    hash.restart().text(`${node.label}\n${joinType(node) ?? ''}`)
    for (const word of nameWords(node, names.get(at))) hash.text('\n').text(word)
    hash.text('\n')
    for (const child of inputs) hash.bits(highs[child] ?? 0).bits(lows[child] ?? 0)
    if (besideHigh > 0) hash.text('beside').bits(besideHigh).bits(besideLow)
    highs[at] = hash.high
    lows[at] = hash.low
  }
  return hash
    .restart()
    .text('shape1')
    .bits(highs[0] ?? 0)
    .bits(lows[0] ?? 0)
    .digits()
}

function isAppend({ operator }: PlanNode): boolean {
  return operator === 'append'
}

/** A partition's index has the partition's name in it, which says as little as which partition it is. */
function nameWords({ access }: PlanNode, name: string | undefined): readonly string[] {
  if (!access) return []
  const table = access.table.toLowerCase()
  const isPartition = name !== undefined && name !== table && name !== access.alias?.toLowerCase()
  const indexes = access.indexes.map((index) => index.name.toLowerCase())
  return [
    name ?? access.alias?.toLowerCase() ?? table,
    ...indexes.map((index) => (isPartition ? index.replace(table, '*') : index)),
  ]
}

/** What the statement calls the table of each node that reads one. */
function namesOf(work: Work): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const { name, places } of work.reads) for (const at of places) names.set(at, name)
  return names
}
