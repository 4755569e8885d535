import { scaleLinear, scaleLog } from 'd3-scale'
import type { ExperimentDocument } from '../../core/experiment/model'
import { type TimeClock, type VariantTimes, variantTimes } from '../../core/experiment/summary/variant-times'
import { formatTime } from '../../core/figures'
import { type Html, html } from '../html'

const width = 760
const left = 96
const right = 130
const rowHeight = 44
const axisHeight = 24
/** Above this factor between the slowest and the quickest run the axis is logarithmic. */
const logarithmicFrom = 5

/** Every run as a dot over time in milliseconds, a row for each variant with its median and the median's interval. */
export function dotsPicture(document: ExperimentDocument, clock: TimeClock): Html | undefined {
  const times = variantTimes(document, clock)
  const all = times.flatMap(({ runs }) => runs.map(({ ms }) => ms)).filter((ms) => ms > 0)
  if (all.length === 0) return undefined
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const logarithmic = high / low >= logarithmicFrom
  const margin = logarithmic ? 1.15 : 1
  const pad = logarithmic ? 0 : (high - low || high) * 0.08
  const scale = (logarithmic ? scaleLog() : scaleLinear())
    .domain([low / margin - pad, high * margin + pad])
    .range([left, width - right])
  const height = times.length * rowHeight + axisHeight
  const ticks = ticksOf(logarithmic ? scale.ticks().filter(isRound) : scale.ticks(6), scale)
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Every timed run of each variant">
${ticks.map(
  ({ at, text }) => html`<line class="tick" x1="${at}" x2="${at}" y1="0" y2="${height - axisHeight}"/>
<text class="axis" x="${at}" y="${height - 8}" text-anchor="middle">${text}</text>`,
)}
${times.map((one, row) => variantRow(one, row, scale))}</svg>`
}

/** 1, 2 or 5 of a power of ten. */
function isRound(value: number): boolean {
  return /^[125]0*$|^0\.0*[125]$/.test(String(Number(value.toPrecision(6))))
}

function ticksOf(values: readonly number[], scale: (ms: number) => number) {
  const ticks: { at: number; text: string }[] = []
  for (const value of values) {
    const at = round(scale(value))
    // Labels must not touch.
    if (ticks.every((tick) => Math.abs(tick.at - at) >= 62)) ticks.push({ at, text: formatTime(value) })
  }
  return ticks
}

function variantRow({ variant, runs, medianMs, interval }: VariantTimes, row: number, scale: (ms: number) => number) {
  const middle = row * rowHeight + rowHeight / 2
  const band = interval && {
    x: round(scale(interval[0])),
    width: Math.max(2, round(scale(interval[1]) - scale(interval[0]))),
  }
  return html`<text class="name" x="0" y="${middle + 4}">${variant}</text><text class="axis" x="20" y="${middle + 4}">${runs.length} runs</text>
${band && html`<rect class="band" x="${band.x}" y="${middle - 17}" width="${band.width}" height="34"/>`}
${runs.map(({ pair, ms }) => html`<circle class="${row === 0 ? 'dot first' : 'dot'}" cx="${round(scale(ms))}" cy="${middle + spread(pair)}" r="2.5"/>`)}
<line class="median" x1="${round(scale(medianMs))}" x2="${round(scale(medianMs))}" y1="${middle - 17}" y2="${middle + 17}"/>
<text class="value" x="${width}" y="${middle - 2}" text-anchor="end">${formatTime(medianMs)}</text>
<text class="axis" x="${width}" y="${middle + 12}" text-anchor="end">${interval ? `[${formatTime(interval[0])} – ${formatTime(interval[1])}]` : 'too few runs'}</text>`
}

/** Neighbouring runs apart, the same in every report: the fraction of multiples of the golden ratio. */
function spread(pair: number): number {
  return round(((pair * 0.618034) % 1) * 24 - 12)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
