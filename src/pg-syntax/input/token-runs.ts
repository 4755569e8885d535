import type { SignificantTokens } from '../../core/sql/significant-tokens'
import { TokenKind } from '../../core/sql/tokens'
import type { TokenRun } from '../statement-places'

/** The tree and the tokens of a statement do not agree, or it is nested too deep: no meaning is read from it. */
export class Misread extends Error {
  override readonly name = 'Misread'
}

/** The place after the parentheses or brackets that open at `at`; `at + 1` for any other token. */
export function after(code: SignificantTokens, at: number): number {
  const kind = code.kind(at)
  if (kind === TokenKind.openParen) return code.closing(at) + 1
  if (kind !== TokenKind.openBracket) return at + 1
  let depth = 0
  for (let i = at; i < code.length; i++) {
    if (code.kind(i) === TokenKind.openBracket) depth++
    else if (code.kind(i) === TokenKind.closeBracket && --depth === 0) return i + 1
    else if (code.kind(i) === TokenKind.openParen) i = code.closing(i)
  }
  return code.length
}

/** The word at `at` where it can be a keyword: not a field of something, and not a label after AS. */
export function keyword(code: SignificantTokens, at: number): string {
  const word = code.word(at)
  if (word === '' || code.kind(at - 1) === TokenKind.dot) return ''
  return code.word(at - 1) === 'AS' && labelled.has(word) ? '' : word
}

/** Reserved words that may be a label after AS; of what else can follow AS none ends a clause. */
const labelled: ReadonlySet<string> = new Set(
  'FROM WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH FOR INTO UNION EXCEPT INTERSECT WINDOW RETURNING ON USING SET'.split(
    ' ',
  ),
)

/** The first token of the run, outside of parentheses and brackets, of which `wanted` says so; else the run's end. */
export function findOutside(
  code: SignificantTokens,
  { from, to }: TokenRun,
  wanted: (at: number, word: string) => boolean,
): number {
  for (let at = from; at < to; at = after(code, at)) if (wanted(at, keyword(code, at))) return at
  return to
}

/** Pieces between the commas outside of parentheses and brackets. */
export function splitAtCommas(code: SignificantTokens, run: TokenRun): TokenRun[] {
  const pieces: TokenRun[] = []
  let from = run.from
  while (from < run.to) {
    const to = findOutside(code, { from, to: run.to }, (at) => code.kind(at) === TokenKind.comma)
    pieces.push({ from, to })
    from = to + 1
  }
  return pieces
}

/** Takes off parentheses around the whole run. */
export function opened(code: SignificantTokens, run: TokenRun): TokenRun {
  let { from, to } = run
  while (to - from > 2 && code.kind(from) === TokenKind.openParen && code.closing(from) === to - 1) {
    from++
    to--
  }
  return { from, to }
}

/** The end of an expression that begins at `from`: the next token outside of parentheses that cannot go on. */
export function expressionEnd(code: SignificantTokens, { from, to }: TokenRun): number {
  let cases = 0
  return findOutside(code, { from, to }, (at, word) => {
    if (word === 'CASE') cases++
    else if (word === 'END' && cases > 0) cases--
    else if (cases === 0) {
      const kind = code.kind(at)
      if (kind === TokenKind.comma || kind === TokenKind.closeParen) return true
      if (word === 'FROM') return code.word(at - 1) !== 'DISTINCT'
      if (word === 'GROUP') return code.word(at - 1) !== 'WITHIN'
      return endsExpression.has(word) || isJoin(code, at, word)
    }
    return false
  })
}

/** Words that the grammar reserves: inside an expression they stand only in parentheses, after a dot, or in CASE. */
const endsExpression: ReadonlySet<string> = new Set(
  'WHERE HAVING ORDER LIMIT UNION EXCEPT INTERSECT WINDOW FOR INTO RETURNING OFFSET FETCH ON USING DO WHEN THEN'.split(
    ' ',
  ),
)
const joins: ReadonlySet<string> = new Set(['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'NATURAL'])

/** Does a join begin here? LEFT and RIGHT may be names of functions too. */
function isJoin(code: SignificantTokens, at: number, word: string): boolean {
  if (word === 'JOIN') return true
  const next = code.word(at + 1)
  return joins.has(word) && (next === 'JOIN' || next === 'OUTER' || joins.has(next))
}
