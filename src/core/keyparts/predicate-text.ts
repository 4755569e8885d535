import type { Predicate } from './predicate'

/** Conditions of one part as one text, short: without tables, and without the quoting that servers add. */
export function conditionText(predicates: readonly Predicate[]): string | undefined {
  const texts = predicates.map(predicateText)
  return texts.length === 0 ? undefined : [...new Set(texts)].join(' AND ')
}

/** `t2send > 1234`, `lower(email) = 'x'`. */
export function predicateText(predicate: Predicate): string {
  const isSimple = predicate.kind !== 'other' && predicate.kind !== 'or' && predicate.row === undefined
  if (predicate.column === undefined || !isSimple) return unqualified(predicate.text)
  const isColumn = predicate.operator === '=' && !predicate.comparedWith.startsWith('=')
  return unqualified(`${predicate.column.name} ${isColumn ? '= ' : ''}${predicate.comparedWith}`)
}

/** What a part is compared with: `> 1234 and < 2000`; undefined when there is nothing. */
export function comparedText(predicates: readonly Predicate[]): string | undefined {
  const texts = predicates.map((predicate) => unqualified(predicate.comparedWith))
  return texts.length === 0 ? undefined : [...new Set(texts)].join(' and ')
}

/** A list of a hundred thousand values is not shown whole; the statement itself is there. */
const shownChars = 160
const readChars = 4 * shownChars

/** `` `db`.`t`.`c` `` is `c`: servers print every name in full. */
function unqualified(text: string): string {
  const short = text
    .slice(0, readChars)
    .replace(/(?:`[^`]*`\.)+(?=`)/g, '')
    .replace(/`/g, '')
    .replace(/<cache>\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g, '$1')
  return short.length > shownChars || text.length > readChars ? `${short.slice(0, shownChars)}…` : short
}
