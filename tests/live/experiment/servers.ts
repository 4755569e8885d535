import type { ConnectionTarget } from '../../../src/core/connection/model'
import type { Session } from '../../../src/engines/engine'
import { engineFor } from '../../../src/engines/index'
import { dropDatabase, freshDatabase, never, targetOf, witness } from '../../kit/mysql'
import { connectPostgres, dropPostgres, freshPostgres } from '../../kit/postgres'
import type { Endpoint } from '../../kit/servers'

/** A second pair of eyes on the server: one statement, each row as text with blanks between its values. */
export interface Witness {
  ask(sql: string): Promise<string[]>
  end(): Promise<void>
}

/** A test server with a database of the test's own, whatever its engine. */
export interface ExperimentServer {
  readonly id: string
  readonly isPostgres: boolean
  readonly target: ConnectionTarget
  readonly password: string
  /** A session setting and a value that it does not have by default. */
  readonly setting: readonly [name: string, value: string]
  readonly readSetting: string
  sleep(seconds: number): string
  /** The database with `numbers (id, word)`: ids from 1, words w1, w2, … */
  make(rows: number, more?: readonly string[]): Promise<void>
  drop(): Promise<void>
  open(): Promise<Session>
  witness(): Promise<Witness>
}

export function experimentServer(endpoint: Endpoint, database: string): ExperimentServer {
  const isPostgres = endpoint.kind === 'pg'
  const target: ConnectionTarget = isPostgres
    ? {
        via: 'network',
        product: 'postgres',
        host: endpoint.host,
        port: endpoint.port,
        user: endpoint.user,
        database,
      }
    : targetOf(endpoint, { database })
  return {
    id: endpoint.id,
    isPostgres,
    target,
    password: endpoint.password,
    setting: isPostgres ? ['work_mem', '8MB'] : ['join_buffer_size', '1048576'],
    readSetting: isPostgres ? `SELECT current_setting('work_mem')` : 'SELECT @@SESSION.join_buffer_size',
    sleep: (seconds) => (isPostgres ? `SELECT pg_sleep(${seconds})` : `SELECT SLEEP(${seconds})`),
    async make(rows, more = []) {
      if (isPostgres) {
        const client = await freshPostgres(endpoint, database)
        await client.query('CREATE TABLE numbers (id int PRIMARY KEY, word text NOT NULL)')
        await client.query(`INSERT INTO numbers SELECT i, 'w' || i FROM generate_series(1, ${rows}) i`)
        for (const statement of more) await client.query(statement)
        await client.query('ANALYZE')
        await client.end()
        return
      }
      const doublings = Math.ceil(Math.log2(rows))
      await freshDatabase(endpoint, database, [
        'CREATE TABLE seq (id int NOT NULL PRIMARY KEY)',
        'INSERT INTO seq VALUES (0)',
        ...Array.from({ length: doublings }, (_, bit) => `INSERT INTO seq SELECT id + ${2 ** bit} FROM seq`),
        'CREATE TABLE numbers (id int NOT NULL PRIMARY KEY, word varchar(20) NOT NULL)',
        `INSERT INTO numbers SELECT id + 1, CONCAT('w', id + 1) FROM seq WHERE id < ${rows}`,
        'DROP TABLE seq',
        ...more,
        'ANALYZE TABLE numbers',
      ])
    },
    drop: () => (isPostgres ? dropPostgres(endpoint, database) : dropDatabase(endpoint, database)),
    open: () => engineFor(target).connect(target, { password: endpoint.password }, never),
    async witness() {
      if (isPostgres) {
        const client = await connectPostgres({ ...endpoint, database })
        return {
          ask: async (sql) =>
            (await client.query({ text: sql, rowMode: 'array' })).rows.map((row: unknown[]) => row.join(' ')),
          end: () => client.end(),
        }
      }
      const connection = await witness(endpoint, database)
      return {
        ask: async (sql) => {
          const [rows] = await connection.query({ sql, rowsAsArray: true })
          return Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row.join(' ') : '')) : []
        },
        end: () => connection.end(),
      }
    },
  }
}
