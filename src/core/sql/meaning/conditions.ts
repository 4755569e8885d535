import type { SqlCondition } from '../model'
import { excludes, negatedOperator, turnedOperator } from './condition-operators'
import type { DraftBlock } from './draft'
import { implicitCastOf } from './implicit-cast'
import type { ConditionInput, TestInput } from './input'
import type { Clause, ClauseConditions, ColumnTarget, Condition, ConditionNode, Operand } from './model'
import type { AliasRule } from './references'
import type { Scope } from './scope'
import { type Context, operandOf, readValue, sourcesOf, type Value } from './values'

/** Reads the condition of a clause and notes it in the block. */
export function readConditions(
  context: Context,
  input: ConditionInput,
  clause: ClauseConditions['clause'],
  scope: Scope,
  given: { readonly join?: ClauseConditions['join']; readonly rule?: AliasRule } = {},
): void {
  const need: Clause = clause === 'on' ? 'join' : ['where', 'when', 'conflict'].includes(clause) ? 'where' : 'having'
  const read = (test: TestInput, negated: boolean): ConditionNode => {
    const found = condition(test, negated, (side) => readValue(context, side, need, scope, given.rule), scope.block)
    return context.names.isPostgres ? withImplicitCast(found) : found
  }
  const whole = nodeOf(input, false, read)
  scope.block.conditions.push(clauseOf(clause, whole, given.join))
}

/** The condition of a clause with its conjuncts. */
export function clauseOf(
  clause: ClauseConditions['clause'],
  whole: ConditionNode,
  join?: ClauseConditions['join'],
): ClauseConditions {
  return { clause, join, span: whole.span, whole, conjuncts: conjunctsOf(whole) }
}

function withImplicitCast(found: Condition): Condition {
  const implicitCast = implicitCastOf(found)
  return implicitCast === undefined ? found : { ...found, implicitCast, kind: castKind(found, implicitCast.side) }
}

/** A column that is cast before it is compared is no better than one in a function. */
function castKind({ kind, left, right }: Condition, side: 'left' | 'right'): Condition['kind'] {
  const other = side === 'left' ? right : [left]
  const isPicked = kind === 'equality' || kind === 'range' || kind === 'in-list'
  return isPicked && other.every(({ columns }) => columns.length === 0) ? 'function-on-column' : kind
}

function nodeOf(
  input: ConditionInput,
  negated: boolean,
  read: (test: TestInput, negated: boolean) => ConditionNode,
): ConditionNode {
  switch (input.type) {
    case 'test':
      return read(input, negated)
    case 'not': {
      const inner = nodeOf(input.inner, !negated, read)
      return { ...inner, span: input.span }
    }
    case 'xor': {
      const parts = input.parts.map((part) => nodeOf(part, false, read))
      return { type: 'xor', span: input.span, parts, negated, columns: columnsOf(parts) }
    }
    default: {
      // De Morgan: what NOT is before becomes the other word between negated parts.
      const parts = input.parts.map((part) => nodeOf(part, negated, read))
      const type = (input.type === 'and') === negated ? 'or' : 'and'
      return { type, span: input.span, parts, negated: false, columns: columnsOf(parts) }
    }
  }
}

/** Conditions that must all hold. */
export function andOf(span: ConditionNode['span'], parts: readonly ConditionNode[]): ConditionNode {
  return { type: 'and', span, parts, negated: false, columns: columnsOf(parts) }
}

function conjunctsOf(whole: ConditionNode): ConditionNode[] {
  return whole.type === 'and' ? whole.parts.flatMap(conjunctsOf) : [whole]
}

function columnsOf(parts: readonly ConditionNode[]): ColumnTarget[] {
  const found = new Map<string, ColumnTarget>()
  for (const part of parts) {
    const targets =
      part.type === 'condition'
        ? [part.left, ...part.right].flatMap(({ columns }) => columns.flatMap((column) => column.targets))
        : part.columns
    for (const target of targets) found.set(`${target.block} ${target.source} ${target.column}`, target)
  }
  return [...found.values()]
}

function condition(
  test: TestInput,
  isNegated: boolean,
  read: (side: TestInput['left']) => Value,
  block: DraftBlock,
): Condition {
  const left = read(test.left)
  const right = test.right.map(read)
  const operator = isNegated ? negatedOperator(test.operator) : test.operator
  const [single, second] = right
  const other = second === undefined ? single : undefined
  const turned = other !== undefined && standsLeft(other, left, block) ? turnedOperator(operator) : undefined
  const isTurned = turned !== undefined && other !== undefined
  const sides = isTurned ? { left: other, right: [left] } : { left, right }
  return finishedCondition(test, isTurned ? turned : operator, isTurned, sides, block)
}

