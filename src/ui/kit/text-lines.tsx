import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'

/** Height of a line, px. */
const lineHeight = 16
/** Longer lines are cut on screen; copies have everything. */
const longestLine = 2000

/** A long text for reading: only the lines in view exist. */
export function TextLines({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = useMemo(() => text.split('\n'), [text])
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard
    <section className="text-lines scroll" ref={scroller} aria-label={label} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div key={item.index} className="text-line" style={{ transform: `translateY(${item.start}px)` }}>
            <span className="text-line-number">{item.index + 1}</span>
            <code>{lines[item.index]?.slice(0, longestLine)}</code>
          </div>
        ))}
      </div>
    </section>
  )
}
