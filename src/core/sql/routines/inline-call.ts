import type { Dialect } from '../../engine'
import type { TextSpan } from '../../text-span'
import { applyEdits } from '../edits/apply'
import { sameName } from '../edits/quote'
import { unquoteName } from '../names'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import { TokenKind } from '../tokens'
import { callsIn } from './calls'
import { listsOf } from './dead-branches'
import type { BlockStatement, RoutineStatement, SimpleStatement } from './model'
import { readBody } from './read-body'

export interface Callee {
  readonly name: string
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  readonly body: string
}

export type Inlined =
  | { readonly done: true; readonly body: string }
  | { readonly done: false; readonly because: string }

/**
 * A body of MySQL or MariaDB with a function's body in the place of each call of it: `SET x = f(a)` and
 * `SELECT f(a) INTO x` become a block that declares the parameters and ends in `SET x = <what f returns>`.
 */
export function inlineCalls(body: string, callee: Callee, dialect: Dialect): Inlined {
  const root = readBody(body, dialect)
  if (root === undefined) return refused('The body is not understood.')
  const inside = readBody(callee.body, dialect)
  if (inside === undefined) return refused(`The body of ${callee.name} is not understood.`)
  const whole = wholeOf(inside)
  if (whole === undefined) return refused(`${callee.name} returns from more than one place.`)
  if (callsOf(callee.body, callee.name, dialect).length > 0) return refused(`${callee.name} calls itself.`)

  const calls = callsOf(body, callee.name, dialect)
  const holders = calls.map(({ span }) => simpleAt(root, span))
  const edits: { span: TextSpan; text: string }[] = []
  for (const holder of holders) {
    if (holder === undefined) return refused(`${callee.name} is called in a condition.`)
    if (holders.filter((one) => one === holder).length > 1)
      return refused(`${callee.name} is called more than once in one statement.`)
    const replaced = replacing(body.slice(holder.span.start, holder.span.end), callee, whole, dialect)
    if (!replaced.done) return replaced
    edits.push({ span: holder.span, text: replaced.body })
  }
  return edits.length === 0
    ? refused(`${callee.name} is not called here.`)
    : { done: true, body: applyEdits(body, edits) }
}

function refused(because: string): Inlined {
  return { done: false, because }
}

function callsOf(text: string, name: string, dialect: Dialect) {
  return callsIn(text, dialect).filter((call) => sameName(call.name, name))
}

/** Where the one RETURN stands at the end, its block; a RETURN alone is a block without declarations. */
function wholeOf(root: RoutineStatement): (BlockStatement & { readonly value: TextSpan }) | undefined {
  if (root.type === 'return' && root.value !== undefined) {
    const list = { span: root.span, statements: [root] }
    return { type: 'block', span: root.span, declares: [], list, special: false, value: root.value }
  }
  if (root.type !== 'block' || root.special) return undefined
  const last = root.list.statements[root.list.statements.length - 1]
  if (last?.type !== 'return' || last.value === undefined || countReturns(root) !== 1) return undefined
  return { ...root, value: last.value }
}

function countReturns(statement: RoutineStatement): number {
  if (statement.type === 'return') return 1
  return listsOf(statement)
    .flatMap(({ statements }) => statements)
    .reduce((sum, one) => sum + countReturns(one), 0)
}

function simpleAt(statement: RoutineStatement, span: TextSpan): SimpleStatement | undefined {
  if (span.start < statement.span.start || span.end > statement.span.end) return undefined
  if (statement.type === 'simple') return statement
  for (const { statements } of listsOf(statement))
    for (const one of statements) {
      const found = simpleAt(one, span)
      if (found) return found
    }
  return undefined
}

