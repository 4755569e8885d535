import type { Family } from '../engine'
import type { AdviceFacts } from './facts'
import type { Finding } from './model'

/**
 * What a rule may have to know. Without it the rule is not asked, and the report says so. work: what a run really read,
 * by the plan's actuals or by the server's counters.
 */
export const needs = ['statement', 'catalog', 'plan', 'actuals', 'trace', 'counters', 'work', 'statistics'] as const
export type Need = (typeof needs)[number]

export const ruleGroups = [
  'index shape',
  'index hygiene',
  'sargability',
  'rewrite',
  'hint',
  'setting',
  'statistics',
  'partition',
  'static check',
  'routine',
] as const
export type RuleGroup = (typeof ruleGroups)[number]

/** A number that decides whether a rule speaks; a project can set it. */
export interface Limit {
  readonly value: number
  /** In words, with its unit: "rows below which a table is too small for an index". */
  readonly about: string
}

/** The rule's page. Its statements are run by the tests: `bad` must fire, `better` must be silent. */
export interface RuleDoc {
  /** When it speaks, in one or two sentences. */
  readonly when: string
  readonly why: string
  /** Tables of the example, in SQL that every server of the rule's families takes. */
  readonly schema: string
  readonly bad: string
  /** The better statement; the same one where the remedy is an index, which `remedy` makes. */
  readonly better: string
  readonly remedy?: string
  /** When following it would be wrong; at least one. */
  readonly notWhen: readonly [string, ...string[]]
  /** The manual's section, or where it was measured. */
  readonly source: string
}

/** One rule = one file: when it speaks, its page, its limits. Rules never see each other. */
export interface Rule<Limits extends Readonly<Record<string, Limit>> = Readonly<Record<string, Limit>>> {
  /** Lower case with hyphens; the name of its file and of its page. */
  readonly id: string
  readonly title: string
  readonly group: RuleGroup
  readonly families: readonly Family[]
  readonly needs: readonly Need[]
  readonly limits: Limits
  readonly doc: RuleDoc
  check(facts: AdviceFacts, limits: Readonly<Record<keyof Limits, number>>): Iterable<Finding>
}

/** Keeps the names of a rule's limits known to its check. */
export function rule<const Limits extends Readonly<Record<string, Limit>>>(one: Rule<Limits>): Rule {
  return {
    ...one,
    check(facts, given) {
      const limits = Object.fromEntries(
        Object.entries(one.limits).map(([name, { value }]) => [name, given[name] ?? value]),
      )
      return one.check(facts, limits as Readonly<Record<keyof Limits, number>>)
    },
  }
}
