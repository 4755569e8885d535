import { plural } from '../../core/plan/insight/words'
import { causeInWords } from '../../core/trace/causes'
import { chosenAccesses, chosenOrder, plannedBlocks } from '../../core/trace/chosen'
import type { TraceDocument } from '../../core/trace/document'
import type { TraceAlternative } from '../../core/trace/model'
import { numbersOf, numberText, wayInWords } from '../../core/trace/words'

/** What was considered, for a terminal: per query block the order taken, per table each way with its fate. */
export function traceText(trace: TraceDocument): string {
  const lines: string[] = []
  if (trace.truncatedBytes > 0)
    lines.push(`The server left out ${trace.truncatedBytes.toLocaleString('en-US')} bytes of this trace.`)
  if (trace.cutAt !== undefined) lines.push('The trace is cut; what was finished before stands here.')
  for (const selectId of plannedBlocks(trace)) {
    const order = chosenOrder(trace, selectId)
    const complete = trace.joinOrders.filter((one) => one.selectId === selectId && one.complete).length
    const pruned = trace.joinOrders.filter((one) => one.selectId === selectId && one.prunedBy).length
    lines.push('', `Query block ${selectId}`)
    if (order) {
      const cost = order.cost === undefined ? '' : `, cost ${numberText(order.cost)}`
      lines.push(
        `  order ${order.order.join(' → ')}${cost}  (${plural(complete, 'whole order')} costed, ${plural(pruned, 'beginning')} pruned)`,
      )
    }
    for (const { table, alternative } of chosenAccesses(trace, selectId)) {
      lines.push(`  ${table.table}${table.name === undefined ? '' : ` (${table.name})`}`)
      for (const way of distinct(table.alternatives))
        lines.push(`    ${way === alternative ? '✓' : ' '} ${wayLine(way)}`)
    }
  }
  for (const one of trace.rechecks.filter((each) => each.planChanged)) {
    lines.push(
      '',
      `Decided again for ${one.table}: ${one.index ?? one.accessType ?? 'another way'} for ${one.clause ?? one.reason}`,
    )
  }
  const applied = trace.transformations.filter((one) => one.applied)
  if (applied.length > 0) lines.push('', 'Rewritten before costing:', ...applied.map((one) => `  ${one.name}`))
  for (const line of trace.lines) lines.push(line.text)
  for (const note of trace.notes) lines.push(`not understood: ${note.message}`)
  return `${lines.join('\n').trim()}\n`
}

/** The same way is weighed again after each other prefix: the first one of each, and the chosen ones. */
function distinct(ways: readonly TraceAlternative[]): TraceAlternative[] {
  const seen = new Set<string>()
  return ways.filter((way) => {
    // Loose and skip scans that the statement rules out as a whole.
    if (!way.usable && way.index === undefined) return false
    const key = `${wayInWords(way)} ${way.prefix.join()} ${way.stage}`
    if (seen.has(key) && !way.chosen) return false
    seen.add(key)
    return true
  })
}

function wayLine(way: TraceAlternative): string {
  const after = way.prefix.length === 0 ? '' : ` after ${way.prefix.join(', ')}`
  const why = way.chosen ? '' : fate(way)
  return `${wayInWords(way)}${after}${numbersOf(way, ': ')}${why}`
}

function fate(way: TraceAlternative): string {
  if (way.cause !== undefined) return ` – ${causeInWords(way.cause) ?? way.cause}`
  return way.usable ? '' : ' – needs a table that is read later'
}
