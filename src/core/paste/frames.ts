import { exhausted } from '../errors'
import { jsonExtent } from './json-extent'
import type { LineReader } from './lines'

/**
 * Where pieces that are not SQL begin and end: what clients draw around results, plans without a frame, JSON.
 * Each takes the reader at the first line of the piece and gives the offset after it; undefined when none begins here.
 */

/** Tails that clients print after a result; they belong to the piece before. */
export const resultTail =
  /^\s*(?:\(\d+ rows?\)|\d+ rows? in set.*|Empty set.*|Query OK.*|Time: [\d.,]+ ms.*|\d+ warnings?.*)\s*$/

type Frame = 'box' | 'vertical' | 'text' | 'rows' | 'trace-row' | 'xml' | 'column' | 'json'

/** What begins at a line, by the line alone. Only its head is looked at: no frame needs more. */
function frameAt(line: string): Frame | undefined {
  const head = line.slice(0, headLength)
  if (head.includes('select_type') && /(?:^|\t|\|)id[\t| ]+select_type[\t| ]+table\b/.test(head)) return 'rows'
  const first = head.search(/\S/)
  const isOutermost = first === 0
  // The first letter leaves one or two of them: most lines of a long text are told by it.
  switch (head.charAt(first)) {
    case '+':
      return isOutermost && isBoxBorder(head) ? 'box' : undefined
    case '*':
      return /^\*{3,} +\d+\. row \*{3,}/.test(head) ? 'vertical' : undefined
    case '<':
      return /^<explain\b/.test(head) ? 'xml' : undefined
    case '{':
    case '[':
      return 'json'
    case '-':
      return /^\s*(?:- Plan:\s*$|-> \S)/.test(head) ? 'text' : undefined
    case '"':
      return /^\s*"QUERY PLAN"\s*$/.test(head) ? 'text' : undefined
    default:
      return wordFrameAt(head)
  }
}

const headLength = 2000

function isBoxBorder(line: string): boolean {
  return /^\+[-+]{3,}\+?\s*$/.test(line)
}

/** Frames that begin with a word in large letters. */
function wordFrameAt(head: string): Frame | undefined {
  if (!/^\s*[A-Z]/.test(head)) return undefined
  if (/^\s*QUERY PLAN\s*$/.test(head)) return 'text'
  if (/^QUERY\tTRACE\b/.test(head)) return 'trace-row'
  if (/^(?:EXPLAIN|ANALYZE|SHOW EXPLAIN)$/.test(head)) return 'column'
  if (/^\s*(?:EXPLAIN|ANALYZE|TRACE): [{[]/.test(head)) return 'json'
  const hasNumbers = head.includes('(cost=') || head.includes('(actual ')
  return hasNumbers && /^\s*[A-Z].*\((?:cost=\d|actual (?:time|rows)=)/.test(head) ? 'text' : undefined
}

/** Could a piece that is not SQL begin at the line? */
export function startsFrame(line: string): boolean {
  return frameAt(line) !== undefined
}

/** The end of the piece that begins at the reader's line. */
export function frameEnd(reader: LineReader): number | undefined {
  const { line } = reader
  const frame = line === undefined ? undefined : frameAt(line.text)
  if (line === undefined || frame === undefined) return undefined
  switch (frame) {
    case 'box':
      return boxEnd(reader)
    case 'vertical':
      return verticalEnd(reader)
    case 'text':
      return untilBlank(reader)
    case 'rows':
      return tabRowsEnd(reader)
    case 'trace-row':
      return reader.text.length
    case 'xml':
      return xmlEnd(reader, line.start)
    case 'column':
      return columnEnd(reader)
    case 'json':
      return jsonEnd(reader)
    default:
      return exhausted(frame)
  }
}

/** `+---+` at the top, below the header, and at the end. Cells may hold line ends, so only borders count. */
function boxEnd(reader: LineReader): number | undefined {
  let borders = 0
  for (let i = reader.at; i < reader.count; i++) {
    const line = reader.lineAt(i)
    if (line === undefined) break
    if (isBoxBorder(line.text) && ++borders === 3) return line.end
  }
  return borders >= 2 ? reader.text.length : undefined
}

/** `*** 1. row ***` and its `name: value` lines, JSON values included, up to the client's tail or a prompt. */
function verticalEnd(reader: LineReader): number {
  let end = reader.line?.end ?? 0
  for (let i = reader.at + 1; i < reader.count; i++) {
    const line = reader.lineAt(i)
    if (line === undefined) break
    const json = /^\s*\w+: ([{[])/.exec(line.text)
    if (json !== null) {
      end = jsonExtent(reader.text, line.start + json[0].length - 1).end
      while ((reader.startOf(i + 1) ?? end) < end) i++
      continue
    }
    if (resultTail.test(line.text) || !/^\s*[\w ()-]+:|^\*{3,}|^\s*->|^\s{2,}\S/.test(line.text)) break
    end = line.end
  }
  return end
}

function untilBlank(reader: LineReader): number {
  let end = reader.line?.end ?? 0
  for (let i = reader.at + 1; i < reader.count; i++) {
    const line = reader.lineAt(i)
    if (line === undefined || line.text.trim() === '' || resultTail.test(line.text) || startsPrompt(line.text)) break
    end = line.end
  }
  return end
}

/** Header with `id select_type table`, then one row per line. */
function tabRowsEnd(reader: LineReader): number {
  let end = reader.line?.end ?? 0
  for (let i = reader.at + 1; i < reader.count; i++) {
    const line = reader.lineAt(i)
    if (line === undefined || !/^\s*(?:\d+|NULL)[\t| ]|^[-+| ]+$/.test(line.text) || line.text === '') break
    end = line.end
  }
  return end
}

function xmlEnd(reader: LineReader, start: number): number {
  const close = reader.text.indexOf('</explain>', start)
  return close === -1 ? reader.text.length : close + '</explain>'.length
}

/** The header of a one-column result, then JSON or a tree. */
function columnEnd(reader: LineReader): number | undefined {
  const next = reader.lineAt(reader.at + 1)
  if (next === undefined) return undefined
  if (/^\s*\{/.test(next.text)) return jsonExtent(reader.text, next.start + next.text.indexOf('{')).end
  return /^\s*->/.test(next.text) ? untilBlank(reader) : undefined
}

function jsonEnd(reader: LineReader): number {
  const line = reader.line
  if (line === undefined) return 0
  return jsonExtent(reader.text, line.start + line.text.search(/[{[]/)).end
}

/** `mysql> `, `MariaDB [shop]> `, `postgres=# `, `shop=> `: where a client asks for a new statement. */
const prompt = /^(?:mysql> ?|MariaDB \[[^\]]*\]> ?|[\w.-]+=[#>](?: |$))/

export function startsPrompt(line: string): boolean {
  const head = line.slice(0, headLength)
  return (head.includes('>') || head.includes('#')) && prompt.test(head)
}

/** How many characters of the line are a prompt. */
export function promptLength(line: string): number {
  return prompt.exec(line)?.[0].length ?? 0
}

/** Where a client asks for the rest: `    -> ` of mysql, `shop-> `, `shop(# `, `shop'> ` of psql. */
export const continuationPrompt = /^(?: {4}(?:->|'>|">|`>|\/\*>)|[\w.-]+[-('"*][#>])(?: |$)/
