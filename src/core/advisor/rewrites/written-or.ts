import type { Condition, ConditionGroup, ConditionNode } from '../../sql/meaning/model'
import { TokenKind } from '../../sql/tokens'
import type { TextSpan } from '../../text-span'
import { type Rewritable, textAt, tokenAt, whereOf } from './rewritable'

/** An OR that must hold, as it stands in the text: each arm can be put in the place of the whole. */
export interface WrittenOr {
  readonly span: TextSpan
  readonly arms: readonly ConditionNode[]
}

/** The ORs of the WHERE that are joined to the rest by AND, without a NOT around them. */
export function writtenOrs(of: Rewritable): readonly WrittenOr[] {
  return (whereOf(of)?.conjuncts ?? []).flatMap((node) =>
    node.type === 'or' && !node.negated && isWrittenSo(of, node) ? [{ span: node.span, arms: node.parts }] : [],
  )
}

/** NOT turns words round: only an OR that says OR between its parts, with no NOT before it, is one in the text. */
function isWrittenSo(of: Rewritable, { parts, span }: ConditionGroup): boolean {
  const { code } = of
  let before = tokenAt(of, span.start) - 1
  while (code.kind(before) === TokenKind.openParen) before--
  if (code.word(before) === 'NOT' || code.isOperator(before, '!')) return false
  const first = parts[0]
  const last = parts[parts.length - 1]
  if (first === undefined || last === undefined) return false
  if (wordsBetween(of, span.start, first.span.start).length > 0) return false
  if (wordsBetween(of, last.span.end, span.end).length > 0) return false
  return parts.slice(1).every((part, at) => {
    const words = wordsBetween(of, parts[at]?.span.end ?? span.start, part.span.start)
    return words.length === 1 && (words[0] === 'OR' || (words[0] === '||' && of.dialect !== 'postgres'))
  })
}

/** What stands between two places beside parentheses, in upper case. */
function wordsBetween(of: Rewritable, start: number, end: number): readonly string[] {
  const { code } = of
  const words: string[] = []
  for (let token = tokenAt(of, start); token < tokenAt(of, end); token++) {
    const kind = code.kind(token)
    if (kind !== TokenKind.openParen && kind !== TokenKind.closeParen) words.push(code.text(token).toUpperCase())
  }
  return words
}

/** One column that must be one of some literals: `a IN (1, 2)`, `a = 1 OR a = 2`. */
export interface ValueList {
  readonly span: TextSpan
  readonly column: string
  /** The column as written. */
  readonly columnText: string
  /** As written, in the order of the text. */
  readonly values: readonly string[]
  /** Of the column. */
  readonly type: string | undefined
}

/** The lists of values that the WHERE demands of a source. */
export function valueLists(of: Rewritable, source: number): readonly ValueList[] {
  const lists = (whereOf(of)?.conjuncts ?? []).flatMap((node): readonly ValueList[] => {
    if (node.type !== 'condition') return []
    const one = node.operator === 'IN' && node.written === 'IN' ? valuesOf(of, node, source) : undefined
    return one && isFree(of, node.span) ? [{ ...one, span: node.span }] : []
  })
  const ors = writtenOrs(of).flatMap(({ span, arms }): readonly ValueList[] => {
    const parts = arms.map((arm) =>
      arm.type === 'condition' && arm.operator === arm.written && (arm.operator === '=' || arm.operator === 'IN')
        ? valuesOf(of, arm, source)
        : undefined,
    )
    const [first] = parts
    if (first === undefined || !parts.every((part) => part?.column === first.column)) return []
    return [{ ...first, span, values: parts.flatMap((part) => part?.values ?? []) }]
  })
  return [...lists, ...ors]
}

function isFree({ code, ...of }: Rewritable, { start }: TextSpan): boolean {
  let before = tokenAt({ code, ...of }, start) - 1
  while (code.kind(before) === TokenKind.openParen) before--
  return code.word(before) !== 'NOT' && !code.isOperator(before, '!')
}

function valuesOf(of: Rewritable, { left, right }: Condition, source: number): Omit<ValueList, 'span'> | undefined {
  const [reference] = left.columns
  const [target, second] = reference?.targets ?? []
  if (left.form !== 'column' || reference === undefined || target === undefined || second !== undefined)
    return undefined
  if (target.source !== source || target.block !== of.block.block) return undefined
  const items = right.flatMap((side) => (side.form === 'row' ? side.items : [side]))
  if (items.length === 0 || items.some(({ form }) => form !== 'literal')) return undefined
  return {
    column: target.column,
    columnText: textAt(of, left.span),
    values: items.map(({ span }) => textAt(of, span)),
    type: reference.type,
  }
}
