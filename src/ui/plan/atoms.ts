import { atom } from 'jotai'
import type { Finding } from '../../core/advisor/model'
import { cutShort } from '../../core/plan/insight/cut-short'
import { metricsInOrder, numbersOf } from '../../core/plan/metrics'
import type { Plan, PlanNode } from '../../core/plan/model'
import { estimateRolesAtom } from '../plan-facts/atoms'
import { heatMetricAtom, resultAtom, type Selection, selectionAtom, shownPlanAtom } from '../state/atoms'
import { alikeSiblings } from './alike-siblings'
import { badgesOf } from './badges'
import { diagramOf } from './diagram-geometry'
import { type FlatMetrics, flattenPlan } from './flat-plan'
import { cardTree, type Fold, nothingFolded, reaching } from './folding'
import { heatOf, offeredMetrics, usableMetric, weightsOf } from './heat'
import { hottest, openingFold } from './opening-fold'
import { foundNodes, problemNodes, searchWords } from './problems'

/** State of the plan views and what they derive from the shown plan, worked out once for all of them. */

/** The shown plan as preorder arrays. */
export const flatPlanAtom = atom((get) => {
  const shown = get(shownPlanAtom)
  return shown && flattenPlan(shown.plan.root)
})

/** Derived numbers of each node, at its index in the flat plan. */
export const flatMetricsAtom = atom((get): FlatMetrics => {
  const shown = get(shownPlanAtom)
  if (!shown) return []
  // What was read in this page has its numbers by place; those by id, which came with it, are another form of them.
  return get(resultAtom).state === 'plan' ? numbersOf(shown.plan) : metricsInOrder(shown.plan, shown.metrics)
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

/** Heat of each node under the metric that says most about this plan, whichever one is chosen. */
const chiefHeatAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const metric = get(offeredMetricsAtom)[0]
  if (!flat || metric === undefined) return undefined
  return { metric, cells: heatOf(metric, flat, get(flatMetricsAtom), get(cutShortAtom)) }
})

/** The metric that colours the plan, and each node's cell. */
export const heatAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const offered = get(offeredMetricsAtom)
  const metric = usableMetric(get(heatMetricAtom), offered)
  const chief = get(chiefHeatAtom)
  if (chief?.metric === metric) return { metric, offered, cells: chief.cells }
  return { metric, offered, cells: flat ? heatOf(metric, flat, get(flatMetricsAtom), get(cutShortAtom)) : [] }
})

/** Index of the hottest node under the chosen metric. */
export const hottestAtom = atom((get) => {
  const { cells } = get(heatAtom)
  return hottest(weightsOf(cells, cells.length))
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
  const roles = get(estimateRolesAtom)
  const format = get(shownPlanAtom)?.plan.source.format
  return get(flatPlanAtom)?.nodes.map((node, at) => badgesOf(node, metrics[at], cut[at], roles?.[at], format)) ?? []
})

/** What advice says about the shown plan. Findings speak of the first plan of a result. */
const findingsAtom = atom((get) => {
  const result = get(resultAtom)
  return result.state === 'analysis' && get(shownPlanAtom)?.plan === result.analysis.plans[0]
    ? result.analysis.findings
    : noFindings
})
const noFindings: readonly Finding[] = []

/** Stops of "next problem" in the order of the chief heat, which decides what a plan opens with. */
const chiefStopsAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  return flat ? problemNodes(flat, get(badgesAtom), get(chiefHeatAtom)?.cells ?? [], get(findingsAtom)) : []
})

/** Stops of "next problem", the hottest first. */
export const problemStopsAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const { cells, metric } = get(heatAtom)
  if (!flat || metric === get(chiefHeatAtom)?.metric) return get(chiefStopsAtom)
  return problemNodes(flat, get(badgesAtom), cells, get(findingsAtom))
})

/** Index of the selected node in the flat plan. */
export const selectedAtom = atom((get) => {
  const { nodeId } = get(selectionAtom)
  return nodeId === undefined ? undefined : get(flatPlanAtom)?.indexOf.get(nodeId)
})

/** The piece of the plan's text that the selection is about: its own place, or that of its node. */
export const planSpanAtom = atom((get) => {
  const at = get(selectedAtom)
  return get(selectionAtom).planSpan ?? (at === undefined ? undefined : get(flatPlanAtom)?.nodes[at]?.span)
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

/** Siblings that can stand as one card. */
export const alikeAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  return flat ? alikeSiblings(flat) : { groupOf: new Int32Array(0), groups: [] }
})

/** What a plan opens with: small ones whole, of big ones what matters. Another heat metric changes nothing of it. */
export const openingFoldAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  if (!flat) return nothingFolded
  const cells = get(chiefHeatAtom)?.cells ?? []
  return openingFold(flat, get(alikeAtom), weightsOf(cells, flat.nodes.length), get(chiefStopsAtom))
})

const chosenFoldAtom = atom<{ readonly plan: Plan; readonly fold: Fold } | undefined>(undefined)

/** What is folded in diagram and tree table; another plan starts with its own opening, as its ids mean other nodes. */
export const foldAtom = atom(
  (get) => {
    const chosen = get(chosenFoldAtom)
    return chosen && chosen.plan === get(shownPlanAtom)?.plan ? chosen.fold : get(openingFoldAtom)
  },
  (get, set, fold: Fold) => {
    const shown = get(shownPlanAtom)
    if (shown) set(chosenFoldAtom, { plan: shown.plan, fold })
  },
)

/** The cards that a plan opens with. */
const openingTreeAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  return flat && cardTree(flat, get(alikeAtom), get(openingFoldAtom))
})

/** The cards of the diagram under the fold. */
export const cardTreeAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const fold = get(foldAtom)
  return fold === get(openingFoldAtom) ? get(openingTreeAtom) : flat && cardTree(flat, get(alikeAtom), fold)
})

/** The way the diagram grows: chosen for what it opens with, so that folding never turns the plan around. */
export const directionAtom = atom((get) => {
  const tree = get(openingTreeAtom)
  if (!tree) return 'down'
  return diagramOf(tree, new Uint8Array(tree.node.length)).direction
})

/** Opens what hides a node, and the stack that it is in. */
export const revealAtom = atom(undefined, (get, set, at: number) => {
  const flat = get(flatPlanAtom)
  if (!flat) return
  const fold = get(foldAtom)
  const open = reaching(flat, get(alikeAtom), fold, at)
  if (open !== fold) set(foldAtom, open)
})

/** What is searched for in the plan; undefined while the search field is closed. */
export const searchAtom = atom<string | undefined>(undefined)

const hitsAtom = atom<readonly number[] | undefined>(undefined)
/** Lines of the shown raw text that the search finds; undefined in views that show nodes. New ones start before the first. */
export const textHitsAtom = atom(
  (get) => get(hitsAtom),
  (_get, set, hits: readonly number[] | undefined) => {
    set(hitsAtom, hits)
    set(textHitAtom, undefined)
  },
)
/** Which of them the search is at. */
export const textHitAtom = atom<number | undefined>(undefined)

/** Nodes that the search finds, in the order of the plan. */
export const foundAtom = atom((get) => {
  const flat = get(flatPlanAtom)
  const typed = get(searchAtom)
  if (!flat || typed === undefined) return []
  return foundNodes(flat, typed, (at) => searchWords(flat.nodes[at]))
})

/** Title of the server's output that the text view shows; undefined: the classical one. */
export const textOutputAtom = atom<string | undefined>(undefined)
