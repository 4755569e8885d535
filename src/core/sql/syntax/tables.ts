import { TokenKind } from '../tokens'
import { condition } from './expressions'
import type { ExpressionNode, NameNode } from './model'
import type { Reader } from './reader'
import { tableFactor } from './table-factors'
import type { JoinNode, TableNode } from './table-model'
import { nameList } from './with'

/** `a, b JOIN c ON …` */
export function tableList(r: Reader): TableNode[] {
  const list = [tableReference(r)]
  while (r.takeComma()) list.push(tableReference(r))
  return list
}

type Operator = Pick<JoinNode, 'kind' | 'natural'>

/** One `JOIN factor`, and the conditions that stand right after it: those of this join and of earlier ones. */
interface Step {
  readonly operator: Operator
  readonly factor: TableNode
  readonly conditions: readonly Condition[]
}

interface Condition {
  readonly on?: ExpressionNode
  readonly using?: readonly NameNode[]
  readonly to: number
}

/** A table with all that is joined to it. Joins are read flat and put together after, so no length is too long. */
export function tableReference(r: Reader): TableNode {
  const first = tableFactor(r)
  const steps: Step[] = []
  let open = 0
  for (;;) {
    const operator = joinOperator(r)
    if (operator === undefined) break
    const factor = tableFactor(r)
    if (!operator.natural) open++
    const conditions: Condition[] = []
    while (open > 0) {
      const condition = joinCondition(r)
      if (condition === undefined) break
      conditions.push(condition)
      open--
    }
    steps.push({ operator, factor, conditions })
  }
  return steps.length === 0 ? first : joined(r, first, steps)
}

/**
 * Each condition belongs to the nearest join before it that has none yet: `a JOIN b JOIN c ON x ON y` is
 * `a JOIN (b JOIN c ON x) ON y`, and `a JOIN b JOIN c ON x` is `(a JOIN b) JOIN c ON x`.
 */
function joined(r: Reader, first: TableNode, steps: readonly Step[]): TableNode {
  const waiting: { readonly left: TableNode; readonly operator: Operator }[] = []
  let table = first
  const conditioned = withConditions(steps)
  steps.forEach((step, index) => {
    if (conditioned.has(index)) {
      waiting.push({ left: table, operator: step.operator })
      table = step.factor
    } else {
      const { kind, natural } = step.operator
      if (!natural && (kind === 'left' || kind === 'right')) r.fail('ON or USING is expected here.')
      table = join(r, table, step.operator, step.factor, undefined)
    }
    for (const condition of step.conditions) {
      const before = waiting.pop()
      if (before !== undefined) table = join(r, before.left, before.operator, table, condition)
    }
  })
  return table
}

function withConditions(steps: readonly Step[]): ReadonlySet<number> {
  const open: number[] = []
  const found = new Set<number>()
  steps.forEach((step, index) => {
    if (!step.operator.natural) open.push(index)
    for (const _condition of step.conditions) {
      const owner = open.pop()
      if (owner !== undefined) found.add(owner)
    }
  })
  return found
}

function join(
  r: Reader,
  left: TableNode,
  { kind, natural }: Operator,
  right: TableNode,
  condition: Condition | undefined,
): JoinNode {
  const to = condition?.to ?? right.to
  const span = r.spanOf(left.from, to)
  return {
    type: 'join',
    from: left.from,
    to,
    span,
    kind,
    natural,
    left,
    right,
    on: condition?.on,
    using: condition?.using,
  }
}

function joinCondition(r: Reader): Condition | undefined {
  if (r.word() === 'ON') {
    if (r.word(1) === 'DUPLICATE' && r.word(2) === 'KEY') {
      // `INSERT … SELECT … FROM a JOIN b ON DUPLICATE KEY`: servers take it for the join's; what is meant is clear.
      r.fail('The join needs parentheses or a condition before ON DUPLICATE KEY.', r.at + 2)
      return undefined
    }
    r.at++
    const on = condition(r)
    return { on, to: r.at }
  }
  if (r.word() !== 'USING' || r.kind(1) !== TokenKind.openParen) return undefined
  r.at++
  const using = nameList(r)
  return using === undefined ? undefined : { using, to: r.at }
}

/** Steps over the words of a join, when some stand here. */
function joinOperator(r: Reader): Operator | undefined {
  switch (r.word()) {
    case 'JOIN':
      r.at++
      return { kind: 'inner', natural: false }
    case 'STRAIGHT_JOIN':
      r.at++
      return { kind: 'straight', natural: false }
    case 'INNER':
    case 'CROSS':
    case 'LEFT':
    case 'RIGHT':
      return { kind: sidedJoin(r), natural: false }
    case 'NATURAL': {
      r.at++
      if (r.take('STRAIGHT_JOIN')) return { kind: 'straight', natural: true }
      return { kind: r.take('JOIN') ? 'inner' : sidedJoin(r), natural: true }
    }
    default:
      return undefined
  }
}

function sidedJoin(r: Reader): JoinNode['kind'] {
  const word = r.word()
  const sided = word === 'LEFT' || word === 'RIGHT'
  if (sided || word === 'INNER' || word === 'CROSS') r.at++
  if (sided) r.take('OUTER')
  r.expect('JOIN')
  if (sided) return word === 'LEFT' ? 'left' : 'right'
  return word === 'CROSS' ? 'cross' : 'inner'
}
