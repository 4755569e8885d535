import { fault } from '../../errors'
import type { SqlEdit } from './model'

/**
 * The text with all edits made; nothing outside their spans changes. Two insertions at one place stand in the order
 * given. Throws `bad-request` when edits overlap or lie outside the text.
 */
export function applyEdits(text: string, edits: readonly SqlEdit[]): string {
  const ordered = orderEdits(edits)
  let before = text.length
  let result = text
  for (let i = ordered.length - 1; i >= 0; i--) {
    const edit = ordered[i]
    if (edit === undefined) continue
    const { start, end } = edit.span
    if (start < 0 || end < start || end > text.length) throw fault('bad-request', 'An edit lies outside the text.')
    if (end > before) throw fault('bad-request', 'Two edits overlap.', { span: edit.span })
    result = result.slice(0, start) + edit.text + result.slice(end)
    before = start
  }
  return result
}

/** In the order of the text; insertions before a replacement that begins at the same place. */
export function orderEdits(edits: readonly SqlEdit[]): SqlEdit[] {
  // The sort is stable: insertions at one place keep their order.
  return [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
}
