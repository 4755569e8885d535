import type { RangeVar, WithClause } from 'libpg-query'
import { applyEdits } from '../core/sql/edits/apply'
import type { RowsForm, WrittenTable } from '../core/sql/edits/postgres/outline'
import { TokenKind } from '../core/sql/tokens'
import { unwrap } from '../core/sql/wrappers'
import { countChanges } from './effects'
import type { Node } from './grammar'
import { mergeForm } from './merge-form'
import { visit } from './nodes'
import type { StatementPlaces } from './statement-places'
import { type TablePlace, tablePlace } from './table-place'

/** Text that takes the place of what stands from `start` to `end`, offsets in the whole text. */
interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Why a statement has no select form. */
class NoRows extends Error {
  override readonly name = 'NoRows'
}

/** The select list that finds the rows of a table. */
export type ListOf = (table: WrittenTable) => string

/**
 * DML as the SELECT that finds its rows: of UPDATE and DELETE those that they change (a row once for each match in FROM
 * or USING), of an INSERT with a query the rows of that query, of MERGE the rows of the target that it changes. DELETE
 * and UPDATE in a WITH list become the SELECT of what they return. Made by splicing: WITH, FROM, WHERE, comments and
 * hints stay as written; SET and RETURNING go, and with them their placeholders, so that `$2` may be left without a
 * `$1`. An EXPLAIN around it goes too.
 */
export function rowsForm(places: StatementPlaces, tree: Node, listOf: ListOf): RowsForm {
  const notes: string[] = []
  try {
    if (countChanges(tree) === 0) throw new NoRows('Only INSERT, UPDATE, DELETE and MERGE have rows to find.')
    if (holdsCurrentOf(tree)) throw new NoRows('WHERE CURRENT OF means a row of a cursor.')
    const inner = unwrap(places.code).at
    const around = inner === 0 ? [] : [{ start: places.code.start(0), end: places.code.start(inner), text: '' }]
    const splices = [...around, ...insideWith(places, tree), ...splicesOf(places, tree, listOf, notes)]
    return { found: true, edits: splices.map(({ start, end, text }) => ({ span: { start, end }, text })), notes }
  } catch (thrown) {
    if (thrown instanceof NoRows) return { found: false, reason: thrown.message }
    throw thrown
  }
}

/** The select form as text; undefined where there is none. */
export function selectForm(places: StatementPlaces, root: Node): string | undefined {
  const tree = 'ExplainStmt' in root ? root.ExplainStmt.query : root
  if (tree === undefined) return undefined
  const form = rowsForm(places, tree, ({ reference }) => `${reference}.*`)
  if (!form.found) return undefined
  const { code, start } = places
  const end = code.end(code.length - 1)
  const edits = form.edits.map(({ span, text }) => ({
    span: { start: span.start - start, end: span.end - start },
    text,
  }))
  return applyEdits(code.tokens.text.slice(start, end), edits).trim()
}

function splicesOf(places: StatementPlaces, tree: Node, listOf: ListOf, notes: string[]): readonly Splice[] {
  if ('SelectStmt' in tree) return []
  if ('UpdateStmt' in tree) return updateSplices(places, tree.UpdateStmt.relation, listOf)
  if ('DeleteStmt' in tree) return deleteSplices(places, tree.DeleteStmt.relation, listOf)
  if ('MergeStmt' in tree) {
    const form = mergeForm(places, tree.MergeStmt, listOf)
    if ('reason' in form) throw new NoRows(form.reason)
    notes.push(...form.notes)
    return [form.splice]
  }
  if (!('InsertStmt' in tree)) throw new NoRows('Only INSERT, UPDATE, DELETE and MERGE have rows to find.')
  const { selectStmt, relation, onConflictClause } = tree.InsertStmt
  const isQuery =
    selectStmt !== undefined && 'SelectStmt' in selectStmt && (selectStmt.SelectStmt.valuesLists ?? []).length === 0
  if (!isQuery) throw new NoRows('INSERT of given values finds no rows.')
  if (onConflictClause?.action === 'ONCONFLICT_UPDATE') {
    notes.push('Rows of the target with the same keys are changed; this finds the new rows, and not those.')
  }
  return insertSplices(places, relation)
}

function withOf(tree: Node): WithClause | undefined {
  if ('SelectStmt' in tree) return tree.SelectStmt.withClause
  if ('InsertStmt' in tree) return tree.InsertStmt.withClause
  if ('UpdateStmt' in tree) return tree.UpdateStmt.withClause
  if ('DeleteStmt' in tree) return tree.DeleteStmt.withClause
  return 'MergeStmt' in tree ? tree.MergeStmt.withClause : undefined
}

/** DELETE and UPDATE of a WITH list as the SELECT of what they return. */
function insideWith(places: StatementPlaces, tree: Node): Splice[] {
  const changing = (withOf(tree)?.ctes ?? []).flatMap((node) => {
    const query = 'CommonTableExpr' in node ? node.CommonTableExpr.ctequery : undefined
    return query !== undefined && !('SelectStmt' in query) ? [query] : []
  })
  const own = 'SelectStmt' in tree ? 0 : 1
  const inside = changing.reduce((sum, query) => sum + countChanges(query), 0)
  if (inside !== changing.length || countChanges(tree) !== own + inside)
    throw new NoRows('It changes rows in several places.')
  return changing.flatMap((query) => returnedSplices(places, query))
}

