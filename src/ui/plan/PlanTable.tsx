// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { NodeId } from '../../core/plan/model'
import { selectionAtom, shownPlanAtom } from '../state/atoms'
import {
  collapsedAtom,
  flatPlanAtom,
  foundAtom,
  heatAtom,
  openingFoldAtom,
  revealAtom,
  selectAtom,
  selectedAtom,
} from './atoms'
import { CopyButton } from './CopyButton'
import { siblingPlaces, unfolded } from './flat-plan'
import { focusInspector } from './focus-inspector'
import { PlanTableHead } from './PlanTableHead'
import { PlanTableRow, rowId } from './PlanTableRow'
import { columnsOf, nextSorting, type Sorting, sortedRows, tableAsTsv, tableRows } from './table-columns'

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
  const [collapsed, setCollapsed] = useAtom(collapsedAtom)
  const { planIndex } = useAtomValue(selectionAtom)
  const openingFold = useAtomValue(openingFoldAtom)
  const [sorting, setSorting] = useState<Sorting | undefined>(undefined)
  const scroller = useRef<HTMLDivElement>(null)

  const rows = useMemo(
    () => (shown && flat ? tableRows(flat, shown.metrics, shown.keyUse, planIndex) : []),
    [shown, flat, planIndex],
  )
  const columns = useMemo(
    () => columnsOf(rows, flat?.depth.reduce((most, own) => Math.max(most, own), 0) ?? 0),
    [rows, flat],
  )
  const siblings = useMemo(() => siblingPlaces(flat ?? noTree), [flat])
  const foundSet = useMemo(() => new Set(found), [found])
  const visible = useMemo(() => {
    if (!flat) return []
    if (sorting) return sortedRows(rows, sorting, (at) => heat.cells[at]?.weight)
    return unfolded(flat, collapsed).flatMap((at) => rows[at] ?? [])
  }, [flat, rows, sorting, collapsed, heat.cells])
  // What is selected by search, by "next problem" or elsewhere gets a row, once; folding it away later is allowed.
  const reveal = useSetAtom(revealAtom)
  const reached = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (selected === reached.current) return
    reached.current = selected
    if (selected !== undefined) reveal(selected, { stacks: false })
  }, [selected, reveal])
  const place = selected === undefined ? -1 : visible.findIndex((row) => row.at === selected)

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

  if (!shown || !flat) return null
  const fold = (id: NodeId, closed: boolean) => {
    const at = flat.indexOf.get(id)
    // What is folded away is not selected any more: the row that hides it is.
    if (closed && at !== undefined && selected !== undefined && selected > at && selected < (flat.end[at] ?? 0))
      select(at)
    const next = new Set(collapsed)
    if (closed) next.add(id)
    else next.delete(id)
    setCollapsed(next)
  }
  const go = (to: number) => {
    const row = visible[Math.max(0, Math.min(visible.length - 1, to))]
    if (row) select(row.at)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = visible[place]
    const children = row ? (flat.end[row.at] ?? 0) > row.at + 1 : false
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
        if (row && children && !sorting && !collapsed.has(row.node.id)) fold(row.node.id, true)
        else if (row && (flat.parent[row.at] ?? -1) >= 0) select(flat.parent[row.at] ?? 0)
        break
      case 'ArrowRight':
        if (row && children && collapsed.has(row.node.id)) fold(row.node.id, false)
        else if (row && children) select(row.at + 1)
        break
      case ' ':
        if (row && children && !sorting) fold(row.node.id, !collapsed.has(row.node.id))
        break
      case 'a':
        setCollapsed(new Set(collapsed.size > 0 ? [] : openingFold.collapsed))
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
                  sibling={siblings.place[row.at] ?? 1}
                  siblings={siblings.count[row.at] ?? 1}
                  indented={!sorting}
                  hasChildren={(flat.end[row.at] ?? 0) > row.at + 1}
                  below={(flat.end[row.at] ?? 0) - row.at - 1}
                  collapsed={collapsed.has(row.node.id)}
                  cell={heat.cells[row.at]}
                  selected={row.at === selected}
                  found={foundSet.has(row.at)}
                  onPick={select}
                  onFold={fold}
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
        {collapsed.size > 0 && !sorting && (
          <button type="button" className="link" onClick={() => setCollapsed(new Set())}>
            Unfold all
          </button>
        )}
        <CopyButton label="Copy as tab separated values" text={() => tableAsTsv(flat, visible, columns)} />
      </div>
    </div>
  )
}
