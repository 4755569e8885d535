import type { SignificantTokens } from '../../significant-tokens'
import type { ExpressionNode, SyntaxTree } from '../../syntax/model'
import type { AssignmentNode, DeleteNode, InsertNode, StatementNode, UpdateNode } from '../../syntax/statement-model'
import type { ColumnInput, StatementInput, WriteInput } from '../input'
import { conditionInput } from './condition'
import { fromSteps } from './from'
import { itemInput, limitInput, orderInput, queryInput, withInput } from './query'
import { scalarInput, scalarsInput } from './scalar'

/** What a tree of MySQL's or MariaDB's grammar says; undefined for statements that are no query and no DML. */
export function mysqlInput({ code, statement }: SyntaxTree): StatementInput | undefined {
  let node: StatementNode = statement
  while (node.type === 'explain' || node.type === 'set-statement') node = node.statement
  switch (node.type) {
    case 'other':
    case 'opaque':
      return undefined
    case 'insert':
      return { span: node.span, body: insertInput(code, node) }
    case 'update':
      return { span: node.span, body: updateInput(code, node) }
    case 'delete':
      return { span: node.span, body: deleteInput(code, node) }
    default: {
      const body = queryInput(code, node)
      return body && { span: node.span, body }
    }
  }
}

const empty = {
  from: [],
  targets: [],
  assignments: [],
  rows: [],
  onConflict: [],
  orderBy: [],
  returning: [],
} satisfies Partial<WriteInput>

function insertInput(code: SignificantTokens, node: InsertNode): WriteInput {
  const { rowAlias } = node
  return {
    ...empty,
    type: node.verb === 'REPLACE' ? 'replace' : 'insert',
    span: node.span,
    from: fromSteps(code, [node.table]),
    columns: node.columns?.flatMap(columnInput),
    rows: (node.rows ?? []).map((row) => scalarsInput(code, [row], row.span)),
    assignments: assigned(code, node.assignments),
    query: node.query && queryInput(code, node.query),
    rowAlias: rowAlias && {
      name: rowAlias.name.name,
      columns: rowAlias.columns?.map(({ name }) => name),
      span: rowAlias.span,
    },
    onConflict: assigned(code, node.onDuplicateKey),
    returning: (node.returning ?? []).map((item) => itemInput(code, item)),
  }
}

function updateInput(code: SignificantTokens, node: UpdateNode): WriteInput {
  return { ...empty, type: 'update', ...ends(code, node), assignments: assigned(code, node.assignments) }
}

function deleteInput(code: SignificantTokens, node: DeleteNode): WriteInput {
  const targets = node.targets.map(({ schema, name, span }) => ({ schema, name, span }))
  return { ...empty, type: 'delete', ...ends(code, node), targets }
}

function ends(code: SignificantTokens, node: UpdateNode | DeleteNode) {
  return {
    span: node.span,
    with: withInput(code, node.with),
    from: fromSteps(code, node.tables),
    where: node.where && conditionInput(code, node.where),
    orderBy: orderInput(code, node.orderBy),
    limit: limitInput(code, node.limit),
    returning: (node.returning ?? []).map((item) => itemInput(code, item)),
  }
}

function assigned(code: SignificantTokens, nodes: readonly AssignmentNode[] = []): WriteInput['assignments'] {
  return nodes.flatMap(({ column, value }) =>
    columnInput(column).map((target) => ({ column: target, value: scalarInput(code, value) })),
  )
}

function columnInput(node: ExpressionNode): ColumnInput[] {
  if (node.type !== 'column') return []
  const { schema, table, name, span } = node
  return [{ schema, table, name, span, inAggregate: false }]
}
