import { TokenKind } from '../core/sql/tokens'
import type { Node } from './grammar'
import type { StatementPlaces, TokenRun } from './statement-places'

/**
 * The tokens of the expression after WHERE, ON or HAVING, parentheses with it. The grammar keeps where expressions
 * begin only; their end is the next token that cannot go on. Undefined when the expression has no place.
 */
export function clauseExtent(places: StatementPlaces, expression: Node): TokenRun | undefined {
  const { code } = places
  const first = places.firstOf(expression)
  if (first === undefined) return undefined
  const from = places.beforeParens(first)
  if (!['WHERE', 'ON', 'HAVING'].includes(code.word(from - 1))) return undefined
  let cases = 0
  let to = from
  for (; to < code.length; to++) {
    const kind = code.kind(to)
    if (kind === TokenKind.openParen) {
      to = code.closing(to)
      continue
    }
    if (kind === TokenKind.closeParen || kind === TokenKind.semicolon) break
    const word = code.kind(to - 1) === TokenKind.dot ? '' : code.word(to)
    if (word === 'CASE') cases++
    else if (word === 'END' && cases > 0) cases--
    else if (cases === 0 && (endsClause(places, to, word) || kind === TokenKind.comma)) break
  }
  const end = Math.min(to, code.length)
  return end > from ? { from, to: end } : undefined
}

/** Words that the grammar reserves: inside an expression they stand only after a dot or in parentheses. */
const ends: ReadonlySet<string> = new Set(
  'WHERE HAVING ORDER LIMIT UNION EXCEPT INTERSECT WINDOW FOR INTO RETURNING OFFSET FETCH ON USING DO WHEN THEN'.split(
    ' ',
  ),
)
const joins: ReadonlySet<string> = new Set(['JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'NATURAL'])

function endsClause({ code }: StatementPlaces, at: number, word: string): boolean {
  if (ends.has(word)) return true
  // WITHIN GROUP (ORDER BY …) belongs to a call.
  if (word === 'GROUP') return code.word(at - 1) !== 'WITHIN'
  if (word === 'JOIN') return true
  // The others may be names of functions, as left().
  const next = code.word(at + 1)
  return joins.has(word) && (joins.has(next) || next === 'OUTER')
}
