// Protects the samples' promise: every case, analyzed by the command line on real servers, shows the plan that was observed there.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Ajv from 'ajv/dist/2020'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Analysis } from '../../src/core/analysis/model'
import { analysisSchema } from '../../src/core/analysis/model'
import { jsonSchemaOf } from '../../src/core/contract'
import type { PlanNode } from '../../src/core/plan/model'
import { each } from '../../src/core/plan/walk'
import type { Session } from '../../src/engines/engine'
import { engineFor } from '../../src/engines/index'
import { listSamples, type Sample, sampleStatements } from '../../src/service/samples'
import { type Endpoint, mysqlServers, postgresServers } from '../kit/servers'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const never = new AbortController().signal
const mostDraws = 5
const validate = new Ajv({ strict: false }).compile(jsonSchemaOf('analysis') as object)

const observedRowSchema = z.object({
  table: z.string().nullable(),
  type: z.string().nullable(),
  key: z.string().nullable(),
  key_len: z.string().nullable(),
  rows: z.union([z.number(), z.string()]).nullable(),
})
const factsSchema = z.object({
  observed: z
    .array(
      z.object({
        server: z.string(),
        variant: z.string(),
        explain: z.array(observedRowSchema).optional(),
        plan_head: z.array(z.string()).optional(),
      }),
    )
    .default([]),
})

const samples = await listSamples(join(root, 'samples'))
const observations = samples.flatMap((sample) => {
  const facts = factsSchema.parse(JSON.parse(readFileSync(join(sample.folder, 'facts.json'), 'utf8')))
  return facts.observed.filter((one) => one.variant === 'query').map((one) => ({ sample, ...one }))
})
// The lock case has words instead of rows: an UPDATE by primary key.
const lockCase = samples.find((sample) => sample.name === 'false-slow-lock-wait')
if (!lockCase) throw new Error('The lock case is missing')
for (const server of ['mysql56', 'mysql97', 'mariadb1011'])
  observations.push({
    sample: lockCase,
    server,
    variant: 'query',
    explain: [{ table: 'warehouse', type: 'range', key: 'PRIMARY', key_len: '4', rows: 1 }],
  })

test('there are observations of every sample', () => {
  expect(new Set(observations.map(({ sample }) => sample.name)).size).toBe(
    readdirSync(join(root, 'samples'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).length,
  )
})

const observedServers = [...mysqlServers, ...postgresServers].filter((server) =>
  observations.some((one) => one.server === server.id),
)
const database = (sample: Sample) => `sargable_case_${process.pid}_${sample.name.replace(/\W/g, '_')}`
// All servers load at once: each is its own process, and loading is most of the time.
await Promise.all(observedServers.map(loadAll))

describe.each(observedServers)('$id', (server) => {
  const own = observations.filter((one) => one.server === server.id)
  afterAll(
    () =>
      drop(
        server,
        own.map(({ sample }) => database(sample)),
      ),
    60_000,
  )

  test.each(own.map((one) => ({ name: one.sample.name, ...one })))('$name', async ({ sample, explain, plan_head }) => {
    const check = (analysis: Analysis) => {
      expect(validate(analysis) ? [] : validate.errors).toEqual([])
      expect(analysis.plans.flatMap((plan) => plan.notes)).toEqual([])
      expect(analysis.plans.length).toBeGreaterThan(0)
      if (explain)
        for (const plan of analysis.plans) {
          // The executor's tree has other words and no key_len; tests/contracts/mysql-trees.test.ts compares them.
          if (plan.source.format === 'mysql-tree' || plan.source.format === 'mysql-json-v2') continue
          const ordered = plan.source.format.endsWith('-table')
          expectRows(accessesOf(plan.root, ordered), explain, ordered, definitionsOf(analysis))
        }
      if (plan_head) expectInOrder(postgresLines(analysis), plan_head)
    }
    // Where two indexes cost nearly the same, the sample that ANALYZE drew decides: the observed plan must come within
    // a few draws.
    for (let draw = 1; draw < mostDraws; draw++) {
      try {
        return check(await analyze(server, sample, database(sample)))
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'AssertionError') throw error
        await drawStatistics(server, database(sample))
      }
    }
    check(await analyze(server, sample, database(sample)))
  })
})

async function drawStatistics(server: Endpoint, database: string): Promise<void> {
  const session = await open(server, database)
  await readStatistics(session, server, database)
  await session.close()
}

async function readStatistics(session: Session, server: Endpoint, database: string): Promise<void> {
  if (server.kind === 'pg') await session.execute('VACUUM ANALYZE', never)
  else
    for (const table of (await session.names(database, never)).tables)
      await session.execute(`ANALYZE TABLE ${table.name}`, never)
}

async function loadAll(server: Endpoint): Promise<void> {
  for (const one of observations) if (one.server === server.id) await load(server, one.sample, database(one.sample))
}

async function load(server: Endpoint, sample: Sample, database: string): Promise<void> {
  const signal = never
  const admin = await open(server, server.database)
  await admin.execute(`DROP DATABASE IF EXISTS ${database}`, signal)
  await admin.execute(`CREATE DATABASE ${database}`, signal)
  await admin.close()
  const session = await open(server, database)
  const dialect = server.kind === 'pg' ? 'postgres' : 'mysql'
  if (dialect === 'mysql') await session.execute("SET SESSION sql_mode = ''", signal)
  for (const statement of await sampleStatements(sample, dialect)) await session.execute(statement, signal)
  await readStatistics(session, server, database)
  await session.close()
}

