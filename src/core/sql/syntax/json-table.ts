import { TokenKind } from '../tokens'
import { dataType } from './data-types'
import { expression } from './expressions'
import type { DataTypeNode, ExpressionNode, NameNode, OpaqueNode } from './model'
import type { Reader } from './reader'
import { tableAlias } from './table-factors'
import type { JsonColumnNode, TableNode } from './table-model'

/** `JSON_TABLE(document, path COLUMNS (…)) AS alias` at JSON_TABLE. */
export function jsonTable(r: Reader): TableNode {
  const from = r.at
  const open = r.at + 1
  r.at += 2
  const document = expression(r)
  if (!r.takeComma()) r.fail('A comma is expected here.')
  const path = expression(r)
  const columns = jsonColumns(r)
  const opaque = r.close(open)
  const alias = tableAlias(r)
  return { type: 'json-table', from, to: r.at, span: r.span(from), document, path, columns, alias, opaque }
}

/** `COLUMNS (column, …)` */
function jsonColumns(r: Reader): JsonColumnNode[] {
  const columns: JsonColumnNode[] = []
  r.expect('COLUMNS')
  const open = r.at
  if (!r.expectOpen()) return columns
  do {
    const column = r.nested(() => jsonColumn(r))
    if (column.type === 'json-column') columns.push(column)
  } while (r.takeComma())
  r.close(open)
  return columns
}

function jsonColumn(r: Reader): JsonColumnNode {
  const from = r.at
  if (r.word() === 'NESTED' && (r.word(1) === 'PATH' || r.kind(1) === TokenKind.string)) {
    r.at++
    r.expect('PATH')
    const path = expression(r)
    const columns = jsonColumns(r)
    return { type: 'json-column', from, to: r.at, span: r.span(from), form: 'NESTED', path, defaults: [], columns }
  }
  const name: NameNode = r.name('A column')
  if (r.takePair('FOR', 'ORDINALITY')) {
    return { type: 'json-column', from, to: r.at, span: r.span(from), form: 'ORDINALITY', name, defaults: [] }
  }
  const type: DataTypeNode = dataType(r)
  const form = r.take('EXISTS') ? 'EXISTS' : 'PATH'
  const opaque: OpaqueNode[] = []
  let path: ExpressionNode | undefined
  if (r.expect('PATH')) path = expression(r)
  else opaque.push(r.opaqueTo(r.nextBoundary(), 'PATH is expected here.'))
  const defaults = onEmptyOrError(r)
  const rest = opaque.length > 0 ? opaque : undefined
  const span = r.span(from)
  return { type: 'json-column', from, to: r.at, span, form, name, dataType: type, path, defaults, opaque: rest }
}

/** `DEFAULT '0' ON EMPTY ERROR ON ERROR`; gives the values. */
function onEmptyOrError(r: Reader): ExpressionNode[] {
  const values: ExpressionNode[] = []
  while (r.word() === 'NULL' || r.word() === 'ERROR' || r.word() === 'DEFAULT') {
    const isDefault = r.word() === 'DEFAULT'
    r.at++
    if (isDefault) values.push(expression(r))
    r.expect('ON')
    if (!r.take('EMPTY')) r.expect('ERROR')
  }
  return values
}
