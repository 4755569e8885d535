import { numberText } from './words'

/**
 * The optimizer's choice taken away: the statement as it is beside the same statement that must, or must not, use one
 * index; both run under guard. Two runs of each are a look, not an experiment, and the words say so.
 */

export interface TakenAwayRun {
  readonly clientMs: number
  readonly rowsExamined?: number | undefined
  readonly rowsReturned: number
}

export interface TakenAwaySide {
  readonly sql: string
  /** In the order in which they ran; fewer where the time limit stopped one. */
  readonly runs: readonly TakenAwayRun[]
  /** Of the whole plan, as the optimizer estimates it. */
  readonly planCost?: number | undefined
  /** Indexes by which the plan reads the table. */
  readonly indexes: readonly string[]
  /** The time limit that ended a run, in ms. */
  readonly stoppedAfterMs?: number | undefined
}

export interface TakenAway {
  readonly table: string
  readonly index: string
  /** force: the index must be used. ignore: it must not. */
  readonly hint: 'force' | 'ignore'
  readonly asIs: TakenAwaySide
  readonly changed: TakenAwaySide
  /** What the changed statement does not keep, and what the server said, one sentence each. */
  readonly notes: readonly string[]
}

export interface TakenAwayWords {
  readonly sentence: string
  readonly because: readonly string[]
  /** Changed ÷ as it is. */
  readonly expectedRatio?: number | undefined
  readonly timeRatio?: number | undefined
  readonly rowsRatio?: number | undefined
  /** The runs of both sides lie apart; otherwise no time is told from the other. */
  readonly apart: boolean
}

/** Median of the runs' times, ms; the mean of the two middle ones for an even count. */
export function medianMs(side: TakenAwaySide): number | undefined {
  const times = side.runs.map((one) => one.clientMs).sort((a, b) => a - b)
  const [low, high] = [times[Math.floor((times.length - 1) / 2)], times[Math.floor(times.length / 2)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

/** What came of it: expected against real, and what that rests on. */
export function takenAwayWords(result: TakenAway): TakenAwayWords {
  const { asIs, changed, index, hint } = result
  const expectedRatio = ratioOf(changed.planCost, asIs.planCost)
  const [was, is] = [medianMs(asIs), medianMs(changed)]
  const timeRatio = ratioOf(is, was)
  const [rowsWas, rowsIs] = [asIs.runs[0]?.rowsExamined, changed.runs[0]?.rowsExamined]
  const rowsRatio = ratioOf(rowsIs, rowsWas)
  const apart = liesApart(asIs, changed)
  const because: string[] = []
  const forced = hint === 'force'
  const obeyed = changed.indexes.includes(index) === forced
  if (!obeyed)
    because.push(
      !forced
        ? `Forbidden, the server still uses ${index}.`
        : changed.indexes.length === 0
          ? `Forced, the server scans the whole table: it finds nothing to seek in ${index}.`
          : `Forced, the server still does not use ${index} here.`,
    )
  if (rowsWas !== undefined && rowsIs !== undefined)
    because.push(`Rows examined: ${numberText(rowsIs)} instead of ${numberText(rowsWas)}.`)
  if (asIs.runs[0] && changed.runs[0] && asIs.runs[0].rowsReturned !== changed.runs[0].rowsReturned)
    because.push(
      `It returned ${numberText(changed.runs[0].rowsReturned)} rows instead of ${numberText(asIs.runs[0].rowsReturned)}: the data changed between the runs, or the statement does not say which rows it wants.`,
    )
  because.push('Each ran twice, in turns. That is a look, not an experiment; Compare tells how sure it is.')
  const known = {
    because,
    ...(expectedRatio !== undefined && { expectedRatio }),
    ...(timeRatio !== undefined && { timeRatio }),
    ...(rowsRatio !== undefined && { rowsRatio }),
    apart,
  }
  const named = forced ? `With ${index}` : `Without ${index}`
  if (changed.stoppedAfterMs !== undefined && is === undefined) {
    const least = was === undefined || was === 0 ? '' : `, at least ${timesText(changed.stoppedAfterMs / was)}× slower`
    return {
      ...known,
      sentence: `${named} it was stopped by the time limit after ${msText(changed.stoppedAfterMs)}${least}.`,
    }
  }
  if (was === undefined || is === undefined)
    return { ...known, sentence: 'The statement was stopped by the time limit before it could be measured.' }
  const expected = expectedRatio === undefined ? '' : `Expected to be ${priceText(expectedRatio)}; `
  const start = expected === '' ? named : `${named.slice(0, 1).toLowerCase()}${named.slice(1)}`
  const sentence = apart
    ? `${expected}${start} it was ${speedText(is / Math.max(was, 1e-6))}: ${msText(is)} against ${msText(was)}.`
    : `${expected}${start} it took ${msText(is)} against ${msText(was)}, which two runs cannot tell apart.`
  return { ...known, sentence }
}

function priceText(ratio: number): string {
  if (ratio > 1 / 1.05 && ratio < 1.05) return 'as dear'
  return ratio > 1 ? `${timesText(ratio)}× dearer` : `${timesText(1 / ratio)}× cheaper`
}

function speedText(ratio: number): string {
  return ratio > 1 ? `${timesText(ratio)}× slower` : `${timesText(1 / ratio)}× faster`
}

function ratioOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined || other === 0 ? undefined : one / other
}

function liesApart(a: TakenAwaySide, b: TakenAwaySide): boolean {
  const [first, second] = [a.runs.map((one) => one.clientMs), b.runs.map((one) => one.clientMs)]
  if (first.length === 0 || second.length === 0) return true
  return Math.max(...first) < Math.min(...second) || Math.max(...second) < Math.min(...first)
}

function timesText(times: number): string {
  return times >= 10 ? Math.round(times).toLocaleString('en-US') : String(Number(times.toPrecision(2)))
}

function msText(ms: number): string {
  return ms >= 1000 ? `${Number((ms / 1000).toPrecision(3))} s` : `${Number(ms.toPrecision(3))} ms`
}
