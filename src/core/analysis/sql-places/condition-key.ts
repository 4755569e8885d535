import type { Family } from '../../engine'
import { tokensOf } from '../../keyparts/condition-lexer'
import type { ColumnName, Expression } from '../../keyparts/expression'
import { readExpression } from '../../keyparts/expression-reader'
import {
  bareFunctions,
  opposite,
  renamedOperators,
  sameFunctions,
  symmetric,
  turned,
  wrappers,
} from './condition-words'
import { arrayItems, literalKey } from './literal-key'

/** One thing that must hold, in a spelling that a statement and a server's print of it share. */
export interface ConditionKey {
  /** With columns as `name` says them. */
  readonly exact: string
  /** With everything that has no column in it as one sign: servers print what a constant expression gives. */
  readonly loose: string
  /** Holds a constant that is more than a literal: a server prints something else for it. */
  readonly folds: boolean
  /** The columns in it, in the order of `exact`. */
  readonly columns: readonly ColumnName[]
}

/** How columns are spelled. */
export type ColumnSpelling = (column: ColumnName) => string

/** The conditions that `text` joins by AND, each by its keys; those that were not understood are left out. */
export function conditionKeys(text: string, family: Family, spelling: ColumnSpelling): readonly ConditionKey[] {
  return keysOf(readPrinted(text, family), text, family, spelling)
}

/** MySQL's `(select #2)` and MariaDB's `subquery#2`, as names of the same length: for the lexer `#` begins a comment. */
export function readPrinted(text: string, family: Family): Expression {
  const readable =
    family === 'mysql'
      ? text.replace(/'(?:[^'\\]|\\.|'')*'|\b(subquery|select )#(?=\d)/g, (all, mark?: string) =>
          mark === undefined ? all : mark === 'subquery' ? 'subquery_' : 'subqry__',
        )
      : text
  return readExpression(readable, family)
}

const subqueryName = /^(?:subquery_|subqry__)\d+$/

export function keysOf(
  expression: Expression,
  text: string,
  family: Family,
  spelling: ColumnSpelling,
): readonly ConditionKey[] {
  const reader = new KeyReader(text, family, spelling)
  return conjuncts(reader.condition(expression, false))
    .filter((term) => term.key !== '')
    .map((term) => ({ exact: term.key, loose: term.loose, folds: term.folds, columns: term.columns }))
}

/** A piece of a condition by its keys. */
interface Term {
  readonly key: string
  readonly loose: string
  readonly folds: boolean
  readonly columns: readonly ColumnName[]
  /** What AND or OR joins. */
  readonly joint?: { readonly word: 'and' | 'or'; readonly items: readonly Term[] } | undefined
  /** A test of one operand against a list, for an OR of them: `a = 1 OR a = 2` is `a IN (1, 2)`. */
  readonly list?: { readonly operand: Term; readonly items: readonly Term[] } | undefined
}

function conjuncts(term: Term): readonly Term[] {
  return term.joint?.word === 'and' ? term.joint.items.flatMap(conjuncts) : [term]
}

/** The sign for anything without a column. */
const constant = '‹constant›'

class KeyReader {
  private readonly text: string
  private readonly family: Family
  private readonly spelling: ColumnSpelling

  constructor(text: string, family: Family, spelling: ColumnSpelling) {
    this.text = text
    this.family = family
    this.spelling = spelling
  }

  /** An expression where a truth is asked for; `negated` by the NOTs around it. */
  condition(expression: Expression, negated: boolean): Term {
    switch (expression.kind) {
      case 'and':
      case 'or':
        return this.joint(
          (expression.kind === 'and') === negated ? 'or' : 'and',
          expression.items.map((item) => this.condition(item, negated)),
        )
      case 'not':
        return this.condition(expression.operand, !negated)
      case 'comparison':
        return this.comparison(expression, negated)
      case 'between':
        return this.between(expression, negated)
      case 'in':
        return this.inList(expression, negated)
      case 'is':
        return this.isTest(expression.operand, expression.what, expression.negated !== negated)
      case 'call':
        return this.callCondition(expression, negated)
      case 'operation': {
        const [operand] = expression.operands
        if (expression.operator === '!' && operand !== undefined) return this.condition(operand, !negated)
        return this.truth(this.value(expression), negated)
      }
      default:
        return this.truth(this.value(expression), negated)
    }
  }