function returnedSplices(places: StatementPlaces, query: Node): Splice[] {
  const { code } = places
  const statement = 'DeleteStmt' in query ? query.DeleteStmt : 'UpdateStmt' in query ? query.UpdateStmt : undefined
  if (statement === undefined) throw new NoRows('WITH holds an INSERT or MERGE, whose rows are not there before.')
  const target = targetOf(places, statement.relation)
  if (target === undefined) throw new NoRows('The table that WITH changes is not understood.')
  const close = enclosing(places, target.before)
  const returning = nextWord(places, target.end, ['RETURNING'])
  const isReturned = returning < close
  const end = isReturned ? returning : close
  const list = isReturned
    ? code.tokens.text.slice(code.start(returning + 1), code.end(close - 1))
    : `${target.reference}.*`
  const changed = 'UpdateStmt' in query ? (query.UpdateStmt.targetList ?? []) : []
  const names = changed.flatMap((item) => ('ResTarget' in item ? [item.ResTarget.name ?? ''] : []))
  if (returnsNew(statement.returningClause?.exprs ?? [], names, changed.length > 0)) {
    throw new NoRows('WITH returns values that it changes.')
  }
  if ((statement.returningClause?.options ?? []).length > 0) throw new NoRows('RETURNING names rows before and after.')
  const tail = { start: code.end(end - 1), end: code.end(close - 1), text: '' }
  const cut = isReturned ? [tail] : []
  if ('DeleteStmt' in query) {
    const using = nextWord(places, target.end, ['USING'])
    const comma =
      query.DeleteStmt.usingClause === undefined
        ? []
        : [{ start: code.end(target.end - 1), end: code.end(using), text: ',' }]
    return [
      { start: code.start(target.before - 1), end: code.end(target.before - 1), text: `SELECT ${list}` },
      ...comma,
      ...cut,
    ]
  }
  const next = Math.min(nextWord(places, target.end + 1, ['FROM', 'WHERE', 'RETURNING']), close)
  const verb = { start: code.start(target.before), end: code.end(target.before), text: `SELECT ${list} FROM` }
  const isFrom = code.word(next) === 'FROM'
  if (!isFrom && code.word(next) !== 'WHERE') return [verb, { ...tail, start: code.end(target.end - 1) }]
  const set = {
    start: code.end(target.end - 1),
    end: isFrom ? code.end(next) : code.start(next),
    text: isFrom ? ',' : ' ',
  }
  return [verb, set, ...cut]
}

/** Does a list return a column that is set, or the rows as a whole, or name them before and after? */
function returnsNew(exprs: readonly Node[], changed: readonly string[], isUpdate: boolean): boolean {
  let found = false
  visit(exprs, (node) => {
    if (!('ColumnRef' in node)) return true
    const fields = node.ColumnRef.fields ?? []
    const [first] = fields
    const last = fields[fields.length - 1]
    if (last !== undefined && 'A_Star' in last) found ||= isUpdate
    else if (last !== undefined && 'String' in last) found ||= changed.includes(last.String.sval ?? '')
    const table = fields.length > 1 && first !== undefined && 'String' in first ? first.String.sval : undefined
    if (table === 'old' || table === 'new') found = true
    return true
  })
  return found
}

/** The `)` of the parentheses around a token. */
function enclosing({ code }: StatementPlaces, from: number): number {
  for (let at = from; at >= 0; at--) {
    if (code.kind(at) === TokenKind.closeParen) at = code.opening(at)
    else if (code.kind(at) === TokenKind.openParen) return code.closing(at)
  }
  return code.length
}

function holdsCurrentOf(tree: Node): boolean {
  let found = false
  visit([tree], (node) => {
    found ||= 'CurrentOfExpr' in node
    return !found
  })
  return found
}

interface Target extends TablePlace, WrittenTable {
  /** The place of the words before it, after ONLY and parentheses are stepped over. */
  readonly before: number
}

function targetOf(places: StatementPlaces, relation: RangeVar | undefined): Target | undefined {
  if (relation?.location === undefined) return undefined
  const { code } = places
  const at = places.at(relation.location)
  const place = tablePlace(places, at, relation.alias !== undefined)
  let before = places.beforeParens(at) - 1
  if (code.word(before) === 'ONLY') before--
  const { schemaname: schema, relname: name = '' } = relation
  return { ...place, before, schema, name, reference: code.text(place.aliasAt ?? place.nameAt) }
}

function updateSplices(places: StatementPlaces, relation: RangeVar | undefined, listOf: ListOf): readonly Splice[] {
  const { code } = places
  const target = targetOf(places, relation)
  if (target === undefined || code.word(target.before) !== 'UPDATE' || code.word(target.end) !== 'SET') throw notThere()
  const { before, end } = target
  const verb = { start: code.start(before), end: code.end(before), text: `SELECT ${listOf(target)} FROM` }
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

function deleteSplices(places: StatementPlaces, relation: RangeVar | undefined, listOf: ListOf): readonly Splice[] {
  const { code } = places
  const target = targetOf(places, relation)
  if (target === undefined) throw notThere()
  const { before, end } = target
  if (code.word(before) !== 'FROM' || code.word(before - 1) !== 'DELETE') throw notThere()
  const verb = { start: code.start(before - 1), end: code.start(before), text: `SELECT ${listOf(target)} ` }
  const using = code.word(end) === 'USING' ? [{ start: code.end(end - 1), end: code.end(end), text: ',' }] : []
  return [verb, ...using, ...withoutReturning(places, end)]
}

function insertSplices(places: StatementPlaces, relation: RangeVar | undefined): readonly Splice[] {
  const { code } = places
  const target = targetOf(places, relation)
  if (target === undefined || code.word(target.before) !== 'INTO') throw notThere()
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

function notThere(): NoRows {
  return new NoRows('The table that is written is not understood.')
}
