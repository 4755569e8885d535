import { boxOf, type DiagramGeometry, edgeEnds, type TreeShape } from './diagram-geometry'
import type { LevelRun } from './in-view'

/** Colours of the theme, as the canvas needs them. */
export interface Palette {
  readonly card: string
  readonly border: string
  readonly edge: string
  readonly selected: string
  readonly found: string
  readonly heat: readonly string[]
}

/** Screen = world × scale + offset. */
export interface Camera {
  readonly scale: number
  readonly x: number
  readonly y: number
}

interface Scene {
  readonly tree: TreeShape
  readonly diagram: DiagramGeometry
  readonly camera: Camera
  readonly palette: Palette
}

/** Nearer together than this on the screen, neighbours melt into one mark: a far view costs pixels, not nodes. */
const meltPx = 1
/** Below this width edges are drawn as hairlines. */
const thinnestPx = 0.5

/** Draws the edges of the runs; `widthOf` in world pixels. */
export function drawEdges(
  context: CanvasRenderingContext2D,
  scene: Scene,
  runs: readonly LevelRun[],
  widthOf: (child: number) => number,
): void {
  const { tree, diagram, camera, palette } = scene
  const { scale } = camera
  const down = diagram.direction === 'down'
  context.strokeStyle = palette.edge
  for (const run of runs) {
    let lastFrom = Number.NaN
    let lastTo = Number.NaN
    for (let place = run.from; place < run.to; place++) {
      const child = diagram.layout.levels[place] ?? 0
      const parent = tree.parent[child] ?? 0
      const ends = edgeEnds(diagram.direction, boxOf(diagram, tree, parent), boxOf(diagram, tree, child))
      const fromX = ends.fromX * scale + camera.x
      const fromY = ends.fromY * scale + camera.y
      const toX = ends.toX * scale + camera.x
      const toY = ends.toY * scale + camera.y
      const from = down ? fromX : fromY
      const to = down ? toX : toY
      if (Math.abs(from - lastFrom) < meltPx && Math.abs(to - lastTo) < meltPx) continue
      lastFrom = from
      lastTo = to
      context.lineWidth = Math.max(thinnestPx, widthOf(child) * scale)
      context.beginPath()
      context.moveTo(fromX, fromY)
      if (Math.abs(from - to) < meltPx) context.lineTo(toX, toY)
      else if (down) {
        const between = (fromY + toY) / 2
        context.bezierCurveTo(fromX, between, toX, between, toX, toY)
      } else {
        const between = (fromX + toX) / 2
        context.bezierCurveTo(between, fromY, between, toY, toX, toY)
      }
      context.stroke()
    }
  }
}

/** From this height on a card on the canvas has a border. */
const borderFromPx = 5
const ringPx = 2

/** Draws cards as blocks with their heat: the far view, without text. */
export function drawBlocks(
  context: CanvasRenderingContext2D,
  scene: Scene,
  runs: readonly LevelRun[],
  stepOf: (at: number) => number,
): void {
  const { tree, diagram, camera, palette } = scene
  const { scale } = camera
  const down = diagram.direction === 'down'
  for (const run of runs) {
    let last = Number.NaN
    let lastStep = -1
    for (let place = run.from; place < run.to; place++) {
      const at = diagram.layout.levels[place] ?? 0
      const box = boxOf(diagram, tree, at)
      const x = box.x * scale + camera.x
      const y = box.y * scale + camera.y
      const step = stepOf(at)
      const position = down ? x : y
      // A hot card is never hidden by the calm ones it melts with.
      if (position - last < meltPx && step <= lastStep) continue
      lastStep = position - last < meltPx ? Math.max(step, lastStep) : step
      last = position
      const width = Math.max(meltPx, box.width * scale)
      const height = Math.max(meltPx, box.height * scale)
      context.fillStyle = step > 0 ? (palette.heat[step] ?? palette.card) : palette.card
      if (step > 0 && height >= borderFromPx) {
        context.fillStyle = palette.card
        context.fillRect(x, y, width, height)
        context.fillStyle = palette.heat[step] ?? palette.card
        context.fillRect(x + width * 0.7, y, width * 0.3, height)
      } else context.fillRect(x, y, width, height)
      if (height >= borderFromPx) {
        context.strokeStyle = palette.border
        context.lineWidth = 1
        context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width) - 1, Math.round(height) - 1)
      } else if (step === 0) {
        context.fillStyle = palette.border
        context.fillRect(x, y, width, height)
      }
    }
  }
}

/** A ring round one card on the canvas; at least a few pixels, so that it can be found from far away. */
export function drawRing(context: CanvasRenderingContext2D, scene: Scene, at: number, colour: string): void {
  const box = boxOf(scene.diagram, scene.tree, at)
  const { scale, x, y } = scene.camera
  const width = Math.max(6, box.width * scale)
  const height = Math.max(6, box.height * scale)
  context.strokeStyle = colour
  context.lineWidth = ringPx
  context.strokeRect(box.x * scale + x - 1, box.y * scale + y - 1, width + 2, height + 2)
}