async function drop(server: Endpoint, databases: readonly string[]): Promise<void> {
  const admin = await open(server, server.database)
  for (const database of databases) await admin.execute(`DROP DATABASE IF EXISTS ${database}`, never)
  await admin.close()
}

function open(server: Endpoint, database: string) {
  const product = server.kind === 'pg' ? 'postgres' : server.id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  const target = { via: 'network', product, host: server.host, port: server.port, user: server.user, database } as const
  return engineFor(target).connect(target, { password: server.password }, never)
}

async function analyze(server: Endpoint, sample: Sample, database: string): Promise<Analysis> {
  const scheme = server.kind === 'pg' ? 'postgres' : server.id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  const url = `${scheme}://${server.user}@${server.host}:${server.port}/${database}`
  const file = join(sample.folder, server.kind === 'pg' ? 'query.pg.sql' : 'query.sql')
  const { stdout } = await run(
    process.execPath,
    [join(root, 'dist/node/cli.cjs'), 'analyze', url, '--sql', file, '--json'],
    { env: { ...process.env, SARGABLE_PASSWORD: server.password }, maxBuffer: 256 * 1024 * 1024 },
  )
  return analysisSchema.parse(JSON.parse(stdout))
}

interface Row {
  readonly table: string | null
  readonly type: string | null
  readonly key: string | null
  readonly key_len: string | null
  readonly rows: number | null
}

/** Table accesses as EXPLAIN's table would print them. */
function accessesOf(rootNode: PlanNode, ordered: boolean): readonly Row[] {
  return [...each(rootNode)].flatMap(({ access, estimate }) => {
    if (!access || access.method === 'none') return []
    const filters = access.indexes.filter((index) => index.use === 'rowid-filter')
    const main = access.indexes.filter((index) => index.use !== 'rowid-filter')
    const cell = (values: readonly (string | number | undefined)[]) => values.join(',') || null
    const both = (value: (index: (typeof main)[number]) => string | number | undefined) =>
      [cell(main.map(value)), cell(filters.map(value))].filter((part) => part !== null).join('|') || null
    return [
      {
        table: access.alias ?? access.table,
        type: access.accessType,
        key: both((index) => index.name),
        // JSON prints no length for a rowid filter, the table does.
        key_len: both((index) => (index.use === 'rowid-filter' && !ordered ? undefined : index.keyLengthBytes)),
        rows: estimate.rowsExaminedPerLoop ?? null,
      },
    ]
  })
}

/** Names of indexes as their definitions: of two that are the same, either may be chosen. */
function definitionsOf({ catalog }: Analysis): ReadonlyMap<string, string> {
  return new Map(
    catalog.tables.flatMap((table) =>
      table.indexes.map((index) => {
        const parts = index.parts.map((part) => `${part.column ?? part.expression} ${part.prefixChars ?? ''}`)
        return [index.name, `${table.name}(${parts.join(', ')})`]
      }),
    ),
  )
}

function expectRows(
  seen: readonly Row[],
  observed: readonly z.infer<typeof observedRowSchema>[],
  ordered: boolean,
  definitions: ReadonlyMap<string, string>,
): void {
  const wanted = observed
    .filter((row) => row.table !== null)
    .map((row) => ({ ...row, rows: row.rows === null ? null : Number.parseInt(String(row.rows), 10) }))
  const text = ({ table, type, key, key_len }: Omit<Row, 'rows'>) =>
    [
      table,
      type,
      key?.replace(/[^,|]+/g, (name) => definitions.get(name) ?? name),
      ordered ? key_len : key_len?.replace(/\|.*/, ''),
    ].join(' ')
  const arranged = <T extends Omit<Row, 'rows'>>(rows: readonly T[]) =>
    ordered ? rows : [...rows].sort((a, b) => text(a).localeCompare(text(b)))
  expect(arranged(seen).map(text)).toEqual(arranged(wanted).map(text))
  const pairs = arranged(wanted).map((row, index) => ({ wanted: row.rows, seen: arranged(seen)[index]?.rows }))
  // Sampled statistics move by some percent, and EXPLAIN prints whole rows: 3.4 and 3.6 are 3 and 4.
  const far = pairs.filter(
    (pair) =>
      pair.wanted !== null &&
      (typeof pair.seen !== 'number' || Math.abs(pair.seen - pair.wanted) > Math.max(1, 0.3 * pair.wanted)),
  )
  expect(far).toEqual([])
}

/** Node lines of the read plan as PostgreSQL's text would print them, without costs. */
function postgresLines(analysis: Analysis): readonly string[] {
  const [plan] = analysis.plans
  if (!plan) return []
  return [...each(plan.root)].map((node) => {
    const { access } = node
    const index = access?.indexes[0]?.name
    const bitmapIndex = access?.accessType === 'Bitmap Index Scan'
    const using = index !== undefined && !bitmapIndex ? ` using ${index}` : ''
    const on = access ? ` on ${bitmapIndex ? index : access.table}` : ''
    return `${node.label}${using}${on}`
  })
}

function expectInOrder(lines: readonly string[], head: readonly string[]): void {
  const wanted = head.filter((line) => !/^Sort (Key|Method)/.test(line)).map((line) => line.replace(/^->\s+/, ''))
  let at = -1
  for (const line of wanted) {
    const next = lines.indexOf(line, at + 1)
    expect(next, `"${line}" after line ${at} of\n${lines.join('\n')}`).toBeGreaterThan(at)
    at = next
  }
}
