// Protects the samples' promise that their better forms are better: each comparison that was measured on real servers holds when the product compares them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Comparison } from '../../../src/core/experiment/model'
import { listSamples } from '../../../src/service/samples'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { experiment, type TestService, testService } from './service'
import { StoryDatabases, type StoryVariant } from './story-databases'

const root = join(import.meta.dirname, '../../..')
const mostDraws = 5

const factsSchema = z.object({
  comparisons: z
    .array(
      z.object({
        server: z.string(),
        before: z.string(),
        after: z.string(),
        /** yes: the same rows in the same order; set…: the same rows; n/a: not checked. */
        same_result: z.string(),
        measured_rows_examined_ratio: z.number().optional(),
        rows_examined_ratio_min: z.number().optional(),
      }),
    )
    .default([]),
})
type Promised = z.infer<typeof factsSchema>['comparisons'][number]

/** Stories whose times are compared too: variants that are faster than the one they begin with, and read a tenth. */
const fasterStories: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'equality-like-prefix': { query: ['a-better-index'] },
  'enum-or-order-limit': { '0-force-col1': ['a-in-subquery', 'b-derived-join', 'c-force-primary'] },
}
/**
 * Minimum ratios where the facts were counted in another way; six tenths of what the product's way gives, as in the
 * facts. On MySQL 5.6 the server's record of statements is off, so rows examined are the calls of Handler_read, of which
 * an index merge makes more than it examines rows: 3,001 before, 3 + 2 + 2 after. On PostgreSQL the facts count the
 * entries of a bitmap's index beside the rows that it leads to; the rows alone are as many.
 */
const otherwiseCounted: Readonly<Record<string, number>> = {
  'mysql56 dbt2-customer-by-name b-index-without-order': 257,
  'pg15 pg-tpcc-planner-settings d-range-rpc1': 0.6,
}
/** One round is enough to count work and compare rows; times take rounds until they are decided. */
const once = { warmupRounds: 0, minPairs: 1, maxPairs: 1, budgetMs: 2000 }
const timed = { warmupRounds: 1, minPairs: 7, maxPairs: 28, budgetMs: 60_000 }

const samples = await listSamples(join(root, 'samples'))
const stories = samples.map((sample) => {
  const facts = factsSchema.parse(JSON.parse(readFileSync(join(sample.folder, 'facts.json'), 'utf8')))
  return { name: sample.name, sample, promised: facts.comparisons }
})
const endpoints = [...mysqlServers, ...postgresServers]

test.runIf(endpoints.length === 0)('no server is here', ({ skip }) => skip())

test('there are comparisons of eleven samples on four servers', () => {
  const all = stories.flatMap(({ promised }) => promised)
  expect(stories.filter(({ promised }) => promised.length > 0)).toHaveLength(11)
  expect([...new Set(all.map(({ server }) => server))].sort()).toEqual(['mariadb1011', 'mysql56', 'mysql97', 'pg15'])
  expect(all).toHaveLength(94)
})

