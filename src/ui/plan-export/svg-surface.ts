import { baselinePart, fontNames, hatchAlpha, type Surface, type TextFont } from './surface'

/** The drawing as SVG text, in pieces: a picture of 20,000 nodes is never one growing string. */
export interface SvgSurface extends Surface {
  /** What was drawn since the last call. */
  take(): string
}

export interface SvgHead {
  readonly width: number
  readonly height: number
  /** Name of the picture, for screen readers and file managers. */
  readonly title: string
  readonly description: string
  readonly background: string
  readonly hatch: string
}

const fontClasses: readonly { readonly name: string; readonly family: TextFont['family'] }[] = [
  { name: 'u', family: 'ui' },
  { name: 'm', family: 'mono' },
]

/** Everything before the drawing. Styles are plain classes, so that editors of vector pictures understand them. */
export function svgHead({ width, height, title, description, background, hatch }: SvgHead): string {
  const fonts = fontClasses.map(({ name, family }) => `.${name}{font-family:${fontNames(family, false)}}`).join('')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shortNumber(width)}" height="${shortNumber(height)}" `,
    `viewBox="0 0 ${shortNumber(width)} ${shortNumber(height)}" role="img" aria-labelledby="t d">\n`,
    `<title id="t">${escapeXml(title)}</title>\n<desc id="d">${escapeXml(description)}</desc>\n`,
    `<style>${escapeXml(fonts)}text{white-space:pre;font-variant-ligatures:none}.e{text-anchor:end}.b{font-weight:600}.i{font-style:italic}</style>\n`,
    '<defs><pattern id="h" width="6" height="6" patternUnits="userSpaceOnUse">',
    `<path d="M0 0L6 6M-3 3L3 9M3 -3L9 3" stroke="${escapeXml(hatch)}" stroke-opacity="${hatchAlpha}" stroke-width="1" fill="none"/></pattern></defs>\n`,
    `<rect width="100%" height="100%" fill="${escapeXml(background)}"/>\n`,
  ].join('')
}

export const svgFoot = '</svg>\n'

export function svgSurface(): SvgSurface {
  let written: string[] = []
  const write = (text: string) => written.push(text)
  return {
    box({ x, y, width, height }, { fill, stroke, strokePx = 1, radius = 0, dashed = false }) {
      const inset = stroke === undefined ? 0 : strokePx / 2
      const round = radius > 0 && width > 2 * radius ? ` rx="${radius}"` : ''
      const line =
        stroke === undefined
          ? ''
          : ` stroke="${escapeXml(stroke)}" stroke-width="${shortNumber(strokePx)}"${dashed ? ' stroke-dasharray="3 3"' : ''}`
      write(
        `<rect x="${shortNumber(x + inset)}" y="${shortNumber(y + inset)}" width="${shortNumber(Math.max(0, width - 2 * inset))}" ` +
          `height="${shortNumber(Math.max(0, height - 2 * inset))}"${round} fill="${fill === undefined ? 'none' : escapeXml(fill)}"${line}/>`,
      )
    },
    hatch({ x, y, width, height }) {
      write(
        `<rect x="${shortNumber(x)}" y="${shortNumber(y)}" width="${shortNumber(width)}" height="${shortNumber(height)}" fill="url(#h)"/>`,
      )
    },
    text(words, x, y, { font, colour, anchor = 'start' }) {
      const classes = [
        font.family === 'ui' ? 'u' : 'm',
        anchor === 'end' ? 'e' : '',
        font.weight === 600 ? 'b' : '',
        font.italic ? 'i' : '',
      ]
      write(
        `<text class="${classes.filter(Boolean).join(' ')}" x="${shortNumber(x)}" y="${shortNumber(y + font.sizePx * baselinePart)}" ` +
          `font-size="${font.sizePx}" fill="${escapeXml(colour)}">${escapeXml(words)}</text>`,
      )
    },
    edge(from, to, axis, { colour, widthPx }) {
      const [fromX, fromY, toX, toY] = [from.x, from.y, to.x, to.y].map(shortNumber)
      const between = shortNumber(axis === 'y' ? (from.y + to.y) / 2 : (from.x + to.x) / 2)
      const curve = axis === 'y' ? `${fromX} ${between} ${toX} ${between}` : `${between} ${fromY} ${between} ${toY}`
      write(
        `<path d="M${fromX} ${fromY}C${curve} ${toX} ${toY}" fill="none" stroke="${escapeXml(colour)}" stroke-width="${shortNumber(widthPx)}"/>\n`,
      )
    },
    begin(id, words) {
      write(`<g data-node="${escapeXml(id)}"><title>${escapeXml(words())}</title>`)
    },
    end() {
      write('</g>\n')
    },
    take() {
      const text = written.join('')
      written = []
      return text
    },
  }
}

/** Three decimals are a thousandth of a pixel. */
function shortNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

/** Characters that XML 1.0 does not allow at all, also not as references: servers may print them in literals. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const special = /[&<>"]/
const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for an XML element or attribute. */
export function escapeXml(text: string): string {
  const allowed = text.replace(forbidden, '\ufffd')
  return special.test(allowed) ? allowed.replace(/[&<>"]/g, (letter) => names[letter] ?? letter) : allowed
}
