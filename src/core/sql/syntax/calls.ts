import { TokenKind } from '../tokens'
import { castType } from './data-types'
import { bitExpression, expression } from './expressions'
import { literal } from './literals'
import type { CallNode, ExpressionNode, LimitNode, NameNode, OpaqueNode, OrderByNode } from './model'
import { limit, orderBy } from './order-limit'
import type { Reader } from './reader'
import { windowSpec } from './windows'
import { intervalUnits } from './words'

type Argument = ExpressionNode | NameNode

/** What a call may hold in its parentheses. */
interface Inside {
  readonly args: Argument[]
  distinct: boolean
  orderBy?: OrderByNode
  separator?: ExpressionNode
  limit?: LimitNode
  opaque?: OpaqueNode[]
}

/** A function call at its `(`; `from` is the first token of the name. */
export function call(r: Reader, parts: readonly string[], from: number): ExpressionNode {
  const open = r.at
  r.at++
  const name = parts[parts.length - 1] ?? ''
  const schema = parts[parts.length - 2]
  const inside: Inside = { args: [], distinct: false }
  if (r.kind() === TokenKind.closeParen) {
    if (schema === undefined && oneArgument.has(name)) r.fail('A value is expected here.')
  } else {
    const form = schema === undefined ? forms.get(name.toUpperCase()) : undefined
    if (form === undefined) generalArguments(r, name, inside)
    else form(r, inside)
  }
  const opaque = r.close(open)
  const withinGroup = r.takePair('WITHIN', 'GROUP') ? groupOrder(r) : undefined
  takeNullTreatment(r, name)
  const over = overClause(r)
  return { type: 'call', from, to: r.at, span: r.span(from), schema, name, ...inside, opaque, withinGroup, over }
}

function generalArguments(r: Reader, name: string, inside: Inside): void {
  if (r.take('DISTINCT')) inside.distinct = true
  else r.take('ALL')
  if (r.isOperator('*') && r.kind(1) === TokenKind.closeParen && name.toUpperCase() === 'COUNT') {
    const from = r.at
    r.at++
    inside.args.push({ type: 'star', from, to: r.at, span: r.span(from) })
    return
  }
  argumentList(r, inside)
  const second = inside.args[1]
  if (second !== undefined && !inside.distinct && oneArgument.has(name))
    r.fail('One argument is enough.', second.from - 1)
  if (r.word() === 'ORDER') inside.orderBy = orderBy(r)
  if (r.take('SEPARATOR')) {
    inside.separator = r.kind() === TokenKind.string ? literal(r, 'string') : r.missing('A text in quotes')
  }
  if (r.word() === 'LIMIT') inside.limit = limit(r)
}

function argumentList(r: Reader, inside: Inside): void {
  do {
    inside.args.push(expression(r, 'interval'))
    // Loadable functions see the names of their arguments.
    if (r.take('AS')) inside.args.push(r.name())
  } while (r.takeComma())
}

const oneArgument: ReadonlySet<string> = new Set(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'VALUES'])

/** A word that is an argument: a unit, a type, a character set. */
function wordArgument(r: Reader, inside: Inside, words?: ReadonlySet<string>): void {
  if (words === undefined ? r.code.isName(r.at) : words.has(r.word())) inside.args.push(r.takeAnyName())
  else inside.args.push(r.missing('A word of this function'))
}

function unitThenList(r: Reader, inside: Inside): void {
  wordArgument(r, inside, intervalUnits)
  if (r.takeComma()) argumentList(r, inside)
  else r.fail('A comma is expected here.')
}

/** `SUBSTRING(a FROM 2 FOR 3)` */
function substring(r: Reader, inside: Inside): void {
  argumentList(r, inside)
  if (r.take('FROM')) inside.args.push(expression(r))
  if (r.take('FOR')) inside.args.push(expression(r))
}

/** `TRIM(LEADING 'x' FROM a)` */
function trim(r: Reader, inside: Inside): void {
  const side = r.word() === 'LEADING' || r.word() === 'TRAILING' || r.word() === 'BOTH'
  if (side) inside.args.push(r.takeAnyName())
  if (r.word() !== 'FROM') inside.args.push(expression(r))
  if (side ? r.expect('FROM') : r.take('FROM')) inside.args.push(expression(r))
}

