import type { TextSpan } from '../../core/text-span'
import type { FlatPlan } from './flat-plan'

/** Lines of a text with their places in it, and which plan node each belongs to. */

export interface TextLines {
  readonly text: string
  /** Offset of each line's first character; one more entry for the end of the text. */
  readonly starts: Int32Array
}

/** Splits at line feeds; a last line feed opens no further line. */
export function linesOf(text: string): TextLines {
  const starts: number[] = [0]
  for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1)
  }
  starts.push(text.length)
  return { text, starts: Int32Array.from(starts) }
}

export function lineCount(lines: TextLines): number {
  return lines.starts.length - 1
}

/** A line without its line break. */
export function lineText(lines: TextLines, line: number): string {
  return lines.text.slice(lines.starts[line] ?? 0, lines.starts[line + 1] ?? 0).replace(/\r?\n$/, '')
}

/** The line that holds an offset. */
export function lineAt(lines: TextLines, offset: number): number {
  let low = 0
  let high = lineCount(lines) - 1
  while (low < high) {
    const between = (low + high + 1) >> 1
    if ((lines.starts[between] ?? 0) <= offset) low = between
    else high = between - 1
  }
  return Math.max(0, low)
}

/** First and last line that a span touches; absent for an empty span. */
export function linesOfSpan(
  lines: TextLines,
  span: TextSpan,
): { readonly first: number; readonly last: number } | undefined {
  if (span.end <= span.start) return undefined
  return { first: lineAt(lines, span.start), last: lineAt(lines, span.end - 1) }
}

/** The smallest node whose piece of the text holds the offset. */
export function nodeAtOffset(flat: FlatPlan, offset: number): number | undefined {
  let best: number | undefined
  let bestLength = Number.POSITIVE_INFINITY
  flat.nodes.forEach((node, at) => {
    const length = node.span.end - node.span.start
    // Equal pieces (a printed node and one that it implies): the deeper one is what the text speaks of.
    if (node.span.start <= offset && offset < node.span.end && length <= bestLength) {
      best = at
      bestLength = length
    }
  })
  return best
}

/** The node that a line speaks of: that of its first character which is not blank. */
export function nodeOfLine(flat: FlatPlan, lines: TextLines, line: number): number | undefined {
  const start = lines.starts[line] ?? 0
  const words = lineText(lines, line).search(/\S/)
  return nodeAtOffset(flat, start + Math.max(0, words))
}
