import { type PaneSize, windowOf } from './camera'
import { boxOf, edgeWidthPx } from './diagram-geometry'
import { type Camera, drawBlocks, drawEdges, drawRing, type Palette } from './draw-plan'
import type { HeatCell } from './heat'
import { edgesInView, type LevelRun, nodesInView } from './in-view'
import type { DiagramModel } from './plan-model'

/** What of the diagram is drawn as elements; the rest is on the canvas. */
export interface View {
  readonly cards: readonly number[]
  /** `full`: all that a card says. `slim`: name, detail and heat, when there are many. `none`: the canvas draws them. */
  readonly detail: 'full' | 'slim' | 'none'
  /** Row counts and remarks are drawn too. */
  readonly labels: boolean
  /** Elements stand relative to this point of the diagram. */
  readonly originX: number
  readonly originY: number
}

/** At most this many cards are elements; more of them, or smaller ones, are blocks on the canvas. */
const mostCards = 300
/** A full card has up to a dozen elements, a slim one four: so a page never has 2,000. */
const mostFullCards = 80
const leastCardScale = 0.35
const leastLabelScale = 0.5
/** Cards just outside the pane are there already when they come into view. */
const aroundPx = 160
/** Browsers lose precision millions of pixels away from 0, so the elements' origin follows the camera in such steps. */
const originStep = 8192

/** Below this scale the room between two levels is a small part of a pixel: no edge could be seen in it. */
const leastEdgeScale = 0.006

/** Edges touch cards beside their middles, by which they are found: at most so far, in the diagram's pixels. */
const anchorAroundPx = 120

/** What the camera shows. `blocks`: the runs to draw on the canvas instead of cards. */
export function viewOf(
  model: DiagramModel,
  camera: Camera,
  pane: PaneSize,
): { readonly view: View; readonly blocks: readonly LevelRun[] } {
  const { diagram } = model
  const near = camera.scale >= leastCardScale
  const runs = nodesInView(
    diagram.layout,
    diagram.breadthOf,
    windowOf(camera, diagram.direction, pane, near ? aroundPx : 0),
  )
  const count = runs.reduce((sum, run) => sum + run.to - run.from, 0)
  const asCards = near && count <= mostCards
  const cards = asCards ? runs.flatMap((run) => [...diagram.layout.levels.subarray(run.from, run.to)]) : []
  const middle = (offset: number, room: number) =>
    Math.round((room / 2 - offset) / camera.scale / originStep) * originStep
  return {
    view: {
      cards,
      detail: !asCards ? 'none' : count <= mostFullCards ? 'full' : 'slim',
      labels: count <= mostFullCards && near && diagram.direction === 'down' && camera.scale >= leastLabelScale,
      originX: middle(camera.x, pane.width),
      originY: middle(camera.y, pane.height),
    },
    blocks: asCards ? [] : runs,
  }
}

/** Colours and marks of the cards, by card. */
interface Paint {
  readonly palette: Palette
  readonly cells: readonly (HeatCell | undefined)[]
  readonly selected: number | undefined
  readonly found: ReadonlySet<number>
  readonly blocks: readonly LevelRun[]
}

/** Draws edges, and cards as blocks when they are too many or too small, in one pass over what is in view. */
export function paintDiagram(
  canvas: HTMLCanvasElement,
  model: DiagramModel,
  camera: Camera,
  pane: PaneSize,
  paint: Paint,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const ratio = globalThis.devicePixelRatio || 1
  const [width, height] = [Math.round(pane.width * ratio), Math.round(pane.height * ratio)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
    canvas.style.width = `${pane.width}px`
    canvas.style.height = `${pane.height}px`
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, pane.width, pane.height)
  const { tree, diagram, rows, mostRows } = model
  const scene = { tree, diagram, camera, palette: paint.palette }
  if (camera.scale >= leastEdgeScale) {
    const edges = edgesInView(
      diagram.layout,
      tree.parent,
      windowOf(camera, diagram.direction, pane, anchorAroundPx * camera.scale),
    )
    drawEdges(context, scene, edges, (child) => edgeWidthPx(rows[child]?.value, mostRows))
  }
  if (paint.blocks.length === 0) return
  drawBlocks(context, scene, paint.blocks, (at) => paint.cells[at]?.step ?? 0)
  for (const at of paint.found) drawRing(context, scene, at, paint.palette.found)
  if (paint.selected !== undefined) drawRing(context, scene, paint.selected, paint.palette.selected)
}

/** The card under a point of the pane, for clicks where the canvas draws the cards; `aroundPx` forgives near misses. */
export function cardAt(
  model: DiagramModel,
  camera: Camera,
  x: number,
  y: number,
  aroundPx: number,
): number | undefined {
  const { diagram, tree } = model
  const point: Camera = { scale: camera.scale, x: camera.x - x, y: camera.y - y }
  const runs = nodesInView(
    diagram.layout,
    diagram.breadthOf,
    windowOf(point, diagram.direction, { width: 0, height: 0 }, aroundPx),
  )
  const [atX, atY] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale]
  let best: number | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const run of runs) {
    for (let place = run.from; place < run.to; place++) {
      const card = diagram.layout.levels[place] ?? 0
      const box = boxOf(diagram, tree, card)
      const distance =
        Math.max(box.x - atX, atX - box.x - box.width, 0) + Math.max(box.y - atY, atY - box.y - box.height, 0)
      if (distance >= bestDistance || distance * camera.scale > aroundPx) continue
      best = card
      bestDistance = distance
    }
  }
  return best
}
