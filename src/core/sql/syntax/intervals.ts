import { TokenKind } from '../tokens'
import { expression } from './expressions'
import type { ExpressionNode } from './model'
import type { Reader } from './reader'
import { intervalUnits } from './words'

/** `INTERVAL(n, a, b)` at INTERVAL: a function when its parentheses hold a comma of their own. */
export function isIntervalFunction(r: Reader): boolean {
  if (r.kind(1) !== TokenKind.openParen) return false
  const open = r.at + 1
  const close = r.code.closing(open)
  for (let at = open + 1; at < close; at++) {
    if (r.code.kind(at) === TokenKind.openParen) at = r.code.closing(at)
    else if (r.code.kind(at) === TokenKind.comma) {
      r.at++
      return true
    }
  }
  return false
}

/** `INTERVAL expression unit` */
export function interval(r: Reader): ExpressionNode {
  const from = r.at
  r.at++
  const value = expression(r)
  const unit = r.word()
  const opaque = intervalUnits.has(unit) ? undefined : [r.missing('A unit such as DAY')]
  if (opaque === undefined) r.at++
  return { type: 'interval', from, to: r.at, span: r.span(from), value, unit: opaque === undefined ? unit : '', opaque }
}
