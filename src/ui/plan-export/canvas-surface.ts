import { baselinePart, fontNames, hatchAlpha, type Surface, type TextFont, type TextRuler } from './surface'

/** Spacing of hatch lines. */
const hatchPx = 6

function cssFont({ family, sizePx, weight, italic }: TextFont): string {
  return `${italic ? 'italic ' : ''}${weight} ${sizePx}px ${fontNames(family, true)}`
}

/** Draws on a canvas that is already scaled and moved. */
export function canvasSurface(context: CanvasRenderingContext2D): Surface {
  context.textBaseline = 'alphabetic'
  let font = ''
  let hatching: { readonly colour: string; readonly pattern: CanvasPattern | null } | undefined
  return {
    box({ x, y, width, height }, { fill, stroke, strokePx = 1, radius = 0, dashed = false }) {
      const rounded = radius > 0 && width > 2 * radius
      if (fill !== undefined) {
        context.fillStyle = fill
        if (rounded) {
          context.beginPath()
          context.roundRect(x, y, width, height, radius)
          context.fill()
        } else context.fillRect(x, y, width, height)
      }
      if (stroke === undefined) return
      context.strokeStyle = stroke
      context.lineWidth = strokePx
      context.setLineDash(dashed ? [3, 3] : [])
      const inset = strokePx / 2
      context.beginPath()
      const [w, h] = [Math.max(0, width - strokePx), Math.max(0, height - strokePx)]
      if (rounded) context.roundRect(x + inset, y + inset, w, h, radius)
      else context.rect(x + inset, y + inset, w, h)
      context.stroke()
      context.setLineDash([])
    },
    hatch({ x, y, width, height }, colour) {
      if (hatching?.colour !== colour) hatching = { colour, pattern: hatchPattern(context, colour) }
      if (!hatching.pattern) return
      context.fillStyle = hatching.pattern
      context.fillRect(x, y, width, height)
    },
    text(words, x, y, { font: look, colour, anchor = 'start' }) {
      const wanted = cssFont(look)
      if (wanted !== font) {
        context.font = wanted
        font = wanted
      }
      context.textAlign = anchor
      context.fillStyle = colour
      context.fillText(words, x, y + look.sizePx * baselinePart)
    },
    edge(from, to, axis, { colour, widthPx }) {
      context.strokeStyle = colour
      context.lineWidth = widthPx
      context.beginPath()
      context.moveTo(from.x, from.y)
      if (axis === 'y') {
        const between = (from.y + to.y) / 2
        context.bezierCurveTo(from.x, between, to.x, between, to.x, to.y)
      } else {
        const between = (from.x + to.x) / 2
        context.bezierCurveTo(between, from.y, between, to.y, to.x, to.y)
      }
      context.stroke()
    },
    begin: () => undefined,
    end: () => undefined,
  }
}

/**
 * Slanting lines as a pattern, in the pixels of the canvas. They lie on one grid for all boxes, so that neighbours do
 * not flicker while one scrolls.
 */
function hatchPattern(context: CanvasRenderingContext2D, colour: string): CanvasPattern | null {
  const tile = document.createElement('canvas')
  const side = Math.max(1, Math.round(hatchPx * context.getTransform().a))
  tile.width = side
  tile.height = side
  const lines = tile.getContext('2d')
  if (!lines) return null
  lines.scale(side / hatchPx, side / hatchPx)
  lines.strokeStyle = colour
  lines.globalAlpha = hatchAlpha
  lines.beginPath()
  for (const from of [-hatchPx, 0, hatchPx]) {
    // A little longer than the tile: lines of neighbours meet without a gap.
    lines.moveTo(from - 1, -1)
    lines.lineTo(from + hatchPx + 1, hatchPx + 1)
  }
  lines.stroke()
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix([hatchPx / side, 0, 0, hatchPx / side, 0, 0]))
  return pattern
}

/** Where a point is one pixel, some systems set each letter on a whole one: words become longer than they are measured. */
const wholePixels = 1.07

/** Texts remembered by the ruler; plans repeat their words. */
const mostRemembered = 20_000

/** Measures with the page's own fonts, on a canvas of its own: the one that is drawn on has a font already. */
export function canvasRuler(pixelRatio: number): TextRuler {
  const longer = pixelRatio < 2 ? wholePixels : 1
  const context = document.createElement('canvas').getContext('2d')
  const known = new Map<string, number>()
  return (words, font) => {
    const key = `${font.family}${font.sizePx}${font.weight}${words}`
    const before = known.get(key)
    if (before !== undefined) return before
    // A page without canvases measures by the letters: too wide rather than too narrow.
    if (!context) return words.length * font.sizePx * 0.7
    context.font = cssFont(font)
    const width = context.measureText(words).width * longer
    if (known.size >= mostRemembered) known.clear()
    known.set(key, width)
    return width
  }
}
