/**
 * Something to draw a plan on: the canvas of the page, a canvas for a PNG, or the text of an SVG. One drawing for all of
 * them, so that what is saved is what was seen.
 */

export interface SurfaceBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface TextFont {
  readonly family: 'ui' | 'mono'
  readonly sizePx: 11 | 12 | 13
  readonly weight: 400 | 600
  readonly italic?: boolean
}

export interface BoxLook {
  readonly fill?: string | undefined
  readonly stroke?: string | undefined
  readonly strokePx?: number
  readonly radius?: number
  readonly dashed?: boolean
}

export interface Surface {
  box(box: SurfaceBox, look: BoxLook): void
  /** Diagonal lines over a box: its size says less than it seems. */
  hatch(box: SurfaceBox, colour: string): void
  /** A line in words that start, or end, at `x`; `y` is the middle of the letters. */
  text(words: string, x: number, y: number, look: TextLook): void
  /** A curve between two points that leaves and arrives along one axis; straight when both ends lie on it. */
  edge(from: Point, to: Point, axis: 'x' | 'y', look: { readonly colour: string; readonly widthPx: number }): void
  /** Everything until `end` belongs to one node; `words`, made only where they are kept, tell it to those who cannot see. */
  begin(id: string, words: () => string): void
  end(): void
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface TextLook {
  readonly font: TextFont
  readonly colour: string
  readonly anchor?: 'start' | 'end'
}

/** Width of words in pixels; the same letters are measured once. */
export type TextRuler = (words: string, font: TextFont) => number

/** From the letters' middle to their base line, as a part of the size. */
export const baselinePart = 0.36

/** Hatching must not be louder than the words over it. */
export const hatchAlpha = 0.5

/** As CSS and canvases name it. The page's own fonts first; pictures open where these are not, so usual ones follow. */
export function fontNames(family: TextFont['family'], own: boolean): string {
  return family === 'ui'
    ? `${own ? '"Sargable UI", ' : ''}Inter, system-ui, "Segoe UI", Helvetica, Arial, sans-serif`
    : `${own ? '"Sargable Mono", ' : ''}"JetBrains Mono", ui-monospace, Consolas, Menlo, monospace`
}
