import type { Finding } from '../../../advisor/model'
import type { PlanInsight } from '../plan-insight'
import { type Spill, spillOf } from '../spills'
import { rowsText, stepText } from '../words'
import { nodeEvidence, type PlanRule, severityOf, timeShare } from './rule'

export const spillToDisk: PlanRule = {
  name: 'spill-to-disk',
  doc: 'A sort, hash, aggregate or store did not fit into its memory and used temporary files. Only where the server says so.',
  check(insight) {
    const found: Finding[] = []
    insight.frame.nodes.forEach((node, at) => {
      const spill = spillOf(node)
      if (spill !== undefined) found.push(finding(insight, spill, at))
    })
    return found
  },
}

function finding(insight: PlanInsight, { node, words }: Spill, at: number): Finding {
  const share = timeShare(insight, [at])
  const rows = insight.frame.out[at]
  const setting = insight.plan.source.format.startsWith('postgres') ? 'work_mem' : 'sort_buffer_size'
  return {
    rule: spillToDisk.name,
    severity: severityOf(insight, share),
    title: `${stepText(node).replace(/^the /, 'The ')} does not fit into memory`,
    explanation: `It wrote to temporary files${rows === undefined ? '' : ` for ${rowsText(rows)}`}: the server says "${words}". The memory that it may use is set by \`${setting}\`.`,
    nodes: [node.id],
    evidence: [nodeEvidence(node, words)],
    confidence: 'measured',
    ...(share === undefined ? {} : { savableFraction: share }),
    advice: [],
  }
}
