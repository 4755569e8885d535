import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { badgesAtom, foundAtom, heatAtom, selectAtom, selectedAtom } from '../plan/atoms'
import { focusInspector } from '../plan/focus-inspector'
import { nodeTitle } from '../plan/node-text'
import { useSize } from '../plan/use-size'
import { flameAtom, flameZoomAtom, hoveredAtom } from './atoms'
import type { FlameScene } from './draw-flame'
import { FlameHead } from './FlameHead'
import { FlameHovered, FlameRing, SelectedRing } from './FlameHovered'
import { flameItemId } from './FlameItem'
import { FlameItems } from './FlameItems'
import { FlameTop } from './FlameTop'
import { familyPlaces } from './family-places'
import { axisTicks } from './flame-axis'
import { isBelow, levelsBelow } from './flame-layout'
import { flameBox, flameNeighbour, lastOf, nodeAt, rowHeightPx, scaleOf } from './flame-view'
import { type FlameFacts, flameFormulas, flameReasons, sumOfOwn } from './flame-words'
import { useFlameCanvas } from './use-flame-canvas'

const axisPx = 24
/** A label of the axis. */
const labelRoomPx = 64
/** The icicle opens at its top; the selected node is scrolled to where it is at least so wide that it is seen. */
const seenPx = 3
/** Below the icicle, and the head and one row of the list that fills what is left. */
const leastTopPx = 112
const topHeadPx = 64
const topRowPx = 24

/** The plan as an icicle: widths by time, rows or cost. Walked as a tree by arrow keys and screen readers. */
export function FlameView() {
  const facts = useAtomValue(flameAtom)
  if (facts) return <Flame facts={facts} />
  return (
    <p className="plan-empty">
      This plan has no time, rows or cost to draw widths by. The diagram shows its steps; Measure runs the statement and
      takes the times.
    </p>
  )
}

