import { type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import type { TimeClock, VariantTimes } from '../../core/experiment/summary/variant-times'
import { formatTime } from '../../core/figures'
import { useSize } from '../plan/use-size'
import { letterOf } from './draft'
import { type Dot, dotAt, dotsPath, runPlot } from './run-plot'
import type { ShownRun } from './shown'
import { byClock, clockSays, comparisonTold, intervalText, ratioText } from './words'

interface DotPlotProps {
  readonly run: ShownRun
  readonly times: readonly VariantTimes[]
  readonly clock: TimeClock
}

const axisPx = 24

/** Many variants stand closer. */
export function rowHeightOf(variants: number): number {
  return variants <= 4 ? 64 : 44
}

/** Every run as a dot by variant on one axis, with the median and its interval; the numbers stand beside it. */
export function DotPlot({ run, times, clock }: DotPlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const { width } = useSize(host)
  const hatch = useId()
  const [near, setNear] = useState<{ readonly dot: Dot; readonly row: number } | undefined>(undefined)
  const rowHeight = rowHeightOf(times.length)
  const { noiseFloorMicros } = run
  const noiseMs = clock === 'client' && noiseFloorMicros !== undefined ? noiseFloorMicros / 1000 : undefined
  const plot = useMemo(() => runPlot(times, { width, rowHeight }, noiseMs), [times, width, rowHeight, noiseMs])
  const paths = useMemo(() => plot.rows.map(({ dots }) => dotsPath(dots)), [plot])
  const height = plot.rows.length * rowHeight
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const row = Math.floor((event.clientY - box.top) / rowHeight)
    const dot = dotAt(plot.rows[row]?.dots ?? [], event.clientX - box.left, event.clientY - box.top - row * rowHeight)
    setNear(dot && { dot, row })
  }
  return (
    <div className="dot-plot" style={{ height: height + axisPx }}>
      <PlotNames run={run} times={times} rowHeight={rowHeight} />
      <div className="plot-host" ref={host}>
        <svg
          width={width}
          height={height + axisPx}
          role="img"
          aria-label={plotWords(run, times, clock)}
          onPointerMove={onMove}
          onPointerLeave={() => setNear(undefined)}
        >
          <defs>
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V6" className="plot-hatch" />
            </pattern>
          </defs>
          {plot.ticks.map(({ at, text }) => (
            <g key={text}>
              <path d={`M${at} 0V${height}`} className="plot-grid" />
              <text x={at} y={height + 16} className="plot-tick">
                {text}
              </text>
            </g>
          ))}
          {plot.noise && (
            <rect
              x={plot.noise[0]}
              width={Math.max(3, plot.noise[1] - plot.noise[0])}
              y={0}
              height={height}
              fill={`url(#${hatch})`}
            />
          )}
          {plot.rows.map(({ variant, median, band }, at) => (
            <g key={variant} transform={`translate(0 ${at * rowHeight})`} className={lookOf(run, variant)}>
              {band && (
                <rect
                  className="plot-band"
                  x={band[0]}
                  width={Math.max(3, band[1] - band[0])}
                  y={4}
                  height={rowHeight - 8}
                />
              )}
              <path d={paths[at]} className="plot-dots" />
              <path d={`M${median} 2V${rowHeight - 2}`} className="plot-median" />
            </g>
          ))}
          {near && <circle cx={near.dot.x} cy={near.dot.y + near.row * rowHeight} r={5} className="plot-near" />}
        </svg>
        {near && (
          <div className="tip plot-tip" style={{ left: near.dot.x, top: near.dot.y + near.row * rowHeight + 12 }}>
            {letterOf(near.row)} · round {near.dot.pair + 1} · {formatTime(near.dot.ms)}
          </div>
        )}
      </div>
      <ol className="plot-numbers">
        {times.map((one) => (
          <li key={one.variant} style={{ height: rowHeight }}>
            <Numbers run={run} times={one} clock={clock} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Letters at the left of a plot's rows. */
export function PlotNames(props: Pick<DotPlotProps, 'run' | 'times'> & { readonly rowHeight: number }) {
  const { run, times, rowHeight } = props
  return (
    <ol className="plot-names">
      {times.map(({ variant, runs }) => {
        const place = run.spec.variants.findIndex(({ name }) => name === variant)
        return (
          <li key={variant} className="row" style={{ height: rowHeight }}>
            <b className={lookOf(run, variant) === 'plot-best' ? 'compare-letter on' : 'compare-letter'}>
              {letterOf(place)}
            </b>
            <span className="nowrap">
              {runs.length.toLocaleString('en-US')} {runs.length === 1 ? 'run' : 'runs'}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** A variant is a letter, not a colour; only the faster ones are filled. */
function lookOf(run: ShownRun, variant: string): string {
  return run.comparisons.some((one) => one.variant === variant && one.verdict === 'faster') ? 'plot-best' : 'plot-plain'
}

interface NumbersProps {
  readonly run: ShownRun
  readonly times: VariantTimes
  readonly clock: TimeClock
}

function Numbers({ run, times, clock }: NumbersProps) {
  const comparison = run.comparisons.find(({ variant }) => variant === times.variant)
  const told = comparisonTold(comparison)
  const by = comparison && byClock(comparison, clock)
  return (
    <>
      <div className="nowrap">
        <b className="mono">{formatTime(times.medianMs)}</b>{' '}
        {times.interval && <span className="mono dim">{rangeText(times.interval, times.medianMs)}</span>}
      </div>
      {!comparison ? (
        <div className="faint">{run.spec.variants[0]?.name === times.variant ? 'baseline' : 'not looked at yet'}</div>
      ) : by && !by.decides ? (
        <div className="dim nowrap" title="By this clock; the verdict is by another one.">
          {ratioText(by.ratio)} {intervalText(by)}
        </div>
      ) : comparison.verdict === 'faster' || comparison.verdict === 'slower' ? (
        <div className={comparison.verdict === 'faster' ? 'good' : 'bad'}>
          {ratioText(comparison.ratio)} {told?.text}{' '}
          {comparison.decidedBy !== 'work' && <span className="nowrap">{intervalText(comparison)}</span>}
        </div>
      ) : (
        <div className="dim ell" title={told?.title}>
          {told?.text}
          {comparison.pairsNeeded !== undefined &&
            `, about ${Math.max(1, comparison.pairsNeeded - comparison.pairs).toLocaleString('en-US')} more rounds`}
        </div>
      )}
    </>
  )
}

/** `[9.50 – 9.90]`; with units where they are not the median's. */
function rangeText([low, high]: readonly [number, number], medianMs: number): string {
  const unit = ` ${formatTime(medianMs).split(' ')[1]}`
  const texts = [formatTime(low), formatTime(high)]
  const bare = texts.every((text) => text.endsWith(unit))
  return `[${texts.map((text) => (bare ? text.slice(0, -unit.length) : text)).join(' – ')}]`
}

/** What the plot shows, in words. */
function plotWords(run: ShownRun, times: readonly VariantTimes[], clock: TimeClock): string {
  const rows = times.map(({ variant, runs, medianMs, interval }) => {
    const range = interval ? `, interval ${formatTime(interval[0])} to ${formatTime(interval[1])}` : ''
    const told = comparisonTold(run.comparisons.find((one) => one.variant === variant))
    return `${variant}: ${runs.length} runs, median ${formatTime(medianMs)}${range}${told ? `, ${told.text}` : ''}`
  })
  return `${clockSays(clock)} of every run. ${rows.join('. ')}. “Table” shows the numbers.`
}
