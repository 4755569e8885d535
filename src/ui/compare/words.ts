import { exhausted } from '../../core/errors'
import type { Comparison, ExperimentDocument } from '../../core/experiment/model'
import type { TimeClock } from '../../core/experiment/summary/variant-times'
import { formatCount } from '../../core/figures'

/** Short names of the clocks, for buttons. */
export const clockTitles: Readonly<Record<TimeClock, string>> = {
  cpu: 'CPU',
  serverWall: 'Server',
  client: 'Client',
}

/** What a clock measures, for the head of a plot. */
export function clockSays(clock: TimeClock): string {
  switch (clock) {
    case 'cpu':
      return 'CPU time of the server'
    case 'serverWall':
      return 'elapsed time on the server'
    case 'client':
      return 'elapsed time at the client'
    default:
      return exhausted(clock)
  }
}

export function stoppedWords(because: ExperimentDocument['stoppedBecause']): string {
  switch (because) {
    case 'decided':
      return 'stopped: every variant is decided'
    case 'all-pairs':
      return 'all rounds were run'
    case 'budget':
      return 'stopped: the time budget was used up'
    case 'stopped':
      return 'stopped by hand'
    case 'failed':
      return 'cut short by a failure'
    default:
      return exhausted(because)
  }
}

export interface Told {
  readonly text: string
  readonly look: 'good' | 'bad' | 'warn' | 'plain'
  readonly title?: string
}

/** A comparison in two words, for a column's head. */
export function comparisonTold(comparison: Comparison | undefined): Told | undefined {
  if (!comparison) return undefined
  const { verdict, pairsNeeded, pairs, waiting } = comparison
  const title = waiting
  switch (verdict) {
    case 'faster':
      return { text: comparison.decidedBy === 'work' ? 'less work' : 'faster', look: 'good', ...(title && { title }) }
    case 'slower':
      return { text: comparison.decidedBy === 'work' ? 'more work' : 'slower', look: 'bad', ...(title && { title }) }
    case 'no-difference':
      return { text: 'no difference', look: 'plain', ...(title && { title }) }
    case 'undecided':
      return {
        text: 'cannot tell yet',
        look: 'warn',
        title:
          pairsNeeded === undefined
            ? 'Too few pairs.'
            : `About ${formatCount(Math.max(1, pairsNeeded - pairs))} more pairs would decide.`,
      }
    default:
      return exhausted(verdict)
  }
}

/** Whether the rows are the same, in a few words. */
export function samenessTold({ sameResult, sameResultBecause }: Comparison): Told {
  const title = sameResultBecause === undefined ? {} : { title: sameResultBecause }
  switch (sameResult) {
    case 'same':
      return { text: 'same rows', look: 'good', ...title }
    case 'different':
      return { text: 'rows differ', look: 'bad', ...title }
    case 'not-comparable':
      return { text: 'not comparable', look: 'warn', ...title }
    case 'unchecked':
      return { text: 'not checked', look: 'plain', ...title }
    default:
      return exhausted(sameResult)
  }
}

/** How a variant stands by the clock that is shown; `decides` where the verdict is of this clock, or of no clock. */
export interface ByClock extends Pick<Comparison, 'ratio' | 'low' | 'high'> {
  readonly decides: boolean
}

/** Undefined where this clock did not time both. */
export function byClock(comparison: Comparison, clock: TimeClock): ByClock | undefined {
  const { decidedBy, ratio, low, high, clocks } = comparison
  if (decidedBy === clock || decidedBy === 'work') return { ratio, low, high, decides: true }
  const interval = clocks[clock]
  return interval && { ...interval, decides: false }
}

/** `÷21.8 faster`, `×1.31 slower`, from variant ÷ baseline. */
export function ratioText(ratio: number): string {
  const [mark, factor] = ratio < 1 ? ['÷', 1 / ratio] : ['×', ratio]
  return `${mark}${factorText(factor)}`
}

/** Three significant digits: 1.04, 21.8, 203. */
export function factorText(factor: number): string {
  if (!Number.isFinite(factor)) return '∞'
  return factor >= 99.95 ? formatCount(Math.round(factor)) : factor.toFixed(factor >= 9.995 ? 1 : 2)
}

/** The interval of a ratio in the same direction as `ratioText` says it. */
export function intervalText({ ratio, low, high }: Pick<Comparison, 'ratio' | 'low' | 'high'>): string {
  const [from, to] = ratio < 1 ? [1 / high, 1 / low] : [low, high]
  return `[${factorText(from)} – ${factorText(to)}]`
}
