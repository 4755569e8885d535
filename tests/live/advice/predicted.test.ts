// Protects what a what-if promises: on the samples' own tables, the index that was tried and the same index really built lead to the same plan, with rows within a factor of three.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Advice } from '../../../src/core/advisor/model'
import { indexChanges } from '../../../src/core/advisor/trial/index-changes'
import { triedPlan } from '../../../src/core/advisor/trial/tried-plan'
import type { Analysis } from '../../../src/core/analysis/model'
import { engineFor } from '../../../src/engines/index'
import { explained, withReads } from '../../../src/service/advice/explained'
import { listSamples } from '../../../src/service/samples'
import { never } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { testService } from '../experiment/service'
import { StoryDatabases } from '../experiment/story-databases'

const root = join(import.meta.dirname, '../../..')
const withinFactor = 3

const factsSchema = z.object({
  servers: z.record(z.string(), z.string()),
  suggested: z
    .record(z.string(), z.object({ table: z.string().optional(), columns: z.array(z.string()).optional() }))
    .default({}),
})

/** Each sample and variant whose facts say which index is to be suggested, on each of its servers that is here. */
const cases = (await listSamples(join(root, 'samples'))).flatMap((sample) => {
  const facts = factsSchema.parse(JSON.parse(readFileSync(join(sample.folder, 'facts.json'), 'utf8')))
  return Object.entries(facts.suggested).flatMap(([variant, { columns }]) =>
    columns === undefined
      ? []
      : [...mysqlServers, ...postgresServers]
          .filter(({ id }) => Object.hasOwn(facts.servers, id) && isWritten(sample.folder, variant, id))
          .map((endpoint) => ({
            sample,
            variant,
            columns,
            endpoint,
            name: `${sample.name} ${variant}, ${endpoint.id}`,
          })),
  )
})

/** Some variants are there for one family only. */
function isWritten(folder: string, variant: string, id: string): boolean {
  const ending = id.startsWith('pg') ? '.pg.sql' : '.sql'
  return existsSync(join(folder, variant === 'query' ? '' : 'variants', `${variant}${ending}`))
}

const table: string[] = []
const service = testService()
afterAll(async () => {
  await service.close()
  process.stdout.write(
    [
      '',
      '| sample | server | tried by | rows now | predicted | real | rows ÷ | index predicted → real |',
      '| --- | --- | --- | ---: | ---: | ---: | ---: | --- |',
      ...table.sort(),
      '',
    ].join('\n'),
  )
})

test.runIf(cases.length === 0)('no server is here', ({ skip }) => skip())

/** One database for each sample on each server; changes are taken back before the next test. */
const databases = new Map<string, StoryDatabases>()
function databasesOf({ sample, endpoint }: (typeof cases)[number]): StoryDatabases {
  const key = `${sample.name} ${endpoint.id}`
  const known = databases.get(key) ?? new StoryDatabases(endpoint, sample)
  databases.set(key, known)
  return known
}

// Servers load beside each other: each is a process of its own, and loading is most of the time.
beforeAll(async () => {
  const byServer = new Map<string, (typeof cases)[number][]>()
  for (const one of cases) byServer.set(one.endpoint.id, [...(byServer.get(one.endpoint.id) ?? []), one])
  await Promise.all(
    [...byServer.values()].map(async (own) => {
      for (const one of own) {
        const { ddl } = databasesOf(one).variant(one.variant)
        await databasesOf(one).targetOf({ ddl })
      }
    }),
  )
}, 600_000)
afterAll(async () => {
  for (const one of databases.values()) await one.drop()
})

