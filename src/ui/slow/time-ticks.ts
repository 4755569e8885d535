/** Round places on axes of instants and of durations. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((each) => each * second),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * minute),
  ...[1, 2, 3, 6, 12].map((each) => each * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((each) => each * day),
]

export interface Tick {
  /** Instants in epoch milliseconds, durations in milliseconds. */
  readonly at: number
  readonly text: string
}

/** Instants at round times of UTC, at most so many; those on whole days carry the date. */
export function instantTicks(fromMs: number, toMs: number, most: number): readonly Tick[] {
  const span = toMs - fromMs
  if (!(span > 0) || most < 1) return []
  const step = steps.find((each) => span / each <= most) ?? 364 * day * Math.ceil(span / (364 * day) / most)
  const ticks: Tick[] = []
  for (let at = Math.ceil(fromMs / step) * step; at < toMs; at += step)
    ticks.push({ at, text: clockText(at, step, span) })
  return ticks
}

function clockText(at: number, stepMs: number, spanMs: number): string {
  const iso = new Date(at).toISOString()
  if (stepMs >= day || (spanMs > day && at % day === 0)) return dayText(at)
  return stepMs < minute ? iso.slice(11, 19) : iso.slice(11, 16)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longDayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `10 May` */
function dayText(at: number): string {
  return dayFormat.format(at)
}

/** So many steps of an axis of durations at most. */
const mostSteps = 3

/** Durations from 0 to the first round one at or above the longest: two or three steps. */
export function durationTicks(longestMs: number): readonly Tick[] {
  if (!(longestMs > 0)) return [{ at: 0, text: '0' }]
  const step = durationStep(longestMs / mostSteps)
  const count = Math.max(1, Math.ceil(longestMs / step))
  return Array.from({ length: count + 1 }, (_, place) => ({ at: place * step, text: durationText(place * step) }))
}

/** The least round duration that is not below this one. */
function durationStep(leastMs: number): number {
  const found = leastMs >= second / 2 ? steps.find((each) => each >= leastMs) : undefined
  if (found !== undefined) return found
  const power = 10 ** Math.floor(Math.log10(leastMs))
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= leastMs) ?? power * 10
}

function durationText(ms: number): string {
  if (ms === 0) return '0'
  const [size, unit] =
    ms >= day
      ? [day, 'd']
      : ms >= hour
        ? [hour, 'h']
        : ms >= minute
          ? [minute, 'min']
          : ms >= second
            ? [second, 's']
            : ms >= 1
              ? [1, 'ms']
              : [0.001, 'µs']
  return `${Number((ms / size).toPrecision(3))} ${unit}`
}

/** `12:00 – 16:00`, with seconds where they matter and with days where it is more than one. UTC. */
export function windowText(fromMs: number, toMs: number): string {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  const clock = fromMs % minute === 0 && toMs % minute === 0 ? 16 : 19
  // The end of a day is 24:00 of it, not 00:00 of the next.
  const sameDay = Math.floor(fromMs / day) === Math.floor((toMs - 1) / day)
  if (sameDay) return `${from.slice(11, clock)} – ${toMs % day === 0 ? '24:00' : to.slice(11, clock)}`
  return `${dayText(fromMs)} ${from.slice(11, clock)} – ${dayText(toMs)} ${to.slice(11, clock)}`
}

/** `10 May 2026, 00:00 – 24:00 UTC`, or both days. */
export function spanText(fromMs: number, toMs: number): string {
  const sameDay = Math.floor(fromMs / day) === Math.floor(Math.max(fromMs, toMs - 1) / day)
  if (!sameDay) return `${longDayFormat.format(fromMs)} – ${longDayFormat.format(toMs)}, UTC`
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  const clock = toMs - fromMs < 2 * minute ? 19 : 16
  return `${longDayFormat.format(fromMs)}, ${from.slice(11, clock)} – ${toMs % day === 0 ? '24:00' : to.slice(11, clock)} UTC`
}
