import { exhausted } from '../../core/errors'
import type { FlameMetric } from './flame-values'

/** The axis above the icicle: round places in one unit, which the length decides. */
export interface AxisTick {
  /** In the metric's own unit: milliseconds, rows, cost. */
  readonly value: number
  readonly label: string
}

/** Places are at least so far apart that their words fit. */
const tickRoomPx = 88

const timeUnits = [
  { to: 0.001, size: 1e-6, unit: ' ns' },
  { to: 1, size: 1e-3, unit: ' µs' },
  { to: 1000, size: 1, unit: ' ms' },
  { to: 180_000, size: 1000, unit: ' s' },
  { to: 10_800_000, size: 60_000, unit: ' min' },
  { to: Number.POSITIVE_INFINITY, size: 3_600_000, unit: ' h' },
] as const
const countUnits = [
  { to: 100_000, size: 1, unit: '' },
  { to: 1e6, size: 1e3, unit: ' k' },
  { to: 1e9, size: 1e6, unit: ' M' },
  { to: 1e12, size: 1e9, unit: ' G' },
  { to: Number.POSITIVE_INFINITY, size: 1e12, unit: ' T' },
] as const

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })

/** Ticks from 0 to at most `length`, which takes `widthPx`. */
export function axisTicks(metric: FlameMetric, length: number, widthPx: number): readonly AxisTick[] {
  if (!(length > 0) || widthPx <= 0) return []
  const { size, unit } = unitsOf(metric).find(({ to }) => length < to) ?? { size: 1, unit: '' }
  const whole = length / size
  const least = (whole * tickRoomPx) / widthPx
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? 10 * power
  const found: AxisTick[] = []
  for (let place = 0; place * step <= whole; place++) {
    found.push({ value: place * step * size, label: `${number.format(place * step)}${unit}` })
  }
  return found
}

function unitsOf(
  metric: FlameMetric,
): readonly { readonly to: number; readonly size: number; readonly unit: string }[] {
  switch (metric) {
    case 'time':
      return timeUnits
    case 'rows':
      return countUnits.map((one) => ({ ...one, unit: `${one.unit} rows` }))
    case 'cost':
      return countUnits
    default:
      return exhausted(metric)
  }
}
