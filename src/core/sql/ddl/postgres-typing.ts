import type { DraftTable } from './draft'
import type { DdlExpression } from './expression'
import { numberConstant, textConstant, typedConstant } from './postgres-constants'
import { functionOf } from './postgres-functions'
import { bareType, type PostgresNode, unknownType } from './postgres-nodes'

const numericRank = ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision']
/** Operators that exist for two integers of one size only. */
const sameSizeOnly = new Set(['%', '&', '|', '#'])
const textTypes = new Set(['text', 'character varying', 'bpchar', 'name'])
const comparisons = new Set(['=', '<>', '<', '>', '<=', '>=', 'is distinct from', 'is not distinct from'])

/** Finds the types of an expression over a table's columns, and makes implied conversions visible. */
export class PostgresTyping {
  private readonly table: DraftTable

  constructor(table: DraftTable) {
    this.table = table
  }

  /** Undefined when something in it is not known. */
  type(expression: DdlExpression): PostgresNode | undefined {
    switch (expression.kind) {
      case 'column':
        return this.column(expression.name)
      case 'string':
        return textConstant(expression.value)
      case 'word':
        return constant(expression.text)
      case 'unary':
        return this.unary(expression.operator, expression.operand)
      case 'binary':
        return this.binary(expression.operator, expression.left, expression.right)
      case 'logical':
        return this.logical(expression.operator === 'and' ? 'AND' : 'OR', expression.items)
      case 'not':
        return this.logical('NOT', [expression.operand])
      case 'is': {
        const arg = this.type(expression.operand)
        const test = `IS ${expression.negated ? 'NOT ' : ''}${expression.what.toUpperCase()}`
        return arg && { kind: 'test', type: 'boolean', arg, test }
      }
      case 'in':
        return this.inList(expression.operand, expression.items, expression.negated)
      case 'between':
        return this.between(expression)
      case 'match': {
        const operator = { like: '~~', ilike: '~~*' }[expression.operator] ?? '~'
        return this.binary(expression.negated ? `!${operator}` : operator, expression.operand, expression.pattern)
      }
      case 'case':
        return this.cases(expression)
      case 'cast': {
        const arg = this.type(expression.operand)
        return arg && explicitCast(arg, expression.type)
      }
      case 'collate':
        return this.type(expression.operand)
      case 'extract': {
        const arg = this.type(expression.operand)
        return arg && { kind: 'standard', type: 'numeric', form: `extract ${expression.unit}`, args: [arg] }
      }
      case 'array': {
        const items = this.all(expression.items)
        const type = items === undefined ? undefined : (commonType(items) ?? 'text')
        if (items === undefined || type === undefined) return undefined
        return { kind: 'array', type: `${type}[]`, items: items.map((item) => convert(item, type)) }
      }
      case 'call':
        return this.call(expression)
      case 'interval':
        return undefined
    }
  }

  private column(name: string): PostgresNode | undefined {
    const column = this.table.columns.find((one) => one.name === name)
    return column && { kind: 'column', type: bareType(column.type), name, collation: column.collation }
  }

  private all(expressions: readonly DdlExpression[]): readonly PostgresNode[] | undefined {
    const nodes = expressions.flatMap((one) => this.type(one) ?? [])
    return nodes.length === expressions.length ? nodes : undefined
  }

  private unary(operator: string, operand: DdlExpression): PostgresNode | undefined {
    if (operator === '-' && operand.kind === 'word' && /^[\d.]/.test(operand.text))
      return numberConstant(operand.text, true)
    const arg = this.type(operand)
    return arg && { kind: 'operator', type: arg.type, operator, args: [arg] }
  }

  private logical(operator: 'AND' | 'OR' | 'NOT', items: readonly DdlExpression[]): PostgresNode | undefined {
    const args = this.all(items)
    return args && { kind: 'logical', type: 'boolean', operator, args: args.map((arg) => convert(arg, 'boolean')) }
  }

  private binary(operator: string, left: DdlExpression, right: DdlExpression): PostgresNode | undefined {
    const word = right.kind === 'call' ? right.name.toUpperCase() : ''
    if (right.kind === 'call' && (word === 'ANY' || word === 'ALL' || word === 'SOME')) {
      const [a, b] = [this.type(left), right.args[0] && this.type(right.args[0])]
      return a && b && arrayTest(operator, word === 'ALL' ? 'ALL' : 'ANY', a, b)
    }
    const [a, b] = [this.type(left), this.type(right)]
    if (a === undefined || b === undefined) return undefined
    if (operator === 'at time zone') {
      const type = a.type === 'timestamp with time zone' ? 'timestamp without time zone' : 'timestamp with time zone'
      return { kind: 'standard', type, form: operator, args: [a, convert(b, 'text')] }
    }
    return operation(operator, a, b)
  }

