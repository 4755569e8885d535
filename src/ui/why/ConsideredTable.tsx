// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles keys for all its rows
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom, useAtomValue } from 'jotai'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { TextSpan } from '../../core/text-span'
import { Segments } from '../kit/segments'
import { useSize } from '../plan/use-size'
import { selectionAtom, shownPlanAtom } from '../state/atoms'
import { linkedWayAtom, type WayFilter, wayFilterAtom, whySideAtom } from './atoms'
import { RowCells } from './ConsideredCells'
import type { ConsideredPoint, ConsideredTable } from './considered'
import { type ConsideredRow, consideredRows, tableKey, unfoldedFor } from './considered-rows'
import { isLinkedTable, type LinkedWay, readsBy, selectionOfStep } from './link'
import { usePickedPlace } from './picked-place'
import { isAt } from './placed'
import { askTrace, type OpenReading } from './readings'

const rowPx = 24
const detailLinePx = 18
/** Points asked for at once. */
const pointsAtOnce = 100
const pageRows = 12
/** Below this width the bars of the costs are left out. */
const narrowPx = 600

const filters: readonly { readonly id: WayFilter; readonly title: string }[] = [
  { id: 'all', title: 'All' },
  { id: 'chosen', title: 'Chosen' },
  { id: 'rejected', title: 'Rejected' },
]

interface ConsideredProps {
  readonly reading: OpenReading
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** What was considered for each table: ways in groups whose costs can be compared, in the order of the joins. */
export function Considered({ reading, scroller }: ConsideredProps) {
  const { tables, severalBlocks } = reading.overview
  const [filter, setFilter] = useAtom(wayFilterAtom)
  const [selection, select] = useAtom(selectionAtom)
  const shown = useAtomValue(shownPlanAtom)
  const linked = useAtomValue(linkedWayAtom)
  const [, setSide] = useAtom(whySideAtom)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set<string>())
  const [loaded, setLoaded] = useState<ReadonlyMap<number, readonly ConsideredPoint[]>>(new Map())
  const [active, setActive] = useState<string | undefined>(undefined)
  const [detailed, setDetailed] = useState<string | undefined>(undefined)
  const own = useId()
  const section = useRef<HTMLElement>(null)
  const { width } = useSize(section)

  const rows = useMemo(
    () => consideredRows(tables, { filter, turned, loaded, detailed }),
    [tables, filter, turned, loaded, detailed],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => heightOf(rows[at]),
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 12,
    scrollMargin: headPx,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other heights
  useEffect(() => virtual.measure(), [rows])

  // A selection from elsewhere brings its table into view, or the way that a line of the trace belongs to.
  const traced = usePickedPlace(reading)
  const goal = useMemo(() => {
    const way = rows.find((row) => row.kind === 'way' && isAt(row.way.span, traced))
    if (way) return way.key
    const table = linked && tables.find((one) => isLinkedTable(one, linked, tables))
    return table && tableKey(table)
  }, [traced, linked, rows, tables])
  // A picked way stands open, also where its point is folded at first; a fold closed by hand afterwards stays closed.
  useEffect(() => {
    if (traced) setTurned((before) => unfoldedFor(tables, before, traced))
  }, [traced, tables])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another goal scrolls, not another fold
  useEffect(() => {
    const at = rows.findIndex((row) => row.key === goal)
    if (at !== -1) virtual.scrollToIndex(at, { align: 'auto' })
  }, [goal])

  const turn = (key: string) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  const selectWay = ({ table, way }: Extract<ConsideredRow, { kind: 'way' }>) => {
    const { span, index } = way
    select(selectionOfStep(shown, selection.planIndex, { span, index, table: table.table, selectId: table.selectId }))
  }
  const pick = (row: ConsideredRow) => {
    setActive(row.key)
    if (row.kind === 'way') {
      setDetailed(row.way.key === detailed && isAt(row.way.span, traced) ? undefined : row.way.key)
      selectWay(row)
    } else if (row.kind === 'table') turn(row.key)
    else if (row.kind === 'point') turn(row.key)
    else if (row.kind === 'more') void loadMore(row)
  }
  const loadMore = async ({ table }: Extract<ConsideredRow, { kind: 'more' }>) => {
    const before = loaded.get(table.at) ?? []
    const points = await askTrace(reading, 'points', { table: table.at, from: before.length, count: pointsAtOnce })
    setLoaded((now) => new Map(now).set(table.at, [...before, ...points]))
  }

  const activeAt = rows.findIndex((row) => row.key === active)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    const row = rows[activeAt]
    const go = (to: number, step: 1 | -1) => {
      let at = Math.max(0, Math.min(rows.length - 1, to))
      if (rows[at]?.kind === 'detail') at = Math.max(0, Math.min(rows.length - 1, at + step))
      const next = rows[at]
      if (!next) return
      setActive(next.key)
      virtual.scrollToIndex(at, { align: 'auto' })
      if (next.kind === 'way') selectWay(next)
    }
    const folds = row?.kind === 'table' || row?.kind === 'point' ? row : undefined
    if (event.key === 'ArrowDown') go(activeAt + 1, 1)
    else if (event.key === 'ArrowUp') go(activeAt - 1, -1)
    else if (event.key === 'PageDown') go(activeAt + pageRows, 1)
    else if (event.key === 'PageUp') go(activeAt - pageRows, -1)
    else if (event.key === 'Home') go(0, 1)
    else if (event.key === 'End') go(rows.length - 1, -1)
    else if (event.key === 'ArrowRight' && folds && !folds.open) turn(folds.key)
    else if (event.key === 'ArrowLeft' && folds?.open) turn(folds.key)
    else if (event.key === 'ArrowLeft' && row) {
      const above = rows.slice(0, activeAt).reverse()
      const steps = above.findIndex((one) => levelOf(one) < levelOf(row))
      if (steps !== -1) go(activeAt - 1 - steps, -1)
    } else if ((event.key === ' ' || event.key === 'Enter') && row) {
      if (event.key === 'Enter' && row.kind === 'way') setSide('raw')
      else pick(row)
    } else return
    event.preventDefault()
  }

