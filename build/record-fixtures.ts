import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { ExplainOutput } from '../src/core/analysis/model'
import type { ConnectionTarget } from '../src/core/connection/model'
import { dialectOf } from '../src/core/engine'
import { faultOf } from '../src/core/errors'
import { classify } from '../src/core/sql/classify'
import { engineFor } from '../src/engines'
import type { Session, TableName } from '../src/engines/engine'
import { type RecordedCase, readCases, readStatements } from './recorder-cases'
import { moreForms } from './recorder-forms'

/**
 * Runs every case of fixtures/statements on every server named, in every format, through the product's own sessions,
 * and writes fixtures/<server>/<case>/. Run it by `npm run record -- --servers endpoints.json`; fixtures are never
 * edited by hand.
 */

const endpointSchema = z.object({
  id: z.string(),
  kind: z.enum(['mysql', 'pg']),
  host: z.string(),
  port: z.int(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
})
type Endpoint = z.infer<typeof endpointSchema>

const database = 'sargable_record'
/** A trace above this is left out: the fixtures are part of the source. */
const maxTraceChars = 120_000
const never = new AbortController().signal

const { values: options } = parseArgs({
  options: {
    servers: { type: 'string' },
    only: { type: 'string', multiple: true },
    case: { type: 'string', multiple: true },
    out: { type: 'string', default: 'fixtures' },
  },
})

function target(server: Endpoint, inDatabase: string): ConnectionTarget {
  const product = server.kind === 'pg' ? 'postgres' : server.id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  const { host, port, user } = server
  return { via: 'network', product, host, port, user, database: inDatabase }
}

function open(server: Endpoint, inDatabase: string): Promise<Session> {
  const where = target(server, inDatabase)
  return engineFor(where).connect(where, { password: server.password }, never)
}

async function prepare(server: Endpoint, schemaFile: string): Promise<void> {
  const outside = await open(server, server.database)
  await outside.execute(`DROP DATABASE IF EXISTS ${database}`, never)
  await outside.execute(`CREATE DATABASE ${database}${server.kind === 'mysql' ? ' CHARACTER SET utf8' : ''}`, never)
  await outside.close()
  const inside = await open(server, database)
  for (const { sql, servers } of readStatements(readFileSync(schemaFile, 'utf8'))) {
    if (!servers || servers.includes(server.id)) await inside.execute(sql, never)
  }
  await inside.close()
}

async function explainMore(session: Session, recorded: RecordedCase, reads: boolean) {
  const outputs: ExplainOutput[] = []
  for (const form of moreForms(session.identity, recorded, reads)) {
    if (form.writes) await session.execute('BEGIN', never)
    const answer = await session.execute(form.sql, never)
    if (form.writes) await session.execute('ROLLBACK', never)
    const common = { format: form.format, statement: form.sql, measured: form.measured, warnings: answer.warnings }
    outputs.push(
      form.format === 'mariadb-table'
        ? { ...common, columns: answer.columns, rows: answer.rows.map((row) => [...row]) }
        : { ...common, text: answer.rows.map((row) => row[0] ?? '').join('\n') },
    )
  }
  return outputs
}

async function namedTables(session: Session, sql: string): Promise<TableName[]> {
  const { tables } = await session.names(undefined, never)
  return tables
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(sql))
    .map(({ schema, name }) => ({ schema, name }))
}

async function record(server: Endpoint, recorded: RecordedCase, ddl: string, out: string): Promise<string> {
  const session = await open(server, database)
  try {
    const settings = recorded.settings(session.identity.product)
    for (const setting of settings) await session.execute(setting, never)
    const about = classify(recorded.sql, dialectOf(session.identity.product))
    const reads = about.explainForm === 'select' && about.locks === 'none' && about.readOnly !== 'no'
    const request = { sql: recorded.sql, trace: recorded.trace }
    const result = reads ? await session.measure(request, never) : await session.explain(request, never)
    const explain = [...result.outputs, ...(await explainMore(session, recorded, reads))]
    const catalog = await session.catalog(await namedTables(session, recorded.sql), never)
    const folder = join(out, server.id, recorded.name)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const save = (file: string, document: unknown) =>
      writeFileSync(join(folder, file), `${JSON.stringify(document, null, 1)}\n`)
    save('meta.json', {
      server: server.id,
      product: session.identity.product,
      version: session.identity.version,
      versionText: session.identity.versionText,
      sql: recorded.sql,
      ddl,
      settings,
      recordedAt: new Date().toISOString(),
      command: 'npm run record',
      ...(result.cautions.length > 0 && { cautions: result.cautions }),
    })
    save('explain.json', explain)
    save('catalog.json', catalog)
    const trace = result.traceText
    if (trace !== undefined && trace.length <= maxTraceChars) writeFileSync(join(folder, 'trace.json'), `${trace}\n`)
    return explain.map((output) => (output.measured ? `${output.format}*` : output.format)).join(' ')
  } finally {
    await session.close()
  }
}

async function main(): Promise<number> {
  const serversFile = options.servers ?? process.env['SARGABLE_SERVERS']
  if (!serversFile) {
    console.error('Name the servers: npm run record -- --servers endpoints.json [--only mysql97] [--case NAME]')
    return 2
  }
  const out = options.out ?? 'fixtures'
  let failures = 0
  for (const server of z.array(endpointSchema).parse(JSON.parse(readFileSync(serversFile, 'utf8')))) {
    if (options.only && !options.only.includes(server.id)) continue
    const family = server.kind === 'pg' ? 'postgres' : 'mysql'
    const schemaFile = `fixtures/statements/${family}.schema.sql`
    await prepare(server, schemaFile)
    for (const recorded of readCases(readFileSync(`fixtures/statements/${family}.sql`, 'utf8'))) {
      if (recorded.servers && !recorded.servers.includes(server.id)) continue
      if (options.case && !options.case.includes(recorded.name)) continue
      try {
        console.log(`${server.id} ${recorded.name}: ${await record(server, recorded, schemaFile, out)}`)
      } catch (error) {
        failures++
        const fault = faultOf(error)
        console.error(`${server.id} ${recorded.name}: ${fault.code}: ${fault.message}`)
      }
    }
    const outside = await open(server, server.database)
    await outside.execute(`DROP DATABASE ${database}`, never)
    await outside.close()
  }
  return failures === 0 ? 0 : 1
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(faultOf(error))
    process.exitCode = 1
  },
)
