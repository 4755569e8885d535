// biome-ignore-all lint/a11y/useFocusableInteractive: the tree holds the focus and names its active line
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree handles keys for all its lines
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useSize } from '../plan/use-size'
import { firstLineAt, lineTopPx, scrollRange, scrollTopFor } from './line-window'

const overscan = 8
const pageLines = 20

interface ManyLinesProps {
  readonly label: string
  readonly count: number
  readonly numberOf: (at: number) => number
  readonly lineOf: (at: number) => ReactNode
  readonly lit: { readonly first: number; readonly last: number } | undefined
  /** Where a search is. */
  readonly goTo: number | undefined
  readonly levelOf: (at: number) => number
  /** Undefined for lines that hold nothing. */
  readonly expandedOf: (at: number) => boolean | undefined
  readonly onFold: (at: number) => void
  readonly onPick: (at: number) => void
}

/**
 * Millions of lines of one height: only those in view exist, nothing is kept per line, and beyond the height that a
 * browser can scroll the bar moves by more than it shows.
 */
export function ManyLines(props: ManyLinesProps) {
  const { count, lit, goTo } = props
  const pane = useRef<HTMLDivElement>(null)
  const { height } = useSize(pane)
  const [top, setTop] = useState(0)
  const [cursor, setCursor] = useState<number | undefined>(undefined)
  const pickedHere = useRef(false)
  const own = useId()
  const range = scrollRange(count, height)
  const first = Math.max(0, firstLineAt(top, range) - overscan)
  const last = Math.min(count - 1, firstLineAt(top, range) + Math.ceil(height / range.linePx) + overscan)
  const rangeRef = useRef(range)
  rangeRef.current = range

  const show = useCallback((at: number, align: 'near' | 'middle') => {
    const own = pane.current
    if (own) own.scrollTop = scrollTopFor(at, own.scrollTop, rangeRef.current, align)
  }, [])
  const litFirst = lit?.first
  useEffect(() => {
    if (litFirst === undefined || height === 0) return
    setCursor(litFirst)
    if (pickedHere.current) pickedHere.current = false
    else show(litFirst, 'middle')
  }, [litFirst, height, show])
  useEffect(() => {
    if (goTo === undefined) return
    setCursor(goTo)
    show(goTo, 'middle')
  }, [goTo, show])

  const pick = (at: number) => {
    pickedHere.current = true
    props.onPick(at)
  }
  const go = (to: number) => {
    const at = Math.max(0, Math.min(count - 1, to))
    setCursor(at)
    show(at, 'near')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = cursor ?? -1
    const expanded = cursor === undefined ? undefined : props.expandedOf(cursor)
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'PageDown') go(at + pageLines)
    else if (event.key === 'PageUp') go(at - pageLines)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(count - 1)
    else if (cursor !== undefined && event.key === 'Enter') pick(cursor)
    else if (cursor !== undefined && expanded === true && (event.key === ' ' || event.key === 'ArrowLeft'))
      props.onFold(cursor)
    else if (cursor !== undefined && expanded === false && (event.key === ' ' || event.key === 'ArrowRight'))
      props.onFold(cursor)
    else return
    event.preventDefault()
  }
  const digits = String(count).length
  const rows: ReactNode[] = []
  for (let at = first; at <= last; at++) {
    const on = lit !== undefined && at >= lit.first && at <= lit.last
    const expanded = props.expandedOf(at)
    rows.push(
      <div
        key={at}
        id={`${own}-${at}`}
        role="treeitem"
        aria-level={props.levelOf(at)}
        aria-expanded={expanded}
        aria-selected={on}
        className={`plan-line ${on ? 'lit' : ''} ${on && at === litFirst ? 'lit-first' : ''} ${at === cursor ? 'at-cursor' : ''} ${at === goTo ? 'hit' : ''}`}
        style={{ top: lineTopPx(at, top, range), height: range.linePx }}
        onClick={() => {
          if (getSelection()?.isCollapsed === false) return
          setCursor(at)
          pick(at)
        }}
      >
        <span className="plan-line-number" aria-hidden="true" style={{ width: `${digits + 2}ch` }}>
          {props.numberOf(at).toLocaleString('en-US', { useGrouping: false })}
        </span>
        <span className="why-line-fold">
          {expanded !== undefined && (
            <button
              type="button"
              tabIndex={-1}
              className="json-fold"
              aria-label={expanded ? 'Fold' : 'Unfold'}
              onClick={(event) => {
                event.stopPropagation()
                props.onFold(at)
              }}
            >
              {expanded ? '▾' : '▸'}
            </button>
          )}
        </span>
        {props.lineOf(at)}
      </div>,
    )
  }
  return (
    <div
      ref={pane}
      role="tree"
      aria-label={props.label}
      aria-activedescendant={cursor !== undefined && cursor >= first && cursor <= last ? `${own}-${cursor}` : undefined}
      tabIndex={0}
      className="plan-lines why-many"
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div role="presentation" className="plan-lines-body" style={{ height: range.bodyPx }}>
        {rows}
      </div>
    </div>
  )
}
