import { select } from 'd3-selection'
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom'
import { type RefObject, useEffect, useRef } from 'react'
import type { Camera } from './draw-plan'

export interface PanZoom {
  /** Moves the camera; the change comes back through `onCamera`. */
  moveTo(camera: Camera): void
  zoomBy(factor: number): void
}

export interface PanZoomLimits {
  readonly leastScale: number
  /** Size of what is looked at, in its own pixels; some of it always stays in view. */
  readonly width: number
  readonly height: number
}

const mostScale = 4
/** So much of the drawing stays in the pane however far one pans. */
const keptPx = 96

/**
 * Pan by dragging, zoom by wheel or pinch on the element. `onCamera` is called once per frame at most, with the newest
 * camera and whether the person moved it, not the program. Nothing here is React state: a moving camera must not render components.
 */
export function usePanZoom(
  ref: RefObject<HTMLElement | null>,
  limits: PanZoomLimits,
  onCamera: (camera: Camera, byPerson: boolean) => void,
): RefObject<PanZoom | null> {
  const handle = useRef<PanZoom | null>(null)
  const latest = useRef(onCamera)
  const behavior = useRef<ZoomBehavior<HTMLElement, unknown> | null>(null)
  useEffect(() => {
    latest.current = onCamera
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let frame = 0
    let camera: Camera = { scale: 1, x: 0, y: 0 }
    let byPerson = false
    const own = zoom<HTMLElement, unknown>()
      .clickDistance(4)
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        camera = { scale: event.transform.k, x: event.transform.x, y: event.transform.y }
        byPerson ||= event.sourceEvent !== null && event.sourceEvent !== undefined
        if (frame !== 0) return
        frame = requestAnimationFrame(() => {
          frame = 0
          latest.current(camera, byPerson)
          byPerson = false
        })
      })
    behavior.current = own
    const selection = select<HTMLElement, unknown>(element)
    selection.call(own).on('dblclick.zoom', null)
    handle.current = {
      moveTo: ({ scale, x, y }) => own.transform(selection, zoomIdentity.translate(x, y).scale(scale)),
      zoomBy: (factor) => own.scaleBy(selection, factor),
    }
    return () => {
      cancelAnimationFrame(frame)
      selection.on('.zoom', null)
      handle.current = null
    }
  }, [ref])
  const { leastScale, width, height } = limits
  useEffect(() => {
    behavior.current?.scaleExtent([leastScale, mostScale]).constrain((transform, [[left, top], [right, bottom]]) => {
      const x = between(transform.x, left + keptPx - width * transform.k, right - keptPx)
      const y = between(transform.y, top + keptPx - height * transform.k, bottom - keptPx)
      return zoomIdentity.translate(x, y).scale(transform.k)
    })
  }, [leastScale, width, height])
  return handle
}

function between(value: number, low: number, high: number): number {
  return Math.max(Math.min(low, high), Math.min(Math.max(low, high), value))
}
