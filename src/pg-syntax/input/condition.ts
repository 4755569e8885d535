import type { A_Expr, BoolExpr, SubLink } from 'libpg-query'
import type { ConditionPlace } from '../../core/sql/edits/postgres/outline'
import type { ConditionInput, ScalarInput, TestInput } from '../../core/sql/meaning/input'
import { TokenKind } from '../../core/sql/tokens'
import type { Node } from '../grammar'
import type { TokenRun } from '../statement-places'
import type { InputContext } from './context'
import { lastName } from './names'
import { fixedPartOf } from './pattern'
import { listed, scalarInput, scalarsInput } from './scalar'
import { Misread, opened } from './token-runs'

/** The condition whose tokens are `run`, parentheses around it with it. */
export function conditionInput(
  context: InputContext,
  node: Node,
  run: TokenRun,
  within: ConditionPlace['within'] = 'clause',
): ConditionInput {
  return context.inside(() => {
    const { code } = context
    // `(a = 1)` loses its parentheses; those of `(SELECT true)` and `(a, b) = …` are its own.
    const keeps = 'SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK'
    const inner = keeps ? run : opened(code, run)
    context.conditions.push({ span: context.span(run), within })
    if (inner.from !== run.from) context.conditions.push({ span: context.span(inner), within: 'clause' })
    if ('BoolExpr' in node) {
      return node.BoolExpr.boolop === 'NOT_EXPR'
        ? notInput(context, node.BoolExpr, inner)
        : groupInput(context, node.BoolExpr, inner)
    }
    return { type: 'test', span: context.span(inner), ...testOf(context, node, inner) }
  })
}

function groupInput(context: InputContext, { boolop, args = [] }: BoolExpr, run: TokenRun): ConditionInput {
  const word = boolop === 'AND_EXPR' ? 'AND' : 'OR'
  const within = boolop === 'AND_EXPR' ? 'and' : 'or'
  const runs = members(context, args, run, word)
  const parts = args.map((arg, index) => conditionInput(context, arg, runs[index] ?? run, within))
  return { type: within, span: context.span(run), parts }
}

/** The tokens of what one word joins. `(a AND b) AND c` has three members in the tree, and parentheses around two. */
function members(context: InputContext, args: readonly Node[], run: TokenRun, word: string): TokenRun[] {
  const { code, places } = context
  const starts = args.map((arg, index) => {
    if (index === 0) return run.from
    const first = places.firstOf(arg)
    if (first === undefined) throw new Misread('A part of a condition has no place.')
    const start = Math.max(places.beforeParens(first), run.from)
    if (code.word(start - 1) !== word) throw new Misread(`There is no ${word} between two conditions.`)
    return start
  })
  return starts.map((start, index) => {
    const next = starts[index + 1]
    let from = start
    let to = next === undefined ? run.to : next - 1
    while (code.kind(from) === TokenKind.openParen && code.closing(from) >= to) from++
    while (code.kind(to - 1) === TokenKind.closeParen && code.opening(to - 1) < from) to--
    return { from, to }
  })
}

/** NOT before a condition, or the NOT inside of `a NOT IN (SELECT …)`, `a IS NOT JSON`. */
function notInput(context: InputContext, { args = [] }: BoolExpr, run: TokenRun): ConditionInput {
  const [operand] = args
  if (operand === undefined) throw new Misread('NOT has no operand.')
  const span = context.span(run)
  if (context.code.word(run.from) === 'NOT') {
    const inner = conditionInput(context, operand, { from: run.from + 1, to: run.to }, 'not')
    return { type: 'not', span, inner }
  }
  const test = testOf(context, operand, run)
  if (test.operator === '') return { type: 'not', span, inner: { type: 'test', span, ...test } }
  return { type: 'test', span, ...test, operator: test.operator === '= ANY' ? '<> ALL' : `NOT ${test.operator}` }
}

type Test = Omit<TestInput, 'type' | 'span'>

