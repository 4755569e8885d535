import type { Family } from '../engine'
import { type ConditionToken, tokensOf } from './condition-lexer'
import type { Expression } from './expression'
import { maxDepth, OperandReader } from './operand-reader'

const comparisons = new Set([
  '=',
  '<=>',
  '<',
  '<=',
  '>',
  '>=',
  '<>',
  '!=',
  '~~',
  '!~~',
  '~~*',
  '!~~*',
  '~',
  '!~',
  '~*',
  '!~*',
  '~<~',
  '~<=~',
  '~>~',
  '~>=~',
  '^@',
  '@>',
  '<@',
  '@@',
  '?|',
  '?&',
]) // prettier-ignore

/**
 * Reads a condition as servers print it, or the condition of a statement, into an expression. Text that it does not
 * understand becomes `opaque` up to the next AND, OR, comma or parenthesis; it never fails.
 */
export function readExpression(text: string, family: Family): Expression {
  return new Reader(text, tokensOf(text, family), family).whole()
}

/** The same over tokens of a longer text; spans are offsets into that text. */
export function readExpressionTokens(text: string, tokens: readonly ConditionToken[], family: Family): Expression {
  return new Reader(text, tokens, family).whole()
}

class Reader extends OperandReader {
  protected condition(): Expression {
    return this.or()
  }

  whole(): Expression {
    const start = this.at
    const expression = this.or()
    return this.at < this.tokens.length ? this.opaque(start, this.tokens.length) : expression
  }

  private or(): Expression {
    if (this.depth >= maxDepth) return this.skipToBoundary(this.at)
    this.depth++
    const expression = this.list('or', () => this.list('and', () => this.operand()))
    this.depth--
    return expression
  }

  private list(kind: 'and' | 'or', item: () => Expression): Expression {
    const start = this.at
    const items = [item()]
    const isJoint = () => {
      const token = this.peek()
      if (token?.kind === 'word') return token.value === kind
      return this.family === 'mysql' && token?.kind === 'symbol' && token.value === (kind === 'and' ? '&&' : '||')
    }
    while (isJoint()) {
      this.at++
      items.push(item())
    }
    const only = items[0]
    return items.length === 1 && only !== undefined ? only : { kind, items, span: this.spanFrom(start) }
  }

  /** One member of an AND list; what follows it unread makes it opaque. */
  private operand(): Expression {
    const start = this.at
    const expression = this.not()
    return this.atBoundary() ? expression : this.skipToBoundary(start)
  }

  private not(): Expression {
    const start = this.at
    if (this.isWord('not') || (this.isSymbol('!') && this.peek(1)?.value === '(')) {
      this.at++
      if (this.depth >= maxDepth) return this.skipToBoundary(start)
      this.depth++
      const operand = this.not()
      this.depth--
      return { kind: 'not', operand, span: this.spanFrom(start) }
    }
    return this.comparison()
  }

  private comparison(): Expression {
    const start = this.at
    const left = this.binary(0)
    const negated = this.isWord('not')
    const word = this.peek(negated ? 1 : 0)
    if (word?.kind === 'word') {
      const take = () => {
        this.at += negated ? 2 : 1
      }
      switch (word.value) {
        case 'like':
        case 'ilike':
        case 'regexp':
        case 'rlike':
        case 'similar': {
          take()
          if (word.value === 'similar' && this.isWord('to')) this.at++
          const right = this.binary(0)
          if (this.isWord('escape')) {
            this.at++
            this.binary(0)
          }
          const operator = negated ? `not ${word.value}` : word.value
          return { kind: 'comparison', operator, left, right, span: this.spanFrom(start) }
        }
        case 'in': {
          take()
          const list = this.binary(0)
          const items = list.kind === 'row' ? list.items : [list]
          return { kind: 'in', operand: left, items, negated, span: this.spanFrom(start) }
        }
        case 'between': {
          take()
          const low = this.binary(0)
          if (!this.isWord('and')) return this.skipToBoundary(start)
          this.at++
          return { kind: 'between', operand: left, low, high: this.binary(0), negated, span: this.spanFrom(start) }
        }
        case 'member': {
          take()
          if (this.isWord('of')) this.at++
          return { kind: 'comparison', operator: 'member of', left, right: this.binary(0), span: this.spanFrom(start) }
        }
        case 'is': {
          if (negated) break
          this.at++
          const isNot = this.isWord('not')
          if (isNot) this.at++
          const what = this.peek()?.value ?? ''
          this.at++
          if (what === 'distinct' && this.isWord('from')) {
            this.at++
            const right = this.binary(0)
            const operator = isNot ? '<=>' : '<>'
            return { kind: 'comparison', operator, left, right, span: this.spanFrom(start) }
          }
          return { kind: 'is', operand: left, what, negated: isNot, span: this.spanFrom(start) }
        }
        default:
      }
      return left
    }
    const symbol = this.peek()
    if (
      symbol?.kind !== 'symbol' ||
      !(comparisons.has(symbol.value) || (symbol.value === '&&' && this.family === 'postgres'))
    )
      return left
    this.at++
    const quantifierWord = this.peek()
    const quantified =
      quantifierWord?.kind === 'word' &&
      ['any', 'some', 'all'].includes(quantifierWord.value) &&
      this.peek(1)?.value === '('
    if (quantified) this.at++
    const right = this.binary(0)
    if (right.span.end === right.span.start) return this.opaque(start, this.at) // nothing stands there
    const quantifier = quantified ? (quantifierWord.value === 'all' ? 'all' : 'any') : undefined
    return { kind: 'comparison', operator: symbol.value, quantifier, left, right, span: this.spanFrom(start) }
  }
}
