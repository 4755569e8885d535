// Protects what PostgreSQL's key parts say against what its servers really read: the entries between the bounds that
// are said to narrow must fill the pages that the scan touched, no more and no fewer.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Finding } from '../../src/core/advisor/model'
import { analyze } from '../../src/core/analysis/analyze'
import type { Catalog } from '../../src/core/catalog/model'
import { isAboutCondition } from '../../src/core/keyparts/condition-findings'
import type { KeyUse } from '../../src/core/keyparts/model'
import { Randomness } from '../../src/core/randomness'
import type { Session } from '../../src/engines/engine'
import { pgliteEngine } from '../../src/engines/pglite'
import { loadPostgresMeaning } from '../../src/pg-syntax/index'
import { buildEmbeddedWorker } from '../kit/embedded-worker'
import { postgresCases, postgresTables } from '../kit/key-reason-cases-postgres'
import { checkReasons } from '../kit/key-reason-check'
import { postgresServers } from '../kit/servers'
import { never, openOn } from './postgres-fixture'

/** Random statements on each server. */
const wanted = Number(process.env['SARGABLE_KEYPARTS_CASES'] ?? 80)
const seed = Number(process.env['SARGABLE_KEYLEN_SEED'] ?? 20_261_120)

const columns = ['a', 'b', 'c'] as const
type Column = (typeof columns)[number]
const distinct: Readonly<Record<Column, number>> = { a: 12, b: 15, c: 20 }

/** Wide entries: some eighteen to a page, so that pages tell how many entries were touched. */
const tables = [
  'CREATE TABLE r (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL, c int, pad text NOT NULL)',
  `INSERT INTO r SELECT i, (i * 7) % 12, (i * 11 + i / 12) % 15, nullif((i * 13 + i / 180) % 20, 19), repeat(md5(i::text), 12)
    FROM generate_series(1, 7200) i`,
  'CREATE INDEX r_abc ON r (a, b, c) INCLUDE (pad)',
  'VACUUM ANALYZE r',
  ...['seqscan', 'bitmapscan', 'sort'].map((name) => `SET enable_${name} = off`),
]

const grammar = await loadPostgresMeaning()

interface Read {
  readonly uses: readonly KeyUse[]
  readonly findings: readonly Finding[]
  readonly outputs: Awaited<ReturnType<Session['explain']>>['outputs']
}

async function read(session: Session, catalog: Catalog, sql: string, run: boolean): Promise<Read> {
  const explained = run
    ? await session.measure({ sql, trace: false }, never)
    : await session.explain({ sql, trace: false }, never)
  const { keyUse, findings } = analyze({
    engine: session.identity,
    capabilities: session.capabilities,
    sql,
    explain: explained.outputs,
    catalog,
    meaning: grammar.meaning(sql, { catalog }),
    cautions: [],
  })
  return { uses: keyUse.filter((use) => use.planIndex === 0), findings, outputs: explained.outputs }
}

const nodeSchema = z.looseObject({
  'Index Name': z.string().optional(),
  'Index Searches': z.number().optional(),
  'Heap Fetches': z.number().optional(),
  'Shared Hit Blocks': z.number().optional(),
  'Shared Read Blocks': z.number().optional(),
  get Plans() {
    return z.array(nodeSchema).optional()
  },
})
type Node = z.infer<typeof nodeSchema>
const planSchema = z.array(z.looseObject({ Plan: nodeSchema }))

function scanOf(node: Node, index: string): Node | undefined {
  return node['Index Name'] === index
    ? node
    : node.Plans?.map((one) => scanOf(one, index)).find((one) => one !== undefined)
}

function conditionOn(random: Randomness, column: Column): string {
  const value = () => random.below(distinct[column])
  const [low = 0, high = 1] = [value(), value()].sort((a, b) => a - b)
  const forms: [string, ...string[]] = [
    `${column} = ${low}`,
    `${column} = ${high}`,
    `${low} = ${column}`,
    `${column} > ${low}`,
    `${column} >= ${low}`,
    `${column} < ${high}`,
    `${column} BETWEEN ${low} AND ${high}`,
    `${column} > ${low} AND ${column} <= ${high}`,
    `${column} IN (${low}, ${high})`,
    `${column} = ANY (ARRAY[${low}, ${high}, ${(high + 3) % distinct[column]}])`,
    `${column} <> ${low}`,
    `(${column} = ${low} OR ${column} = ${high})`,
    `${column} + 1 = ${low}`,
    `NOT ${column} > ${high}`,
  ]
  if (column === 'c') forms.push('c IS NULL', 'c IS NOT NULL')
  return random.pick(forms)
}

