import type { Family } from '../engine'
import type { TextSpan } from '../text-span'
import {
  type ColumnName,
  collationOf,
  columnsIn,
  type Expression,
  expressionKey,
  withoutCasts,
  withoutHarmlessCast,
} from './expression'
import { readExpression } from './expression-reader'
import type { Obstacle, Predicate } from './predicate'

/**
 * Reads a condition as servers print it in plans (MySQL's and MariaDB's attached conditions, PostgreSQL's Index Cond,
 * Filter, Recheck Cond, Join Filter, Hash Cond) into a flat AND list of predicates. What it does not understand is an
 * `other` with the columns that occur in it and the obstacle `not-understood`.
 */
export function predicatesOf(text: string, family: Family): readonly Predicate[] {
  return predicatesOfExpression(readExpression(text, family), text, family)
}

/** The same for an expression that was read from `text`. */
export function predicatesOfExpression(expression: Expression, text: string, family: Family): readonly Predicate[] {
  return new Builder(text, family).all(expression)
}

/** The operator with its sides exchanged: `1 < a` is `a > 1`. */
const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const opposite: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
const rangeOperators = new Set(['<', '<=', '>', '>=', '~<~', '~<=~', '~>~', '~>=~'])
/** Wrappers that MySQL and MariaDB print around a condition and that change nothing in it. */
const transparentCalls = new Set(['<cache>', 'trigcond', '<exists>', '<not>'])
/** Functions of an array against a multi-valued index part. */
const arrayFunctions = new Set(['json_overlaps', 'json_contains'])

/** Lists of more values are not shown whole. */
const longestList = 8
const shownOfLongList = 3

class Builder {
  constructor(
    private readonly text: string,
    private readonly family: Family,
  ) {}

  all(expression: Expression): readonly Predicate[] {
    switch (expression.kind) {
      case 'and':
        return expression.items.flatMap((item) => this.all(item))
      case 'or':
        return this.or(expression)
      case 'not':
        return this.not(expression)
      case 'comparison':
        return this.comparison(expression)
      case 'in':
        return this.inList(expression)
      case 'between':
        return this.between(expression)
      case 'is':
        return [this.isTest(expression)]
      case 'call':
        return this.call(expression)
      default: {
        const plain = withoutCasts(expression)
        if (plain.kind === 'literal') return [] // `true`, `1`: says nothing about a column
        // A column by itself (`flag`) asks for true; only PostgreSQL's boolean indexes can use it.
        const obstacle = plain.kind === 'opaque' ? 'not-understood' : 'function-or-expression'
        return [this.other(expression, this.family === 'postgres' && plain.kind === 'column' ? 'negation' : obstacle)]
      }
    }
  }

  private call(expression: Extract<Expression, { kind: 'call' }>): readonly Predicate[] {
    const [first, second] = expression.args
    if (transparentCalls.has(expression.name) && first !== undefined && expression.args.length === 1)
      return this.all(first)
    // `<if>(outer row found, condition, true)`: the condition of an outer join, true for every joined row.
    if (expression.name === '<if>' && second !== undefined) return this.all(second)
    if (expression.name === 'isnull' && first !== undefined)
      return [this.isTest({ kind: 'is', operand: first, what: 'null', negated: false, span: expression.span })]
    if (arrayFunctions.has(expression.name) && first !== undefined && second !== undefined)
      return [this.simple('in-list', first, expression.name, second, expression.span)]
    return [this.other(expression, 'function-or-expression')]
  }

