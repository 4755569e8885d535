import { z } from 'zod'

/** A half-open range of UTF-16 code units in the text that the field names. */
export const textSpanSchema = z
  .object({ start: z.int().nonnegative(), end: z.int().nonnegative() })
  .readonly()
  .describe('Half-open range of UTF-16 code units in the text named')
export type TextSpan = z.infer<typeof textSpanSchema>

/** Something in a text that a reader did not understand. An unknown piece is a note, never a crash. */
export const parseNoteSchema = z.object({ message: z.string(), span: textSpanSchema }).readonly()
export type ParseNote = z.infer<typeof parseNoteSchema>

/** 1-based line and column (in UTF-16 code units) of an offset, as editors count. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}
