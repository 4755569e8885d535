import { z } from 'zod'
import { fault } from '../errors'
import type { Rule } from './rule'

/** What a project says of the rules: `{"rules": {"index-unused": false, "covering-index": {"leastRows": 500}}}`. */
export const adviceSettingsSchema = z
  .object({
    rules: z
      .record(z.string(), z.union([z.boolean(), z.record(z.string(), z.number())]))
      .readonly()
      .optional(),
  })
  .readonly()
export type AdviceSettings = z.infer<typeof adviceSettingsSchema>

/** The rules that are on, with the limits that they go by. */
export interface ActiveRule {
  readonly rule: Rule
  readonly limits: Readonly<Record<string, number>>
}

/**
 * @throws SargableError `bad-request` for a rule or a limit that there is not: a project file that is misspelt must not
 * switch nothing off in silence
 */
export function activeRules(rules: readonly Rule[], { rules: said = {} }: AdviceSettings = {}): readonly ActiveRule[] {
  for (const [id, setting] of Object.entries(said)) {
    const known = rules.find((rule) => rule.id === id)
    if (!known) throw fault('bad-request', `There is no rule "${id}".`, { hint: '`sargable rules` lists them.' })
    if (typeof setting === 'boolean') continue
    const wrong = Object.keys(setting).find((name) => !(name in known.limits))
    if (wrong !== undefined) {
      const names = Object.keys(known.limits).join(', ')
      throw fault('bad-request', `The rule ${id} has no limit "${wrong}".`, { hint: `It has: ${names || 'none'}.` })
    }
  }
  return rules.flatMap((rule): readonly ActiveRule[] => {
    const setting = said[rule.id]
    if (setting === false) return []
    return [{ rule, limits: typeof setting === 'object' ? setting : {} }]
  })
}
