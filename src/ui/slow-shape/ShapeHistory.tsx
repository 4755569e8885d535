import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import type { HeldShape } from '../../core/digest/view/model'
import { formatCount, formatLongTime } from '../../core/figures'
import { durationTicks, instantTicks } from '../slow/time-ticks'
import { type HistoryBar, historyChart } from './history-bars'

/** Bars are drawn on a ground so high, in units of the picture. */
const height = 100
/** Of a bar's place; the rest is air. */
const barWidth = 0.84
const mostTicks = 6

/** When the shape took its time: waiting above working, per bucket of the log. Arrows walk the bars. */
export function ShapeHistory({ shape }: { readonly shape: HeldShape }) {
  const chart = useMemo(() => historyChart(shape), [shape])
  const [picked, setPicked] = useState<number | undefined>(undefined)
  const [hovered, setHovered] = useState<number | undefined>(undefined)
  if (chart === undefined)
    return (
      <section className="shape-part" aria-label="History">
        <div className="pane-h">
          <h2 className="t">History</h2>
        </div>
        <p className="shape-none dim">This source does not tell when the calls were.</p>
      </section>
    )
  const { bars, places, fromMs, toMs, mostMicros } = chart
  const ticks = durationTicks(mostMicros / 1000)
  const top = ticks[ticks.length - 1]?.at || 1
  const scale = (micros: number) => (micros / 1000 / top) * height
  const shown = bars[hovered ?? picked ?? -1]
  const waits = bars.some(({ waited = 0 }) => waited > 0)
  const step = (event: KeyboardEvent) => {
    const at = picked ?? -1
    const next = { ArrowRight: at + 1, ArrowLeft: at < 0 ? bars.length - 1 : at - 1, Home: 0, End: bars.length - 1 }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    setPicked(Math.max(0, Math.min(bars.length - 1, next)))
  }
  const hover = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - left) / width) * places)
    const found = bars.findIndex((bar) => bar.place === place)
    setHovered(found === -1 ? undefined : found)
  }
  return (
    <section className="shape-part" aria-label="History">
      <div className="pane-h">
        <h2 className="t">History</h2>
        <span className="faint small">time per {bucketWords(shape.bucketSeconds)}, UTC</span>
        <span className="small ell" aria-hidden="true">
          {shown && barWords(shown)}
        </span>
        <span className="grow" />
        {waits && (
          <span className="shape-legend small dim">
            <i className="waiting" />
            waiting
          </span>
        )}
        <span className="shape-legend small dim">
          <i className="working" />
          {waits ? 'working' : 'time'}
        </span>
      </div>
      <div className="shape-chart">
        <div className="shape-chart-scale mono faint tiny" aria-hidden="true">
          {ticks.map(({ at, text }) => (
            <span key={at} style={{ bottom: `${(at / top) * 100}%` }}>
              {text}
            </span>
          ))}
        </div>
        <div
          className="shape-chart-ground"
          role="slider"
          tabIndex={0}
          aria-label="Time of each bucket"
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(picked ?? 0) + 1}
          aria-valuetext={barWords(bars[picked ?? 0])}
          onKeyDown={step}
          onFocus={() => setPicked((before) => before ?? 0)}
          onBlur={() => setPicked(undefined)}
          onPointerMove={hover}
          onPointerLeave={() => setHovered(undefined)}
        >
          {ticks.map(({ at }) => (
            <i key={at} className="shape-chart-line" style={{ bottom: `${(at / top) * 100}%` }} />
          ))}
          <svg viewBox={`0 0 ${places} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {bars.map((bar, index) => (
              <Bar key={bar.place} bar={bar} scale={scale} lit={bar === shown && (hovered ?? picked) === index} />
            ))}
          </svg>
        </div>
        <div className="shape-chart-times mono faint tiny" aria-hidden="true">
          {instantTicks(fromMs, toMs, mostTicks).map(({ at, text }) => (
            <span key={at} style={timePlace((at - fromMs) / (toMs - fromMs))}>
              {text}
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}

/** The last ones end at their place, so that none is cut. */
function timePlace(part: number) {
  return part > 0.9 ? { right: `${(1 - part) * 100}%` } : { left: `${part * 100}%` }
}

function bucketWords(seconds: number): string {
  const [size, unit] =
    seconds < 60 ? [1, 's'] : seconds < 3600 ? [60, 'min'] : seconds < 86_400 ? [3600, 'h'] : [86_400, 'd']
  return `${Number((seconds / size).toPrecision(3))} ${unit}`
}

interface BarProps {
  readonly bar: HistoryBar
  readonly scale: (micros: number) => number
  readonly lit: boolean
}

function Bar({ bar, scale, lit }: BarProps) {
  const { place, micros, waited = 0 } = bar
  const working = scale(micros - waited)
  const waiting = scale(waited)
  const x = place + (1 - barWidth) / 2
  return (
    <g className={lit ? 'lit' : undefined}>
      <rect className="under" x={place} y={0} width={1} height={height} />
      {working > 0 && <rect className="working" x={x} y={height - working} width={barWidth} height={working} />}
      {waiting > 0 && (
        <rect className="waiting" x={x} y={height - working - waiting} width={barWidth} height={waiting} />
      )}
    </g>
  )
}

function barWords(bar: HistoryBar | undefined): string {
  if (bar === undefined) return ''
  const { at, count, micros, waited } = bar
  const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ').replace(/:00$/, '')
  const calls = `${formatCount(count)} ${count === 1 ? 'call' : 'calls'}`
  const waiting = waited === undefined || waited === 0 ? '' : `, ${formatLongTime(waited / 1000)} of it waiting`
  return `${when}: ${formatLongTime(micros / 1000)} in ${calls}${waiting}`
}
