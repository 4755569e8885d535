import { useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect } from 'react'
import { hoveredAtom } from './atoms'
import { FlameTip } from './FlameTip'
import { type FlameBox, type FlameScale, flameBox } from './flame-view'
import type { FlameFacts } from './flame-words'

/** The line round the node under the pointer: an element above the canvas, so that moving paints nothing anew. */
export function FlameRing({ facts, scale }: { readonly facts: FlameFacts; readonly scale: FlameScale }) {
  const hovered = useAtomValue(hoveredAtom)
  if (hovered === undefined || !facts.flat.nodes[hovered]) return null
  const { x, y, width, height } = flameBox(facts.layout, scale, hovered)
  return (
    <div
      className="flame-ring"
      aria-hidden="true"
      style={{ transform: `translate(${x}px, ${y}px)`, width: Math.max(leastRingPx, width), height }}
    />
  )
}

const leastRingPx = 2
/** So wide that the selected node is found where it is thinner than a line. */
const leastSelectedPx = 6

/** The line round the selected node. */
export function SelectedRing({ x, y, width, height }: FlameBox) {
  const wider = Math.max(leastSelectedPx, width)
  const left = x - (wider - width) / 2
  return (
    <div
      className="flame-ring selected"
      aria-hidden="true"
      style={{ transform: `translate(${left}px, ${y}px)`, width: wider, height }}
    />
  )
}

interface FlameHoveredProps {
  readonly facts: FlameFacts
  readonly wholeOwn: number
  readonly tip: RefObject<HTMLDivElement | null>
  /** Puts the tip beside the pointer. */
  readonly onPlace: () => void
}

/** The words for the node under the pointer. */
export function FlameHovered({ facts, wholeOwn, tip, onPlace }: FlameHoveredProps) {
  const hovered = useAtomValue(hoveredAtom)
  // The words for another node are another size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed anew for another node only
  useLayoutEffect(onPlace, [hovered])
  return hovered === undefined ? null : <FlameTip facts={facts} at={hovered} wholeOwn={wholeOwn} place={tip} />
}
