import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'

const linePx = 18

interface TextLinesViewProps {
  readonly label: string
  readonly count: number
  readonly lineOf: (line: number) => ReactNode
  /** Lines that belong to the selection; the first of them is brought into view. */
  readonly lit: { readonly first: number; readonly last: number } | undefined
  readonly onPick?: ((line: number) => void) | undefined
  /** Characters of the longest line: how far the text scrolls sideways. */
  readonly widest: number
}

/** A long text as virtual lines: any length scrolls smoothly, and a line can be picked. */
export function TextLinesView(props: TextLinesViewProps) {
  const { count, lit, onPick } = props
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: 20,
    paddingStart: 8,
    paddingEnd: 8,
  })
  const first = lit?.first
  useEffect(() => {
    if (first === undefined) return
    const range = virtual.range
    const seen = range !== null && first >= range.startIndex && first < range.endIndex
    if (!seen) virtual.scrollToIndex(first, { align: 'center' })
  }, [first, virtual])
  const digits = String(count).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text has to be reachable by keyboard
    <section ref={scroller} className="plan-lines" aria-label={props.label} tabIndex={0}>
      <div
        className="plan-lines-body"
        style={{ height: virtual.getTotalSize(), minWidth: `${props.widest + digits + 6}ch` }}
      >
        {virtual.getVirtualItems().map((item) => {
          const on = lit !== undefined && item.index >= lit.first && item.index <= lit.last
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the same nodes are walked by keyboard in diagram and table
            // biome-ignore lint/a11y/noStaticElementInteractions: text stays text; picking a line is an extra
            <div
              key={item.key}
              className={`plan-line${on ? ' lit' : ''}${on && item.index === first ? ' first' : ''}`}
              style={{ top: item.start, height: linePx }}
              onClick={() => {
                // A click that ends a selection of text picks nothing.
                if (getSelection()?.isCollapsed !== false) onPick?.(item.index)
              }}
            >
              <span className="plan-line-number" aria-hidden="true" style={{ width: `${digits + 2}ch` }}>
                {item.index + 1}
              </span>
              {props.lineOf(item.index)}
            </div>
          )
        })}
      </div>
    </section>
  )
}
