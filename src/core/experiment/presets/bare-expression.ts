import type { Dialect } from '../../engine'
import { applyEdits } from '../../sql/edits/apply'
import { sameName } from '../../sql/edits/quote'
import { unquoteName } from '../../sql/names'
import { withoutDeadBranches } from '../../sql/routines/dead-branches'
import { readBody } from '../../sql/routines/read-body'
import { SignificantTokens } from '../../sql/significant-tokens'
import { tokenize } from '../../sql/tokenizer'
import { TokenKind } from '../../sql/tokens'
import type { TextSpan } from '../../text-span'
import type { RoutineFact } from './facts'

/**
 * What a call of the function is worth as an expression: parameters become the arguments, variables that are never set
 * their defaults. Undefined where the body does more than compute one value.
 */
export function bareExpression(routine: RoutineFact, args: readonly string[], dialect: Dialect): string | undefined {
  if (dialect === 'postgres' && routine.language !== 'plpgsql') return undefined
  const body = withoutDeadBranches(routine.body, dialect)?.body ?? routine.body
  const root = readBody(body, dialect)
  if (root === undefined || args.length !== routine.parameters.length) return undefined
  const statements = root.type === 'block' && !root.special ? root.list.statements : [root]
  const [only, second] = statements
  if (only?.type !== 'return' || only.value === undefined || second !== undefined) return undefined
  const values = new Map(routine.parameters.map(({ name }, at) => [name.toLowerCase(), `(${args[at] ?? ''})`]))
  for (const span of root.type === 'block' ? root.declares : []) {
    const declared = defaultsOf(body.slice(span.start, span.end), dialect)
    if (declared === undefined) return undefined
    for (const [name, value] of declared) values.set(name, value)
  }
  return substituted(body.slice(only.value.start, only.value.end), values, dialect)
}

/** `DECLARE a, b INT DEFAULT 0`, `a int := 0`. Undefined for cursors, handlers and conditions. */
function defaultsOf(declare: string, dialect: Dialect): ReadonlyMap<string, string> | undefined {
  const code = new SignificantTokens(tokenize(declare, dialect))
  const names: string[] = []
  let at = code.word(0) === 'DECLARE' ? 1 : 0
  for (; code.isName(at); at++) {
    names.push(unquoteName(code.text(at)).toLowerCase())
    if (code.kind(at + 1) !== TokenKind.comma) break
    at++
  }
  if (['CURSOR', 'HANDLER', 'CONDITION'].some((word) => code.word(at + 1) === word)) return undefined
  let from: number | undefined
  for (let i = at + 1; i < code.length && from === undefined; i++)
    if (code.word(i) === 'DEFAULT' || code.isOperator(i, ':=') || code.isOperator(i, '=')) from = i + 1
  const value = from === undefined ? 'NULL' : declare.slice(code.start(from), code.end(code.length - 1))
  return new Map(names.map((name) => [name, `(${value})`]))
}

function substituted(expression: string, values: ReadonlyMap<string, string>, dialect: Dialect): string {
  const code = new SignificantTokens(tokenize(expression, dialect))
  const edits: { span: TextSpan; text: string }[] = []
  for (let at = 0; at < code.length; at++) {
    const after = code.kind(at + 1)
    const isPart = code.kind(at - 1) === TokenKind.dot || after === TokenKind.dot || after === TokenKind.openParen
    if (!code.isName(at) || isPart) continue
    const name = unquoteName(code.text(at))
    const [, value] = [...values].find(([one]) => sameName(one, name)) ?? []
    if (value !== undefined) edits.push({ span: { start: code.start(at), end: code.end(at) }, text: value })
  }
  return applyEdits(expression, edits)
}

/** Literals alone, so that it has a value without a row. */
export function isConstant(expression: string, dialect: Dialect): boolean {
  const code = new SignificantTokens(tokenize(expression, dialect))
  for (let at = 0; at < code.length; at++) {
    const isType = code.kind(at - 1) === TokenKind.operator && code.text(at - 1) === '::'
    if (code.kind(at) === TokenKind.quotedName) return false
    if (code.kind(at) === TokenKind.word && !isType && !literalWords.has(code.word(at))) return false
  }
  return true
}

const literalWords: ReadonlySet<string> = new Set(['NULL', 'TRUE', 'FALSE', 'DATE', 'TIME', 'TIMESTAMP', 'INTERVAL'])

/** A value of a type, for want of a better one. */
export function valueOfType(type: string): string {
  if (/char|text|enum|set\b|name|citext/i.test(type)) return `'a'`
  if (/timestamp|datetime/i.test(type)) return `'2024-01-15 10:00:00'`
  if (/date/i.test(type)) return `'2024-01-15'`
  if (/time/i.test(type)) return `'10:00:00'`
  if (/bool/i.test(type)) return 'TRUE'
  if (/int|dec|num|float|double|real|serial|year|bit/i.test(type)) return '1'
  return 'NULL'
}