function testOf(context: InputContext, node: Node, run: TokenRun): Test {
  if ('A_Expr' in node && node.A_Expr.lexpr !== undefined) return operatorTest(context, node.A_Expr, run)
  if ('NullTest' in node) {
    const { arg, nulltesttype, location } = node.NullTest
    return postfixTest(context, arg, location, run, nulltesttype === 'IS_NULL' ? 'IS NULL' : 'IS NOT NULL')
  }
  if ('BooleanTest' in node) {
    const { arg, booltesttype = '', location } = node.BooleanTest
    return postfixTest(context, arg, location, run, booltesttype.replaceAll('_', ' '))
  }
  if ('SubLink' in node) return subqueryTest(context, node.SubLink, node, run)
  if ('FuncCall' in node && lastName(node.FuncCall.funcname) === 'overlaps') {
    return { operator: 'OVERLAPS', left: scalarsInput(context, [node], run), right: [] }
  }
  if ('JsonIsPredicate' in node) return { operator: 'IS JSON', left: scalarsInput(context, [node], run), right: [] }
  return { operator: '', left: scalarInput(context, node, run), right: [] }
}

function postfixTest(
  context: InputContext,
  arg: Node | undefined,
  location: number | undefined,
  run: TokenRun,
  operator: string,
): Test {
  if (arg === undefined) throw new Misread('A test has no operand.')
  const at = operatorAt(context, location, run)
  return { operator, left: scalarInput(context, arg, { from: run.from, to: at }), right: [] }
}

function operatorAt({ places }: InputContext, location: number | undefined, run: TokenRun): number {
  const at = location === undefined ? -1 : places.at(location)
  if (at <= run.from || at >= run.to) throw new Misread('An operator stands outside of its condition.')
  return at
}

function subqueryTest(
  context: InputContext,
  { subLinkType, testexpr, operName, location }: SubLink,
  node: Node,
  run: TokenRun,
): Test {
  if (subLinkType === 'EXISTS_SUBLINK') {
    return { operator: 'EXISTS', left: { ...scalarInput(context, node, run), form: 'subquery' }, right: [] }
  }
  if (testexpr === undefined) return { operator: '', left: scalarInput(context, node, run), right: [] }
  const at = operatorAt(context, location, run)
  const left = scalarInput(context, testexpr, { from: run.from, to: at })
  let open = context.code.word(at) === 'OPERATOR' ? context.code.closing(at + 1) + 1 : at
  while (open < run.to && context.code.kind(open) !== TokenKind.openParen) open++
  const bare: Node = {
    SubLink: { subLinkType: 'EXPR_SUBLINK', ...subselectOf(node), ...(location !== undefined && { location }) },
  }
  const right = scalarInput(context, bare, { from: open, to: run.to })
  const operator = lastName(operName)
  if (subLinkType === 'ALL_SUBLINK') return { operator: `${operator} ALL`, left, right: [right] }
  return { operator: operator === '' ? 'IN' : `${operator} ANY`, left, right: [right] }
}

function subselectOf(node: Node): { subselect?: Node } {
  const subselect = 'SubLink' in node ? node.SubLink.subselect : undefined
  return subselect === undefined ? {} : { subselect }
}

