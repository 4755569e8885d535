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

/**
 * The place behind a number. Where a digit is missing: minus that place, minus one (so the result is negative, and
 * beyond `to` when the text was cut).
 */
export function endOfNumber(text: string, start: number, to: number): number {
  let at = start
  if (text.charCodeAt(at) === 45) at++
  const leading = at
  at = skipDigits(text, at, to)
  if (at === leading) return -at - 1
  // JSON has no leading zeros: `01` is the number 0 and something wrong behind it.
  if (text.charCodeAt(leading) === 48) at = leading + 1
  if (at < to && text.charCodeAt(at) === 46) {
    const fraction = skipDigits(text, at + 1, to)
    if (fraction === at + 1) return -fraction - 1
    at = fraction
  }
  if (at < to && (text.charCodeAt(at) | 32) === 101) {
    let exponent = at + 1
    const sign = exponent < to ? text.charCodeAt(exponent) : 0
    if (sign === 43 || sign === 45) exponent++
    at = skipDigits(text, exponent, to)
    if (at === exponent) return -at - 1
  }
  return at
}

function skipDigits(text: string, from: number, to: number): number {
  let at = from
  while (at < to) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) break
    at++
  }
  return at
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
