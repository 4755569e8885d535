import { planOfText } from '../../core/plan/diff/diff-texts'
import type { PlanDiffDocument } from '../../core/plan/diff/model'
import { diffText } from '../../core/plan/diff/text'

/** The difference for a terminal: the sentence, then both plans as one tree with marks. */
export function planDiffText(document: PlanDiffDocument, a: string, b: string): string {
  return diffText(planOfText(a, {}), planOfText(b, {}), document)
}
