import { TextLines } from '../../text-lines'
import type { ParseNote, TextSpan } from '../../text-span'

/** One cell of a printed result set; `undefined` is SQL NULL. */
export interface Cell {
  readonly text: string | undefined
  readonly span: TextSpan
}

/** A printed result set, whichever way the client printed it. */
export interface Grid {
  readonly columns: readonly Cell[]
  readonly rows: readonly { readonly cells: readonly Cell[]; readonly span: TextSpan }[]
  /** Lines inside the table that do not fit into it. */
  readonly notes: readonly ParseNote[]
}

interface Line {
  readonly text: string
  readonly start: number
}

const borderLetters = /^[+┌├└][-=+─═┬┼┴]*[+┐┤┘]?$/

/** Is it a border of a frame: `+----+-----+`, `├────┼────┤`? */
export function isBorder(line: string): boolean {
  const border = line.trim()
  return borderLetters.test(border) && /[-─═]/.test(border)
}

/** The rule of a Markdown table below its header: `|---|:--:|`. */
function isMarkdownRule(line: string): boolean {
  if (!line.includes('--')) return false
  const cells = line.trim().split('|')
  if (cells[0] === '') cells.shift()
  if (cells[cells.length - 1] === '') cells.pop()
  return cells.length > 1 && cells.every((cell) => /^:?-{2,}:?$/.test(cell.trim()))
}

export const rowStars = /^\s*\*{3,} *(\d+)\. row *\*{3,}\s*$/
const endOfTable = /^\s*(?:\d+ rows? in set|Query OK|\(\d+ rows?\)|Empty set)/
/** More rows than a statement has tables by far; what stands behind them is told in a note. */
const maxRows = 20_000

/**
 * A result set as clients print it: tab separated with one line per row (`planTextOf` and `mysql --batch`), framed
 * with `+---+` and `|`, as a Markdown table, or one `key: value` line per cell under `*** 1. row ***` (`\G`).
 * Gives undefined where no header can be found.
 */
export function readGrid(text: string): Grid | undefined {
  const lines = new TextLines(text)
  const stars = firstLine(lines, (line) => rowStars.test(line))
  if (stars !== -1) return readStars(filledLines(lines, stars, maxStarLines))
  const header = firstLine(lines, (line) => /[|\t]/.test(line) && !isBorder(line))
  if (header === -1) return undefined
  const [first, ...body] = filledLines(lines, header, maxRows + 2)
  if (!first) return undefined
  if (first.text.includes('\t')) return readLines(first, body, text, tabbedCells)
  const above = lineAbove(lines, header)
  const edges = isBorder(above) ? edgesOf(above) : undefined
  const grid = readLines(first, body, text, (line) => framedCells(line, edges))
  const last = body[body.length - 1] ?? first
  // A frame that was opened is closed below the rows; `body` begins with the border below the header.
  const borders = edges ? body.slice(1).filter((line) => isBorder(line.text)).length : 1
  if (borders > 0 || grid.rows.length === 0 || grid.notes.length > 0) return grid
  const span = { start: last.start, end: last.start + last.text.length }
  return { ...grid, notes: [{ message: 'The frame is not closed below this row; rows may be missing', span }] }
}

/** Rows of `\G` have one line per column. */
const maxStarLines = maxRows * 15

function firstLine(lines: TextLines, fits: (line: string) => boolean): number {
  for (let line = 0; line < lines.count; line++) if (fits(lines.at(line))) return line
  return -1
}

/** The last line with letters before this one. */
function lineAbove(lines: TextLines, line: number): string {
  let above = line - 1
  while (above >= 0 && lines.isBlank(above)) above--
  return above < 0 ? '' : lines.at(above)
}

/** The lines from one on that hold anything, at most so many. */
function filledLines(lines: TextLines, from: number, most: number): Line[] {
  const filled: Line[] = []
  for (let line = from; line < lines.count && filled.length < most; line++) {
    if (!lines.isBlank(line)) filled.push({ text: lines.at(line), start: lines.start(line) })
  }
  return filled
}

function readLines(header: Line, body: readonly Line[], text: string, cellsOf: (line: Line) => Cell[]): Grid {
  const columns = cellsOf(header)
  const rows: { cells: Cell[]; span: TextSpan }[] = []
  const notes: ParseNote[] = []
  for (const line of body) {
    if (isBorder(line.text) || isMarkdownRule(line.text)) continue
    if (endOfTable.test(line.text)) break
    if (rows.length === maxRows) {
      notes.push(onlyFirstRows(line.start, text.length))
      break
    }
    const cells = cellsOf(line)
    const span = { start: line.start, end: line.start + line.text.length }
    if (cells.length < 2 && columns.length > 2) {
      // Behind the table: row counts, warnings, a prompt. A row that was cut off begins like a row.
      if (/^(?:\|?\s*(?:\d+|NULL)?)$/.test(line.text.trim())) notes.push({ message: 'This row is cut off', span })
      break
    }
    if (cells.length !== columns.length) {
      notes.push({ message: `This row has ${cells.length} of ${columns.length} cells`, span })
    }
    rows.push({ cells, span })
  }
  return { columns, rows, notes }
}