function target(name: string, open: () => Promise<Session>, close: (session: Session) => Promise<void>): void {
  describe(name, () => {
    let session: Session
    let catalog: Catalog
    beforeAll(async () => {
      session = await open()
      for (const statement of postgresTables) await session.execute(statement, never)
      // Not unique: the build fails, and leaves an index that is not valid.
      await expect(session.execute('CREATE UNIQUE INDEX CONCURRENTLY broken ON t (e)', never)).rejects.toThrow()
      catalog = await session.catalog(
        ['t', 'few', 'u'].map((one) => ({ name: one })),
        never,
      )
    }, 60_000)
    afterAll(() => close(session))

    checkReasons(postgresCases, name, async (sql) => (await read(session, catalog, sql, false)).uses)

    test.each([
      ['SELECT * FROM few WHERE n >= 7 AND n <= 2', ['impossible-condition']],
      ['SELECT * FROM few WHERE n BETWEEN 7 AND 2', ['impossible-condition']],
      [
        `SELECT * FROM t WHERE d >= '2020-03-01' AND d < date '2020-02-01' AND d < '2020-02-15'`,
        ['impossible-condition'],
      ],
      ['SELECT * FROM few WHERE n >= 2 AND n <= 7', []],
      ['SELECT * FROM few WHERE n >= 7 OR n <= 2', []],
      [`SELECT * FROM t WHERE b >= 'z' AND b <= 'a'`, []],
    ])('%s gives %j', async (sql, rules) => {
      const { findings } = await read(session, catalog, sql, false)
      expect(findings.filter(isAboutCondition).map(({ rule }) => rule)).toEqual(rules)
    })

    test('random conditions: the parts that narrow bound what is read', { timeout: 120_000 }, async () => {
      for (const statement of tables) await session.execute(statement, never)
      catalog = await session.catalog([{ name: 'r' }], never)
      const random = new Randomness(seed)
      const misses: string[] = []
      const roles = new Set<string>()
      let cases = 0
      for (let tries = 0; cases < wanted && tries < 4 * wanted; tries++) {
        const chosen = columns.filter((column) => random.chance(column === 'a' ? 0.75 : 0.6))
        const conditions = new Map(chosen.map((column) => [column, conditionOn(random, column)]))
        if (conditions.size === 0) continue
        const sql = `SELECT count(*) FROM r WHERE ${random.shuffled([...conditions.values()]).join(' AND ')}`
        const { uses, outputs } = await read(session, catalog, sql, true)
        const use = uses.find((one) => one.chosen && one.index === 'r_abc')
        const text = outputs.find((output) => output.measured && output.format === 'postgres-json')?.text
        const [plan] = text === undefined ? [] : planSchema.parse(JSON.parse(text))
        const scan = plan && scanOf(plan.Plan, 'r_abc')
        if (use === undefined || scan === undefined || scan['Heap Fetches'] !== 0) continue
        cases++
        for (const part of use.parts) roles.add(`${part.role}/${part.narrows}`)
        const narrowing = (...ways: readonly string[]) => {
          const names = use.parts.filter((part) => ways.includes(part.narrows)).map((part) => part.column)
          return new Map([...conditions].filter(([column]) => names.includes(column)))
        }
        const bounding = narrowing('seek')
        const entries = await countOf(session, bounding)
        // Where the executor may jump, it reads something between what fits and all.
        const fewest = await countOf(session, narrowing('seek', 'edges'))
        const pages = (scan['Shared Hit Blocks'] ?? 0) + (scan['Shared Read Blocks'] ?? 0)
        const perPage = 7200 / (await leafPages(session))
        const least = fewest / perPage
        // Each search goes down the tree and may share its first and last page with what is not asked for.
        const searches = scan['Index Searches']
        const most =
          (entries / perPage) * 1.15 * (searches ? 1 : repeats(conditions, bounding)) + 5 * (searches ?? 3) + 3
        if (pages < least * 0.85 - 1 || pages > most) {
          misses.push(
            `${sql}\n  ${use.parts.map((part) => `${part.column}:${part.role}/${part.narrows}`).join(' ')}\n  ${fewest} to ${entries} entries, ${pages} pages; expected ${least.toFixed(1)} to ${most.toFixed(1)}, searches ${searches}`,
          )
        }
      }
      console.log(`${name}: ${cases} cases, ${misses.length} misses, ${[...roles].sort().join(', ')}`)
      expect(misses.slice(0, 5)).toEqual([])
      expect(cases).toBeGreaterThanOrEqual(Math.min(60, wanted))
      expect(roles).toContain('index-filter/none')
    })
  })
}

/** Before 18 each value of a list that does not bound the read is scanned for by itself. */
function repeats(conditions: ReadonlyMap<Column, string>, bounding: ReadonlyMap<Column, string>): number {
  const lists = [...conditions].filter(([column, text]) => !bounding.has(column) && /IN |ANY/.test(text))
  return 3 ** lists.length
}

async function countOf(session: Session, conditions: ReadonlyMap<Column, string>): Promise<number> {
  const where = [...conditions.values()]
  const { rows } = await session.execute(
    `SELECT count(*) FROM r ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}`,
    never,
  )
  return Number(rows?.[0]?.[0])
}

async function leafPages(session: Session): Promise<number> {
  const { rows } = await session.execute("SELECT relpages FROM pg_class WHERE relname = 'r_abc'", never)
  return Number(rows?.[0]?.[0])
}

for (const server of postgresServers) {
  const database = `sargable_key_parts_${process.pid}`
  target(
    server.id,
    async () => {
      const admin = await openOn(server, server.database)
      await admin.execute(`CREATE DATABASE ${database}`, never)
      await admin.close()
      return openOn(server, database)
    },
    async (session) => {
      await session.close()
      const admin = await openOn(server, server.database)
      await admin.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, never)
      await admin.close()
    },
  )
}

let cache = ''
const kept = process.env['SARGABLE_CACHE']
target(
  'pglite',
  async () => {
    await buildEmbeddedWorker()
    cache = await mkdtemp(join(tmpdir(), 'sargable-key-parts-'))
    process.env['SARGABLE_CACHE'] = cache
    return pgliteEngine.connect({ via: 'pglite' }, {}, never)
  },
  async (session) => {
    await session.close()
    if (kept === undefined) delete process.env['SARGABLE_CACHE']
    else process.env['SARGABLE_CACHE'] = kept
    await rm(cache, { recursive: true, force: true })
  },
)
