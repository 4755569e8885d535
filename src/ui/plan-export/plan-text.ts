import type { KeyUse } from '../../core/keyparts/model'
import type { Plan } from '../../core/plan/model'
import { outline } from '../../core/plan/outline'

/** The plan as indented text with one line of facts above it; the notation of the command line. */
export function planAsText(plan: Plan, keyUse: readonly KeyUse[], facts: readonly string[]): string {
  return `-- ${facts.join(' · ').replace(/\s+/g, ' ')}\n${outline(plan, keyUse)}\n`
}