function onlyFirstRows(start: number, end: number): ParseNote {
  return { message: `Only the first ${maxRows} rows of this table were read.`, span: { start, end } }
}

const escapes: Readonly<Record<string, string>> = { '\\t': '\t', '\\n': '\n', '\\\\': '\\', '\\0': '\0' }

function tabbedCells({ text, start }: Line): Cell[] {
  let at = start
  return text.split('\t').map((raw) => {
    const cell = raw.trim()
    const from = at + (raw.length - raw.trimStart().length)
    const span = { start: Math.min(from, at + raw.length), end: Math.min(from, at + raw.length) + cell.length }
    at += raw.length + 1
    return {
      text: cell === 'NULL' ? undefined : cell.replace(/\\[tn\\0]/g, (pair) => escapes[pair] ?? pair),
      span,
    }
  })
}

/** Where the columns of a frame end: the places of `+` in its border. */
function edgesOf(border: string): number[] {
  return [...border.matchAll(/\+/g)].map((match) => match.index)
}

/**
 * Cells between pipes. Values may hold pipes too (`ref|filter`), so the border says where columns end; only where the
 * line does not follow the border (wide characters, no border) it is split at pipes with blanks around.
 */
function framedCells({ text, start }: Line, edges: readonly number[] | undefined): Cell[] {
  const cells: Cell[] = []
  const push = (from: number, to: number) => {
    const raw = text.slice(from, to)
    const trimmed = raw.trim()
    const begin = start + from + (raw.length - raw.trimStart().length)
    cells.push({
      text: trimmed === 'NULL' ? undefined : trimmed,
      span: { start: Math.min(begin, start + to), end: Math.min(begin, start + to) + trimmed.length },
    })
  }
  if (edges && edges.length > 1 && edges.every((edge) => text[edge] === '|')) {
    for (let index = 0; index + 1 < edges.length; index++) push((edges[index] ?? 0) + 1, edges[index + 1] ?? 0)
    return cells
  }
  const open = /^\s*\|/.exec(text)
  let from = open ? open[0].length : 0
  for (const match of text.matchAll(/\s\|(?=\s|$)/g)) {
    if (match.index < from - 1) continue
    push(from, match.index)
    from = match.index + 2
  }
  if (text.slice(from).trim() !== '') push(from, text.length)
  return cells
}

/** `*************************** 1. row ***************************` and right-aligned `key: value` lines. */
function readStars(lines: readonly Line[]): Grid | undefined {
  const columns: Cell[] = []
  const rows: { cells: Cell[]; span: TextSpan }[] = []
  const notes: ParseNote[] = []
  let cells: Cell[] | undefined
  let rowStart = 0
  let rowEnd = 0
  const close = () => {
    if (!cells) return
    const span = { start: rowStart, end: rowEnd }
    if (rows.length > 0 && cells.length !== columns.length) {
      notes.push({ message: `This row has ${cells.length} of ${columns.length} cells`, span })
    }
    rows.push({ cells, span })
    cells = undefined
  }
  for (const line of lines) {
    const stars = rowStars.exec(line.text)
    if (stars) {
      // A row number that starts again belongs to the next result set.
      if (stars[1] === '1' && rows.length + (cells ? 1 : 0) > 0) break
      close()
      if (rows.length === maxRows) {
        notes.push(onlyFirstRows(line.start, (lines[lines.length - 1] ?? line).start))
        break
      }
      cells = []
      rowStart = line.start
      rowEnd = line.start + line.text.length
      continue
    }
    const field = /^\s*([A-Za-z_]+):(?: (.*))?$/.exec(line.text)
    if (endOfTable.test(line.text) || !field || !cells) break
    const name = field[1] ?? ''
    const value = (field[2] ?? '').trimEnd()
    const valueStart = line.start + line.text.indexOf(':') + (field[2] === undefined ? 1 : 2)
    if (rows.length === 0) {
      const nameStart = line.start + line.text.indexOf(name)
      columns.push({ text: name, span: { start: nameStart, end: nameStart + name.length } })
    }
    rowEnd = line.start + line.text.length
    cells.push({
      text: value === 'NULL' ? undefined : value,
      span: { start: valueStart, end: valueStart + value.length },
    })
  }
  close()
  return columns.length === 0 ? undefined : { columns, rows, notes }
}
