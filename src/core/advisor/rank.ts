import type { Finding } from './model'

const loudness: Readonly<Record<Finding['severity'], number>> = { problem: 2, warning: 1, hint: 0 }

/** How far a finding is believed; measured and proven ones whole. */
const trust: Readonly<Record<Finding['confidence'], number>> = {
  proven: 1,
  measured: 1,
  estimated: 0.7,
  structural: 0.5,
}

/** What a finding of unknown saving is taken to save, by its severity. */
const assumed: Readonly<Record<Finding['severity'], number>> = { problem: 0.5, warning: 0.2, hint: 0.05 }

/** The loudest first, then by saving × confidence, then those that can be tried; what is alike stays in its order. */
export function ranked(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (one, other) =>
      loudness[other.severity] - loudness[one.severity] ||
      weight(other) - weight(one) ||
      Math.min(other.advice.length, 1) - Math.min(one.advice.length, 1),
  )
}

function weight({ savableFraction, severity, confidence }: Finding): number {
  return (savableFraction ?? assumed[severity]) * trust[confidence]
}
