import type { ParseNote, TextSpan } from '../../text-span'
import type { Actual, Estimate } from '../model'
import { linesOf } from './grid'

/** One arrow of a tree. */
export interface TreeLine {
  /** Columns before the arrow. */
  readonly indent: number
  /** The phrase, without costs. */
  readonly text: string
  /** Where the phrase begins. */
  readonly start: number
  /** From the arrow to the end of the costs. */
  readonly span: TextSpan
  readonly estimate: Estimate
  readonly actual?: Actual
}

const arrow = /^[\s│|]*-> /
const withoutArrow = /^\s*<not executable by iterator executor>/
const tabColumns = 4

/**
 * The arrows of a tree. Texts inside of conditions may hold line breaks: a line without an arrow continues the one
 * before, unless that one has its costs already; then it is no part of the plan.
 */
export function treeLines(text: string, notes: ParseNote[]): TreeLine[] {
  const found: TreeLine[] = []
  /** Where the arrow being read stands, and where the text read for it ends. */
  let open: { arrow: number; indent: number; start: number; end: number } | undefined
  const close = () => {
    if (open) found.push(treeLine(text, open, notes))
    open = undefined
  }
  for (const line of linesOf(text)) {
    const end = line.start + line.text.length
    const head = arrow.exec(line.text)?.[0] ?? withoutArrow.exec(line.text)?.[0].replace(/<.*$/, '')
    if (head !== undefined) {
      close()
      const start = line.start + head.length
      open = { arrow: start - (head.endsWith('-> ') ? 3 : 0), indent: columnsOf(head), start, end }
    } else if (open && !hasCosts(text.slice(open.start, open.end))) open.end = end
    else if (line.text.trim() !== '') notes.push({ message: 'Not part of the tree', span: { start: line.start, end } })
  }
  close()
  return found
}

function columnsOf(head: string): number {
  let columns = 0
  for (const letter of head.replace(/-> $/, '')) {
    columns += letter === '\t' ? tabColumns - (columns % tabColumns) : 1
  }
  return columns
}

const number = String.raw`(-?(?:\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|inf|nan))`
const cost = new RegExp(String.raw`^\(cost=${number}(?:\.\.${number})?\s+rows=${number}\)\s*`)
const actual = new RegExp(
  String.raw`^\(actual\s+(?:time=${number}\.\.${number}\s+)?rows=${number}\s+loops=${number}\)\s*$`,
)
const never = /^\(never executed\)\s*$/
const begunNumbers =
  /\s\((?:c(?:o(?:s(?:t(?:=[^)]*)?)?)?)?|a(?:c(?:t(?:u(?:a(?:l(?:\s[^)]*)?)?)?)?)?)?|actual\s[^)]*|never(?: [a-z]*)?)?$/

function hasCosts(text: string): boolean {
  return numbersOf(text).at < text.trimEnd().length
}

interface Numbers {
  /** Where they begin; the end of the text where there are none. */
  readonly at: number
  readonly estimate: Estimate
  readonly actual?: Actual
}

/** The costs and times at the end of a line. */
function numbersOf(text: string): Numbers {
  const places = [text.lastIndexOf(' (cost='), text.lastIndexOf(' (actual '), text.lastIndexOf(' (never executed)')]
  for (const place of [...places].sort((a, b) => a - b)) {
    if (place === -1) continue
    let rest = text.slice(place + 1)
    const estimated = cost.exec(rest)
    if (estimated) rest = rest.slice(estimated[0].length)
    const counted = actual.exec(rest)
    const isNever = never.test(rest)
    if (rest !== '' && !counted && !isNever) continue
    return {
      at: place,
      estimate: estimated ? estimateOf(estimated) : {},
      ...(counted ? { actual: actualOf(counted) } : isNever ? { actual: neverExecuted } : {}),
    }
  }
  return { at: text.length, estimate: {} }
}

export const neverExecuted: Actual = { loops: 0, rowsPerLoop: 0, neverExecuted: true }

function estimateOf([, first, last, rows]: RegExpExecArray): Estimate {
  const startupCost = last === undefined ? undefined : finite(first)
  const subtreeCost = finite(last ?? first)
  const rowsPerLoop = finite(rows)
  return {
    ...(rowsPerLoop === undefined ? {} : { rowsPerLoop }),
    ...(startupCost === undefined ? {} : { startupCost }),
    ...(subtreeCost === undefined ? {} : { subtreeCost }),
  }
}

function actualOf([, first, last, rows, loops]: RegExpExecArray): Actual {
  const firstRowMsPerLoop = finite(first)
  const lastRowMsPerLoop = finite(last)
  return {
    loops: finite(loops) ?? 0,
    rowsPerLoop: finite(rows) ?? 0,
    ...(firstRowMsPerLoop === undefined ? {} : { firstRowMsPerLoop }),
    ...(lastRowMsPerLoop === undefined ? {} : { lastRowMsPerLoop }),
    neverExecuted: finite(loops) === 0,
  }
}

function finite(text: string | undefined): number | undefined {
  const value = Number(text)
  return text !== undefined && Number.isFinite(value) ? value : undefined
}

function treeLine(
  text: string,
  open: { arrow: number; indent: number; start: number; end: number },
  notes: ParseNote[],
): TreeLine {
  const whole = text.slice(open.start, open.end).trimEnd()
  const { at, ...numbers } = numbersOf(whole)
  let phrase = whole.slice(0, at).trimEnd()
  const begun = begunNumbers.exec(phrase)
  if (begun && at === whole.length) {
    const start = open.start + begun.index
    notes.push({ message: 'The line is cut off', span: { start, end: open.start + phrase.length } })
    phrase = phrase.slice(0, begun.index).trimEnd()
  }
  return {
    indent: open.indent,
    text: phrase,
    start: open.start,
    span: { start: open.arrow, end: open.start + whole.length },
    ...numbers,
  }
}
