// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and positioned, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { changedWords, intervalWords, signedTime } from '../../core/digest/diff/words'
import type { ShapeChange } from '../../core/digest/model'
import type { HeldDigest } from '../../core/digest/view/model'
import { formatCount, formatLongTime, formatRatio } from '../../core/figures'
import { Icon } from '../kit/icon'
import { Absent } from '../kit/numbers'
import { SqlSpans } from '../kit/sql-text'
import { compactSql } from '../slow/compact-sql'
import { KindBadge } from '../slow/KindBadge'
import { showShape } from '../slow/tabs'
import { type ChangeGroup, type ChangeLine, linesOf, nextShape } from './groups'

const rowPx = 30
const pageKeyRows = 15
const template = 'minmax(0, 1fr) 148px 88px 88px 76px 128px minmax(120px, 300px) 96px'
const heads = [
  ['Query shape', false],
  ['Kind of slow', false],
  ['Mean, before', true],
  ['Mean, after', true],
  ['Ratio', true],
  ['95 % interval', true],
  ['What changed', false],
  ['Total', true],
] as const

interface ChangeTableProps {
  readonly a: HeldDigest
  readonly b: HeldDigest
  readonly groups: readonly ChangeGroup[]
}

/** The shapes by what became of them. */
export function ChangeTable({ a, b, groups }: ChangeTableProps) {
  const lines = useMemo(() => linesOf(groups), [groups])
  const [picked, setPicked] = useState(() => nextShape(lines, 0, 1))
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollPaddingStart: rowPx * 2,
    scrollPaddingEnd: rowPx,
  })
  const go = (from: number, direction: 1 | -1) => {
    const to = nextShape(lines, Math.max(0, Math.min(lines.length - 1, from)), direction)
    if (to === -1) return
    setPicked(to)
    virtual.scrollToIndex(to, { align: 'auto' })
  }
  const open = (line: ChangeLine | undefined) => {
    if (line?.kind !== 'shape') return
    const { digest, fingerprint } = line.change
    showShape((line.change.b === undefined ? a : b).digestId, digest, fingerprint)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') go(picked + 1, 1)
    else if (event.key === 'ArrowUp') go(picked - 1, -1)
    else if (event.key === 'PageDown') go(picked + pageKeyRows, 1)
    else if (event.key === 'PageUp') go(picked - pageKeyRows, -1)
    else if (event.key === 'Home') go(0, 1)
    else if (event.key === 'End') go(lines.length - 1, -1)
    else if (event.key === 'Enter') open(lines[picked])
    else return
    event.preventDefault()
  }
  const items = virtual.getVirtualItems()
  return (
    <div
      ref={scroller}
      className="pt-scroll two-table"
      role="grid"
      tabIndex={0}
      data-pane-focus
      aria-label="What became of the shapes"
      aria-rowcount={lines.length + 1}
      aria-colcount={heads.length}
      aria-activedescendant={items.some(({ index }) => index === picked) ? rowId(picked) : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="slow-heads">
        <div className="pt-row pt-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {heads.map(([head, numeric]) => (
            <div key={head} role="columnheader" className={numeric ? 'r' : ''}>
              <span className="pt-sort still">{head}</span>
            </div>
          ))}
        </div>
      </div>
      <div className="pt-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          const place = { top: start, height: rowPx, gridTemplateColumns: template }
          if (line.kind === 'group')
            return (
              <div key={index} role="row" aria-rowindex={index + 2} className="pt-row two-group" style={place}>
                <div role="gridcell" aria-colspan={heads.length} className="pt-text two-group-name">
                  <span className={line.group.look}>
                    <Icon of={line.group.icon} size={14} />
                  </span>
                  <b>{line.group.title}</b>
                  <span className="dim">{formatCount(line.group.changes.length)}</span>
                </div>
              </div>
            )
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys for all its rows
            <div
              key={index}
              id={rowId(index)}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === picked}
              className={index === picked ? 'pt-row sel' : 'pt-row'}
              style={place}
              onClick={() => setPicked(index)}
              onDoubleClick={() => open(line)}
            >
              <Cells change={line.change} group={line.group} digestId={(line.change.b ? b : a).digestId} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface CellsProps {
  readonly change: ShapeChange
  readonly group: ChangeGroup
  readonly digestId: string
}

function Cells({ change, group, digestId }: CellsProps) {
  const { digest, fingerprint, kinds, a, b, ratio, totalChangeMicros } = change
  const look = group.id === 'worse' ? 'bad' : group.id === 'better' ? 'good' : ''
  const words = changedWords(change)
  const shown = compactSql(fingerprint)
  return (
    <>
      <div role="gridcell" className="pt-text two-shape">
        <span className="ell sql slow-sql" dir="auto" title={shown.slice(0, 4000)}>
          <SqlSpans text={shown.slice(0, 300)} />
        </span>
      </div>
      <div role="gridcell" className="pt-text">
        <KindBadge digestId={digestId} shape={digest} kinds={kinds} />
      </div>
      <div role="gridcell" className="pt-number">
        {a === undefined ? <Absent because="It is not in the earlier log." /> : time(a.meanMicros)}
      </div>
      <div role="gridcell" className="pt-number">
        {b === undefined ? <Absent because="It is not in the later log." /> : time(b.meanMicros)}
      </div>
      <div role="gridcell" className={`pt-number ${look}`}>
        {ratio === undefined ? (
          <span className="dim">{a === undefined ? 'new' : 'gone'}</span>
        ) : (
          <b>{formatRatio(ratio)}</b>
        )}
      </div>
      <div role="gridcell" className="pt-number dim">
        {change.tooFew ? (
          <span title="Fewer than five calls in one of the logs">too few calls</span>
        ) : (
          intervalWords(change)
        )}
      </div>
      <div role="gridcell" className="pt-text">
        <span className="ell" title={words}>
          {words}
        </span>
      </div>
      <div role="gridcell" className="pt-number">
        {signedTime(totalChangeMicros)}
      </div>
    </>
  )
}

function rowId(index: number): string {
  return `change-row-${index}`
}

function time(micros: number): string {
  return formatLongTime(micros / 1000)
}
