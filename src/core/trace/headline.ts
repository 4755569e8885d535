import { chosenAccesses, chosenOrder, plannedBlocks } from './chosen'
import type { Trace, TraceAlternative, TraceJoinOrder } from './model'
import { recheckSentence, replacesIndex } from './recheck-words'
import { totalCost } from './settle'
import { numberText, wayInWords } from './words'

/** What a trace says in one sentence, and the counts that stand behind it. Names stand in backticks. */
export interface TraceHeadline {
  readonly text: string
  readonly facts: readonly string[]
  /** The place in the text that proves it. */
  readonly span?: { readonly start: number; readonly end: number } | undefined
}

/**
 * The chief decision: a second look that replaced an index, else which join order won against what, else which way to
 * read the one table. Costs are compared within one join search or at one point of it only.
 */
export function traceHeadline(trace: Trace): TraceHeadline {
  const facts = factsOf(trace)
  const again = trace.rechecks.find((one) => one.reason === 'ordering' && replacesIndex(trace, one))
  if (again) return { text: recheckSentence(trace, again), facts, span: again.span }
  const blocks = plannedBlocks(trace)
  const orders = blocks.flatMap((block) => chosenOrder(trace, block) ?? [])
  const order = orders.find((one) => one.order.length > 1) ?? orders[0]
  if (order && order.order.length > 1) return { text: orderSentence(trace, order), facts, span: order.span }
  for (const block of blocks) {
    const access = chosenAccesses(trace, block).find((one) => one.alternative)
    if (!access?.alternative) continue
    const { alternative: way, table } = access
    return { text: waySentence(table.table, way, table.alternatives), facts, span: way.span }
  }
  if (trace.lines.length > 0) {
    const text = 'The hypergraph optimizer chose this plan. It tells its search in lines instead of steps.'
    return { text, facts, span: trace.lines[0]?.span }
  }
  if (trace.tables.some((one) => one.constant))
    return { text: 'Nothing had to be chosen: every table was read by its whole key before planning.', facts }
  return { text: 'The trace tells of no choice between ways to read a table.', facts }
}

function orderSentence(trace: Trace, order: TraceJoinOrder): string {
  const first = order.order[0] ?? ''
  const rivals = trace.joinOrders
    .filter((one) => one !== order && one.search === order.search && one.complete && one.cost !== undefined)
    .sort((a, b) => totalCost(a) - totalCost(b))
  const [next] = rivals
  const whole = `\`${order.order.join(' → ')}\``
  if (order.cost === undefined) return `The optimizer joins in the order ${whole}.`
  const own = numberText(totalCost(order))
  if (!next) {
    const others = trace.joinOrders.some((one) => one.search === order.search && one.prunedBy !== undefined)
    const rest = others ? 'every other order was given up before its end' : 'no other order was tried'
    return `The optimizer starts at \`${first}\`: ${whole} costs ${own}, and ${rest}.`
  }
  const ratio = totalCost(next) / totalCost(order)
  const times = ratio >= 1.05 ? `, ${timesText(ratio)} times as much` : ''
  const start = next.order[0] === first ? `${whole} wins` : `The optimizer starts at \`${first}\`: ${whole} wins`
  return `${start} at cost ${own}; the next whole order would cost ${numberText(totalCost(next))}${times}.`
}

function waySentence(table: string, way: TraceAlternative, all: readonly TraceAlternative[]): string {
  if (way.method === 'constant')
    return `\`${table}\` holds one row at most for this statement: it was read before planning.`
  const taken = `\`${table}\` is read by ${codeInWords(way)}`
  if (way.cost === undefined) return `${taken}.`
  const next = cheapestBeside(way, all)
  if (next?.cost !== undefined)
    return `${taken}: cost ${numberText(way.cost)} against ${numberText(next.cost)} for ${codeInWords(next)}.`
  // What the range optimizer rejected does not come up in the join search again.
  const before = all.find((one) => one.stage === 'estimation' && one.chosen && one.index === way.index)
  const beaten = before && cheapestBeside(before, all)
  if (before?.cost !== undefined && beaten?.cost !== undefined)
    return `${taken}: cost ${numberText(before.cost)} against ${numberText(beaten.cost)} for ${codeInWords(beaten)}.`
  return `${taken} at cost ${numberText(way.cost)}; nothing else was costed beside it.`
}

/** The cheapest other way at the same point of the optimizer's work. */
function cheapestBeside(way: TraceAlternative, all: readonly TraceAlternative[]): TraceAlternative | undefined {
  return all
    .filter(
      (one) =>
        one !== way &&
        one.usable &&
        one.cost !== undefined &&
        one.stage === way.stage &&
        one.search === way.search &&
        one.prefix.join('\0') === way.prefix.join('\0'),
    )
    .sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0))[0]
}

function codeInWords(way: TraceAlternative): string {
  const words = wayInWords(way)
  return way.index === undefined ? words : words.split(way.index).join(`\`${way.index}\``)
}

function factsOf(trace: Trace): string[] {
  const whole = trace.joinOrders.filter((one) => one.complete && one.order.length > 1).length
  const pruned = trace.joinOrders.filter((one) => one.prunedBy !== undefined).length
  const ways = trace.tables.reduce((sum, one) => sum + one.alternatives.length, 0)
  const applied = trace.transformations.filter((one) => one.applied).length
  return [
    ...(whole === 0 ? [] : [`${counted(whole, 'join order')} costed to the end`]),
    ...(pruned === 0 ? [] : [`${counted(pruned, 'beginning')} given up on the way`]),
    ...(ways === 0 ? [] : [`${counted(ways, 'way')} to read weighed`]),
    ...(applied === 0 ? [] : [`${counted(applied, 'rewriting')} before costing`]),
  ]
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
}

function timesText(ratio: number): string {
  return ratio >= 10 ? Math.round(ratio).toLocaleString('en-US') : ratio.toFixed(1)
}
