// biome-ignore-all lint/a11y/useFocusableInteractive: the list holds the focus and names its active line
// biome-ignore-all lint/a11y/noStaticElementInteractions: lines have the role of an option or a tree item
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list handles keys for all its lines
// biome-ignore-all lint/a11y/useSemanticElements: lines are virtual and positioned, which list elements cannot be
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: level and expanded only stand on lines of a tree
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { focusInspector } from './focus-inspector'

const linePx = 18
/** Lines a Page key moves. */
const pageLines = 20

interface TextLinesViewProps {
  readonly label: string
  readonly count: number
  readonly lineOf: (line: number) => ReactNode
  /** Lines that belong to the selection; the first of them is brought into view. */
  readonly lit: { readonly first: number; readonly last: number } | undefined
  /** A line was chosen by pointer or keyboard. */
  readonly onPick?: ((line: number) => void) | undefined
  /** Characters of the longest line: how far the text scrolls sideways. */
  readonly widest: number
  /** Lines that the search found, and the one that it is at. */
  readonly hits: readonly number[]
  readonly hit: number | undefined
  /** Present when lines have levels and fold: the text is a tree then. */
  readonly tree?: {
    readonly levelOf: (line: number) => number
    /** Undefined for lines that hold nothing. */
    readonly expandedOf: (line: number) => boolean | undefined
    readonly onFold: (line: number) => void
  }
}

/** A long text as virtual lines: any length scrolls smoothly, and lines can be walked and picked by keyboard. */
export function TextLinesView(props: TextLinesViewProps) {
  const { count, lit, onPick, hit, tree } = props
  const scroller = useRef<HTMLElement>(null)
  const own = useId()
  const [cursor, setCursor] = useState<number | undefined>(undefined)
  /** A pick of this view shall not scroll it. */
  const pickedHere = useRef(false)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: 20,
    paddingStart: 8,
    paddingEnd: 8,
  })
  const first = lit?.first
  const show = useCallback(
    (line: number) => {
      setCursor(line)
      const range = virtual.range
      const seen = range !== null && line >= range.startIndex && line < range.endIndex
      if (!seen) virtual.scrollToIndex(line, { align: 'center' })
    },
    [virtual],
  )
  useEffect(() => {
    if (first === undefined || pickedHere.current) return
    show(first)
  }, [first, show])
  // The end of a search leaves the keyboard where the search was.
  useEffect(() => {
    if (hit !== undefined) show(hit)
  }, [hit, show])
  const hits = useMemo(() => new Set(props.hits), [props.hits])
  const active = cursor === undefined || cursor >= count ? undefined : cursor

  const go = (to: number) => {
    const line = Math.max(0, Math.min(count - 1, to))
    setCursor(line)
    virtual.scrollToIndex(line, { align: 'auto' })
    pick(line)
  }
  const pick = (line: number) => {
    if (!onPick) return
    pickedHere.current = true
    onPick(line)
    // Long enough for the pick's own effects, short enough for the next selection from elsewhere.
    setTimeout(() => {
      pickedHere.current = false
    }, 50)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = active ?? -1
    const expanded = active === undefined ? undefined : tree?.expandedOf(active)
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'PageDown') go(at + pageLines)
    else if (event.key === 'PageUp') go(at - pageLines)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(count - 1)
    else if (event.key === 'Enter') focusInspector()
    else if (tree && active !== undefined && (event.key === ' ' || event.key === 'ArrowLeft') && expanded === true) {
      tree.onFold(active)
    } else if (
      tree &&
      active !== undefined &&
      (event.key === ' ' || event.key === 'ArrowRight') &&
      expanded === false
    ) {
      tree.onFold(active)
    } else return
    event.preventDefault()
  }

  const digits = String(count).length
  const items = virtual.getVirtualItems()
  const lineId = (line: number) => `${own}-${line}`
  return (
    <section
      ref={scroller}
      className="plan-lines"
      role={tree ? 'tree' : 'listbox'}
      aria-label={props.label}
      aria-activedescendant={
        active !== undefined && items.some((item) => item.index === active) ? lineId(active) : undefined
      }
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        className="plan-lines-body"
        role="presentation"
        style={{ height: virtual.getTotalSize(), minWidth: `${props.widest + digits + 6}ch` }}
      >
        {items.map(({ index, key, start }) => {
          const on = lit !== undefined && index >= lit.first && index <= lit.last
          const classes = [
            'plan-line',
            on ? 'lit' : '',
            on && index === first ? 'lit-first' : '',
            hits.has(index) ? 'hit' : '',
            index === active ? 'at-cursor' : '',
          ]
          return (
            <div
              key={key}
              id={lineId(index)}
              role={tree ? 'treeitem' : 'option'}
              aria-selected={on}
              aria-setsize={tree ? undefined : count}
              aria-posinset={tree ? undefined : index + 1}
              aria-level={tree?.levelOf(index)}
              aria-expanded={tree?.expandedOf(index)}
              className={classes.filter(Boolean).join(' ')}
              style={{ top: start, height: linePx }}
              onClick={() => {
                // A click that ends a selection of text picks nothing.
                if (getSelection()?.isCollapsed === false) return
                setCursor(index)
                pick(index)
              }}
            >
              <span className="plan-line-number" aria-hidden="true" style={{ width: `${digits + 2}ch` }}>
                {index + 1}
              </span>
              {props.lineOf(index)}
            </div>
          )
        })}
      </div>
    </section>
  )
}
