import type { Finding } from '../../core/advisor/model'
import type { PlanNode } from '../../core/plan/model'
import { isProblem, type NodeBadge } from './badges'
import type { FlatPlan } from './flat-plan'
import type { HeatCell } from './heat'
import { nodeDetail, nodeTitle } from './node-text'

/** Stops of "next problem": nodes that findings name or that carry a problem badge, the hottest first. */
export function problemNodes(
  flat: FlatPlan,
  badges: readonly (readonly NodeBadge[])[],
  heat: readonly (HeatCell | undefined)[],
  findings: readonly Pick<Finding, 'nodes' | 'severity'>[],
): readonly number[] {
  const named = new Set(findings.filter((one) => one.severity !== 'hint').flatMap((one) => one.nodes))
  const stops: number[] = []
  const weights = new Float64Array(flat.nodes.length)
  flat.nodes.forEach((node, at) => {
    if ((named.size === 0 || !named.has(node.id)) && !badges[at]?.some(isProblem)) return
    stops.push(at)
    weights[at] = heat[at]?.weight ?? 0
  })
  return stops.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
}

/** What a search looks at in a node: its name, what it reads, its conditions. */
export function searchWords(node: PlanNode | undefined): string {
  if (!node) return ''
  return [nodeTitle(node), node.label, nodeDetail(node) ?? '', ...node.conditions.map((one) => one.text)].join(' ')
}

/** Nodes whose words contain what was typed, in the order of the plan. Case does not matter. */
export function foundNodes(flat: FlatPlan, typed: string, wordsOf: (at: number) => string): readonly number[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  return flat.nodes.flatMap((_, at) => (wordsOf(at).toLowerCase().includes(wanted) ? [at] : []))
}

/** The stop after the one where we are; the first one from anywhere else. */
export function nextStop(stops: readonly number[], from: number | undefined, step: 1 | -1 = 1): number | undefined {
  if (stops.length === 0) return undefined
  const here = from === undefined ? -1 : stops.indexOf(from)
  if (here === -1) return step === 1 ? stops[0] : stops.at(-1)
  return stops[(here + step + stops.length) % stops.length]
}
