import type { Finding } from '../advisor/model'
import type { ConditionFault } from './condition-faults'

/** Names of the findings that conditions give by themselves, with or without an index for them. */
export const conditionRules = { impossible: 'impossible-condition', unsearchable: 'unsearchable-comparison' } as const

/** Faults of conditions as findings, the ones that let no row pass first. */
export function conditionFindings(faults: readonly ConditionFault[]): readonly Finding[] {
  const ranked = [...faults].sort((a, b) => Number(b.kind === 'impossible') - Number(a.kind === 'impossible'))
  return ranked.map((fault): Finding => {
    const { kind, nodeId, table, column, condition, text, evidence, sqlSpans } = fault
    return {
      rule: conditionRules[kind],
      severity: kind === 'impossible' ? 'problem' : 'warning',
      title:
        kind === 'impossible'
          ? `No row of \`${table}\` can pass \`${condition}\``
          : `\`${condition}\` keeps every index on \`${column}\` from being used`,
      explanation: text,
      nodes: [nodeId],
      evidence: [
        ...evidence.map((one) => ({ kind: 'node' as const, text: `${one.from}: ${one.text}`, nodeId })),
        ...sqlSpans.map((sqlSpan) => ({ kind: 'sql' as const, text: condition, nodeId, sqlSpan })),
      ],
      confidence: 'proven',
      advice: [],
    }
  })
}

/** Whether a finding is about a condition itself. */
export function isAboutCondition({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule === conditionRules.impossible || rule === conditionRules.unsearchable
}
