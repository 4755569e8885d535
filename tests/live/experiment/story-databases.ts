import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionTarget } from '../../../src/core/connection/model'
import type { Dialect } from '../../../src/core/engine'
import { splitStatements } from '../../../src/core/sql/statements'
import { tokenize } from '../../../src/core/sql/tokenizer'
import type { Session } from '../../../src/engines/engine'
import { engineFor } from '../../../src/engines/index'
import { type Sample, sampleStatements } from '../../../src/service/samples'
import { never } from '../../kit/mysql'
import type { Endpoint } from '../../kit/servers'
import { experimentServer } from './servers'

/** A variant of a sample as its file has it. */
export interface StoryVariant {
  readonly sql: string
  readonly session: readonly { readonly name: string; readonly value: string }[]
  /** Changes of tables before it runs. */
  readonly ddl: readonly { readonly apply: string; readonly undo: string }[]
}

/** `query`, or the name of a file in the sample's folder of variants. */
export function storyVariant(sample: Sample, name: string, dialect: Dialect): StoryVariant {
  const file = `${name}${dialect === 'postgres' ? '.pg' : ''}.sql`
  const text = readFileSync(join(sample.folder, name === 'query' ? '' : 'variants', file), 'utf8')
  const header = (word: string) =>
    [...text.matchAll(new RegExp(`^-- @${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest)
  const [first] = splitStatements(tokenize(text, dialect))
  if (!first) throw new Error(`${file} has no statement`)
  const settings = /^SET (?:SESSION )?(\w+)\s*=\s*(?:'(.*)'|(\S+))$/
  const setups = header('setup')
  const undo = header('teardown').filter((statement) => !/^(SET|RESET|VACUUM) /.test(statement))
  return {
    sql: text.slice(first.span.start, first.span.end).replace(/^(-- @.*\n)+/, ''),
    session: setups.flatMap((statement) => {
      const [, name, quoted, bare] = settings.exec(statement) ?? []
      return name === undefined ? [] : [{ name, value: quoted ?? bare ?? '' }]
    }),
    ddl: setups
      .filter((statement) => !settings.test(statement))
      .map((apply, at) => ({ apply, undo: undo[at] ?? 'DO 0' })),
  }
}

/** Databases with a sample's tables, one for each set of changes that variants need. */
export class StoryDatabases {
  readonly #endpoint: Endpoint
  readonly #sample: Sample
  readonly #names = new Map<string, string>()

  constructor(endpoint: Endpoint, sample: Sample) {
    this.#endpoint = endpoint
    this.#sample = sample
  }

  get dialect(): Dialect {
    if (this.#endpoint.kind === 'pg') return 'postgres'
    return this.#endpoint.id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  }

  variant(name: string): StoryVariant {
    return storyVariant(this.#sample, name, this.dialect)
  }

  /** Where a variant's tables are; loaded, changed and analyzed when it is asked for the first time. */
  async targetOf({ ddl }: Pick<StoryVariant, 'ddl'>): Promise<ConnectionTarget> {
    const changes = ddl.map(({ apply }) => apply)
    const key = changes.join('; ')
    const known = this.#names.get(key)
    if (known !== undefined) return this.#target(known)
    const name = `story_${process.pid}_${this.#names.size}_${this.#sample.name.replace(/\W/g, '_')}`
    this.#names.set(key, name)
    await this.#load(name, changes)
    return this.#target(name)
  }

  /** Draws the statistics of all tables anew. */
  async analyzeAgain(): Promise<void> {
    for (const name of this.#names.values()) {
      const session = await this.#open(name)
      await this.#analyze(session, name)
      await session.close()
    }
  }

  async drop(): Promise<void> {
    const admin = await this.#open(this.#endpoint.database)
    for (const name of this.#names.values()) await admin.execute(`DROP DATABASE IF EXISTS ${name}`, never)
    await admin.close()
  }

  #target(name: string): ConnectionTarget {
    return experimentServer(this.#endpoint, name).target
  }

  #open(name: string): Promise<Session> {
    const target = this.#target(name)
    return engineFor(target).connect(target, { password: this.#endpoint.password }, never)
  }

  async #load(name: string, changes: readonly string[]): Promise<void> {
    const admin = await this.#open(this.#endpoint.database)
    await admin.execute(`DROP DATABASE IF EXISTS ${name}`, never)
    await admin.execute(`CREATE DATABASE ${name}`, never)
    await admin.close()
    const session = await this.#open(name)
    const isPostgres = this.dialect === 'postgres'
    // The samples' data is older than strict mode.
    if (!isPostgres) await session.execute("SET SESSION sql_mode = ''", never)
    const statements = await sampleStatements(this.#sample, isPostgres ? 'postgres' : 'mysql')
    for (const statement of [...statements, ...changes]) await session.execute(statement, never)
    await this.#analyze(session, name)
    await session.close()
  }

  async #analyze(session: Session, name: string): Promise<void> {
    if (this.dialect === 'postgres') await session.execute('VACUUM ANALYZE', never)
    else
      for (const table of (await session.names(name, never)).tables)
        await session.execute(`ANALYZE TABLE ${table.name}`, never)
  }
}
