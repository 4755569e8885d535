// Protects the worked cases' advice on real servers: the index and key rules that must speak do, with the index that the case suggests, and the others are silent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Advice, Finding } from '../../../src/core/advisor/model'
import type { Need } from '../../../src/core/advisor/rule'
import { rules } from '../../../src/core/advisor/rules/index'
import type { Analysis } from '../../../src/core/analysis/model'
import { type Endpoint, mysqlServers, postgresServers } from '../../kit/servers'
import { type CaseFacts, cases, fileOf, LoadedCase, variantsOf } from './case-runs'

/** Index and key rules; what else the facts name is for rules about rewriting, settings and routines. */
const indexRule = /^(?:index-|pk-|order-limit-|covering|composite-|missing-|no-primary-key$|leading-wildcard$)/
const newIndex: readonly Advice['kind'][] = ['add-index', 'extend-index', 'reorder-index']
/** What the facts say of a schema shows in the advice for any statement on it; catalog queries do not name its tables. */
const askedInstead: Readonly<Record<string, string>> = {
  'n-redundant-index': 'SELECT o_id FROM orders1 WHERE o_w_id = 1 AND o_d_id = 1 AND o_id = 7',
  'o-unused-index': 'SELECT o_id FROM orders1 WHERE o_w_id = 1 AND o_d_id = 1 AND o_id = 7',
}

const measuredNeeds: readonly Need[] = ['actuals', 'counters', 'work']
/** MySQL 9.7 reads in order although the switch is off: nothing is sorted, and there is nothing to say. */
const plannedAsQuery: ReadonlySet<string> = new Set(['0b-prefer-ordering-off'])
/** The case says that it is redundant, but to be careful with it. */
const alsoDropped: ReadonlySet<string> = new Set(['k_b_id'])

const known = new Map(rules.map((rule) => [rule.id, rule]))
const expected = (found: CaseFacts, variant: string) =>
  plannedAsQuery.has(variant) ? [] : (found.facts.advice[variant] ?? []).filter(isIndexRule)
const forbidden = (found: CaseFacts, variant: string) => (found.facts.not_advice[variant] ?? []).filter(isIndexRule)

function isIndexRule(id: string): boolean {
  return indexRule.test(id)
}

test('every index and key rule that the cases name is there', () => {
  const named = cases.flatMap((one) => variantsOf(one).flatMap((variant) => expected(one, variant)))
  expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([])
})

const servers = [...mysqlServers, ...postgresServers].filter(({ id }) => cases.some(({ facts }) => id in facts.servers))
describe.each(servers)('$id', (server) => {
  const family = server.kind === 'pg' ? 'postgres' : 'mysql'
  const own = cases.filter((one) => server.id in one.facts.servers && fileOf(one, 'query', server) !== undefined)
  describe.each(own.map((found) => ({ name: found.sample.name, found })))('$name', ({ found }) => {
    let loaded: LoadedCase | undefined
    beforeAll(async () => {
      loaded = await LoadedCase.load(server, found)
    }, 120_000)
    afterAll(() => loaded?.close(), 60_000)

    const asked = variantsOf(found).flatMap((variant) => {
      const path = fileOf(found, variant === 'schema' ? 'query' : variant, server)
      return path === undefined || refuses(found, variant, server) ? [] : [{ variant, path }]
    })
    test.each(asked)('$variant', async ({ variant, path }) => {
      if (!loaded) throw new Error('The case was not loaded')
      const suggested = found.facts.suggested[variant]
      const wanted = expected(found, variant).filter((rule) => known.get(rule)?.families.includes(family))
      // Some rules speak only of what was measured.
      const measured = wanted.some((rule) => known.get(rule)?.needs.some((need) => measuredNeeds.includes(need)))
      const instead = askedInstead[variant]
      const analysis =
        instead === undefined ? await loaded.run(path, { measured }) : await loaded.analyze(instead, { measured })

      const names = new Set(analysis.catalog.tables.flatMap(({ indexes }) => indexes.map(({ name }) => name)))
      const drops = suggested?.drop?.every((name) => names.has(name)) ? [...suggested.drop] : undefined
      const spoken = analysis.findings.map(({ rule }) => rule)
      for (const rule of wanted)
        if (rule !== 'index-redundant' || !suggested?.drop || drops) expect(spoken, told(analysis)).toContain(rule)
      for (const rule of forbidden(found, variant)) expect(spoken, told(analysis)).not.toContain(rule)
      if (drops) {
        const dropped = droppedIn(analysis.findings)
        expect(dropped.filter((name) => !alsoDropped.has(name))).toEqual(drops.sort())
      }

      const change = suggested?.literal_change
      const changed = change === undefined ? analysis : await loaded.run(path, { literalChange: change })
      const added = changed.findings.flatMap(({ advice }) => advice).filter(({ kind }) => newIndex.includes(kind))
      if (suggested?.columns) {
        const table = changed.catalog.tables.find(({ name }) => name === suggested.table)
        const appended = server.kind === 'mysql' ? (table?.primaryKey ?? []) : []
        expect(added[0]?.index?.table, told(changed)).toBe(suggested.table)
        expectParts(added[0], suggested.columns, appended, server.kind === 'pg')
      } else if (saysNothing(found, variant)) {
        expect(
          added.map(({ title }) => title),
          told(changed),
        ).toEqual([])
      }
    })
  })
})

/** The facts list a statement's advice, and the list is empty. */
function saysNothing({ facts }: CaseFacts, variant: string): boolean {
  return facts.advice[variant]?.length === 0
}

/** The server was seen to refuse the statement. */
function refuses({ facts }: CaseFacts, variant: string, { id }: Endpoint): boolean {
  if (variant in facts.expected_errors) return true
  return facts.observed.some((one) => one.server === id && one.variant === variant && one.error !== undefined)
}

/** The parts, up to columns of the primary key that the engine appends anyway; PostgreSQL has no prefixes. */
function expectParts(
  advice: Advice | undefined,
  columns: readonly string[],
  appended: readonly string[],
  wholeOnly: boolean,
): void {
  const wanted = columns.map((column) => (wholeOnly ? column.replace(/\(\d+\)$/, '') : column))
  const given = (advice?.index?.parts ?? []).map((part) => (wholeOnly ? part.replace(/ \w+_pattern_ops$/, '') : part))
  const [short, long] = given.length < wanted.length ? [given, wanted] : [wanted, given]
  expect(long.slice(0, short.length)).toEqual(short)
  // PostgreSQL's index may go on with what covers; a case may name a key column that InnoDB appends.
  const rest = long.slice(short.length)
  if (rest.length > 0 && !wholeOnly) expect(rest.filter((column) => !appended.includes(column))).toEqual([])
}

function droppedIn(findings: readonly Finding[]): readonly string[] {
  const dropped = findings.flatMap(({ advice }) => advice).filter(({ kind }) => kind === 'drop-index')
  return dropped.map(({ index }) => index?.name ?? '').sort()
}

/** What the analysis says, for the message of a failure. */
function told({ findings, nothingToAdvise }: Analysis): string {
  const lines = findings.map(({ rule, title, advice }) => `${rule}: ${title} → ${advice[0]?.title ?? 'no advice'}`)
  return lines.length === 0 ? (nothingToAdvise ?? 'nothing') : lines.join('\n')
}
