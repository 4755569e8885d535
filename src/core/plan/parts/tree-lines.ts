import { isBlank, TextLines } from '../../text-lines'
import type { ParseNote, TextSpan } from '../../text-span'
import type { Actual } from '../model'
import type { NodeDraft } from './draft'
import { isKnownPhrase } from './mysql-operation-words'
import { OpenQuote } from './outside-quotes'
import { numbersAtEnd, type StepNumbers, trimmedEnd } from './step-numbers'

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
  readonly cut: TextSpan | undefined
  readonly estimate: NodeDraft['estimate']
  readonly actual: Actual | undefined
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
      open.numbers = numbersOf(text, open.start, end)
    } else if (!lines.isBlank(index)) {
      stray ??= { start: lines.start(index), end }
      stray.end = end
    }
  }
  if (open) found.push(treeLine(text, open))
  if (stray) notes.push({ message: 'Not part of the tree', span: stray })
  return found
}

/** Does each line begin with an arrow, as the server prints it, so that nothing else stands in the text? */
export function areArrows(text: string): boolean {
  const end = trimmedEnd(text, 0, text.length)
  let at = 0
  for (let stop = 0; stop !== -1 && at < end; at = stop + 1) {
    while (text.charCodeAt(at) === blank) at++
    if (!text.startsWith('-> ', at)) return false
    stop = text.indexOf('\n', at)
  }
  return true
}

const blank = 32

/** More steps than this are no plan of one statement. */
const maxSteps = 200_000

/** An arrow whose text is being read: where it stands and where the text read for it ends. */
interface OpenLine {
  readonly arrow: number
  readonly indent: number
  readonly start: number
  end: number
  /** Its costs or times, with the place where they begin, once they were read; nothing can follow. */
  numbers: StepNumbers | undefined
  /** The quotes up to the place that they were read to. */
  quotes: OpenQuote | undefined
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
  const numbers = numbersOf(text, start, end)
  return { arrow, indent, start, end, numbers, quotes: undefined, quotesEnd: start }
}

/** An arrow inside of a text: a quote is open, and what follows the arrow is no step. */
function continues(text: string, open: OpenLine, start: number, end: number): boolean {
  if (open.numbers || open.end - open.start >= longestText) return false
  open.quotes ??= new OpenQuote()
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

/** The costs and times that the text read so far ends with. */
function numbersOf(text: string, start: number, end: number): StepNumbers | undefined {
  return numbersAtEnd(text, start, trimmedEnd(text, Math.max(start, end - longestNumbers), end))
}

const begunNumbers =
  /\s\((?:c(?:o(?:s(?:t(?:=[^)]*)?)?)?)?|a(?:c(?:t(?:u(?:a(?:l(?:\s[^)]*)?)?)?)?)?)?|actual\s[^)]*|never(?: [a-z]*)?)?$/

function treeLine(text: string, open: OpenLine): TreeLine {
  const { arrow, indent, start, numbers } = open
  const end = trimmedEnd(text, start, open.end)
  const span = { start: arrow, end }
  if (numbers) {
    const { estimate, actual, at } = numbers
    const phrase = text.slice(start, trimmedEnd(text, start, at))
    return { indent, text: phrase, start, span, estimate, actual, cut: undefined }
  }
  const phrase = text.slice(start, end)
  const begun = begunNumbers.exec(phrase.slice(-longestNumbers))
  const none = { estimate: {}, actual: undefined }
  if (!begun) return { indent, text: phrase, start, span, ...none, cut: undefined }
  const cutAt = Math.max(0, phrase.length - longestNumbers) + begun.index
  const cut = { start: start + cutAt, end: start + phrase.length }
  return { indent, text: phrase.slice(0, cutAt).trimEnd(), start, span, ...none, cut }
}
