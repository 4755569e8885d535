import type { RangeVar } from 'libpg-query'
import { TokenKind } from '../core/sql/tokens'
import { unwrap } from '../core/sql/wrappers'
import { countChanges } from './effects'
import type { Node } from './grammar'
import { visit } from './nodes'
import type { StatementPlaces } from './statement-places'
import { type TablePlace, tablePlace } from './table-place'

/** Text that takes the place of what stands from `start` to `end`, offsets in the whole text. */
interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * An UPDATE or DELETE as the SELECT that finds its rows (a row once for each match in FROM or USING), an INSERT of a
 * query as that query. Made by splicing: WITH, FROM, WHERE, comments and hints stay as written; SET and RETURNING go,
 * and with them their placeholders, so that `$2` may be left without a `$1`. Undefined for what finds no rows by
 * itself (VALUES, CURRENT OF), for MERGE, and where WITH changes rows too. EXPLAIN is left out.
 */
export function selectForm(places: StatementPlaces, root: Node): string | undefined {
  const tree = 'ExplainStmt' in root ? root.ExplainStmt.query : root
  if (tree === undefined || countChanges(tree) !== 1 || holdsCurrentOf(tree)) return undefined
  const splices = splicesOf(places, tree)
  return splices === undefined ? undefined : applied(places, splices)
}

function splicesOf(places: StatementPlaces, tree: Node): readonly Splice[] | undefined {
  if ('UpdateStmt' in tree) return updateSplices(places, tree.UpdateStmt.relation)
  if ('DeleteStmt' in tree) return deleteSplices(places, tree.DeleteStmt.relation)
  if (!('InsertStmt' in tree)) return undefined
  const { selectStmt, relation } = tree.InsertStmt
  const isQuery =
    selectStmt !== undefined && 'SelectStmt' in selectStmt && (selectStmt.SelectStmt.valuesLists ?? []).length === 0
  return isQuery ? insertSplices(places, relation) : undefined
}

function holdsCurrentOf(tree: Node): boolean {
  let found = false
  visit([tree], (node) => {
    found ||= 'CurrentOfExpr' in node
    return !found
  })
  return found
}

interface Target extends TablePlace {
  /** The place of the words before it, after ONLY and parentheses are stepped over. */
  readonly before: number
  /** How a select list names it. */
  readonly reference: string
}

function targetOf(places: StatementPlaces, relation: RangeVar | undefined): Target | undefined {
  if (relation?.location === undefined) return undefined
  const { code } = places
  const at = places.at(relation.location)
  const place = tablePlace(places, at, relation.alias !== undefined)
  let before = places.beforeParens(at) - 1
  if (code.word(before) === 'ONLY') before--
  return { ...place, before, reference: code.text(place.aliasAt ?? place.nameAt) }
}

function updateSplices(places: StatementPlaces, relation: RangeVar | undefined): readonly Splice[] | undefined {
  const { code } = places
  const target = targetOf(places, relation)
  if (target === undefined || code.word(target.before) !== 'UPDATE' || code.word(target.end) !== 'SET') return undefined
  const { before, end, reference } = target
  const verb = { start: code.start(before), end: code.end(before), text: `SELECT ${reference}.* FROM` }
  const next = nextWord(places, end + 1, ['FROM', 'WHERE', 'RETURNING'])
  if (code.word(next) === 'FROM') {
    const list = { start: code.end(end - 1), end: code.end(next), text: ',' }
    return [verb, list, ...withoutReturning(places, next + 1)]
  }
  if (code.word(next) === 'WHERE') {
    return [verb, { start: code.start(end), end: code.start(next), text: '' }, ...withoutReturning(places, next + 1)]
  }
  return [verb, toTheEnd(places, end)]
}

function deleteSplices(places: StatementPlaces, relation: RangeVar | undefined): readonly Splice[] | undefined {
  const { code } = places
  const target = targetOf(places, relation)
  if (target === undefined) return undefined
  const { before, end, reference } = target
  if (code.word(before) !== 'FROM' || code.word(before - 1) !== 'DELETE') return undefined
  const verb = { start: code.start(before - 1), end: code.start(before), text: `SELECT ${reference}.* ` }
  const using = code.word(end) === 'USING' ? [{ start: code.end(end - 1), end: code.end(end), text: ',' }] : []
  return [verb, ...using, ...withoutReturning(places, end)]
}

function insertSplices(places: StatementPlaces, relation: RangeVar | undefined): readonly Splice[] | undefined {
  const { code } = places
  const target = targetOf(places, relation)
  if (target === undefined || code.word(target.before) !== 'INTO') return undefined
  const verbAt = target.before - 1
  let query = target.end
  if (code.kind(query) === TokenKind.openParen && !beginsQuery(places, query + 1)) query = code.closing(query) + 1
  if (code.word(query) === 'OVERRIDING') query += 3
  let end = nextWord(places, query, ['ON', 'RETURNING'], isConflictOrReturning)
  if (end > code.length) end = code.length
  // A query takes one WITH list.
  const wrap = code.word(query) === 'WITH' && unwrap(code).at !== verbAt
  return [
    { start: code.start(verbAt), end: code.start(query), text: wrap ? 'SELECT * FROM (' : '' },
    { start: code.end(end - 1), end: code.end(code.length - 1), text: wrap ? ') AS found' : '' },
  ]
}

function isConflictOrReturning({ code }: StatementPlaces, at: number): boolean {
  return code.word(at) === 'RETURNING' || code.word(at + 1) === 'CONFLICT'
}

function beginsQuery({ code }: StatementPlaces, at: number): boolean {
  return code.kind(at) === TokenKind.openParen || ['SELECT', 'WITH', 'VALUES', 'TABLE'].includes(code.word(at))
}

/** The next of the words outside of parentheses, or the length. They are reserved: elsewhere they follow a dot. */
function nextWord(
  places: StatementPlaces,
  from: number,
  words: readonly string[],
  accept: (places: StatementPlaces, at: number) => boolean = () => true,
): number {
  const { code } = places
  for (let at = from; at < code.length; at++) {
    if (code.kind(at) === TokenKind.openParen) at = code.closing(at)
    else if (words.includes(code.word(at)) && code.kind(at - 1) !== TokenKind.dot) {
      if (code.word(at - 1) !== 'DISTINCT' && accept(places, at)) return at
    }
  }
  return code.length
}

function withoutReturning(places: StatementPlaces, from: number): readonly Splice[] {
  const at = nextWord(places, from, ['RETURNING'])
  return at < places.code.length ? [toTheEnd(places, at)] : []
}

/** Takes away the token `at` and all after it, with the blank before it. */
function toTheEnd({ code }: StatementPlaces, at: number): Splice {
  return { start: code.end(at - 1), end: code.end(code.length - 1), text: '' }
}

/** The statement without its EXPLAIN, spliced. */
function applied({ code, start: first }: StatementPlaces, splices: readonly Splice[]): string {
  const { text } = code.tokens
  const inner = unwrap(code).at
  let at = inner === 0 ? first : code.start(inner)
  let result = ''
  for (const { start, end, text: piece } of splices) {
    result += text.slice(at, start) + piece
    at = end
  }
  return (result + text.slice(at, code.end(code.length - 1))).trim()
}
