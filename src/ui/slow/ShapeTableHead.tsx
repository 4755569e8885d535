// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import type { HeldDigest } from '../../core/digest/view/model'
import { formatLongTime } from '../../core/figures'
import { type Column, nextOrder } from './columns'
import { type Look, setLook } from './look'

interface ShapeTableHeadProps {
  readonly digestId: string
  readonly columns: readonly Column[]
  readonly template: string
  readonly look: Look
  readonly held: HeldDigest
}

/** Heads that rank: the most first, pressed again the least first. */
export function ShapeTableHead({ digestId, columns, template, look, held }: ShapeTableHeadProps) {
  return (
    <div role="rowgroup" className="slow-heads">
      <div className="pt-row pt-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {columns.map((column) => {
          const { id, order, numeric } = column
          const head = id === 'spark' ? spanHead(held) : column.head
          const sorted = order !== undefined && look.order === order
          const arrow = look.ascending ? '↑' : '↓'
          return (
            <div
              key={id}
              role="columnheader"
              className={numeric ? 'r' : ''}
              aria-sort={
                order === undefined ? undefined : sorted ? (look.ascending ? 'ascending' : 'descending') : 'none'
              }
            >
              {order === undefined ? (
                <span className="pt-sort still">{head}</span>
              ) : (
                <button type="button" className="pt-sort" onClick={() => setLook(digestId, nextOrder(order, look))}>
                  {head}
                  {sorted && (
                    <span className="acc" aria-hidden="true">
                      {` ${arrow}`}
                    </span>
                  )}
                </button>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** How much time the lines span: `24 h`. */
function spanHead({ from, to }: HeldDigest): string {
  if (from === undefined || to === undefined) return 'Time'
  const span = Date.parse(to) - Date.parse(from)
  // From an hour on nobody wants minutes in a head of a column.
  return span < 3_600_000 ? formatLongTime(span) : formatLongTime(Math.round(span / 3_600_000) * 3_600_000)
}
