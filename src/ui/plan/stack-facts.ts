import { figure, formatCount } from '../../core/figures'
import type { FlatMetrics, FlatPlan } from './flat-plan'
import { nodeTitle } from './node-text'
import { rowsOut } from './rows'

/** A number of alike siblings: all together, and the range of the single ones. */
export interface Spread {
  readonly sum: number
  readonly least: number
  readonly most: number
  /** Members that have the number. */
  readonly count: number
  readonly measured: boolean
}

/** What a stacked card says about the siblings that it stands for. */
export interface StackFacts {
  readonly count: number
  /** `partitions` where the tables share a name, else `alike`. */
  readonly word: 'partitions' | 'alike'
  /** What the tables are called together: `orders_p*`; absent where names share nothing. */
  readonly tables: string | undefined
  readonly neverExecuted: number
  readonly rows: Spread | undefined
  /** Own time of all steps in each member, in milliseconds. */
  readonly ms: Spread | undefined
}

/** Letters that names of partitions share at least. */
const leastShared = 3

/** Sums and ranges over the members of a stack, given as indexes of the flat plan. */
export function stackFacts(flat: FlatPlan, metrics: FlatMetrics, members: readonly number[]): StackFacts {
  const nodes = members.flatMap((at) => flat.nodes[at] ?? [])
  const tables = nodes.flatMap((node) => (node.access && node.access.table !== '' ? [node.access.table] : []))
  const shared = tables.length === nodes.length ? sharedStart(tables) : ''
  const named = shared.length >= leastShared
  const rows = members.map((at) => {
    const node = flat.nodes[at]
    return node && rowsOut(node, metrics[at])
  })
  const ms = members.map((at) => {
    let sum: number | undefined
    for (let below = at; below < (flat.end[at] ?? at + 1); below++) {
      const own = metrics[below]?.selfMs
      if (own !== undefined) sum = (sum ?? 0) + own
    }
    return sum
  })
  return {
    count: members.length,
    word: named ? 'partitions' : 'alike',
    tables: named ? `${shared}*` : undefined,
    neverExecuted: nodes.filter((node) => node.actual?.neverExecuted).length,
    rows: spreadOf(
      rows.map((one) => one?.value),
      rows.every((one) => one?.measured !== false),
    ),
    ms: spreadOf(ms, true),
  }
}

function spreadOf(values: readonly (number | undefined)[], measured: boolean): Spread | undefined {
  const known = values.filter((value) => value !== undefined)
  const first = known[0]
  if (first === undefined) return undefined
  let [sum, least, most] = [0, first, first]
  for (const value of known) {
    sum += value
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return { sum, least, most, count: known.length, measured }
}

function sharedStart(names: readonly string[]): string {
  const first = names[0] ?? ''
  let length = first.length
  for (const name of names) while (!name.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

/** `× 48 partitions`. */
export function stackWord(facts: StackFacts): string {
  return `× ${formatCount(facts.count)} ${facts.word}`
}

/** The lines of a stacked card: the range of single members, rows first. */
export function stackLines(facts: StackFacts): readonly string[] {
  const lines: string[] = []
  if (facts.rows) lines.push(`${rangeText(facts.rows, 'rows')} rows each`)
  if (facts.ms) lines.push(`${rangeText(facts.ms, 'ms')} each`)
  return lines
}

function rangeText(spread: Spread, unit: 'rows' | 'ms'): string {
  const mark = spread.measured ? '' : '≈ '
  const least = figure(spread.least, unit).text
  const most = figure(spread.most, unit).text
  return least === most ? `${mark}${most}` : `${mark}${least} – ${most}`
}

/** The stack as one sentence, for screen readers and tooltips, with every number whole. */
export function stackSentence(flat: FlatPlan, facts: StackFacts, members: readonly number[]): string {
  const first = flat.nodes[members[0] ?? 0]
  const words = [
    `${formatCount(facts.count)} ${facts.word === 'alike' ? 'alike steps' : facts.word} folded into one: ${first ? nodeTitle(first) : ''}${facts.tables === undefined ? '' : ` on ${facts.tables}`}`,
  ]
  const about = (spread: Spread) => (spread.measured ? '' : 'about ')
  const { rows, ms } = facts
  if (rows) {
    words.push(
      `${about(rows)}${formatCount(rows.sum)} rows in all, ${formatCount(rows.least)} to ${formatCount(rows.most)} each`,
    )
  }
  if (ms) {
    words.push(
      `${figure(ms.sum, 'ms').exact} own time in all, ${figure(ms.least, 'ms').exact} to ${figure(ms.most, 'ms').exact} each`,
    )
  }
  if (facts.neverExecuted > 0) words.push(`${formatCount(facts.neverExecuted)} never executed`)
  return words.join(', ')
}
