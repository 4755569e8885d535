import type { PlanDocument } from '../../core/plan/document'
import { outline } from '../../core/plan/outline'
import { lineAndColumn } from '../../core/text-span'
import { keyUseLines } from './analysis'

/** Pasted plans for a terminal: the sentence, each plan, and what was not understood with its place. */
export function planText(document: PlanDocument, source: string): string {
  const plans = document.plans.map((plan, index) => {
    const uses = (document.keyUse ?? []).filter((use) => use.planIndex === index)
    const notes = plan.notes.map((note) => {
      const { line, column } = lineAndColumn(source, note.span.start)
      return `not understood: ${note.message} (line ${line}, column ${column})`
    })
    return [plan.source.format, outline(plan, uses).trimEnd(), ...keyUseLines(uses), ...notes].join('\n')
  })
  return `${[document.verdict.text, ...plans].join('\n\n')}\n`
}
