import { drawFlame, type FlameScene } from '../flame/draw-flame'
import { axisTicks } from '../flame/flame-axis'
import { levelsBelow, runOf } from '../flame/flame-layout'
import { rowHeightPx, scaleOf } from '../flame/flame-view'
import type { Picture } from './picture'
import { drawHead, headPx, leastPictureWidth, type PictureHead } from './picture-head'
import type { TextFont } from './surface'

interface FlamePictureInput {
  readonly scene: FlameScene
  readonly head: PictureHead
  /** Only what is in view; without it the whole plan. */
  readonly seen:
    | {
        readonly top: number | undefined
        readonly widthPx: number
        readonly heightPx: number
        readonly scrolledPx: number
      }
    | undefined
}

const marginPx = 16
const axisPx = 24
/** Width of the whole plan: a page in landscape at 96 dots per inch, and more for many nodes. */
const usualWidthPx = 1400
const largestWidthPx = 6000
const nodesForMore = 2000
/** Rows of a picture are as high as there is no pane to fit into. */
const usualRoomPx = 900
const axisFont: TextFont = { family: 'mono', sizePx: 11, weight: 400 }
/** Rows between two breaths of the page. */
const rowsAtOnce = 4

/** The icicle as a picture. The whole one has every node, however thin. */
export function flamePicture({ scene, head, seen }: FlamePictureInput): Picture {
  const { layout, values } = scene
  const top = seen?.top
  const levels = levelsBelow(layout, top)
  const many = layout.level.length > nodesForMore
  const body = Math.round(seen?.widthPx ?? (many ? largestWidthPx : usualWidthPx))
  const rowPx = rowHeightPx(levels, seen?.heightPx ?? usualRoomPx)
  const scale = scaleOf(layout, top, body, rowPx)
  const first = seen ? Math.floor(seen.scrolledPx / rowPx) : 0
  const last = seen ? Math.min(levels, Math.ceil((seen.scrolledPx + seen.heightPx) / rowPx)) : levels
  const width = Math.max(leastPictureWidth, body + 2 * marginPx)
  let nodes = 0
  for (let level = scale.topLevel + first; level < scale.topLevel + last; level++) {
    const run = runOf(layout, level, top)
    nodes += run.to - run.from
  }
  const length = top === undefined ? layout.total : (layout.width[top] ?? 0)
  return {
    width,
    height: headPx + axisPx + (last - first) * rowPx + marginPx,
    title: head.title,
    description: `Plan as a flame graph by ${values.metric}. ${head.facts.join(', ')}.`,
    nodes,
    *draw(tools) {
      const { surface, colours } = tools
      for (const { value, label } of axisTicks(values.metric, length, body)) {
        const x = marginPx + value * scale.pxPerUnit
        surface.box({ x, y: headPx + 2, width: 1, height: 16 }, { fill: colours.border })
        if (x < width - 80) {
          surface.text(values.measured ? label : `≈ ${label}`, x + 5, headPx + 10, {
            font: axisFont,
            colour: colours.ink3,
          })
        }
      }
      const left = marginPx
      const shiftY = headPx + axisPx - first * rowPx
      const moved = { ...tools, scale: { ...scale, shiftX: left, shiftY } }
      for (let row = first; row < last; row += rowsAtOnce) {
        const from = scale.topLevel + row
        drawFlame(moved, scene, { from, to: Math.min(scale.topLevel + last, from + rowsAtOnce) }, false)
        yield
      }
      drawHead(tools, head, width)
    },
  }
}
