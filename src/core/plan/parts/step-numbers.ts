import { decimalIn } from '../../json/cursor'
import { isBlank } from '../../text-lines'
import type { Actual } from '../model'
import type { NodeDraft } from './draft'

/** The costs and times that a step of a tree ends with. */
export interface StepNumbers {
  /** Where the blank before them stands. */
  readonly at: number
  readonly estimate: NodeDraft['estimate']
  readonly actual: Actual | undefined
}

export const neverExecuted: Actual = { loops: 0, rowsPerLoop: 0, neverExecuted: true }

/** More letters than one group of numbers takes. */
const longestGroup = 150

/**
 * The numbers at the end of the text between two places; undefined where it does not end with any. Costs, then what
 * happened; one of them may lack:
 *
 *     (cost=0.25..4.5 rows=1) (actual time=0.0166..0.101 rows=1000 loops=1)
 *     (cost=101 rows=1e+6) (never executed)
 *     (actual rows=3 loops=1)
 */
export function numbersAtEnd(text: string, start: number, end: number): StepNumbers | undefined {
  const last = openingBefore(text, start, end)
  if (last === -1) return undefined
  const estimate = costsAt(text, last, end)
  if (estimate) return text.charCodeAt(last - 1) === blank ? { at: last - 1, estimate, actual: undefined } : undefined
  const actual = text.startsWith(never, last) && last + never.length === end ? neverExecuted : actualAt(text, last, end)
  if (!actual) return undefined
  const costsEnd = trimmedEnd(text, start, last)
  const first = openingBefore(text, start, costsEnd)
  const costs = first === -1 || text.charCodeAt(first - 1) !== blank ? undefined : costsAt(text, first, costsEnd)
  if (costs) return { at: first - 1, estimate: costs, actual }
  return text.charCodeAt(last - 1) === blank ? { at: last - 1, estimate: {}, actual } : undefined
}

/** The end of what stands between two places without the blanks behind it. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

const blank = 32
const openParenthesis = 40
const closeParenthesis = 41
const never = '(never executed)'

/** The last opening parenthesis behind `start` of a text that ends with the closing one; -1 where there is none. */
function openingBefore(text: string, start: number, end: number): number {
  if (end <= start || text.charCodeAt(end - 1) !== closeParenthesis) return -1
  const least = Math.max(start, end - longestGroup)
  for (let at = end - 2; at > least; at--) if (text.charCodeAt(at) === openParenthesis) return at
  return -1
}

/** `(cost=0.25..4.5 rows=1)`, all between two places. */
function costsAt(text: string, start: number, end: number): NodeDraft['estimate'] | undefined {
  if (!text.startsWith('(cost=', start)) return undefined
  const costEnd = endOfNumber(text, start + '(cost='.length)
  const hasBoth = costEnd !== -1 && text.startsWith('..', costEnd)
  const bothEnd = hasBoth ? endOfNumber(text, costEnd + 2) : costEnd
  const rows = bothEnd === -1 ? -1 : valueBehind(text, bothEnd, 'rows=')
  const rowsEnd = rows === -1 ? -1 : endOfNumber(text, rows)
  if (rowsEnd === -1 || rowsEnd !== end - 1) return undefined
  const rowsPerLoop = finite(text, rows, rowsEnd)
  const startupCost = hasBoth ? finite(text, start + '(cost='.length, costEnd) : undefined
  const subtreeCost = hasBoth ? finite(text, costEnd + 2, bothEnd) : finite(text, start + '(cost='.length, costEnd)
  if (rowsPerLoop !== undefined && subtreeCost !== undefined) {
    return startupCost === undefined ? { rowsPerLoop, subtreeCost } : { rowsPerLoop, startupCost, subtreeCost }
  }
  const estimate: NodeDraft['estimate'] = {}
  if (rowsPerLoop !== undefined) estimate.rowsPerLoop = rowsPerLoop
  if (startupCost !== undefined) estimate.startupCost = startupCost
  if (subtreeCost !== undefined) estimate.subtreeCost = subtreeCost
  return estimate
}