  private callCondition(expression: Extract<Expression, { kind: 'call' }>, negated: boolean): Term {
    const [first, second] = expression.args
    if (first !== undefined && wrappers.has(expression.name)) return this.condition(first, negated)
    // <if>(found_match(…), condition, true): the condition of an outer join, off while a row is made of NULLs.
    if (expression.name === '<if>' && second !== undefined) return this.condition(second, negated)
    if (expression.name === 'isnull' && first !== undefined) return this.isTest(first, 'null', negated)
    if (expression.name === '<in_optimizer>' && first !== undefined) return this.inSubquery(first, negated)
    // (ANY (a = (hashed SubPlan 1).col1))
    if (expression.name === 'any' && first?.kind === 'comparison' && isSubquery(first.right, this.text))
      return this.inSubquery(first.left, negated)
    if (expression.name === 'exists' || expression.name === '<exists>') return this.named('exists', [], negated)
    return this.truth(this.value(expression), negated)
  }

  private joint(word: 'and' | 'or', given: readonly Term[]): Term {
    const items = given.flatMap((item) => (item.joint?.word === word ? item.joint.items : [item]))
    const merged = word === 'or' ? this.asList(items) : undefined
    if (merged !== undefined) return merged
    const by = (key: 'key' | 'loose') =>
      `${word}(${[...items]
        .map((item) => item[key])
        .sort()
        .join(' ; ')})` // prettier-ignore
    return {
      key: by('key'),
      loose: by('loose'),
      folds: items.some((item) => item.folds),
      columns: items.flatMap((item) => item.columns),
      joint: { word, items },
    }
  }

  /** `a = 1 OR a = 2` */
  private asList(items: readonly Term[]): Term | undefined {
    const operand = items[0]?.list?.operand
    if (operand === undefined || items.length < 2) return undefined
    if (!items.every((item) => item.list?.operand.key === operand.key)) return undefined
    return this.list(
      operand,
      items.flatMap((item) => item.list?.items ?? []),
      false,
    )
  }

  private comparison(expression: Extract<Expression, { kind: 'comparison' }>, negated: boolean): Term {
    const written = renamedOperators[expression.operator] ?? expression.operator
    if (expression.quantifier !== undefined) {
      const items = this.arrayOf(expression.right)
      const isIn = expression.quantifier === 'any' && written === '='
      const isNotIn = expression.quantifier === 'all' && written === '<>'
      if (items !== undefined && (isIn || isNotIn))
        return this.list(this.value(expression.left), items, isNotIn !== negated)
      if (isSubquery(expression.right, this.text) && isIn) return this.inSubquery(expression.left, negated)
      const sides = [this.value(expression.left), this.value(expression.right)]
      return this.named(`${written} ${expression.quantifier}`, sides, negated)
    }
    const left = this.value(expression.left)
    const right = this.value(expression.right)
    const truth = this.truthTest(expression, written, negated)
    if (truth !== undefined) return truth
    const operator = negated ? opposite[written] : written
    if (operator === undefined) return this.named(written, [left, right], true)
    return this.compared(operator, left, right)
  }

  /** `active = true` is `active` for PostgreSQL, `active <> 0` is what MySQL makes of it. */
  private truthTest(
    { left, right }: Extract<Expression, { kind: 'comparison' }>,
    operator: string,
    negated: boolean,
  ): Term | undefined {
    const [against, operand] = uncast(left).kind === 'literal' ? [uncast(left), right] : [uncast(right), left]
    if (against.kind !== 'literal') return undefined
    const value = against.value.toLowerCase()
    if (this.family === 'mysql')
      return operator === '<>' && (value === '0' || value === 'false')
        ? this.truth(this.value(operand), negated)
        : undefined
    if ((value !== 'true' && value !== 'false') || (operator !== '=' && operator !== '<>')) return undefined
    return this.truth(this.value(operand), ((value === 'true') === (operator === '=')) === negated)
  }

