import type { Ruler, RulerPart } from './ruler'

/** How many pixels the words in a part of the bar need; measured on the drawn bars. */

const characterPx = 7.3
/** Longer names are cut. */
const longestName = 12
/** Mark, borders and padding. */
const aroundNamePx = 33
const aroundBytesPx = 7

/** Looks and marks that take more room than a plain part with a mark of one character. */
function extraPx(part: RulerPart): number {
  const look = part.look === 'edges' || part.look === 'checked' ? 6 : 0
  return look + (part.mark === '[ ]' ? 10 : part.mark === '⋈' ? 4 : 0)
}

/** Least width at which the mark and the name can be read. */
export function leastPartPx(part: RulerPart): number {
  return aroundNamePx + extraPx(part) + characterPx * Math.min(part.name.length, longestName)
}

/** Width from which the bytes stand beside the name; narrower parts tell them in their tooltip only. */
export function roomForBytesPx(part: RulerPart): number {
  if (part.bytes === undefined) return leastPartPx(part)
  return leastPartPx(part) + aroundBytesPx + characterPx * (String(part.bytes).length + 2)
}

/** Least widths for a ruler: names with their bytes where every bar has the room, else names alone. */
export function leastPartsOf(ruler: Ruler, availablePx: number): (part: RulerPart) => number {
  const fits = ruler.bars.every((bar) => bar.parts.reduce((sum, part) => sum + roomForBytesPx(part), 0) <= availablePx)
  return fits ? roomForBytesPx : leastPartPx
}