/** `(actual time=0.1..0.2 rows=5 loops=1)`, all between two places. */
function actualAt(text: string, start: number, end: number): Actual | undefined {
  if (!text.startsWith('(actual', start)) return undefined
  const words = start + '(actual'.length
  const first = valueBehind(text, words, 'time=')
  const firstEnd = first === -1 ? -1 : endOfNumber(text, first)
  if (first !== -1 && (firstEnd === -1 || !text.startsWith('..', firstEnd))) return undefined
  const lastEnd = first === -1 ? words : endOfNumber(text, firstEnd + 2)
  const rows = lastEnd === -1 ? -1 : valueBehind(text, lastEnd, 'rows=')
  const rowsEnd = rows === -1 ? -1 : endOfNumber(text, rows)
  const loops = rowsEnd === -1 ? -1 : valueBehind(text, rowsEnd, 'loops=')
  const loopsEnd = loops === -1 ? -1 : endOfNumber(text, loops)
  if (loopsEnd === -1 || loopsEnd !== end - 1) return undefined
  const count = finite(text, loops, loopsEnd) ?? 0
  const rowsPerLoop = finite(text, rows, rowsEnd) ?? 0
  const firstRowMsPerLoop = first === -1 ? undefined : finite(text, first, firstEnd)
  const lastRowMsPerLoop = first === -1 ? undefined : finite(text, firstEnd + 2, lastEnd)
  return actualOf(count, rowsPerLoop, firstRowMsPerLoop, lastRowMsPerLoop)
}

/** What happened at a step; times where the server tells them. */
export function actualOf(
  loops: number,
  rowsPerLoop: number,
  firstRowMsPerLoop: number | undefined,
  lastRowMsPerLoop: number | undefined,
): Actual {
  const neverExecuted = loops === 0
  // Made at once: an object to which fields are added takes more memory, and large plans have many.
  if (firstRowMsPerLoop !== undefined && lastRowMsPerLoop !== undefined)
    return { loops, rowsPerLoop, firstRowMsPerLoop, lastRowMsPerLoop, neverExecuted }
  const actual: NonNullable<NodeDraft['actual']> = { loops, rowsPerLoop, neverExecuted }
  if (firstRowMsPerLoop !== undefined) actual.firstRowMsPerLoop = firstRowMsPerLoop
  if (lastRowMsPerLoop !== undefined) actual.lastRowMsPerLoop = lastRowMsPerLoop
  return actual
}

/** Where the value begins behind blanks and these words; -1 where they do not stand at `at`. */
function valueBehind(text: string, at: number, words: string): number {
  let start = at
  while (isBlank(text.charCodeAt(start))) start++
  return start > at && text.startsWith(words, start) ? start + words.length : -1
}

/** The end of a number as the C library prints it: `12`, `0.05`, `1.5e+12`, `-3`, `inf`, `nan`; -1 for anything else. */
function endOfNumber(text: string, start: number): number {
  const first = text.charCodeAt(start) === 45 ? start + 1 : start
  let at = endOfDigits(text, first)
  if (at === first) return text.startsWith('inf', at) || text.startsWith('nan', at) ? at + 3 : -1
  if (text.charCodeAt(at) === 46) {
    const decimals = endOfDigits(text, at + 1)
    // Two points part two numbers.
    if (decimals > at + 1) at = decimals
  }
  if ((text.charCodeAt(at) | 32) === 101) {
    const sign = text.charCodeAt(at + 1)
    const exponent = sign === 43 || sign === 45 ? at + 2 : at + 1
    const end = endOfDigits(text, exponent)
    if (end > exponent) at = end
  }
  return at
}

function endOfDigits(text: string, start: number): number {
  let at = start
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(at)) at++
  return at
}

/** The number between two places; undefined for `inf` and `nan`. */
function finite(text: string, start: number, end: number): number | undefined {
  const value = decimalIn(text, start, end) ?? Number(text.slice(start, end))
  return Number.isFinite(value) ? value : undefined
}
