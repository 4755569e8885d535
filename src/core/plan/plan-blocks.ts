import { readJson } from '../json/read'
import { TextLines } from '../text-lines'
import { LineBeginnings } from './line-beginnings'
import { NextSign } from './next-sign'
import { isBorder, rowStars } from './parts/grid'
import { looksLikePlanRows } from './parts/table-head'
import { singleSpaced, undecorated, withPlainLetters } from './pasted-decorations'
import { type Excerpt, Extract, within } from './position-map'
import { startsQuotedRows, textPlanEnd, unquote, unquotedRows } from './text-plan-block'

/**
 * What people paste is rarely the bare plan: clients put frames, headers, row counts and line-break marks around it,
 * and one paste can hold several plans. This finds the pieces that may be plans and takes the wrapping off.
 */

const jsonStart = /^\s*(?:\{|\[\s*(?:\{|$))/
const endOfResult = /^\s*(?:\(?\d+ \S+\)?\s*$|\d+ rows? in set|Query OK)/
const onlyColumn = /^(?:[|│]\s*)?"?(?:EXPLAIN|ANALYZE|SHOW EXPLAIN|SHOW ANALYZE|QUERY PLAN|query plan)"?(?:\s*[|│])?$/
const onlyField = /^\s*(?:EXPLAIN|ANALYZE|SHOW EXPLAIN|SHOW ANALYZE|QUERY PLAN): /
/** psql's expanded display: `QUERY PLAN | …`, then lines that begin with blanks and the same bar. */
const expandedField = /^QUERY PLAN\s*[|│] /
const rule = /^\s*[-─━═]{3,}\s*$/
/** A tree on one line, as `mysql --batch` prints it. */
const escapedTree = /^\s*(?:-> |<not executable).*\\n(?:\s*-> |$)/
/** The first letters of an arrow tree or of a PostgreSQL text plan. */
const treeLine = /^\s*(?:[|│] ?)?-> |\(cost=[\d.e+]{1,30}(?:\.\.[\d.e+]{1,30})? rows=/
const logMessage = /,"duration: [\d.]{1,30} ms {2}plan:$/

/** Wrappings inside each other; real ones are two or three. */
const maxWrappings = 6

/** So many pieces of a text are looked at; a log with more plans is read as a log. */
export const maxBlocks = 1000

/** A line is told by so much of it (UTF-16 code units). */
const headLength = 4096

/** So many lines that could begin a plan, and do not, are looked at. */
export const maxVainLooks = 200_000

/** The pieces of a text that may be plans. */
export interface PlanBlocks {
  readonly blocks: readonly Excerpt[]
  /** Where the search ended: the end of the text, or the place of the line at which one of the limits was reached. */
  readonly end: number
}

/** Every piece of a text that may be a plan, in order, without wrapping, within `maxBlocks` and `maxVainLooks`. */
export function planBlocks(text: string): PlanBlocks {
  const plain = withPlainLetters(text)
  const { blocks, end } = blocksIn(plain?.text ?? text, plain ? 1 : 0, { vainLooks: 0 })
  return plain
    ? { blocks: blocks.map((block) => within(plain, block)), end: plain.span({ start: end, end }).start }
    : { blocks, end }
}

function blocksIn(text: string, wrappings: number, spent: { vainLooks: number }): PlanBlocks {
  const lines = new TextLines(text)
  const beginnings = new LineBeginnings(lines)
  const quotes = new NextSign(text, '"')
  const blocks: Excerpt[] = []
  let index = 0
  for (; index < lines.count && blocks.length < maxBlocks && spent.vainLooks < maxVainLooks; ) {
    if (!beginnings.mayBegin(index)) {
      index++
      continue
    }
    const wrapped = wrappings < maxWrappings ? wrappedAt(lines, index, quotes) : undefined
    if (wrapped) {
      const inside = blocksIn(wrapped.block.text, wrappings + 1, spent)
      for (const block of inside.blocks) blocks.push(within(wrapped.block, block))
      // A limit was reached in it.
      const { start: end } = wrapped.block.span({ start: inside.end, end: inside.end })
      if (inside.end < wrapped.block.text.length) return { blocks, end }
    }
    const found = wrapped ?? blockAt(lines, index)
    if (!found) spent.vainLooks++
    else if (!wrapped) blocks.push(found.block)
    index = Math.max(found?.next ?? 0, index + 1)
  }
  return { blocks, end: lines.start(index) }
}

/** Lines with something around each of them, which hold the plan or its wrapping. */
function wrappedAt(lines: TextLines, index: number, quotes: NextSign): Found | undefined {
  const decorated = undecorated(lines, index) ?? spread(lines, index)
  if (decorated) return decorated
  if (startsQuotedRows(lines, index, quotes)) {
    const { rows, next } = unquotedRows(lines, index)
    return { block: rows, next }
  }
  const head = lines.head(index, headLength)
  if (head.startsWith('-[ RECORD 1 ]')) return records(lines, index)
  return logMessage.test(head) ? logField(lines, index) : undefined
}

/** What lines of a frame or table, of rows of `\G` and of a tree of MySQL look like; none has blank lines of its own. */
const rowLines: readonly RegExp[] = [/^\s*[+|┌│├└]/, /^\s*\*{3,}|^\s*[A-Za-z_]+:/, /^\s*-> \S/, /\t/]

/** Lines of MySQL that have a blank line between each other. */
function spread(lines: TextLines, index: number): Found | undefined {
  if (index + 1 >= lines.count || !lines.isBlank(index + 1)) return undefined
  const head = lines.head(index, headLength)
  const begins = rowStars.test(head) || isBorder(head) || looksLikePlanRows(head) || /^\s*-> \S/.test(head)
  const fits = begins ? rowLines.find((line) => line.test(head)) : undefined
  return fits && singleSpaced(lines, index, fits)
}

/** psql's expanded display with one record per line of the plan. */
function records(lines: TextLines, index: number): Found | undefined {
  const block = new Extract()
  let count = 0
  let next = index
  for (; next < lines.count; next++) {
    const head = lines.head(next, headLength)
    if (/^-\[ RECORD \d+ \]/.test(head)) {
      count++
      continue
    }
    const [field] = /^(?:QUERY PLAN|\s+)\s*[|│] /.exec(head) ?? []
    if (field === undefined) break
    const start = lines.start(next)
    if (!block.isEmpty) block.put('\n', start - 1, start)
    block.take(lines.text, start + field.length, lines.end(next))
  }
  return count > 1 ? { block, next } : undefined
}

/** The message of a csvlog line: quotes are doubled inside it, and it ends with one. */
function logField(lines: TextLines, index: number): Found {
  const block = new Extract()
  const end = unquote(lines.text, lines.start(index + 1), block)
  return { block, next: lineBehind(lines, index + 1, end + 1) }
}

/** The first line from `from` on that begins at an offset or behind it. */
function lineBehind(lines: TextLines, from: number, offset: number): number {
  const line = lines.lineAt(offset)
  return Math.max(from, lines.start(line) < offset ? line + 1 : line)
}

interface Found {
  readonly block: Extract
  /** Number of the line behind it. */
  readonly next: number
}

function blockAt(lines: TextLines, index: number): Found | undefined {
  const { text } = lines
  const line = lines.head(index, headLength)
  const trimmed = line.trim()
  if (trimmed === '') return undefined
  if (rowStars.test(line)) return stars(lines, index)
  if (isBorder(lines.at(index))) return framed(lines, index)
  if (onlyColumn.test(trimmed)) return underHeader(lines, index)
  if (looksLikePlanRows(line)) {
    const end = lastLine(lines, index, (each) => /[\t|]/.test(each) || isBorder(each))
    return slice(lines, index, end)
  }
  if (/^\s*[[{](?:\\n|\\r)/.test(line) || escapedTree.test(line)) return escapedLine(lines, index)
  if (/^\s*"[[{]/.test(line)) return quoted(lines, index)
  if (jsonStart.test(line)) return json(lines, index, lines.start(index))
  if (expandedField.test(line)) return expanded(lines, index)
  const field = onlyField.exec(line)
  if (field) return json(lines, index, lines.start(index) + field[0].length)
  const planEnd = textPlanEnd(lines, index)
  if (planEnd !== undefined) return slice(lines, index, planEnd - 1)
  if (
    treeLine.test(text.slice(lines.start(index), lines.end(index))) ||
    /^\s*(?:<not executable by iterator executor>|<explain\b|(?:- )?(?:Plan:\s*$|Query Text: "))/.test(line)
  ) {
    return slice(
      lines,
      index,
      lastLine(lines, index, (each) => each !== '' && !endOfResult.test(each)),
    )
  }
  return undefined
}

/** The last line from `index` on for which all lines up to it, by what stands behind their indent, belong together. */
function lastLine(lines: TextLines, index: number, belongs: (line: string) => boolean): number {
  const { text } = lines
  let last = index
  for (let next = index + 1; next < lines.count; next++) {
    const first = lines.firstLetter(next)
    if (!belongs(text.slice(first, Math.min(first + headLength, lines.end(next))))) break
    last = next
  }
  return last
}

function slice(lines: TextLines, first: number, last: number): Found {
  const block = new Extract()
  block.take(lines.text, lines.start(first), lines.end(last))
  return { block, next: last + 1 }
}

/** JSON from an offset to where it closes; to the end of the text where it does not. */
function json(lines: TextLines, index: number, start: number): Found {
  const { text } = lines
  const { problem } = readJson(text, start)
  const closed = problem !== undefined && !problem.cut && problem.expected === 'the end'
  const end = closed ? problem.offset : text.length
  const block = new Extract()
  block.take(text, start, start + text.slice(start, end).trimEnd().length)
  return { block, next: lineBehind(lines, index + 1, end) }
}

/** `*** 1. row ***`: a table, or one field whose value is the plan. */
function stars(lines: TextLines, index: number): Found {
  const field = onlyField.exec(lines.head(index + 1, headLength))
  if (field) {
    const start = lines.start(index + 1) + field[0].length
    if (jsonStart.test(lines.text.slice(start, start + 200))) return json(lines, index + 1, start)
    const last = lastLine(lines, index + 1, (each) => !rowStars.test(each) && !endOfResult.test(each))
    const block = new Extract()
    block.take(lines.text, start, lines.end(last))
    return { block, next: last + 1 }
  }
  const last = lastLine(lines, index, (each) => {
    const row = rowStars.exec(each)
    return row ? row[1] !== '1' : /^\s*[A-Za-z_]+:(?: |$)/.test(each)
  })
  return slice(lines, index, last)
}

/** A frame: border, header, border, rows, border. With one column its cell is the plan, otherwise it is a table. */
function framed(lines: TextLines, index: number): Found | undefined {
  if (index + 2 >= lines.count || !isBorder(lines.at(index + 2))) return undefined
  let last = index + 3
  while (last < lines.count && !isBorder(lines.at(last))) last++
  if (!onlyColumn.test(lines.head(index + 1, headLength).trim()))
    return slice(lines, index, Math.min(last, lines.count - 1))
  return { block: unframed(lines, index + 3, last), next: last + 1 }
}

/** `QUERY PLAN` or `EXPLAIN` over the plan, with psql's rule below the header or without. */
function underHeader(lines: TextLines, index: number): Found | undefined {
  // Without psql's frame, what follows says itself what it is.
  if (!rule.test(lines.head(index + 1, headLength))) return undefined
  let last = index + 2
  while (last < lines.count && !endOfResult.test(lines.head(last, headLength)) && !lines.isBlank(last)) last++
  return { block: unframed(lines, index + 2, last, 0, lines.at(index + 1).length), next: last + 1 }
}

const bar = /[|│]/

/** One field of psql's expanded display. */
function expanded(lines: TextLines, index: number): Found {
  const column = lines.head(index, headLength).search(bar)
  let last = index
  while (last + 1 < lines.count && isBarAt(lines, last + 1, column)) last++
  return { block: unframed(lines, index, last + 1, column), next: last + 1 }
}

/** Does the line begin with a bar in this column? */
function isBarAt(lines: TextLines, line: number, column: number): boolean {
  const first = lines.firstLetter(line)
  return first === lines.start(line) + column && first < lines.end(line) && bar.test(lines.text.charAt(first))
}

const lineBreakMarks = '+↵¶'

/**
 * Lines of one cell without frame, padding and line-break marks (`+`, `↵`, `¶` at the end of the padding).
 * @param skipped letters at the beginning of each line that are not looked at
 * @param ruleWidth how wide the rule below the header is, where there is one: a mark stands at its end
 */
function unframed(lines: TextLines, from: number, to: number, skipped = 0, ruleWidth?: number): Extract {
  const { text } = lines
  const block = new Extract()
  const cell = (line: number) => text.slice(lines.start(line) + skipped, lines.end(line))
  let marked = true
  let hasMargin = true
  for (let line = from; line < to; line++) {
    const own = cell(line)
    hasMargin &&= own.startsWith(' ') || bar.test(own.charAt(0))
    if (line < to - 1) marked &&= hasMark(withoutBar(own.trimEnd()))
  }
  for (let line = from; line < to; line++) {
    const own = cell(line)
    const start = lines.start(line) + skipped
    const isLast = line === to - 1
    const left = bar.test(own.charAt(0)) ? (own.charAt(1) === ' ' ? 2 : 1) : hasMargin ? 1 : 0
    let content = withoutBar(own)
    // A mark stands at the edge of the column: the next line is of the same value.
    const edge = own.trimEnd()
    const isAtEdge = bar.test(edge.charAt(edge.length - 1)) && lineBreakMarks.includes(edge.charAt(edge.length - 2))
    const isMarked = marked || content.length === ruleWidth || (edge.length > 1 && isAtEdge)
    if (isMarked && !isLast && hasMark(content)) content = content.slice(0, -1)
    block.take(text, start + left, start + Math.max(left, content.trimEnd().length))
    const end = lines.end(line)
    if (!isLast) block.put('\n', end, end + 1)
  }
  return block
}

/** The line without the bar at its end and the padding before it; as it is where there is none. */
function withoutBar(line: string): string {
  const trimmed = line.trimEnd()
  return bar.test(trimmed.charAt(trimmed.length - 1)) ? trimmed.slice(0, -1).trimEnd() : line
}

function hasMark(line: string): boolean {
  return line !== '' && lineBreakMarks.includes(line.charAt(line.length - 1))
}

const escapedLetters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '0': '\0' }

/** One line of `mysql --batch`: line breaks inside the value are printed as `\n`, backslashes as `\\`. */
function escapedLine(lines: TextLines, index: number): Found {
  const { text } = lines
  const block = new Extract()
  const tab = text.indexOf('\t', lines.start(index))
  const end = tab === -1 ? lines.end(index) : Math.min(tab, lines.end(index))
  let from = lines.start(index)
  for (let at = text.indexOf('\\', from); at !== -1 && at + 1 < end; at = text.indexOf('\\', at + 2)) {
    const letter = escapedLetters[text.charAt(at + 1)]
    if (letter === undefined) {
      // Only the letter behind a backslash that means nothing is looked at again.
      at--
      continue
    }
    block.take(text, from, at)
    block.put(letter, at, at + 2)
    from = at + 2
  }
  block.take(text, from, end)
  return { block, next: index + 1 }
}

/** A cell of a CSV export: quotes around it, quotes inside doubled. */
function quoted(lines: TextLines, index: number): Found {
  const block = new Extract()
  const end = unquote(lines.text, lines.firstLetter(index) + 1, block)
  return { block, next: lineBehind(lines, index + 1, end + 1) }
}
