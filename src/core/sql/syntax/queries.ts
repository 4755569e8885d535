import { TokenKind } from '../tokens'
import { row } from './arguments'
import { into, lock, procedure } from './clauses'
import type { OpaqueNode, RowNode } from './model'
import { beginsFetch, fetchClause, limit, orderBy } from './order-limit'
import type { LockNode, QueryEnds, QueryNode, SetOperationNode, WithNode } from './query-model'
import type { Reader } from './reader'
import { selectCore } from './select'
import { tableName } from './table-factors'
import { withClause } from './with'

type Whole = Exclude<QueryNode, OpaqueNode>
type Ends = Pick<QueryEnds, 'orderBy' | 'limit' | 'procedure' | 'into' | 'locks' | 'opaque'>

/** A query: SELECT, VALUES, TABLE, one in parentheses, joined by set operations, with WITH before and its ends after. */
export function query(r: Reader): QueryNode {
  const from = r.at
  return queryAfterWith(r, from, r.word() === 'WITH' ? withClause(r) : undefined)
}

/** `(query)` at the `(`. */
export function parenthesizedQuery(r: Reader): QueryNode {
  return r.nested(() => {
    const open = r.at
    r.at++
    const inner = query(r)
    const opaque = r.close(open)
    return { type: 'parenthesized-query', from: open, to: r.at, span: r.span(open), query: inner, opaque }
  })
}

/** The query after a WITH list that has been read. */
export function queryAfterWith(r: Reader, from: number, list: WithNode | undefined): QueryNode {
  const found = setOperations(r)
  if (list === undefined) return found
  const to = Math.max(found.to, list.to)
  const place = { from, to, span: r.spanOf(from, to) }
  if (found.type === 'opaque') return { type: 'parenthesized-query', ...place, query: found, with: list }
  return { ...found, ...place, with: list }
}

interface Operation {
  readonly operator: SetOperationNode['operator']
  readonly quantifier: SetOperationNode['quantifier']
  readonly right: QueryNode
}

function setOperations(r: Reader): QueryNode {
  let core = member(r)
  let ends = queryEnds(r)
  if (setOperator(r) === undefined) return withEnds(r, core, ends)
  // ORDER BY and LIMIT after the last member without parentheses belong to all of them.
  const first = withEnds(r, core, ends)
  const operations: Operation[] = []
  for (;;) {
    const operator = setOperator(r)
    if (operator === undefined) break
    r.at++
    const quantifier = r.take('ALL') ? 'ALL' : r.take('DISTINCT') ? 'DISTINCT' : undefined
    core = member(r)
    ends = queryEnds(r)
    const isLast = setOperator(r) === undefined
    operations.push({ operator, quantifier, right: isLast ? core : withEnds(r, core, ends) })
  }
  return withEnds(r, joined(r, first, operations), ends)
}

/** Nests to the left; INTERSECT first. */
function joined(r: Reader, first: QueryNode, operations: readonly Operation[]): QueryNode {
  const loose: Operation[] = []
  let left = first
  for (const operation of operations) {
    const last = loose.pop()
    if (operation.operator !== 'INTERSECT') {
      if (last !== undefined) loose.push(last)
      loose.push(operation)
    } else if (last === undefined) left = setOperation(r, left, operation)
    else loose.push({ ...last, right: setOperation(r, last.right, operation) })
  }
  for (const operation of loose) left = setOperation(r, left, operation)
  return left
}

function setOperation(r: Reader, left: QueryNode, operation: Operation): SetOperationNode {
  const to = operation.right.to
  return { type: 'set-operation', from: left.from, to, span: r.spanOf(left.from, to), left, ...operation }
}

function setOperator(r: Reader): SetOperationNode['operator'] | undefined {
  const word = r.word()
  return word === 'UNION' || word === 'EXCEPT' || word === 'INTERSECT' ? word : undefined
}

