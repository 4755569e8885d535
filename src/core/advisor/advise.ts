import { type AdviceFacts, missing } from './facts'
import { helpsStatement } from './helps'
import { mergeFindings } from './merge'
import type { Finding } from './model'
import { nothingToSay } from './nothing'
import { ranked } from './rank'
import { rules } from './rules/index'
import { type AdviceSettings, activeRules } from './settings'

export interface AdviceReport {
  /** The one thing to do first stands first. */
  readonly findings: readonly Finding[]
  /** Rules that could not be asked, and what they would need. */
  readonly notChecked: readonly { readonly rule: string; readonly title: string; readonly because: string }[]
  /** Why nothing helps this statement, in one sentence; absent when something does. */
  readonly nothing?: string
}

/**
 * Asks every rule of the statement's family that is on and whose facts are there.
 * @throws SargableError `bad-request` for settings that name no rule
 */
export function advise(facts: AdviceFacts, settings?: AdviceSettings): AdviceReport {
  const found: Finding[] = []
  const notChecked: { rule: string; title: string; because: string }[] = []
  for (const { rule, limits } of activeRules(rules, settings)) {
    if (!rule.families.includes(facts.family)) continue
    const because = missing(facts, rule.needs)
    if (because === undefined) found.push(...rule.check(facts, limits))
    else notChecked.push({ rule: rule.id, title: rule.title, because })
  }
  const findings = ranked(mergeFindings(ranked(found)))
  return { findings, notChecked, ...(!findings.some(helpsStatement) && { nothing: nothingToSay(facts) }) }
}
