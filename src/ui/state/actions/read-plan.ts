import type { Dialect } from '../../../core/engine'
import { type Fault, faultOf } from '../../../core/errors'
import type { PlanDocument } from '../../../core/plan/document'
import { attempt } from '../service'

/** True for a text that is read in the page: JSON with nothing behind it. */
function readHere(text: string): boolean {
  return /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text.slice(-tailChars))
}

/** Blank ends of pasted texts are shorter. */
const tailChars = 1000

function reader() {
  return import('../../../core/plan/parse')
}

/** Loads what reads a plan while the person looks at what was recognized. */
export function expectPlan(text: string): void {
  // Whoever reads meets a failure to load; until then it is nobody's.
  if (readHere(text)) reader().catch(() => undefined)
}

type Outcome = { readonly ok: true; readonly reply: PlanDocument } | { readonly ok: false; readonly fault: Fault }

/**
 * Reads a pasted plan. A JSON text holds nothing but plans and may be of many megabytes: it is read here, in the page,
 * because sending it and its document over the wire costs more than reading it. Nor does it go to a worker of the page:
 * handing over the text and taking back the tree of 20,000 nodes keeps this thread busy more than half as long as
 * reading does, and the plan comes twice as late. Other texts may hold a statement or definitions beside the plan,
 * which take the service's grammars.
 */
export async function readPlan(text: string, dialect: Dialect | undefined, signal: AbortSignal): Promise<Outcome> {
  if (!readHere(text)) return attempt('plan.parse', { text, ...(dialect ? { dialect } : {}) }, { signal })
  try {
    const { parsePlans } = await reader()
    return { ok: true, reply: parsePlans(text, {}) }
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) }
  }
}
