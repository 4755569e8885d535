import type { TextSpan } from '../../text-span'
import { isTrivia, TokenKind } from '../tokens'
import type { Editable } from './editable'
import type { SqlEdit } from './model'

const wordPart = /[\w$@\u0080-\uffff'"`.]/

/** Takes a piece out, with the blank before it when that leaves the neighbours apart. */
export function removal({ text, tree }: Editable, span: TextSpan): SqlEdit {
  const { tokens } = tree.code
  let start = span.start
  while (start > 0 && /\s/.test(text.charAt(start - 1))) start--
  const next = text.charAt(span.end)
  const free = next === '' || /[\s,;)]/.test(next)
  const bare = start < span.start && free && !endsLineComment(tokens.text, start)
  if (bare) return { span: { start, end: span.end }, text: '' }
  return { span, text: start === span.start && !free ? ' ' : '' }
}

/** Is there a line comment before `at` that needs its line end? Looking at the line is enough: a string may only err on the safe side. */
function endsLineComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return line.includes('--') || line.includes('#')
}

/** Replaces a piece, kept apart from words and signs that touch it. */
export function replacement({ text }: Editable, span: TextSpan, replacing: string): SqlEdit {
  const before = text.charAt(span.start - 1)
  const after = text.charAt(span.end)
  const first = replacing.charAt(0)
  const apart = (wordPart.test(before) && wordPart.test(first)) || (before === '-' && first === '-')
  const follows = wordPart.test(after) && wordPart.test(replacing.charAt(replacing.length - 1))
  return { span, text: `${apart ? ' ' : ''}${replacing}${follows ? ' ' : ''}` }
}

/** Does the statement hold comments, hints not counted? */
export function hasComments({ tree }: Editable): boolean {
  const { tokens } = tree.code
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kind(i)
    if (isTrivia(kind) && (kind === TokenKind.lineComment || kind === TokenKind.blockComment)) return true
  }
  return false
}
