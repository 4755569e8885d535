import { legendOf } from '../plan/heat'
import type { HeatMetric } from '../state/atoms'
import { fitText } from './fit-text'
import type { PictureTools } from './picture'
import type { TextFont } from './surface'

/** What stands above a picture, so that it explains itself where nobody can ask. */
export interface PictureHead {
  /** The statement on one line, or what else names the plan. */
  readonly title: string
  /** Server, numbers, date: words between dots. */
  readonly facts: readonly string[]
  /** Colours' meaning; absent where the plan has no such numbers. */
  readonly heat: HeatMetric | undefined
}

export const headPx = 60
const marginPx = 16
const titleFont: TextFont = { family: 'mono', sizePx: 12, weight: 600 }
const factsFont: TextFont = { family: 'ui', sizePx: 11, weight: 400 }
const swatch = { width: 16, height: 10 }

/** Draws the head over whatever of the picture reaches above its border. */
export function drawHead({ surface, colours, ruler }: PictureTools, head: PictureHead, width: number): void {
  surface.box({ x: 0, y: 0, width, height: headPx - 8 }, { fill: colours.ground })
  const legend = head.heat && legendOf(head.heat)
  let right = width - marginPx
  if (legend) {
    surface.text(legend.high, right, 38, { font: factsFont, colour: colours.ink2, anchor: 'end' })
    let x = right - ruler(legend.high, factsFont) - 6 - colours.heat.length * swatch.width
    const from = x
    for (const colour of colours.heat) {
      surface.box({ x, y: 33, ...swatch }, { fill: colour })
      x += swatch.width
    }
    surface.text(legend.low, from - 6, 38, { font: factsFont, colour: colours.ink2, anchor: 'end' })
    right = from - 6 - ruler(legend.low, factsFont) - 16
  }
  const title = fitText(head.title, width - 2 * marginPx, titleFont, ruler)
  if (title !== undefined) surface.text(title, marginPx, 18, { font: titleFont, colour: colours.ink })
  const facts = fitText(head.facts.join(' · '), right - marginPx, factsFont, ruler)
  if (facts !== undefined) surface.text(facts, marginPx, 38, { font: factsFont, colour: colours.ink2 })
  surface.box({ x: 0, y: headPx - 9, width, height: 1 }, { fill: colours.grid })
}

/** Narrower pictures have no room for their head. */
export const leastPictureWidth = 640
