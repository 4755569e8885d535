import { atom } from 'jotai'
import type { NodeId, Plan, PlanNode } from '../../core/plan/model'
import { heatMetricAtom, resultAtom, type Selection, selectionAtom, shownPlanAtom } from '../state/atoms'
import { badgesOf } from './badges'
import { cutShort } from './cut-short'
import { type FlatMetrics, flattenMetrics, flattenPlan } from './flat-plan'
import { heatOf, offeredMetrics, usableMetric } from './heat'
import { nodeDetail, nodeTitle } from './node-text'
import { foundNodes, problemNodes } from './problems'

/** State of the plan views and what they derive from the shown plan, worked out once for all of them. */

/** The shown plan as preorder arrays. */
export const flatPlanAtom = atom((get) => {
  const shown = get(shownPlanAtom)
  return shown && flattenPlan(shown.plan.root)
})

/** Derived numbers of each node, at its index in the flat plan. */
export const flatMetricsAtom = atom((get): FlatMetrics => {
  const shown = get(shownPlanAtom)
  const flat = get(flatPlanAtom)
  return shown && flat ? flattenMetrics(flat, shown.metrics) : []
})

/** Metrics that this plan has numbers for. */
const offeredMetricsAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  return flat ? offeredMetrics(flat, get(flatMetricsAtom)) : []
})

/** Nodes that a limit above may have stopped early. */
export const cutShortAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  return flat ? cutShort(flat) : []
})

/** The metric that colours the plan, and each node's cell. */
export const heatAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const offered = get(offeredMetricsAtom)
  const metric = usableMetric(get(heatMetricAtom), offered)
  return { metric, offered, cells: flat ? heatOf(metric, flat, get(flatMetricsAtom), get(cutShortAtom)) : [] }
})

/** Plans of the result; more than one when a text held several or a server gave several formats. */
export const plansAtom = atom((get) => {
  const result = get(resultAtom)
  if (result.state === 'analysis') return result.analysis.plans
  return result.state === 'plan' ? result.document.plans : []
})

/** Badges of each node, at its index in the flat plan. */
export const badgesAtom = atom((get) => {
  const metrics = get(flatMetricsAtom)
  const cut = get(cutShortAtom)
  return get(flatPlanAtom)?.nodes.map((node, at) => badgesOf(node, metrics[at], cut[at])) ?? []
})

/** Stops of "next problem", the hottest first. */
export const problemStopsAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const result = get(resultAtom)
  if (!flat) return []
  const ofFirst = result.state === 'analysis' && get(selectionAtom).planIndex === 0
  return problemNodes(flat, get(badgesAtom), get(heatAtom).cells, ofFirst ? result.analysis.findings : [])
})

/** Index of the selected node in the flat plan. */
export const selectedAtom = atom((get) => {
  const { nodeId } = get(selectionAtom)
  return nodeId === undefined ? undefined : get(flatPlanAtom)?.indexOf.get(nodeId)
})

/** The linked selection of a node: its table in the statement and its piece of the plan's text light up with it. */
export function selectionOf(planIndex: number, node: PlanNode): Selection {
  return { planIndex, nodeId: node.id, sqlSpan: node.sqlSpan, planSpan: node.span }
}

/** Selects the node at an index of the flat plan. */
export const selectAtom = atom(undefined, (get, set, at: number) => {
  const node = get(flatPlanAtom)?.nodes[at]
  if (node) set(selectionAtom, selectionOf(get(selectionAtom).planIndex, node))
})

const nothingFolded: ReadonlySet<NodeId> = new Set<NodeId>()
const foldedAtom = atom<{ readonly plan: Plan | undefined; readonly ids: ReadonlySet<NodeId> }>({
  plan: undefined,
  ids: nothingFolded,
})

/** Nodes whose subtree is folded in the tree table; another plan starts unfolded, as its ids mean other nodes. */
export const collapsedAtom = atom(
  (get) => {
    const { plan, ids } = get(foldedAtom)
    return plan === get(shownPlanAtom)?.plan ? ids : nothingFolded
  },
  (get, set, ids: ReadonlySet<NodeId>) => set(foldedAtom, { plan: get(shownPlanAtom)?.plan, ids }),
)

/** What is searched for in the plan; undefined while the search field is closed. */
export const searchAtom = atom<string | undefined>(undefined)

/** Nodes that the search finds, in the order of the plan. */
export const foundAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const typed = get(searchAtom)
  if (!flat || typed === undefined) return []
  return foundNodes(flat, typed, (at) => {
    const node = flat.nodes[at]
    return node
      ? [nodeTitle(node), node.label, nodeDetail(node) ?? '', ...node.conditions.map((one) => one.text)].join(' ')
      : ''
  })
})

/** Title of the server's output that the text view shows; undefined: the classical one. */
export const textOutputAtom = atom<string | undefined>(undefined)
