/** Small steps over JSON text. Each takes and gives UTF-16 offsets; `to` is where the text ends for us. */

/** Web pages and word processors put it in place of blanks. */
export const noBreakBlank = 0xa0

/** The first place that is neither a blank nor in a comment. */
export function skipBlanks(text: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    const code = text.charCodeAt(at)
    if (code === 32 || code === 10 || code === 13 || code === 9 || code === noBreakBlank) at++
    else if (code === 47 && text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2)
      if (close === -1) return to
      at = close + 2
    } else return at
  }
  return to
}

/** Behind a colon and one blank, if they stand there. */
export function behindColon(text: string, at: number): number {
  if (text.charCodeAt(at) !== 58) return at
  return text.charCodeAt(at + 1) === 32 ? at + 2 : at + 1
}

/** Behind the closing quote of the string whose opening quote stands at `start`; -1 if the text ends before. */
export function endOfString(text: string, start: number, to: number): number {
  let at = start + 1
  while (at < to) {
    const code = text.charCodeAt(at)
    if (code === 34) return at + 1
    at += code === 92 ? 2 : 1
  }
  return -1
}

/** So many digits are a whole number of 32 bits, which is quickly counted with. Nearly all numbers of plans are shorter. */
const quickDigits = 9

/** Those that a double holds exactly, and more than any of its digits needs. */
export const powersOfTen: readonly number[] = Array.from({ length: 16 }, (_, power) => 10 ** power)

/** A number as it is gone through: where it ends, and what it is worth. */
export class NumberScan {
  /**
   * Of the last number. All its digits as one whole number divided by a power of ten: both are exact in a double, so
   * their quotient is the same double that `Number` gives. NaN where it has more digits or an exponent.
   */
  value = Number.NaN

  /**
   * The place behind a number. Where a digit is missing: minus that place, minus one (so the result is negative, and
   * beyond `to` when the text was cut).
   */
  end(text: string, start: number, to: number): number {
    const negative = text.charCodeAt(start) === 45
    const leading = negative ? start + 1 : start
    let at = leading
    let whole = 0
    let power = 0
    for (; at < to; at++) {
      const code = text.charCodeAt(at)
      if (code < 48 || code > 57) break
      whole = (Math.imul(whole, 10) + code - 48) | 0
    }
    if (at === leading) return -at - 1
    // JSON has no leading zeros: `01` is the number 0 and something wrong behind it.
    if (text.charCodeAt(leading) === 48) {
      at = leading + 1
      whole = 0
    }
    let digits = at - leading
    if (at < to && text.charCodeAt(at) === 46) {
      const fraction = at + 1
      for (at = fraction; at < to; at++) {
        const code = text.charCodeAt(at)
        if (code < 48 || code > 57) break
        whole = (Math.imul(whole, 10) + code - 48) | 0
      }
      if (at === fraction) return -at - 1
      digits += at - fraction
      power = at - fraction
    }
    if (at < to && (text.charCodeAt(at) | 32) === 101) {
      const sign = at + 1 < to ? text.charCodeAt(at + 1) : 0
      const exponent = sign === 43 || sign === 45 ? at + 2 : at + 1
      at = exponent
      while (at < to && isDigit(text.charCodeAt(at))) at++
      if (at === exponent) return -at - 1
      digits = Number.POSITIVE_INFINITY
    }
    if (digits > quickDigits) this.value = Number.NaN
    else {
      const value = power === 0 ? whole : whole / (powersOfTen[power] ?? 1)
      this.value = negative ? -value : value
    }
    return at
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

const anyNumber = new NumberScan()

/** The place behind a number, as `NumberScan.end` gives it. */
export function endOfNumber(text: string, start: number, to: number): number {
  return anyNumber.end(text, start, to)
}

/** The place behind `true`, `false` or `null`; negative when something else stands there, beyond `to` when cut. */
export function endOfWord(text: string, start: number, to: number, word: string): number {
  const end = start + word.length
  if (end <= to) return text.startsWith(word, start) ? end : -1
  return word.startsWith(text.slice(start, to)) ? -to - 1 : -1
}

/**
 * Behind the closing quote of a string that has a quote inside which was not escaped; `from` is a place inside it.
 * Only where it is certain: on the same line, before a comma or closing bracket, and what follows does not look like
 * another text or key. -1 where it is not; -2 where the text ends first.
 */
export function strayQuoteEnd(text: string, from: number, to: number): number {
  if (text.charCodeAt(from) === 34 && text.charCodeAt(from - 1) !== 34) return -1
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return -1
    if (code === 92) at++
    if (code !== 34) continue
    const behind = skipBlanks(text, at + 1, to)
    const next = behind < to ? text.charCodeAt(behind) : -1
    if (next === 58) return -1
    if (next === 44 || next === 125 || next === 93) return at + 1
  }
  return -2
}
