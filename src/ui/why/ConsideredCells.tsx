// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import { Check, Minus } from 'lucide-react'
import { Icon } from '../kit/icon'
import { Absent, Estimated } from '../kit/numbers'
import type { ConsideredWay } from './considered'
import type { ConsideredRow } from './considered-rows'
import type { OpenReading } from './readings'
import { WayDetail } from './WayDetail'

/** The cells of one row: a table, a point, a way with its numbers, what it says more. */
export function RowCells(props: {
  readonly row: ConsideredRow
  readonly reading: OpenReading
  readonly severalBlocks: boolean
}) {
  const { row } = props
  switch (row.kind) {
    case 'table': {
      const { table } = row
      return (
        <span role="gridcell" className="why-wide">
          <Fold open={row.open} />
          <b className="mono">{table.table}</b>
          {table.name !== undefined && <span className="mono dim">{table.name}</span>}
          <span className="faint">
            {[
              table.rows === undefined ? '' : `${Math.round(table.rows).toLocaleString('en-US')} rows`,
              table.note ?? '',
              `${table.ways.toLocaleString('en-US')} ${table.ways === 1 ? 'way' : 'ways'} weighed`,
              props.severalBlocks ? `query block ${table.selectId}` : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      )
    }
    case 'point':
      return (
        <span role="gridcell" className="why-wide why-point">
          <Fold open={row.open} />
          <span className={row.point.kind === 'taken' ? '' : 'dim'}>{row.point.title}</span>
          {row.point.kind === 'other' && <span className="faint">an order that was not taken</span>}
        </span>
      )
    case 'more':
      return (
        <span role="gridcell" className="why-wide why-point faint">
          ▸ weighed again after {row.left.toLocaleString('en-US')} other{' '}
          {row.left === 1 ? 'beginning of a join order' : 'beginnings of join orders'}
        </span>
      )
    case 'detail':
      return (
        <span role="gridcell" className="why-wide">
          <WayDetail reading={props.reading} table={row.table} way={row.way} />
        </span>
      )
    case 'way':
      return <WayCells way={row.way} level={row.level} />
  }
}

function Fold({ open }: { readonly open: boolean }) {
  return (
    <span className="why-fold" aria-hidden="true">
      {open ? '▾' : '▸'}
    </span>
  )
}

function WayCells({ way, level }: { readonly way: ConsideredWay; readonly level: 2 | 3 }) {
  const { rows, cost, costShare, index, state } = way
  const good = state === 'taken' || state === 'best'
  return (
    <>
      <span role="gridcell" className="why-way ell" style={{ paddingLeft: level === 2 ? 28 : 44 }}>
        <span className={state === 'taken' ? 'acc' : 'faint'}>
          <Icon of={good ? Check : Minus} size={12} />
        </span>
        <span className="unseen">
          {state === 'taken' ? 'taken: ' : state === 'best' ? 'best there: ' : 'not taken: '}
        </span>
        {state === 'taken' ? <b>{way.label}</b> : way.label}
      </span>
      <span role="gridcell" className="mono ell" dir="auto" title={index}>
        {index ?? '–'}
      </span>
      <span role="gridcell" className="r">
        <Estimated value={rows} unit="rows" absentBecause="The trace tells no rows for this way." />
      </span>
      <span role="gridcell" className="why-cost">
        {cost === undefined ? (
          <span className="faint">not costed</span>
        ) : (
          <>
            <span className="why-bar" aria-hidden="true">
              <i className={good ? 'on' : ''} style={{ width: `${Math.max(1, (costShare ?? 0) * 100)}%` }} />
            </span>
            <span className="why-cost-number">
              <Estimated value={cost} unit="cost" />
            </span>
          </>
        )}
      </span>
      <span role="gridcell" className={good ? 'ell' : 'ell dim'} title={way.outcome}>
        {way.outcome === '' ? <Absent because="The trace says nothing." /> : way.outcome}
      </span>
    </>
  )
}
