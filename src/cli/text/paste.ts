import type { PasteDocument } from '../../core/paste/model'
import { lineAndColumn } from '../../core/text-span'

/** The parts of a pasted text for a terminal, one line each. */
export function pasteText(document: PasteDocument, source: string): string {
  const lines = document.parts.map((part) => {
    const { line, column } = lineAndColumn(source, part.span.start)
    const facts = Object.entries(part.facts).map(([name, value]) => `${name} ${value}`)
    return [`${line}:${column}`, part.kind, part.format ?? part.dialect ?? '', facts.join(', ')]
      .filter(Boolean)
      .join('  ')
  })
  return `${lines.join('\n')}\n`
}
