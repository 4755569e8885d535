// Protects taking a choice away on real servers: the hint does what it says, both sides run twice, consent is as for measuring.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takenAwayWords } from '../../src/core/trace/taken-away'
import { createHandlers } from '../../src/service/handlers'
import { dropDatabase, faultFrom, freshDatabase, never, targetOf } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

const database = 'whynot_measure'
const digits = Array.from({ length: 10 }, (_, at) => `SELECT ${at} d`).join(' UNION ALL ')
const quiet = { signal: never, progress: () => undefined }

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server) => {
  let folder: string
  let service: ReturnType<typeof createHandlers>
  let connectionId: string
  beforeAll(async () => {
    await freshDatabase(server, database, [
      `CREATE TABLE items (id INT PRIMARY KEY AUTO_INCREMENT, kind ENUM('a','b','c') NOT NULL, num INT NOT NULL,
       pad CHAR(100) NOT NULL DEFAULT 'x', KEY kind (kind), KEY num (num)) ENGINE=InnoDB`,
      `INSERT INTO items (kind, num) SELECT ELT(1 + MOD(p.d + q.d, 3), 'a', 'b', 'c'), p.d * 1000 + q.d * 100 + r.d * 10 + s.d
       FROM (${digits}) p, (${digits}) q, (${digits}) r, (${digits}) s`,
      'ANALYZE TABLE items',
    ])
    folder = await mkdtemp(join(tmpdir(), 'sargable-why-'))
    service = createHandlers({
      version: '0',
      secrets: 'memory',
      dataFolder: join(folder, 'data'),
      cacheFolder: join(folder, 'cache'),
      appFolder: join(import.meta.dirname, '../..'),
    })
    const opened = await service.handlers['connections.open'](
      { target: targetOf(server, { database }), password: server.password },
      quiet,
    )
    connectionId = opened.connectionId
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
    await dropDatabase(server, database)
  })
  const ask = (more: { sql: string; index: string; hint: 'force' | 'ignore'; table?: string }) =>
    service.handlers['whynot.measure']({ connectionId, table: 'i', ...more }, quiet)

  test('the loser is forced: it is used, both ran twice, and the rows tell the truth about the choice', async () => {
    const sql = "SELECT * FROM items i WHERE num BETWEEN 10 AND 19 AND kind = 'a'"
    const result = await ask({ sql, index: 'kind', hint: 'force' })
    expect(result.asIs.sql).toBe(sql)
    expect(result.changed.sql).toBe(
      "SELECT * FROM items i FORCE INDEX (`kind`) WHERE num BETWEEN 10 AND 19 AND kind = 'a'",
    )
    expect(result.asIs.indexes).toEqual(['num'])
    expect(result.changed.indexes).toEqual(['kind'])
    expect([result.asIs.runs.length, result.changed.runs.length]).toEqual([2, 2])
    // About 3,300 rows have this kind; ten have such a number.
    expect(result.asIs.runs[0]?.rowsExamined).toBeLessThan(20)
    expect(result.changed.runs[0]?.rowsExamined).toBeGreaterThan(3000)
    expect(result.changed.runs[0]?.rowsReturned).toBe(result.asIs.runs[0]?.rowsReturned)
    const { expectedRatio, rowsRatio } = takenAwayWords(result)
    expect(expectedRatio).toBeGreaterThan(1)
    expect(rowsRatio).toBeGreaterThan(100)
    expect(result.changedAnalysis?.traceText).toContain('steps')
  })

  test('the winner is forbidden: another way is taken', async () => {
    const result = await ask({ sql: 'SELECT pad FROM items i WHERE num = 77', index: 'num', hint: 'ignore' })
    expect(result.asIs.indexes).toEqual(['num'])
    expect(result.changed.indexes).toEqual([])
    expect(takenAwayWords(result).because).not.toContain('Forbidden, the server still uses num.')
  })

  test('hints that the statement has give way to the one that is asked for', async () => {
    const result = await ask({
      sql: 'SELECT pad FROM items i FORCE INDEX (kind) WHERE kind = 1 AND num = 3',
      index: 'num',
      hint: 'force',
    })
    expect(result.changed.sql).toBe('SELECT pad FROM items i FORCE INDEX (`num`) WHERE kind = 1 AND num = 3')
    expect(result.changed.indexes).toEqual(['num'])
  })

  test.each([
    { name: 'an index that is not there', sql: 'SELECT 1 FROM items i', index: 'nothing', code: 'unsupported' },
    { name: 'a table that is not there', sql: 'SELECT 1 FROM items j', index: 'num', code: 'unknown-table' },
    { name: 'a statement that writes', sql: 'DELETE i FROM items i', index: 'num', code: 'not-allowed' },
  ])('$name is refused before anything runs', async ({ sql, index, code }) => {
    const fault = await faultFrom(ask({ sql, index, hint: 'force' }))
    expect(fault.code).toBe(code)
  })

  test('the cost constants are told by the versions that have them', async () => {
    const { constants, because } = await service.handlers['whynot.constants']({ connectionId }, quiet)
    const names = constants.map(({ name }) => name)
    if (['mysql57', 'mysql80', 'mysql97'].includes(server.id)) expect(names).toContain('row_evaluate_cost')
    else if (server.id === 'mariadb114') expect(names).toContain('optimizer_where_cost')
    else expect(because).toContain('does not tell them')
    expect(constants.filter(({ changed }) => changed)).toEqual([])
  })

  test('on production it is refused', async () => {
    const opened = await service.handlers['connections.open'](
      { target: targetOf(server, { database, production: true }), password: server.password },
      quiet,
    )
    const fault = await faultFrom(
      service.handlers['whynot.measure'](
        { connectionId: opened.connectionId, sql: 'SELECT 1 FROM items i', table: 'i', index: 'num', hint: 'force' },
        quiet,
      ),
    )
    expect(fault.code).toBe('production-refused')
    await service.handlers['connections.close']({ connectionId: opened.connectionId }, quiet)
  })
})
