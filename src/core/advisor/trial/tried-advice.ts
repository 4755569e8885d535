import type { Advice } from '../model'
import { advisedIndexUse } from './advised-index'
import { judgeWhatIf } from './judge-what-if'
import type { TriedAdvice, TriedPlan, WhatIf } from './model'
import { type PlannedStatement, type RowCorrection, triedPlan } from './tried-plan'
import { addedBy, droppedBy, type TrialOrder } from './ways'

/** What trying an advice gave. */
export interface Trial {
  readonly order: TrialOrder
  readonly method: WhatIf['method']
  readonly how: string
  readonly before: PlannedStatement
  /**
   * The statement as it is, planned where `after` was: on copies, with the same drawing of statistics. Given where it is
   * planned there as on the real tables; then its figures stand for those of `before`.
   */
  readonly alike?: PlannedStatement | undefined
  readonly after: PlannedStatement
  /** What the advised index is called in the plan; as the advice calls it where absent. */
  readonly called?: string | undefined
  readonly correction?: RowCorrection | undefined
  readonly scratch?: WhatIf['scratch']
  readonly cautions: readonly string[]
}

/** The advice with its what-if: plans, figures, and what they say. */
export function triedAdvice(trial: Trial): TriedAdvice {
  const { order, method, how, scratch, cautions } = trial
  const { advice } = order
  const before = withFiguresOf(triedPlan(trial.before), trial.alike && triedPlan(trial.alike, trial.correction))
  const after = triedPlan(trial.after, trial.correction)
  if (before === undefined || after === undefined) {
    return { advice, notTried: 'The server gave no plan that can be read.' }
  }
  const adds = addedBy(order).length > 0
  // Partitions have indexes under names of their own: there it is not told whether one is used.
  const partitioned = trial.after.catalog.tables.some(
    ({ name, type }) => name === advice.index?.table && type === 'partitioned',
  )
  const index =
    adds && !partitioned && advice.index
      ? advisedIndexUse(advice.index, trial.called ?? advice.index.name, trial.after)
      : undefined
  const without = adds ? [] : droppedBy(order).map(({ name }) => name)
  const judged = judgeWhatIf({ before, after, index, without })
  return {
    advice: { ...advice, expected: expectedOf(before, after) },
    whatIf: {
      method,
      how,
      before,
      after,
      ...(index && { index }),
      ...judged,
      ...(scratch && { scratch }),
      cautions: [...new Set(cautions)],
    },
  }
}

/** Two ANALYZE of one table differ by more than what is to be told apart: like is compared with like. */
function withFiguresOf(tried: TriedPlan | undefined, alike: TriedPlan | undefined): TriedPlan | undefined {
  if (tried === undefined || alike === undefined) return tried
  const { plan, keyUse } = tried
  const { rowsExamined, rowsFrom, cost } = alike
  return {
    plan,
    keyUse,
    rowsFrom,
    ...(rowsExamined !== undefined && { rowsExamined }),
    ...(cost !== undefined && { cost }),
  }
}

function expectedOf(before: TriedPlan, after: TriedPlan): NonNullable<Advice['expected']> {
  return {
    ...(before.rowsExamined !== undefined && { rowsBefore: before.rowsExamined }),
    ...(after.rowsExamined !== undefined && { rowsAfter: after.rowsExamined }),
    ...(before.cost !== undefined && { costBefore: before.cost }),
    ...(after.cost !== undefined && { costAfter: after.cost }),
    method: 'what-if',
  }
}
