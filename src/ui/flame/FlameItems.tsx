import { memo, type RefObject, useEffect, useState } from 'react'
import type { NodeBadge } from '../plan/badges'
import { FlameItem, flameItemId } from './FlameItem'
import type { familyPlaces } from './family-places'
import { runOf } from './flame-layout'
import { type FlameScale, flameBox } from './flame-view'
import type { FlameFacts } from './flame-words'

/** Nodes with elements of their own: wide enough for words, and so many at most. */
const leastItemPx = 28
const mostItems = 200

interface FlameItemsProps {
  readonly facts: FlameFacts
  readonly badges: readonly (readonly NodeBadge[])[]
  readonly family: ReturnType<typeof familyPlaces>
  readonly scale: FlameScale
  readonly scroller: RefObject<HTMLElement | null>
  /** How far the pane is scrolled; reading it off the pane would lay the page out anew. */
  readonly scrolledPx: RefObject<number>
  /** Of all levels below what is zoomed into. */
  readonly heightPx: number
  /** Of what the pane shows. */
  readonly seenPx: number
  /** The node that the keyboard is on; it has an element wherever the pane is scrolled to. */
  readonly active: number
  readonly selected: number | undefined
}

/** The nodes in view as elements. Scrolling renders this alone, and of it only the rows that come into view. */
export const FlameItems = memo(function FlameItems(props: FlameItemsProps) {
  const { facts, badges, family, scale, active } = props
  const { layout, flat } = facts
  const firstRow = useFirstRow(props.scroller, props.scrolledPx, scale.rowPx)
  const stopRow = firstRow + Math.ceil(props.seenPx / scale.rowPx) + 1
  const items: number[] = []
  for (let row = firstRow; row < stopRow && items.length < mostItems; row++) {
    const run = runOf(layout, scale.topLevel + row, scale.top)
    for (let place = run.from; place < run.to && items.length < mostItems; place++) {
      const at = layout.levels[place] ?? 0
      if ((layout.width[at] ?? 0) * scale.pxPerUnit >= leastItemPx && at !== active) items.push(at)
    }
  }
  items.push(active)
  return (
    <div className="flame-items" role="presentation" style={{ height: props.heightPx }}>
      {items.map(
        (at) =>
          flat.nodes[at] && (
            <FlameItem
              key={flameItemId(at)}
              at={at}
              {...flameBox(layout, scale, at)}
              facts={facts}
              badges={badges[at]}
              level={(layout.level[at] ?? 0) + 1}
              place={family.place[at] ?? 1}
              siblings={family.count[at] ?? 1}
              selected={at === props.selected}
            />
          ),
      )}
    </div>
  )
})

/** The first row that the pane shows. */
function useFirstRow(scroller: RefObject<HTMLElement | null>, scrolledPx: RefObject<number>, rowPx: number): number {
  const [firstRow, setFirstRow] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => setFirstRow(Math.floor(element.scrollTop / rowPx))
    setFirstRow(Math.floor(scrolledPx.current / rowPx))
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller, scrolledPx, rowPx])
  return firstRow
}
