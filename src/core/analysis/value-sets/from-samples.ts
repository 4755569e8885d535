import type { Dialect } from '../../engine'
import type { PlaceholderValues } from '../../sql/edits/placeholder-values'
import type { TypedValue } from '../../sql/edits/typed-value'
import { placeholderName } from '../../sql/placeholder-name'
import { SignificantTokens } from '../../sql/significant-tokens'
import { splitStatements } from '../../sql/statements'
import { stringValue } from '../../sql/string-literal'
import { tokenize } from '../../sql/tokenizer'
import { isLiteral, TokenKind } from '../../sql/tokens'

/**
 * The values that a sample has where a statement has placeholders. Both are walked token by token: names and operators
 * must be the same, literals of the statement may be others in the sample.
 * @returns undefined where the sample is another statement, has a list of another length, or a value that is no plain
 *   literal (an expression, a bit string)
 */
export function valuesOfSample(sql: string, sample: string, dialect: Dialect): PlaceholderValues | undefined {
  const wanted = firstStatement(sql, dialect)
  const given = firstStatement(sample, dialect)
  if (!wanted || !given) return undefined
  const positional: TypedValue[] = []
  const named: Record<string, TypedValue> = {}
  let at = 0
  for (let i = 0; i < wanted.length; i++) {
    if (wanted.kind(i) === TokenKind.placeholder) {
      const read = valueAt(given, at)
      if (!read) return undefined
      const name = placeholderName(wanted.text(i))
      if (name === undefined) positional.push(read.value)
      else named[name] = read.value
      at = read.end
    } else if (isLiteral(wanted.kind(i)) && isLiteral(given.kind(at))) at++
    else if (isSame(wanted, i, given, at)) at++
    else return undefined
  }
  return at === given.length ? { positional, named } : undefined
}

/** Without the semicolon at its end; undefined for a text without one. */
function firstStatement(text: string, dialect: Dialect): SignificantTokens | undefined {
  const tokens = tokenize(text, dialect)
  const [range] = splitStatements(tokens)
  return range && new SignificantTokens(tokens, range.from, range.to)
}

function isSame(one: SignificantTokens, i: number, other: SignificantTokens, at: number): boolean {
  return nameAt(one, i) === nameAt(other, at)
}

/** Words whatever their case; quoted names as they are without quotes. */
function nameAt(tokens: SignificantTokens, at: number): string {
  const text = tokens.text(at)
  if (tokens.kind(at) === TokenKind.quotedName) return text.slice(1, -1).toUpperCase()
  return tokens.kind(at) === TokenKind.word ? text.toUpperCase() : text
}

function valueAt(
  tokens: SignificantTokens,
  at: number,
): { readonly value: TypedValue; readonly end: number } | undefined {
  const sign = tokens.text(at)
  if (sign === '-' || sign === '+') {
    if (tokens.kind(at + 1) !== TokenKind.number) return undefined
    return { value: { kind: 'number', value: `${sign === '-' ? '-' : ''}${tokens.text(at + 1)}` }, end: at + 2 }
  }
  const value = plainValue(tokens, at)
  return value && { value, end: at + 1 }
}

function plainValue(tokens: SignificantTokens, at: number): TypedValue | undefined {
  const text = tokens.text(at)
  switch (tokens.kind(at)) {
    case TokenKind.number:
      // Hexadecimal numbers are texts to MySQL.
      return /^0[xb]/i.test(text) ? undefined : { kind: 'number', value: text }
    case TokenKind.string: {
      const value = stringValue(text, tokens.dialect)
      return value === undefined ? undefined : { kind: 'text', value }
    }
    case TokenKind.word:
      if (tokens.word(at) === 'NULL') return { kind: 'null' }
      if (tokens.word(at) === 'TRUE' || tokens.word(at) === 'FALSE')
        return { kind: 'boolean', value: tokens.word(at) === 'TRUE' }
      return undefined
    default:
      return undefined
  }
}
