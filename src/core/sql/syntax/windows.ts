import { TokenKind } from '../tokens'
import { expressionList } from './arguments'
import { expression } from './expressions'
import type { FrameBoundNode, FrameNode, OpaqueNode, WindowSpecNode } from './model'
import { orderBy } from './order-limit'
import type { Reader } from './reader'

/** `([base] [PARTITION BY …] [ORDER BY …] [frame])` at the `(`. */
export function windowSpec(r: Reader): WindowSpecNode {
  const open = r.at
  r.at++
  const isBase = r.isName() && !(frameUnits.has(r.word()) && r.kind(1) !== TokenKind.closeParen)
  const base = isBase ? r.takeAnyName() : undefined
  const partitionBy = r.takePair('PARTITION', 'BY') ? expressionList(r) : []
  const order = r.word() === 'ORDER' ? orderBy(r) : undefined
  const frame = frameUnits.has(r.word()) ? windowFrame(r) : undefined
  const opaque: OpaqueNode[] | undefined = r.close(open)
  return {
    type: 'window-spec',
    from: open,
    to: r.at,
    span: r.span(open),
    base,
    partitionBy,
    orderBy: order,
    frame,
    opaque,
  }
}

const frameUnits: ReadonlySet<string> = new Set(['ROWS', 'RANGE', 'GROUPS'])

/** `ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES` */
function windowFrame(r: Reader): FrameNode {
  const from = r.at
  const word = r.word()
  const unit = word === 'RANGE' || word === 'GROUPS' ? word : 'ROWS'
  r.at++
  const between = r.take('BETWEEN')
  const start = frameBound(r)
  const end = between && r.expect('AND') ? frameBound(r) : undefined
  let exclude: string | undefined
  if (r.take('EXCLUDE')) {
    exclude = r.word()
    if (r.takePair('CURRENT', 'ROW') || r.takePair('NO', 'OTHERS')) exclude = `${exclude} ${r.word(-1)}`
    else if (!r.take('GROUP')) r.expect('TIES')
  }
  return { type: 'frame', from, to: r.at, span: r.span(from), unit, start, end, exclude }
}

function frameBound(r: Reader): FrameBoundNode {
  const from = r.at
  if (r.takePair('CURRENT', 'ROW'))
    return { type: 'frame-bound', from, to: r.at, span: r.span(from), bound: 'CURRENT ROW' }
  const unbounded = r.take('UNBOUNDED')
  const value = unbounded ? undefined : expression(r, 'interval')
  const following = r.take('FOLLOWING')
  if (!following) r.expect('PRECEDING')
  const direction = following ? 'FOLLOWING' : 'PRECEDING'
  const bound = unbounded ? (`UNBOUNDED ${direction}` as const) : direction
  return { type: 'frame-bound', from, to: r.at, span: r.span(from), bound, value }
}
