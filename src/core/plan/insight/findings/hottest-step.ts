import { exhausted } from '../../../errors'
import type { Hottest } from '../hottest'
import type { PlanInsight } from '../plan-insight'
import { whyHot } from '../why-hot'
import { amount, duration, percent, plural, stepText, wholeNumber } from '../words'
import { isFast, nodeEvidence, type PlanRule, severityOf } from './rule'

/** A step with less than this is one of many. */
const leastShare = 0.3

export const hottestStep: PlanRule = {
  name: 'hottest-step',
  doc: 'One step of several takes 30 % of the work or more: of the measured time, else of the rows examined, else of the cost. Silent in plans of one step and in fast statements.',
  check(insight) {
    const { hottest, frame } = insight
    if (isFast(insight)) return []
    if (hottest === undefined || hottest.share < leastShare || stepsWithNumbers(insight, hottest) < 2) return []
    const why = whyHot(frame, hottest, insight.flow.tables)
    return [
      {
        rule: hottestStep.name,
        severity: hottest.basis === 'time' ? atMostWarning(severityOf(insight, hottest.share)) : 'hint',
        title: `${percent(hottest.share)} of the ${basisWord(hottest)} is in ${stepText(hottest.node)}`,
        explanation: `${numbersOf(hottest)}${why === undefined ? '' : `: it ${why}`}.`,
        nodes: [hottest.nodeId],
        evidence: [nodeEvidence(hottest.node, numbersOf(hottest), hottest.share, `fraction of ${basisWord(hottest)}`)],
        confidence: hottest.measured ? 'measured' : 'estimated',
        savableFraction: hottest.share,
        advice: [],
      },
    ]
  },
}

/** That a step takes most of the time does not say that it can take less. */
function atMostWarning<Severity extends string>(severity: Severity): Severity | 'warning' {
  return severity === 'problem' ? 'warning' : severity
}

function stepsWithNumbers({ frame, flow }: PlanInsight, { basis }: Hottest): number {
  if (basis === 'rows') return flow.tables.length
  return frame.numbers.filter((own) => (basis === 'time' ? own?.selfMs : own?.selfCost) !== undefined).length
}

/** What the share is a share of. */
export function basisWord({ basis, measured }: Hottest): string {
  switch (basis) {
    case 'time':
      return 'time'
    case 'rows':
      return measured ? 'reading' : 'expected reading'
    case 'cost':
      return 'estimated cost'
    default:
      return exhausted(basis)
  }
}

function numbersOf({ basis, value, total, measured }: Hottest): string {
  switch (basis) {
    case 'time':
      return `${duration(value)} of ${duration(total)}`
    case 'rows':
      return `${amount({ rows: value, measured })} of ${plural(total, 'row')} read`
    case 'cost':
      return `Cost ${wholeNumber(value)} of ${wholeNumber(total)}`
    default:
      return exhausted(basis)
  }
}
