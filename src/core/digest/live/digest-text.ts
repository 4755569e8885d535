import type { Dialect } from '../../engine'
import { isReserved } from '../../sql/keywords'

/**
 * The text that performance_schema makes of a statement (`DIGEST_TEXT`) as a statement again, so that its fingerprint is
 * that of the statement itself wherever the text still tells: quotes go from names that need none, words are lower case
 * (of a name that is also a keyword the server keeps no letter case), `(...)` is a list, and the server's own spellings
 * (`!=`, `INTEGER`, `SQL_TSI_DAY`) become the usual ones. What the text does not tell (how many values `?, ...` stands
 * for, quoted names, `NULL` among values) is guessed.
 */
export function statementOfDigestText(text: string, dialect: Dialect): string {
  const whole = isCut(text) ? text.replace(/\s*\.\.\.\s*$/, '') : text
  return whole.replace(pieces, (piece, name: string | undefined, word: string | undefined) => {
    if (name !== undefined) return nameOf(name.slice(1, -1).replace(/``/g, '`'), piece, dialect)
    if (word !== undefined) return spellings.get(word) ?? word.toLowerCase()
    if (piece === '(...)') return '(?)'
    return piece === '!=' ? '<>' : '? , ?'
  })
}

/** Did the server cut the text? */
export function isCut(text: string): boolean {
  return /\.\.\.\s*$/.test(text) && !/(?:\(|\?, )\.\.\.\s*$/.test(text)
}

const pieces = /(`(?:[^`]|``)*`)|\(\.\.\.\)|\?, \.\.\.|!=|\b([A-Za-z_]\w*)\b/g

const spellings: ReadonlyMap<string, string> = new Map([
  ['INTEGER', 'int'],
  ['VARCHARACTER', 'varchar'],
  ...['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'].map(
    (unit) => [`SQL_TSI_${unit}`, unit.toLowerCase()] as const,
  ),
])

function nameOf(name: string, quoted: string, dialect: Dialect): string {
  const isPlain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) && !isReserved(name.toUpperCase(), dialect)
  return isPlain ? name : quoted
}