  private comparison(expression: Extract<Expression, { kind: 'comparison' }>): readonly Predicate[] {
    const { left, right, operator, span, quantifier } = expression
    const leftRow = withoutCasts(left)
    const rightRow = withoutCasts(right)
    if (leftRow.kind === 'row' && rightRow.kind === 'row' && leftRow.items.length === rightRow.items.length) {
      return leftRow.items.flatMap((item, index) => {
        const other = rightRow.items[index]
        if (other === undefined) return []
        const one = this.comparison({ kind: 'comparison', operator, left: item, right: other, span })
        if (operator === '=' || operator === '<=>') return one
        return one.map((predicate) => ({ ...predicate, row: { position: index, size: leftRow.items.length } }))
      })
    }
    if (quantifier === 'all') return [this.other(expression, 'negation')]
    if (quantifier === 'any')
      return operator === '='
        ? [this.simple('in-list', left, '= any', right, span)]
        : [this.other(expression, 'negation')]
    if (operator === 'member of') return [this.simple('equality', right, operator, left, span)]

    const leftColumns = columnsIn(left).length > 0
    const rightColumns = columnsIn(right).length > 0
    const kind = this.kindOf(operator)
    if (kind === undefined) {
      const negates = operator === '<>' || operator === '!=' || operator.startsWith('not ') || operator.startsWith('!')
      const subject = leftColumns || !rightColumns ? left : right
      const other = subject === left ? right : left
      return [
        {
          ...this.simple('other', subject, operator, other, span),
          negated: negates,
          obstacle: negates ? 'negation' : 'function-or-expression',
        },
      ]
    }
    if (kind === 'like') return [this.like(left, operator, right, span)]
    if (!leftColumns && !rightColumns) return []
    if (!rightColumns) return [this.simple(kind, left, operator, right, span)]
    const flipped = mirrored[operator] ?? operator
    if (!leftColumns) return [this.simple(kind, right, flipped, left, span)]
    return [this.simple(kind, left, operator, right, span), this.simple(kind, right, flipped, left, span)]
  }

  private kindOf(operator: string): 'equality' | 'range' | 'like' | undefined {
    if (operator === '=' || operator === '<=>') return 'equality'
    if (rangeOperators.has(operator)) return 'range'
    if (operator === 'like' || operator === '~~' || operator === '^@') return 'like'
    return undefined
  }

  private like(left: Expression, operator: string, right: Expression, span: TextSpan): Predicate {
    const base = this.simple('like', left, 'like', right, span)
    const pattern = withoutCollation(right)
    if (pattern.kind !== 'literal') return { ...base, obstacle: base.obstacle }
    if (pattern.type === 'placeholder') return base
    const { fixed, whole } = operator === '^@' ? { fixed: pattern.value, whole: false } : fixedPrefixOf(pattern.value)
    const found = { ...base, fixedPrefix: fixed, wholeLiteral: whole }
    return fixed === '' && !whole && base.obstacle === undefined ? { ...found, obstacle: 'leading-wildcard' } : found
  }

  private inList(expression: Extract<Expression, { kind: 'in' }>): readonly Predicate[] {
    const { operand, items, negated, span } = expression
    if (items.some((item) => item.kind === 'opaque')) return [this.other(expression, 'not-understood')]
    const list = `${negated ? 'not ' : ''}in (${this.values(items)})`
    if (operand.kind === 'row') {
      return operand.items.map((item, position) => ({
        ...this.simple('in-list', item, 'in', undefined, span),
        comparedWith: list,
        row: { position, size: operand.items.length },
        negated,
        ...(negated ? { kind: 'other' as const, obstacle: 'negation' as const } : {}),
      }))
    }
    const references = items.flatMap(columnsIn)
    const literal = items.map(withoutCasts).find((item) => item.kind === 'literal')
    const base: Predicate = {
      ...this.simple(items.length === 1 ? 'equality' : 'in-list', operand, 'in', items[0], span),
      comparedWith: list,
      references,
      columns: [...columnsIn(operand), ...references],
      literal: literal?.kind === 'literal' ? { type: literal.type, value: literal.value } : undefined,
    }
    return [negated ? { ...base, kind: 'other', negated: true, obstacle: 'negation' } : base]
  }

  /** Long lists by their first values and how many they are. */
  private values(items: readonly Expression[]): string {
    const shown = items.length > longestList ? items.slice(0, shownOfLongList) : items
    const texts = shown.map((item) => this.source(item.span))
    return [...texts, ...(shown === items ? [] : [`… ${items.length.toLocaleString('en-US')} values`])].join(', ')
  }

  private between(expression: Extract<Expression, { kind: 'between' }>): readonly Predicate[] {
    const { operand, low, high, negated, span } = expression
    const base = this.simple('range', operand, 'between', low, span)
    const references = [...columnsIn(low), ...columnsIn(high)]
    const comparedWith = `${negated ? 'not ' : ''}between ${this.source(low.span)} and ${this.source(high.span)}`
    const isPoint = this.source(low.span) === this.source(high.span)
    const upper = withoutCollation(high)
    const found: Predicate = {
      ...base,
      ...(upper.kind === 'literal' ? { upperLiteral: { type: upper.type, value: upper.value } } : {}),
      ...(isPoint ? { kind: 'equality' } : {}),
      comparedWith,
      low: 'closed',
      high: 'closed',
      references,
      columns: [...columnsIn(operand), ...references],
    }
    return [negated ? { ...found, kind: 'other', negated: true, obstacle: 'negation' } : found]
  }

