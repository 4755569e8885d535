import type { SignificantTokens } from '../../significant-tokens'
import type { JsonColumnNode, TableNode } from '../../syntax/table-model'
import type { FromStep, SourceInput } from '../input'
import { conditionInput } from './condition'
import { queryInput } from './query'
import { scalarInput, textOf } from './scalar'

/** A FROM list, or the tables of UPDATE and DELETE, in postfix order. */
export function fromSteps(code: SignificantTokens, tables: readonly TableNode[]): FromStep[] {
  const [only, second] = tables
  if (second === undefined && only?.type === 'table' && only.schema === undefined && code.word(only.from) === 'DUAL') {
    return []
  }
  const steps: FromStep[] = []
  const waiting: (TableNode | FromStep)[] = listed(tables).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('step' in next) steps.push(next)
    else if (next.type === 'join') waiting.push(joinStep(code, next), next.right, next.left)
    else if (next.type === 'table-parentheses') for (const item of listed(next.items).reverse()) waiting.push(item)
    else if (next.type === 'odbc-join') waiting.push(next.table)
    else steps.push({ step: 'source', source: sourceInput(code, next) })
  }
  return steps
}

/** Items of a list with the commas as joins. */
function listed(tables: readonly TableNode[]): (TableNode | FromStep)[] {
  return tables.flatMap((table, index) =>
    index === 0
      ? [table]
      : [table, { step: 'join', kind: 'comma', span: table.span, natural: false, using: [] } satisfies FromStep],
  )
}

function joinStep(code: SignificantTokens, node: Extract<TableNode, { type: 'join' }>): FromStep {
  return {
    step: 'join',
    kind: node.kind,
    span: node.span,
    natural: node.natural,
    using: (node.using ?? []).map(({ name, span }) => ({ name, span })),
    ...(node.on !== undefined && { on: conditionInput(code, node.on) }),
  }
}

type Factor = Exclude<TableNode, { type: 'join' | 'table-parentheses' | 'odbc-join' }>

function sourceInput(code: SignificantTokens, node: Factor): SourceInput {
  switch (node.type) {
    case 'table':
      return {
        kind: 'table',
        span: node.span,
        name: node.alias?.name ?? node.name,
        alias: node.alias?.name,
        schema: node.schema,
        table: node.name,
        lateral: false,
      }
    case 'derived-table':
      return {
        kind: 'derived',
        span: node.span,
        name: node.alias?.name,
        alias: node.alias?.name,
        lateral: node.lateral,
        query: queryInput(code, node.query),
        columns: node.columns?.map(({ name }) => ({ name })),
      }
    case 'json-table':
      return {
        kind: 'json-table',
        span: node.span,
        name: node.alias?.name,
        alias: node.alias?.name,
        lateral: true,
        columns: jsonColumns(code, node.columns),
        arguments: scalarInput(code, node.document),
      }
    case 'opaque':
      return { kind: 'unknown', span: node.span, lateral: false }
  }
}

function jsonColumns(code: SignificantTokens, nodes: readonly JsonColumnNode[]): { name: string; type?: string }[] {
  return nodes.flatMap((node) => {
    if (node.columns !== undefined) return jsonColumns(code, node.columns)
    if (node.name === undefined) return []
    const type = node.dataType === undefined ? 'integer' : textOf(code, node.dataType).toLowerCase()
    return [{ name: node.name.name, type }]
  })
}
