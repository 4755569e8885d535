import type { PaneSize } from './camera'
import { boxOf, type DiagramGeometry } from './diagram-geometry'
import type { Palette } from './draw-plan'
import type { HeatCell } from './heat'
import type { DiagramModel } from './plan-model'

const widestPx = 192
const highestPx = 112
const narrowestPx = 64
const lowestPx = 40

/** The map takes at most this part of the pane each way. */
const mostOfPane = 0.3

/** Size of the map: the diagram's shape, but never a hairline, and small in a small pane. */
export function minimapSize(diagram: Pick<DiagramGeometry, 'width' | 'height'>, pane: PaneSize): PaneSize {
  const scale = Math.min(
    Math.min(widestPx, pane.width * mostOfPane) / Math.max(1, diagram.width),
    Math.min(highestPx, pane.height * mostOfPane) / Math.max(1, diagram.height),
  )
  return {
    width: Math.round(Math.max(narrowestPx, diagram.width * scale)),
    height: Math.round(Math.max(lowestPx, diagram.height * scale)),
  }
}

/** Smaller blocks could not be seen. */
const leastBlockPx = 1.5

/** Draws every card as a block, hot ones in their colour; those that share a pixel are drawn once, the hottest. */
export function drawMinimap(
  canvas: HTMLCanvasElement,
  model: DiagramModel,
  size: PaneSize,
  cells: readonly (HeatCell | undefined)[],
  palette: Palette,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const ratio = globalThis.devicePixelRatio || 1
  canvas.width = size.width * ratio
  canvas.height = size.height * ratio
  canvas.style.width = `${size.width}px`
  canvas.style.height = `${size.height}px`
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const { diagram, tree } = model
  const [acrossPx, downPx] = [size.width / diagram.width, size.height / diagram.height]
  const { levels } = diagram.layout
  let lastX = Number.NaN
  let lastY = Number.NaN
  let lastStep = -1
  for (let place = 0; place < levels.length; place++) {
    const card = levels[place] ?? 0
    const box = boxOf(diagram, tree, card)
    const [x, y] = [box.x * acrossPx, box.y * downPx]
    const step = cells[card]?.step ?? 0
    const same = Math.abs(x - lastX) < 1 && Math.abs(y - lastY) < 1
    if (same && step <= lastStep) continue
    if (!same) {
      lastX = x
      lastY = y
    }
    lastStep = step
    context.fillStyle = step > 0 ? (palette.heat[step] ?? palette.border) : palette.border
    context.fillRect(x, y, Math.max(leastBlockPx, box.width * acrossPx), Math.max(leastBlockPx, box.height * downPx))
  }
}
