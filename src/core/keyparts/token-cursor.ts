import type { Family } from '../engine'
import type { TextSpan } from '../text-span'
import type { ConditionToken } from './condition-lexer'
import type { ColumnName, Expression } from './expression'

/** Words that end an operand: what follows belongs to somebody above. */
export const boundaryWords = new Set([
  'and',
  'or',
  'xor',
  'when',
  'then',
  'else',
  'end',
  'as',
  'asc',
  'desc',
  'separator',
  'using',
])
/** Words that are no column although they stand where one could. */
const noColumns = new Set([
  'and',
  'or',
  'not',
  'is',
  'null',
  'in',
  'between',
  'like',
  'from',
  'where',
  'select',
  'distinct',
  'case',
  'when',
  'then',
  'else',
  'end',
  'as',
  'true',
  'false',
  'interval',
  'subplan',
  'initplan',
  'hashed',
  'alternatives',
  'any',
  'all',
  'exists',
  'day',
  'month',
  'year',
  'hour',
  'minute',
  'second',
  'against',
  'mode',
  'boolean',
  'collate',
  'using',
  'order',
  'by',
  'group',
  'limit',
  'on',
  'join',
  'asc',
  'desc',
  'over',
  'partition',
  'for',
  'cte',
]) // prettier-ignore

/** A place in a list of tokens, and what a reader asks there. */
export class TokenCursor {
  protected at = 0

  constructor(
    protected readonly text: string,
    protected readonly tokens: readonly ConditionToken[],
    protected readonly family: Family,
  ) {}

  /** Index of the bracket that closes the one at `open`; the number of tokens when none does. */
  protected closing(open: number): number {
    const after = this.tokens[open]?.closesAfter
    return after === undefined ? this.tokens.length : Math.min(open + after, this.tokens.length)
  }

  protected atBoundary(): boolean {
    const token = this.peek()
    if (token === undefined) return true
    if (token.kind === 'symbol') {
      if (token.value === ')' || token.value === ',' || token.value === ']') return true
      return this.family === 'mysql' && (token.value === '&&' || token.value === '||')
    }
    return token.kind === 'word' && boundaryWords.has(token.value)
  }

  /** Everything up to the next boundary, as one opaque piece. With `some`, at least one token. */
  protected skipToBoundary(start: number, some = false): Expression {
    if (some && this.at < this.tokens.length && !this.atBoundary()) this.at++
    while (!this.atBoundary()) {
      if (this.isSymbol('(') || this.isSymbol('[')) this.at = Math.min(this.closing(this.at) + 1, this.tokens.length)
      else this.at++
    }
    return this.opaque(start, this.at)
  }

  protected opaque(from: number, to: number): Expression {
    const columns: ColumnName[] = []
    for (let at = from; at < to; at++) {
      const token = this.tokens[at]
      // Columns of a subquery are its own.
      if (token?.kind === 'word' && token.value === 'select') break
      if (token === undefined || (token.kind !== 'quoted' && token.kind !== 'word')) continue
      if (this.tokens[at - 1]?.value === '.' || this.tokens[at - 1]?.value === '::') continue
      const names = [token.kind === 'word' ? token.text : token.value]
      while (this.tokens[at + 1]?.value === '.' && at + 2 < to) {
        const next = this.tokens[at + 2]
        if (next === undefined) break
        names.push(next.kind === 'word' ? next.text : next.value)
        at += 2
      }
      const isCall = this.tokens[at + 1]?.value === '(' && this.tokens[at + 1]?.kind === 'symbol'
      if (isCall || (names.length === 1 && token.kind === 'word' && noColumns.has(token.value))) continue
      columns.push({ schema: names.at(-3), table: names.at(-2), name: names.at(-1) ?? '' })
    }
    const first = this.tokens[from]?.start ?? this.text.length
    return { kind: 'opaque', columns, span: { start: first, end: Math.max(first, this.tokens[to - 1]?.end ?? first) } }
  }

  protected peek(ahead = 0): ConditionToken | undefined {
    return this.tokens[this.at + ahead]
  }

  protected isWord(value: string): boolean {
    const token = this.peek()
    return token?.kind === 'word' && token.value === value
  }

  protected isSymbol(value: string): boolean {
    const token = this.peek()
    return token?.kind === 'symbol' && token.value === value
  }

  protected spanFrom(start: number): TextSpan {
    const from = this.tokens[start]?.start ?? this.text.length
    return { start: from, end: Math.max(from, this.tokens[this.at - 1]?.end ?? from) }
  }

  protected source(start: number): string {
    const span = this.spanFrom(start)
    return this.text.slice(span.start, span.end)
  }
}