function member(r: Reader): QueryNode {
  switch (r.word()) {
    case 'SELECT':
      return selectCore(r)
    case 'VALUES':
      return values(r)
    case 'TABLE': {
      const from = r.at
      r.at++
      const table = tableName(r)
      return { type: 'table-query', from, to: r.at, span: r.span(from), table }
    }
    default:
      return r.kind() === TokenKind.openParen && r.opensQuery() ? parenthesizedQuery(r) : r.missing('A query')
  }
}

/** `VALUES ROW(1, 2), ROW(3, 4)`; MariaDB without ROW. */
function values(r: Reader): QueryNode {
  const from = r.at
  r.at++
  const rows: RowNode[] = []
  const opaque: OpaqueNode[] = []
  do {
    const begin = r.at
    const isRow = r.kind(r.word() === 'ROW' ? 1 : 0) === TokenKind.openParen
    if (isRow) {
      r.take('ROW')
      rows.push(row(r, begin))
    } else opaque.push(r.missing('A row in parentheses'))
  } while (r.takeComma())
  return { type: 'values', from, to: r.at, span: r.span(from), rows, opaque: opaque.length > 0 ? opaque : undefined }
}

/** The query with the clauses that follow it, up to where the reader stands. */
function withEnds(r: Reader, core: QueryNode, ends: Ends): QueryNode {
  const last = Math.max(core.to, endOf(ends))
  if (last === core.to) return core
  if (core.type === 'opaque') {
    const span = r.spanOf(core.from, last)
    return { type: 'parenthesized-query', from: core.from, to: last, span, query: core, ...ends }
  }
  const opaque = core.opaque === undefined ? ends.opaque : [...core.opaque, ...(ends.opaque ?? [])]
  const whole: Whole = { ...core, ...ends, opaque, to: last, span: r.spanOf(core.from, last) }
  return whole
}

function endOf(ends: Ends): number {
  const parts = [ends.orderBy, ends.limit, ends.procedure, ends.into, ...(ends.locks ?? []), ...(ends.opaque ?? [])]
  return parts.reduce((last, part) => Math.max(last, part?.to ?? 0), 0)
}

/** What may follow the ends of a query: the closing parenthesis, a set operation, the rest of an INSERT. */
function endsQuery(r: Reader): boolean {
  const kind = r.kind()
  if (r.atEnd || kind === TokenKind.closeParen || kind === TokenKind.terminator) return true
  const word = r.word()
  return setOperator(r) !== undefined || word === 'RETURNING' || (word === 'ON' && r.word(1) === 'DUPLICATE')
}

/** ORDER BY, LIMIT, PROCEDURE, INTO, locks, in this order. */
function queryEnds(r: Reader): Ends {
  const ends: { -readonly [K in keyof Ends]: Ends[K] } = {}
  const locks: LockNode[] = []
  const opaque: OpaqueNode[] = []
  let reached = 0
  const rank = (next: number): void => {
    if (next < reached) r.fail('This clause stands too late.')
    reached = Math.max(next, reached)
  }
  while (!endsQuery(r)) {
    const word = r.word()
    if (word === 'ORDER' && ends.orderBy === undefined) {
      rank(1)
      ends.orderBy = orderBy(r)
    } else if (word === 'LIMIT' && ends.limit === undefined) {
      rank(2)
      ends.limit = limit(r)
    } else if (beginsFetch(r) && ends.limit === undefined) {
      rank(2)
      ends.limit = fetchClause(r)
    } else if (word === 'PROCEDURE' && ends.procedure === undefined) {
      rank(3)
      ends.procedure = procedure(r)
    } else if (word === 'INTO' && ends.into === undefined) {
      ends.into = into(r)
      reached = Math.max(3, reached)
    } else if (word === 'FOR' || word === 'LOCK') {
      locks.push(lock(r))
      reached = 3
    } else {
      opaque.push(r.unfit())
    }
  }
  if (locks.length > 0) ends.locks = locks
  if (opaque.length > 0) ends.opaque = opaque
  return ends
}
