import type { Dialect } from '../../../core/engine'
import { type Fault, faultOf } from '../../../core/errors'
import type { PlanDocument } from '../../../core/plan/document'
import { attempt } from '../service'
import { practise, stopPractising } from './practise'

/** True for a text that is read in the page: JSON with nothing behind it. */
function readHere(text: string): boolean {
  return /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text.slice(-tailChars))
}

/** Blank ends of pasted texts are shorter. */
const tailChars = 1000

type Reader = typeof import('../../../core/plan/parse')
let loaded: Reader | undefined

async function reader(): Promise<Reader> {
  loaded ??= await import('../../../core/plan/parse')
  return loaded
}

/** Loads what reads a plan, and practises reading a long one, while the person looks at what was recognized. */
export function expectPlan(text: string): void {
  if (!readHere(text)) return
  const ready = reader().then((own) => {
    practise(text, (part) => {
      const outcome = readWith(own, part)
      return outcome.ok ? outcome.reply : undefined
    })
  })
  // Whoever reads meets a failure to load; until then it is nobody's.
  ready.catch(() => undefined)
}

type Outcome = { readonly ok: true; readonly reply: PlanDocument } | { readonly ok: false; readonly fault: Fault }

/** Reading a longer text takes so long that the page first says that it does. */
const readAtOnceChars = 100_000_000

/**
 * The plan of a pasted text that this page can read without waiting for anything: JSON, when its reader is loaded. Who
 * draws it then opens the tab with its plan in it, in one go, and not an empty one first. Undefined for other texts,
 * which `readPlan` reads.
 */
export function readPlanAtOnce(text: string): Outcome | undefined {
  stopPractising()
  return loaded && text.length <= readAtOnceChars && readHere(text) ? readWith(loaded, text) : undefined
}

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
    return readWith(await reader(), text)
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) }
  }
}

function readWith({ parsePlans }: Reader, text: string): Outcome {
  try {
    return { ok: true, reply: parsePlans(text, {}) }
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) }
  }
}
