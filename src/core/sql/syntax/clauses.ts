import { TokenKind } from '../tokens'
import { row } from './arguments'
import { expression } from './expressions'
import type { CallNode, ExpressionNode, NameNode, OpaqueNode, OrderItemNode } from './model'
import { operand } from './operands'
import { orderItems } from './order-limit'
import type { GroupByNode, IntoNode, LockNode, ProcedureNode, WindowNode } from './query-model'
import type { Reader } from './reader'
import { windowSpec } from './windows'

/** `GROUP BY a, b DESC WITH ROLLUP` at GROUP. */
export function groupBy(r: Reader): GroupByNode {
  const from = r.at
  r.at++
  r.expect('BY')
  const items = r.word() === 'GROUPING' && r.word(1) === 'SETS' ? [groupingSets(r)] : orderItems(r)
  const rollup = r.takePair('WITH', 'ROLLUP')
  return { type: 'group-by', from, to: r.at, span: r.span(from), items, rollup }
}

/** MySQL 9: `GROUPING SETS ((a, b), (a), ())`, read as a call with a row for each set. */
function groupingSets(r: Reader): OrderItemNode {
  const from = r.at
  r.at += 2
  const open = r.at
  const args: ExpressionNode[] = []
  let opaque: OpaqueNode[] | undefined
  if (r.expectOpen()) {
    do args.push(r.kind() === TokenKind.openParen ? r.nested(() => row(r)) : expression(r))
    while (r.takeComma())
    opaque = r.close(open)
  }
  const place = { from, to: r.at, span: r.span(from) }
  const call: CallNode = { type: 'call', ...place, name: 'GROUPING SETS', distinct: false, args, opaque }
  return { type: 'order-item', ...place, expression: call }
}

/** `WINDOW w AS (…), …` at WINDOW. */
export function windows(r: Reader): WindowNode[] {
  r.at++
  const found: WindowNode[] = []
  do {
    const from = r.at
    const name = r.name('The name of a window')
    r.expect('AS')
    if (r.kind() !== TokenKind.openParen) {
      r.fail('A window in parentheses is expected here.')
      break
    }
    const spec = windowSpec(r)
    found.push({ type: 'window', from, to: r.at, span: r.span(from), name, spec })
  } while (r.takeComma())
  return found
}

/** `PROCEDURE ANALYSE(1, 2)` at PROCEDURE. */
export function procedure(r: Reader): ProcedureNode {
  const from = r.at
  r.at++
  const call = operand(r)
  return { type: 'procedure', from, to: r.at, span: r.span(from), call }
}

const fileOptions: ReadonlySet<string> = new Set(
  'CHARACTER CHARSET SET FIELDS COLUMNS LINES TERMINATED ENCLOSED ESCAPED STARTING OPTIONALLY BY BINARY'.split(' '),
)

/** `INTO @a, b`, `INTO OUTFILE '…' FIELDS TERMINATED BY ','`, `INTO DUMPFILE '…'`, at INTO. */
export function into(r: Reader): IntoNode {
  const from = r.at
  r.at++
  const word = r.word()
  if (word === 'OUTFILE' || word === 'DUMPFILE') {
    r.at++
    const opaque = r.takeKind(TokenKind.string) ? undefined : [r.missing('A file name in quotes')]
    for (let named = false; word === 'OUTFILE'; r.at++) {
      if (!fileOptions.has(r.word()) && r.kind() !== TokenKind.string && !(named && r.isName())) break
      named = r.word() === 'SET' || r.word() === 'CHARSET'
    }
    const target = word === 'OUTFILE' ? 'outfile' : 'dumpfile'
    return { type: 'into', from, to: r.at, span: r.span(from), target, variables: [], opaque }
  }
  const variables: ExpressionNode[] = []
  do variables.push(intoVariable(r))
  while (r.takeComma())
  return { type: 'into', from, to: r.at, span: r.span(from), target: 'variables', variables }
}

function intoVariable(r: Reader): ExpressionNode {
  const from = r.at
  if (r.takeKind(TokenKind.userVariable)) return { type: 'variable', from, to: r.at, span: r.span(from), scope: 'user' }
  if (!r.isName()) return r.missing('A variable')
  const { name } = r.takeAnyName()
  return { type: 'column', from, to: r.at, span: r.span(from), name }
}

/** `FOR UPDATE OF t NOWAIT`, `LOCK IN SHARE MODE`, at FOR or LOCK. */
export function lock(r: Reader): LockNode {
  const from = r.at
  const opaque: OpaqueNode[] = []
  const isFor = r.word() === 'FOR'
  r.at++
  let strength: LockNode['strength'] = 'share'
  if (!isFor) {
    if (!(r.expect('IN') && r.expect('SHARE') && r.expect('MODE')))
      opaque.push(r.opaqueTo(r.nextBoundary(), 'This does not fit here.'))
  } else if (r.take('UPDATE')) strength = 'update'
  else if (!r.take('SHARE')) opaque.push(r.missing('UPDATE or SHARE'))
  const of: NameNode[] = []
  if (isFor && r.take('OF')) {
    do of.push(lockedTable(r))
    while (r.takeComma())
  }
  const wait = lockWait(r)
  const rest = opaque.length > 0 ? opaque : undefined
  return { type: 'lock', from, to: r.at, span: r.span(from), strength, of, wait, opaque: rest }
}

function lockedTable(r: Reader): NameNode {
  const from = r.at
  const parts = r.dottedName()
  if (parts === undefined) return r.name('A table')
  return { type: 'name', from, to: r.at, span: r.span(from), name: parts[parts.length - 1] ?? '' }
}

function lockWait(r: Reader): LockNode['wait'] {
  if (r.take('NOWAIT')) return 'NOWAIT'
  if (r.takePair('SKIP', 'LOCKED')) return 'SKIP LOCKED'
  if (!r.take('WAIT')) return undefined
  expression(r)
  return 'WAIT'
}
