import type { PlanDocument } from '../../core/plan/document'
import type { Selection } from './atoms'

/** The node that a plan's verdict speaks of; the verdict is worked out when it is asked for. */
export function verdictSelection({ verdict }: Pick<PlanDocument, 'verdict'>): Selection {
  const nodeId = verdict.facts.find((fact) => fact.nodeId !== undefined)?.nodeId
  return nodeId === undefined ? { planIndex: 0 } : { planIndex: 0, nodeId }
}
