import { canvasSurface } from './canvas-surface'
import type { PictureColours } from './colours'
import type { Picture } from './picture'
import type { TextRuler } from './surface'

/** Sharp on the screens of today. */
const wantedScale = 2
/** Chromium draws no larger canvas; others start to fail there too. */
const mostSidePx = 16_384
/** Four bytes each: 256 MiB. */
const mostPixels = 64 * 1024 * 1024
/** Below this letters cannot be read, so a PNG would be for nothing. */
const leastScale = 0.6

/** Scale at which a picture fits into a PNG; undefined when it could not be read then. */
export function pngScale({ width, height }: Pick<Picture, 'width' | 'height'>): number | undefined {
  const scale = Math.min(wantedScale, mostSidePx / width, mostSidePx / height, Math.sqrt(mostPixels / (width * height)))
  return scale < leastScale ? undefined : scale
}

/** Draws a picture on a canvas; `breathe` is awaited between its steps. Undefined when the browser gives no canvas so large. */
export async function pngOf(
  picture: Picture,
  scale: number,
  colours: PictureColours,
  ruler: TextRuler,
  breathe: () => Promise<void>,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(picture.width * scale)
  canvas.height = Math.floor(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.scale(scale, scale)
  context.fillStyle = colours.ground
  context.fillRect(0, 0, picture.width, picture.height)
  const surface = canvasSurface(context)
  for (const _ of picture.draw({ surface, colours, ruler })) await breathe()
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}