  private between(expression: Extract<DdlExpression, { kind: 'between' }>): PostgresNode | undefined {
    const { operand, low, high, negated } = expression
    const args = [this.binary(negated ? '<' : '>=', operand, low), this.binary(negated ? '>' : '<=', operand, high)]
    const known = args.flatMap((arg) => arg ?? [])
    if (known.length < 2) return undefined
    return { kind: 'logical', type: 'boolean', operator: negated ? 'OR' : 'AND', args: known }
  }

  private inList(operand: DdlExpression, items: readonly DdlExpression[], negated: boolean): PostgresNode | undefined {
    const [only] = items
    const operator = negated ? '<>' : '='
    if (items.length === 1 && only !== undefined) return this.binary(operator, operand, only)
    const left = this.type(operand)
    const nodes = this.all(items)
    if (left === undefined || nodes === undefined) return undefined
    const type = commonType([left, ...nodes])
    if (type === undefined) return undefined
    const array: PostgresNode = { kind: 'array', type: `${type}[]`, items: nodes.map((node) => convert(node, type)) }
    return arrayTest(operator, negated ? 'ALL' : 'ANY', left, array)
  }

  private cases(expression: Extract<DdlExpression, { kind: 'case' }>): PostgresNode | undefined {
    const arg = expression.operand && this.type(expression.operand)
    if (expression.operand !== undefined && arg === undefined) return undefined
    const otherwise = expression.otherwise && this.type(expression.otherwise)
    const whens = this.all(expression.branches.map(({ when }) => when))
    const thens = this.all(expression.branches.map(({ result }) => result))
    if (whens === undefined || thens === undefined) return undefined
    // The last branch is looked at first.
    const type = commonType([...(otherwise ? [otherwise] : []), ...thens]) ?? 'text'
    const whenType = arg && (commonType([arg, ...whens]) ?? 'text')
    return {
      kind: 'case',
      type,
      arg: arg && convert(arg, whenType ?? arg.type),
      branches: whens.flatMap((when, at) => {
        const then = thens[at]
        return then === undefined
          ? []
          : [{ when: whenType === undefined ? when : convert(when, whenType), result: convert(then, type) }]
      }),
      otherwise: otherwise && convert(otherwise, type),
    }
  }

  private call(expression: Extract<DdlExpression, { kind: 'call' }>): PostgresNode | undefined {
    const { name, sqlForm } = expression
    const args = this.all(expression.args)
    if (args === undefined) return undefined
    const [first, second] = args
    if (name === 'nullif' && first !== undefined && second !== undefined) {
      // It compares, so it converts as `=` does.
      const [left, right] = operandTypes('=', first.type, second.type)
      return { kind: 'choice', type: first.type, name: 'NULLIF', args: [convert(first, left), convert(second, right)] }
    }
    if (['coalesce', 'greatest', 'least'].includes(name)) {
      const type = commonType(args) ?? 'text'
      return { kind: 'choice', type, name: name.toUpperCase(), args: args.map((arg) => convert(arg, type)) }
    }
    const known = functionOf(
      name,
      args.map((arg) => arg.type),
    )
    const converted = args.map((arg, at) =>
      convert(arg, known.args[at] ?? (arg.type === unknownType ? 'text' : arg.type)),
    )
    if (name === 'trim' && args.length === 1) return { kind: 'standard', type: 'text', form: 'trim', args: converted }
    if (sqlForm) {
      return name === 'substring' ? { kind: 'standard', type: 'text', form: 'substring', args: converted } : undefined
    }
    return { kind: 'function', type: known.result, name, args: converted }
  }
}

function constant(text: string): PostgresNode | undefined {
  if (/^[\d.]/.test(text)) return numberConstant(text)
  const upper = text.toUpperCase()
  if (upper === 'TRUE' || upper === 'FALSE')
    return { kind: 'constant', type: 'boolean', text: text.toLowerCase(), quoted: false }
  if (upper === 'NULL') return { kind: 'constant', type: unknownType, text: 'NULL', quoted: false }
  const type = { CURRENT_DATE: 'date', CURRENT_TIMESTAMP: 'timestamp with time zone' }[upper]
  return type === undefined ? undefined : { kind: 'standard', type, form: upper, args: [] }
}

/** A value where a type is wanted: literals take it, others get a conversion that was not written. */
function convert(node: PostgresNode, type: string): PostgresNode {
  if (node.type === type) return node
  if (node.kind === 'constant' && node.type === unknownType) {
    return node.quoted ? typedConstant(node.text, type) : { ...node, type }
  }
  return { kind: 'cast', type, arg: node, implied: true }
}

