import { expression, missingValue } from './expressions'
import type { ColumnNode, ExpressionNode } from './model'
import type { Reader } from './reader'
import type { AssignmentNode } from './statement-model'

/** `a = 1, t.b = DEFAULT` */
export function assignments(r: Reader): AssignmentNode[] {
  const found: AssignmentNode[] = []
  do {
    const from = r.at
    const column = assignedColumn(r)
    if (!r.takeOperator('=') && !r.takeOperator(':=')) {
      r.fail('An equals sign is expected here.')
      const value = r.opaqueTo(r.nextBoundary(), 'An equals sign is expected here.')
      found.push({ type: 'assignment', from, to: r.at, span: r.span(from), column, value })
      continue
    }
    const value = expression(r)
    found.push({ type: 'assignment', from, to: r.at, span: r.span(from), column, value })
  } while (r.takeComma())
  return found
}

/** A column where one is written to. */
export function assignedColumn(r: Reader): ExpressionNode {
  const from = r.at
  const parts = r.dottedName()
  if (parts === undefined) return missingValue(r)
  const [name, table, schema] = [parts[parts.length - 1] ?? '', parts[parts.length - 2], parts[parts.length - 3]]
  const column: ColumnNode = { type: 'column', from, to: r.at, span: r.span(from), schema, table, name }
  return column
}
