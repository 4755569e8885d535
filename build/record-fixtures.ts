import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { ExplainOutput } from '../src/core/analysis/model'
import type { ConnectionTarget } from '../src/core/connection/model'
import { dialectOf } from '../src/core/engine'
import { faultOf } from '../src/core/errors'
import { classify } from '../src/core/sql/classify'
import { engineFor } from '../src/engines'
import type { ExplainRequest, ExplainResult, Session, TableName } from '../src/engines/engine'
import { type RecordedCase, readCases, readStatements } from './recorder-cases'
import { type Known, moreForms, type RecorderForm, watchingForms } from './recorder-forms'
import { saveRunTrace, saveTrace } from './recorder-traces'

/**
 * Runs every case of fixtures/statements on every server named, in every format, through the product's own sessions,
 * and writes fixtures/<server>/<case>/; a statement that the server refuses goes into fixtures/refused.json. Run it by `npm run record -- --servers endpoints.json`; fixtures are never
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
/** A watched statement runs longer than this. */
const watchAfterMs = 250
const never = new AbortController().signal

const { values: options } = parseArgs({
  options: {
    servers: { type: 'string' },
    only: { type: 'string', multiple: true },
    case: { type: 'string', multiple: true },
    out: { type: 'string', default: 'fixtures' },
    // Only the traces: what else is recorded stays.
    traces: { type: 'boolean', default: false },
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
    if (!servers || servers.includes(server.id)) await inside.execute(withServer(sql, server), never)
  }
  await inside.close()
}

/** A schema may hold foreign tables of the same server. */
function withServer(sql: string, { host, port, user, password }: Endpoint): string {
  const values: Readonly<Record<string, string>> = { host, port: String(port), user, password, database }
  return sql.replace(/@\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** PostgreSQL explains more kinds of statements than the product asks for: EXECUTE, DECLARE, CREATE TABLE AS. */
async function explainOrNothing(session: Session, request: ExplainRequest): Promise<ExplainResult> {
  try {
    return await session.explain(request, never)
  } catch (error) {
    if (session.identity.family !== 'postgres' || faultOf(error).code !== 'unsupported') throw error
    return { outputs: [], cautions: [] }
  }
}

async function explainMore(session: Session, recorded: RecordedCase, known: Known) {
  const outputs: ExplainOutput[] = []
  for (const form of moreForms(session.identity, recorded, known)) {
    if (form.writes) await session.execute('BEGIN', never)
    try {
      const output = await ask(session, form)
      // MySQL's ANALYZE runs no change of one table, and no INSERT of values: it prints the plan without actuals.
      if (!form.mayBeRefused || !form.measured || hasActuals(output)) outputs.push(output)
    } catch (error) {
      if (!form.mayBeRefused || faultOf(error).server === undefined) throw error
    } finally {
      if (form.writes) await session.execute('ROLLBACK', never)
    }
  }
  return outputs
}

const hasActuals = ({ text, rows }: ExplainOutput) => rows !== undefined || /\(actual |"actual_|"r_/.test(text ?? '')

async function ask(session: Session, form: RecorderForm): Promise<ExplainOutput> {
  const answer = await session.execute(form.sql, never)
  const common = { format: form.format, statement: form.sql, measured: form.measured, warnings: answer.warnings }
  return form.format.endsWith('-table')
    ? { ...common, columns: answer.columns, rows: answer.rows.map((row) => [...row]) }
    : { ...common, text: answer.rows.map((row) => row[0] ?? '').join('\n') }
}

/** Runs the statement in the session and asks for its plan from another one meanwhile. */
async function watch(server: Endpoint, session: Session, recorded: RecordedCase): Promise<ExplainOutput[]> {
  const [row] = (await session.execute('SELECT CONNECTION_ID()', never)).rows
  const other = await open(server, database)
  const outputs: ExplainOutput[] = []
  try {
    for (const form of watchingForms(other.identity, row?.[0] ?? '')) {
      const running = session.execute(recorded.sql, never)
      await new Promise((resolve) => setTimeout(resolve, watchAfterMs))
      outputs.push(await ask(other, form))
      await running
    }
  } finally {
    await other.close()
  }
  return outputs
}

async function namedTables(session: Session, sql: string): Promise<TableName[]> {
  const { tables } = await session.names(undefined, never)
  return tables
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(sql))
    .map(({ schema, name }) => ({ schema, name }))
}

function save(folder: string, file: string, document: unknown): void {
  writeFileSync(join(folder, file), `${JSON.stringify(document, null, 1)}\n`)
}

interface About {
  readonly server: Endpoint
  readonly session: Session
  readonly recorded: RecordedCase
  readonly ddl: string
  readonly settings: readonly string[]
  readonly cautions?: readonly string[]
}

function saveMeta(folder: string, { server, session, recorded, ddl, settings, cautions = [] }: About): void {
  save(folder, 'meta.json', {
    server: server.id,
    product: session.identity.product,
    version: session.identity.version,
    versionText: session.identity.versionText,
    sql: recorded.sql,
    ddl,
    settings,
    recordedAt: new Date().toISOString(),
    command: 'npm run record',
    ...(cautions.length > 0 && { cautions }),
  })
}

async function record(server: Endpoint, recorded: RecordedCase, ddl: string, out: string): Promise<string> {
  const session = await open(server, database)
  try {
    const settings = recorded.settings(session.identity.product)
    for (const setting of settings) await session.execute(setting, never)
    const about = classify(recorded.sql, dialectOf(session.identity.product))
    const reads = about.explainForm === 'select' && about.locks === 'none' && about.readOnly !== 'no'
    const request = { sql: recorded.sql, trace: true }
    const result = reads ? await session.measure(request, never) : await explainOrNothing(session, request)
    const byProduct = result.outputs.length > 0
    const explain = [...result.outputs, ...(await explainMore(session, recorded, { reads, byProduct }))]
    if (explain.length === 0) throw new Error('No form of EXPLAIN was answered')
    if (recorded.watched) explain.push(...(await watch(server, session, recorded)))
    const catalog = await session.catalog(await namedTables(session, recorded.sql), never)
    const folder = join(out, server.id, recorded.name)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    saveMeta(folder, { server, session, recorded, ddl, settings, cautions: result.cautions })
    save(folder, 'explain.json', explain)
    save(folder, 'catalog.json', catalog)
    const traces = saveTrace(folder, result) + (await saveRunTrace(session, recorded, folder))
    return explain.map((output) => (output.measured ? `${output.format}*` : output.format)).join(' ') + traces
  } finally {
    await session.close()
  }
}

/** The traces alone, and for a case that keeps nothing else what it was. */
async function recordTraces(server: Endpoint, recorded: RecordedCase, ddl: string, out: string): Promise<string> {
  const session = await open(server, database)
  try {
    const settings = recorded.settings(session.identity.product)
    for (const setting of settings) await session.execute(setting, never)
    const folder = join(out, server.id, recorded.name)
    const alone = !existsSync(join(folder, 'explain.json'))
    for (const file of ['trace.json', 'trace-plan.json', 'trace-run.json']) rmSync(join(folder, file), { force: true })
    const result = await session.explain({ sql: recorded.sql, trace: true }, never)
    mkdirSync(folder, { recursive: true })
    if (alone) saveMeta(folder, { server, session, recorded, ddl, settings })
    return saveTrace(folder, result) + (await saveRunTrace(session, recorded, folder))
  } finally {
    await session.close()
  }
}

/** A file of its own holds the statements of which only the trace is kept. */
function casesOf(family: 'mysql' | 'postgres'): readonly (RecordedCase & { readonly traceOnly: boolean })[] {
  const read = (file: string, traceOnly: boolean) =>
    readCases(readFileSync(`fixtures/statements/${file}`, 'utf8')).map((each) => ({ ...each, traceOnly }))
  return [...read(`${family}.sql`, false), ...(family === 'mysql' ? read('mysql.traces.sql', true) : [])]
}

async function main(): Promise<number> {
  const serversFile = options.servers ?? process.env['SARGABLE_SERVERS']
  if (!serversFile) {
    console.error('Name the servers: npm run record -- --servers endpoints.json [--only mysql97] [--case NAME]')
    return 2
  }
  const out = options.out ?? 'fixtures'
  const refusedFile = join(out, 'refused.json')
  const refused = new Map<string, unknown>(existsSync(refusedFile) ? Object.entries(readRefused(refusedFile)) : [])
  let failures = 0
  for (const server of z.array(endpointSchema).parse(JSON.parse(readFileSync(serversFile, 'utf8')))) {
    if (options.only && !options.only.includes(server.id)) continue
    if (options.traces && server.kind !== 'mysql') continue
    const family = server.kind === 'pg' ? 'postgres' : 'mysql'
    const schemaFile = `fixtures/statements/${family}.schema.sql`
    await prepare(server, schemaFile)
    for (const recorded of casesOf(family)) {
      if (recorded.servers && !recorded.servers.includes(server.id)) continue
      if (options.case && !options.case.includes(recorded.name)) continue
      const work = options.traces || recorded.traceOnly ? recordTraces : record
      try {
        console.log(`${server.id} ${recorded.name}: ${await work(server, recorded, schemaFile, out)}`)
        if (work === record) refused.delete(`${server.id}/${recorded.name}`)
      } catch (error) {
        const fault = faultOf(error)
        if (fault.server && work === record)
          refused.set(`${server.id}/${recorded.name}`, { sql: recorded.sql, ...fault.server })
        else if (!fault.server) failures++
        console.error(`${server.id} ${recorded.name}: ${fault.code}: ${fault.message}`)
      }
    }
    const outside = await open(server, server.database)
    await outside.execute(`DROP DATABASE ${database}`, never)
    await outside.close()
  }
  if (options.traces) return failures === 0 ? 0 : 1
  const sorted = [...refused].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(refusedFile, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
  return failures === 0 ? 0 : 1
}

function readRefused(file: string): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))
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
