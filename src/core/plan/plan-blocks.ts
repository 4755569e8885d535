import { readJson } from '../json/read'
import { borderLine, linesOf, rowStars } from './parts/grid'
import { looksLikePlanRows } from './parts/table-head'
import { undecorated, withPlainLetters } from './pasted-decorations'
import { type Excerpt, Extract, within } from './position-map'
import { startsQuotedRows, textPlanEnd, unquote, unquotedRows } from './text-plan-block'

/**
 * What people paste is rarely the bare plan: clients put frames, headers, row counts and line-break marks around it,
 * and one paste can hold several plans. This finds the pieces that may be plans and takes the wrapping off.
 */

type Line = ReturnType<typeof linesOf>[number]

const jsonStart = /^\s*(?:\{|\[\s*(?:\{|$))/
const endOfResult = /^\s*(?:\(?\d+ \S+\)?\s*$|\d+ rows? in set|Query OK)/
const onlyColumn = /^\s*[|│]?\s*"?(?:EXPLAIN|ANALYZE|SHOW EXPLAIN|SHOW ANALYZE|QUERY PLAN|query plan)"?\s*[|│]?\s*$/
const onlyField = /^\s*(?:EXPLAIN|ANALYZE|SHOW EXPLAIN|SHOW ANALYZE|QUERY PLAN): /
/** psql's expanded display: `QUERY PLAN | …`, then lines that begin with blanks and the same bar. */
const expandedField = /^QUERY PLAN\s*[|│] /
const rule = /^\s*[-─━═]{3,}\s*$/
/** A tree on one line, as `mysql --batch` prints it. */
const escapedTree = /^\s*-> .*\\n(?:\s*-> |$)/
/** The first letters of an arrow tree or of a PostgreSQL text plan. */
const treeLine = /^\s*(?:[|│] ?)?-> |\(cost=[\d.e+]+(?:\.\.[\d.e+]+)? rows=/

/** Wrappings inside each other; real ones are two or three. */
const maxWrappings = 6

/** So many pieces of a text are looked at; a log with more plans is read as a log. */
export const maxBlocks = 1000

/** Every piece of a text that may be a plan, in order, without wrapping; at most `maxBlocks`. */
export function planBlocks(text: string, wrappings = 0): Excerpt[] {
  const plain = wrappings === 0 ? withPlainLetters(text) : undefined
  if (plain) return planBlocks(plain.text, 1).map((block) => within(plain, block))
  const lines = linesOf(text)
  const blocks: Excerpt[] = []
  let index = 0
  while (index < lines.length && blocks.length < maxBlocks) {
    const wrapped = wrappings < maxWrappings ? wrappedAt(text, lines, index) : undefined
    if (wrapped) {
      for (const block of planBlocks(wrapped.block.text, wrappings + 1)) blocks.push(within(wrapped.block, block))
    }
    const found = wrapped ?? blockAt(text, lines, index)
    if (found && !wrapped) blocks.push(found.block)
    index = Math.max(found?.next ?? 0, index + 1)
  }
  return blocks
}

/** Lines with something around each of them, which hold the plan or its wrapping. */
function wrappedAt(text: string, lines: readonly Line[], index: number): Found | undefined {
  const decorated = undecorated(text, lines, index)
  if (decorated) return decorated
  if (startsQuotedRows(lines, index)) {
    const { rows, next } = unquotedRows(text, lines, index)
    return { block: rows, next }
  }
  if (/^-\[ RECORD 1 \]/.test(lines[index]?.text ?? '')) return records(text, lines, index)
  return /,"duration: [\d.]+ ms {2}plan:$/.test(lines[index]?.text ?? '') ? logField(text, lines, index) : undefined
}

/** psql's expanded display with one record per line of the plan. */
function records(text: string, lines: readonly Line[], index: number): Found | undefined {
  const block = new Extract()
  let count = 0
  let next = index
  for (; next < lines.length; next++) {
    const line = lines[next]
    if (!line) break
    if (/^-\[ RECORD \d+ \]/.test(line.text)) {
      count++
      continue
    }
    const [field] = /^(?:QUERY PLAN|\s+)\s*[|│] /.exec(line.text) ?? []
    if (field === undefined) break
    if (block.text !== '') block.put('\n', line.start - 1, line.start)
    block.take(text, line.start + field.length, endOf(line))
  }
  return count > 1 ? { block, next } : undefined
}

/** The message of a csvlog line: quotes are doubled inside it, and it ends with one. */
function logField(text: string, lines: readonly Line[], index: number): Found {
  const block = new Extract()
  const end = unquote(text, lines[index + 1]?.start ?? text.length, block)
  let next = index + 1
  while (next < lines.length && (lines[next]?.start ?? 0) <= end) next++
  return { block, next }
}

interface Found {
  readonly block: Extract
  /** Number of the line behind it. */
  readonly next: number
}

function blockAt(text: string, lines: readonly Line[], index: number): Found | undefined {
  const line = lines[index]
  if (!line || line.text.trim() === '') return undefined
  if (rowStars.test(line.text)) return stars(text, lines, index)
  if (borderLine.test(line.text)) return framed(text, lines, index)
  if (onlyColumn.test(line.text)) return underHeader(text, lines, index)
  if (looksLikePlanRows(line.text)) {
    const end = lastLine(lines, index, (each) => /[\t|]/.test(each) || borderLine.test(each))
    return slice(text, lines, index, end)
  }
  if (/^\s*[[{](?:\\n|\\r)/.test(line.text) || escapedTree.test(line.text)) return escapedLine(text, lines, index)
  if (/^\s*"[[{]/.test(line.text)) return quoted(text, lines, index)
  if (jsonStart.test(line.text)) return json(text, lines, index, line.start)
  if (expandedField.test(line.text)) return expanded(text, lines, index)
  const field = onlyField.exec(line.text)
  if (field) return json(text, lines, index, line.start + field[0].length)
  const planEnd = textPlanEnd(text, lines, index)
  if (planEnd !== undefined) return slice(text, lines, index, planEnd - 1)
  if (
    treeLine.test(line.text) ||
    /^\s*(?:<not executable by iterator executor>|<explain\b|(?:- )?(?:Plan:\s*$|Query Text: "))/.test(line.text)
  ) {
    return slice(
      text,
      lines,
      index,
      lastLine(lines, index, (each) => each.trim() !== '' && !endOfResult.test(each)),
    )
  }
  return undefined
}

/** The last line from `index` on for which all lines up to it are part of the same block. */
function lastLine(lines: readonly Line[], index: number, belongs: (text: string) => boolean): number {
  let last = index
  while (last + 1 < lines.length && belongs(lines[last + 1]?.text ?? '')) last++
  return last
}

function endOf(line: Line | undefined): number {
  return line ? line.start + line.text.length : 0
}

function slice(text: string, lines: readonly Line[], first: number, last: number): Found {
  const block = new Extract()
  block.take(text, lines[first]?.start ?? 0, endOf(lines[last]))
  return { block, next: last + 1 }
}

/** JSON from an offset to where it closes; to the end of the text where it does not. */
function json(text: string, lines: readonly Line[], index: number, start: number): Found {
  const { problem } = readJson(text, start)
  const closed = problem !== undefined && !problem.cut && problem.expected === 'the end'
  const end = closed ? problem.offset : text.length
  const block = new Extract()
  block.take(text, start, start + text.slice(start, end).trimEnd().length)
  let next = index + 1
  while (next < lines.length && (lines[next]?.start ?? 0) < end) next++
  return { block, next }
}

/** `*** 1. row ***`: a table, or one field whose value is the plan. */
function stars(text: string, lines: readonly Line[], index: number): Found {
  const first = lines[index + 1]
  const field = first ? onlyField.exec(first.text) : null
  if (first && field) {
    const start = first.start + field[0].length
    if (jsonStart.test(text.slice(start, start + 200))) return json(text, lines, index + 1, start)
    const last = lastLine(lines, index + 1, (each) => !rowStars.test(each) && !endOfResult.test(each))
    const block = new Extract()
    block.take(text, start, endOf(lines[last]))
    return { block, next: last + 1 }
  }
  const last = lastLine(lines, index, (each) => {
    const row = rowStars.exec(each)
    return row ? row[1] !== '1' : /^\s*[A-Za-z_]+:(?: |$)/.test(each)
  })
  return slice(text, lines, index, last)
}

/** A frame: border, header, border, rows, border. With one column its cell is the plan, otherwise it is a table. */
function framed(text: string, lines: readonly Line[], index: number): Found | undefined {
  const header = lines[index + 1]
  if (!header || !borderLine.test(lines[index + 2]?.text ?? '')) return undefined
  let last = index + 3
  while (last < lines.length && !borderLine.test(lines[last]?.text ?? '')) last++
  if (!onlyColumn.test(header.text)) return slice(text, lines, index, Math.min(last, lines.length - 1))
  return { block: unframed(text, lines.slice(index + 3, last)), next: last + 1 }
}

/** `QUERY PLAN` or `EXPLAIN` over the plan, with psql's rule below the header or without. */
function underHeader(text: string, lines: readonly Line[], index: number): Found | undefined {
  const ruled = rule.test(lines[index + 1]?.text ?? '')
  const from = index + (ruled ? 2 : 1)
  // Without psql's frame, what follows says itself what it is.
  if (!ruled) return undefined
  let last = from
  while (last < lines.length && !endOfResult.test(lines[last]?.text ?? '') && lines[last]?.text.trim() !== '') last++
  return { block: unframed(text, lines.slice(from, last), lines[index + 1]?.text.length), next: last + 1 }
}

/** One field of psql's expanded display. */
function expanded(text: string, lines: readonly Line[], index: number): Found {
  const bar = lines[index]?.text.search(/[|│]/) ?? 0
  const last = lastLine(lines, index, (each) => /^\s*[|│]/.test(each) && each.search(/[|│]/) === bar)
  const cell = lines.slice(index, last + 1).map((line) => ({ text: line.text.slice(bar), start: line.start + bar }))
  return { block: unframed(text, cell), next: last + 1 }
}

/** Lines of one cell without frame, padding and line-break marks (`+`, `↵`, `¶` at the end of the padding). */
function unframed(text: string, lines: readonly Line[], ruleWidth?: number): Extract {
  const block = new Extract()
  const marked = lines.slice(0, -1).every((line) => /[+↵¶]\s*[|│]?\s*$/.test(line.text))
  const blank = lines.every((line) => /^[ |│]/.test(line.text))
  for (const [index, line] of lines.entries()) {
    const left = /^[|│] ?/.exec(line.text)?.[0].length ?? (blank ? 1 : 0)
    let content = line.text.replace(/\s*[|│]\s*$/, '')
    // A mark stands at the edge of the column: the next line is of the same value.
    const isMarked = marked || content.length === ruleWidth || /[+↵¶][|│]\s*$/.test(line.text)
    if (isMarked && index < lines.length - 1) content = content.replace(/\s*[+↵¶]$/, '')
    block.take(text, line.start + left, line.start + Math.max(left, content.trimEnd().length))
    const end = endOf(line)
    if (index < lines.length - 1) block.put('\n', end, end + 1)
  }
  return block
}

/** One line of `mysql --batch`: line breaks inside the value are printed as `\n`, backslashes as `\\`. */
function escapedLine(text: string, lines: readonly Line[], index: number): Found {
  const line = lines[index]
  const block = new Extract()
  if (!line) return { block, next: index + 1 }
  const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '0': '\0' }
  const cell = line.text.split('\t')[0] ?? ''
  let from = 0
  for (const match of cell.matchAll(/\\([ntr\\0])/g)) {
    const start = line.start + match.index
    block.take(text, line.start + from, start)
    block.put(letters[match[1] ?? ''] ?? '', start, start + 2)
    from = match.index + 2
  }
  block.take(text, line.start + from, line.start + cell.length)
  return { block, next: index + 1 }
}

/** A cell of a CSV export: quotes around it, quotes inside doubled. */
function quoted(text: string, lines: readonly Line[], index: number): Found {
  const line = lines[index]
  const block = new Extract()
  if (!line) return { block, next: index + 1 }
  const at = unquote(text, text.indexOf('"', line.start) + 1, block)
  let next = index + 1
  while (next < lines.length && (lines[next]?.start ?? 0) <= at) next++
  return { block, next }
}