  private isTest(expression: Extract<Expression, { kind: 'is' }>): Predicate {
    const { operand, what, negated, span } = expression
    const base = this.simple('null-test', operand, negated ? 'is not' : 'is', undefined, span)
    const found: Predicate = { ...base, comparedWith: `${base.operator} ${what}`, negated }
    if (what === 'null') return found
    return { ...found, kind: 'other', obstacle: found.obstacle ?? 'function-or-expression' }
  }

  private not(expression: Extract<Expression, { kind: 'not' }>): readonly Predicate[] {
    const inner = expression.operand
    if (inner.kind === 'not') return this.all(inner.operand)
    if (inner.kind === 'comparison' && inner.quantifier === undefined) {
      const operator = opposite[inner.operator]
      const isRow = withoutCasts(inner.left).kind === 'row'
      if (operator !== undefined && !isRow) return this.comparison({ ...inner, operator, span: expression.span })
    }
    if (inner.kind === 'is') return [this.isTest({ ...inner, negated: !inner.negated, span: expression.span })]
    if (inner.kind === 'in') return this.inList({ ...inner, negated: !inner.negated, span: expression.span })
    if (inner.kind === 'between') return this.between({ ...inner, negated: !inner.negated, span: expression.span })
    if (inner.kind === 'call' && inner.name === 'isnull' && inner.args[0] !== undefined)
      return [this.isTest({ kind: 'is', operand: inner.args[0], what: 'null', negated: true, span: expression.span })]
    const [only, ...more] = this.all(inner)
    if (only !== undefined && more.length === 0)
      return [{ ...only, kind: 'other', negated: true, obstacle: 'negation', ...this.placed(expression.span) }]
    return [this.other(expression, 'negation')]
  }

  /** An OR bounds each column that every branch bounds: `a = 1 OR a = 2` is a list, `(a = 1 AND b > 2) OR a = 3` too. */
  private or(expression: Extract<Expression, { kind: 'or' }>): readonly Predicate[] {
    const branches = expression.items.map((item) => this.all(item))
    const placed = this.placed(expression.span)
    const columns = branches.flat().flatMap((predicate) => predicate.columns)
    const derived: Predicate[] = []
    for (const candidate of branches[0] ?? []) {
      const key = subjectKey(candidate)
      if (key === undefined || derived.some((one) => subjectKey(one) === key)) continue
      const found = branches.map((branch) => branch.filter((one) => subjectKey(one) === key && isBounding(one)))
      if (found.some((list) => list.length === 0)) continue
      derived.push(this.union(candidate, found.flat(), placed))
    }
    const onlyThat = branches.every((branch) =>
      branch.every((one) => derived.some((d) => subjectKey(d) === subjectKey(one))),
    )
    if (derived.length > 0 && onlyThat && derived.length === 1) return derived
    const whole: Predicate = {
      kind: 'or',
      columns,
      references: branches.flat().flatMap((predicate) => predicate.references),
      operator: 'or',
      comparedWith: placed.text,
      negated: false,
      branches,
      obstacle: 'or-spans-parts',
      ...placed,
    }
    return [...derived, whole]
  }

  private union(first: Predicate, members: readonly Predicate[], placed: { text: string; span: TextSpan }): Predicate {
    const points = members.every((one) => one.kind === 'equality' || one.kind === 'in-list' || isNull(one))
    const values = [...new Set(members.map((one) => one.comparedWith))]
    return {
      ...first,
      kind: points ? (values.length === 1 ? first.kind : 'in-list') : 'range',
      operator: 'or',
      comparedWith: values.join(' or '),
      columns: members.flatMap((one) => one.columns),
      references: members.flatMap((one) => one.references),
      low: points ? undefined : endOf(members.map((one) => (one.kind === 'range' ? one.low : 'closed'))),
      high: points ? undefined : endOf(members.map((one) => (one.kind === 'range' ? one.high : 'closed'))),
      fixedPrefix: undefined,
      wholeLiteral: undefined,
      fromOr: true,
      ...placed,
    }
  }

