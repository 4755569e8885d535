import type { PlanFrame } from '../frame'
import type { PlanInsight } from '../plan-insight'
import { plural, tableOf } from '../words'
import { nodeEvidence, type PlanRule } from './rule'

/** More names than this are counted. */
const mostNames = 3

export const neverExecuted: PlanRule = {
  name: 'never-executed',
  doc: 'The server planned steps that did not run, because nothing reached them. Their time and rows are unknown, not zero: with other values they may cost something.',
  check(insight) {
    const { frame } = insight
    const tops = skipped(frame)
    if (tops.length === 0) return []
    const names = [...new Set(tablesBelow(insight, tops))]
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
        nodes: tops.flatMap((at) => frame.nodes[at]?.id ?? []),
        evidence: tops
          .slice(0, mostNames)
          .flatMap((at) => frame.nodes[at] ?? [])
          .map((node) => nodeEvidence(node, 'never executed', 0, 'loops')),
        confidence: 'measured' as const,
        savableFraction: 0,
        advice: [],
      },
    ]
  },
}

/** Places of the topmost steps that never ran. */
function skipped({ nodes, parent }: PlanFrame): readonly number[] {
  const tops: number[] = []
  for (let at = 0; at < nodes.length; at++) {
    if (nodes[at]?.actual?.neverExecuted !== true) continue
    if (nodes[parent[at] ?? -1]?.actual?.neverExecuted !== true) tops.push(at)
  }
  return tops
}

/** Tables that were not read at all: one that is read elsewhere in the plan too is not among them. */
function tablesBelow({ flow, frame }: PlanInsight, tops: readonly number[]): readonly string[] {
  const read = new Set<string | undefined>()
  for (const { node } of flow.tables) if (node.actual?.neverExecuted !== true) read.add(tableOf(node))
  let next = 0
  return tops.flatMap((top) => {
    const names: string[] = []
    // Tops and tables both stand in the printed order, so each table is looked at once.
    for (; next < flow.tables.length; next++) {
      const table = flow.tables[next]
      if (table === undefined || table.at >= (frame.ends[top] ?? 0)) break
      const name = tableOf(table.node)
      if (table.at >= top && name !== undefined && !read.has(name)) names.push(name)
    }
    return names
  })
}
