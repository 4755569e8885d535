import { useAtom, useAtomValue } from 'jotai'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useMemo } from 'react'
import { exhausted } from '../../core/errors'
import type { TimeClock } from '../../core/experiment/summary/variant-times'
import { formatCount, formatTime } from '../../core/figures'
import { Icon } from '../kit/icon'
import { letterOf } from './draft'
import { pickedPlaceAtom } from './experiments'
import { type Cell, matrixOf } from './matrix'
import { clockAtom, type ShownRun, variantTimesAtom, workRowsAtom } from './shown'
import { byClock, clockSays, factorText, intervalText, ratioText } from './words'

/** Rows switch, columns buffer: each cell its time, what it is against the baseline, and the pages it read. */
export function MatrixView({ run }: { readonly run: ShownRun }) {
  const times = useAtomValue(variantTimesAtom)
  const clock = useAtomValue(clockAtom)
  const [picked, pick] = useAtom(pickedPlaceAtom)
  const matrix = useMemo(() => matrixOf(run, times), [run, times])
  if (!matrix) return null
  const outside = run.spec.variants.flatMap((variant, place) => (variant.cell ? [] : [{ variant, place }]))
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const to = nextCell(event.key, matrix.rows, picked)
    if (to === undefined) return
    event.preventDefault()
    pick(to)
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${to}"]`)?.focus()
  }
  return (
    <section className="matrix" aria-label="Matrix" data-pane="compare-matrix">
      <div className="matrix-main">
        <div className="row wrap matrix-head">
          <b>{run.live ? 'So far' : 'Median'}</b>
          <span className="dim small">{clockSays(clock)}, against the baseline</span>
          <span className="grow" />
          {matrix.flat ? (
            <span className="faint small">not coloured: the cells are within a factor of 1.5</span>
          ) : (
            matrix.range && (
              <span className="row small legend-ramp">
                <span className="num">{formatTime(matrix.range[0])}</span>
                <span className="ramp" aria-hidden="true">
                  {[0, 1, 2, 3, 4, 5, 6].map((step) => (
                    <i key={step} className={`heat-${step}`} />
                  ))}
                </span>
                <span className="num">{formatTime(matrix.range[1])}</span>
              </span>
            )
          )}
        </div>
        {outside.map(({ variant, place }) => (
          <p key={variant.name} className="small dim">
            <b className="compare-letter">{letterOf(place)}</b> {variant.label ?? variant.name}
            {place === 0 && ', the baseline'}: <span className="mono">{timeOf(times, variant.name)}</span>
          </p>
        ))}
        <table className="matrix-table" onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Switch</span>
              </th>
              {matrix.columns.map((column) => (
                <th key={column} scope="col" className="mono">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={matrix.columns[at]}>
                    {cell ? (
                      <button
                        type="button"
                        data-place={cell.place}
                        tabIndex={cell.place === picked || (picked === 0 && cell.place === 1) ? 0 : -1}
                        aria-pressed={cell.place === picked}
                        className={`matrix-cell heat-${cell.heat}${cell.best ? ' best' : ''}`}
                        onClick={() => pick(cell.place)}
                      >
                        <span className="mono matrix-time">
                          {cell.medianMs === undefined ? '–' : formatTime(cell.medianMs)}
                        </span>
                        <span className="matrix-told">{told(cell, clock)}</span>
                        {cell.pagesRead !== undefined && (
                          <span className="matrix-pages">{formatCount(cell.pagesRead)} pages read</span>
                        )}
                      </button>
                    ) : (
                      <span className="faint matrix-none" title="Not in this experiment.">
                        –
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MatrixCounters run={run} picked={picked} />
    </section>
  )
}

function timeOf(times: readonly { readonly variant: string; readonly medianMs: number }[], name: string): string {
  const found = times.find(({ variant }) => variant === name)
  return found ? formatTime(found.medianMs) : '–'
}

/** What a cell is against the baseline, in one line. */
function told({ comparison, best }: Cell, clock: TimeClock) {
  if (!comparison) return 'base'
  const by = byClock(comparison, clock)
  if (by && !by.decides) return `${ratioText(by.ratio)} ${intervalText(by)}`
  const { verdict, ratio } = comparison
  switch (verdict) {
    case 'faster':
    case 'slower':
      return (
        <>
          {best && (
            <>
              <Icon of={Check} size={12} /> best,{' '}
            </>
          )}
          {ratioText(ratio)} <span className="unseen">{verdict}</span>{' '}
          {comparison.decidedBy !== 'work' && <span className="nowrap">{intervalText(comparison)}</span>}
        </>
      )
    case 'no-difference':
      return '≈ same'
    case 'undecided':
      return `${ratio < 1 ? '÷' : '×'}${factorText(ratio < 1 ? 1 / ratio : ratio)}, in noise`
    default:
      return exhausted(verdict)
  }
}

/** The place that an arrow key leads to from the picked one. */
function nextCell(
  key: string,
  rows: readonly { readonly cells: readonly (Cell | undefined)[] }[],
  picked: number,
): number | undefined {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell?.place === picked))
  const column = rows[row]?.cells.findIndex((cell) => cell?.place === picked) ?? -1
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key]
  if (!step) return undefined
  const [down = 0, right = 0] = step
  return rows[row + down]?.cells[column + right]?.place
}

/** The counters that differ, a column for each variant. */
function MatrixCounters({ run, picked }: { readonly run: ShownRun; readonly picked: number }) {
  const rows = useAtomValue(workRowsAtom).filter(({ differs }) => differs)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: eight columns scroll, so the keyboard has to reach them
    <section className="matrix-counters scroll" aria-label="Counters" tabIndex={0}>
      <div className="pane-h">
        <span className="t">Counters</span> <span className="dim small">per run, where they differ</span>
      </div>
      <table className="g compact">
        <thead>
          <tr>
            <th>Counter, per run</th>
            {run.spec.variants.map((variant, place) => (
              <th key={variant.name} className="num matrix-count" title={variant.label ?? variant.name}>
                {letterOf(place)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.counter}>
              <td className={row.title === row.counter ? 'mono' : ''} title={row.counter}>
                {row.title}
              </td>
              {row.perRun.map((value, place) => {
                const ratio = row.ratios[place]
                const look = ratio === undefined || Math.abs(ratio - 1) < 0.05 ? '' : ratio < 1 ? 'good' : 'bad'
                return (
                  <td
                    key={run.spec.variants[place]?.name}
                    className={`num matrix-count ${look}${place === picked ? ' picked' : ''}`}
                    title={ratio === undefined ? undefined : `${ratioText(ratio)} against A`}
                  >
                    {value === undefined ? '–' : formatCount(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
