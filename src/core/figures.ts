/**
 * Numbers as people read them: three significant digits, thousands separators, unit always. Every formatter has an
 * exact form beside it for tooltips and copies. Absent values are not formatted here; see numbers.tsx.
 */

/** What a number counts; decides scale, unit and digits. */
export type Unit = 'rows' | 'ms' | 'bytes' | 'fraction' | 'ratio' | 'cost' | 'count'

/** A number ready to be drawn: `text` is short, `exact` is the whole value with its unit. */
export interface Figure {
  readonly text: string
  readonly exact: string
}

/** Above this a count is shortened to k, M, G; the exact number stays in the tooltip. */
const longestPlainCount = 99_999
const significantDigits = 3

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exactNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** Three significant digits with separators: 0.0123, 1.82, 48.4, 203, 48,400 → `48,400`. */
function short(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  const rounded = Number(size.toPrecision(significantDigits))
  if (rounded >= 100) return `${value < 0 ? '-' : ''}${grouped.format(rounded)}`
  const decimals = rounded >= 10 ? 1 : rounded >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(rounded)))
  return `${value < 0 ? '-' : ''}${rounded.toFixed(decimals)}`
}

/** As `short`, but whole numbers stay whole: 4 → `4`, not `4.00`. */
function shortWhole(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : short(value)
}

function scaled(value: number, steps: readonly (readonly [number, string])[]): string {
  const size = Math.abs(value)
  for (const [step, unit] of steps) {
    if (Number((size / step).toPrecision(significantDigits)) >= 1) return `${short(value / step)} ${unit}`
  }
  return short(value)
}

const thousands = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** A count in full with separators: `107,478`. Fractions of a row are rounded to two digits after the point. */
export function formatCount(value: number): string {
  return Number.isInteger(value) || Math.abs(value) >= 100 ? grouped.format(value) : exactNumber.format(round2(value))
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}

/** Rows for tables and marks: plain to 99,999, then `107 k`, `1.82 M`. */
export function formatRows(value: number): string {
  return Math.abs(value) <= longestPlainCount ? formatCount(value) : scaled(value, thousands)
}

/** A duration given in milliseconds: `850 ns`, `68.5 µs`, `9.70 ms`, `21.0 s`, `12.5 min`, `3.20 h`. */
export function formatTime(ms: number): string {
  const size = Math.abs(ms)
  if (size === 0) return '0 ms'
  if (size < 0.001) return `${short(ms * 1e6)} ns`
  if (Number(size.toPrecision(significantDigits)) < 1) return `${short(ms * 1000)} µs`
  if (Number(size.toPrecision(significantDigits)) < 1000) return `${short(ms)} ms`
  if (size < 60_000) return `${short(ms / 1000)} s`
  return size < 3_600_000 ? `${short(ms / 60_000)} min` : `${short(ms / 3_600_000)} h`
}

/** As `formatTime`, and from an hour on in two units: `1 h 13 min`, `2 d 3 h`. */
export function formatLongTime(ms: number): string {
  if (Math.abs(ms) < 3_600_000) return formatTime(ms)
  const minutes = Math.round(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.floor(hours / 24)
  return hours % 24 === 0 ? `${grouped.format(days)} d` : `${grouped.format(days)} d ${hours % 24} h`
}

/** Bytes in powers of 1,024: `4 B`, `16.0 KiB`, `1.50 MiB`. */
export function formatBytes(bytes: number): string {
  if (Math.abs(bytes) < 1024) return `${formatCount(bytes)} B`
  return scaled(bytes, [
    [1024 ** 4, 'TiB'],
    [1024 ** 3, 'GiB'],
    [1024 ** 2, 'MiB'],
    [1024, 'KiB'],
  ])
}

/** A part of a whole, 0…1, as percent: `96 %`, `1.5 %`, `< 0.1 %`. */
export function formatFraction(fraction: number): string {
  const percent = fraction * 100
  if (percent === 0) return '0 %'
  if (Math.abs(percent) < 0.1) return '< 0.1 %'
  return `${Math.abs(percent) < 9.95 ? Number(percent.toFixed(1)) : grouped.format(percent)} %`
}

/** A factor: `×97` above one, `÷2.0` below, `×1.0` for none; from 10 on without decimals. */
export function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return '×∞'
  if (ratio === 0) return '÷∞'
  const [mark, factor] = ratio >= 1 ? ['×', ratio] : ['÷', 1 / ratio]
  return `${mark}${factor >= 9.95 ? grouped.format(factor) : factor.toFixed(1)}`
}

/** The direction of a factor in words, for screen readers: `97 times more`. */
export function ratioInWords(ratio: number): string {
  if (Math.abs(ratio - 1) < 0.05) return 'the same'
  const factor = ratio >= 1 ? ratio : 1 / ratio
  return `${factor >= 9.95 ? grouped.format(factor) : factor.toFixed(1)} times ${ratio >= 1 ? 'more' : 'fewer'}`
}

/** Optimizer cost: `0.35`, `12.7`, `48,365`, `1.82 M`. No unit exists; the head of its column says cost. */
export function formatCost(cost: number): string {
  if (Math.abs(cost) >= 1e6) return scaled(cost, thousands)
  return Math.abs(cost) >= 100 ? grouped.format(cost) : shortWhole(cost)
}

/** Text and exact form of a number of the given unit. */
export function figure(value: number, unit: Unit): Figure {
  const exact = exactNumber.format(value)
  switch (unit) {
    case 'rows':
      return { text: formatRows(value), exact: `${exact} rows` }
    case 'ms':
      return { text: formatTime(value), exact: `${exact} ms` }
    case 'bytes':
      return { text: formatBytes(value), exact: `${exact} bytes` }
    case 'fraction':
      return { text: formatFraction(value), exact: `${exactNumber.format(value * 100)} %` }
    case 'ratio':
      return { text: formatRatio(value), exact: `factor ${exact}, ${ratioInWords(value)}` }
    case 'cost':
      return { text: formatCost(value), exact: `cost ${exact}` }
    case 'count':
      return { text: formatCount(value), exact }
  }
}

/** How long ago, in words: `just now`, `5 min ago`, `2 h ago`, `yesterday`, then the date. Both in epoch ms. */
export function formatAge(thenMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - thenMs) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  if (minutes < 48 * 60) return 'yesterday'
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(thenMs)
}
