import { estimateError } from './estimate-error'
import { hottestStep } from './hottest-step'
import { manyLoops } from './many-loops'
import { neverExecuted } from './never-executed'
import { rowsThrownAway } from './rows-thrown-away'
import type { PlanRule } from './rule'
import { spillToDisk } from './spill-to-disk'

/** Everything that a plan itself can show, by name. */
export const planRules: readonly PlanRule[] = [
  estimateError,
  hottestStep,
  manyLoops,
  neverExecuted,
  rowsThrownAway,
  spillToDisk,
]
