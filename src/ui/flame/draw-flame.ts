import { badgeWord, isProblem, type NodeBadge } from '../plan/badges'
import type { HeatCell } from '../plan/heat'
import { nodeDetail, nodeSentence, nodeTitle } from '../plan/node-text'
import type { PictureColours } from '../plan-export/colours'
import { fitText } from '../plan-export/fit-text'
import type { Surface, TextFont, TextRuler } from '../plan-export/surface'
import { runOf } from './flame-layout'
import { type FlameBox, type FlameScale, flameBox } from './flame-view'
import { type FlameFacts, isHatched, wholeText } from './flame-words'

/** Everything that a picture of the icicle shows. */
export interface FlameScene extends FlameFacts {
  readonly badges: readonly (readonly NodeBadge[])[]
  readonly cells: readonly (HeatCell | undefined)[]
  readonly selected: number | undefined
  readonly found: ReadonlySet<number>
}

interface Drawing {
  readonly surface: Surface
  readonly colours: PictureColours
  readonly ruler: TextRuler
  readonly scale: FlameScale
}

const titleFont: TextFont = { family: 'ui', sizePx: 11, weight: 600 }
const detailFont: TextFont = { family: 'ui', sizePx: 11, weight: 400 }
const numberFont: TextFont = { family: 'mono', sizePx: 11, weight: 400 }
const estimateFont: TextFont = { ...numberFont, italic: true }

const paddingPx = 6
const gapPx = 8
/** Narrower boxes have no words. */
const leastLabelPx = 28
/** Narrower boxes than this melt with their neighbours on the screen; pictures that are kept have them all. */
const meltPx = 0.75
/** Narrower boxes show no hatching on the screen. */
const leastHatchPx = 4
/** What is thinner is still drawn so thick. */
const leastBoxPx = 1
const badgeHeightPx = 16

export interface FlameRows {
  /** Levels from the top of the whole plan; `to` is not drawn. */
  readonly from: number
  readonly to: number
}

/** Draws the rows; `melt`: boxes thinner than a pixel are drawn once for all of them, the hottest last. */
export function drawFlame(drawing: Drawing, scene: FlameScene, rows: FlameRows, melt: boolean): void {
  const { layout, cells } = scene
  const { scale } = drawing
  for (let level = rows.from; level < rows.to; level++) {
    const run = runOf(layout, level, scale.top)
    let lastPixel = Number.NaN
    let lastStep = -1
    for (let place = run.from; place < run.to; place++) {
      const at = layout.levels[place] ?? 0
      // Most nodes of a big plan end here, so nothing is made for them.
      if (melt && (layout.width[at] ?? 0) * scale.pxPerUnit < meltPx) {
        const pixel = Math.floor(((layout.start[at] ?? 0) - scale.from) * scale.pxPerUnit + scale.shiftX)
        const step = cells[at]?.step ?? 0
        if (pixel === lastPixel && step <= lastStep) continue
        lastStep = step
        lastPixel = pixel
      }
      drawNode(drawing, scene, at, flameBox(layout, scale, at), melt ? leastHatchPx : 0)
    }
  }
}

function drawNode(drawing: Drawing, scene: FlameScene, at: number, exact: FlameBox, hatchFromPx: number): void {
  const { surface, colours } = drawing
  const node = scene.flat.nodes[at]
  if (!node) return
  // A hairline on the right parts neighbours, where there is room for it.
  const width = Math.max(leastBoxPx, exact.width > 3 ? exact.width - 1 : exact.width)
  const box = { ...exact, width }
  const step = scene.cells[at]?.step ?? 0
  const ground = colours.heat[step] ?? colours.card
  surface.begin(node.id, () => nodeSentence(node, scene.metrics[at], scene.badges[at] ?? []))
  surface.box(box, { fill: ground, radius: 2 })
  if (width >= hatchFromPx && isHatched(scene, at)) {
    surface.hatch(box, colours.hatch)
    surface.box(box, { stroke: colours.edge, radius: 2, dashed: true })
  }
  drawLabel(drawing, scene, at, box, colours.heatInk[step] ?? colours.ink, ground)
  const problem = (scene.badges[at] ?? []).find(isProblem)
  if (problem && width >= 8 && width < leastLabelPx) drawCorner(drawing, box, problem)
  if (scene.found.has(at)) surface.box(box, { stroke: colours.found, strokePx: 2, radius: 2 })
  if (at === scene.selected) drawRing(drawing, box)
  surface.end()
}

