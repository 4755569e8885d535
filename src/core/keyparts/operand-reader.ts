import type { ConditionToken } from './condition-lexer'
import { type ColumnName, columnsIn, type Expression } from './expression'
import { boundaryWords, TokenCursor } from './token-cursor'

/** Deeper nesting than servers print; below it the reader gives up on the piece instead of the stack. */
export const maxDepth = 200

const precedence: Readonly<Record<string, number>> = {
  '|': 1,
  '&': 2,
  '<<': 3,
  '>>': 3,
  '||': 3,
  '->': 3,
  '->>': 3,
  '#>': 3,
  '#>>': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
  div: 5,
  mod: 5,
  '^': 6,
} // prettier-ignore
const typeWords = new Set([
  'varying',
  'precision',
  'without',
  'with',
  'time',
  'zone',
  'unsigned',
  'signed',
  'array',
  'set',
])

/** Values: columns, literals, calls, casts, arithmetic and rows; conditions inside brackets are read by who extends it. */
export abstract class OperandReader extends TokenCursor {
  protected depth = 0

  /** A whole condition, up to where it ends. */
  protected abstract condition(): Expression

  protected binary(minimum: number): Expression {
    const start = this.at
    let left = this.unary()
    for (;;) {
      const token = this.peek()
      if (token === undefined || (token.kind !== 'symbol' && token.kind !== 'word')) return left
      if (token.value === '||' && this.family === 'mysql') return left
      const level = precedence[token.value]
      if (level === undefined || level <= minimum) return left
      this.at++
      const right = this.binary(level)
      left = { kind: 'operation', operator: token.value, operands: [left, right], span: this.spanFrom(start) }
    }
  }

  private unary(): Expression {
    const start = this.at
    const token = this.peek()
    if (token?.kind === 'symbol' && ['-', '+', '~', '!'].includes(token.value)) {
      this.at++
      const operand = this.unary()
      const span = this.spanFrom(start)
      if (operand.kind === 'literal' && operand.type === 'number')
        return { ...operand, value: token.value === '-' ? `-${operand.value}` : operand.value, span }
      return { kind: 'operation', operator: token.value, operands: [operand], span }
    }
    if (token?.kind === 'word' && token.value === 'binary' && this.peek(1)?.value !== '(') {
      this.at++
      return { kind: 'cast', operand: this.unary(), type: 'binary', span: this.spanFrom(start) }
    }
    return this.postfix(start, this.primary())
  }

  private postfix(start: number, first: Expression): Expression {
    let expression = first
    for (;;) {
      if (this.isSymbol('::')) {
        this.at++
        const type = this.typeName()
        expression = { kind: 'cast', operand: expression, type, span: this.spanFrom(start) }
      } else if (this.isWord('collate')) {
        this.at += 2
        while (this.isSymbol('.')) this.at += 2
        const collation: Expression = {
          kind: 'literal',
          type: 'string',
          value: this.tokens[this.at - 1]?.value ?? '',
          span: this.spanFrom(this.at - 1),
        }
        const operands = [expression, collation]
        expression = { kind: 'operation', operator: 'collate', operands, span: this.spanFrom(start) }
      } else if (this.isSymbol('[')) {
        const end = this.closing(this.at)
        this.at = Math.min(end + 1, this.tokens.length)
        expression = { kind: 'operation', operator: '[]', operands: [expression], span: this.spanFrom(start) }
      } else if (this.isSymbol('.') && expression.kind !== 'column') {
        this.at += 2 // a field of a row: (InitPlan 1).col1
        expression = { kind: 'opaque', columns: columnsIn(expression), span: this.spanFrom(start) }
      } else return expression
    }
  }

  private primary(): Expression {
    const start = this.at
    const token = this.peek()
    if (token === undefined) return { kind: 'opaque', columns: [], span: this.spanFrom(start) }
    switch (token.kind) {
      case 'string':
        this.at++
        while (this.peek()?.kind === 'string') this.at++ // adjacent strings are one
        return { kind: 'literal', type: 'string', value: token.value, span: this.spanFrom(start) }
      case 'number':
        this.at++
        return { kind: 'literal', type: 'number', value: token.value, span: this.spanFrom(start) }
      case 'placeholder':
        this.at++
        return { kind: 'literal', type: 'placeholder', value: token.text, span: this.spanFrom(start) }
      case 'symbol':
        if (token.value === '(') return this.parenthesized(start)
        return this.skipToBoundary(start, true)
      case 'quoted':
        return this.name(start)
      case 'word':
        return this.word(start, token)
    }
  }

