import type { ParseNote, TextSpan } from '../../text-span'
import type { Actual, Estimate } from '../model'
import { linesOf } from './grid'
import { isKnownPhrase } from './mysql-operation-words'
import { hasOpenQuote } from './outside-quotes'

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
  /** Costs or times that begin and do not end. */
  readonly cut?: TextSpan
  readonly estimate: Estimate
  readonly actual?: Actual
}

const arrow = /^[\s│|]*-> /
const withoutArrow = /^\s*<not executable by iterator executor>/
const tabColumns = 4
/** More letters than the costs and times of a step take, and than a text with an arrow inside may have before it. */
const longestNumbers = 300
const longestText = 4000

/**
 * The arrows of a tree. Texts inside of conditions may hold line breaks: a line without an arrow continues the one
 * before, unless that one has its costs already; then it is no part of the plan.
 */
export function treeLines(text: string, notes: ParseNote[]): TreeLine[] {
  const found: TreeLine[] = []
  let open: OpenLine | undefined
  let stray: { readonly start: number; end: number } | undefined
  for (const line of linesOf(text)) {
    const end = line.start + line.text.length
    const mayBegin = line.text.includes('-> ') || line.text.includes('<not ')
    const head = mayBegin
      ? (arrow.exec(line.text)?.[0] ?? withoutArrow.exec(line.text)?.[0].replace(/<.*$/, ''))
      : undefined
    if (head !== undefined && !(open && continues(text.slice(open.start, open.end), line.text))) {
      if (open) found.push(treeLine(text, open))
      const start = line.start + head.length
      open = { arrow: start - (head.endsWith('-> ') ? 3 : 0), indent: columnsOf(head), start, end, complete: false }
      open.complete = hasCosts(text, open)
    } else if (open && !open.complete) {
      open.end = end
      open.complete = hasCosts(text, open)
    } else if (line.text.trim() !== '') {
      stray ??= { start: line.start, end }
      stray.end = end
    }
  }
  if (open) found.push(treeLine(text, open))
  if (stray) notes.push({ message: 'Not part of the tree', span: stray })
  return found
}

/** An arrow whose text is being read: where it stands and where the text read for it ends. */
interface OpenLine {
  readonly arrow: number
  readonly indent: number
  readonly start: number
  end: number
  /** Its costs or times were read; nothing can follow. */
  complete: boolean
}

/** An arrow inside of a text: a quote is open, and what follows the arrow is no step. */
function continues(before: string, line: string): boolean {
  return before.length < longestText && hasOpenQuote(before) && !isKnownPhrase(line.replace(arrow, ''))
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

function hasCosts(text: string, { start, end }: OpenLine): boolean {
  const tail = text.slice(Math.max(start, end - longestNumbers), end).trimEnd()
  return tail.endsWith(')') && numbersOf(tail).at < tail.length
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

function treeLine(text: string, open: OpenLine): TreeLine {
  const whole = text.slice(open.start, open.end).trimEnd()
  const { at, ...numbers } = numbersOf(whole)
  const phrase = whole.slice(0, at).trimEnd()
  const begun = at === whole.length ? begunNumbers.exec(phrase.slice(-longestNumbers)) : null
  const cutAt = begun ? Math.max(0, phrase.length - longestNumbers) + begun.index : phrase.length
  return {
    indent: open.indent,
    text: phrase.slice(0, cutAt).trimEnd(),
    start: open.start,
    span: { start: open.arrow, end: open.start + whole.length },
    ...(begun ? { cut: { start: open.start + cutAt, end: open.start + phrase.length } } : {}),
    ...numbers,
  }
}
