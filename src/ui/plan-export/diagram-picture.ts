import { type PaneSize, windowOf } from '../plan/camera'
import type { CardHeat } from '../plan/card-heat'
import { formatCounted } from '../plan/counted-text'
import { type Box, boxOf, edgeEnds, edgeWidthPx } from '../plan/diagram-geometry'
import type { Camera } from '../plan/draw-plan'
import { edgeLabelPlace } from '../plan/edge-label-place'
import type { FlatMetrics } from '../plan/flat-plan'
import { edgesInView, type LevelRun, nodesInView } from '../plan/in-view'
import { nodeSentence } from '../plan/node-text'
import type { DiagramModel } from '../plan/plan-model'
import { drawCard } from './draw-card'
import type { Picture, PictureTools } from './picture'
import { drawHead, headPx, leastPictureWidth, type PictureHead } from './picture-head'
import type { TextFont } from './surface'

interface DiagramPictureInput {
  readonly model: DiagramModel
  readonly metrics: FlatMetrics
  readonly heat: CardHeat
  readonly head: PictureHead
  /** By card. */
  readonly selected: number | undefined
  readonly found: ReadonlySet<number>
  /** Only what this camera shows; without one the whole. */
  readonly seen: { readonly camera: Camera; readonly pane: PaneSize } | undefined
}

const marginPx = 16
/** Remarks beside the cards, when there are any. */
const remarkWidth = 270
const remarkAwayPx = 44
/** Edges reach beside the middles by which they are found. */
const aroundPx = 120
/** Cards and edges between two breaths of the page. */
const atOnce = 400
const labelFont: TextFont = { family: 'mono', sizePx: 11, weight: 400 }
const remarkFont: TextFont = { family: 'ui', sizePx: 12, weight: 400 }

/** The diagram as a picture, with the geometry of the screen at its own size. */
export function diagramPicture(input: DiagramPictureInput): Picture {
  const { model, seen } = input
  const { diagram } = model
  const extra = model.remarks.size > 0 ? remarkWidth : 0
  const area: Box = seen
    ? {
        x: -seen.camera.x / seen.camera.scale,
        y: -seen.camera.y / seen.camera.scale,
        width: seen.pane.width / seen.camera.scale,
        height: seen.pane.height / seen.camera.scale,
      }
    : {
        x: -marginPx,
        y: -marginPx,
        width: diagram.width + extra + 2 * marginPx,
        height: diagram.height + 2 * marginPx + 8,
      }
  const camera = { scale: 1, x: -area.x, y: -area.y }
  const pane = { width: area.width, height: area.height }
  const cards = placesOf(
    model,
    nodesInView(diagram.layout, diagram.breadthOf, windowOf(camera, diagram.direction, pane, 0)),
  )
  const edges = placesOf(
    model,
    edgesInView(diagram.layout, model.tree.parent, windowOf(camera, diagram.direction, pane, aroundPx)),
  )
  const width = Math.max(leastPictureWidth, Math.ceil(area.width))
  return {
    width,
    height: Math.ceil(area.height) + headPx,
    title: input.head.title,
    description: `Plan as a diagram. ${input.head.facts.join(', ')}.`,
    nodes: cards.length,
    *draw(tools) {
      const place = (box: Box): Box => ({ ...box, x: box.x - area.x, y: box.y - area.y + headPx })
      let drawn = 0
      for (const child of edges) {
        drawEdge(tools, model, child, area)
        if (++drawn % atOnce === 0) yield
      }
      if (diagram.direction === 'down') for (const card of cards) drawLabels(tools, model, card, area)
      for (const card of cards) {
        const node = model.flat.nodes[model.tree.node[card] ?? 0]
        if (!node) continue
        const at = model.tree.node[card] ?? 0
        tools.surface.begin(node.id, () => nodeSentence(node, input.metrics[at], model.badges[card] ?? []))
        drawCard(tools, model, card, place(boxOf(diagram, model.tree, card)), {
          cell: input.heat.cells[card],
          selected: card === input.selected,
          found: input.found.has(card),
        })
        tools.surface.end()
        if (++drawn % atOnce === 0) yield
      }
      drawHead(tools, input.head, width)
    },
  }
}

function placesOf(model: DiagramModel, runs: readonly LevelRun[]): number[] {
  const cards: number[] = []
  for (const run of runs) {
    for (let place = run.from; place < run.to; place++) cards.push(model.diagram.layout.levels[place] ?? 0)
  }
  return cards
}

function drawEdge({ surface, colours }: PictureTools, model: DiagramModel, child: number, area: Box): void {
  const { diagram, tree } = model
  const ends = edgeEnds(diagram.direction, boxOf(diagram, tree, tree.parent[child] ?? 0), boxOf(diagram, tree, child))
  surface.edge(
    { x: ends.fromX - area.x, y: ends.fromY - area.y + headPx },
    { x: ends.toX - area.x, y: ends.toY - area.y + headPx },
    diagram.direction === 'down' ? 'y' : 'x',
    { colour: colours.edge, widthPx: edgeWidthPx(model.rows[child]?.value, model.mostRows) },
  )
}

/** The rows beside the edge above a card, and the remark beside the card. */
function drawLabels({ surface, colours, ruler }: PictureTools, model: DiagramModel, card: number, area: Box): void {
  const rows = model.rows[card]
  const place = edgeLabelPlace(model, card)
  if (rows && place) {
    const words = formatCounted(rows)
    const length = ruler(words, labelFont)
    const x = place.x - area.x
    const middle = place.middle - area.y + headPx
    const from = place.anchor === 'start' ? x : x - length
    surface.box({ x: from - 3, y: middle - 8, width: length + 6, height: 16 }, { fill: colours.ground })
    surface.text(words, x, middle, {
      font: { ...labelFont, italic: !rows.measured },
      colour: colours.ink2,
      anchor: place.anchor,
    })
  }
  const note = model.remarks.get(card)
  if (!note) return
  const box = boxOf(model.diagram, model.tree, card)
  const x = box.x + box.width + remarkAwayPx - area.x
  const lines = [...(note.head ? [note.head.text] : []), ...note.lines]
  let y = box.y - area.y + headPx + box.height / 2 - (lines.length * 16) / 2 + 8
  surface.box({ x: x - 32, y: box.y - area.y + headPx + box.height / 2, width: 24, height: 1 }, { fill: colours.edge })
  lines.forEach((line, place) => {
    const isHead = note.head !== undefined && place === 0
    surface.text(line, x, y, {
      font: { ...remarkFont, weight: isHead ? 600 : 400, italic: line.startsWith('≈') },
      colour: isHead && note.head?.look === 'bad' ? colours.bad : colours.ink2,
    })
    y += 16
  })
}
