import { shapeOfNode } from './condition-of-node'
import type { SqlCondition } from './model'
import type { ExpressionNode, SyntaxNode, SyntaxTree } from './syntax/model'
import type { TableNode } from './syntax/table-model'
import { childrenOf } from './syntax/walk'

/**
 * The conditions of every WHERE, ON and HAVING of a statement that must all hold there (joined by AND), in the order
 * of the text: those of subqueries, derived tables, common table expressions and members of a UNION too. A part with
 * OR at its top is one condition of kind `other`.
 *
 * A column without a table name is given to the only table of its query, where no table of an outer query could be
 * meant instead.
 */
export function conditionsOfTree(tree: SyntaxTree): SqlCondition[] {
  const found: SqlCondition[] = []
  const waiting: { readonly node: SyntaxNode; readonly correlated: boolean }[] = []
  waiting.push({ node: tree.statement, correlated: false })
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next
    if (node.type === 'select' || node.type === 'update' || node.type === 'delete') {
      const from = readFrom(node.tables ?? [])
      const only = from.names.length === 1 && !next.correlated ? from.names[0] : undefined
      for (const on of from.ons) addAll(found, tree, on, 'on', only)
      if (node.where !== undefined) addAll(found, tree, node.where, 'where', only)
      if (node.type === 'select' && node.having !== undefined) addAll(found, tree, node.having, 'having', only)
    }
    const lateral = node.type === 'derived-table' && node.lateral
    const correlated = next.correlated || lateral || node.type === 'subquery'
    for (const child of childrenOf(node)) waiting.push({ node: child, correlated })
  }
  return found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)
}

/** The names of the tables in a FROM list, and the ON conditions between them; not those inside derived tables. */
function readFrom(tables: readonly TableNode[]): {
  readonly names: readonly (string | undefined)[]
  readonly ons: readonly ExpressionNode[]
} {
  const names: (string | undefined)[] = []
  const ons: ExpressionNode[] = []
  const waiting = [...tables]
  for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
    switch (table.type) {
      case 'join':
        if (table.on !== undefined) ons.push(table.on)
        waiting.push(table.left, table.right)
        break
      case 'table-parentheses':
        waiting.push(...table.items)
        break
      case 'odbc-join':
        waiting.push(table.table)
        break
      case 'table':
        names.push(table.alias?.name ?? table.name)
        break
      default:
        names.push(table.type === 'opaque' ? undefined : table.alias?.name)
    }
  }
  return { names, ons }
}

function addAll(
  found: SqlCondition[],
  { code }: SyntaxTree,
  whole: ExpressionNode,
  clause: SqlCondition['clause'],
  onlyTable: string | undefined,
): void {
  for (const node of partsOf(whole)) {
    const { columns, ...shape } = shapeOfNode(code, node)
    const named = columns.map((use) => use.table ?? onlyTable)
    found.push({
      text: code.tokens.text.slice(node.span.start, node.span.end),
      span: node.span,
      clause,
      tables: unique(named.filter((name) => name !== undefined)),
      columns: unique(columns.map((use) => use.column)),
      ...shape,
    })
  }
}

/** What AND joins, through parentheses. Those around a single condition are opened, those around OR are part of it. */
function partsOf(whole: ExpressionNode): ExpressionNode[] {
  const parts: ExpressionNode[] = []
  const waiting: ExpressionNode[] = [whole]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    let inner = node
    while (inner.type === 'parentheses') inner = inner.inner
    if (inner.type === 'logical' && inner.operator === 'AND') waiting.push(...[...inner.operands].reverse())
    else if (inner.type === 'logical') parts.push(node)
    else if (inner.from < inner.to) parts.push(inner)
  }
  return parts
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
