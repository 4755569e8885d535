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

export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  while (start <= text.length) {
    const end = text.indexOf('\n', start)
    const stop = end === -1 ? text.length : end
    const line = text.slice(start, stop)
    lines.push({ text: line.endsWith('\r') ? line.slice(0, -1) : line, start })
    if (end === -1) break
    start = end + 1
  }
  return lines
}

export const borderLine = /^\s*[+┌├└][-=+─═┬┼┴]*[-─═][-=+─═┬┼┴]*[+┐┤┘]?\s*$/
const markdownRule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$/
export const rowStars = /^\*{3,} *(\d+)\. row *\*{3,}\s*$/
const endOfTable = /^\s*(?:\d+ rows? in set|Query OK|\(\d+ rows?\)|Empty set)/

/**
 * A result set as clients print it: tab separated with one line per row (`planTextOf` and `mysql --batch`), framed
 * with `+---+` and `|`, as a Markdown table, or one `key: value` line per cell under `*** 1. row ***` (`\G`).
 * Gives undefined where no header can be found.
 */
export function readGrid(text: string): Grid | undefined {
  const lines = linesOf(text).filter((line) => line.text.trim() !== '')
  const stars = lines.findIndex((line) => rowStars.test(line.text))
  if (stars !== -1) return readStars(lines.slice(stars))
  const header = lines.findIndex((line) => !borderLine.test(line.text) && /[|\t]/.test(line.text))
  const first = lines[header]
  if (!first) return undefined
  const body = lines.slice(header + 1)
  if (first.text.includes('\t')) return readLines(first, body, tabbedCells)
  const border = lines[header - 1]
  const edges = border && borderLine.test(border.text) ? edgesOf(border.text) : undefined
  return readLines(first, body, (line) => framedCells(line, edges))
}

function readLines(header: Line, body: readonly Line[], cellsOf: (line: Line) => Cell[]): Grid {
  const columns = cellsOf(header)
  const rows: { cells: Cell[]; span: TextSpan }[] = []
  const notes: ParseNote[] = []
  for (const line of body) {
    if (borderLine.test(line.text) || markdownRule.test(line.text)) continue
    if (endOfTable.test(line.text)) break
    const cells = cellsOf(line)
    const span = { start: line.start, end: line.start + line.text.length }
    if (cells.length < 2 && columns.length > 2) {
      // Behind the table: row counts, warnings, a prompt. A row that was cut off begins like a row.
      if (/^\s*\|?\s*(?:\d+|NULL)?\s*$/.test(line.text)) notes.push({ message: 'This row is cut off', span })
      break
    }
    if (cells.length !== columns.length) {
      notes.push({ message: `This row has ${cells.length} of ${columns.length} cells`, span })
    }
    rows.push({ cells, span })
  }
  return { columns, rows, notes }
}

const escapes: Readonly<Record<string, string>> = { '\\t': '\t', '\\n': '\n', '\\\\': '\\', '\\0': '\0' }

function tabbedCells({ text, start }: Line): Cell[] {
  let at = start
  return text.split('\t').map((cell) => {
    const span = { start: at, end: at + cell.length }
    at += cell.length + 1
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
