import type { Finding } from '../../advisor/model'
import { planRules } from './findings'
import type { PlanInsight } from './plan-insight'

export interface PlanFindings {
  /** The loudest first, then by what fixing them can save. */
  readonly findings: readonly Finding[]
  /** Findings that were left out because something at their steps was not understood. */
  readonly withheld: number
}

const loudness: readonly Finding['severity'][] = ['problem', 'warning', 'hint']

const found = new WeakMap<PlanInsight, PlanFindings>()

/**
 * What the plan itself shows, looked for once. Nothing is said about a step in whose words something was not
 * understood.
 */
export function planFindingsOf(insight: PlanInsight): PlanFindings {
  const known = found.get(insight) ?? lookedFor(insight)
  found.set(insight, known)
  return known
}

function lookedFor(insight: PlanInsight): PlanFindings {
  const all = planRules.flatMap((rule) => rule.check(insight))
  const { unclear } = insight.coverage
  const findings = all.filter((finding) => !finding.nodes.some((id) => unclear.has(id)))
  return { findings: byLoudness(findings), withheld: all.length - findings.length }
}

/** The loudest first, then by what fixing them can save; what saves as much stays in its order. */
export function byLoudness(findings: readonly Finding[]): readonly Finding[] {
  const order = (a: Finding, b: Finding) =>
    loudness.indexOf(a.severity) - loudness.indexOf(b.severity) || (b.savableFraction ?? 0) - (a.savableFraction ?? 0)
  return [...findings].sort(order)
}
