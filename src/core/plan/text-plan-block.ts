import type { linesOf } from './parts/grid'
import { looksLikeTextPlan, modifiesTable } from './parts/postgres-text-head'
import { type TextLine, textLineAt } from './parts/postgres-text-lines'
import { openIn } from './parts/postgres-text-values'
import { Extract } from './position-map'

/**
 * Finds a PostgreSQL text plan among other lines. Its end is not marked: it ends before a row count, a prompt, the next
 * log entry, the next plan, or prose.
 */

type Line = ReturnType<typeof linesOf>[number]

/** Beside a plan in clients, chats and logs. */
const endLine =
  /^\s*(?:\(\d+ (?:rows?|\S+)\)\s*$|```|Time: \d|[\w.-]+[=-][#>]|\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*\b(?:LOG|ERROR|WARNING|DETAIL|STATEMENT|CONTEXT|HINT|NOTICE|FATAL): )/
const queryLine = /^\s*Query Text: /
/** So much of a line says whether a plan begins there. */
const headLength = 4096
/** A query that auto_explain prints above its plan has at most so many lines. */
const maxQueryLines = 500
/** Lines that are looked at for more of a plan behind a line that is none. */
const lookAhead = 3

/** The number of the line behind the text plan that begins at `index`; undefined when none begins there. */
export function textPlanEnd(text: string, lines: readonly Line[], index: number): number | undefined {
  const first = lines[index]
  if (!first) return undefined
  const behind = lines[Math.min(index + 2, lines.length - 1)]
  const headEnd = behind ? behind.start + behind.text.length : text.length
  if (!looksLikeTextPlan(text.slice(first.start, Math.min(headEnd, first.start + headLength)))) return undefined
  const at = (number: number): TextLine | undefined => {
    const line = lines[number]
    return line && textLineAt(text, line.start, line.start + line.text.length)
  }
  let ofModifyTable = modifiesTable(text, textLineAt(text, first.start, first.start + first.text.length))
  let next = index + 1
  if (queryLine.test(first.text)) {
    while (next < lines.length && next < index + maxQueryLines && at(next)?.kind !== 'root') {
      if (queryLine.test(lines[next]?.text ?? '')) return undefined
      next++
    }
    const root = at(next)
    if (root?.kind !== 'root') return undefined
    ofModifyTable = modifiesTable(text, root)
    next++
  }
  for (; next < lines.length; next++) {
    const line = at(next)
    const raw = lines[next]
    if (!line || !raw || endLine.test(raw.text)) break
    if (line.kind === 'target' && !ofModifyTable) break
    if (line.kind === 'root' || line.kind === 'node') ofModifyTable = modifiesTable(text, line)
    if (line.kind === 'root') {
      // Words that no server prints are the end of a broken line.
      if (looksLikeTextPlan(raw.text.slice(0, headLength)) && !isOpen(lines[next - 1])) break
      continue
    }
    const certain = line.kind !== 'blank' && line.kind !== 'other' && line.kind !== 'unknown-key'
    if (certain || (line.kind === 'unknown-key' && line.column > 1)) continue
    if (line.kind !== 'blank' && isOpen(lines[next - 1])) continue
    if (!goesOn(at, lines, next)) break
  }
  while (next > index + 1 && lines[next - 1]?.text.trim() === '') next--
  return next
}

/** Do a few lines behind this one belong to the same plan? */
function goesOn(at: (number: number) => TextLine | undefined, lines: readonly Line[], number: number): boolean {
  for (let next = number + 1; next <= number + lookAhead; next++) {
    const line = at(next)
    if (!line || endLine.test(lines[next]?.text ?? '')) return false
    if (line.kind === 'root') return false
    if (line.kind === 'node' || line.kind === 'property' || line.kind === 'statement') return true
    if (line.kind === 'worker' || line.kind === 'trigger' || line.kind === 'heading') return true
  }
  return false
}

function isOpen(line: Line | undefined): boolean {
  return line !== undefined && openIn(line.text) !== undefined
}

/** CSV exports leave rows without quotes and commas as they are; more of these at the start are no CSV. */
const maxPlainRows = 50
const quotedLine = /^\s*"\s*(?:->|[A-Z][\w /-]*(?:$|[ :("].*))/

/** Do the rows of a result stand in quotes from here on, each or only some, as CSV exports and pgAdmin write them? */
export function startsQuotedRows(lines: readonly Line[], index: number): boolean {
  const first = lines[index]?.text ?? ''
  if (/^\s*"\s*[[{<-]\s*[^>]/.test(first) && !/^\s*"\s*->/.test(first)) return false
  if (quotedLine.test(first)) return true
  const head = `${first}\n${lines[index + 1]?.text.replace(/^"/, '') ?? ''}`
  if (!looksLikeTextPlan(head.slice(0, headLength))) return false
  for (let next = index + 1; next < Math.min(lines.length, index + maxPlainRows); next++) {
    const line = lines[next]?.text ?? ''
    if (line.startsWith('"') && quotedLine.test(line)) return true
    if (line.trim() === '') return false
  }
  return false
}

/** The rows from `index` to the next blank line, without their quotes; quotes inside them are doubled. */
export function unquotedRows(text: string, lines: readonly Line[], index: number): { rows: Extract; next: number } {
  const rows = new Extract()
  let next = index
  while (next < lines.length) {
    const line = lines[next]
    if (!line || line.text.trim() === '' || endLine.test(line.text)) break
    if (next > index) rows.put('\n', line.start - 1, line.start)
    const open = /^\s*"/.exec(line.text)
    if (!open) {
      rows.take(text, line.start, line.start + line.text.length)
      next++
      continue
    }
    const end = unquote(text, line.start + open[0].length, rows)
    next++
    while (next < lines.length && (lines[next]?.start ?? 0) <= end) next++
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
