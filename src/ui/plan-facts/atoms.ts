import { atom } from 'jotai'
import type { Finding } from '../../core/advisor/model'
import { countedRows } from '../../core/analysis/verdict'
import { isAboutCondition } from '../../core/keyparts/condition-findings'
import { inheritorsOf } from '../../core/plan/insight/estimate-starts'
import { byLoudness, planFindingsOf } from '../../core/plan/insight/plan-findings'
import { insightOf } from '../../core/plan/insight/plan-insight'
import { statisticsOf } from '../../core/plan/insight/statistics'
import { tableRowsIn } from '../../core/plan/insight/table-rows'
import type { EstimateRole } from '../plan/badges'
import { resultAtom, selectionAtom, shownPlanAtom } from '../state/atoms'

/** What the shown plan says by itself. */
export const insightAtom = atom((get) => {
  const shown = get(shownPlanAtom)
  if (!shown) return undefined
  const { plan, catalog } = shown
  const result = get(resultAtom)
  // Of a pasted plan nothing else is known: what was found out for its verdict is all.
  if (result.state !== 'analysis') return insightOf({ plan })
  const returned = countedRows(result.analysis.counters)
  return insightOf({ plan, metrics: shown.metrics, tableRows: tableRowsIn(catalog), returned })
})

/** What it shows, the loudest first; of any plan of a result, also of those that the document says nothing about. */
export const planFindingsAtom = atom((get) => {
  const insight = get(insightAtom)
  if (!insight) return undefined
  const own = planFindingsOf(insight)
  const more = [...get(adviceFindingsAtom), ...get(conditionFindingsAtom)]
  return more.length === 0 ? own : { ...own, findings: byLoudness([...more, ...own.findings]) }
})

/** Findings with something to try; their steps are those of the first plan. */
const adviceFindingsAtom = atom((get): readonly Finding[] => {
  const result = get(resultAtom)
  const { planIndex } = get(selectionAtom)
  return result.state === 'analysis' && planIndex === 0
    ? result.analysis.findings.filter(({ advice }) => advice.length > 0)
    : []
})

/** What is wrong with conditions of the statement themselves; their steps are those of the first plan. */
export const conditionFindingsAtom = atom((get): readonly Finding[] => {
  const result = get(resultAtom)
  const { planIndex } = get(selectionAtom)
  return result.state === 'analysis' && planIndex === 0 ? result.analysis.findings.filter(isAboutCondition) : []
})

/** Its steps by table, by index and by kind. */
export const statisticsAtom = atom((get) => {
  const insight = get(insightAtom)
  return insight && statisticsOf(insight.frame, insight.flow.tables)
})

/**
 * Where estimates go wrong in the shown plan, and the steps that are wrong because of it, by the nodes' places; the
 * others were estimated right. Absent for unmeasured plans.
 */
export const estimateRolesAtom = atom((get): readonly EstimateRole[] | undefined => {
  const insight = get(insightAtom)
  if (insight?.plan.source.measured !== true) return undefined
  const { estimateStarts } = insight
  const roles = new Array<EstimateRole>(insight.frame.nodes.length).fill('right')
  for (const start of estimateStarts.starts) {
    for (const above of inheritorsOf(estimateStarts, start)) roles[above] = 'inherits'
  }
  // A step may be wrong by itself and because of another one: the first says more.
  for (const start of estimateStarts.starts) roles[start] = 'starts'
  return roles
})