  private truth(operand: Term, negated: boolean): Term {
    if (operand.key === '') return operand
    if (this.family === 'mysql' && operand.columns.length > 0 && !/[( ]/.test(operand.key))
      return negated ? this.compared('=', operand, zero) : this.named('true', [operand], false)
    return this.named('true', [operand], negated)
  }

  private compared(given: string, first: Term, second: Term): Term {
    const swap = turned[given] !== undefined
    const operator = turned[given] ?? given
    let [left, right] = swap ? [second, first] : [first, second]
    if (symmetric.has(operator) && order(left, right) > 0) [left, right] = [right, left]
    const term = this.named(operator, [left, right], false)
    if (operator !== '=') return term
    const [operand, item] = left.columns.length === 0 ? [right, left] : [left, right]
    return item.columns.length > 0 || operand.columns.length === 0
      ? term
      : { ...term, list: { operand, items: [item] } }
  }

  private between(expression: Extract<Expression, { kind: 'between' }>, negated: boolean): Term {
    const operand = this.value(expression.operand)
    const [low, high] = [this.value(expression.low), this.value(expression.high)]
    const not = expression.negated !== negated
    return this.joint(not ? 'or' : 'and', [
      this.compared(not ? '<' : '>=', operand, low),
      this.compared(not ? '>' : '<=', operand, high),
    ])
  }

  private inList(expression: Extract<Expression, { kind: 'in' }>, negated: boolean): Term {
    const not = expression.negated !== negated
    const [only, ...more] = expression.items
    if (only !== undefined && more.length === 0 && isSubquery(only, this.text))
      return this.inSubquery(expression.operand, not)
    return this.list(
      this.value(expression.operand),
      expression.items.map((item) => this.value(item)),
      not,
    )
  }

  private list(operand: Term, items: readonly Term[], negated: boolean): Term {
    const unique = [...new Map(items.map((item) => [item.key, item])).values()].sort((a, b) => order(a, b))
    const [only, ...more] = unique
    if (only !== undefined && more.length === 0) return this.compared(negated ? '<>' : '=', operand, only)
    const term = this.named(negated ? 'not in' : 'in', [operand, ...unique], false)
    const isConstant = items.every((item) => item.columns.length === 0)
    const loose = isConstant ? `${negated ? 'not in' : 'in'}(${operand.loose}, ${constant})` : term.loose
    return { ...term, loose, ...(negated ? {} : { list: { operand, items: unique } }) }
  }

  private inSubquery(operand: Expression, negated: boolean): Term {
    return this.named('in subquery', [this.value(operand)], negated)
  }

  private isTest(operand: Expression, what: string, negated: boolean): Term {
    return this.named(`is ${what}`, [this.value(operand)], negated)
  }

  private arrayOf(expression: Expression): readonly Term[] | undefined {
    const plain = expression.kind === 'cast' ? uncast(expression) : expression
    if (plain.kind === 'row') return plain.items.map((item) => this.value(item))
    if (plain.kind === 'literal' && plain.type === 'string')
      return arrayItems(plain.value)?.map((item) => literalTerm(literalKey(item)))
    return undefined
  }

  value(expression: Expression): Term {
    switch (expression.kind) {
      case 'column':
        return this.column(expression.column)
      case 'literal':
        return this.literal(expression)
      case 'cast': {
        const items = expression.type.endsWith('[]') ? this.arrayOf(expression) : undefined
        return items === undefined ? this.value(expression.operand) : this.named('row', items, false)
      }
      case 'row': {
        // A row of constants is a constant, printed like one.
        const items = expression.items.map((item) => this.value(item))
        return this.named('row', items, false)
      }
      case 'operation': {
        const operands = expression.operands.map((operand) => this.value(operand))
        const [only] = operands
        if (expression.operator === 'collate' && only !== undefined) return only
        if (expression.operator === '->') return this.named('json_extract', operands, false)
        if (expression.operator === '->>')
          return this.named('json_unquote', [this.named('json_extract', operands, false)], false)
        return this.folding(this.named(expression.operator, operands, false))
      }
      case 'call':
        return this.call(expression)
      case 'opaque':
        return this.opaque(expression)
      default:
        return this.condition(expression, false)
    }
  }

  private column(column: ColumnName): Term {
    if (column.table === undefined && subqueryName.test(column.name)) return subqueryTerm
    if (column.table === undefined && bareFunctions.test(column.name)) return this.folding(literalTerm(column.name))
    // A group's result has the name of what computes it: `sum(`o`.`total`)`.
    if (column.table === undefined && column.name.endsWith(')') && column.name.includes('('))
      return new KeyReader(column.name, this.family, this.spelling).value(readPrinted(column.name, this.family))
    const key = this.spelling(column)
    return { key, loose: key, folds: false, columns: [column] }
  }

  private literal(expression: Extract<Expression, { kind: 'literal' }>): Term {
    const { type, value } = expression
    if (type === 'placeholder') return this.folding(literalTerm(value.toLowerCase()))
    if (type === 'null') return literalTerm('null')
    if (/^interval\b/i.test(value) && type === 'string') return literalTerm(value.toLowerCase().replace(/\s+/g, ' '))
    return literalTerm(literalKey(value))
  }

  private call(expression: Extract<Expression, { kind: 'call' }>): Term {
    const [first] = expression.args
    if (first !== undefined && wrappers.has(expression.name)) return this.value(first)
    if (expression.name === 'date' && first !== undefined && expression.args.length === 1) return this.value(first)
    const star = expression.name === 'count' && /^count\s*\(\s*(?:\*|0)\s*\)$/i.test(this.source(expression))
    if (star) return { ...literalTerm('count(*)'), columns: [{ name: '*' }], loose: 'count(*)' }
    const name = sameFunctions[expression.name] ?? expression.name
    const items = expression.args.map((item) => this.value(item))
    return this.folding(this.named(name, items, false))
  }

  private opaque(expression: Extract<Expression, { kind: 'opaque' }>): Term {
    if (isSubquery(expression, this.text)) return subqueryTerm
    const source = this.source(expression)
    const tokens = tokensOf(source, this.family)
    if (tokens.length === 0) return nothing
    const words: string[] = []
    for (const [at, token] of tokens.entries()) {
      if (token.kind === 'symbol' && (token.value === '(' || token.value === ')' || token.value === '.')) continue
      if (tokens[at + 1]?.value === '.' && tokens[at + 1]?.kind === 'symbol') continue
      words.push(
        token.kind === 'string' || token.kind === 'number' ? literalKey(token.value) : token.value.toLowerCase(),
      )
    }
    const key = `~${words.join(' ')}`
    return {
      key,
      loose: key,
      folds: false,
      columns: expression.columns.length > 0 ? expression.columns : [{ name: '~' }],
    }
  }

  private named(name: string, items: readonly Term[], negated: boolean): Term {
    if (items.some((item) => item.key === '')) return nothing
    const by = (key: 'key' | 'loose') => `${name}(${items.map((item) => item[key]).join(', ')})`
    const not = (key: string) => (negated ? `not ${key}` : key)
    const columns = items.flatMap((item) => item.columns)
    return { key: not(by('key')), loose: not(by('loose')), folds: items.some((item) => item.folds), columns }
  }

  /** Something computed: where no column is in it, a server prints what it gives. */
  private folding(term: Term): Term {
    return term.columns.length > 0 || term.key === '' ? term : { ...term, loose: constant, folds: true }
  }

  private source({ span }: Expression): string {
    return this.text.slice(span.start, span.end)
  }
}

const nothing: Term = { key: '', loose: '', folds: false, columns: [] }
const zero = literalTerm('0')
const subqueryTerm: Term = { key: '‹subquery›', loose: constant, folds: true, columns: [] }

function literalTerm(key: string): Term {
  return { key, loose: constant, folds: false, columns: [] }
}

function order(a: Term, b: Term): number {
  // Constants behind columns, so that the loose spelling has the order of the exact one.
  const byKind = Number(a.columns.length === 0) - Number(b.columns.length === 0)
  return byKind !== 0 ? byKind : a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

function uncast(expression: Expression): Expression {
  return expression.kind === 'cast' ? uncast(expression.operand) : expression
}

/** A query as a statement writes it, or as a server names it: `(SubPlan 1)`, `(InitPlan 1).col1`, `$0`. */
function isSubquery(expression: Expression, text: string): boolean {
  const source = text.slice(expression.span.start, expression.span.end)
  if (expression.kind === 'column') return subqueryName.test(expression.column.name)
  if (expression.kind === 'call' && expression.name === '<exists>') return true
  if (expression.kind !== 'opaque') return false
  return /^\W*(?:\/\*.*?\*\/\W*)?(?:select|with)\b/i.test(source) || /\b(?:SubPlan|InitPlan) \d+/.test(source)
}
