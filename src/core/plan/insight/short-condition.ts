import type { Access } from '../model'

/** A condition as people write it: without the quotes and table names that the server adds to every column. */

const quoted = /`([\p{L}_][\p{L}\p{N}_$]*)`/gu

/**
 * Takes off what repeats in every condition of a node: backticks of plain names, the own table's qualifier, one pair
 * of outer brackets. Strings stay as they are. The full text belongs into the tooltip.
 */
export function shortCondition(text: string, access: Access | undefined): string {
  const pieces = text.split(/('(?:[^'\\]|\\.|'')*')/)
  const plain = pieces
    .map((piece, at) => (at % 2 === 1 ? piece : withoutOwnTable(piece.replace(quoted, '$1'), access)))
    .join('')
  return withoutOuterBrackets(plain.trim())
}

function withoutOwnTable(piece: string, access: Access | undefined): string {
  if (!access) return piece
  const names = [access.alias, access.table].filter((name) => name !== undefined && name !== '')
  return names.reduce<string>((result, name) => {
    const escaped = String(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return result.replace(
      new RegExp(`(?<![\\p{L}\\p{N}_$.])(?:[\\p{L}\\p{N}_$]+\\.)?${escaped}\\.(?=[\\p{L}_])`, 'gu'),
      '',
    )
  }, piece)
}

function withoutOuterBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let open = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === "'") inString = !inString
    if (inString) continue
    if (letter === '(') open++
    if (letter === ')') open--
    if (open === 0 && at < text.length - 1) return text
  }
  return open === 0 ? text.slice(1, -1) : text
}
