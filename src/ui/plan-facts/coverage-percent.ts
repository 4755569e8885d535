import type { Coverage } from '../../core/plan/insight/coverage'

/** Percent with one digit, rounded down: never 100 of a text in which something was not understood. */
export function coveragePercent({ fraction, notUnderstood }: Pick<Coverage, 'fraction' | 'notUnderstood'>): number {
  const percent = Math.floor(fraction * 1000) / 10
  return notUnderstood > 0 ? Math.min(99.9, percent) : percent
}
