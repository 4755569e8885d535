/** One element of an SVG text. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const piece = /<\?xml[^?]*\?>|<(\/?)([A-Za-z]+)((?: [A-Za-z:-]+="[^"<]*")*)(\/?)>|([^<&]|&(?:amp|lt|gt|quot);)+/y

/** All elements in order; throws where the text is not well-formed XML. Written apart from what writes the SVG. */
export function svgElements(text: string): SvgElement[] {
  const open: string[] = []
  const found: SvgElement[] = []
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const at = piece.lastIndex
    const match = piece.exec(text)
    if (!match) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 80)}`)
    const [, end, name, attributes, single] = match
    if (name === undefined) continue
    if (end === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing at ${at}`)
      continue
    }
    const pairs = [...(attributes ?? '').matchAll(/ ([A-Za-z:-]+)="([^"]*)"/g)]
    if (new Set(pairs.map(([, key]) => key)).size !== pairs.length)
      throw new Error(`an attribute stands twice at ${at}`)
    found.push({ name, attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, value])) })
    if (single !== '/') open.push(name)
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} is not closed`)
  return found
}
