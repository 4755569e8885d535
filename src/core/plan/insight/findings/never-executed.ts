import type { PlanNode } from '../../model'
import type { PlanInsight } from '../plan-insight'
import { plural, tableOf } from '../words'
import { nodeEvidence, type PlanRule } from './rule'

/** More names than this are counted. */
const mostNames = 3

export const neverExecuted: PlanRule = {
  name: 'never-executed',
  doc: 'The server planned steps that did not run, because nothing reached them. Their time and rows are unknown, not zero: with other values they may cost something.',
  check(insight) {
    const tops = skipped(insight)
    const [first] = tops
    if (first === undefined) return []
    const names = [...new Set(tops.flatMap((node) => tablesBelow(insight, node)))]
    const shown = names.slice(0, mostNames).map((name) => `\`${name}\``)
    const more = names.length - shown.length
    const list = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    return [
      {
        rule: neverExecuted.name,
        severity: 'hint' as const,
        title:
          names.length === 0
            ? `${plural(tops.length, 'step')} of the plan never ran`
            : `${list} ${names.length === 1 ? 'was' : 'were'} planned and not read${tops.length > names.length ? ' there' : ''}`,
        explanation:
          'Nothing reached these steps in this run. With other values they may run, and then they cost what this plan does not show.',
        nodes: tops.map((node) => node.id),
        evidence: tops.slice(0, mostNames).map((node) => nodeEvidence(node, 'never executed', 0, 'loops')),
        confidence: 'measured' as const,
        savableFraction: 0,
        advice: [],
      },
    ]
  },
}

/** The topmost steps that never ran. */
function skipped({ frame }: PlanInsight): readonly PlanNode[] {
  return frame.nodes.filter((node, at) => {
    const parent = frame.nodes[frame.parent[at] ?? -1]
    return node.actual?.neverExecuted === true && parent?.actual?.neverExecuted !== true
  })
}

/** Tables that were not read at all: one that is read elsewhere in the plan too is not among them. */
function tablesBelow({ flow }: PlanInsight, top: PlanNode): readonly string[] {
  const read = new Set(
    flow.tables.filter((one) => one.node.actual?.neverExecuted !== true).map((one) => tableOf(one.node)),
  )
  return flow.tables.flatMap(({ nodeId, node }) => {
    const name = tableOf(node)
    const isBelow = nodeId === top.id || nodeId.startsWith(`${top.id}.`)
    return isBelow && name !== undefined && !read.has(name) ? [name] : []
  })
}