function operatorTest(context: InputContext, expression: A_Expr, run: TokenRun): Test {
  const { kind, lexpr, rexpr, name, location } = expression
  const { code } = context
  if (lexpr === undefined || rexpr === undefined) throw new Misread('An operator has no operand.')
  if (kind === 'AEXPR_NULLIF')
    return { operator: '', left: scalarInput(context, { A_Expr: expression }, run), right: [] }
  const at = operatorAt(context, location, run)
  const left = scalarInput(context, lexpr, { from: run.from, to: at })
  const symbol = lastName(name)
  const not = symbol.startsWith('!') || symbol === '<>' ? 'NOT ' : ''
  const rest = (from: number): TokenRun => ({ from, to: run.to })
  const verb = code.word(at) === 'NOT' ? at + 1 : at
  switch (kind) {
    case 'AEXPR_IN': {
      if (!('List' in rexpr)) throw new Misread('IN has no list.')
      const items = rexpr.List.items ?? []
      const right = listed(context, items, { from: verb + 2, to: code.closing(verb + 1) })
      return { operator: `${not}IN`, left, right }
    }
    case 'AEXPR_LIKE':
      return patternTest(context, `${not}LIKE`, left, rexpr, rest(verb + 1))
    case 'AEXPR_ILIKE':
      return patternTest(context, `${not}ILIKE`, left, rexpr, rest(verb + 1))
    case 'AEXPR_SIMILAR':
      return patternTest(context, `${not}SIMILAR TO`, left, rexpr, rest(verb + 2))
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT': {
      const words = kind === 'AEXPR_DISTINCT' ? 3 : 4
      const operator = kind === 'AEXPR_DISTINCT' ? 'IS DISTINCT FROM' : 'IS NOT DISTINCT FROM'
      return { operator, left, right: [scalarInput(context, rexpr, rest(at + words))] }
    }
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
    case 'AEXPR_NOT_BETWEEN_SYM': {
      const right = boundsOf(context, rexpr, rest(verb + 1))
      return { operator: kind.replace('AEXPR_', '').replace('_SYM', ' SYMMETRIC').replaceAll('_', ' '), left, right }
    }
    default: {
      const operand = code.word(at) === 'OPERATOR' ? code.closing(at + 1) + 1 : at + 1
      if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL') {
        const inside = { from: operand + 2, to: code.closing(operand + 1) }
        const operator = `${symbol} ${kind === 'AEXPR_OP_ANY' ? 'ANY' : 'ALL'}`
        return { operator, left, right: [scalarInput(context, rexpr, inside)] }
      }
      if (kind !== 'AEXPR_OP') throw new Misread('An operator is not known.')
      const isPattern = /^!?~\*?$|^\^@$|^!?~~\*?$/.test(symbol)
      if (isPattern) return patternTest(context, patternWords[symbol] ?? symbol, left, rexpr, rest(operand))
      return { operator: symbol, left, right: [scalarInput(context, rexpr, rest(operand))] }
    }
  }
}

/** What the operators of these are written with as a rule. */
const patternWords: Readonly<Record<string, string>> = {
  '~~': 'LIKE',
  '~~*': 'ILIKE',
  '!~~': 'NOT LIKE',
  '!~~*': 'NOT ILIKE',
}

/** `x LIKE pattern [ESCAPE mark]`: the grammar puts both into a call of its own. */
function patternTest(context: InputContext, operator: string, left: ScalarInput, node: Node, run: TokenRun): Test {
  const { code } = context
  const call = 'FuncCall' in node ? node.FuncCall : undefined
  const isEscape = call !== undefined && ['like_escape', 'similar_to_escape'].includes(lastName(call.funcname))
  const written = isEscape && run.from < code.length && context.places.at(call.location ?? 0) < run.from
  const args = written ? (call.args ?? []) : [node]
  const [pattern = node, mark] = args
  const markAt = mark === undefined ? undefined : context.places.firstOf(mark)
  if (mark !== undefined && markAt === undefined) throw new Misread('ESCAPE has no place.')
  const escapeAt = markAt === undefined ? run.to : context.places.beforeParens(markAt) - 1
  if (mark !== undefined && code.word(escapeAt) !== 'ESCAPE') throw new Misread('There is no ESCAPE.')
  const right = [scalarInput(context, pattern, { from: run.from, to: escapeAt })]
  if (mark !== undefined) right.push(scalarInput(context, mark, { from: escapeAt + 1, to: run.to }))
  const fixed = fixedPartOf(operator, pattern, mark)
  return { operator, left, right, ...(fixed && { fixed }) }
}

/** The two sides of BETWEEN's own AND. */
function boundsOf(context: InputContext, node: Node, run: TokenRun): ScalarInput[] {
  const { code } = context
  const [low, high] = 'List' in node ? (node.List.items ?? []) : []
  if (low === undefined || high === undefined) throw new Misread('BETWEEN has no bounds.')
  const from = ['SYMMETRIC', 'ASYMMETRIC'].includes(code.word(run.from)) ? run.from + 1 : run.from
  const highAt = context.firstOf(high, from)
  if (code.word(highAt - 1) !== 'AND') throw new Misread('BETWEEN has no AND.')
  return [scalarInput(context, low, { from, to: highAt - 1 }), scalarInput(context, high, { from: highAt, to: run.to })]
}