/** A comparison that no text spells out: that of a column merged by USING. */
export function comparison(span: TestInput['span'], left: Value, right: Value, block: DraftBlock): Condition {
  const test: TestInput = { type: 'test', span, operator: '=', left: left.input, right: [right.input] }
  return finishedCondition(test, '=', false, { left, right: [right] }, block)
}

function finishedCondition(
  test: TestInput,
  operator: string,
  turned: boolean,
  sides: { readonly left: Value; readonly right: readonly Value[] },
  block: DraftBlock,
): Condition {
  const left = operandOf(sides.left, sides.right, block)
  const right = sides.right.map((value) => operandOf(value, [sides.left], block))
  const kind = kindOf(operator, left, right, sameSource(sides.left, sides.right, block))
  return {
    type: 'condition',
    span: test.span,
    kind,
    operator,
    written: test.operator,
    turned,
    negated: excludes(operator),
    left,
    right,
    ...(test.fixed !== undefined && { fixedPrefix: test.fixed.prefix, wholeLiteral: test.fixed.whole }),
  }
}

/** Should `value` stand left of `before`: only it has columns, or only it has columns of this block? */
function standsLeft(value: Value, before: Value, block: DraftBlock): boolean {
  if (value.references.length === 0) return false
  if (before.references.length === 0) return true
  const isOuter = before.references.every((column) => column.outer)
  return isOuter && sourcesOf(value.references, block).size > 0
}

/** Both sides surely name columns of one and the same source, and nothing else. */
function sameSource(left: Value, right: readonly Value[], block: DraftBlock): boolean {
  const references = [left, ...right].flatMap((value) => value.references)
  const targets = references.flatMap((column) => (column.resolution === 'unknown' ? [] : column.targets))
  const [first] = targets
  return (
    first !== undefined &&
    first.block === block.number &&
    targets.length === references.length &&
    targets.every((target) => target.block === first.block && target.source === first.source)
  )
}

/** What the condition is to an index. */
function kindOf(
  operator: string,
  left: Operand,
  right: readonly Operand[],
  isSameSource: boolean,
): SqlCondition['kind'] {
  const constantRight = right.every((side) => side.columns.length === 0 && side.constness !== 'non-constant')
  switch (operator) {
    case '=':
    case '<=>':
    case '<':
    case '<=':
    case '>':
    case '>=': {
      if (left.columns.length === 0 || left.blocks.length > 0) return 'other'
      const kind = operator === '=' || operator === '<=>' ? 'equality' : 'range'
      if (constantRight) return isBare(left) ? kind : 'function-on-column'
      if (right.some((side) => side.columns.length === 0 || side.blocks.length > 0) || isSameSource) return 'other'
      return isBare(left) || right.some(isBare) ? 'join' : 'function-on-column'
    }
    case 'BETWEEN':
    case 'BETWEEN SYMMETRIC':
      if (constantRight || right.some((side) => side.columns.length === 0 && side.constness === 'non-constant')) {
        return ofColumn(left, constantRight, 'range')
      }
      return isBare(left) && !isSameSource && right.every((side) => side.blocks.length === 0) ? 'join' : 'other'
    case 'IN':
    case '= ANY':
      return ofColumn(left, constantRight && right.every((side) => side.form !== 'subquery'), 'in-list')
    case 'LIKE':
    case 'ILIKE':
    case 'SIMILAR TO':
    case '~':
    case '~*':
    case '^@':
      return ofColumn(left, constantRight, 'like')
    case 'IS NULL':
    case 'IS NOT NULL':
      return ofColumn(left, true, 'null-test')
    default:
      return 'other'
  }
}

function ofColumn(left: Operand, constantRight: boolean, kind: SqlCondition['kind']): SqlCondition['kind'] {
  if (left.columns.length === 0 || left.blocks.length > 0 || !constantRight) return 'other'
  return isBare(left) ? kind : 'function-on-column'
}

/** A column, or a row of columns. */
function isBare({ form, items }: Operand): boolean {
  return form === 'column' || (form === 'row' && items.length > 0 && items.every((item) => item.form === 'column'))
}