describe.each(stories.filter(({ promised }) => promised.length > 0))('$name', ({ name, sample, promised }) => {
  const here = promised.filter(({ server }) => endpoints.some(({ id }) => id === server))
  const groups = groupsOf(here)
  const databases = new Map<string, StoryDatabases>()
  const connections = new Map<string, string>()
  const measured: string[] = []
  let service: TestService

  // All servers load at once: each is its own process, and loading is most of the time.
  beforeAll(async () => {
    service = testService()
    await Promise.all(
      endpoints.map(async (endpoint) => {
        const own = new StoryDatabases(endpoint, sample)
        databases.set(endpoint.id, own)
        for (const { server, before, afters } of groups) {
          if (server !== endpoint.id) continue
          for (const variant of [before, ...afters]) {
            const target = await own.targetOf(placeOf(own, variant))
            const key = `${server} ${target.via === 'network' ? target.database : ''}`
            if (!connections.has(key)) connections.set(key, await service.open(target, endpoint.password))
          }
        }
      }),
    )
  }, 240_000)
  afterAll(async () => {
    await service.close()
    await Promise.all([...databases.values()].map((own) => own.drop()))
    console.info(measured.join('\n'))
  })

  async function compared({ server, before, afters }: Group): Promise<readonly Comparison[]> {
    const own = databases.get(server)
    if (!own) throw new Error(`No databases on ${server}`)
    const variants = []
    for (const variant of [before, ...afters]) {
      const { sql, session, ddl } = own.variant(variant)
      const writes = isWriting(own, variant)
      const target = await own.targetOf(placeOf(own, variant))
      const connectionId = connections.get(`${server} ${target.via === 'network' ? target.database : ''}`) ?? ''
      variants.push({
        name: variant,
        sql,
        session: [...session],
        connectionId,
        ...(writes && { ddl: ddl.filter((change) => !isNewTable(change)) }),
      })
    }
    const writes = isWriting(own, before)
    const { comparisons, failure } = await experiment(service, {
      connectionId: variants[0]?.connectionId ?? '',
      variants,
      consent: true,
      runTimeoutMs: 60_000,
      ...(writes && { scratch: { rows: 'all' } }),
      ...(fasterStories[name]?.[before] ? timed : once),
    })
    expect(failure).toBeUndefined()
    return comparisons
  }

  test.each(groups)('$server: from $before to $afters', { timeout: 240_000 }, async (group) => {
    const { server, before, comparisons } = group
    const check = (found: readonly Comparison[]) => {
      const lines: string[] = []
      for (const { after, same_result, measured_rows_examined_ratio, rows_examined_ratio_min } of comparisons) {
        const one = found.find(({ variant }) => variant === after)
        if (!one) throw new Error(`${after} was not compared`)
        const { sameResult, sameResultBecause, verdict, ratio, low, high, decidedBy, workRatio } = one
        const fewer = 1 / (workRatio['rowsExamined'] ?? Number.NaN)
        const isTimed = fasterStories[name]?.[before]?.includes(after)
        const [times, from, to] = [ratio, high, low].map((value) => (1 / value).toFixed(1))
        lines.push(
          `${name}, ${server}, ${before} → ${after}: rows examined ÷ ${fewer.toFixed(2)} (measured before ${measured_rows_examined_ratio ?? 'none'}, at least ${rows_examined_ratio_min ?? 'any'}), rows ${sameResult} (stated ${same_result})${isTimed ? `, ${verdict} ${times}× [${from}–${to}] by ${decidedBy}` : ''}`,
        )
        // Writing statements give no rows.
        if (same_result === 'n/a') expect(sameResult).not.toBe('different')
        else expect(sameResult, `${after}: ${sameResultBecause}`).toBe('same')
        if (rows_examined_ratio_min !== undefined) {
          const least = otherwiseCounted[`${server} ${name} ${after}`] ?? rows_examined_ratio_min
          expect(fewer, after).toBeGreaterThanOrEqual(least)
        }
        if (!isTimed) continue
        expect(fewer, after).toBeGreaterThanOrEqual(10)
        expect(verdict, after).toBe('faster')
      }
      measured.push(...lines)
    }
    // Where two plans cost nearly the same, the sample that ANALYZE drew decides.
    for (let draw = 1; ; draw++) {
      try {
        return check(await compared(group))
      } catch (thrown) {
        if (draw === mostDraws || !(thrown instanceof Error) || thrown.name !== 'AssertionError') throw thrown
        await databases.get(server)?.analyzeAgain()
      }
    }
  })
})

/** It writes, so it runs on copies in a scratch schema, with the changes of its tables made there. */
function isWriting(databases: StoryDatabases, variant: string): boolean {
  return /^\s*(UPDATE|INSERT|DELETE)/i.test(databases.variant(variant).sql)
}

/** The changes that are made in a variant's database; of a writing one only new tables, the others on the copies. */
function placeOf(databases: StoryDatabases, variant: string): Pick<StoryVariant, 'ddl'> {
  const { ddl } = databases.variant(variant)
  return { ddl: isWriting(databases, variant) ? ddl.filter(isNewTable) : ddl }
}

function isNewTable({ apply }: StoryVariant['ddl'][number]): boolean {
  return apply.startsWith('CREATE TABLE ')
}

/** Comparisons with the same beginning on one server are one experiment. */
interface Group {
  readonly server: string
  readonly before: string
  readonly afters: readonly string[]
  readonly comparisons: readonly Promised[]
}

function groupsOf(promised: readonly Promised[]): readonly Group[] {
  const groups = new Map<string, Promised[]>()
  for (const one of promised) {
    const key = `${one.server} ${one.before}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((comparisons) => {
    const [first] = comparisons
    if (!first) return []
    const { server, before } = first
    return [{ server, before, afters: comparisons.map(({ after }) => after), comparisons }]
  })
}