function explicitCast(node: PostgresNode, type: string): PostgresNode {
  if (node.kind === 'constant' && node.type === unknownType && node.quoted) return typedConstant(node.text, type)
  if (node.type === type) return node
  return { kind: 'cast', type, arg: node, implied: false }
}

/** The type that a list of values gets; undefined when all are literals without one (manual, "UNION, CASE …"). */
function commonType(nodes: readonly PostgresNode[]): string | undefined {
  let type: string | undefined
  for (const node of nodes) {
    if (node.type === unknownType) continue
    const a = type === undefined ? -1 : numericRank.indexOf(type)
    const b = numericRank.indexOf(node.type)
    if (type === undefined || (a !== -1 && b > a)) type = node.type
  }
  return type
}

/** The type in which two character values are compared: lengths go, blanks at the end count only where one is CHAR. */
function textOperand(a: string, b: string): string {
  if (a === 'bpchar' && (b === 'bpchar' || b === unknownType || b === 'character varying')) return 'bpchar'
  if (b === 'bpchar' && (a === unknownType || a === 'character varying')) return 'bpchar'
  return 'text'
}

function operation(operator: string, a: PostgresNode, b: PostgresNode): PostgresNode {
  const [left, right] = operandTypes(operator, a.type, b.type)
  const type = resultType(operator, left, right)
  return { kind: 'operator', type, operator, args: [convert(a, left), convert(b, right)] }
}

function operandTypes(operator: string, a: string, b: string): readonly [string, string] {
  if (operator === '->' || operator === '->>') return [a, b === unknownType ? 'text' : b]
  if (operator === '?') return [a, 'text']
  if (operator === '?|' || operator === '?&') return [a, 'text[]']
  if (/^!?~~?\*?$/.test(operator)) return [a === 'bpchar' ? a : 'text', 'text']
  if (operator === '||' && !a.endsWith('[]') && a !== 'jsonb') {
    const side = (type: string) => (type === unknownType || textTypes.has(type) ? 'text' : type)
    return [side(a), side(b)]
  }
  if (textTypes.has(a) || textTypes.has(b)) {
    const type = textOperand(a, b)
    const side = (own: string) => (own === unknownType || textTypes.has(own) ? type : own)
    return [side(a), side(b)]
  }
  if (a === unknownType) return [b, b]
  if (b === unknownType) return [a, temporalOther(operator, a)]
  return numericOperands(operator, a, b)
}

/** `ts - '1 day'`: what is added to a time is an interval. */
function temporalOther(operator: string, type: string): string {
  return operator === '+' && /^(?:timestamp|time) /.test(type) ? 'interval' : type
}

function numericOperands(operator: string, a: string, b: string): readonly [string, string] {
  const [rankA, rankB] = [numericRank.indexOf(a), numericRank.indexOf(b)]
  if (rankA === -1 || rankB === -1 || a === b) return [a, b]
  // Integers of different size, and floats of different size, have operators of their own.
  if (rankA <= 2 && rankB <= 2) {
    if (!sameSizeOnly.has(operator)) return [a, b]
    const wider = rankA > rankB ? a : b
    return [wider, wider]
  }
  if (rankA >= 4 && rankB >= 4) return [a, b]
  if (rankA >= 4 || rankB >= 4) {
    const side = (type: string, rank: number) => (rank >= 4 ? type : 'double precision')
    return [side(a, rankA), side(b, rankB)]
  }
  return ['numeric', 'numeric']
}

function resultType(operator: string, a: string, b: string): string {
  if (comparisons.has(operator) || /^(?:!?~~?\*?|@>|<@|\?[|&]?|&&|@@)$/.test(operator)) return 'boolean'
  if (operator === '->>' || operator === '#>>') return 'text'
  if (operator === '||') return a.endsWith('[]') || a === 'jsonb' ? a : 'text'
  if (operator === '-' && a === 'date' && b === 'date') return 'integer'
  const [rankA, rankB] = [numericRank.indexOf(a), numericRank.indexOf(b)]
  return rankB > rankA ? b : a
}

function arrayTest(operator: string, word: 'ANY' | 'ALL', left: PostgresNode, right: PostgresNode): PostgresNode {
  const element = right.type === unknownType ? unknownType : right.type.replace(/\[\]$/, '')
  const [a, b] = operandTypes(operator, left.type, element)
  return { kind: 'any', type: 'boolean', operator, word, left: convert(left, a), right: convert(right, `${b}[]`) }
}
