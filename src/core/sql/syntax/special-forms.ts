import { TokenKind } from '../tokens'
import { expressionList, row } from './arguments'
import { castType } from './data-types'
import { bitExpression, expression } from './expressions'
import type { ExpressionNode } from './model'
import type { Reader } from './reader'

/** `CAST(a AS type)`, `CAST(a AT TIME ZONE '+00:00' AS DATETIME)` */
export function cast(r: Reader): ExpressionNode {
  const from = r.at
  const open = r.at + 1
  r.at += 2
  const operand = expression(r)
  if (r.takePair('AT', 'TIME')) {
    r.expect('ZONE')
    r.take('INTERVAL')
    if (!r.takeKind(TokenKind.string)) r.fail('A time zone in quotes is expected here.')
  }
  const type = r.expect('AS') ? castType(r) : undefined
  if (r.word() === 'FORMAT') r.at = r.nextBoundary()
  const opaque = r.close(open)
  return { type: 'cast', from, to: r.at, span: r.span(from), form: 'CAST', operand, dataType: type, opaque }
}

/** `CONVERT(a, type)`, `CONVERT(a USING charset)` */
export function convert(r: Reader): ExpressionNode {
  const from = r.at
  const open = r.at + 1
  r.at += 2
  const operand = expression(r)
  let charset: string | undefined
  let type: ReturnType<typeof castType> | undefined
  if (r.take('USING')) {
    if (r.code.isName(r.at) || r.kind() === TokenKind.string) charset = r.takeAnyName().name
    else r.fail('A character set is expected here.')
  } else if (r.takeComma()) type = castType(r)
  else r.fail('A type is expected here.')
  const opaque = r.close(open)
  return { type: 'cast', from, to: r.at, span: r.span(from), form: 'CONVERT', operand, dataType: type, charset, opaque }
}

/** `MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE)`; the columns also without parentheses. */
export function match(r: Reader): ExpressionNode {
  const from = r.at
  r.at++
  const columns = r.kind() === TokenKind.openParen ? row(r).items : expressionList(r)
  for (const column of columns) if (column.type !== 'column') r.fail('A column is expected here.', column.from)
  r.expect('AGAINST')
  const open = r.at
  if (!r.expectOpen()) {
    const against = r.missing('A text to look for')
    return { type: 'match', from, to: r.at, span: r.span(from), columns, against }
  }
  const against = bitExpression(r)
  const modeAt = r.at
  if (r.take('IN')) {
    if (!r.takePair('BOOLEAN', 'MODE')) {
      r.expect('NATURAL')
      r.expect('LANGUAGE')
      r.expect('MODE')
    }
  }
  if (r.take('WITH')) {
    r.expect('QUERY')
    r.expect('EXPANSION')
  }
  const words: string[] = []
  for (let at = modeAt; at < r.at; at++) words.push(r.code.word(at))
  const mode = words.length > 0 ? words.join(' ') : undefined
  const opaque = r.close(open)
  return { type: 'match', from, to: r.at, span: r.span(from), columns, against, mode, opaque }
}
