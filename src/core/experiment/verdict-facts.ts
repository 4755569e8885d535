import type { Verdict } from '../analysis/verdict-model'
import type { Comparison, Sample } from './model'
import { median } from './statistics/order-statistics'

/**
 * The numbers behind the sentence about one variant: its ratio with the interval, and the medians of what the runs read
 * and returned. `rowsExamined` and `rowsReturned` are the variant's, `…Before` the baseline's.
 */
export function comparisonFacts(
  comparison: Comparison,
  baseline: string,
  samples: readonly Sample[],
): Verdict['facts'] {
  const { variant, ratio, low, high, pairs, verdict } = comparison
  const of = (name: string, figure: (sample: Sample) => number | undefined) => {
    const values = samples.flatMap((sample) => (sample.variant === name ? (figure(sample) ?? []) : []))
    return values.length === 0 ? undefined : median(values)
  }
  const examined = (sample: Sample) => sample.counters['rowsExamined']
  const returned = (sample: Sample) => sample.rows
  const figures = [
    ['rowsExaminedBefore', of(baseline, examined)],
    ['rowsExamined', of(variant, examined)],
    ['rowsReturnedBefore', of(baseline, returned)],
    ['rowsReturned', of(variant, returned)],
  ] as const
  const measured = pairs > 0 && !(verdict === 'undecided' && comparison.decidedBy === 'work')
  return [
    ...(measured
      ? [
          { name: 'ratio' as const, value: ratio, unit: 'variant ÷ baseline' },
          { name: 'ratioLow' as const, value: low, unit: 'variant ÷ baseline' },
          { name: 'ratioHigh' as const, value: high, unit: 'variant ÷ baseline' },
        ]
      : []),
    { name: 'pairs', value: pairs, unit: 'pairs' },
    ...figures.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value, unit: 'rows' }])),
  ]
}
