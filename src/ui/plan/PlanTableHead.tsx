// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import type { HeatMetric } from '../state/atoms'
import type { Column, Sorting } from './table-columns'

/** What the last column shows under each metric. */
const heatHeads: Record<HeatMetric, string> = {
  time: 'Of time',
  rows: 'Of rows',
  cost: 'Of cost',
  'estimate-error': 'Error',
}

interface PlanTableHeadProps {
  readonly columns: readonly Column[]
  readonly template: string
  /** Width in pixels below which the table scrolls sideways. */
  readonly leastWidth: number
  readonly heatMetric: HeatMetric
  readonly sorting: Sorting | undefined
  readonly onSort: (column: Column) => void
}

/** Heads of the tree table; each sorts by its column, a third press gives the plan's order back. */
export function PlanTableHead(props: PlanTableHeadProps) {
  return (
    <div
      className="pt-row pt-head"
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: props.template, minWidth: props.leastWidth }}
    >
      {props.columns.map((column) => {
        const sorted = props.sorting?.column === column.id ? props.sorting : undefined
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none'}
            className={column.numeric ? 'r' : ''}
          >
            <button type="button" className="pt-sort" onClick={() => props.onSort(column)}>
              {column.id === 'heat' ? heatHeads[props.heatMetric] : column.head}
              {sorted && (
                <span className="acc" aria-hidden="true">
                  {sorted.descending ? ' ↓' : ' ↑'}
                </span>
              )}
            </button>
          </div>
        )
      })}
    </div>
  )
}
