import { fault } from '../../errors'
import type { SqlEdit } from './model'

/**
 * The text with all edits made; nothing outside their spans changes. Two insertions at one place stand in the order
 * given. Throws `bad-request` when edits overlap or lie outside the text.
 */
export function applyEdits(text: string, edits: readonly SqlEdit[]): string {
  const pieces: string[] = []
  let end = text.length
  // From the end, so that places before an edit stay true; put together once, because a mask has thousands of edits.
  for (const edit of orderEdits(edits).reverse()) {
    const { span } = edit
    if (span.start < 0 || span.end < span.start || span.end > text.length) {
      throw fault('bad-request', 'An edit lies outside the text.')
    }
    if (span.end > end) throw fault('bad-request', 'Two edits overlap.', { span })
    pieces.push(text.slice(span.end, end), edit.text)
    end = span.start
  }
  pieces.push(text.slice(0, end))
  return pieces.reverse().join('')
}

/** In the order of the text; insertions before a replacement that begins at the same place. */
export function orderEdits(edits: readonly SqlEdit[]): SqlEdit[] {
  // The sort is stable: insertions at one place keep their order.
  return [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
}
