import { type PointerEvent, type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { type PaneSize, showsAll } from './camera'
import type { Camera, Palette } from './draw-plan'
import type { HeatCell } from './heat'
import { drawMinimap, minimapSize } from './minimap'
import type { DiagramModel } from './plan-model'

/** Told by the camera itself, so that moving it renders nothing. */
export interface MinimapHandle {
  follow(camera: Camera): void
}

interface MinimapProps {
  readonly model: DiagramModel
  readonly cells: readonly (HeatCell | undefined)[]
  readonly palette: Palette
  readonly pane: PaneSize
  readonly handle: RefObject<MinimapHandle | null>
  /** The point of the diagram that shall stand in the middle of the pane. */
  readonly onMove: (x: number, y: number) => void
}

/** The whole diagram, small, with a frame round what the pane shows; press or drag moves there. Gone when all is in view. */
export function Minimap({ model, cells, palette, pane, handle, onMove }: MinimapProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { diagram } = model
  const size = useMemo(() => minimapSize(diagram, pane), [diagram, pane])

  useImperativeHandle(handle, () => ({
    follow: (camera) => {
      if (!box.current || !frame.current) return
      box.current.hidden = showsAll(camera, diagram, pane)
      const [acrossPx, downPx] = [size.width / diagram.width, size.height / diagram.height]
      const [x, y] = [(-camera.x / camera.scale) * acrossPx, (-camera.y / camera.scale) * downPx]
      const width = Math.max(leastFramePx, (pane.width / camera.scale) * acrossPx)
      const height = Math.max(leastFramePx, (pane.height / camera.scale) * downPx)
      frame.current.style.transform = `translate(${x}px, ${y}px)`
      frame.current.style.width = `${width}px`
      frame.current.style.height = `${height}px`
    },
  }))

  // After the first paint of the diagram itself: the map is a help, not the thing.
  useEffect(() => {
    const timer = setTimeout(() => canvas.current && drawMinimap(canvas.current, model, size, cells, palette))
    return () => clearTimeout(timer)
  }, [model, size, cells, palette])

  const move = (event: PointerEvent<HTMLDivElement>) => {
    const at = event.currentTarget.getBoundingClientRect()
    onMove(
      ((event.clientX - at.left - paddingPx) / size.width) * diagram.width,
      ((event.clientY - at.top - paddingPx) / size.height) * diagram.height,
    )
  }
  return (
    <div
      ref={box}
      className="plan-minimap"
      aria-hidden="true"
      hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        move(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event)
      }}
    >
      <div className="plan-minimap-view" style={{ width: size.width, height: size.height }}>
        <canvas ref={canvas} />
        <div ref={frame} className="plan-minimap-frame" />
      </div>
    </div>
  )
}

/** Border and padding of the map's box. */
const paddingPx = 5
/** A frame smaller than this could not be seen. */
const leastFramePx = 4
