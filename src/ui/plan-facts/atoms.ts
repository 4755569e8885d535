import { atom } from 'jotai'
import { countedRows } from '../../core/analysis/verdict'
import { planFindingsOf } from '../../core/plan/insight/plan-findings'
import { insightOf } from '../../core/plan/insight/plan-insight'
import { statisticsOf } from '../../core/plan/insight/statistics'
import { tableRowsIn } from '../../core/plan/insight/table-rows'
import type { NodeId, PlanNode } from '../../core/plan/model'
import type { EstimateRole } from '../plan/badges'
import { resultAtom, shownPlanAtom } from '../state/atoms'

/** What the shown plan says by itself. */
export const insightAtom = atom((get) => {
  const shown = get(shownPlanAtom)
  if (!shown) return undefined
  const result = get(resultAtom)
  return insightOf({
    plan: shown.plan,
    metrics: shown.metrics,
    tableRows: tableRowsIn(shown.catalog),
    returned: countedRows(result.state === 'analysis' ? result.analysis.counters : undefined),
  })
})

/** What it shows, the loudest first; of any plan of a result, also of those that the document says nothing about. */
export const planFindingsAtom = atom((get) => {
  const insight = get(insightAtom)
  return insight && planFindingsOf(insight)
})

/** Its steps by table, by index and by kind. */
export const statisticsAtom = atom((get) => {
  const insight = get(insightAtom)
  return insight && statisticsOf(insight.frame, insight.flow.tables)
})

/** Where estimates go wrong in the shown plan, and the steps that are wrong because of it; absent for unmeasured plans. */
export const estimateRolesAtom = atom((get): ReadonlyMap<NodeId, EstimateRole> | undefined => {
  if (get(shownPlanAtom)?.plan.source.measured !== true) return undefined
  const roles = new Map<NodeId, EstimateRole>()
  for (const error of get(insightAtom)?.errors ?? []) {
    for (const id of error.inheritedBy) if (!roles.has(id)) roles.set(id, 'inherits')
    roles.set(error.nodeId, 'starts')
  }
  return roles
})

/** The role of a node; in a plan that was looked into, nodes without one were estimated right. */
export function roleIn(roles: ReadonlyMap<NodeId, EstimateRole> | undefined, node: PlanNode): EstimateRole | undefined {
  return roles && (roles.get(node.id) ?? 'right')
}
