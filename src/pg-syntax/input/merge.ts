import type { MergeWhenClause } from 'libpg-query'
import type { ConditionInput, FromStep, MergeActionInput, WriteInput } from '../../core/sql/meaning/input'
import type { SignificantTokens } from '../../core/sql/significant-tokens'
import type { Node } from '../grammar'
import type { TokenRun } from '../statement-places'
import { conditionInput } from './condition'
import type { InputContext } from './context'
import { readItem } from './from'
import { listed } from './scalar'
import { findOutside, Misread } from './token-runs'
import { assignments, blockOf, clause, emptyWrite, headOf, namedColumns, returningOf, written } from './writes'

/** A MERGE whose tokens are `run`. */
export function mergeInput(
  context: InputContext,
  node: Extract<Node, { MergeStmt: unknown }>,
  run: TokenRun,
): WriteInput {
  const { code } = context
  const { relation, withClause, sourceRelation, joinCondition, mergeWhenClauses = [], returningClause } = node.MergeStmt
  const head = headOf(context, withClause, run, 'MERGE')
  const target = written(context, relation, head.verb + 2)
  if (code.word(target.end) !== 'USING' || sourceRelation === undefined || joinCondition === undefined) {
    throw new Misread('There is no USING.')
  }
  const source = readItem(context, sourceRelation, { from: target.end + 1, to: run.to })
  if (code.word(source.end) !== 'ON') throw new Misread('There is no ON.')
  const whens = whenPlaces(code, { from: source.end + 1, to: run.to })
  const condition = { from: source.end + 1, to: whens[0] ?? run.to }
  blockOf(context, 'merge', run, undefined, undefined, run.to)
  const on = conditionInput(context, joinCondition, condition)
  const end = findOutside(
    code,
    condition.to === run.to ? run : { from: condition.to, to: run.to },
    (_, word) => word === 'RETURNING',
  )
  const actions = mergeWhenClauses.map((clauseNode, index) => {
    if (!('MergeWhenClause' in clauseNode)) throw new Misread('A WHEN is not known.')
    return mergeAction(context, clauseNode.MergeWhenClause, { from: whens[index] ?? end, to: whens[index + 1] ?? end })
  })
  const step: FromStep = {
    step: 'join',
    kind: 'inner',
    span: context.span({ from: target.end, to: condition.to }),
    natural: false,
    using: [],
    on,
  }
  return {
    ...emptyWrite,
    type: 'merge',
    span: context.span(run),
    with: head.with,
    from: [target.source, ...source.steps, step],
    actions,
    ...returningOf(context, returningClause, { from: condition.to, to: run.to }),
  }
}

/** The places of `WHEN [NOT] MATCHED`; the WHEN of CASE is none. */
export function whenPlaces(code: SignificantTokens, run: TokenRun): number[] {
  const found: number[] = []
  for (let from = run.from; from < run.to; ) {
    const at = findOutside(code, { from, to: run.to }, (place, word) => word === 'WHEN' && isMatched(code, place + 1))
    if (at < run.to) found.push(at)
    from = at + 1
  }
  return found
}

function isMatched(code: SignificantTokens, at: number): boolean {
  const matched = code.word(at) === 'NOT' ? at + 1 : at
  return code.word(matched) === 'MATCHED' && ['AND', 'THEN', 'BY'].includes(code.word(matched + 1))
}

/** Where the AND and the THEN of a WHEN stand: `WHEN NOT MATCHED BY SOURCE AND … THEN …`. */
export function whenParts(code: SignificantTokens, run: TokenRun): { condition?: TokenRun; action: TokenRun } {
  let at = run.from + 1
  while (at < run.to && code.word(at) !== 'MATCHED') at++
  at++
  if (code.word(at) === 'BY') at += 2
  let cases = 0
  const then = findOutside(code, { from: at, to: run.to }, (_, word) => {
    if (word === 'CASE') cases++
    else if (word === 'END') cases--
    return word === 'THEN' && cases === 0
  })
  const action = { from: then + 1, to: run.to }
  return code.word(at) === 'AND' ? { condition: { from: at + 1, to: then }, action } : { action }
}

function mergeAction(context: InputContext, when: MergeWhenClause, run: TokenRun): MergeActionInput {
  const { code } = context
  const { matchKind, commandType, condition: node, targetList = [], values = [] } = when
  const { condition, action } = whenParts(code, run)
  let on: ConditionInput | undefined
  if (node !== undefined) {
    if (condition === undefined) throw new Misread('A WHEN has no condition.')
    on = conditionInput(context, node, condition)
  }
  const sees =
    matchKind === 'MERGE_WHEN_MATCHED' ? 'both' : matchKind === 'MERGE_WHEN_NOT_MATCHED_BY_SOURCE' ? 'target' : 'source'
  const base = { sees, condition: on } as const
  if (commandType === 'CMD_UPDATE') {
    const set = clause(code, action, 'SET', [])
    if (set === undefined) throw new Misread('There is no SET.')
    return { ...base, action: 'update', assignments: assignments(context, targetList, set), values: [] }
  }
  if (commandType === 'CMD_INSERT') {
    const valuesAt = findOutside(code, action, (_, word) => word === 'VALUES')
    const open = action.from + 1
    const columns =
      targetList.length === 0
        ? undefined
        : namedColumns(context, targetList, { from: open + 1, to: code.closing(open) })
    const list =
      values.length === 0 ? [] : listed(context, values, { from: valuesAt + 2, to: code.closing(valuesAt + 1) })
    return { ...base, action: 'insert', columns, assignments: [], values: list }
  }
  return { ...base, action: commandType === 'CMD_DELETE' ? 'delete' : 'nothing', assignments: [], values: [] }
}
