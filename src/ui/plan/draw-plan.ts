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
/** Where the whole plan is a band of a few pixels, coarser marks show the same. */
const bandScale = 0.02
const bandMeltPx = 2

function meltOf(scale: number): number {
  return scale < bandScale ? bandMeltPx : meltPx
}
/** Below this width edges are drawn as hairlines. */
const thinnestPx = 0.5
/** Widths are drawn in such parts of a pixel. */
const widthSteps = 2
/** Smaller than this nobody sees that an edge is bent. */
const straightScale = 0.08

/**
 * Draws the edges of the runs; `widthOf` in world pixels. Edges of one width are one path, and those that would cover
 * each other on the screen are drawn once: from far away most edges are.
 */
export function drawEdges(
  context: CanvasRenderingContext2D,
  scene: Scene,
  runs: readonly LevelRun[],
  widthOf: (child: number) => number,
): void {
  const { tree, diagram, camera, palette } = scene
  const { scale } = camera
  const down = diagram.direction === 'down'
  const melt = meltOf(scale)
  context.strokeStyle = palette.edge
  const paths = new Map<number, Path2D>()
  for (const run of runs) {
    const { middle, levels } = diagram.layout
    let lastFrom = Number.NaN
    let lastTo = Number.NaN
    for (let place = run.from; place < run.to; place++) {
      const child = levels[place] ?? 0
      const parent = tree.parent[child] ?? 0
      // Middles tell which edges melt; where exactly they touch their cards matters only for those that are drawn.
      const from = (middle[parent] ?? 0) * scale
      const to = (middle[child] ?? 0) * scale
      if (Math.abs(from - lastFrom) < melt && Math.abs(to - lastTo) < melt) continue
      lastFrom = from
      lastTo = to
      const ends = edgeEnds(diagram.direction, boxOf(diagram, tree, parent), boxOf(diagram, tree, child))
      const fromX = ends.fromX * scale + camera.x
      const fromY = ends.fromY * scale + camera.y
      const toX = ends.toX * scale + camera.x
      const toY = ends.toY * scale + camera.y
      const width = Math.max(thinnestPx, Math.round(widthOf(child) * scale * widthSteps) / widthSteps)
      let path = paths.get(width)
      if (!path) {
        path = new Path2D()
        paths.set(width, path)
      }
      path.moveTo(fromX, fromY)
      if (scale < straightScale || Math.abs(down ? fromX - toX : fromY - toY) < meltPx) path.lineTo(toX, toY)
      else if (down) {
        const between = (fromY + toY) / 2
        path.bezierCurveTo(fromX, between, toX, between, toX, toY)
      } else {
        const between = (fromX + toX) / 2
        path.bezierCurveTo(between, fromY, between, toY, toX, toY)
      }
    }
  }
  for (const [width, path] of paths) {
    context.lineWidth = width
    context.stroke(path)
  }
}

/** From this height on a card on the canvas has a border. */
const borderFromPx = 5
const ringPx = 2

/** Draws cards as blocks with their heat: the far view, without text. Blocks of one colour are one path. */
export function drawBlocks(
  context: CanvasRenderingContext2D,
  scene: Scene,
  runs: readonly LevelRun[],
  stepOf: (at: number) => number,
): void {
  const { diagram, camera, palette } = scene
  const { scale } = camera
  const down = diagram.direction === 'down'
  const melt = meltOf(scale)
  const { middle, levels, levelStart } = diagram.layout
  const [offset, away] = down ? [camera.x, camera.y] : [camera.y, camera.x]
  const bodies = new Path2D()
  const heats = new Map<number, Path2D>()
  const small = diagram.cardHeight(0) * scale < borderFromPx
  for (const run of runs) {
    const level = (levelStart[run.level] ?? 0) * scale + away
    let last = Number.NaN
    let lastStep = -1
    for (let place = run.from; place < run.to; place++) {
      const at = levels[place] ?? 0
      const breadth = diagram.breadthOf(at)
      const position = ((middle[at] ?? 0) - breadth / 2) * scale + offset
      const step = stepOf(at)
      // A hot card is never hidden by the calm ones it melts with.
      const melts = position - last < melt
      if (melts && step <= lastStep) continue
      lastStep = step
      if (!melts) last = position
      const width = Math.max(melt, diagram.cardWidth * scale)
      const height = Math.max(melt, diagram.cardHeight(at) * scale)
      const [x, y] = down ? [position, level] : [level, position]
      let heat = heats.get(step)
      if (step > 0 && !heat) {
        heat = new Path2D()
        heats.set(step, heat)
      }
      if (small) {
        ;(heat ?? bodies).rect(x, y, width, height)
        continue
      }
      bodies.rect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width) - 1, Math.round(height) - 1)
      heat?.rect(x + width * 0.7, y, width * 0.3, height)
    }
  }
  context.fillStyle = small ? palette.border : palette.card
  context.fill(bodies)
  // Colder first, so that a hot block covers what it melts with.
  for (const [step, path] of [...heats].sort(([a], [b]) => a - b)) {
    context.fillStyle = palette.heat[step] ?? palette.card
    context.fill(path)
  }
  if (small) return
  context.strokeStyle = palette.border
  context.lineWidth = 1
  context.stroke(bodies)
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
