import { Client, DatabaseError } from 'pg'
import { z } from 'zod'
import { connectPostgres } from '../../../tests/kit/postgres'
import type { Endpoint } from '../../../tests/kit/servers'
import { type BenchDatabase, type BenchServer, databaseNames, loadedTable, naming } from './database'
import type { BenchSchema, Reads } from './model'

/** query_canceled: here, statement_timeout. */
const cancelled = '57014'

export async function postgresServer(endpoint: Endpoint): Promise<BenchServer> {
  const admin = await connectPostgres(endpoint)
  const versionText = String((await admin.query<{ v: string }>('SELECT version() AS v')).rows[0]?.v)
  const open: Client[] = []
  const connect = (name: string) => connectPostgres({ ...endpoint, database: name })

  const database = async (name: string): Promise<BenchDatabase> => {
    const client = await connect(name)
    // Dropping the database ends its sessions.
    client.on('error', () => undefined)
    open.push(client)
    return {
      name,
      async exec(sql) {
        try {
          await client.query(sql)
        } catch (thrown) {
          throw naming(sql, thrown)
        }
      },
      dropIndex: async (_table, index) => {
        await client.query(`DROP INDEX ${index}`)
      },
      reads: (sql, timeoutMs) => countedReads(client, sql, timeoutMs),
    }
  }

  return {
    endpoint,
    family: 'postgres',
    versionText,
    async prepare(schema) {
      const { asIs, trial } = databaseNames(schema)
      if (!(await isLoaded(endpoint, asIs, schema)) || !(await isLoaded(endpoint, trial, schema))) {
        for (const name of [asIs, trial]) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        await admin.query(`CREATE DATABASE ${asIs} ENCODING 'UTF8' TEMPLATE template0`)
        const client = await connect(asIs)
        await load(client, schema)
        await client.end()
        await admin.query(`CREATE DATABASE ${trial} TEMPLATE ${asIs}`)
      }
      const pair = { asIs: await database(asIs), trial: await database(trial) }
      for (const client of open.slice(-2)) await dropSecondaryIndexes(client)
      return pair
    },
    async drop(schema) {
      for (const name of Object.values(databaseNames(schema))) {
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      }
    },
    async close() {
      for (const client of [...open, admin]) await client.end().catch(() => undefined)
    },
  }
}

async function load(client: Client, schema: BenchSchema): Promise<void> {
  const run = async (sql: string) => {
    try {
      await client.query(sql)
    } catch (thrown) {
      throw naming(sql, thrown)
    }
  }
  await run('SET synchronous_commit = off')
  for (const statement of schema.create('postgres')) await run(statement)
  for (const statement of schema.fill('postgres')) await run(statement)
  await run('VACUUM ANALYZE')
  await run(`CREATE TABLE ${loadedTable} (version VARCHAR(200))`)
  await run(`INSERT INTO ${loadedTable} VALUES ('${schema.dataVersion}')`)
}

async function isLoaded(endpoint: Endpoint, name: string, schema: BenchSchema): Promise<boolean> {
  const client = new Client({
    host: endpoint.host,
    port: endpoint.port,
    user: endpoint.user,
    password: endpoint.password,
    database: name,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`SELECT version FROM ${loadedTable}`)
    return rows[0]?.version === schema.dataVersion
  } catch {
    // No such database yet.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function dropSecondaryIndexes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)",
  )
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`)
}

async function countedReads(client: Client, sql: string, timeoutMs: number): Promise<Reads> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`)
    const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`)
    const [document] = z.array(z.object({ Plan: nodeSchema })).parse(rows[0]?.['QUERY PLAN'])
    return document && readsOf(document.Plan)
  } catch (thrown) {
    if (thrown instanceof DatabaseError && thrown.code === cancelled) return undefined
    throw naming(sql, thrown)
  } finally {
    await client.query('ROLLBACK')
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string | undefined
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number | undefined
  readonly 'Rows Removed by Index Recheck'?: number | undefined
  readonly Plans?: readonly PlanNode[] | undefined
}
const nodeSchema: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  'Rows Removed by Index Recheck': z.number().optional(),
  Plans: z.lazy(() => z.array(nodeSchema)).optional(),
})

/** Rows that scans of tables give and leave out; of bitmap scans the entries that their indexes give, where more. */
function readsOf(node: PlanNode): number {
  const own = node['Relation Name'] === undefined || !node['Node Type'].includes('Scan') ? 0 : scanned(node)
  const below = (node.Plans ?? []).map(readsOf).reduce((sum, reads) => sum + reads, 0)
  return node['Node Type'] === 'Bitmap Heap Scan' ? Math.max(own, entriesOf(node)) : own + below
}

function scanned(node: PlanNode): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * node['Actual Loops']
}

function entriesOf(node: PlanNode): number {
  const own = node['Node Type'] === 'Bitmap Index Scan' ? node['Actual Rows'] * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, one) => sum + entriesOf(one), own)
}
