// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import type { HeldDigest } from '../../core/digest/view/model'
import { useSize } from '../plan/use-size'
import { marksAtom } from '../slow-shape/marks'
import { analyzePicked, openPicked } from './actions'
import { columnsFor, type EstimatedFigure, templateOf } from './columns'
import { type LogState, needRows, pickRow } from './look'
import { ShapeTableFoot } from './ShapeTableFoot'
import { ShapeTableHead } from './ShapeTableHead'
import { ShapeTableRow, shapeRowId } from './ShapeTableRow'

const rowPx = 30
const headPx = 28
/** Rows a Page key moves. */
const pageKeyRows = 15

/** The same set each time, so that nothing is measured anew. */
const noneMuted: ReadonlySet<number> = new Set()

interface ShapeTableProps {
  readonly held: HeldDigest
  readonly state: LogState
  /** Columns whose figures are estimates. */
  readonly estimated: readonly EstimatedFigure[]
}

/** The shapes of what is looked at; rows are virtual and come in pages. */
export function ShapeTable({ held, state, estimated }: ShapeTableProps) {
  const { digestId } = held
  const { view, rows, picked, look } = state
  const marks = useAtomValue(marksAtom)
  const scroller = useRef<HTMLDivElement>(null)
  const { width } = useSize(scroller)
  const hasTimes = view?.timeline.from !== undefined
  const columns = useMemo(() => columnsFor(width, hasTimes), [width, hasTimes])
  const template = templateOf(columns, view?.shapesTotal ?? 0)
  const count = view?.shapes ?? 0
  const muted = useMemo(() => {
    const places = new Set<number>()
    for (const [place, row] of rows) if (marks.get(row.digest)?.state === 'muted') places.add(place)
    return places.size === 0 ? noneMuted : places
  }, [rows, marks])
  const hides = useCallback((place: number) => !state.showMuted && muted.has(place), [state.showMuted, muted])

  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => (hides(place) ? 0 : rowPx),
    overscan: 12,
    scrollPaddingStart: headPx,
    // Rows stand below the head, of which the virtual list knows nothing.
    scrollPaddingEnd: headPx,
  })
  const measured = useRef(hides)
  useEffect(() => {
    // Rows that hide or show have another height. Measuring 100,000 rows takes a while: not for nothing.
    if (measured.current === hides) return
    measured.current = hides
    virtual.measure()
  }, [virtual, hides])
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that went away are asked for again
  useEffect(() => needRows(digestId, first, last), [digestId, first, last, rows])
  const reached = useRef(picked)
  useEffect(() => {
    if (reached.current === picked) return
    reached.current = picked
    if (picked < count) virtual.scrollToIndex(picked, { align: 'auto' })
  }, [picked, count, virtual])
  const pick = useCallback((place: number) => pickRow(digestId, place), [digestId])

  /** The next row in a direction that is not hidden. */
  const go = (to: number, direction: 1 | -1) => {
    let place = Math.max(0, Math.min(count - 1, to))
    while (hides(place) && place + direction >= 0 && place + direction < count) place += direction
    if (count > 0 && !hides(place)) pick(place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void analyzePicked()
    else if (event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller.current) return
    else if (event.key === 'ArrowDown') go(picked + 1, 1)
    else if (event.key === 'ArrowUp') go(picked - 1, -1)
    else if (event.key === 'PageDown') go(picked + pageKeyRows, 1)
    else if (event.key === 'PageUp') go(picked - pageKeyRows, -1)
    else if (event.key === 'Home') go(0, 1)
    else if (event.key === 'End') go(count - 1, -1)
    else if (event.key === 'Enter') openPicked()
    else return
    event.preventDefault()
  }
  const seen = items.some(({ index }) => index === picked)
  return (
    <>
      <div
        ref={scroller}
        className="pt-scroll slow-table"
        role="grid"
        tabIndex={0}
        data-own-key="Mod+Enter"
        aria-label="Query shapes"
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        aria-activedescendant={seen ? shapeRowId(picked) : undefined}
        onKeyDown={onKeyDown}
      >
        <ShapeTableHead digestId={digestId} columns={columns} template={template} look={look} held={held} />
        <div className="pt-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) =>
            hides(index) ? null : (
              <ShapeTableRow
                key={index}
                place={index}
                top={start}
                height={rowPx}
                row={rows.get(index)}
                digestId={digestId}
                columns={columns}
                template={template}
                estimated={estimated}
                mark={marks.get(rows.get(index)?.digest ?? '')?.state ?? 'open'}
                picked={index === picked}
                onPick={pick}
              />
            ),
          )}
        </div>
        {view && count === 0 && (
          <p className="slow-none dim">
            {view.shapesTotal === 0 ? 'No entry with a statement is in here.' : 'No shape is left by this filter.'}
          </p>
        )}
      </div>
      <ShapeTableFoot held={held} state={state} muted={muted.size} isEstimated={estimated.length > 0} />
    </>
  )
}
