import { bitExpression } from './expressions'
import type { ExpressionNode } from './model'
import type { Reader } from './reader'
import type { SystemTimeNode } from './table-model'

/** What follows `FOR SYSTEM_TIME`: `AS OF x`, `BETWEEN x AND y`, `FROM x TO y`, `ALL`. */
export function systemTime(r: Reader, from: number): SystemTimeNode {
  const values: ExpressionNode[] = []
  let form: SystemTimeNode['form'] = 'ALL'
  if (r.takePair('AS', 'OF')) {
    form = 'AS OF'
    values.push(periodValue(r))
  } else if (r.word() === 'BETWEEN' || r.word() === 'FROM') {
    form = r.word() === 'FROM' ? 'FROM' : 'BETWEEN'
    r.at++
    values.push(periodValue(r))
    r.expect(form === 'FROM' ? 'TO' : 'AND')
    values.push(periodValue(r))
  } else r.expect('ALL')
  return { type: 'system-time', from, to: r.at, span: r.span(from), form, values }
}

/** `BEFORE SYSTEM_TIME x` of DELETE HISTORY, after these two words. */
export function beforeSystemTime(r: Reader, from: number): SystemTimeNode {
  const values = [periodValue(r)]
  return { type: 'system-time', from, to: r.at, span: r.span(from), form: 'BEFORE', values }
}

/** A point in time; `TRANSACTION 5` too. */
export function periodValue(r: Reader): ExpressionNode {
  r.take('TRANSACTION')
  return bitExpression(r)
}
