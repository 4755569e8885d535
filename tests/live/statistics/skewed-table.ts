import type { Client } from 'pg'
import type { Table } from '../../../src/core/catalog/model'
import type { Session } from '../../../src/engines/engine'
import { postgresEngine } from '../../../src/engines/postgres'
import { dropDatabase, freshDatabase, never, open, witness } from '../../kit/mysql'
import { dropPostgres, freshPostgres } from '../../kit/postgres'
import { type Endpoint, mysqlServers, postgresServers } from '../../kit/servers'

/** One table of 20,000 rows whose columns are skewed in known ways, on every server. */

const rowCount = 20_000
const words = ['Abc:', 'abd:', 'xyz:', 'm_', 'q-q ', 'B9']

/** `e`: 70 % closed, 28 % open, 2 % new. `k`: half of them 7. `s`: NULL in each twentieth row. */
function rowOf(i: number): string {
  const k = i % 2 === 0 ? 7 : (i * 31) % 500
  const date = new Date(Date.UTC(2015, 0, 1 + Math.floor(((i * 37) % 3000) ** 2 / 3000)))
  const moment = new Date(Date.UTC(2020, 0, 1) + ((i * 7919) % rowCount) * 3571_000)
  const text = i % 20 === 0 ? 'NULL' : `'${words[(i * i) % 6]}${(i * 7919) % rowCount}'`
  const state = i % 50 === 0 ? 'new' : i % 10 < 3 ? 'open' : 'closed'
  const amount = (((i * 37) % 1000) ** 2 / 1000).toFixed(2)
  return `(${i}, ${k}, '${date.toISOString().slice(0, 10)}', '${moment.toISOString().slice(0, 19).replace('T', ' ')}', ${text}, '${state}', ${amount}, '${((i * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}')`
}

const rows = Array.from({ length: rowCount }, (_, at) => rowOf(at))

export interface SkewedTable {
  readonly session: Session
  readonly table: Table
  /** The server's own count of what meets a condition, as a part of all rows. */
  share(condition: string): Promise<number>
  /** One number that the server works out. */
  number(sql: string): Promise<number>
  close(): Promise<void>
}

export interface Place {
  readonly id: string
  readonly family: 'mysql' | 'postgres'
  /** It keeps the distribution of values, not only how many there are. */
  readonly keepsValues: boolean
  /** It keeps one of texts that can be placed between others. */
  readonly ordersTexts: boolean
  make(database: string): Promise<SkewedTable>
}

export const places: readonly Place[] = [
  ...mysqlServers.map(
    (server): Place => ({
      id: server.id,
      family: 'mysql',
      keepsValues: !['mysql56', 'mysql57'].includes(server.id),
      ordersTexts: ['mysql80', 'mysql97', 'mariadb114'].includes(server.id),
      make: (database) => makeMysql(server, database),
    }),
  ),
  ...postgresServers.map(
    (server): Place => ({
      id: server.id,
      family: 'postgres',
      keepsValues: true,
      ordersTexts: true,
      make: (database) => makePostgres(server, database),
    }),
  ),
]

async function makeMysql(server: Endpoint, database: string): Promise<SkewedTable> {
  await freshDatabase(server, database, [
    "CREATE TABLE v (id INT NOT NULL PRIMARY KEY, k INT NOT NULL, d DATE NOT NULL, dt DATETIME NOT NULL, s VARCHAR(40), e ENUM('new', 'open', 'closed') NOT NULL, n DECIMAL(10,2) NOT NULL, u CHAR(8) NOT NULL, KEY ek (e, k), KEY su (s(3), u))",
    ...batches().map((values) => `INSERT INTO v VALUES ${values}`),
    server.id.startsWith('maria') ? 'ANALYZE TABLE v PERSISTENT FOR ALL' : 'ANALYZE TABLE v',
    ...(['mysql80', 'mysql97'].includes(server.id)
      ? ['ANALYZE TABLE v UPDATE HISTOGRAM ON k, d, dt, s, e, n, u WITH 100 BUCKETS']
      : []),
  ])
  const session = await open(server, { database })
  const second = await witness(server, database)
  const number = async (sql: string) => {
    const [found] = await second.query({ sql, rowsAsArray: true })
    return Number((found as unknown[][])[0]?.[0])
  }
  return made(session, number, async () => {
    await second.end()
    await dropDatabase(server, database)
  })
}

async function makePostgres(server: Endpoint, database: string): Promise<SkewedTable> {
  const client: Client = await freshPostgres(server, database)
  await client.query(
    'CREATE TABLE v (id int NOT NULL PRIMARY KEY, k int NOT NULL, d date NOT NULL, dt timestamp NOT NULL, s varchar(40), e varchar(10) NOT NULL, n numeric(10,2) NOT NULL, u char(8) NOT NULL)',
  )
  for (const values of batches()) await client.query(`INSERT INTO v VALUES ${values}`)
  await client.query('CREATE STATISTICS ek (ndistinct) ON e, k FROM v')
  await client.query('ANALYZE v')
  const { host, port, user, password } = server
  const session = await postgresEngine.connect(
    { via: 'network', product: 'postgres', host, port, user, database },
    { password },
    never,
  )
  const number = async (sql: string) => {
    const { rows: found } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return Number(found[0]?.[0])
  }
  return made(session, number, async () => {
    await client.end()
    await dropPostgres(server, database)
  })
}

async function made(session: Session, number: SkewedTable['number'], drop: () => Promise<void>): Promise<SkewedTable> {
  const [table] = (await session.catalog([{ name: 'v' }], never)).tables
  if (table === undefined) throw new Error('The table is not in the catalog')
  return {
    session,
    table,
    number,
    share: async (condition) => (await number(`SELECT COUNT(*) FROM v WHERE ${condition}`)) / rowCount,
    async close() {
      await session.close()
      await drop()
    },
  }
}

function batches(): readonly string[] {
  return Array.from({ length: rowCount / 2000 }, (_, at) => rows.slice(at * 2000, at * 2000 + 2000).join(', '))
}
