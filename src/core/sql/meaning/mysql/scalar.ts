import { functionEffect } from '../../functions/index'
import type { SignificantTokens } from '../../significant-tokens'
import type { CallNode, ExpressionNode, LiteralNode, NameNode, SyntaxNode } from '../../syntax/model'
import { childrenOf } from '../../syntax/walk'
import type { ColumnInput, QueryInput, ScalarInput } from '../input'
import { isAggregate, isVolatile, resultTypeOf } from './functions'
import { queryInput } from './query'

/** A value of a MySQL or MariaDB tree. */
export function scalarInput(code: SignificantTokens, whole: ExpressionNode): ScalarInput {
  const node = inside(whole)
  const mentions = mentionsOf(code, [node])
  return { span: node.span, ...topOf(code, node), ...mentions }
}

/** Several values as one, for what only their mentions matter. */
export function scalarsInput(
  code: SignificantTokens,
  nodes: readonly SyntaxNode[],
  span: ScalarInput['span'],
): ScalarInput {
  return { span, form: 'expression', ...mentionsOf(code, nodes) }
}

/** Without parentheses, and without a plus before it: servers drop both. */
export function inside(whole: ExpressionNode): ExpressionNode {
  let node = whole
  for (;;) {
    if (node.type === 'parentheses' && node.opaque === undefined) node = node.inner
    else if (node.type === 'unary' && node.operator === '+') node = node.operand
    else return node
  }
}

type Top = Pick<ScalarInput, 'form' | 'items' | 'functionName' | 'type' | 'charset' | 'collation'>

function topOf(code: SignificantTokens, node: ExpressionNode): Top {
  switch (node.type) {
    case 'column':
      return { form: 'column' }
    case 'literal':
      return { form: 'literal', type: literalType(code, node), charset: node.charset }
    case 'placeholder':
      return { form: 'parameter' }
    case 'row':
      return { form: 'row', items: node.items.map((item) => scalarInput(code, item)) }
    case 'subquery':
      return { form: 'subquery' }
    case 'unary': {
      const operand = inside(node.operand)
      if (node.operator === '-' && operand.type === 'literal' && operand.literal === 'number') {
        return { form: 'literal', type: literalType(code, operand) }
      }
      return { form: 'expression', ...(node.operator === 'BINARY' && { type: 'binary', functionName: 'BINARY' }) }
    }
    case 'odbc': {
      const operand = inside(node.inner)
      return operand.type === 'literal' ? { form: 'literal', type: odbcType(code.word(node.from + 1)) } : expression
    }
    case 'cast': {
      const type = node.dataType === undefined ? 'string' : textOf(code, node.dataType).toLowerCase()
      return { form: 'expression', functionName: node.form, type, charset: node.charset?.toLowerCase() }
    }
    case 'collate': {
      // `'x' COLLATE c` is as constant as 'x'; a column under COLLATE is none that an index of another collation has.
      const top = topOf(code, inside(node.operand))
      const form = top.form === 'column' || top.form === 'row' ? 'expression' : top.form
      const functionName = form === 'literal' || form === 'parameter' ? undefined : 'COLLATE'
      return { ...top, form, functionName, collation: node.collation.toLowerCase() }
    }
    case 'call': {
      const type = node.schema === undefined ? resultTypeOf(node.name) : undefined
      return { form: 'expression', functionName: node.name.toUpperCase(), type }
    }
    case 'match':
      return { form: 'expression', functionName: 'MATCH', type: 'double' }
    case 'binary':
      return node.operator.startsWith('->') ? { form: 'expression', functionName: node.operator } : expression
    default:
      return expression
  }
}

const expression: Top = { form: 'expression' }

function literalType(code: SignificantTokens, node: LiteralNode): string {
  switch (node.literal) {
    case 'number': {
      const text = code.text(node.from)
      return /e/i.test(text) ? 'double' : text.includes('.') ? 'decimal' : 'integer'
    }
    case 'temporal':
      return odbcType(code.word(node.from))
    default:
      return node.literal
  }
}

/** `DATE '…'`, `{d '…'}` */
function odbcType(word: string): string {
  if (word === 'D' || word === 'DATE') return 'date'
  return word === 'T' || word === 'TIME' ? 'time' : 'datetime'
}

type Mentions = Pick<ScalarInput, 'columns' | 'subqueries' | 'hasAggregate' | 'hasWindow' | 'hasParameter' | 'volatile'>

/** Everything inside, down to subqueries. Iterative: chains of `+` nest as deep as they are long. */
function mentionsOf(code: SignificantTokens, roots: readonly SyntaxNode[]): Mentions {
  const columns: ColumnInput[] = []
  const subqueries: QueryInput[] = []
  let [hasAggregate, hasWindow, hasParameter, volatile] = [false, false, false, false]
  const waiting: { readonly node: SyntaxNode; readonly inAggregate: boolean }[] = []
  for (const node of [...roots].reverse()) waiting.push({ node, inAggregate: false })
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next
    let inAggregate = next.inAggregate
    switch (node.type) {
      case 'column':
        columns.push({ schema: node.schema, table: node.table, name: node.name, span: node.span, inAggregate })
        break
      case 'subquery': {
        const query = queryInput(code, node.query)
        if (query !== undefined) subqueries.push(query)
        continue
      }
      case 'placeholder':
        hasParameter = true
        break
      case 'default':
        // DEFAULT(a) is what the table's definition says, not the column's value.
        continue
      case 'opaque':
      case 'assignment-expression':
      case 'sequence-value':
        volatile = true
        break
      case 'call':
        if (node.over !== undefined) hasWindow = true
        else if (isAggregate(node.name)) [hasAggregate, inAggregate] = [true, true]
        volatile ||= callIsVolatile(code, node)
        break
      default:
        break
    }
    const children = childrenOf(node)
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]
      if (child !== undefined) waiting.push({ node: child, inAggregate })
    }
  }
  return { columns, subqueries, hasAggregate, hasWindow, hasParameter, volatile }
}

function callIsVolatile(code: SignificantTokens, { schema, name }: CallNode): boolean {
  if (schema !== undefined || isVolatile(name)) return true
  return !isAggregate(name) && functionEffect(name, code.dialect) !== 'reads'
}

export function textOf(code: SignificantTokens, { span }: SyntaxNode | NameNode): string {
  return code.tokens.text.slice(span.start, span.end)
}