  private word(start: number, token: ConditionToken): Expression {
    const next = this.peek(1)
    switch (token.value) {
      case 'null':
      case 'true':
      case 'false':
        this.at++
        return {
          kind: 'literal',
          type: token.value === 'null' ? 'null' : 'number',
          value: token.value,
          span: this.spanFrom(start),
        }
      case 'case':
        return this.skipCase(start)
      case 'interval':
        if (next?.kind === 'string' || next?.kind === 'number' || next?.value === '(') {
          this.at += 2
          if (this.peek()?.kind === 'word' && !boundaryWords.has(this.peek()?.value ?? '')) this.at++
          return { kind: 'literal', type: 'string', value: this.source(start), span: this.spanFrom(start) }
        }
        break
      case 'date':
      case 'time':
      case 'timestamp':
      case 'json':
        if (next?.kind === 'string') {
          this.at += 2
          return { kind: 'literal', type: 'string', value: next.value, span: this.spanFrom(start) }
        }
        break
      case 'array':
        if (next?.value === '[') {
          this.at++
          return { kind: 'row', items: this.items(']'), span: this.spanFrom(start) }
        }
        break
      case 'row':
        if (next?.value === '(') {
          this.at++
          return { kind: 'row', items: this.items(')'), span: this.spanFrom(start) }
        }
        break
      case 'match':
        return this.skipToBoundary(start)
      default:
    }
    if (next?.value === '(' && next.kind === 'symbol') return this.call(start, token.value)
    if (next?.value === '<' && token.value.startsWith('<')) return this.skipToBoundary(start)
    return this.name(start)
  }

  private name(start: number): Expression {
    const names: string[] = []
    for (;;) {
      const token = this.peek()
      if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) break
      names.push(token.kind === 'word' ? token.text : token.value)
      this.at++
      if (!this.isSymbol('.')) break
      this.at++
    }
    if (this.isSymbol('(')) return this.call(start, names.join('.').toLowerCase()) // a function with its schema
    const name = names.at(-1)
    if (name === undefined) return this.skipToBoundary(start, true)
    const column: ColumnName = { schema: names.at(-3), table: names.at(-2), name }
    return { kind: 'column', column, span: this.spanFrom(start) }
  }

  private call(start: number, name: string): Expression {
    this.at = start
    while (!this.isSymbol('(') && this.at < this.tokens.length) this.at++
    if ((name === 'cast' || name === 'convert') && this.depth < maxDepth) {
      const end = this.closing(this.at)
      this.at++
      const operand = this.condition()
      const joint = this.peek()
      if (joint?.value === 'as' || joint?.value === 'using' || joint?.value === ',') {
        this.at++
        const type = this.text.slice(this.peek()?.start ?? 0, this.tokens[end]?.start).trim()
        this.at = Math.min(end + 1, this.tokens.length)
        return { kind: 'cast', operand, type, span: this.spanFrom(start) }
      }
      this.at = Math.min(end + 1, this.tokens.length)
      return this.opaque(start, this.at)
    }
    return { kind: 'call', name, args: this.items(')'), span: this.spanFrom(start) }
  }

  private parenthesized(start: number): Expression {
    const first = this.peek(1)
    if (first?.kind === 'word' && (first.value === 'select' || first.value === 'with')) {
      this.at = Math.min(this.closing(start) + 1, this.tokens.length)
      return { kind: 'opaque', columns: [], span: this.spanFrom(start) }
    }
    const items = this.items(')')
    const only = items[0]
    if (items.length === 1 && only !== undefined) return only
    return { kind: 'row', items, span: this.spanFrom(start) }
  }

  /** From an opening bracket: its comma list, each item read as far as understood; ends after the closing one. */
  protected items(close: ')' | ']'): readonly Expression[] {
    const end = this.closing(this.at)
    this.at++
    const items: Expression[] = []
    while (this.at < end) {
      const before = this.at
      items.push(this.condition())
      if (this.at < end && !this.isSymbol(',')) {
        // `count(distinct x)`, `extract(year from x)`, `(SubPlan 1)`: a form of its own.
        let to = this.at
        let nesting = 0
        while (to < end && !(nesting === 0 && this.tokens[to]?.value === ',')) {
          const value = this.tokens[to]?.kind === 'symbol' ? this.tokens[to]?.value : ''
          if (value === '(' || value === '[') nesting++
          if (value === ')' || value === ']') nesting--
          to++
        }
        items.pop()
        items.push(this.opaque(before, to))
        this.at = to
      }
      if (this.isSymbol(',')) this.at++
      if (this.at === before) this.at++
    }
    this.at = Math.min(end, this.tokens.length)
    if (this.isSymbol(close)) this.at++
    return items
  }

  private skipCase(start: number): Expression {
    let nesting = 0
    let to = this.at
    for (; to < this.tokens.length; to++) {
      const token = this.tokens[to]
      if (token?.kind !== 'word') continue
      if (token.value === 'case') nesting++
      if (token.value === 'end' && --nesting === 0) break
    }
    this.at = Math.min(to + 1, this.tokens.length)
    return this.opaque(start, this.at)
  }

  private typeName(): string {
    const start = this.peek()?.start ?? this.text.length
    this.at++
    while (this.isSymbol('.')) this.at += 2
    for (;;) {
      const token = this.peek()
      if (token?.kind === 'word' && typeWords.has(token.value)) this.at++
      else if (this.isSymbol('(')) this.at = Math.min(this.closing(this.at) + 1, this.tokens.length)
      else if (this.isSymbol('[')) this.at = Math.min(this.closing(this.at) + 1, this.tokens.length)
      else break
    }
    return this.text.slice(start, this.tokens[this.at - 1]?.end)
  }
}
