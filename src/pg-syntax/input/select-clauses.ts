import type { SignificantTokens } from '../../core/sql/significant-tokens'
import { TokenKind } from '../../core/sql/tokens'
import type { TokenRun } from '../statement-places'
import { after, findOutside, keyword } from './token-runs'

/** The clauses of one SELECT, VALUES or TABLE, without the words that begin them. */
export interface SelectClauses {
  list: TokenRun
  distinctOn?: TokenRun | undefined
  from?: TokenRun | undefined
  where?: TokenRun | undefined
  group?: TokenRun | undefined
  having?: TokenRun | undefined
  windows?: TokenRun | undefined
  order?: TokenRun | undefined
  /** LIMIT, OFFSET and FETCH with their words. */
  limit?: TokenRun | undefined
  /** Where the first clause behind the first word begins: the end of VALUES and TABLE. */
  first: number
  /** Where ORDER BY, LIMIT, OFFSET, FETCH or FOR begins first. */
  tail: number
}

const starts: ReadonlySet<string> = new Set(
  'INTO FROM WHERE GROUP HAVING WINDOW ORDER LIMIT OFFSET FETCH FOR'.split(' '),
)
const tails: ReadonlySet<string> = new Set(['ORDER', 'LIMIT', 'OFFSET', 'FETCH', 'FOR'])

function startsClause(code: SignificantTokens, at: number, word: string): boolean {
  if (!starts.has(word)) return false
  if (word === 'FROM') return code.word(at - 1) !== 'DISTINCT'
  return word !== 'GROUP' || code.word(at - 1) !== 'WITHIN'
}

/** Cuts a query without parentheses around it, which begins with its first word. */
export function clausesOf(code: SignificantTokens, run: TokenRun): SelectClauses {
  let at = run.from
  if (code.word(at) === 'SELECT') at++
  let distinctOn: TokenRun | undefined
  if (code.word(at) === 'ALL') at++
  else if (code.word(at) === 'DISTINCT') {
    at++
    if (code.word(at) === 'ON' && code.kind(at + 1) === TokenKind.openParen) {
      distinctOn = { from: at + 2, to: code.closing(at + 1) }
      at = code.closing(at + 1) + 1
    }
  }
  const listEnd = nextClause(code, { from: at, to: run.to })
  const clauses: SelectClauses = { list: { from: at, to: listEnd }, distinctOn, first: listEnd, tail: run.to }
  tailOf(code, { from: listEnd, to: run.to }, clauses)
  return clauses
}

function nextClause(code: SignificantTokens, run: TokenRun): number {
  return findOutside(code, run, (place, word) => startsClause(code, place, word))
}

/** Adds the clauses of a run that begins with the word of one. */
export function tailOf(code: SignificantTokens, run: TokenRun, clauses: SelectClauses): void {
  let at = run.from
  while (at < run.to) {
    const word = keyword(code, at)
    // ROWS FROM (…) stands inside of a FROM list.
    const isFrom = word === 'FROM'
    const end = findOutside(
      code,
      { from: at + 1, to: run.to },
      (place, found) => startsClause(code, place, found) && !(isFrom && found === 'FROM'),
    )
    if (tails.has(word)) clauses.tail = Math.min(clauses.tail, at)
    const body = { from: at + 1, to: end }
    const behindBy = { from: at + 2, to: end }
    if (word === 'FROM') clauses.from = body
    else if (word === 'WHERE') clauses.where = body
    else if (word === 'HAVING') clauses.having = body
    else if (word === 'WINDOW') clauses.windows = body
    else if (word === 'GROUP') {
      const quantified = ['ALL', 'DISTINCT'].includes(code.word(at + 2))
      clauses.group = quantified ? { from: at + 3, to: end } : behindBy
    } else if (word === 'ORDER') clauses.order = behindBy
    else if (word === 'LIMIT' || word === 'OFFSET' || word === 'FETCH') {
      clauses.limit = { from: Math.min(clauses.limit?.from ?? at, at), to: Math.max(clauses.limit?.to ?? end, end) }
    }
    at = end
  }
}

export interface SetOperator {
  /** UNION, EXCEPT or INTERSECT */
  readonly at: number
  /** The place after it and ALL or DISTINCT. */
  readonly end: number
  readonly intersect: boolean
}

/** The set operators outside of parentheses. */
export function setOperators(code: SignificantTokens, run: TokenRun): SetOperator[] {
  const found: SetOperator[] = []
  for (let at = run.from; at < run.to; at = after(code, at)) {
    const word = keyword(code, at)
    if (word !== 'UNION' && word !== 'EXCEPT' && word !== 'INTERSECT') continue
    const quantified = ['ALL', 'DISTINCT'].includes(code.word(at + 1))
    found.push({ at, end: quantified ? at + 2 : at + 1, intersect: word === 'INTERSECT' })
  }
  return found
}
