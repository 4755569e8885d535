import { tokensOf } from '../../keyparts/condition-lexer'
import { literalKey } from './literal-key'

/** One piece of what MySQL's executor says about a range: a plain condition, or bounds of one column. */
export interface RangeText {
  readonly text: string
  readonly column?: string | undefined
  /** Spelled as `literalKey` does. */
  readonly literals: readonly string[]
}

/**
 * The ranges that MySQL's tree prints, by column: `(status = 'paid' AND 10 <= total <= 12) OR (3 more)`. Undefined where
 * the text is no such range but one condition: `customer_id=c.id`.
 */
export function rangeTexts(text: string): readonly RangeText[] | undefined {
  const isRange = /^\(|^[\w`$]+ (?:=|<|<=|IN|in)|<=? *[\w`$]+ *<=?/.test(text) || / OR /.test(text)
  if (!isRange) return undefined
  const columns = new Map<string, string[]>()
  const tokens = tokensOf(text, 'mysql')
  let waiting: string[] = []
  let column: string | undefined
  const close = () => {
    if (column !== undefined) columns.set(column, [...(columns.get(column) ?? []), ...waiting])
    waiting = []
    column = undefined
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.kind === 'word' && (token.value === 'and' || token.value === 'or')) close()
    else if (token.kind === 'word' && token.value === 'null') waiting.push('null')
    else if (token.kind === 'number' && tokens[at + 1]?.value === 'more') at++
    else if (token.kind === 'string' || token.kind === 'number') waiting.push(literalKey(token.value))
    else if (token.kind === 'word' || token.kind === 'quoted') {
      if (tokens[at + 1]?.value === '.' || tokens[at + 1]?.value === '(' || column !== undefined) return undefined
      column = token.kind === 'word' ? token.text : token.value
    } else if (token.kind === 'symbol' && !/^(?:[()<>=-]|<=|>=|<>)$/.test(token.value)) return undefined
  }
  close()
  return [...columns].map(([name, literals]) => ({ text, column: name, literals }))
}
