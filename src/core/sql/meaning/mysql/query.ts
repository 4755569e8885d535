import type { SignificantTokens } from '../../significant-tokens'
import type { LimitNode, OrderByNode, OrderItemNode } from '../../syntax/model'
import type { QueryEnds, QueryNode, SelectItemNode, SelectNode, WithNode } from '../../syntax/query-model'
import type { ItemInput, LimitInput, QueryInput, SelectInput, SortInput, WithInput } from '../input'
import { conditionInput } from './condition'
import { fromSteps } from './from'
import { inside, scalarInput, scalarsInput, textOf } from './scalar'

/** A query of a MySQL or MariaDB tree; undefined where none could be read. */
export function queryInput(code: SignificantTokens, node: QueryNode): QueryInput | undefined {
  switch (node.type) {
    case 'opaque':
      return undefined
    case 'select':
      return { ...endsOf(code, node), core: selectInput(code, node) }
    case 'table-query':
      return { ...endsOf(code, node), core: wholeTable(code, node) }
    case 'values':
      return {
        ...endsOf(code, node),
        core: {
          type: 'values',
          span: node.span,
          rows: node.rows.map((row) => row.items.map((item) => scalarInput(code, item))),
        },
      }
    case 'set-operation':
      return { ...endsOf(code, node), core: { type: 'set-operation', span: node.span, members: membersOf(code, node) } }
    case 'parenthesized-query': {
      const inner = queryInput(code, node.query)
      if (inner === undefined) return undefined
      const outer = endsOf(code, node)
      if (outer.orderBy.length === 0 && outer.limit === undefined && outer.with === undefined) return inner
      const innerHasEnds = inner.orderBy.length > 0 || inner.limit !== undefined || inner.with !== undefined
      return innerHasEnds
        ? { ...outer, core: { type: 'set-operation', span: node.span, members: [inner] } }
        : { ...outer, core: inner.core }
    }
  }
}

/** The members of a chain, which nests to the left as deep as it is long. */
function membersOf(code: SignificantTokens, whole: Extract<QueryNode, { type: 'set-operation' }>): QueryInput[] {
  const members: QueryNode[] = []
  let node: QueryNode = whole
  while (node.type === 'set-operation' && (node === whole || !hasEnds(node))) {
    members.push(node.right)
    node = node.left
  }
  members.push(node)
  return members
    .reverse()
    .map((member) => queryInput(code, member))
    .filter((member) => member !== undefined)
}

function hasEnds({ with: list, orderBy, limit }: QueryEnds): boolean {
  return list !== undefined || orderBy !== undefined || limit !== undefined
}

function endsOf(code: SignificantTokens, node: QueryEnds): Omit<QueryInput, 'core'> {
  return {
    type: 'query',
    span: node.span,
    with: withInput(code, node.with),
    orderBy: orderInput(code, node.orderBy),
    limit: limitInput(code, node.limit),
  }
}

function selectInput(code: SignificantTokens, node: SelectNode): SelectInput {
  return {
    type: 'select',
    span: node.span,
    distinct: node.modifiers.some((modifier) => modifier === 'DISTINCT' || modifier === 'DISTINCTROW'),
    items: node.items.map((item) => itemInput(code, item)),
    from: fromSteps(code, node.tables ?? []),
    where: node.where && conditionInput(code, node.where),
    groupBy: (node.groupBy?.items ?? []).map((item) => sortInput(code, item)),
    rollup: node.groupBy?.rollup ?? false,
    having: node.having && conditionInput(code, node.having),
    qualify: node.qualify && conditionInput(code, node.qualify),
    windows: (node.windows ?? []).map((window) => scalarsInput(code, [window.spec], window.span)),
  }
}

/** `TABLE t` is `SELECT * FROM t`. */
function wholeTable(code: SignificantTokens, node: Extract<QueryNode, { type: 'table-query' }>): SelectInput {
  const value = scalarsInput(code, [], node.table.span)
  return {
    type: 'select',
    span: node.span,
    distinct: false,
    items: [{ span: node.table.span, name: '*', value, star: {} }],
    from: fromSteps(code, [node.table]),
    groupBy: [],
    rollup: false,
    windows: [],
  }
}

export function itemInput(code: SignificantTokens, { span, expression, alias }: SelectItemNode): ItemInput {
  if (expression.type === 'star') {
    const { schema, table } = expression
    return { span, name: '*', value: scalarsInput(code, [], span), star: { schema, table } }
  }
  const node = inside(expression)
  const name = alias?.name ?? (node.type === 'column' ? node.name : textOf(code, expression))
  return { span, alias: alias?.name, name, value: scalarInput(code, expression) }
}

export function withInput(code: SignificantTokens, node: WithNode | undefined): WithInput | undefined {
  if (node === undefined) return undefined
  const ctes = node.ctes.flatMap((cte) => {
    const query = queryInput(code, cte.query)
    const columns = cte.columns?.map(({ name }) => name)
    return query === undefined ? [] : [{ name: cte.name.name, span: cte.span, columns, query }]
  })
  return { recursive: node.recursive, ctes }
}

export function orderInput(code: SignificantTokens, node: OrderByNode | undefined): SortInput[] {
  return (node?.items ?? []).map((item) => sortInput(code, item))
}

function sortInput(code: SignificantTokens, { span, expression, direction }: OrderItemNode): SortInput {
  // Only a bare number is a position: `ORDER BY (1)` too, `ORDER BY 1 + 0` not.
  const node = inside(expression)
  const number = node.type === 'literal' && node.literal === 'number' ? Number(code.text(node.from)) : undefined
  const position = number !== undefined && Number.isInteger(number) ? number : undefined
  return { span, value: scalarInput(code, expression), descending: direction === 'DESC', position }
}

export function limitInput(code: SignificantTokens, node: LimitNode | undefined): LimitInput | undefined {
  if (node === undefined) return undefined
  const numberOf = (value: LimitNode['count']): number | undefined =>
    value?.type === 'literal' && value.literal === 'number' ? Number(code.text(value.from)) : undefined
  return { span: node.span, count: numberOf(node.count), offset: numberOf(node.offset) }
}
