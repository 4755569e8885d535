import { isBlank, TextLines } from '../../text-lines'
import type { ParseNote, TextSpan } from '../../text-span'
import type { Actual } from '../model'
import type { NodeDraft } from './draft'
import { isKnownPhrase } from './mysql-operation-words'
import { OpenQuote } from './outside-quotes'

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
  readonly estimate: NodeDraft['estimate']
  readonly actual?: Actual
}

const tabColumns = 4
/** More letters than the costs and times of a step take, and than a text with an arrow inside may have before it. */
const longestNumbers = 300
const longestText = 4000

/**
 * The arrows of a tree. Texts inside of conditions may hold line breaks: a line without an arrow continues the one
 * before, unless that one has its costs already; then it is no part of the plan.
 */
export function treeLines(text: string, notes: ParseNote[]): TreeLine[] {
  const lines = new TextLines(text)
  const found: TreeLine[] = []
  let open: OpenLine | undefined
  let stray: { readonly start: number; end: number } | undefined
  for (let index = 0; index < lines.count; index++) {
    const end = lines.end(index)
    const start = startOf(lines, index)
    if (start !== -1 && !(open && continues(text, open, start, end))) {
      if (open) found.push(treeLine(text, open))
      if (found.length === maxSteps) {
        notes.push({ message: `Only the first ${maxSteps} steps were read`, span: { start, end: text.length } })
        return found
      }
      open = openLine(text, lines.start(index), start, end)
    } else if (open && !open.numbers) {
      open.end = end
      open.numbers = endNumbers(text, open)
    } else if (!lines.isBlank(index)) {
      stray ??= { start: lines.start(index), end }
      stray.end = end
    }
  }
  if (open) found.push(treeLine(text, open))
  if (stray) notes.push({ message: 'Not part of the tree', span: stray })
  return found
}

/** More steps than this are no plan of one statement. */
const maxSteps = 200_000

/** An arrow whose text is being read: where it stands and where the text read for it ends. */
interface OpenLine {
  readonly arrow: number
  readonly indent: number
  readonly start: number
  end: number
  /** Its costs or times, with the place where they begin, once they were read; nothing can follow. */
  numbers: Numbers | undefined
  /** The quotes up to the place that they were read to. */
  readonly quotes: OpenQuote
  quotesEnd: number
}

/** Where the phrase of a step begins in a line; -1 when the line begins none. */
function startOf(lines: TextLines, index: number): number {
  const { text } = lines
  const end = lines.end(index)
  let at = lines.firstLetter(index)
  if (text.startsWith('<not executable by iterator executor>', at)) return at
  // A bar of a frame, with blanks.
  while (at < end && (text.charCodeAt(at) === 124 || text.charCodeAt(at) === 0x2502 || isBlank(text.charCodeAt(at))))
    at++
  return at + 2 < end && text.startsWith('-> ', at) ? at + 3 : -1
}

function openLine(text: string, lineStart: number, start: number, end: number): OpenLine {
  const hasArrow = text.startsWith('-> ', start - 3)
  const arrow = hasArrow ? start - 3 : start
  const indent = columnsOf(text.slice(lineStart, arrow))
  const open = { arrow, indent, start, end, numbers: undefined, quotes: new OpenQuote(), quotesEnd: start }
  return { ...open, numbers: endNumbers(text, open) }
}

/** An arrow inside of a text: a quote is open, and what follows the arrow is no step. */
function continues(text: string, open: OpenLine, start: number, end: number): boolean {
  if (open.numbers || open.end - open.start >= longestText) return false
  open.quotes.read(text, open.quotesEnd, open.end)
  open.quotesEnd = open.end
  return open.quotes.isOpen && !isKnownPhrase(text.slice(start, end))
}

function columnsOf(margin: string): number {
  if (!margin.includes('\t')) return margin.length
  let columns = 0
  for (const letter of margin) columns += letter === '\t' ? tabColumns - (columns % tabColumns) : 1
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

/** The costs and times that the text read so far ends with. */
function endNumbers(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): Numbers | undefined {
  const from = Math.max(start, end - longestNumbers)
  const tail = text.slice(from, end).trimEnd()
  if (!tail.endsWith(')')) return undefined
  const numbers = numbersOf(tail)
  return numbers.at < tail.length ? { ...numbers, at: from - start + numbers.at } : undefined
}

interface Numbers {
  /** Where they begin in the step's text; the end of the text where there are none. */
  readonly at: number
  readonly estimate: NodeDraft['estimate']
  readonly actual?: Actual
}

/** The costs and times at the end of a line. */
function numbersOf(text: string): Numbers {
  const priced = text.lastIndexOf(' (cost=')
  const counted = text.lastIndexOf(' (actual ')
  const skipped = text.lastIndexOf(' (never executed)')
  const after = (place: number) => {
    let next = text.length
    for (const each of [priced, counted, skipped]) if (each > place && each < next) next = each
    return next
  }
  for (let place = after(-1); place < text.length; place = after(place)) {
    let rest = text.slice(place + 1)
    const estimated = cost.exec(rest)
    if (estimated) rest = rest.slice(estimated[0].length)
    const estimate = estimated ? estimateOf(estimated) : {}
    if (rest === '') return { at: place, estimate }
    const ran = actual.exec(rest)
    if (ran) return { at: place, estimate, actual: actualOf(ran) }
    if (never.test(rest)) return { at: place, estimate, actual: neverExecuted }
  }
  return { at: text.length, estimate: {} }
}

export const neverExecuted: Actual = { loops: 0, rowsPerLoop: 0, neverExecuted: true }

function estimateOf([, first, last, rows]: RegExpExecArray): NodeDraft['estimate'] {
  const estimate: NodeDraft['estimate'] = {}
  const rowsPerLoop = finite(rows)
  if (rowsPerLoop !== undefined) estimate.rowsPerLoop = rowsPerLoop
  const startupCost = last === undefined ? undefined : finite(first)
  if (startupCost !== undefined) estimate.startupCost = startupCost
  const subtreeCost = finite(last ?? first)
  if (subtreeCost !== undefined) estimate.subtreeCost = subtreeCost
  return estimate
}

function actualOf([, first, last, rows, loops]: RegExpExecArray): Actual {
  const counted: NonNullable<NodeDraft['actual']> = {
    loops: finite(loops) ?? 0,
    rowsPerLoop: finite(rows) ?? 0,
    neverExecuted: finite(loops) === 0,
  }
  const firstRowMsPerLoop = finite(first)
  if (firstRowMsPerLoop !== undefined) counted.firstRowMsPerLoop = firstRowMsPerLoop
  const lastRowMsPerLoop = finite(last)
  if (lastRowMsPerLoop !== undefined) counted.lastRowMsPerLoop = lastRowMsPerLoop
  return counted
}

function finite(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

function treeLine(text: string, open: OpenLine): TreeLine {
  const { arrow, indent, start } = open
  const whole = text.slice(start, open.end).trimEnd()
  const span = { start: arrow, end: start + whole.length }
  const { at, estimate, actual } = open.numbers ?? numbersOf(whole)
  const phrase = whole.slice(0, at).trimEnd()
  const line = actual ? { indent, start, span, estimate, actual } : { indent, start, span, estimate }
  const begun = at === whole.length ? begunNumbers.exec(phrase.slice(-longestNumbers)) : null
  if (!begun) return { ...line, text: phrase }
  const cutAt = Math.max(0, phrase.length - longestNumbers) + begun.index
  const cut = { start: start + cutAt, end: start + phrase.length }
  return { ...line, text: phrase.slice(0, cutAt).trimEnd(), cut }
}
