import { causeInWords } from '../trace/causes'
import type { TraceAlternative } from '../trace/model'
import { whyNotIndex } from '../trace/why-not'
import { numbersOf, wayInWords } from '../trace/words'
import type { AccessContext } from './access-context'
import type { ReasonEvidence } from './model'

/** A sentence from the optimizer's own account, and what it rests on. */
export interface Account {
  readonly because: string
  readonly evidence: readonly ReasonEvidence[]
}

/** MySQL's warning 3170: ranges beyond range_optimizer_max_mem_size are given up, for the whole table. */
const givenUp = /^Memory capacity of (\d+) bytes for 'range_optimizer_max_mem_size' exceeded/i

/** Ranges were not looked for at all: undefined when the server says nothing of the kind. */
export function rangesGivenUp({ warnings }: AccessContext): Account | undefined {
  const warning = warnings.find((message) => givenUp.test(message))
  if (warning === undefined) return undefined
  const bytes = Number(givenUp.exec(warning)?.[1] ?? 0).toLocaleString('en-US')
  return {
    because: `the server gave ranges up, because they need more than the ${bytes} bytes of range_optimizer_max_mem_size.`,
    evidence: [{ from: 'warning', text: warning }],
  }
}

/** Why another way was taken than this index, by the trace's costs. */
export function lostTo(context: AccessContext, index: string): Account | undefined {
  if (context.trace === undefined) return undefined
  const answer = whyNotIndex(context.trace, { table: context.alias, index, selectId: tracedBlock(context) })
  if (answer.outcome !== 'lost' && answer.outcome !== 'replaced') return undefined
  const because = [answer.sentence, answer.inTheEnd].filter(Boolean).join(' ')
  return { because, evidence: [traceEvidence(because, answer.way)] }
}

/** Why a lookup was taken and not the range over more parts of the same index, one of which is `column`. */
export function rangeLost(context: AccessContext, index: string, column: string | undefined): Account | undefined {
  const isLookup = context.access.method === 'lookup' || context.access.method === 'unique-lookup'
  if (!isLookup || column === undefined) return undefined
  const block = tracedBlock(context)
  const ways = context.trace?.tables
    .filter(({ table, selectId }) => table.toLowerCase() === context.alias && (block ?? selectId) === selectId)
    .flatMap(({ alternatives }) => alternatives.filter((one) => one.index === index && one.phase === 'range'))
  // `3 <= a <= 3 AND b1 <= b <= b1` on MySQL, `(3,b1) <= (a,b) <= (3,b1)` on MariaDB.
  const named = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}_$]+/u)
      .includes(column.toLowerCase())
  const range = ways?.find((one) => one.usable && one.method === 'range' && one.ranges?.some(named))
  if (range === undefined) return undefined
  const cause = range.cause === undefined || range.cause === 'cost' ? undefined : range.cause
  const why = cause === undefined ? '' : `: ${causeInWords(cause) ?? cause}`
  const dives = range.indexDives === false ? ' Its rows are from statistics, not from dives into the index.' : ''
  const because = `${wayInWords(range)} with this part too (${numbersOf(range)}) was weighed, and the lookup taken${why}.${dives}`
  return { because, evidence: [traceEvidence(because, range)] }
}

function traceEvidence(text: string, way: TraceAlternative | undefined): ReasonEvidence {
  return { from: 'trace', text, ...(way === undefined ? {} : { span: way.span }) }
}

/**
 * The query block in which the trace holds the access's table, where the plan tells which. A subquery that became a
 * semi-join keeps its number in the plan, but is searched with the block around it: then any block will do.
 */
function tracedBlock({ trace, queryBlock, alias }: AccessContext): number | undefined {
  const isThere = trace?.tables.some(({ table, selectId }) => selectId === queryBlock && table.toLowerCase() === alias)
  return isThere ? queryBlock : undefined
}
