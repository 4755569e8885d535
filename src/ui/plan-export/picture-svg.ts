import type { PictureColours } from './colours'
import type { Picture } from './picture'
import type { TextRuler } from './surface'
import { svgFoot, svgHead, svgSurface } from './svg-surface'

/** Fonts that stand in where Inter is not installed are wider; the widest usual one (DejaVu Sans) by about so much. */
const otherFonts = 1.15

/** Pieces of the SVG text of a picture, as they are drawn; together they are the file. */
export function* svgParts(picture: Picture, colours: PictureColours, ruler: TextRuler): Generator<string> {
  const { width, height, title, description } = picture
  yield svgHead({ width, height, title, description, background: colours.ground, hatch: colours.hatch })
  const surface = svgSurface()
  const roomy: TextRuler = (words, font) => ruler(words, font) * otherFonts
  for (const _ of picture.draw({ surface, colours, ruler: roomy })) yield surface.take()
  yield surface.take() + svgFoot
}

/** Measured: a card with words and marks is about so many bytes of SVG, a thin box of a flame a fifth of it. */
const bytesPerNode = { diagram: 1100, flame: 220 }

/** About how large the file will be; for the warning before it is made. */
export function svgBytes(nodes: number, view: 'diagram' | 'flame'): number {
  return 2000 + nodes * bytesPerNode[view]
}

/** From this size on few programs open an SVG quickly. */
export const hugeSvgBytes = 8 * 1024 * 1024
