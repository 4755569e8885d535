import type { Catalog } from '../catalog/model'
import type { ConditionFault } from '../keyparts/condition-faults'
import type { KeyUse } from '../keyparts/model'
import { insightOf, type PlanInsight } from '../plan/insight/plan-insight'
import type { RowCount } from '../plan/insight/row-count'
import { changeOf } from '../plan/insight/row-flow'
import { tableRowsIn } from '../plan/insight/table-rows'
import type { Plan, PlanMetrics } from '../plan/model'
import type { Counters } from './model'
import { examinedRows, mainRead } from './verdict-counts'
import { edgesSentence, usageOf } from './verdict-index'
import { leadSentence, withoutTable } from './verdict-lead'
import type { Verdict } from './verdict-model'
import { sortSentence, workSentence } from './verdict-work'

export interface VerdictInput {
  /** Conditions that only look right: the sentence after the first names the worst. */
  readonly faults?: readonly ConditionFault[] | undefined
  readonly plan: Plan
  readonly metrics: PlanMetrics
  /** Of this plan. */
  readonly keyUse: readonly KeyUse[]
  readonly counters?: Counters | undefined
  readonly catalog: Catalog
}

type Fact = Verdict['facts'][number]

/**
 * One sentence in plain words, with the numbers that prove it: how much is read to return how much, and how much of
 * which index is used. Work comes before time; measured and estimated numbers are told apart in the words themselves.
 * Short ones follow where they explain more: key parts that narrow only the edges, a sort, and where an estimate goes
 * wrong or the time goes when that is not the access that the first sentence speaks of.
 */
export function verdictOf(input: VerdictInput): Verdict {
  const { plan, metrics, counters, catalog } = input
  return verdictFrom({
    ...input,
    insight: insightOf({ plan, metrics, tableRows: tableRowsIn(catalog), returned: countedRows(counters) }),
  })
}

/** What the client got, in the form in which a plan's insight takes it. */
export function countedRows(counters: Counters | undefined): RowCount | undefined {
  return counters && { rows: counters.rowsReturned, measured: true }
}

/** The verdict of a plan that was looked into already. */
export function verdictFrom({
  insight,
  keyUse,
  counters,
  faults = [],
}: Pick<VerdictInput, 'keyUse' | 'counters' | 'faults'> & { readonly insight: PlanInsight }): Verdict {
  const { plan, flow } = insight
  const planned = flow.tables
  const reads = planned.filter((one) => one.node.actual?.neverExecuted !== true)
  if (reads.length === 0) return { text: withoutTable(plan, planned), facts: workFacts(insight) }
  const change = changeOf(plan)
  const last = flow.stages[flow.stages.length - 1]
  const returned = change === undefined && last?.kind === 'returned' ? last.rows : undefined
  const examined = examinedRows(counters, reads)
  const main = mainRead(reads)
  const usage = main && usageOf(keyUse, main)
  const text = [
    `${leadSentence({ reads, examined, returned, main, usage, change })}.`,
    ...faultSentence(faults),
    ...(usage !== undefined && usage.edges.length > 0 ? [edgesSentence(usage)] : []),
    ...sortSentence(insight, counters),
    ...workSentence(insight, main),
  ].join(' ')

  const facts: Fact[] = []
  const rowsUnit = (count: RowCount) => (count.measured ? 'rows' : 'estimated rows')
  const at = main === undefined ? {} : { nodeId: main.nodeId }
  if (usage !== undefined) {
    facts.push({ name: 'usedKeyParts', value: usage.used, unit: 'key parts', ...at })
    facts.push({ name: 'keyParts', value: usage.total, unit: 'key parts', ...at })
    if (usage.usedBytes !== undefined) facts.push({ name: 'usedBytes', value: usage.usedBytes, unit: 'bytes', ...at })
    if (usage.indexBytes !== undefined)
      facts.push({ name: 'indexBytes', value: usage.indexBytes, unit: 'bytes', ...at })
  }
  if (examined !== undefined && !examined.atLeast)
    facts.push({ name: 'rowsExamined', value: examined.rows, unit: rowsUnit(examined), ...at })
  if (returned !== undefined) facts.push({ name: 'rowsReturned', value: returned.rows, unit: rowsUnit(returned) })
  return { text, facts: [...facts, ...workFacts(insight)] }
}

/** An impossible condition makes all reading useless; one that no index can serve explains why so much is read. */
function faultSentence(faults: readonly ConditionFault[]): readonly string[] {
  const worst = faults.find(({ kind }) => kind === 'impossible') ?? faults[0]
  return worst === undefined ? [] : [worst.short]
}

/** The hottest step by time, and the worst estimate that matters; nothing about steps that were not understood. */
function workFacts({ hottest, errors, coverage }: PlanInsight): readonly Fact[] {
  const facts: Fact[] = []
  if (hottest?.basis === 'time' && !coverage.unclear.has(hottest.nodeId))
    facts.push({ name: 'hottestShare', value: hottest.share, unit: 'fraction of time', nodeId: hottest.nodeId })
  const error = errors.find((one) => one.matters && !coverage.unclear.has(one.nodeId))
  if (error !== undefined)
    facts.push({ name: 'rowsRatio', value: error.ratio, unit: 'actual ÷ estimated rows', nodeId: error.nodeId })
  return facts
}
