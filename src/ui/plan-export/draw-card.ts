import { badgeWord, type NodeBadge } from '../plan/badges'
import { formatCounted } from '../plan/counted-text'
import type { Box } from '../plan/diagram-geometry'
import { type HeatCell, heatWords } from '../plan/heat'
import { nodeDetail, nodeTitle } from '../plan/node-text'
import type { DiagramModel } from '../plan/plan-model'
import { stackLines, stackWord } from '../plan/stack-facts'
import { fitText } from './fit-text'
import type { PictureTools } from './picture'
import type { TextFont } from './surface'

/** A card of the diagram as the style sheet draws it, for pictures that are kept. */

const titleFont: TextFont = { family: 'ui', sizePx: 12, weight: 600 }
const detailFont: TextFont = { family: 'mono', sizePx: 11, weight: 400 }
const badgeFont: TextFont = { family: 'ui', sizePx: 11, weight: 400 }
const heatFont: TextFont = { family: 'mono', sizePx: 12, weight: 600 }

const paddingPx = 8
const linePx = 16
const badgeLinePx = 22
const leastHeatPx = 50
const heatPaddingPx = 6
/** Narrower cards have room for one badge. */
const narrowPx = 240

export interface CardLook {
  readonly cell: HeatCell | undefined
  readonly selected: boolean
  readonly found: boolean
}

/** @param card in the model's tree; @param box where it stands in the picture */
export function drawCard(tools: PictureTools, model: DiagramModel, card: number, box: Box, look: CardLook): void {
  const { surface, colours, ruler } = tools
  const node = model.flat.nodes[model.tree.node[card] ?? 0]
  if (!node) return
  const stack = model.stacks.get(card)
  const hidden = stack ? 0 : (model.tree.hidden[card] ?? 0)
  const never = node.actual?.neverExecuted === true && !stack
  const radius = 5
  if (stack) {
    for (const behind of [6, 3]) {
      surface.box(
        { ...box, x: box.x + behind, y: box.y + behind },
        { fill: colours.card, stroke: colours.border, radius },
      )
    }
  }
  const heat = look.cell && heatWords(look.cell)
  const number = heat?.text ?? '–'
  const small = heat?.detail ?? ''
  const heatWidth = Math.max(
    leastHeatPx,
    ruler(number, heatFont) + 2 * heatPaddingPx,
    ruler(small, detailFont) + 2 * heatPaddingPx,
  )
  surface.box(box, { fill: colours.card, radius })
  const heatX = box.x + box.width - heatWidth
  const step = look.cell?.step ?? 0
  const cell = { x: heatX, y: box.y + 1, width: heatWidth - 1, height: box.height - 2 }
  const fill = colours.heat[step] ?? colours.card
  // Round at the card's border, square inside.
  surface.box(cell, { fill, radius: radius - 1 })
  surface.box({ ...cell, width: radius }, { fill })
  const ink = colours.heatInk[step] ?? colours.ink
  const middle = box.y + box.height / 2
  const numberX = box.x + box.width - heatPaddingPx - 1
  const estimated = look.cell?.measured === false
  surface.text(number, numberX, small === '' ? middle : middle - 8, {
    font: { ...heatFont, italic: estimated },
    colour: ink,
    anchor: 'end',
  })
  if (small !== '') surface.text(small, numberX, middle + 7, { font: detailFont, colour: ink, anchor: 'end' })

  const ring = look.selected
    ? colours.selected
    : look.found
      ? colours.found
      : never || stack
        ? colours.edge
        : colours.border
  surface.box(box, { stroke: ring, strokePx: look.selected || look.found ? 2 : 1, radius, dashed: never })

  const rows = model.rows[card]
  const room = heatX - box.x - 2 * paddingPx
  const title = stack ? `${nodeTitle(node)} ${stackWord(stack)}` : nodeTitle(node)
  const detail = stack?.tables ?? nodeDetail(node) ?? (rows && formatCounted(rows))
  const lines = [...(detail === undefined ? [] : [detail]), ...(stack ? stackLines(stack) : [])]
  const badges = model.badges[card] ?? []
  const height = linePx * (1 + lines.length) + (badges.length > 0 ? badgeLinePx : 0) + (hidden > 0 ? badgeLinePx : 0)
  let y = middle - height / 2 + linePx / 2
  const left = box.x + paddingPx
  const write = (words: string, font: TextFont, colour: string) => {
    const cut = fitText(words, room, font, ruler)
    if (cut !== undefined) surface.text(cut, left, y, { font, colour })
    y += linePx
  }
  write(title, titleFont, never ? colours.ink2 : colours.ink)
  for (const line of lines) write(line, { ...detailFont, italic: line.startsWith('≈') }, colours.ink2)
  if (badges.length > 0) {
    y += 3
    drawBadges(tools, badges, box.width < narrowPx ? 1 : 2, left, y, room)
    y += badgeLinePx - 3
  }
  if (hidden > 0)
    surface.text(`+${hidden.toLocaleString('en-US')} folded`, left, y + 3, { font: detailFont, colour: colours.ink2 })
}

function drawBadges(
  { surface, colours, ruler }: PictureTools,
  badges: readonly NodeBadge[],
  most: number,
  left: number,
  middle: number,
  room: number,
): void {
  let x = left
  const more = badges.length - most
  const words = badges.slice(0, most).map((badge) => ({ word: badgeWord(badge), look: badge.look }))
  if (more > 0) words.push({ word: `+${more}`, look: 'plain' })
  for (const { word, look } of words) {
    const width = ruler(word, badgeFont) + 12
    if (x + width > left + room + 1) return
    const [fill, ink] = {
      plain: [colours.ground, colours.ink2] as const,
      warn: [colours.warnGround, colours.warn] as const,
      bad: [colours.badGround, colours.bad] as const,
    }[look]
    surface.box(
      { x, y: middle - 8, width, height: 16 },
      { fill, radius: 3, ...(look === 'plain' ? { stroke: colours.border } : {}) },
    )
    surface.text(word, x + 6, middle, { font: badgeFont, colour: ink })
    x += width + 4
  }
}
