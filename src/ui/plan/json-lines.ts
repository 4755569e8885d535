import type { TextSpan } from '../../core/text-span'

/**
 * JSON text as pretty lines that know their place in the text, without parsing it into objects: order, repeated keys
 * and broken ends stay as the server printed them, and one line of minified JSON becomes readable too.
 */
export interface JsonLines {
  readonly text: string
  /** Of each line, in the text: first character, and the one after the last. */
  readonly start: Int32Array
  readonly end: Int32Array
  readonly depth: Int32Array
  /** For a line that opens an object or list: the line that closes it; the line itself for all others. */
  readonly close: Int32Array
}

const quote = 34
const backslash = 92
const comma = 44
const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93

/** One pass over the characters; never throws, whatever the text is. */
export function jsonLines(text: string): JsonLines {
  const start: number[] = []
  const end: number[] = []
  const depth: number[] = []
  const close: number[] = []
  const openLines: number[] = []
  let lineStart = -1

  const add = (from: number, to: number, level: number) => {
    start.push(from)
    end.push(to)
    depth.push(level)
    close.push(start.length - 1)
  }
  const finish = (to: number) => {
    if (lineStart === -1) return
    add(lineStart, to, openLines.length)
    lineStart = -1
  }

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      if (lineStart === -1) lineStart = at
      at++
      while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
      continue
    }
    if (code === openBrace || code === openBracket) {
      if (lineStart === -1) lineStart = at
      finish(at + 1)
      openLines.push(start.length - 1)
    } else if (code === closeBrace || code === closeBracket) {
      finish(trimmedEnd(text, at))
      const opener = openLines.pop()
      const hasComma = text.charCodeAt(skipBlanks(text, at + 1)) === comma
      const to = hasComma ? skipBlanks(text, at + 1) + 1 : at + 1
      if (opener !== undefined) close[opener] = start.length
      add(at, to, openLines.length)
      at = to - 1
    } else if (code === comma) {
      if (lineStart === -1) lineStart = at
      finish(at + 1)
    } else if (lineStart === -1 && !isBlank(code)) lineStart = at
  }
  finish(trimmedEnd(text, text.length))
  // Cut text: what was opened is closed by the last line.
  for (const opener of openLines) close[opener] = start.length - 1
  return {
    text,
    start: Int32Array.from(start),
    end: Int32Array.from(end),
    depth: Int32Array.from(depth),
    close: Int32Array.from(close),
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

function trimmedEnd(text: string, to: number): number {
  let at = to
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

/** Lines that show while those in `folded` (by their opening line) hide what they hold. */
export function unfoldedLines(lines: JsonLines, folded: ReadonlySet<number>): Int32Array {
  const shown = new Int32Array(lines.start.length)
  let count = 0
  for (let line = 0; line < lines.start.length; ) {
    shown[count++] = line
    const last = lines.close[line] ?? line
    line = folded.has(line) && last > line ? last + 1 : line + 1
  }
  return shown.subarray(0, count)
}

/** First and last line that a span of the text touches. */
export function jsonLinesOfSpan(
  lines: JsonLines,
  span: TextSpan,
): { readonly first: number; readonly last: number } | undefined {
  if (span.end <= span.start || lines.start.length === 0) return undefined
  const lineAt = (offset: number) => {
    let low = 0
    let high = lines.start.length - 1
    while (low < high) {
      const between = (low + high + 1) >> 1
      if ((lines.start[between] ?? 0) <= offset) low = between
      else high = between - 1
    }
    return low
  }
  return { first: lineAt(span.start), last: lineAt(span.end - 1) }
}

export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark'
  readonly text: string
}

const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|([A-Za-z]+)|([^"\dA-Za-z-]+|-)/g

/** One line's pieces, for colouring. */
export function jsonTokens(line: string): readonly JsonToken[] {
  const tokens: JsonToken[] = []
  for (const match of line.matchAll(token)) {
    const [, string, colon, number, word, mark] = match
    if (string !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: string })
      if (colon !== undefined) tokens.push({ kind: 'mark', text: colon })
    } else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark })
  }
  return tokens
}