function replacing(
  statement: string,
  callee: Callee,
  whole: BlockStatement & { readonly value: TextSpan },
  dialect: Dialect,
): Inlined {
  const [call] = callsOf(statement, callee.name, dialect)
  const place = call && assigned(statement, call.span, dialect)
  if (call === undefined || place === undefined)
    return refused(`${callee.name} is called in a statement that does more than set a variable.`)
  if (call.args.length !== callee.parameters.length)
    return refused(`${callee.name} is called with another number of arguments than it has.`)

  const { body } = callee
  const names = [
    ...callee.parameters.map(({ name }) => name),
    ...whole.declares.flatMap((span) => declaredNames(body.slice(span.start, span.end), dialect)),
  ]
  const outside = wordsOf(statement, dialect)
  const clashing = names.filter((name) => outside.has(name.toLowerCase()))
  if (clashing.length > 0 && /\b(?:INSERT|REPLACE|UPDATE)\b/i.test(body))
    return refused(`${callee.name} has a variable ${clashing[0] ?? ''} too, and writes.`)
  const renamed = (text: string) => rename(text, clashing, `${callee.name}_`, dialect)
  const piece = ({ start, end }: TextSpan) => renamed(body.slice(start, end))

  const declares = [
    ...callee.parameters.map(({ name, type }, at) => {
      const { start, end } = call.args[at] ?? call.span
      return `DECLARE ${renamed(name)} ${type} DEFAULT ${statement.slice(start, end)};`
    }),
    ...whole.declares.map((span) => `${piece(span)};`),
  ]
  const statements = whole.list.statements.slice(0, -1).map(({ span }) => `${piece(span)};`)
  const value = piece(whole.value)
  const set =
    place.value === 'all'
      ? `SET ${place.target} = ${value}`
      : `SET ${place.target} = ${statement.slice(place.value.start, call.span.start)}(${value})${statement.slice(call.span.end, place.value.end)}`
  return { done: true, body: ['BEGIN', ...declares, ...statements, `${set};`, 'END'].join(' ') }
}

/** `SET target = value`, `SELECT value INTO target`, of one variable each and without tables. */
function assigned(
  statement: string,
  call: TextSpan,
  dialect: Dialect,
): { readonly target: string; readonly value: TextSpan | 'all' } | undefined {
  const code = new SignificantTokens(tokenize(statement, dialect))
  const all = Array.from({ length: code.length }, (_, at) => at)
  const isTop = (at: number) =>
    !all.some((open) => code.kind(open) === TokenKind.openParen && open < at && code.closing(open) > at)
  const top = all.filter(isTop)
  if (top.some((at) => code.kind(at) === TokenKind.comma || code.word(at) === 'FROM')) return undefined
  const valuePlace = (from: number, to: number): TextSpan | 'all' => {
    const span = { start: code.start(from), end: code.end(to) }
    return span.start === call.start && span.end === call.end ? 'all' : span
  }
  const last = code.length - 1
  if (code.word(0) === 'SET') {
    const equals = top.find((at) => code.isOperator(at, '=') || code.isOperator(at, ':='))
    if (equals === undefined || equals === last) return undefined
    return { target: statement.slice(code.start(1), code.end(equals - 1)), value: valuePlace(equals + 1, last) }
  }
  const into = top.find((at) => code.word(at) === 'INTO')
  if (code.word(0) !== 'SELECT' || into === undefined || into < 2 || into === last) return undefined
  return { target: statement.slice(code.start(into + 1), code.end(last)), value: valuePlace(1, into - 1) }
}

/** `DECLARE a, b INT DEFAULT 0`: a and b. Handlers and conditions have no names of variables. */
function declaredNames(declare: string, dialect: Dialect): readonly string[] {
  const code = new SignificantTokens(tokenize(declare, dialect))
  if (code.word(2) === 'HANDLER') return []
  const names: string[] = []
  for (let at = 1; code.isName(at); at += 2) {
    names.push(unquoteName(code.text(at)))
    if (code.kind(at + 1) !== TokenKind.comma) break
  }
  return names
}

function wordsOf(text: string, dialect: Dialect): ReadonlySet<string> {
  const code = new SignificantTokens(tokenize(text, dialect))
  const words = new Set<string>()
  for (let at = 0; at < code.length; at++) if (code.isName(at)) words.add(unquoteName(code.text(at)).toLowerCase())
  return words
}

function rename(text: string, names: readonly string[], prefix: string, dialect: Dialect): string {
  if (names.length === 0) return text
  const code = new SignificantTokens(tokenize(text, dialect))
  const edits: { span: TextSpan; text: string }[] = []
  for (let at = 0; at < code.length; at++) {
    const after = code.kind(at + 1)
    const isPart = code.kind(at - 1) === TokenKind.dot || after === TokenKind.dot || after === TokenKind.openParen
    if (!code.isName(at) || isPart) continue
    const name = unquoteName(code.text(at))
    if (names.some((one) => sameName(one, name)))
      edits.push({ span: { start: code.start(at), end: code.end(at) }, text: `${prefix}${name}` })
  }
  return applyEdits(text, edits)
}
