import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Analysis } from '../../../src/core/analysis/model'
import type { Session } from '../../../src/engines/engine'
import { engineFor } from '../../../src/engines/index'
import { analyzeStatement } from '../../../src/service/analysis/analyze-statement'
import { listSamples, type Sample, sampleStatements } from '../../../src/service/samples'
import type { Endpoint } from '../../kit/servers'

/** The worked cases with what their facts say of advice, and the analysis of each of their statements on a server. */

const root = join(import.meta.dirname, '../../../samples')
const never = new AbortController().signal

const suggestedSchema = z.object({
  table: z.string().optional(),
  columns: z.array(z.string()).optional(),
  primary_key: z.array(z.string()).optional(),
  drop: z.array(z.string()).optional(),
  /** `'old' -> 'new'`: what the statement asks for once it is written for the index. */
  literal_change: z.string().optional(),
})
const factsSchema = z.object({
  servers: z.record(z.string(), z.string()),
  advice: z.record(z.string(), z.array(z.string())).default({}),
  not_advice: z.record(z.string(), z.array(z.string())).default({}),
  suggested: z.record(z.string(), suggestedSchema).default({}),
  expected_errors: z.record(z.string(), z.string()).default({}),
  observed: z.array(z.object({ server: z.string(), variant: z.string(), error: z.unknown().optional() })).default([]),
})

export interface CaseFacts {
  readonly sample: Sample
  readonly facts: Readonly<z.infer<typeof factsSchema>>
}

export const cases: readonly CaseFacts[] = (await listSamples(root)).map((sample) => ({
  sample,
  facts: factsSchema.parse(JSON.parse(readFileSync(join(sample.folder, 'facts.json'), 'utf8'))),
}))

/** Statements whose advice the facts speak of: the query, and variants by name. */
export function variantsOf({ facts }: CaseFacts): readonly string[] {
  return [...new Set(['query', ...Object.keys(facts.advice), ...Object.keys(facts.not_advice)])]
}

/** A variant's file for a server: its own dialect's; undefined where the variant is not for this server. */
export function fileOf({ sample }: CaseFacts, variant: string, server: Endpoint): string | undefined {
  const folder = variant === 'query' ? sample.folder : join(sample.folder, 'variants')
  const path = join(folder, `${variant}${server.kind === 'pg' ? '.pg.sql' : '.sql'}`)
  if (!existsSync(path)) return undefined
  const only = headerLines(readFileSync(path, 'utf8'), 'servers')[0]
  return only === undefined || only.split(/[\s,]+/).includes(server.id) ? path : undefined
}

function headerLines(text: string, kind: 'setup' | 'teardown' | 'servers'): readonly string[] {
  return text.split('\n').flatMap((line) => line.match(`^-- @${kind} (.*)$`)?.[1] ?? [])
}

export interface HowToRun {
  readonly measured?: boolean
  /** `'old' -> 'new'` */
  readonly literalChange?: string
}

/** One case loaded into a database of its own. */
export class LoadedCase {
  private constructor(
    private readonly server: Endpoint,
    private readonly database: string,
    private readonly session: Session,
  ) {}

  static async load(server: Endpoint, { sample }: CaseFacts): Promise<LoadedCase> {
    const database = `advice_${process.pid}_${sample.name.replace(/\W/g, '_')}`
    const admin = await open(server, server.database)
    await admin.execute(`DROP DATABASE IF EXISTS ${database}`, never)
    await admin.execute(`CREATE DATABASE ${database}`, never)
    await admin.close()
    const session = await open(server, database)
    const dialect = server.kind === 'pg' ? 'postgres' : 'mysql'
    if (dialect === 'mysql') await session.execute("SET SESSION sql_mode = ''", never)
    for (const statement of await sampleStatements(sample, dialect)) await session.execute(statement, never)
    const loaded = new LoadedCase(server, database, session)
    await loaded.readStatistics()
    return loaded
  }

  async close(): Promise<void> {
    await this.session.close()
    const admin = await open(this.server, this.server.database)
    await admin.execute(`DROP DATABASE IF EXISTS ${this.database}`, never)
    await admin.close()
  }

  /** What the product says of the file's statement between its preparation and the undoing of it. */
  async run(path: string, how: HowToRun = {}): Promise<Analysis> {
    const text = readFileSync(path, 'utf8')
    const setup = headerLines(text, 'setup')
    for (const statement of setup) await this.session.execute(statement, never)
    const changes = setup.some((statement) => !/^SET\b/i.test(statement))
    if (changes) await this.readStatistics()
    try {
      const statement = text
        .split('\n')
        .filter((line) => !line.startsWith('--'))
        .join('\n')
      return await this.analyze(statement.trim().replace(/;$/, ''), how)
    } finally {
      for (const statement of headerLines(text, 'teardown')) await this.session.execute(statement, never)
      if (changes) await this.readStatistics()
    }
  }

  /** As the service analyzes. */
  analyze(written: string, { measured = false, literalChange = '' }: HowToRun = {}): Promise<Analysis> {
    const [from = '', to = ''] = literalChange.split(' -> ')
    const sql = from === '' ? written : written.replace(from, to)
    const order = { sql, measure: measured, trace: true, consent: true, count: measured }
    return analyzeStatement(this.session, targetOf(this.server, this.database), order, never, () => undefined)
  }

  private async readStatistics(): Promise<void> {
    if (this.server.kind === 'pg') await this.session.execute('VACUUM ANALYZE', never)
    else
      for (const table of (await this.session.names(this.database, never)).tables)
        if (table.type === 'table') await this.session.execute(`ANALYZE TABLE ${table.name}`, never)
  }
}

function targetOf({ id, kind, host, port, user }: Endpoint, database: string) {
  const product = kind === 'pg' ? 'postgres' : id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  return { via: 'network', product, host, port, user, database } as const
}

function open(server: Endpoint, database: string): Promise<Session> {
  const target = targetOf(server, database)
  return engineFor(target).connect(target, { password: server.password }, never)
}
