// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles keys for all its rows
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom, useAtomValue } from 'jotai'
import { Check, Minus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Icon } from '../kit/icon'
import { Absent, Estimated } from '../kit/numbers'
import { Segments } from '../kit/segments'
import { useSize } from '../plan/use-size'
import { selectionAtom, shownPlanAtom } from '../state/atoms'
import { linkedWayAtom, type WayFilter, wayFilterAtom, whySideAtom } from './atoms'
import type { ConsideredPoint, ConsideredWay } from './considered'
import { type ConsideredRow, consideredRows, tableKey } from './considered-rows'
import { selectionOfWay } from './link'
import { askTrace, type OpenReading } from './readings'
import { WayDetail } from './WayDetail'

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
  const traced = selection.traceSpan
  const goal = useMemo(() => {
    if (traced) {
      const way = rows.find(
        (row) => row.kind === 'way' && row.way.span.start === traced.start && row.way.span.end === traced.end,
      )
      if (way) return way.key
    }
    if (!linked) return undefined
    const table = tables.find((one) => one.table.toLowerCase() === linked.table)
    return table && tableKey(table)
  }, [traced, linked, rows, tables])
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
  const pick = (row: ConsideredRow) => {
    setActive(row.key)
    if (row.kind === 'way') {
      setDetailed(row.way.key === detailed && traced?.start === row.way.span.start ? undefined : row.way.key)
      select(
        selectionOfWay(shown, selection.planIndex, {
          table: row.table.table,
          index: row.way.index,
          span: row.way.span,
        }),
      )
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
      if (next.kind === 'way')
        select(
          selectionOfWay(shown, selection.planIndex, {
            table: next.table.table,
            index: next.way.index,
            span: next.way.span,
          }),
        )
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
            const lit = isLit(row, linked, traced)
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

function isLit(
  row: ConsideredRow,
  linked: { readonly table: string; readonly index?: string | undefined } | undefined,
  traced: { readonly start: number; readonly end: number } | undefined,
): 'picked' | 'lit' | '' {
  if (row.kind === 'way' && traced && row.way.span.start === traced.start && row.way.span.end === traced.end)
    return 'picked'
  if (!linked || row.table.table.toLowerCase() !== linked.table) return ''
  if (row.kind === 'table') return 'lit'
  if (row.kind !== 'way') return ''
  return linked.index === undefined
    ? row.way.state === 'taken'
      ? 'lit'
      : ''
    : row.way.index === linked.index
      ? 'lit'
      : ''
}

function RowCells(props: {
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
