// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shownPlanAtom, shownPlanIndexAtom } from '../state/atoms'
import {
  alikeAtom,
  cardTreeAtom,
  flatMetricsAtom,
  flatPlanAtom,
  foldAtom,
  foundAtom,
  heatAtom,
  openingFoldAtom,
  revealAtom,
  selectAtom,
  selectedAtom,
} from './atoms'
import { CopyButton } from './CopyButton'
import { cardHeat } from './card-heat'
import { siblingPlaces } from './flat-plan'
import { focusInspector } from './focus-inspector'
import { hasCard, hiddenCount, toggled, wholePlan } from './folding'
import { PlanTableHead } from './PlanTableHead'
import { PlanTableRow, rowId } from './PlanTableRow'
import { columnsOf, nextSorting, type Sorting, sortedRows, tableAsTsv, tableRows } from './table-columns'
import { foldedRows } from './table-stack'

const rowPx = 24
const headPx = 28
/** Rows a Page key moves. */
const pageRows = 20

const noTree = { parent: new Int32Array(0) }

/** The plan as a tree table: every field a column, sortable, rows virtual. */
export function PlanTable() {
  const shown = useAtomValue(shownPlanAtom)
  const flat = useAtomValue(flatPlanAtom)
  const heat = useAtomValue(heatAtom)
  const found = useAtomValue(foundAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const [fold, setFold] = useAtom(foldAtom)
  const tree = useAtomValue(cardTreeAtom)
  const alike = useAtomValue(alikeAtom)
  const metrics = useAtomValue(flatMetricsAtom)
  const planIndex = useAtomValue(shownPlanIndexAtom)
  const openingFold = useAtomValue(openingFoldAtom)
  const [sorting, setSorting] = useState<Sorting | undefined>(undefined)
  const scroller = useRef<HTMLDivElement>(null)

  const rows = useMemo(
    () => (shown && flat ? tableRows(flat, metrics, shown.keyUse, planIndex) : []),
    [shown, flat, metrics, planIndex],
  )
  const columns = useMemo(
    () => columnsOf(rows, flat?.depth.reduce((most, own) => Math.max(most, own), 0) ?? 0),
    [rows, flat],
  )
  /** Sorted, the rows are those of single nodes and no tree; else they are the cards of the diagram. */
  const cards = sorting ? undefined : tree
  const siblings = useMemo(() => siblingPlaces(cards ?? flat ?? noTree), [cards, flat])
  const warmth = useMemo(() => flat && cards && cardHeat(flat, cards, heat.cells).cells, [flat, cards, heat.cells])
  const foundRows = useMemo(() => new Set(found.map((at) => cards?.node[cards.cardOf[at] ?? 0] ?? at)), [found, cards])
  const visible = useMemo(() => {
    if (!flat) return []
    if (sorting) return sortedRows(rows, sorting, (at) => heat.cells[at]?.weight)
    return tree ? foldedRows(rows, flat, metrics, tree) : []
  }, [flat, rows, metrics, sorting, tree, heat.cells])
  // What is selected by search, by "next problem" or elsewhere gets a row, once; folding it away later is allowed.
  const reveal = useSetAtom(revealAtom)
  const reached = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (selected === reached.current) return
    reached.current = selected
    if (selected !== undefined && tree && !hasCard(tree, selected)) reveal(selected)
  }, [tree, selected, reveal])
  const place =
    selected === undefined
      ? -1
      : cards
        ? (cards.cardOf[selected] ?? -1)
        : visible.findIndex((row) => row.at === selected)

  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollPaddingStart: headPx,
    // Rows stand below the head, of which the virtual list knows nothing.
    scrollPaddingEnd: headPx,
  })
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [place, virtual])

  const toggle = useCallback(
    (at: number) => {
      const card = tree?.cardOf[at]
      const next = flat && tree && card !== undefined && toggled(flat, tree, fold, card)
      if (!next) return
      // What is folded away is not selected any more: the row that hides it is.
      if (selected !== undefined && selected > at && selected < (flat.end[at] ?? 0)) select(at)
      setFold(next)
    },
    [flat, tree, fold, setFold, select, selected],
  )

  if (!shown || !flat || !tree) return null
  const hidden = hiddenCount(tree)
  const go = (to: number) => {
    const row = visible[Math.max(0, Math.min(visible.length - 1, to))]
    if (row) select(row.at)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = visible[place]
    const open = cards !== undefined && (cards.end[place] ?? 0) > place + 1
    const closed = (cards?.hidden[place] ?? 0) > 0
    switch (event.key) {
      case 'ArrowDown':
        go(place + 1)
        break
      case 'ArrowUp':
        go(Math.max(0, place - 1))
        break
      case 'PageDown':
        go(place + pageRows)
        break
      case 'PageUp':
        go(place - pageRows)
        break
      case 'Home':
        go(0)
        break
      case 'End':
        go(visible.length - 1)
        break
      case 'ArrowLeft':
        if (row && open) toggle(row.at)
        else if (row && (flat.parent[row.at] ?? -1) >= 0) select(flat.parent[row.at] ?? 0)
        break
      case 'ArrowRight':
        if (row && closed) toggle(row.at)
        else if (row && (flat.end[row.at] ?? 0) > row.at + 1) select(row.at + 1)
        break
      case ' ':
        if (row && cards) toggle(row.at)
        break
      case 'a':
        setFold(hidden > 0 ? wholePlan(alike) : openingFold)
        break
      case 'Enter':
        focusInspector()
        break
      default:
        return
    }
    event.preventDefault()
  }

  const template = columns
    .map((column) => (column.id === 'node' ? `minmax(${column.widthPx}px, 1fr)` : `${column.widthPx}px`))
    .join(' ')
  const leastWidth = columns.reduce((sum, column) => sum + column.widthPx, 0)
  const items = virtual.getVirtualItems()
  return (
    <div className="plan-table">
      <div
        ref={scroller}
        className="pt-scroll"
        role="treegrid"
        tabIndex={0}
        aria-label="Plan as a table"
        aria-rowcount={visible.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={
          place >= 0 && items.some((item) => item.index === place) ? rowId(visible[place]?.at ?? 0) : undefined
        }
        onKeyDown={onKeyDown}
      >
        <PlanTableHead
          columns={columns}
          template={template}
          leastWidth={leastWidth}
          heatMetric={heat.metric}
          sorting={sorting}
          onSort={(column) => setSorting(nextSorting(sorting, column))}
        />
        <div className="pt-body" role="rowgroup" style={{ height: virtual.getTotalSize(), minWidth: leastWidth }}>
          {items.map((item) => {
            const row = visible[item.index]
            return (
              row && (
                <PlanTableRow
                  key={row.at}
                  row={row}
                  rowIndex={item.index + 2}
                  top={item.start}
                  height={rowPx}
                  columns={columns}
                  template={template}
                  level={(flat.depth[row.at] ?? 0) + 1}
                  sibling={siblings.place[cards ? item.index : row.at] ?? 1}
                  siblings={siblings.count[cards ? item.index : row.at] ?? 1}
                  indented={!sorting}
                  hasChildren={row.stack !== undefined || (flat.end[row.at] ?? 0) > row.at + 1}
                  below={cards?.hidden[item.index] ?? 0}
                  collapsed={(cards?.hidden[item.index] ?? 0) > 0}
                  cell={warmth ? warmth[item.index] : heat.cells[row.at]}
                  selected={item.index === place}
                  found={foundRows.has(row.at)}
                  onPick={select}
                  onFold={toggle}
                />
              )
            )
          })}
        </div>
      </div>
      <div className="plan-foot">
        <span className="ell">
          Rows are per loop. <i>≈ italic</i>: estimated; upright: measured.
        </span>
        <span className="grow" />
        <span className="nowrap">
          {visible.length === flat.nodes.length
            ? `${flat.nodes.length.toLocaleString('en-US')} ${flat.nodes.length === 1 ? 'row' : 'rows'}`
            : `${visible.length.toLocaleString('en-US')} of ${flat.nodes.length.toLocaleString('en-US')} rows`}
        </span>
        {hidden > 0 && !sorting && (
          <button type="button" className="link" onClick={() => setFold(wholePlan(alike))}>
            Unfold all
          </button>
        )}
        <CopyButton label="Copy as tab separated values" text={() => tableAsTsv(flat, visible, columns)} />
      </div>
    </div>
  )
}