/** Title and detail from the left, badges after them, the number at the right: what fits, the number first. */
function drawLabel(drawing: Drawing, scene: FlameScene, at: number, box: FlameBox, ink: string, ground: string): void {
  const { surface, ruler } = drawing
  const node = scene.flat.nodes[at]
  if (!node || box.width < leastLabelPx || box.height < 14) return
  const middle = box.y + box.height / 2
  const left = box.x + paddingPx
  let right = box.x + box.width - paddingPx
  const title = nodeTitle(node)
  const short = fitText(title, right - left, titleFont, ruler)
  if (short === undefined) return
  const hatched = isHatched(scene, at)
  const words = (text: string, x: number, font: TextFont, anchor: 'start' | 'end' = 'start') => {
    // Hatching must not run through letters.
    if (hatched) {
      const length = ruler(text, font)
      const from = anchor === 'start' ? x : x - length
      surface.box({ x: from - 2, y: middle - 7, width: length + 4, height: 14 }, { fill: ground })
    }
    surface.text(text, x, middle, { font, colour: ink, anchor })
  }
  const titleWidth = ruler(short, titleFont)
  const number = wholeText(scene, at)
  const numeric = scene.values.measured ? numberFont : estimateFont
  const numberWidth = ruler(number, numeric)
  if (short === title && left + titleWidth + gapPx + numberWidth <= right) {
    words(number, right, numeric, 'end')
    right -= numberWidth + gapPx
  }
  words(short, left, titleFont)
  if (short !== title) return
  let next = left + titleWidth + gapPx
  const badges = scene.badges[at] ?? []
  for (const badge of badges.slice(0, 2)) {
    const length = ruler(badgeWord(badge), detailFont) + 10
    if (next + length > right) break
    drawBadge(drawing, badge, next, middle)
    next += length + gapPx / 2
  }
  if (badges.length > 0) next += gapPx / 2
  const detail = nodeDetail(node)
  const cut = detail === undefined ? undefined : fitText(detail, right - next, detailFont, ruler)
  if (cut !== undefined) words(cut, next, detailFont)
}

function drawBadge({ surface, colours, ruler }: Drawing, badge: NodeBadge, x: number, middle: number): void {
  const word = badgeWord(badge)
  const width = ruler(word, detailFont) + 10
  const look = {
    plain: { fill: colours.card, ink: colours.ink2, stroke: colours.edge },
    warn: { fill: colours.warnGround, ink: colours.warn, stroke: colours.warn },
    bad: { fill: colours.badGround, ink: colours.bad, stroke: colours.bad },
  }[badge.look]
  surface.box(
    { x, y: middle - badgeHeightPx / 2, width, height: badgeHeightPx },
    { fill: look.fill, stroke: look.stroke, radius: 3 },
  )
  surface.text(word, x + 5, middle, { font: detailFont, colour: look.ink })
}

/** A problem in a box without room for words: a mark at its top. */
function drawCorner({ surface, colours }: Drawing, box: FlameBox, badge: NodeBadge): void {
  surface.box(
    { x: box.x + 2, y: box.y + 2, width: 4, height: 4 },
    { fill: badge.look === 'bad' ? colours.bad : colours.warn, stroke: colours.ground, strokePx: 1 },
  )
}

/** Thin boxes have a wider ring, so that the selected one can be found. */
function drawRing({ surface, colours }: Drawing, box: FlameBox): void {
  const width = Math.max(6, box.width)
  const ring = { x: box.width < 6 ? box.x - (width - box.width) / 2 : box.x, y: box.y, width, height: box.height }
  surface.box(ring, { stroke: colours.selected, strokePx: 2, radius: 2 })
}
