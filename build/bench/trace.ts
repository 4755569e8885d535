import { chosenAccesses, chosenOrder } from '../../src/core/trace/chosen'
import { parseTrace } from '../../src/core/trace/pasted'
import { readTrace } from '../../src/core/trace/read'
import { whyModel, whyOverview } from '../../src/ui/why/overview'
import { generatedTrace } from './generated-trace'
import { median, ratio, rounds } from './rounds'

const sizes = [1_000_000, 30_000_000]

/** Reading optimizer traces, as ratios to JSON.parse of the same text in the same round. */
export function benchTrace(): readonly string[] {
  return sizes.flatMap((wanted) => {
    const text = generatedTrace(wanted)
    const trace = readTrace(text)
    const ways = trace.tables.reduce((sum, table) => sum + table.alternatives.length, 0)
    if (trace.notes.length > 0 || !chosenOrder(trace, 1)) throw new Error('the generated trace was not read')
    const times = rounds(
      {
        baseline: () => JSON.parse(text),
        read: () => readTrace(text),
        pasted: () => parseTrace(text),
        answer: () => chosenAccesses(trace, 1),
        overview: () => whyOverview(whyModel(trace), text.length),
      },
      5,
    )
    const line = (name: 'read' | 'pasted' | 'answer' | 'overview') =>
      `  ${name.padEnd(8)} ${median(times[name]).toFixed(1)} ms  ${ratio(times[name], times.baseline).toFixed(2)} × JSON.parse`
    return [
      `trace of ${(text.length / 1e6).toFixed(1)} MB, ${ways.toLocaleString('en')} ways, ${trace.joinOrders.length.toLocaleString('en')} join orders: JSON.parse ${median(times.baseline).toFixed(1)} ms`,
      line('read'),
      line('pasted'),
      line('answer'),
      line('overview'),
    ]
  })
}