  /** `subject operator other`; the obstacle is set when no column or expression stands alone on the left. */
  private simple(
    kind: Predicate['kind'],
    subject: Expression,
    operator: string,
    other: Expression | undefined,
    span: TextSpan,
  ): Predicate {
    const plain = withoutHarmlessCast(subject)
    const references = other === undefined ? [] : columnsIn(other)
    const value = other === undefined ? undefined : withoutCollation(other)
    const collation = collationIn(subject, other)
    const castOf = this.family === 'postgres' ? castedColumn(plain) : undefined
    return {
      kind,
      ...(plain.kind === 'column' ? { column: plain.column } : { expression: expressionKey(plain) }),
      ...(castOf === undefined ? {} : { castOf }),
      columns: [...columnsIn(subject), ...references],
      references,
      operator,
      comparedWith: this.comparedWith(operator, other && withoutCasts(other), references),
      ...(collation === undefined ? {} : { collation }),
      literal: value?.kind === 'literal' ? { type: value.type, value: value.value } : undefined,
      ...(kind === 'range' ? endsOf(operator) : {}),
      negated: false,
      ...(plain.kind === 'column' ? {} : { obstacle: 'function-or-expression' as Obstacle }),
      ...this.placed(span),
    }
  }

  /** Equality with a column is told by the column alone, as servers do in `ref`. */
  private comparedWith(operator: string, other: Expression | undefined, references: readonly ColumnName[]): string {
    if (other === undefined) return operator
    if ((operator === '=' || operator === '<=>') && other.kind === 'column' && references.length === 1)
      return [other.column.table, other.column.name].filter((name) => name !== undefined).join('.')
    return `${operator} ${this.source(other.span)}`
  }

  private other(expression: Expression, obstacle: Obstacle): Predicate {
    const plain = withoutHarmlessCast(expression)
    const placed = this.placed(expression.span)
    return {
      kind: 'other',
      ...(plain.kind === 'column' ? { column: plain.column } : {}),
      columns: columnsIn(expression),
      references: [],
      operator: '',
      comparedWith: placed.text,
      negated: false,
      obstacle,
      ...placed,
    }
  }

  private placed(span: TextSpan): { text: string; span: TextSpan } {
    return { text: this.source(span), span }
  }

  private source(span: TextSpan): string {
    return this.text.slice(span.start, span.end)
  }
}

/** A value by itself: casts and COLLATE do not change which it is. */
function withoutCollation(expression: Expression): Expression {
  const plain = withoutCasts(expression)
  if (plain.kind !== 'operation' || plain.operator !== 'collate' || plain.operands[0] === undefined) return plain
  return withoutCollation(plain.operands[0])
}

/** A column that is cast to another type, and nothing else around it. */
function castedColumn(expression: Expression): Predicate['castOf'] {
  if (expression.kind !== 'cast') return undefined
  const column = withoutHarmlessCast(expression.operand)
  return column.kind === 'column' ? { column: column.column, to: expression.type } : undefined
}

function collationIn(subject: Expression, other: Expression | undefined): Predicate['collation'] {
  const name = collationOf(subject)
  if (name !== undefined) return { name, of: 'column' }
  const value = other && collationOf(other)
  return value === undefined ? undefined : { name: value, of: 'value' }
}

function endsOf(operator: string): Pick<Predicate, 'low' | 'high'> {
  const end = operator.includes('=') ? 'closed' : 'open'
  return operator.includes('>') ? { low: end } : { high: end }
}

/** The end of several ranges together: open where one of them has none. */
function endOf(ends: readonly ('closed' | 'open' | undefined)[]): 'closed' | 'open' | undefined {
  if (ends.includes(undefined)) return undefined
  return ends.includes('closed') ? 'closed' : 'open'
}

/** The characters of a LIKE pattern before its first wildcard, with escapes resolved. */
function fixedPrefixOf(pattern: string): { fixed: string; whole: boolean } {
  let fixed = ''
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? ''
    if (char === '%' || char === '_') return { fixed, whole: false }
    if (char === '\\' && at + 1 < pattern.length) at++
    fixed += pattern[at] ?? ''
  }
  return { fixed, whole: true }
}

/** Which column or expression a predicate is about; undefined when it is about none in particular. */
export function subjectKey(predicate: Predicate): string | undefined {
  if (predicate.column !== undefined) return `${predicate.column.table ?? ''}.${predicate.column.name}`.toLowerCase()
  return predicate.expression === undefined ? undefined : `(${predicate.expression})`
}

/** Can bound the read of an index on its column. */
export function isBounding(predicate: Predicate): boolean {
  if (predicate.obstacle !== undefined && predicate.obstacle !== 'function-or-expression') return false
  return predicate.kind !== 'other' && predicate.kind !== 'or'
}

function isNull(predicate: Predicate): boolean {
  return predicate.kind === 'null-test' && !predicate.negated
}
