import { type Clock, clockSchema, type ExperimentDocument } from '../model'
import { timeOf } from '../sample-time'
import { medianInterval } from '../statistics/median-interval'
import { median, quantile } from '../statistics/order-statistics'

export type TimeClock = Exclude<Clock, 'work'>

/** The clocks of times, the one that tells most about the work first. */
export const timeClocks = clockSchema.exclude(['work']).options

/** The times of one variant by one clock, in milliseconds. */
export interface VariantTimes {
  readonly variant: string
  /** In the order of the pairs; runs that this clock did not time are left out. */
  readonly runs: readonly { readonly pair: number; readonly place: number; readonly ms: number }[]
  readonly medianMs: number
  /** The 95 % interval of the median; absent for so few runs that nothing bounds it. */
  readonly interval?: readonly [low: number, high: number]
  readonly p95Ms: number
}

/** Every variant that this clock timed. The intervals are those of each median alone; ratios have their own. */
export function variantTimes(
  { spec, samples }: Pick<ExperimentDocument, 'spec' | 'samples'>,
  clock: TimeClock,
): readonly VariantTimes[] {
  return spec.variants.flatMap(({ name }): readonly VariantTimes[] => {
    const runs = samples.flatMap((sample) => {
      const ms = sample.variant === name ? timeOf(sample, clock) : undefined
      return ms === undefined ? [] : [{ pair: sample.pair, place: sample.place, ms }]
    })
    if (runs.length === 0) return []
    const times = runs.map(({ ms }) => ms)
    const { low, high } = medianInterval(times, 0.05, spec.seed)
    return [
      {
        variant: name,
        runs,
        medianMs: median(times),
        ...(Number.isFinite(low) && Number.isFinite(high) && { interval: [low, high] as const }),
        p95Ms: quantile(times, 0.95),
      },
    ]
  })
}

/** The clock to show first: the one that decided, else the best that timed every variant. */
export function shownClock({ spec, samples, comparisons }: ExperimentDocument): TimeClock {
  const decided = comparisons[0]?.decidedBy
  if (decided !== undefined && decided !== 'work') return decided
  return timeClocks.find((clock) => variantTimes({ spec, samples }, clock).length === spec.variants.length) ?? 'client'
}
