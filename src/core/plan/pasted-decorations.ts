import type { TextLines } from '../text-lines'
import { type Excerpt, Extract } from './position-map'

/**
 * What other programs add to the lines of a text that is copied through them: quotation marks of mail, line numbers,
 * comment signs, prefixes of the system log; and letters that they replace.
 */

/** A prefix is told by so much of a line. */
const headLength = 400

const prefixes: readonly RegExp[] = [
  // > ->  Seq Scan on t
  /^[ \t]*(?:> ?)+/,
  // -- Seq Scan on t
  /^[ \t]*(?:--(?![->])|#(?![#01])|\/\/|\*(?!\*)) ?/,
  // Nov 20 09:00:00 host postgres[123]: [5-2] #011->  Seq Scan on t
  /^\S.{0,120}?\[\d{1,10}\]: \[\d{1,10}-\d{1,10}\] ?(?:#011)?/,
]
const numbered = /^[ \t]*(\d{1,6})(?: ?[:.|)│]\t?| ?\t| |$)/
const mayBeDecorated = /^[ \t]*(?:[>#*\d]|--|\/\/)|\]: \[\d/

/** Lines from `index` on that share a prefix, without it; undefined when there are none. */
export function undecorated(lines: TextLines, index: number): { block: Extract; next: number } | undefined {
  const first = lines.head(index, headLength)
  if (!mayBeDecorated.test(first)) return undefined
  for (const prefix of prefixes) {
    const block = new Extract()
    const next = takeRun(lines, index, (line) => prefix.exec(line)?.[0].length, block)
    if (next > index) return { block, next }
  }
  const [, start] = numbered.exec(first) ?? []
  if (start === undefined) return undefined
  const block = new Extract()
  let expected = Number(start)
  const next = takeRun(
    lines,
    index,
    (line) => {
      const found = numbered.exec(line)
      if (!found || Number(found[1]) !== expected) return undefined
      expected++
      return found[0].length
    },
    block,
  )
  return next - index >= 2 || coversAll(lines, index, next) ? { block, next } : undefined
}

/** Lines from `index` on that fit, with one blank line behind each, without these; undefined for a single one. */
export function singleSpaced(
  lines: TextLines,
  index: number,
  fits: RegExp,
): { block: Extract; next: number } | undefined {
  const block = new Extract()
  let next = index
  while (next < lines.count && fits.test(lines.head(next, headLength))) {
    takeLine(lines, next, 0, next > index, block)
    next++
    if (next >= lines.count || !lines.isBlank(next)) break
    next++
  }
  return next > index + 2 ? { block, next } : undefined
}

/** One line says nothing about numbers, unless there is no other. */
function coversAll(lines: TextLines, index: number, next: number): boolean {
  if (index !== 0 || next === 0 || lines.count >= 4) return false
  for (let line = next; line < lines.count; line++) if (!lines.isBlank(line)) return false
  return true
}

/** Takes lines as long as they have the prefix; a line without it between two that have it was broken off its line. */
function takeRun(
  lines: TextLines,
  index: number,
  prefixLength: (line: string) => number | undefined,
  block: Extract,
): number {
  let next = index
  for (; next < lines.count; next++) {
    const length = prefixLength(lines.head(next, headLength))
    if (length !== undefined) {
      takeLine(lines, next, length, next > index, block)
      continue
    }
    if (next === index || next + 1 >= lines.count || lines.isBlank(next)) break
    const followerLength = prefixLength(lines.head(next + 1, headLength))
    if (followerLength === undefined) break
    takeLine(lines, next, 0, next > index, block)
    next++
    takeLine(lines, next, followerLength, true, block)
  }
  return next
}

function takeLine(lines: TextLines, line: number, prefixLength: number, breakBefore: boolean, block: Extract): void {
  const start = lines.start(line)
  if (breakBefore) block.put('\n', start - 1, start)
  block.take(lines.text, start + prefixLength, lines.end(line))
}

const blanks = /[\u2000-\u200a\u202f\u3000]/g
const singleQuotes = /[\u2018-\u201b]/g
const doubleQuotes = /[\u201c-\u201f]/g
const arrows = /[\u2013\u2014\u2212]>/g
/** Letters without a width, and entities: what stands for them has another length. */
const otherLength = /[\u200b\u2060\ufeff]+|&(?:gt|lt|amp|quot|apos|nbsp|#39);/g
const entities: Readonly<Record<string, string>> = {
  '&gt;': '>',
  '&lt;': '<',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** Are the quotes or comparison signs of the text replaced all through? Then no condition is what the server printed. */
export function hasReplacedSigns(text: string): boolean {
  const quotes =
    (/[\u2018-\u201b]/.test(text) && !text.includes("'")) || (/[\u201c-\u201f]/.test(text) && !text.includes('"'))
  return quotes || hasEntities(text)
}

function hasEntities(text: string): boolean {
  // Plain searches: they are ten times as fast as an expression where nothing is found, which is the common case.
  if (!text.includes('&')) return false
  if (text.includes('-&gt;')) return true
  return (text.includes('&gt;') || text.includes('&lt;')) && !text.includes('<') && !text.includes('>')
}

/**
 * The text with plain blanks, arrows and quotes in place of those that word processors, web pages and chats put there.
 * Quotes are replaced only where no plain ones are left, so that those inside a literal stay. Undefined when nothing
 * is to be replaced, or when it may be JSON or XML, where these letters stand inside texts.
 */
export function withPlainLetters(text: string): Excerpt | undefined {
  if (hasPlainLetters(text)) return undefined
  if (/"(?:Node Type|query_block|query_plan|operation)"|<Node-Type>/.test(text)) return undefined
  const sameLength = withPlainSigns(text)
  const html = hasEntities(text)
  const plain = new Extract()
  let from = 0
  for (const match of sameLength.matchAll(otherLength)) {
    const letters = match[0]
    const put = letters.startsWith('&') ? (html ? entities[letters] : undefined) : ''
    if (put === undefined) continue
    plain.take(sameLength, from, match.index)
    from = match.index + letters.length
    if (put !== '') plain.put(put, match.index, from)
  }
  if (from === 0) return sameLength === text ? undefined : { text: sameLength, span: (span) => span }
  plain.take(sameLength, from, text.length)
  return plain
}

/** Are there none of the letters that others stand for? A text without letters beyond Latin-1 is told at once. */
export function hasPlainLetters(text: string): boolean {
  return !text.includes('\u00a0') && !replaced.test(text) && !hasEntities(text)
}

const replaced = /[\u2000-\u200b\u2013\u2014\u2018-\u201f\u202f\u2060\u2212\u3000\ufeff]/

/** Signs in place of others of the same length, so that all places stay. */
function withPlainSigns(text: string): string {
  // By far the most frequent one, and faster so than by an expression.
  const spaced = text.includes('\u00a0') ? text.split('\u00a0').join(' ') : text
  const plain = spaced.replace(blanks, ' ').replace(arrows, '->')
  const singles = plain.includes("'") ? plain : plain.replace(singleQuotes, "'")
  return singles.includes('"') ? singles : singles.replace(doubleQuotes, '"')
}
