import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quoteName } from '../core/dialects/mysql-family'
import { type Dialect, dialectOf } from '../core/engine'
import { fault } from '../core/errors'
import { type SampleFile, type SampleServer, type SampleSummary, sampleFileSchema } from '../core/samples/model'
import { splitStatements } from '../core/sql/statements'
import { tokenize } from '../core/sql/tokenizer'
import type { Session } from '../engines/engine'
import type { Progress } from './api'
import { formatSql } from './format-sql'

/** A sample of the samples/ folder, read and checked. */
export interface Sample {
  readonly name: string
  readonly folder: string
  readonly file: SampleFile
}

/** Every sample, featured ones first, then by name. */
export async function listSamples(samplesFolder: string): Promise<readonly Sample[]> {
  const entries = await readdir(samplesFolder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const samples = await Promise.all(names.map((name) => readSample(samplesFolder, name)))
  const rank = ({ file }: Sample) => file.featured ?? Number.POSITIVE_INFINITY
  return [...samples].sort((a, b) => (rank(a) === rank(b) ? a.name.localeCompare(b.name) : rank(a) - rank(b)))
}

/** @throws SargableError `unknown-sample`, naming the samples that exist. */
export async function findSample(samplesFolder: string, name: string): Promise<Sample> {
  const samples = await listSamples(samplesFolder)
  const found = samples.find((sample) => sample.name === name)
  if (found) return found
  throw fault('unknown-sample', `There is no sample "${name}".`, {
    hint: `Samples: ${samples.map((sample) => sample.name).join(', ')}.`,
  })
}

/** Where a sample can be opened, best first: MySQL tells key lengths, PGlite is always there. */
export function serversOf(file: SampleFile): readonly SampleServer[] {
  return [
    ...(file.open.mysql === undefined ? [] : (['mysql', 'mariadb'] as const)),
    ...(file.open.postgres === undefined ? [] : (['pglite', 'postgres'] as const)),
  ]
}

export function summaryOf({ name, file }: Sample): SampleSummary {
  return { name, title: file.title, story: file.story, featured: file.featured !== undefined, servers: serversOf(file) }
}

/** The statement that the sample opens with, without the header lines of its file, laid out to be read. */
export async function openingStatement(sample: Sample, dialect: Dialect): Promise<string> {
  const path = dialect === 'postgres' ? sample.file.open.postgres : sample.file.open.mysql
  if (path === undefined)
    throw fault(
      'unsupported',
      `The sample "${sample.name}" has no form for ${dialect === 'postgres' ? 'PostgreSQL' : 'MySQL and MariaDB'}.`,
      {
        hint: `It opens on: ${serversOf(sample.file).join(', ')}.`,
      },
    )
  const text = await readFile(join(sample.folder, path), 'utf8')
  return formatSql(text.replace(/^-- @.*\n/gm, ''), dialect)
}

/** Name of the database (PostgreSQL: schema) that a sample is loaded into; no other table of the server is touched. */
export function sampleDatabase(name: string): string {
  return `sargable_sample_${name.replace(/\W/g, '_')}`
}

/**
 * Loads the sample into a database of its own and makes that the current one. A copy that was loaded before is
 * thrown away first, so that statistics are always those of a fresh load.
 */
export async function loadSample(
  sample: Sample,
  session: Session,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<void> {
  const dialect = dialectOf(session.identity.product)
  const database = sampleDatabase(sample.name)
  const { quote, create, prepare, analyze } = dialect === 'postgres' ? postgresLoading : mysqlLoading
  const statements = await sampleStatements(sample, dialect)
  await dropSample(sample.name, session, signal)
  await session.execute(`${create} ${quote(database)}`, signal)
  await session.use(database, signal)
  for (const statement of prepare) await session.execute(statement, signal)
  for (const [index, statement] of statements.entries()) {
    progress({ text: `Loading the sample: ${firstWords(statement)}`, done: index, total: statements.length })
    await session.execute(statement, signal)
  }
  progress({ text: 'Reading its statistics', done: statements.length, total: statements.length })
  for (const table of (await session.names(database, signal)).tables)
    if (table.type === 'table') await session.execute(`${analyze} ${quote(table.name)}`, signal)
}

/** The statements that make the sample's schema and data, in order. */
export async function sampleStatements(sample: Sample, dialect: Dialect): Promise<readonly string[]> {
  const suffix = dialect === 'postgres' ? '.pg.sql' : '.sql'
  const scripts = await Promise.all(
    ['schema', 'data'].map((part) => readFile(join(sample.folder, part + suffix), 'utf8')),
  )
  return scripts.flatMap((script) =>
    splitStatements(tokenize(script, dialect)).map(({ span }) => script.slice(span.start, span.end)),
  )
}

/** Removes what loadSample made. */
export async function dropSample(name: string, session: Session, signal: AbortSignal): Promise<void> {
  const { quote, drop } = dialectOf(session.identity.product) === 'postgres' ? postgresLoading : mysqlLoading
  await session.execute(drop(quote(sampleDatabase(name))), signal)
}

const mysqlLoading = {
  quote: quoteName,
  create: 'CREATE DATABASE',
  analyze: 'ANALYZE TABLE',
  drop: (name: string) => `DROP DATABASE IF EXISTS ${name}`,
  // The samples' data is older than strict mode.
  prepare: ["SET SESSION sql_mode = ''"],
}
const postgresLoading = {
  quote: (name: string) => `"${name.replace(/"/g, '""')}"`,
  create: 'CREATE SCHEMA',
  analyze: 'VACUUM ANALYZE',
  drop: (name: string) => `DROP SCHEMA IF EXISTS ${name} CASCADE`,
  prepare: [],
}

function firstWords(statement: string): string {
  return statement.replace(/\s+/g, ' ').slice(0, 60)
}

async function readSample(samplesFolder: string, name: string): Promise<Sample> {
  const folder = join(samplesFolder, name)
  const path = join(folder, 'sample.json')
  const checked = sampleFileSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
  if (!checked.success) throw fault('file-unreadable', `${path}: ${checked.error.issues[0]?.message ?? 'not valid'}`)
  return { name, folder, file: checked.data }
}
