import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { WorkRow } from '../../core/experiment/summary/work-rows'
import { figure, type Unit } from '../../core/figures'
import { counterMeaning } from '../analyze/counter-meaning'
import { Absent, Estimated, Measured } from '../kit/numbers'
import { Against } from './Against'
import { type ShownRun, shownPlansAtom, variantTimesAtom, workRowsAtom } from './shown'

interface RowsProps {
  readonly run: ShownRun
  /** For each column its place in the run; undefined where it had none. */
  readonly places: readonly (number | undefined)[]
}

const units: Readonly<Record<WorkRow['unit'], Unit>> = { rows: 'count', pages: 'count', bytes: 'bytes', times: 'count' }

/** Counters that are shown although no variant differs in them. */
const alwaysShown = new Set(['rowsExamined', 'buffers', 'pagesRead'])

/** Counted work first, then time: each variant's figure of one run and what it is against the baseline's. */
export function WorkRows({ run, places }: RowsProps) {
  const rows = useAtomValue(workRowsAtom)
  const [open, setOpen] = useState(false)
  const told = rows.filter((row) => row.differs || alwaysShown.has(row.counter))
  const rest = rows.filter((row) => !told.includes(row))
  if (run.samples.length === 0) return null
  return (
    <>
      <tr className="cmp-sub">
        <th scope="row">Work, then time</th>
        {places.map((place, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <td key={column}>
            {place !== undefined && (
              <span className="cmp-figure">
                <span>per run</span>
                {place > 0 && <span>against A</span>}
              </span>
            )}
          </td>
        ))}
      </tr>
      {told.map((row) => (
        <Counter key={row.counter} row={row} places={places} />
      ))}
      {open && rest.map((row) => <Counter key={row.counter} row={row} places={places} />)}
      {rest.length > 0 && (
        <tr className="cmp-fold">
          <th scope="row">
            <AriaButton className="link" aria-expanded={open} onPress={() => setOpen(!open)}>
              {open ? '▾' : '▸'} {rest.length} of no difference
            </AriaButton>
          </th>
          <td colSpan={places.length} className="faint">
            {open ? '' : rest.map(({ title }) => title).join(', ')}
          </td>
        </tr>
      )}
    </>
  )
}

function Counter({ row, places }: { readonly row: WorkRow; readonly places: RowsProps['places'] }) {
  const meaning = counterMeaning(row.counter)
  const isOurs = row.title !== row.counter
  return (
    <tr>
      <th
        scope="row"
        className={isOurs ? '' : 'mono'}
        title={meaning === '' ? row.counter : `${row.counter}: ${meaning}`}
      >
        <span className="ell">{row.title}</span>
      </th>
      {places.map((place, column) => {
        const value = place === undefined ? undefined : row.perRun[place]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <td key={column}>
            {place !== undefined && (
              <span className="cmp-figure">
                {value === undefined ? (
                  <Absent because="This variant was not run." />
                ) : (
                  <span className="num" title={`median of its runs: ${figure(value, units[row.unit]).exact}`}>
                    {figure(value, units[row.unit]).text}
                  </span>
                )}
                {place > 0 && <Against before={row.perRun[0]} after={value} what="work" />}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** Estimated cost, median and 95th percentile of the clock that is shown, and the cost of each row or call. */
export function TimeRows({ run, places, clock }: RowsProps & { readonly clock: string }) {
  const times = useAtomValue(variantTimesAtom)
  const plans = useAtomValue(shownPlansAtom)
  if (run.samples.length === 0) return null
  const timesOf = (place: number | undefined) => times.find((one) => one.variant === variantName(run, place))
  const costs = places.map((place) => (place === undefined ? undefined : plans[place]?.plan.root.estimate.subtreeCost))
  const { perRun } = run.spec
  const [base] = times.filter((one) => one.variant === run.spec.variants[0]?.name)
  const embedded = run.spec.variants[0]?.engine?.product === 'pglite'
  const comparable = run.spec.variants.every(({ on }) => on === undefined)
  return (
    <>
      {costs.some((cost) => cost !== undefined) && (
        <tr>
          <th scope="row">Cost, estimated</th>
          {places.map((place, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <td key={column}>
              {place !== undefined && (
                <span className="cmp-figure">
                  <Estimated value={costs[column]} unit="cost" absentBecause="The plan tells no cost." />
                  {place > 0 && comparable && (
                    <Against before={costs[places.indexOf(0)]} after={costs[column]} what="cost" />
                  )}
                </span>
              )}
            </td>
          ))}
        </tr>
      )}
      {(['medianMs', 'p95Ms'] as const).map((field) => (
        <tr key={field} className={field === 'medianMs' ? 'cmp-first-time' : ''}>
          <th scope="row" title={clock}>
            {field === 'medianMs' ? 'Time, median' : 'Time, p95'}
          </th>
          {places.map((place, column) => {
            const value = timesOf(place)?.[field]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <td key={column}>
                {place !== undefined && (
                  <span className="cmp-figure">
                    <Measured value={value} unit="ms" absentBecause="This clock did not time it." />
                    {place > 0 && <Against before={base?.[field]} after={value} what="time" neutral={embedded} />}
                  </span>
                )}
              </td>
            )
          })}
        </tr>
      ))}
      {perRun && (
        <tr>
          <th scope="row">Per {perRun.of === 'rows' ? 'row' : 'call'}</th>
          {places.map((place, column) => {
            const value = timesOf(place)?.medianMs
            const more = value === undefined || base === undefined ? undefined : value - base.medianMs
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <td key={column}>
                {place !== undefined && (
                  <span className="cmp-figure">
                    <Measured
                      value={value === undefined ? undefined : value / perRun.count}
                      unit="ms"
                      absentBecause="This clock did not time it."
                    />
                    {place > 0 && more !== undefined && (
                      <span className="faint" title="More than the baseline, for each">
                        {more < 0 ? '−' : '+'}
                        {figure(Math.abs(more) / perRun.count, 'ms').text}
                      </span>
                    )}
                  </span>
                )}
              </td>
            )
          })}
        </tr>
      )}
    </>
  )
}

function variantName(run: ShownRun, place: number | undefined): string | undefined {
  return place === undefined ? undefined : run.spec.variants[place]?.name
}