/** Since MySQL 8.0.21: `JSON_VALUE(a, '$.b' RETURNING type DEFAULT 1 ON EMPTY ERROR ON ERROR)` */
function jsonValue(r: Reader, inside: Inside): void {
  argumentList(r, inside)
  const opaque: OpaqueNode[] = []
  if (r.take('RETURNING')) opaque.push(...(castType(r, true).opaque ?? []))
  while (r.word() === 'NULL' || r.word() === 'ERROR' || r.word() === 'DEFAULT') {
    const isDefault = r.word() === 'DEFAULT'
    r.at++
    if (isDefault) inside.args.push(expression(r))
    r.expect('ON')
    if (!r.take('EMPTY')) r.expect('ERROR')
  }
  if (opaque.length > 0) inside.opaque = opaque
}

/** `WEIGHT_STRING(a AS CHAR(3))` */
function weightString(r: Reader, inside: Inside): void {
  inside.args.push(expression(r))
  if (r.take('AS')) castType(r)
  if (r.word() === 'LEVEL') r.at = r.nextBoundary()
}

const formatTypes: ReadonlySet<string> = new Set(['DATE', 'TIME', 'DATETIME', 'TIMESTAMP'])

/** Functions whose arguments are not simply separated by commas. */
const forms: ReadonlyMap<string, (r: Reader, inside: Inside) => void> = new Map([
  ['EXTRACT', extract],
  ['TRIM', trim],
  ['SUBSTRING', substring],
  ['SUBSTR', substring],
  ['MID', substring],
  ['POSITION', position],
  ['TIMESTAMPADD', unitThenList],
  ['TIMESTAMPDIFF', unitThenList],
  ['GET_FORMAT', getFormat],
  ['CHAR', char],
  ['JSON_VALUE', jsonValue],
  ['WEIGHT_STRING', weightString],
])

function extract(r: Reader, inside: Inside): void {
  wordArgument(r, inside, intervalUnits)
  r.expect('FROM')
  inside.args.push(expression(r))
}

function position(r: Reader, inside: Inside): void {
  inside.args.push(bitExpression(r))
  r.expect('IN')
  inside.args.push(expression(r))
}

function getFormat(r: Reader, inside: Inside): void {
  wordArgument(r, inside, formatTypes)
  if (r.takeComma()) inside.args.push(expression(r))
}

function char(r: Reader, inside: Inside): void {
  argumentList(r, inside)
  if (r.take('USING')) wordArgument(r, inside)
}

/** `WITHIN GROUP (ORDER BY a)` */
function groupOrder(r: Reader): OrderByNode | undefined {
  const open = r.at
  if (!r.expectOpen()) return undefined
  const order = r.word() === 'ORDER' ? orderBy(r) : undefined
  if (order === undefined) r.fail('ORDER BY is expected here.')
  const opaque = r.close(open)
  if (order === undefined || opaque === undefined) return order
  const to = opaque.reduce((last, part) => Math.max(last, part.to), order.to)
  return { ...order, to, span: r.spanOf(order.from, to), opaque }
}

/** `FROM FIRST RESPECT NULLS` */
function takeNullTreatment(r: Reader, name: string): void {
  if (name === 'NTH_VALUE' && r.word() === 'FROM' && (r.word(1) === 'FIRST' || r.word(1) === 'LAST')) {
    if (r.word(2) === 'OVER' || r.word(3) === 'NULLS') r.at += 2
  }
  if ((r.word() === 'RESPECT' || r.word() === 'IGNORE') && r.word(1) === 'NULLS') r.at += 2
}

function overClause(r: Reader): CallNode['over'] {
  if (r.word() !== 'OVER') return undefined
  if (r.kind(1) === TokenKind.openParen) {
    r.at++
    return windowSpec(r)
  }
  // Where OVER is not reserved it may be an alias.
  if (!r.isName(1)) return undefined
  r.at++
  return r.name('A window')
}
