import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import type { ConnectionTarget } from '../src/core/connection/model'
import { type ServerSource, type StatementRow, statementColumns } from '../src/core/digest/live/model'
import { dialectOf, engineTitle } from '../src/core/engine'
import type { Session } from '../src/engines/engine'
import { engineFor } from '../src/engines/index'
import { caseTables, mysqlCases, postgresCases, type StatementCase } from './server-statement-cases'

/**
 * Sends the statements of `server-statement-cases.ts` to real servers, reads what the servers keep of them, and keeps that
 * in fixtures/server-statements/. Switches consumers of performance_schema and the slow log table on, and back again.
 *
 *     npm run record:server-statements -- --servers endpoints.json [--only mysql97] [--name mysql80-full]
 */

interface Endpoint {
  readonly id: string
  readonly kind: 'mysql' | 'pg'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

const database = 'sargable_statements'
const folder = join(process.cwd(), 'fixtures/server-statements')
const never = new AbortController().signal

export async function main(words: readonly string[]): Promise<void> {
  const option = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined)
  const path = option('--servers')
  if (path === undefined) throw new Error('--servers endpoints.json is needed')
  const only = option('--only')
  const endpoints: readonly Endpoint[] = JSON.parse(readFileSync(path, 'utf8'))
  for (const endpoint of endpoints) {
    if (only !== undefined && endpoint.id !== only) continue
    const name = option('--name') ?? endpoint.id
    process.stdout.write(`${name}\n`)
    if (endpoint.kind === 'mysql') await recordMysql(endpoint, name)
    else await recordPostgres(endpoint, name)
  }
}

function targetOf({ id, kind, host, port, user }: Endpoint, of?: string): ConnectionTarget {
  const product = kind === 'pg' ? 'postgres' : id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  return { via: 'network', product, host, port, user, ...(of !== undefined && { database: of }) }
}

/** Reads one source and keeps its rows of our database. */
async function keep(
  session: Session,
  name: string,
  of: ServerSource,
  sent: readonly StatementCase[],
  sinceMicros?: number,
): Promise<void> {
  const { statementStatistics: statistics } = session
  if (statistics === undefined) throw new Error('It keeps no statements.')
  const offer = (await statistics.offers(never)).find((each) => each.of === of)
  if (!offer?.available) {
    process.stdout.write(`  no ${of}: ${offer?.because}\n`)
    return
  }
  const rows: StatementRow[] = []
  const names: readonly string[] = statementColumns[of]
  const place = names.indexOf(of === 'pg-stat-statements' ? 'database' : 'schema')
  // A row without a schema may be of those that the server does not keep apart.
  const isOurs = (row: StatementRow) => row[place] === database || (of === 'digests' && row[1] === null)
  const request = { of, texts: true, maxRows: 100_000, timeoutMs: 60_000, sinceMicros }
  const { histogram, texts, ...read } = await statistics.read(request, (row) => isOurs(row) && rows.push(row), never)
  const inOurs = (table: readonly StatementRow[] | undefined) => table?.filter((row) => row[0] === database)
  const document = {
    version: engineTitle(session.identity),
    of,
    sent: sent.map(({ sql, times }) => ({ sql, times })),
    reading: {
      dialect: dialectOf(session.identity.product),
      ...read,
      rows,
      ...(histogram && { histogram: inOurs(histogram) }),
      ...(texts && { texts: inOurs(texts) }),
    },
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}-${of}.json`), `${JSON.stringify(document).replace(/\],\[/g, '],\n[')}\n`)
  process.stdout.write(`  ${of}: ${rows.length} rows\n`)
}

async function recordMysql(endpoint: Endpoint, name: string): Promise<void> {
  const { host, port, user, password } = endpoint
  const admin = await createConnection({ host, port, user, password })
  const rows = async (sql: string) => (await admin.query<RowDataPacket[]>(sql))[0]
  const hasSchema = (await rows('SELECT @@performance_schema AS is_on'))[0]?.['is_on'] === 1
  const consumers = hasSchema
    ? await rows("SELECT NAME, ENABLED FROM performance_schema.setup_consumers WHERE NAME LIKE 'events_statements_%'")
    : []
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${database}`)
    await admin.query(`CREATE DATABASE ${database}`)
    await admin.query(`USE ${database}`)
    for (const sql of caseTables) await admin.query(sql)
    if (hasSchema) {
      await admin.query('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest')
      await admin.query(
        "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME IN ('events_statements_current', 'events_statements_history_long')",
      )
      await admin.query('TRUNCATE TABLE performance_schema.events_statements_history_long')
    }
    await admin.query("SET GLOBAL log_output = 'TABLE'")
    await admin.query('SET GLOBAL slow_query_log = ON')
    await admin.query('TRUNCATE TABLE mysql.slow_log')
    const client = await createConnection({ host, port, user, password, database })
    await client.query('SET SESSION long_query_time = 0')
    for (const { sql, times } of mysqlCases) for (let i = 0; i < times; i++) await client.query(sql)
    for (let i = 0; i < 3; i++) await client.execute('SELECT status FROM orders WHERE id = ?', [i])
    await client.query("SELECT 'ä \\' 雪', SLEEP(0.05)")
    await client.query('SELECT * FROM no_such_table').catch(() => undefined) // meant to fail
    await client.ping()
    const session = await engineFor(targetOf(endpoint)).connect(targetOf(endpoint), { password }, never)
    await admin.query('SET GLOBAL slow_query_log = OFF')
    await keep(session, name, 'history', mysqlCases)
    await keep(session, name, 'slow-log-table', mysqlCases)
    await client.end()
    await keep(session, name, 'digests', mysqlCases)
    await session.close()
  } finally {
    await admin.query('SET GLOBAL slow_query_log = OFF')
    await admin.query("SET GLOBAL log_output = 'FILE'")
    await admin.query('TRUNCATE TABLE mysql.slow_log')
    for (const { NAME, ENABLED } of consumers)
      await admin.query('UPDATE performance_schema.setup_consumers SET ENABLED = ? WHERE NAME = ?', [ENABLED, NAME])
    await admin.query(`DROP DATABASE IF EXISTS ${database}`)
    await admin.end()
  }
}

async function recordPostgres(endpoint: Endpoint, name: string): Promise<void> {
  const { host, port, user, password } = endpoint
  const connect = async (inside: string) => {
    const client = new Client({ host, port, user, password, database: inside })
    await client.connect()
    return client
  }
  const admin = await connect(endpoint.database)
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${database}`)
    const client = await connect(database)
    await client.query('CREATE EXTENSION pg_stat_statements')
    for (const sql of caseTables) await client.query(sql)
    for (const { sql, times } of postgresCases) for (let i = 0; i < times; i++) await client.query(sql)
    for (let i = 0; i < 3; i++)
      await client.query({ text: 'SELECT status FROM orders WHERE id = $1', values: [i], name: 'prepared' })
    await client.end()
    const session = await engineFor(targetOf(endpoint, database)).connect(
      targetOf(endpoint, database),
      { password },
      never,
    )
    await keep(session, name, 'pg-stat-statements', postgresCases)
    await session.close()
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await admin.end()
  }
}