  const items = virtual.getVirtualItems()
  const shownActive = items.find((item) => rows[item.index]?.key === active)
  return (
    <section ref={section} aria-label="What was considered for each table" className="why-considered">
      <div className="why-h">
        <h2>What was considered for each table</h2>
        <span className="grow" />
        <Segments label="Ways shown" options={filters} selected={filter} onSelect={setFilter} />
      </div>
      <div
        role="treegrid"
        aria-label="Ways to read each table"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={shownActive ? `${own}-${shownActive.index}` : undefined}
        tabIndex={0}
        className={width > 0 && width < narrowPx ? 'why-grid narrow' : 'why-grid'}
        onKeyDown={onKeyDown}
      >
        <div role="row" aria-rowindex={1} className="why-row why-head-row">
          <span role="columnheader">Way to read</span>
          <span role="columnheader">Index</span>
          <span role="columnheader" className="r">
            Rows
          </span>
          <span role="columnheader">Cost</span>
          <span role="columnheader">Outcome</span>
        </div>
        <div role="presentation" className="why-grid-body" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start, size }) => {
            const row = rows[index]
            if (!row) return null
            const lit = isLit(row, linked, { traced, tables })
            return (
              <div
                key={key}
                id={`${own}-${index}`}
                role="row"
                aria-rowindex={index + 2}
                aria-level={levelOf(row)}
                aria-expanded={row.kind === 'table' || row.kind === 'point' ? row.open : undefined}
                aria-selected={lit === 'picked'}
                className={`why-row ${row.kind} ${lit} ${row.kind === 'way' ? row.way.state : ''} ${row.key === active ? 'at-cursor' : ''}`}
                style={{ transform: `translateY(${start - headPx}px)`, height: size }}
                onClick={row.kind === 'detail' ? undefined : () => pick(row)}
              >
                <RowCells row={row} reading={reading} severalBlocks={severalBlocks} />
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}

/** Heads above the rows, px: the section's and the columns'. */
const headPx = 64

function heightOf(row: ConsideredRow | undefined): number {
  if (row?.kind !== 'detail') return rowPx
  return 12 + rowPx + row.way.details.length * detailLinePx
}

function levelOf(row: ConsideredRow): number {
  return row.kind === 'table' ? 1 : row.kind === 'point' || row.kind === 'more' ? 2 : row.kind === 'way' ? row.level : 4
}

interface LitBy {
  readonly traced: TextSpan | undefined
  readonly tables: readonly ConsideredTable[]
}

function isLit(row: ConsideredRow, linked: LinkedWay | undefined, { traced, tables }: LitBy): 'picked' | 'lit' | '' {
  if (row.kind === 'way' && isAt(row.way.span, traced)) return 'picked'
  if (!linked || !isLinkedTable(row.table, linked, tables)) return ''
  if (row.kind === 'table') return 'lit'
  if (row.kind !== 'way') return ''
  const isMeant = linked.index === undefined ? row.way.state === 'taken' : readsBy(row.way, linked.index)
  return isMeant ? 'lit' : ''
}