function Flame({ facts }: { readonly facts: FlameFacts }) {
  const badges = useAtomValue(badgesAtom)
  const heat = useAtomValue(heatAtom)
  const found = useAtomValue(foundAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const [path, setPath] = useAtom(flameZoomAtom)
  const setHovered = useSetAtom(hoveredAtom)
  const area = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const revealed = useRef<number | undefined>(undefined)
  const pointer = useRef({ x: 0, y: 0 })
  const scrolled = useRef(0)
  const size = useSize(area)
  const inner = useSize(scroller)

  const top = path.at(-1)
  const wholeOwn = useMemo(() => (facts ? sumOfOwn(facts.values) : 0), [facts])
  const family = useMemo(() => familyPlaces(facts.layout, facts.values.parent), [facts])
  const levels = useMemo(() => levelsBelow(facts.layout, top), [facts, top])
  const foundSet = useMemo(() => new Set(found), [found])
  const room = Math.max(0, size.height - axisPx)
  const rowPx = rowHeightPx(levels, room)
  const heightPx = Math.min(levels * rowPx, room)
  const scale = useMemo(() => scaleOf(facts.layout, top, inner.width, rowPx), [facts, top, inner.width, rowPx])
  const scene = useMemo(
    // The ring round the selected node is an element: selecting paints nothing anew.
    (): FlameScene => ({ ...facts, badges, cells: heat.cells, selected: undefined, found: foundSet }),
    [facts, badges, heat.cells, foundSet],
  )
  const levelCount = facts.layout.levelFrom.length - 1
  const wholePx = levels * rowPx
  const { follow } = useFlameCanvas(canvas, scrolled, {
    scene,
    scale,
    levelCount,
    widthPx: inner.width,
    heightPx,
    wholePx,
    most: { width: size.width, height: room },
  })

  // What is selected elsewhere comes into view here: out of a zoom that does not hold it, then by scrolling.
  useEffect(() => {
    if (selected === undefined) return
    const holds = path.filter((at) => isBelow(facts.layout, selected, at))
    if (holds.length < path.length) setPath(holds)
  }, [facts, selected, path, setPath])
  useEffect(() => {
    const element = scroller.current
    if (!element || selected === undefined) return
    const { y, width, height } = flameBox(facts.layout, scale, selected)
    const opening = revealed.current === undefined
    if (inner.width > 0) revealed.current = selected
    if (opening && width < seenPx) return
    const least = y + height - heightPx
    // By whole rows, so that no words are cut.
    if (y < scrolled.current) element.scrollTop = y
    else if (least > scrolled.current) element.scrollTop = Math.ceil(least / scale.rowPx) * scale.rowPx
  }, [facts, scale, selected, inner.width, heightPx])

  useEffect(() => () => setHovered(undefined), [setHovered])

  const { flat, layout, values } = facts
  const titleAt = (at: number) => {
    const node = flat.nodes[at]
    return node ? nodeTitle(node) : ''
  }
  const active = selected ?? top ?? layout.levels[0] ?? 0

  const zoomInto = (at: number) => {
    if ((layout.width[at] ?? 0) <= 0 || at === top) return
    // Zooming in goes deeper; zooming elsewhere starts from the whole plan.
    setPath([...path.filter((one) => one !== at && isBelow(layout, at, one)), at])
    if (scroller.current && scrolled.current > 0) scroller.current.scrollTop = 0
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown':
      case 'ArrowLeft':
      case 'ArrowRight': {
        // The first arrow selects where we are, so that one sees what the next ones walk from.
        const next = selected === undefined ? active : flameNeighbour(layout, values.parent, top, active, event.key)
        if (next !== undefined) select(next)
        break
      }
      case 'Home':
        select(top ?? layout.levels[0] ?? 0)
        break
      case 'End':
        select(lastOf(layout, values.parent, top))
        break
      case 'Enter':
        if (event.shiftKey) focusInspector()
        else zoomInto(active)
        break
      case 'f':
        setPath([])
        break
      case 'Escape':
      case 'Backspace':
        if (path.length === 0) return
        setPath(path.slice(0, -1))
        break
      default:
        return
    }
    event.preventDefault()
  }

  const pointed = (event: MouseEvent) => {
    const box = scroller.current?.getBoundingClientRect()
    if (!box || !scroller.current) return undefined
    return nodeAt(layout, scale, event.clientX - box.left, event.clientY - box.top + scroller.current.scrollTop)
  }
  const onMouseMove = (event: MouseEvent) => {
    const around = area.current?.getBoundingClientRect()
    if (around) pointer.current = { x: event.clientX - around.left, y: event.clientY - around.top }
    setHovered(pointed(event))
    place()
  }
  const place = () => {
    if (tip.current) placeTip(tip.current, pointer.current, size)
  }

  const length = top === undefined ? layout.total : (layout.width[top] ?? 0)
  const topRows = Math.floor((room - heightPx - topHeadPx) / topRowPx)
  const activeNode = flat.nodes[active]
  return (
    <div className="flame">
      <FlameHead facts={facts} path={path} onZoom={setPath} />
      <div className="flame-area">
        <div className="flame-room" ref={area}>
          <div className="flame-axis" aria-hidden="true" style={{ height: axisPx }}>
            {axisTicks(values.metric, length, inner.width).map(({ value, label }) => {
              const left = value * scale.pxPerUnit
              // A label that would leave the pane is left out; its mark says enough.
              return (
                <span key={label} style={{ left }}>
                  {left <= inner.width - labelRoomPx && (values.measured ? label : `≈ ${label}`)}
                </span>
              )
            })}
          </div>
          <div
            ref={scroller}
            className="flame-scroll"
            style={{ height: heightPx }}
            role="tree"
            tabIndex={0}
            aria-label={`Plan by ${values.metric}, ${flat.nodes.length.toLocaleString('en-US')} ${flat.nodes.length === 1 ? 'node' : 'nodes'}${
              top === undefined ? '' : `, zoomed into ${titleAt(top)}`
            }`}
            aria-activedescendant={flameItemId(active)}
            onKeyDown={onKeyDown}
            onScroll={(event) => {
              scrolled.current = event.currentTarget.scrollTop
              follow()
            }}
            onMouseMove={onMouseMove}
            onMouseLeave={() => setHovered(undefined)}
            onClick={(event) => {
              const at = pointed(event)
              if (at !== undefined) select(at)
            }}
            onDoubleClick={(event) => {
              const at = pointed(event)
              if (at !== undefined) zoomInto(at)
            }}
          >
            <div className="flame-sheet">
              <canvas ref={canvas} />
            </div>
            <FlameItems
              facts={facts}
              badges={badges}
              family={family}
              scale={scale}
              scroller={scroller}
              scrolledPx={scrolled}
              heightPx={wholePx}
              seenPx={heightPx}
              active={active}
              selected={selected}
            />
            {selected !== undefined && isBelow(layout, selected, top) && (
              <SelectedRing {...flameBox(layout, scale, selected)} />
            )}
            <FlameRing facts={facts} scale={scale} />
          </div>
          <FlameHovered facts={facts} wholeOwn={wholeOwn} tip={tip} onPlace={place} />
          {room - heightPx >= leastTopPx && (
            <FlameTop facts={facts} wholeOwn={wholeOwn} top={top} most={topRows} selected={selected} onPick={select} />
          )}
        </div>
      </div>
      <div className="plan-foot" role="status">
        {selected === undefined || !activeNode ? (
          <span className="ell">Double click or Enter zooms into a step, Escape goes back.</span>
        ) : (
          <span
            className="ell"
            title={[...flameFormulas(facts, active, wholeOwn), ...flameReasons(facts, active)].join('\n')}
          >
            <b>{nodeTitle(activeNode)}</b>{' '}
            {[...flameReasons(facts, active), ...flameFormulas(facts, active, wholeOwn)].join(' · ')}
          </span>
        )}
      </div>
    </div>
  )
}

const tipAwayPx = 14

/** Beside the pointer, on the side that has room. */
function placeTip(
  tip: HTMLElement,
  { x, y }: { readonly x: number; readonly y: number },
  room: { readonly width: number; readonly height: number },
) {
  const left =
    x + tipAwayPx + tip.offsetWidth <= room.width ? x + tipAwayPx : Math.max(0, x - tipAwayPx - tip.offsetWidth)
  const below = y + tipAwayPx + tip.offsetHeight <= room.height
  const top = below ? y + tipAwayPx : Math.max(0, y - tipAwayPx - tip.offsetHeight)
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
