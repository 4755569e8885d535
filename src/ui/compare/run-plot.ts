import { scaleLinear, scaleLog } from 'd3-scale'
import type { VariantTimes } from '../../core/experiment/summary/variant-times'
import { formatTime } from '../../core/figures'

/** A dot of the plot: where it is and what it tells. */
export interface Dot {
  readonly x: number
  readonly y: number
  readonly pair: number
  readonly ms: number
}

export interface PlotRow {
  readonly variant: string
  readonly dots: readonly Dot[]
  /** Where the median is. */
  readonly median: number
  /** From where to where the 95 % interval of the median goes. */
  readonly band?: readonly [number, number]
}

export interface Tick {
  readonly at: number
  readonly text: string
}

export interface RunPlot {
  readonly rows: readonly PlotRow[]
  readonly ticks: readonly Tick[]
  readonly logarithmic: boolean
  /** The noise floor around the baseline's median. */
  readonly noise?: readonly [number, number]
}

export interface PlotSpace {
  readonly width: number
  /** Height of a variant's row. */
  readonly rowHeight: number
}

/** Times this far apart need a logarithmic axis to be seen together. */
const logFrom = 3
const dotPx = 7
/** Least distance between the words of two ticks. */
const tickPx = 64

/**
 * Every run as a dot on one axis: dots of about the same time pile up around the middle of their row, in the order in
 * which they came. Places are in px from the left and from the row's top.
 */
export function runPlot(times: readonly VariantTimes[], space: PlotSpace, noiseMs?: number): RunPlot {
  const all = times.flatMap(({ runs }) => runs.map(({ ms }) => ms)).filter((ms) => ms > 0)
  const [least, most] = [minOf(all), maxOf(all)]
  if (all.length === 0 || space.width <= 0) return { rows: [], ticks: [], logarithmic: false }
  const logarithmic = most / least > logFrom
  const range: [number, number] = [dotPx * 2, Math.max(dotPx * 4, space.width - dotPx * 2)]
  const spread = most === least ? most * 0.5 : (most - least) * 0.04
  const scale = logarithmic
    ? scaleLog([least / 1.08, most * 1.08], range)
    : scaleLinear([Math.max(0, least - spread), most + spread], range)
  const place = (ms: number) => scale(Math.max(ms, least / 1.08))
  const baseline = times[0]
  const noise =
    noiseMs === undefined || !baseline
      ? undefined
      : ([
          Math.max(0, place(Math.max(baseline.medianMs - noiseMs, 0))),
          Math.min(space.width, place(baseline.medianMs + noiseMs)),
        ] as const)
  return {
    rows: times.map(({ variant, runs, medianMs, interval }) => ({
      variant,
      dots: piled(
        runs.map(({ pair, ms }) => ({ pair, ms, x: place(ms) })),
        space.rowHeight,
      ),
      median: place(medianMs),
      ...(interval && { band: [place(interval[0]), place(interval[1])] as const }),
    })),
    ticks: ticksOf(scale, logarithmic, range),
    logarithmic,
    ...(noise && { noise }),
  }
}

/** Dots that would lie on each other go alternately up and down. */
function piled(dots: readonly Omit<Dot, 'y'>[], height: number): readonly Dot[] {
  const taken = new Map<number, number>()
  const middle = height / 2
  const room = Math.max(1, Math.floor((middle - dotPx) / (dotPx * 0.75)))
  return dots.map((dot) => {
    const column = Math.round(dot.x / (dotPx * 0.75))
    const before = taken.get(column) ?? 0
    taken.set(column, before + 1)
    // More than fit begin again in the middle.
    const step = ((before + 1) >> 1) % (room + 1)
    return { ...dot, y: middle + (before % 2 === 1 ? -step : step) * dotPx * 0.75 }
  })
}

type Scale = ReturnType<typeof scaleLog<number, number>> | ReturnType<typeof scaleLinear<number, number>>

function ticksOf(scale: Scale, logarithmic: boolean, [from, to]: readonly [number, number]): readonly Tick[] {
  const [low = 0, high = 1] = scale.domain()
  const wanted = Math.max(2, Math.floor((to - from) / (tickPx * 2)))
  const values = logarithmic ? logTicks(low, high) : scale.ticks(wanted)
  const ticks: Tick[] = []
  for (const value of values) {
    const at = scale(value)
    const last = ticks[ticks.length - 1]
    if (last && at - last.at < tickPx) continue
    ticks.push({ at, text: tickText(value) })
  }
  return ticks
}

/** Round numbers of each power of ten, the more the nearer the ends are. */
function logTicks(low: number, high: number): readonly number[] {
  const apart = high / low
  const steps = apart > 1000 ? [1] : apart > 20 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7]
  const ticks: number[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
    for (const step of steps) {
      const value = Number((step * 10 ** power).toPrecision(3))
      if (value >= low && value <= high) ticks.push(value)
    }
  return ticks
}

/** `10 ms`, not `10.0 ms`. */
function tickText(ms: number): string {
  return formatTime(ms)
    .replace(/(\.\d*?)0+(?= )/, '$1')
    .replace(/\.(?= )/, '')
}

/** One path for all dots of a row: lines of no length with round ends, which thousands of are cheap. */
export function dotsPath(dots: readonly Dot[]): string {
  return dots.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('')
}

/** The dot nearest to a place, if one is near. */
export function dotAt(dots: readonly Dot[], x: number, y: number): Dot | undefined {
  let nearest: Dot | undefined
  let distance = (dotPx * 1.5) ** 2
  for (const dot of dots) {
    const away = (dot.x - x) ** 2 + (dot.y - y) ** 2
    if (away <= distance) {
      nearest = dot
      distance = away
    }
  }
  return nearest
}

export interface TimeRow {
  readonly variant: string
  readonly dots: readonly Dot[]
  readonly line: string
  readonly middle: number
}

/**
 * The same runs in the order of their rounds: each row around its own median, all on one scale of factors, so that what
 * drifts or bursts is seen in every row at the same place.
 */
export function roundsPlot(
  times: readonly VariantTimes[],
  space: PlotSpace,
): { readonly rows: readonly TimeRow[]; readonly ticks: readonly Tick[]; readonly most: number } {
  const factors = times.flatMap(({ runs, medianMs }) => runs.map(({ ms }) => ms / medianMs)).filter((one) => one > 0)
  const pairs = maxOf(times.flatMap(({ runs }) => runs.map(({ pair }) => pair)))
  if (factors.length === 0 || space.width <= 0) return { rows: [], ticks: [], most: 1 }
  const most = Math.max(1.1, maxOf(factors), 1 / minOf(factors))
  const x = scaleLinear([0, Math.max(1, pairs)], [dotPx * 2, Math.max(dotPx * 4, space.width - dotPx * 2)])
  const y = scaleLog([1 / most, most], [space.rowHeight - dotPx, dotPx])
  return {
    most,
    rows: times.map(({ variant, runs, medianMs }) => {
      const dots = [...runs]
        .sort((one, other) => one.pair - other.pair)
        .map(({ pair, ms }) => ({ pair, ms, x: x(pair), y: y(Math.max(ms, medianMs / most) / medianMs) }))
      const line = dots.map((dot, at) => `${at === 0 ? 'M' : 'L'}${dot.x.toFixed(1)} ${dot.y.toFixed(1)}`).join('')
      return { variant, dots, line, middle: y(1) }
    }),
    ticks: x
      .ticks(Math.max(2, Math.floor(space.width / 120)))
      .filter((value) => Number.isInteger(value))
      .map((value) => ({ at: x(value), text: `round ${value + 1}` })),
  }
}

function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
}

function minOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
}
