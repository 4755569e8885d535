import { TokenKind } from '../tokens'
import { row } from './arguments'
import { assignedColumn, assignments } from './assignments'
import type { ExpressionNode, OpaqueNode, RowNode } from './model'
import { query } from './queries'
import type { Reader } from './reader'
import { optimizerHint, selectItems } from './select'
import type { InsertNode, RowAliasNode } from './statement-model'
import { namedTable } from './table-factors'
import { nameList } from './with'

const modifierWords: ReadonlySet<string> = new Set(['LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY', 'IGNORE'])

/** INSERT and REPLACE at their first word. */
export function insert(r: Reader): InsertNode {
  const from = r.at
  const verb = r.word() === 'REPLACE' ? 'REPLACE' : 'INSERT'
  r.at++
  const hint = optimizerHint(r)
  const modifiers: string[] = []
  while (modifierWords.has(r.word())) {
    if (modifiers.includes(r.word())) r.fail('Once is enough.')
    modifiers.push(r.word())
    r.at++
  }
  r.take('INTO')
  const table = namedTable(r, { alias: 'no', hints: false })
  const opaque: OpaqueNode[] = []
  const columns = r.kind() === TokenKind.openParen && !r.opensQuery() ? columnList(r, opaque) : undefined
  const source = insertSource(r, opaque)
  const rowAlias = r.word() === 'AS' && source.query === undefined ? newRow(r) : undefined
  let onDuplicateKey: InsertNode['onDuplicateKey']
  if (r.word() === 'ON' && r.word(1) === 'DUPLICATE') {
    if (verb === 'REPLACE') r.fail('REPLACE has no ON DUPLICATE KEY.')
    r.at += 2
    r.expect('KEY')
    r.expect('UPDATE')
    onDuplicateKey = assignments(r)
  }
  const returning = r.take('RETURNING') ? selectItems(r) : undefined
  return {
    type: 'insert',
    from,
    to: r.at,
    span: r.span(from),
    verb,
    hint,
    modifiers,
    table,
    columns,
    ...source,
    rowAlias,
    onDuplicateKey,
    returning,
    opaque: opaque.length > 0 ? opaque : undefined,
  }
}

/** `(a, b)`, also `()`. */
function columnList(r: Reader, opaque: OpaqueNode[]): ExpressionNode[] {
  const open = r.at
  r.at++
  const columns: ExpressionNode[] = []
  if (r.kind() !== TokenKind.closeParen) {
    do columns.push(assignedColumn(r))
    while (r.takeComma())
  }
  opaque.push(...(r.close(open) ?? []))
  return columns
}

function insertSource(r: Reader, opaque: OpaqueNode[]): Pick<InsertNode, 'rows' | 'assignments' | 'query'> {
  const word = r.word()
  if (word === 'VALUES' || word === 'VALUE') {
    r.at++
    const rows: RowNode[] = []
    do {
      const begin = r.at
      if (r.word() === 'ROW' && r.kind(1) === TokenKind.openParen) r.at++
      if (r.kind() === TokenKind.openParen) rows.push(row(r, begin))
      else opaque.push(r.missing('A row in parentheses'))
    } while (r.takeComma())
    return { rows }
  }
  if (r.take('SET')) return { assignments: assignments(r) }
  const beginsQuery = word === 'SELECT' || word === 'WITH' || word === 'TABLE' || r.opensQuery()
  if (beginsQuery) return { query: query(r) }
  opaque.push(r.missing('VALUES, SET or a query'))
  return {}
}

/** `AS new (a, b)` */
function newRow(r: Reader): RowAliasNode {
  const from = r.at
  r.at++
  const name = r.name('An alias')
  const columns = nameList(r)
  return { type: 'row-alias', from, to: r.at, span: r.span(from), name, columns }
}
