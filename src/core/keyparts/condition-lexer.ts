import type { Family } from '../engine'

export type ConditionTokenKind = 'word' | 'quoted' | 'string' | 'number' | 'placeholder' | 'symbol'

export interface ConditionToken {
  readonly kind: ConditionTokenKind
  /** As written. */
  readonly text: string
  /** Unquoted: the name of an identifier, the characters of a string; lower case for words. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** Of an opening bracket: how many tokens further the closing one stands. */
  readonly closesAfter?: number | undefined
}

type Writable = { -readonly [Key in keyof ConditionToken]: ConditionToken[Key] }

const operators = [
  '!~~*',
  '<=>',
  '->>',
  '~<=~',
  '~>=~',
  '!~~',
  '~~*',
  '!~*',
  '~<~',
  '~>~',
  '#>>',
  '::',
  '<=',
  '>=',
  '<>',
  '!=',
  '||',
  '&&',
  '->',
  '~~',
  '!~',
  '~*',
  '<<',
  '>>',
  '@>',
  '<@',
  ':=',
  '^@',
  '?|',
  '?&',
  '#>',
  '@@',
] // prettier-ignore

/** Symbols that begin no longer operator. */
const single = new Set('()[],;.+*/%')

const wordStart = /[A-Za-z_\u0080-\uffff]/
const wordPart = /[A-Za-z0-9_$\u0080-\uffff]/

const numberAt = /0x[0-9a-f]+|[0-9]*\.?[0-9]*(?:e[+-]?[0-9]+)?/iy

/**
 * Cuts a condition (or a whole statement) into tokens; comments and blanks are dropped. Never fails: a character that
 * fits nothing is a symbol, an open string ends with the text. MySQL's own marks (`<cache>`, `<if>`) are words.
 */
export function tokensOf(text: string, family: Family): readonly ConditionToken[] {
  const tokens: Writable[] = []
  const open: number[] = []
  let at = 0
  const add = (kind: ConditionTokenKind, end: number, value: string) => {
    if (kind === 'symbol' && (value === ')' || value === ']')) {
      const opening = open.pop()
      const bracket = opening === undefined ? undefined : tokens[opening]
      if (bracket !== undefined && opening !== undefined) bracket.closesAfter = tokens.length - opening
    } else if (kind === 'symbol' && (value === '(' || value === '[')) open.push(tokens.length)
    tokens.push({ kind, text: text.slice(at, end), value, start: at, end })
    at = end
  }

  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (/\s/.test(char)) {
      at++
    } else if ((char === '-' && next === '-') || (char === '#' && family === 'mysql')) {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    } else if (char === '/' && next === '*') {
      const end = text.indexOf('*/', at + 2)
      at = end === -1 ? text.length : end + 2
    } else if (char === "'" || (char === '"' && family === 'mysql')) {
      const quoted = readQuoted(text, at, family === 'mysql')
      add('string', quoted.end, quoted.value)
    } else if (char === '`' || char === '"') {
      const quoted = readQuoted(text, at, false)
      add('quoted', quoted.end, quoted.value)
    } else if (/[0-9]/.test(char) || (char === '.' && /[0-9]/.test(next))) {
      numberAt.lastIndex = at
      const number = numberAt.exec(text)?.[0] ?? char
      add('number', at + Math.max(number.length, 1), number)
    } else if (wordStart.test(char)) {
      let end = at + 1
      while (end < text.length && wordPart.test(text[end] ?? '')) end++
      const word = text.slice(at, end)
      // A string with a letter or a character set before it: N'x', b'01', E'a\n', _utf8mb4'x'.
      if (text[end] === "'" && /^(?:[nbxe]|_\w+)$/i.test(word)) {
        const quoted = readQuoted(text, end, family === 'mysql' || /^e$/i.test(word))
        add('string', quoted.end, quoted.value)
      } else add('word', end, word.toLowerCase())
    } else if (char === '$' && /[0-9]/.test(next)) {
      add('placeholder', at + (/^\$[0-9]+/.exec(text.slice(at, at + 20))?.[0].length ?? 2), '')
    } else if (char === ':' && wordStart.test(next)) {
      add('placeholder', at + (/^:\w+/.exec(text.slice(at, at + 200))?.[0].length ?? 2), '')
    } else if (char === '@') {
      const name = /^@@?[\w.$]+/.exec(text.slice(at, at + 200))?.[0]
      if (name !== undefined) add('placeholder', at + name.length, '')
      else add('symbol', at + (next === '>' || next === '@' ? 2 : 1), text.slice(at, at + 2))
    } else if (char === '?' && next !== '|' && next !== '&' && family === 'mysql') {
      add('placeholder', at + 1, '')
    } else {
      const mark = char === '<' ? /^<[a-z_]+>(?=[(<])/.exec(text.slice(at, at + 40))?.[0] : undefined
      const operator =
        mark ?? (single.has(char) ? char : (operators.find((candidate) => text.startsWith(candidate, at)) ?? char))
      add(mark === undefined ? 'symbol' : 'word', at + operator.length, operator)
    }
  }
  return tokens
}

/** Reads from the opening quote; the quote is doubled inside, or escaped where backslashes escape. */
function readQuoted(text: string, start: number, backslash: boolean): { value: string; end: number } {
  const quote = text[start]
  let value = ''
  let at = start + 1
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\\' && backslash) {
      // \% and \_ keep their backslash: they mean something to LIKE.
      const escaped = text[at + 1] ?? ''
      value += escaped === '%' || escaped === '_' ? `\\${escaped}` : escaped
      at += 2
    } else if (char === quote) {
      if (text[at + 1] !== quote) return { value, end: at + 1 }
      value += char
      at += 2
    } else {
      value += char
      at++
    }
  }
  return { value, end: text.length }
}
