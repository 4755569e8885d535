import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { analyze } from '../../src/core/analysis/analyze'
import type { Analysis } from '../../src/core/analysis/model'
import type { KeyUse } from '../../src/core/keyparts/model'
import type { Session } from '../../src/engines/engine'
import { findSample, type Sample, sampleStatements } from '../../src/service/samples'
import { lineOf } from '../core/keyparts/recorded'
import { dropDatabase, freshDatabase, never, open } from '../kit/mysql'
import type { Endpoint } from '../kit/servers'
import { type Told, tell } from './traces-told'

/** The worked cases on one MySQL or MariaDB server, each in a database of its own. */

const root = join(import.meta.dirname, '../../samples')

export interface Story extends Told {
  readonly analysis: Analysis
  /** Of the first plan. */
  readonly keyUse: readonly KeyUse[]
  /** Indexes that are read, part by part: `table.index* key_len: part role narrows …`. */
  readonly chosen: readonly string[]
}

interface Loaded {
  readonly sample: Sample
  readonly session: Session
  readonly database: string
}

export class Stories {
  private readonly loaded = new Map<string, Loaded>()

  constructor(private readonly server: Endpoint) {}

  /** Makes the tables of cases and opens a session in each. */
  async load(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const sample = await findSample(root, name)
      const database = `story_${process.pid}_${name.replace(/\W/g, '_')}`
      await freshDatabase(this.server, database, [
        "SET SESSION sql_mode = ''",
        ...(await sampleStatements(sample, 'mysql')),
      ])
      const session = await open(this.server, { database })
      this.loaded.set(name, { sample, session, database })
      await this.refresh(
        session,
        (await session.names(undefined, never)).tables.map((table) => table.name),
      )
    }
  }

  async close(): Promise<void> {
    for (const { session, database } of this.loaded.values()) {
      await session.close()
      await dropDatabase(this.server, database)
    }
  }

  /** What the product says of the file's statement between its preparation and the undoing of it. */
  async story(name: string, file = 'query.sql'): Promise<Story> {
    const { session, sample } = this.of(name)
    const lines = readFileSync(join(sample.folder, file), 'utf8').split('\n')
    const steps = (kind: 'setup' | 'teardown') => lines.flatMap((line) => line.match(`^-- @${kind} (.*)$`)?.[1] ?? [])
    const changed = new Set(steps('setup').flatMap((one) => /^ALTER TABLE (\w+)/i.exec(one)?.[1] ?? []))
    for (const statement of steps('setup')) await session.execute(statement, never)
    await this.refresh(session, changed)
    try {
      const statement = lines.filter((line) => !line.startsWith('--')).join('\n')
      return await this.told(name, statement.replace(/;\s*$/, ''))
    } finally {
      for (const statement of steps('teardown')) await session.execute(statement, never)
      await this.refresh(session, changed)
    }
  }

  /** The same of a statement as it is written here. */
  async told(name: string, sql: string): Promise<Story> {
    const { session } = this.of(name)
    const told = await tell(session, sql)
    expect(told.trace.notes).toEqual([])
    const tables = (await session.names(undefined, never)).tables
    const analysis = analyze({
      engine: session.identity,
      capabilities: session.capabilities,
      sql,
      explain: told.outputs,
      traceText: told.text,
      catalog: await session.catalog(tables, never),
      cautions: [],
    })
    const keyUse = analysis.keyUse.filter(({ planIndex }) => planIndex === 0)
    return { ...told, analysis, keyUse, chosen: keyUse.filter(({ chosen }) => chosen).map(lineOf) }
  }

  /** Changes a table, between stories. */
  async change(name: string, table: string, change: string): Promise<void> {
    const { session } = this.of(name)
    await session.execute(`ALTER TABLE ${table} ${change}`, never)
    await this.refresh(session, [table])
  }

  private of(name: string): Loaded {
    const found = this.loaded.get(name)
    if (!found) throw new Error(`${name} was not loaded`)
    return found
  }

  /** Right after a change some servers know nothing of a table. */
  private async refresh(session: Session, tables: Iterable<string>): Promise<void> {
    for (const name of tables) await session.execute(`ANALYZE TABLE ${name}`, never)
  }
}
