// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom, useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatNames } from '../screens/paste-words'
import { onlyChangesAtom, pickedRowAtom, type ShownDiff, visibleRowsAtom } from './atoms'
import { DiffRow, diffRowId } from './DiffRow'

const rowPx = 24
const headPx = 28
/** Rows a Page key moves. */
const pageRows = 20

/** Both trees in one table: what does the same work stands on one line. */
export function DiffTable({ shown }: { readonly shown: ShownDiff }) {
  const rows = useAtomValue(visibleRowsAtom)
  const [picked, pick] = useAtom(pickedRowAtom)
  const only = useAtomValue(onlyChangesAtom)
  const scroller = useRef<HTMLDivElement>(null)
  const place = picked === undefined ? -1 : rows.findIndex((row) => row.index === picked)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollPaddingStart: headPx,
  })
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [place, virtual])

  const steps: Record<string, number> = {
    ArrowDown: place + 1,
    ArrowUp: Math.max(0, place - 1),
    PageDown: place + pageRows,
    PageUp: place - pageRows,
    Home: 0,
    End: rows.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
    if (to === undefined) return
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (row) pick(row.index)
    event.preventDefault()
  }
  const items = virtual.getVirtualItems()
  return (
    <div className="plan-table">
      <div
        ref={scroller}
        className="pt-scroll"
        role="treegrid"
        tabIndex={0}
        aria-label="Both plans side by side"
        aria-rowcount={rows.length + 1}
        aria-colcount={6}
        aria-activedescendant={
          place >= 0 && items.some((item) => item.index === place) ? diffRowId(picked ?? 0) : undefined
        }
        onKeyDown={onKeyDown}
      >
        <div className="pt-row pt-head diff-grid" role="row" aria-rowindex={1}>
          <span role="columnheader">{shown.letters[0]}</span>
          <span role="columnheader" className="r">
            Rows
          </span>
          <span role="columnheader">{shown.letters[1]}</span>
          <span role="columnheader" className="r">
            Rows
          </span>
          <span role="columnheader" className="r">
            Against A
          </span>
          <span role="columnheader">Changed</span>
        </div>
        <div className="pt-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <DiffRow
                  key={row.index}
                  row={row}
                  rowIndex={item.index + 2}
                  top={item.start}
                  height={rowPx}
                  selected={row.index === picked}
                  indented={!only}
                  letterB={shown.letters[1]}
                  formatA={formatNames[shown.diff.formatA]}
                  formatB={formatNames[shown.diff.formatB]}
                  onPick={pick}
                />
              )
            )
          })}
        </div>
        {rows.length === 0 && <p className="plan-empty">No step changed.</p>}
      </div>
      <div className="plan-foot">
        <span className="ell">
          Rows: read by a table, given on by other steps. <i>≈ italic</i>: estimated, per loop; upright: counted, all
          loops.
        </span>
      </div>
    </div>
  )
}
