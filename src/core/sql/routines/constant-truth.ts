import type { Dialect } from '../../engine'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import { TokenKind } from '../tokens'

/**
 * Whether a condition of literals alone is always or never true: `1 = 2`, `FALSE`, `NOT 0`, `1=2 AND x`. Undefined for
 * all else. Texts are not compared: whether two are equal is a matter of collation. NULL is never true.
 */
export function constantTruth(condition: string, dialect: Dialect): boolean | undefined {
  const code = new SignificantTokens(tokenize(condition, dialect))
  return truth(code, 0, code.length)
}

function truth(code: SignificantTokens, from: number, to: number): boolean | undefined {
  if (from >= to) return undefined
  if (code.kind(from) === TokenKind.openParen && code.closing(from) === to - 1) return truth(code, from + 1, to - 1)
  const either = parts(code, from, to, 'OR')
  if (either.length > 1) return chain(code, either, true)
  const both = parts(code, from, to, 'AND')
  if (both.length > 1) return chain(code, both, false)
  if (code.word(from) === 'NOT') {
    const inner = truth(code, from + 1, to)
    // NOT NULL is NULL, so only what is surely no NULL is turned around.
    return inner === undefined || holdsNull(code, from, to) ? undefined : !inner
  }
  if (to - from === 1) return single(code, from)
  if (to - from === 3) return compared(code, from)
  return undefined
}

/** One operand that decides is enough: true in OR, false in AND. */
function chain(code: SignificantTokens, operands: readonly (readonly [number, number])[], decides: boolean) {
  const found = operands.map(([from, to]) => truth(code, from, to))
  if (found.includes(decides)) return decides
  return found.includes(undefined) ? undefined : !decides
}

function parts(code: SignificantTokens, from: number, to: number, word: 'AND' | 'OR'): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  let start = from
  for (let at = from; at < to; at++) {
    if (code.kind(at) === TokenKind.openParen) at = code.closing(at)
    // The AND of BETWEEN binds nothing together.
    else if (code.word(at) === 'BETWEEN' || code.word(at) === 'CASE') return [[from, to]]
    else if (code.word(at) === word) {
      found.push([start, at])
      start = at + 1
    }
  }
  return [...found, [start, to]]
}

function single(code: SignificantTokens, at: number): boolean | undefined {
  const word = code.word(at)
  if (word === 'TRUE') return true
  if (word === 'FALSE' || word === 'NULL') return false
  const number = numberAt(code, at)
  return number === undefined ? undefined : number !== 0
}

function compared(code: SignificantTokens, from: number): boolean | undefined {
  const left = numberAt(code, from)
  const right = numberAt(code, from + 2)
  if (left === undefined || right === undefined || code.kind(from + 1) !== TokenKind.operator) return undefined
  switch (code.text(from + 1)) {
    case '=':
    case '<=>':
      return left === right
    case '<>':
    case '!=':
      return left !== right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
    default:
      return undefined
  }
}

/** Numbers that a double holds exactly; others could round to the same. */
function numberAt(code: SignificantTokens, at: number): number | undefined {
  const text = code.text(at)
  return code.kind(at) === TokenKind.number && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function holdsNull(code: SignificantTokens, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (code.word(at) === 'NULL') return true
  return false
}
