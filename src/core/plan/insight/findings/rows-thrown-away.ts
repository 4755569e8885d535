import type { Finding } from '../../../advisor/model'
import type { PlanInsight } from '../plan-insight'
import type { Removed, TableFlow } from '../table-flow'
import { amount, conditionsText, percent, rowsText, tableOf } from '../words'
import { nodeEvidence, type PlanRule, severityOf, timeShare } from './rule'

/** Fewer rows read for nothing than this are not worth a word. */
const leastRows = 1000
/** Part of what is read that has to be thrown away. */
const leastShare = 0.5

export const rowsThrownAway: PlanRule = {
  name: 'rows-thrown-away',
  doc: 'An access reads at least 1,000 rows and a condition that is checked afterwards drops half of them or more. Silent for what a join filter or a limit drops: there the rows were needed to find the match.',
  check: (insight) => insight.flow.tables.flatMap((table) => found(insight, table)),
}

function found(insight: PlanInsight, table: TableFlow): readonly Finding[] {
  const { read, node } = table
  const removed = largest(table.removed)
  if (read === undefined || removed?.rows === undefined || removed.rows.rows < leastRows) return []
  const share = removed.rows.rows / read.rows
  if (share < leastShare) return []
  const conditions = conditionsText(removed.conditions, node)
  const name = tableOf(node) ?? ''
  const filters = table.removed.filter((one) => one.by !== 'join-filter').map((one) => one.at)
  const work = timeShare(insight, new Set([table.at, ...filters]))
  const total = insight.totalRead?.rows
  const part = work ?? (total === undefined || total === 0 ? undefined : read.rows / total)
  const savable = part === undefined ? undefined : Math.min(1, part * share)
  const by = conditions === undefined ? 'a condition that this format does not print' : conditions
  const { measured } = read
  return [
    {
      rule: rowsThrownAway.name,
      severity: severityOf(insight, savable),
      title: `${percent(share)} of the rows read from \`${name}\` are thrown away`,
      explanation: `${measured ? 'Reads' : 'Expects to read'} ${rowsText(read)} of \`${name}\` and ${measured ? 'drops' : 'to drop'} ${amount(removed.rows)} of them by ${by}, after they were read.`,
      nodes: [...new Set([node.id, removed.nodeId])],
      evidence: [
        nodeEvidence(node, `${rowsText(read)} read`, read.rows, 'rows'),
        nodeEvidence(
          insight.frame.nodes[removed.at] ?? node,
          `${rowsText(removed.rows)} removed by ${by}`,
          removed.rows.rows,
          'rows',
        ),
      ],
      confidence: measured ? 'measured' : 'estimated',
      ...(savable === undefined ? {} : { savableFraction: savable }),
      advice: [],
    },
  ]
}

function largest(removed: readonly Removed[]): Removed | undefined {
  let most: Removed | undefined
  for (const one of removed) {
    if (one.by === 'join-filter' || one.rows === undefined) continue
    if (most?.rows === undefined || one.rows.rows > most.rows.rows) most = one
  }
  return most
}
