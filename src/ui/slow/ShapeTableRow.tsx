// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import { Check, EyeOff } from 'lucide-react'
import { memo } from 'react'
import type { ShapeMark, ShapeRow } from '../../core/digest/view/model'
import { Icon } from '../kit/icon'
import { Absent } from '../kit/numbers'
import { SqlSpans } from '../kit/sql-text'
import { openPicked } from './actions'
import { sparkPath } from './brush'
import { absentBecause, type Column, cellOf, type EstimatedFigure } from './columns'
import { compactSql } from './compact-sql'
import { KindBadge } from './KindBadge'

interface ShapeTableRowProps {
  readonly place: number
  readonly top: number
  readonly height: number
  /** Absent while its page is on its way. */
  readonly row: ShapeRow | undefined
  readonly digestId: string
  readonly columns: readonly Column[]
  readonly template: string
  readonly estimated: readonly EstimatedFigure[]
  readonly mark: ShapeMark['state']
  readonly picked: boolean
  readonly onPick: (place: number) => void
}

/** A statement is cut here for the row; the whole text is in its tooltip. */
const longestShown = 300
const longestTip = 4000
const sparkPx = 72
const sparkHeightPx = 16

export function shapeRowId(place: number): string {
  return `shape-row-${place}`
}

/** One shape as a row. */
export const ShapeTableRow = memo(function ShapeTableRow(props: ShapeTableRowProps) {
  const { place, row, columns, picked, mark, onPick } = props
  const classes = ['pt-row', picked ? 'sel' : '', mark === 'open' ? '' : 'said']
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys for all its rows
    <div
      id={shapeRowId(place)}
      role="row"
      aria-rowindex={place + 2}
      aria-selected={picked}
      className={classes.filter(Boolean).join(' ')}
      style={{ top: props.top, height: props.height, gridTemplateColumns: props.template }}
      onClick={() => onPick(place)}
      onDoubleClick={openPicked}
    >
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={column.numeric ? 'pt-number' : 'pt-text'}>
          {row ? (
            <Cell {...props} row={row} column={column} />
          ) : column.id === 'shape' ? (
            <span className="faint">…</span>
          ) : (
            ''
          )}
        </div>
      ))}
    </div>
  )
})

function Cell(props: ShapeTableRowProps & { readonly row: ShapeRow; readonly column: Column }) {
  const { row, column, estimated, mark, digestId } = props
  switch (column.id) {
    case 'rank':
      return (
        <span className="faint slow-rank">
          {mark !== 'open' && (
            <span className={mark === 'reviewed' ? 'good' : ''} role="img" aria-label={mark} title={mark}>
              <Icon of={mark === 'reviewed' ? Check : EyeOff} size={12} />
            </span>
          )}
          {row.rank > 0 ? row.rank : <Absent because="Its place in the whole log is not known here." />}
        </span>
      )
    case 'shape':
      return (
        <span className="ell sql slow-sql" dir="auto" title={compactSql(row.fingerprint.slice(0, longestTip))}>
          <SqlSpans text={compactSql(row.fingerprint.slice(0, longestShown))} />
        </span>
      )
    case 'kind':
      return <KindBadge digestId={digestId} shape={row.digest} kinds={row.kinds} />
    case 'spark': {
      const path = sparkPath(row.spark, sparkPx, sparkHeightPx)
      return (
        <svg className="slow-spark" width={sparkPx} height={sparkHeightPx} aria-hidden="true">
          <path d={path} />
        </svg>
      )
    }
    default: {
      const cell = cellOf(column.id, row)
      if (!cell) return <Absent because={absentBecause[column.id] ?? 'The log does not tell it.'} />
      const isEstimate = column.estimate !== undefined && estimated.includes(column.estimate)
      const figure = (
        <span
          className={[isEstimate ? 'est' : '', cell.bad ? 'bad' : ''].join(' ').trim()}
          title={isEstimate ? `estimated: ${cell.exact}` : cell.exact}
        >
          {isEstimate && '≈ '}
          {cell.bad ? <b>{cell.text}</b> : cell.text}
        </span>
      )
      if (column.id !== 'share') return figure
      return (
        <span className="slow-share">
          <span className="slow-bar" aria-hidden="true">
            <i style={{ width: `${Math.min(100, row.share * 100)}%` }} />
          </span>
          {figure}
        </span>
      )
    }
  }
}
