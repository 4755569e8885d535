import type { TextLines } from '../text-lines'
import type { NextSign } from './next-sign'
import { looksLikeTextPlan, modifiesTable } from './parts/postgres-text-head'
import { type TextLine, textLineAt } from './parts/postgres-text-lines'
import { openIn } from './parts/postgres-text-values'
import { Extract } from './position-map'

/**
 * Finds a PostgreSQL text plan among other lines. Its end is not marked: it ends before a row count, a prompt, the next
 * log entry, the next plan, or prose.
 */

/** Beside a plan in clients, chats and logs. */
const endLine =
  /^\s*(?:\(\d+ (?:rows?|\S+)\)\s*$|```|Time: \d|[\w.-]+[=-][#>]|\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*\b(?:LOG|ERROR|WARNING|DETAIL|STATEMENT|CONTEXT|HINT|NOTICE|FATAL): )/
const queryLine = /^\s*Query Text: /
/** So much of a line says what it is. */
const headLength = 4096
/** A query that auto_explain prints above its plan has at most so many lines. */
const maxQueryLines = 500
/** Lines that are looked at for more of a plan behind a line that is none. */
const lookAhead = 3

/** The number of the line behind the text plan that begins at `index`; undefined when none begins there. */
export function textPlanEnd(lines: TextLines, index: number): number | undefined {
  const { text } = lines
  const start = lines.start(index)
  const headEnd = Math.min(lines.end(Math.min(index + 2, lines.count - 1)), start + headLength)
  if (!looksLikeTextPlan(text.slice(start, headEnd))) return undefined
  const at = (line: number): TextLine | undefined =>
    line < lines.count ? textLineAt(text, lines.start(line), lines.end(line)) : undefined
  const first = textLineAt(text, start, lines.end(index))
  let ofModifyTable = modifiesTable(text, first)
  let next = index + 1
  if (queryLine.test(lines.head(index, headLength))) {
    while (next < lines.count && next < index + maxQueryLines && at(next)?.kind !== 'root') {
      if (queryLine.test(lines.head(next, headLength))) return undefined
      next++
    }
    const root = at(next)
    if (root?.kind !== 'root') return undefined
    ofModifyTable = modifiesTable(text, root)
    next++
  }
  for (; next < lines.count; next++) {
    const line = at(next)
    if (!line || endLine.test(lines.head(next, headLength))) break
    if (line.kind === 'target' && !ofModifyTable) break
    if (line.kind === 'root' || line.kind === 'node') ofModifyTable = modifiesTable(text, line)
    if (line.kind === 'root') {
      // Words that no server prints are the end of a broken line.
      if (looksLikeTextPlan(lines.head(next, headLength)) && !isOpen(lines, next - 1)) break
      continue
    }
    const certain = line.kind !== 'blank' && line.kind !== 'other' && line.kind !== 'unknown-key'
    if (certain || (line.kind === 'unknown-key' && line.column > 1)) continue
    if (line.kind !== 'blank' && isOpen(lines, next - 1)) continue
    if (!goesOn(at, lines, next)) break
  }
  while (next > index + 1 && lines.isBlank(next - 1)) next--
  return next
}

/** Do a few lines behind this one belong to the same plan? */
function goesOn(at: (line: number) => TextLine | undefined, lines: TextLines, number: number): boolean {
  for (let next = number + 1; next <= number + lookAhead; next++) {
    const line = at(next)
    if (!line || endLine.test(lines.head(next, headLength))) return false
    if (line.kind === 'root') return false
    if (line.kind === 'node' || line.kind === 'property' || line.kind === 'statement') return true
    if (line.kind === 'worker' || line.kind === 'trigger' || line.kind === 'heading') return true
  }
  return false
}

function isOpen(lines: TextLines, line: number): boolean {
  return openIn(lines.at(line)) !== undefined
}

/** CSV exports leave rows without quotes and commas as they are; more of these at the start are no CSV. */
const maxPlainRows = 50
const quotedLine = /^\s*"\s*(?:->|[A-Z][\w /-]*(?:$|[ :("].*))/

/** Do the rows of a result stand in quotes from here on, each or only some, as CSV exports and pgAdmin write them? */
export function startsQuotedRows(lines: TextLines, index: number, quotes: NextSign): boolean {
  if (quotes.from(lines.start(index)) >= lines.end(Math.min(index + maxPlainRows, lines.count) - 1)) return false
  const first = lines.head(index, headLength)
  if (/^\s*"\s*[[{<-]\s*[^>]/.test(first) && !/^\s*"\s*->/.test(first)) return false
  if (quotedLine.test(first)) return true
  const head = `${first}\n${lines.head(index + 1, headLength).replace(/^"/, '')}`
  if (!looksLikeTextPlan(head.slice(0, headLength))) return false
  for (let next = index + 1; next < Math.min(lines.count, index + maxPlainRows); next++) {
    const isQuote = lines.text.charCodeAt(lines.start(next)) === 34
    if (isQuote && quotedLine.test(lines.head(next, headLength))) return true
    if (lines.isBlank(next)) return false
  }
  return false
}

/** The rows from `index` to the next blank line, without their quotes; quotes inside them are doubled. */
export function unquotedRows(lines: TextLines, index: number): { rows: Extract; next: number } {
  const { text } = lines
  const rows = new Extract()
  let next = index
  while (next < lines.count) {
    if (lines.isBlank(next) || endLine.test(lines.head(next, headLength))) break
    const start = lines.start(next)
    if (next > index) rows.put('\n', start - 1, start)
    const open = lines.firstLetter(next)
    if (text.charCodeAt(open) !== 34) {
      rows.take(text, start, lines.end(next))
      next++
      continue
    }
    const end = unquote(text, open + 1, rows)
    next++
    while (next < lines.count && lines.start(next) <= end) next++
  }
  return { rows, next }
}

/** Takes over what stands between quotes; gives the place of the closing quote. */
export function unquote(text: string, from: number, into: Extract): number {
  let start = from
  for (let at = text.indexOf('"', start); ; at = text.indexOf('"', start)) {
    const end = at === -1 ? text.length : at
    into.take(text, start, end)
    if (text[end + 1] !== '"') return end
    into.put('"', end, end + 2)
    start = end + 2
  }
}
