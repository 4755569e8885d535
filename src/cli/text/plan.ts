import type { PlanDocument } from '../../core/plan/document'
import { planFindingsOf } from '../../core/plan/insight/plan-findings'
import { insightOf } from '../../core/plan/insight/plan-insight'
import { outline } from '../../core/plan/outline'
import { lineAndColumn } from '../../core/text-span'
import { keyUseLines } from './analysis'
import { findingLines, rowFlowLines } from './plan-insight'

/** Pasted plans for a terminal: the sentence, each plan with where its rows go and what it shows, and what was not understood with its place. */
export function planText(document: PlanDocument, source: string): string {
  const plans = document.plans.map((plan, index) => {
    const uses = (document.keyUse ?? []).filter((use) => use.planIndex === index)
    const notes = plan.notes.map((note) => {
      const { line, column } = lineAndColumn(source, note.span.start)
      return `not understood: ${note.message} (line ${line}, column ${column})`
    })
    const insight = insightOf({ plan, metrics: document.metrics[index] ?? {} })
    const { findings } = planFindingsOf(insight)
    return [
      plan.source.format,
      outline(plan, uses).trimEnd(),
      ...keyUseLines(uses),
      ...rowFlowLines(insight),
      ...findingLines(findings, insight),
      ...notes,
    ].join('\n')
  })
  return `${[document.verdict.text, ...plans].join('\n\n')}\n`
}