describe.each(cases)('$name', { timeout: 120_000 }, (one) => {
  const { sample, variant, endpoint } = one
  const methods = endpoint.kind === 'pg' ? (['hypopg', 'copies', 'narrow'] as const) : (['copies', 'narrow'] as const)

  test.each(methods)('by %s', async (by) => {
    const { sql, ddl } = databasesOf(one).variant(variant)
    const target = await databasesOf(one).targetOf({ ddl })
    const session = await engineFor(target).connect(target, { password: endpoint.password }, never)
    const connectionId = await service.open(target, endpoint.password)
    const undo: string[] = []
    try {
      if (by === 'hypopg') await session.execute('CREATE EXTENSION IF NOT EXISTS hypopg', never)
      const analysis = await service.client.call('analyze.run', { connectionId, sql })
      const advice = firstIndexAdvice(analysis) ?? writtenAdvice(sql, databasesOf(one))
      const { results } = await service.client.call('advice.whatIf', {
        connectionId,
        sql,
        advice: [advice],
        ...(by !== 'hypopg' && { by: 'copies', copies: { rows: by === 'narrow' ? 'narrow' : 'all' } }),
        consent: true,
      })
      const [{ whatIf, notTried } = {}] = results
      expect(notTried).toBeUndefined()
      if (!whatIf) throw new Error('It was not tried')
      expect(whatIf.method).toBe(by === 'hypopg' ? 'hypothetical' : 'copies')

      for (const change of advice.variant.ddl) {
        undo.unshift(change.undo)
        await session.execute(change.apply, never)
      }
      const built = await withReads(session, await explained(session, sql, {}, never), {}, never)

      const now = whatIf.before.rowsExamined ?? Number.NaN
      const predicted = whatIf.after.rowsExamined ?? Number.NaN
      const real = triedPlan(built)?.rowsExamined ?? Number.NaN
      const ratio = Math.max(predicted, 1) / Math.max(real, 1)
      table.push(
        `| ${sample.name} ${variant} | ${endpoint.id} | ${by} | ${now} | ${predicted} | ${real} | ${ratio.toFixed(2)} | ${indexesOf(whatIf.after.plan)} → ${indexesOf(built.plans[0])} |`,
      )
      expect(whatIf.index?.used).toBe(true)
      expect(whatIf.judgement).toBe('better')
      expect(predicted).toBeLessThan(now)
      expect(real).toBeLessThan(now)
      expect(ratio).toBeGreaterThanOrEqual(1 / withinFactor)
      expect(ratio).toBeLessThanOrEqual(withinFactor)
      expect(indexesOf(whatIf.after.plan)).toBe(indexesOf(built.plans[0]))
    } finally {
      for (const statement of undo) await session.execute(statement, never)
      await session.close()
      await service.client.call('connections.close', { connectionId })
    }
  })
})

function firstIndexAdvice({ findings }: Analysis): Advice | undefined {
  for (const { advice } of findings)
    for (const one of advice) if (one.index !== undefined && /^(add|extend|reorder)-index$/.test(one.kind)) return one
  return undefined
}

/**
 * The sample's own better index, where no index is advised: PostgreSQL has no prefix parts, and the index that does the
 * same work has an operator class instead.
 */
function writtenAdvice(sql: string, sampleDatabases: StoryDatabases): Advice {
  const { ddl } = sampleDatabases.variant('a-better-index')
  const [added] = indexChanges(
    ddl.map(({ apply }) => apply),
    sampleDatabases.dialect,
  )
  if (added?.kind !== 'add' || added.name === undefined) throw new Error('No index is advised or written')
  return {
    kind: 'add-index',
    title: 'Add the index of the sample',
    variant: { sql, session: [], ddl },
    index: { table: added.table, name: added.name, parts: added.parts },
    equivalence: 'same-set',
    preconditions: [],
    tradeOffs: ['One more index.'],
    notWhen: ['Nobody asks so.'],
  }
}

function indexesOf(plan: Analysis['plans'][number] | undefined): string {
  const found: string[] = []
  const walk = (node: Analysis['plans'][number]['root']) => {
    for (const { name } of node.access?.indexes ?? []) if (!found.includes(name)) found.push(name)
    for (const child of node.children) walk(child)
  }
  if (plan) walk(plan.root)
  return found.join(', ') || '-'
}
