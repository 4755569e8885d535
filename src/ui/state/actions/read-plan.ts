import type { Dialect } from '../../../core/engine'
import { type Fault, faultOf } from '../../../core/errors'
import type { PlanDocument } from '../../../core/plan/document'
import { attempt } from '../service'

type Outcome = { readonly ok: true; readonly reply: PlanDocument } | { readonly ok: false; readonly fault: Fault }

/**
 * Reads a pasted plan. A JSON text holds nothing but plans and may be of many megabytes: it is read here, in the page,
 * because sending it and its document over the wire costs more than reading it. Other texts may hold a statement or
 * definitions beside the plan, which take the service's grammars.
 */
export async function readPlan(text: string, dialect: Dialect | undefined, signal: AbortSignal): Promise<Outcome> {
  if (!/^\s*[[{]/.test(text)) return attempt('plan.parse', { text, ...(dialect ? { dialect } : {}) }, { signal })
  const { parsePlans } = await import('../../../core/plan/parse')
  try {
    return { ok: true, reply: parsePlans(text, {}) }
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) }
  }
}
