import type { Finding } from '../../../advisor/model'
import type { PlanInsight } from '../plan-insight'
import { duration, percent, stepText, wholeNumber } from '../words'
import { nodeEvidence, type PlanRule, severityOf, timeShare } from './rule'

/** Fewer loops are what nested loops are good at. */
const leastLoops = 1000
/** Part of the work that has to be in the loops. */
const leastShare = 0.3

export const manyLoops: PlanRule = {
  name: 'many-loops',
  doc: 'A step runs 1,000 times or more, once for each row of another one, and everything that is repeated takes 30 % of the work or more. Told at the topmost step that is repeated.',
  check: (insight) => {
    const found: Finding[] = []
    let end = -1
    const { loops, ends } = insight.frame
    for (let at = 0; at < loops.length; at++) {
      // Steps below one that was told are repeated for the same reason.
      if (at < end || (loops[at]?.rows ?? 0) < leastLoops) continue
      const finding = loopsAt(insight, at)
      if (finding === undefined) continue
      found.push(finding)
      end = ends[at] ?? at + 1
    }
    return found
  },
}

function loopsAt(insight: PlanInsight, at: number): Finding | undefined {
  const { frame } = insight
  const node = frame.nodes[at]
  const loops = frame.loops[at]
  const above = frame.loops[frame.parent[at] ?? -1]
  if (node === undefined || loops === undefined || above === undefined || at === 0) return undefined
  if (loops.rows < 2 * above.rows) return undefined
  const end = frame.ends[at] ?? at + 1
  const time = timeShare(insight, placesBetween(at, end))
  const share = time ?? readShare(insight, at, end)
  if (share === undefined || share < leastShare) return undefined
  let ms = 0
  for (let below = at; below < end; below++) ms += frame.numbers[below]?.selfMs ?? 0
  const each = time === undefined ? '' : `, ${duration(ms / loops.rows)} each`
  const what = time === undefined ? 'rows read' : 'time'
  const count = `${loops.measured ? '' : 'about '}${wholeNumber(loops.rows)}`
  return {
    rule: manyLoops.name,
    severity: severityOf(insight, share),
    title: `${stepText(node).replace(/^the /, 'The ')} ${loops.measured ? 'runs' : 'is expected to run'} ${count} times`,
    explanation: `It ${loops.measured ? 'ran' : 'is expected to run'} ${count} times${each}: ${percent(share)} of the ${what} ${time === undefined ? 'are' : 'is'} in what is repeated.`,
    nodes: [node.id],
    evidence: [
      nodeEvidence(node, `${count} loops`, loops.rows, 'loops'),
      nodeEvidence(node, `${percent(share)} of the ${what}`, share, `fraction of ${what}`),
    ],
    confidence: loops.measured ? 'measured' : 'estimated',
    savableFraction: share,
    advice: [],
  }
}

function* placesBetween(from: number, to: number): Generator<number> {
  for (let at = from; at < to; at++) yield at
}

function readShare({ flow, totalRead }: PlanInsight, from: number, to: number): number | undefined {
  if (totalRead === undefined || totalRead.rows === 0) return undefined
  let rows = 0
  for (const { at, read } of flow.tables) if (at >= from && at < to) rows += read?.rows ?? 0
  return rows / totalRead.rows
}
