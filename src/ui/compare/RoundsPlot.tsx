import { useMemo, useRef } from 'react'
import type { VariantTimes } from '../../core/experiment/summary/variant-times'
import { formatTime } from '../../core/figures'
import { useSize } from '../plan/use-size'
import { PlotNames, rowHeightOf } from './DotPlot'
import { dotsPath, roundsPlot } from './run-plot'
import type { ShownRun } from './shown'
import { factorText } from './words'

const axisPx = 24

/** Every run in the order of the rounds: what drifts or bursts is seen in every row at the same place. */
export function RoundsPlot({ run, times }: { readonly run: ShownRun; readonly times: readonly VariantTimes[] }) {
  const host = useRef<HTMLDivElement>(null)
  const { width } = useSize(host)
  const rowHeight = rowHeightOf(times.length)
  const plot = useMemo(() => roundsPlot(times, { width, rowHeight }), [times, width, rowHeight])
  const height = plot.rows.length * rowHeight
  const rounds = times[0]?.runs.length ?? 0
  return (
    <div className="dot-plot" style={{ height: height + axisPx }}>
      <PlotNames run={run} times={times} rowHeight={rowHeight} />
      <div className="plot-host" ref={host}>
        <svg
          width={width}
          height={height + axisPx}
          role="img"
          aria-label={`The runs of ${rounds} rounds in their order, each variant around its own median, at most a factor of ${factorText(plot.most)} away. “Table” shows the numbers.`}
        >
          {plot.ticks.map(({ at, text }) => (
            <g key={text}>
              <path d={`M${at} 0V${height}`} className="plot-grid" />
              <text x={at} y={height + 16} className="plot-tick">
                {text}
              </text>
            </g>
          ))}
          {plot.rows.map(({ variant, dots, line, middle }, at) => (
            <g key={variant} transform={`translate(0 ${at * rowHeight})`} className="plot-plain">
              <path d={`M0 ${middle}H${width}`} className="plot-middle" />
              <path d={line} className="plot-line" />
              <path d={dotsPath(dots)} className="plot-dots" />
            </g>
          ))}
        </svg>
      </div>
      <ol className="plot-numbers">
        {times.map((one) => (
          <li key={one.variant} style={{ height: rowHeight }}>
            <div className="nowrap">
              <b className="mono">{formatTime(one.medianMs)}</b> <span className="faint">median</span>
            </div>
            <div className="dim">{driftWords(one)}</div>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The later half against the earlier one. */
function driftWords({ runs }: VariantTimes): string {
  if (runs.length < 8) return 'too few rounds to see a drift'
  const half = Math.floor(runs.length / 2)
  const middle = (part: VariantTimes['runs']) =>
    part.map(({ ms }) => ms).sort((one, other) => one - other)[Math.floor(part.length / 2)] ?? 1
  const change = middle(runs.slice(-half)) / middle(runs.slice(0, half)) - 1
  const percent = `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)} %`
  return `later half ${percent}`
}
