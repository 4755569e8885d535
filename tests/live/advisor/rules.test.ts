// Protects that no rule of advice goes without proof: for each there are statements of which it speaks and others of which it is silent, for real servers.
import { describe, expect, test } from 'vitest'
import { rules } from '../../../src/core/advisor/rules/index'
import { ruleCases } from './rule-cases'
import { casesOf } from './rule-run'

describe('there are cases', () => {
  test.each(rules.map((rule) => [rule.id, rule] as const))('of %s: two for it and two against', (id, rule) => {
    const given = casesOf(rule)
    if (!given) throw new Error(`No cases for ${id} in rule-cases.ts`)
    const all = [...given.cases, ...(given.worlds ?? []).flatMap((world) => world.cases)]
    // The page's own example is the first of each.
    const count = (fires: boolean) => 1 + all.filter((one) => one.fires === fires).length
    expect(count(true)).toBeGreaterThanOrEqual(2)
    expect(count(false)).toBeGreaterThanOrEqual(2)
  })
  test('of rules that there are', () => {
    expect(ruleCases.map(({ rule }) => rule).filter((id) => !rules.some((rule) => rule.id === id))).toEqual([])
  })
})
