import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rule } from '../../../src/core/advisor/rule'
import { rules } from '../../../src/core/advisor/rules/index'
import { mysqlServers, postgresServers } from '../../kit/servers'
import type { RuleCase, RuleCases } from './rule-case'
import { ruleCases } from './rule-cases'
import { familyOf, RuleServer } from './rule-worlds'

export function casesOf({ id }: Rule): RuleCases | undefined {
  return ruleCases.find(({ rule }) => rule === id)
}

/** The tests of every rule of a server's family: its page's example before and after the remedy, and its further cases. */
export function testRulesOn(id: string): void {
  const server = [...mysqlServers, ...postgresServers].find((one) => one.id === id)
  if (!server) {
    test.skip(`${id} is not here`)
    return
  }
  const own = new RuleServer(server)
  beforeAll(() => own.open())
  afterAll(() => own.close())

  const here = (one: { readonly servers?: readonly string[] }) => one.servers?.includes(id) ?? true
  const spoken = rules.filter((rule) => rule.families.includes(familyOf(server)))
  describe.each(spoken.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
    const given = casesOf(rule)
    if (!given || !here(given)) {
      test.skip('has nothing to say here')
      return
    }
    const { cases, worlds = [], limits, counts = false, use = [] } = given
    const fill = (server.kind === 'pg' ? given.postgresFill : undefined) ?? given.fill
    const check = (one: RuleCase) => async () => {
      const found = await own.asked(rule, { ...one, limits: { ...limits, ...one.limits } }, counts)
      const titles = found.map(({ title }) => title)
      if (one.fires) expect(titles).not.toEqual([])
      else expect(titles).toEqual([])
      if (one.index) expect(found[0]?.advice[0]?.index?.parts).toEqual(one.index)
    }
    const asked = (list: readonly RuleCase[]) => {
      for (const one of list.filter(here)) test(one.says, check(one))
    }

    describe('its example', () => {
      const { doc } = rule
      const statements = (text: string) => text.split(/;\s*/).filter(Boolean)
      beforeAll(() => own.load({ schema: statements(doc.schema), fill, use }))
      asked([
        { says: 'speaks of the bad statement', fires: true, sql: doc.bad },
        ...cases.filter(({ afterRemedy }) => !afterRemedy),
      ])
      test('its advice can be made, silences it, and can be taken back', async () => {
        const bad = { says: '', fires: true, sql: doc.bad, limits: { ...limits } }
        const before = await own.asked(rule, bad, counts)
        const advice = before[0]?.advice[0]
        // What is to be rewritten, or changed in programs, has no statement of ours.
        if (!advice || advice.variant.ddl.length === 0) return
        await own.withChanges(advice, Object.keys(fill), async () => {
          const after = await own.asked(rule, { ...bad, sql: advice.variant.sql }, counts)
          expect(after.map(({ title }) => title)).toEqual([])
        })
        const again = await own.asked(rule, bad, counts)
        expect(again.map(({ title }) => title)).toEqual(before.map(({ title }) => title))
      })

      describe('mended', () => {
        beforeAll(async () => {
          for (const statement of statements(doc.remedy ?? '')) await own.change(statement)
          if (doc.remedy !== undefined) await own.analyzed(Object.keys(fill))
        })
        asked([
          { says: 'is silent of the better one', fires: false, sql: doc.better },
          ...cases.filter(({ afterRemedy }) => afterRemedy),
        ])
      })
    })

    describe.each(worlds.filter(here).map((world, at) => [at + 1, world] as const))('elsewhere %i', (_at, world) => {
      beforeAll(() => own.load(world))
      asked(world.cases.filter(({ afterRemedy }) => !afterRemedy))
      if (world.later === undefined) return
      describe('later', () => {
        beforeAll(async () => {
          for (const statement of world.later ?? []) await own.change(statement)
          await own.analyzed(Object.keys(world.fill))
        })
        asked(world.cases.filter(({ afterRemedy }) => afterRemedy))
      })
    })
  })
}
