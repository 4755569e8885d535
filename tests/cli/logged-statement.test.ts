// Protects `analyze` of a slow-log entry: its statement, in its database, with its values; and what is no entry is refused.
import { describe, expect, test } from 'vitest'
import { analysisSchema } from '../../src/core/analysis/model'
import { sargable } from '../kit/cli'
import { witness } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

const prefix = '2026-11-20 10:00:01.000 UTC [41] app@postgres'
const entry = [
  `${prefix} LOG:  duration: 912.000 ms  execute <unnamed>: SELECT relname FROM pg_class WHERE relname = $1 AND relpages > $2`,
  `${prefix} DETAIL:  Parameters: $1 = 'it''s', $2 = '5'`,
  '',
].join('\n')

const analyze = (url: string, input: string) => sargable(['analyze', url, '--json'], { input })

test('values of a logged call are used and said', { timeout: 60_000 }, async () => {
  const run = await analyze('pglite:', entry)
  const analysis = analysisSchema.parse(JSON.parse(run.stdout))
  expect(analysis.sql).toBe('SELECT relname FROM pg_class WHERE relname = $1 AND relpages > $2')
  expect(analysis.values?.map(({ placeholder, literal }) => [placeholder, literal])).toEqual([
    ['$1', "'it''s'"],
    ['$2', "'5'"],
  ])
  expect(run.code).toBe(0)
})

test.each([
  ['several entries', `${entry}${entry}`, /This is a log of 2 entries/],
  [
    'an entry without a statement',
    '# Query_time: 1.5  Lock_time: 0 Rows_sent: 0  Rows_examined: 0\nSET timestamp=1795157541;\n# administrator command: Ping;\n',
    /holds no statement/,
  ],
  [
    'an entry of another family',
    '# Query_time: 1.5  Lock_time: 0 Rows_sent: 0  Rows_examined: 0\nSET timestamp=1795157541;\nSELECT 1;\n',
    /The entry is of a log of MySQL or MariaDB; the connection is to PGlite/,
  ],
])('%s is refused', { timeout: 60_000 }, async (_what, input, message) => {
  const run = await analyze('pglite:', input)
  expect(JSON.parse(run.stdout)).toMatchObject({
    kind: 'error',
    code: 'bad-request',
    message: expect.stringMatching(message),
  })
  expect(run.code).toBe(2)
})

describe.each(
  mysqlServers.filter(({ id }) => id === 'mysql80' || id === 'mariadb1011').map((one) => [one.id, one] as const),
)('on %s', (_id, server) => {
  test('the statement is planned in the database of the entry', { timeout: 60_000 }, async () => {
    const database = 'sargable_logged_call'
    const client = await witness(server)
    try {
      await client.query(`DROP DATABASE IF EXISTS ${database}`)
      await client.query(`CREATE DATABASE ${database}`)
      await client.query(`CREATE TABLE ${database}.only_here (id int PRIMARY KEY, a int)`)
      const url = `mysql://${server.user}:${server.password}@${server.host}:${server.port}/${server.database}`
      const text = `# User@Host: app[app] @  [10.0.3.17]\n# Query_time: 1.5  Lock_time: 0 Rows_sent: 0  Rows_examined: 0\nuse ${database};\nSET timestamp=1795157541;\nUPDATE only_here SET a = 1 WHERE id = 2;\n`
      const run = await analyze(url, text)
      const analysis = analysisSchema.parse(JSON.parse(run.stdout))
      expect(analysis.sql).toBe('UPDATE only_here SET a = 1 WHERE id = 2')
      expect(analysis.catalog.tables.map(({ schema, name }) => `${schema}.${name}`)).toEqual([`${database}.only_here`])
      expect(run.code).toBe(0)
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${database}`)
      await client.end()
    }
  })
})
