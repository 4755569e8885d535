import { analysisSchema } from '../../analysis/model'
import { fault, SargableError } from '../../errors'
import { planDocumentSchema } from '../document'
import type { PlanContext } from '../format'
import type { Plan } from '../model'
import { readPlans } from '../read'
import { diffPlans } from './diff-plans'
import type { PlanDiffDocument } from './model'

/**
 * The first plan of a text: EXPLAIN output in any format, or a `plan` or `analysis` document that `--json` printed.
 * @throws SargableError `unreadable-plan` when there is none
 */
export function planOfText(text: string, context: PlanContext): Plan {
  if (/^\s*\{\s*"sargable"\s*:/.test(text)) {
    const plan = planOfDocument(text)
    if (plan) return plan
  }
  const [plan] = readPlans(text, context)
  if (!plan) throw fault('unreadable-plan', 'There is no plan in this text.')
  return plan
}

function planOfDocument(text: string): Plan | undefined {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (thrown) {
    throw fault('unreadable-plan', `This document is not whole: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
  for (const schema of [planDocumentSchema, analysisSchema]) {
    const checked = schema.safeParse(document)
    if (checked.success) return checked.data.plans[0]
  }
  return undefined
}

/**
 * The difference of the first plans of two texts as a document.
 * @throws SargableError `unreadable-plan`; its message says which of the two texts it is about
 */
export function diffTexts(a: string, b: string, context: PlanContext): PlanDiffDocument {
  const planA = named('A', () => planOfText(a, context))
  const planB = named('B', () => planOfText(b, context))
  return { sargable: 1, kind: 'planDiff', ...diffPlans({ plan: planA }, { plan: planB }) }
}

function named<Value>(name: string, read: () => Value): Value {
  try {
    return read()
  } catch (thrown) {
    if (!(thrown instanceof SargableError)) throw thrown
    throw new SargableError({ ...thrown.fault, message: `Plan ${name}: ${thrown.fault.message}` })
  }
}
