import { fault } from '../errors'
import type { TextSpan } from '../text-span'

/** A part of a text that knows where it stands in the whole. */
export interface Piece {
  readonly text: string
  readonly span: TextSpan
  /** The part from `offset` on. */
  from(offset: number): Piece
  /** The part before `offset`. */
  to(offset: number): Piece
}

export function piece(whole: string, start: number, end: number): Piece {
  return {
    text: whole.slice(start, end),
    span: { start, end },
    from: (offset) => piece(whole, Math.min(start + offset, end), end),
    to: (offset) => piece(whole, start, Math.min(start + offset, end)),
  }
}

/**
 * The piece with its percent escapes read as UTF-8.
 * @throws SargableError `bad-request` with the span of an escape that is none.
 */
export function decoded(part: Piece, what: string): string {
  const bad = /%(?![0-9A-Fa-f]{2})/.exec(part.text)
  if (bad) {
    throw fault('bad-request', `The ${what} holds a "%" that starts no escape.`, {
      hint: 'Write "%" itself as %25.',
      span: part.from(bad.index).to(1).span,
    })
  }
  let text: string
  try {
    text = decodeURIComponent(part.text)
  } catch {
    throw fault('bad-request', `The escapes in the ${what} are not UTF-8.`, { span: part.span })
  }
  if (text.includes('\0')) throw fault('bad-request', `The ${what} holds a NUL character.`, { span: part.span })
  return text
}
