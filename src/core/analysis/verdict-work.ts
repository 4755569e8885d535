import { errorFactor } from '../plan/insight/findings/estimate-error'
import { isFast } from '../plan/insight/findings/rule'
import type { PlanInsight } from '../plan/insight/plan-insight'
import type { TableFlow } from '../plan/insight/table-flow'
import { conditionsText, duration, percent, plural, rowsText, stepText } from '../plan/insight/words'
import type { PlanNode } from '../plan/model'
import type { Counters } from './model'

/** Share of the work from which a wrong estimate, or of the time from which a step, belongs into the verdict. */
const worthTelling = 0.3

/** Statements that take less are not worth a word about where their time goes. */
const worthWaitingMs = 5

/**
 * Where an estimate goes wrong, else where the time goes; nothing for statements that are fast anyway, and not the
 * access that the first sentence speaks of.
 */
export function workSentence(insight: PlanInsight, main: TableFlow | undefined): readonly string[] {
  if (isFast(insight)) return []
  const { unclear } = insight.coverage
  const error = insight.errors.find((one) => !unclear.has(one.nodeId))
  if (error !== undefined && error.workShare >= worthTelling) {
    const conditions = conditionsText(error.conditions, error.node)
    return [
      `Estimates go wrong at ${stepText(error.node)}${conditions === undefined ? '' : ` (${conditions})`}: ${errorFactor(error)}.`,
    ]
  }
  const { hottest, totalMs } = insight
  if (
    totalMs === undefined ||
    totalMs < worthWaitingMs ||
    hottest === undefined ||
    hottest.basis !== 'time' ||
    hottest.share < worthTelling
  )
    return []
  const told = new Set([main?.nodeId, ...(main?.removed.map((one) => one.nodeId) ?? [])])
  if (told.has(hottest.nodeId) || unclear.has(hottest.nodeId)) return []
  const of = `${duration(hottest.value)} of ${duration(hottest.total)}`
  // Above its workers a Gather does nothing but wait for them.
  const where = hottest.node.operator === 'gather' ? 'is waiting for parallel workers in' : 'is in'
  return [`${percent(hottest.share)} of the time (${of}) ${where} ${stepText(hottest.node)}.`]
}

/** What the statement's own sort sorts. */
export function sortSentence({ flow, frame, find }: PlanInsight, counters: Counters | undefined): readonly string[] {
  const stage = flow.stages.find((one) => one.kind === 'sorted')
  const sort = stage?.nodeId === undefined ? undefined : find(stage.nodeId)
  if (sort === undefined || isInput(sort, frame.plan.root)) return []
  const at = frame.nodes.indexOf(sort)
  const input = frame.out[at + 1]
  if (sort.actual !== undefined) {
    const rows = input?.measured ? input : frame.out[at]
    const where = /external|disk/i.test(sort.actual.sortMethod ?? '') ? ' on disk' : ''
    return [rows === undefined ? `Then sorts${where}.` : `Then sorts ${rowsText(rows)}${where}.`]
  }
  if (counters !== undefined) {
    const counted = counters.values.Sort_rows
    return [counted === undefined ? 'Then sorts.' : `Then sorts, keeping ${plural(counted, 'row')}.`]
  }
  const rows = input ?? frame.out[at]
  return [rows === undefined || rows.measured ? 'Then sorts.' : `Then sorts ${rowsText(rows)}.`]
}

/** A sort of a join's input, or inside a derived table, is not the statement's own. */
function isInput(sort: PlanNode, root: PlanNode): boolean {
  let node: PlanNode | undefined = root
  while (node !== undefined && node !== sort) {
    if (node.access !== undefined || node.children.some((child) => child.relation === 'inner')) return true
    node = node.children.find((child) => child.relation === 'outer' || child.relation === 'input')
  }
  return false
}
