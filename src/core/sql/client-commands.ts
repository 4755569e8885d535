import { isBlank, isLineEnd } from './characters'
import { scanLine } from './scan-quoted'

/** MAX_DELIMITER_LENGTH of the mysql client. */
const maxDelimiterLength = 16

/**
 * `DELIMITER x` of the mysql client, when the word from `at` to `end` is one: first on its line, with something after
 * it. Gives the new delimiter and the end of the line.
 */
export function clientDelimiter(
  text: string,
  at: number,
  end: number,
): { readonly delimiter: string; readonly end: number } | undefined {
  if (end - at !== 9 || text.slice(at, end).toUpperCase() !== 'DELIMITER') return undefined
  for (let i = at - 1; i >= 0 && !isLineEnd(text.charCodeAt(i)); i--) {
    if (!isBlank(text.charCodeAt(i)) || at - i > maxIndent) return undefined
  }
  const lineEnd = scanLine(text, end)
  const word = /^[ \t]+(\S+)/.exec(text.slice(end, Math.min(lineEnd, end + maxIndent)))?.[1]
  if (word === undefined || word.length > maxDelimiterLength) return undefined
  return { delimiter: word, end: lineEnd }
}

/** Blanks before or after the word that are looked through; bounds the work on hostile texts. */
const maxIndent = 256
