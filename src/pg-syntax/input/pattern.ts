import type { TestInput } from '../../core/sql/meaning/input'
import { fixedPrefixOf } from '../../core/sql/string-literal'
import type { Node } from '../grammar'
import { lastName } from './names'

/**
 * What a pattern that is one literal demands at the start, by the rules of `LIKE`, `SIMILAR TO`, `~` and `^@`. Those
 * that take any case demand only what has no case. Undefined for what is no literal.
 */
export function fixedPartOf(operator: string, pattern: Node, mark: Node | undefined): TestInput['fixed'] {
  const value = literalText(pattern)
  const sign = mark === undefined ? '\\' : literalText(mark)
  if (value === undefined || sign === undefined) return undefined
  switch (operator.replace(/^NOT /, '').replace(/^!/, '')) {
    case 'LIKE':
      return likePart(value, sign)
    case 'ILIKE':
      return caseless(likePart(value, sign))
    case 'SIMILAR TO':
      return similarPart(value, sign)
    case '^@':
      return { prefix: value, whole: false }
    case '~':
      return regexPart(value)
    case '~*':
      return caseless(regexPart(value))
    default:
      return undefined
  }
}

interface Fixed {
  readonly prefix: string
  readonly whole: boolean
}

function likePart(value: string, sign: string): Fixed {
  const prefix = fixedPrefixOf(value, sign)
  // What stands before the first wildcard is all of it when a character put behind it is still before the first one.
  return { prefix, whole: fixedPrefixOf(`${value}x`, sign).length > prefix.length }
}

function caseless({ prefix, whole }: Fixed): Fixed {
  const characters = [...prefix]
  const end = characters.findIndex((one) => one.toLowerCase() !== one.toUpperCase())
  return end === -1 ? { prefix, whole } : { prefix: characters.slice(0, end).join(''), whole: false }
}

/** SIMILAR TO has the wildcards of LIKE and signs of regular expressions. An alternative may begin in any way. */
function similarPart(value: string, sign: string): Fixed {
  if (value.includes('|')) return { prefix: '', whole: false }
  let prefix = ''
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at)
    if (character === sign && at + 1 < value.length) prefix += value.charAt(++at)
    else if ('*?{'.includes(character)) return { prefix: prefix.slice(0, -1), whole: false }
    else if ('%_+()['.includes(character)) return { prefix, whole: false }
    else prefix += character
  }
  return { prefix, whole: true }
}

/** A regular expression demands a start only behind `^`. What this does not know ends the fixed part. */
function regexPart(value: string): Fixed {
  if (!value.startsWith('^') || value.includes('|')) return { prefix: '', whole: false }
  let prefix = ''
  for (let at = 1; at < value.length; at++) {
    const character = value.charAt(at)
    const next = value.charAt(at + 1)
    if (character === '$' && at === value.length - 1) return { prefix, whole: true }
    const escaped = character === '\\' && /[^\w]/.test(next)
    if (character === '\\' && !escaped) return { prefix, whole: false }
    if (!escaped && '.[]()*+?{}^$'.includes(character)) return { prefix, whole: false }
    const quantifier = value.charAt(escaped ? at + 2 : at + 1)
    // The character before `*`, `?` and `{` may be missing.
    if (quantifier !== '' && '*?{'.includes(quantifier)) return { prefix, whole: false }
    prefix += escaped ? next : character
    if (escaped) at++
  }
  return { prefix, whole: false }
}

const textTypes: ReadonlySet<string> = new Set(['text', 'varchar'])

/** The value of a string literal, also of `'…'::text`. */
function literalText(node: Node): string | undefined {
  if ('A_Const' in node) return node.A_Const.sval === undefined ? undefined : (node.A_Const.sval.sval ?? '')
  if (!('TypeCast' in node)) return undefined
  const { arg, typeName } = node.TypeCast
  const isText = textTypes.has(lastName(typeName?.names)) && (typeName?.typmods ?? []).length === 0
  return isText && arg !== undefined ? literalText(arg) : undefined
}
