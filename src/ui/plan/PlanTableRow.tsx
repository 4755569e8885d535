// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import { memo } from 'react'
import { Absent } from '../kit/numbers'
import { type HeatCell, heatWords } from './heat'
import { type Column, cellFigure, cellOf, indentPx, mostIndents, type TableRow } from './table-columns'

interface PlanTableRowProps {
  readonly row: TableRow
  /** 1-based, the head being row 1. */
  readonly rowIndex: number
  readonly top: number
  readonly height: number
  readonly columns: readonly Column[]
  readonly template: string
  readonly level: number
  /** 1-based place among its siblings, and how many they are. */
  readonly sibling: number
  readonly siblings: number
  /** False while the table is sorted: then there is no tree to draw. */
  readonly indented: boolean
  readonly hasChildren: boolean
  /** Nodes that the row hides. */
  readonly below: number
  readonly collapsed: boolean
  readonly cell: HeatCell | undefined
  readonly selected: boolean
  readonly found: boolean
  readonly onPick: (at: number) => void
  readonly onFold: (at: number) => void
}

/** From this factor on (either way) the number is marked as wrong. */
const wrongFactor = 10

export function rowId(at: number): string {
  return `plan-row-${at}`
}

/** One node as a row of the tree table. */
export const PlanTableRow = memo(function PlanTableRow(props: PlanTableRowProps) {
  const { row, columns, selected } = props
  const never = row.node.actual?.neverExecuted === true && !row.stack
  const classes = ['pt-row', selected ? 'sel' : '', props.found ? 'found' : '', never ? 'never' : '']
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys for all its rows
    <div
      id={rowId(row.at)}
      role="row"
      aria-rowindex={props.rowIndex}
      aria-level={props.level}
      aria-posinset={props.sibling}
      aria-setsize={props.siblings}
      aria-selected={selected}
      aria-expanded={props.hasChildren && props.indented ? !props.collapsed : undefined}
      className={classes.filter(Boolean).join(' ')}
      style={{ top: props.top, height: props.height, gridTemplateColumns: props.template }}
      onClick={() => props.onPick(row.at)}
    >
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={column.numeric ? 'pt-number' : 'pt-text'}>
          {column.id === 'node' ? (
            <NodeCell {...props} />
          ) : column.id === 'heat' ? (
            <HeatCellView cell={props.cell} because={column.absentBecause} />
          ) : (
            <Cell column={column} row={row} />
          )}
        </div>
      ))}
    </div>
  )
})

function NodeCell({ row, level, indented, hasChildren, below, collapsed, onFold }: PlanTableRowProps) {
  const cell = cellOf('node', row)
  const text = cell?.kind === 'text' ? cell.text : ''
  return (
    <span className="row pt-node" style={{ paddingLeft: indented ? Math.min(level - 1, mostIndents) * indentPx : 0 }}>
      {indented && hasChildren ? (
        <button
          type="button"
          className="pt-fold"
          tabIndex={-1}
          aria-label={collapsed ? 'Unfold' : 'Fold'}
          onClick={(event) => {
            event.stopPropagation()
            onFold(row.at)
          }}
        >
          {collapsed ? '▸' : '▾'}
        </button>
      ) : (
        <span className="pt-fold" aria-hidden="true">
          ·
        </span>
      )}
      <span className="ell" dir="auto" title={row.stack?.sentence ?? text}>
        {text}
      </span>
      {collapsed && indented && !row.stack && <span className="faint">+{below}</span>}
      {!row.stack && row.node.actual?.neverExecuted && <span className="faint">never executed</span>}
    </span>
  )
}

function Cell({ column, row }: { readonly column: Column; readonly row: TableRow }) {
  const cell = cellOf(column.id, row)
  if (!cell) return <Absent because={column.absentBecause} />
  if (cell.kind === 'text') {
    return (
      <span className="ell" dir="auto" title={cell.text}>
        {cell.text}
      </span>
    )
  }
  if (column.id === 'number') return <span className="faint">{cell.value}</span>
  const { text, exact } = cellFigure(cell)
  const wrong = column.id === 'factor' && (cell.value >= wrongFactor || cell.value <= 1 / wrongFactor)
  const classes = [cell.measured ? '' : 'est', wrong ? 'bad' : '']
  return (
    <span className={classes.join(' ').trim()} title={`${cell.measured ? 'measured' : 'estimated'}: ${exact}`}>
      {cell.measured ? text : `≈ ${text}`}
    </span>
  )
}

function HeatCellView({ cell, because }: { readonly cell: HeatCell | undefined; readonly because: string }) {
  if (!cell) return <Absent because={because} />
  const words = heatWords(cell)
  return (
    <span className={`hc h${cell.step}`} title={words.exact}>
      {cell.metric === 'estimate-error' ? words.text : words.detail}
    </span>
  )
}
