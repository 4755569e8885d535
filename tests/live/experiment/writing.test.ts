// Protects timing in a schema of ours on all servers: unqualified names mean its tables, writing runs are rolled back each time, and nothing outside of it can be written.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchPrefix } from '../../../src/core/scratch/model'
import type { Session, Stopwatch, TimedRequest } from '../../../src/engines/engine'
import { dropDatabase, faultFrom, freshDatabase, never } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer, type Witness } from './servers'

const database = 'experiment_writing'
const schema = `${scratchPrefix}of_writing_test`
const servers = [...mysqlServers, ...postgresServers].map((endpoint) => ({
  endpoint,
  server: experimentServer(endpoint, database),
  id: endpoint.id,
}))

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', ({ endpoint, server }) => {
  let session: Session
  let stopwatch: Stopwatch
  let eyes: Witness
  beforeAll(async () => {
    await server.make(100)
    if (server.isPostgres) {
      eyes = await server.witness()
      for (const statement of [
        `CREATE SCHEMA ${schema}`,
        `CREATE TABLE ${schema}.numbers AS SELECT id, word FROM numbers WHERE id <= 10`,
        `CREATE TABLE ${schema}.log (id serial PRIMARY KEY, said text)`,
        `CREATE FUNCTION ${schema}.tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.numbers VALUES (-NEW.id, 'escaped'); RETURN NEW; END $$`,
        `CREATE TRIGGER tell AFTER INSERT ON ${schema}.log FOR EACH ROW EXECUTE FUNCTION ${schema}.tell()`,
      ])
        await eyes.ask(statement)
    } else {
      await freshDatabase(endpoint, schema, [
        'CREATE TABLE numbers (id int NOT NULL PRIMARY KEY, word varchar(20) NOT NULL)',
        `INSERT INTO numbers SELECT id, word FROM ${database}.numbers WHERE id <= 10`,
        'CREATE TABLE log (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, said varchar(20))',
        `CREATE TRIGGER tell AFTER UPDATE ON numbers FOR EACH ROW INSERT INTO log (said) VALUES (NEW.word)`,
      ])
      eyes = await server.witness()
    }
    session = await server.open()
    stopwatch = await session.stopwatch({ switchOnCpuClock: false }, never)
  })
  afterAll(async () => {
    await session.close()
    await eyes.end()
    if (!server.isPostgres) await dropDatabase(endpoint, schema)
    await server.drop()
  })
  const request = (sql: string, more: Partial<TimedRequest> = {}): TimedRequest => ({
    sql,
    schema,
    settings: [],
    timeoutMs: 10_000,
    ...more,
  })
  const whereAmI = async () =>
    (await session.read(server.isPostgres ? 'SELECT current_schema()' : 'SELECT DATABASE()', never)).rows[0]?.[0]
  const count = (table: string, where = 'true') => eyes.ask(`SELECT COUNT(*) FROM ${table} WHERE ${where}`)

  test('unqualified names mean the tables of the schema, and afterwards those of before', async () => {
    const before = await whereAmI()
    const statement = await stopwatch.prepare(request('SELECT id FROM numbers'), never)
    expect((await statement.time(never)).rows).toBe(10)
    const elsewhere = await stopwatch.prepare({ ...request('SELECT id FROM numbers'), schema: undefined }, never)
    expect((await elsewhere.time(never)).rows).toBe(100)
    expect(await whereAmI()).toBe(before)
  })

  test.each([
    ['UPDATE', `UPDATE numbers SET word = 'changed' WHERE id <= 7`, 7],
    ['DELETE', 'DELETE FROM numbers WHERE id > 4', 6],
    ['INSERT', 'INSERT INTO numbers SELECT id + 1000, word FROM numbers', 10],
  ] as const)('%s tells how many rows it changes and is rolled back each time', async (_verb, sql, changed) => {
    const statement = await stopwatch.prepare(request(sql, { writes: true }), never)
    for (let run = 0; run < 3; run++) {
      const timed = await statement.time(never)
      expect(timed.rows).toBe(changed)
      expect(timed.clientMs).toBeGreaterThan(0)
    }
    expect(statement.outputs.length).toBeGreaterThan(0)
    expect(statement.cautions.join('\n')).toMatch(/rolled back/)
    expect(await count(`${schema}.numbers`)).toEqual(['10'])
    expect(await count(`${schema}.numbers`, `word = 'changed'`)).toEqual(['0'])
    expect(await count(`${schema}.log`)).toEqual(['0'])
  })

  test.runIf(server.isPostgres)('PostgreSQL: tables do not grow by runs that are rolled back', async () => {
    const size = () => eyes.ask(`SELECT pg_relation_size('${schema}.numbers')`)
    const statement = await stopwatch.prepare(request(`UPDATE numbers SET word = word || 'x'`, { writes: true }), never)
    await statement.time(never)
    const before = await size()
    for (let run = 0; run < 200; run++) await statement.time(never)
    expect(await size()).toEqual(before)
  })

  test.runIf(server.isPostgres)('PostgreSQL: a trigger that writes elsewhere is refused after one run', async () => {
    const statement = await stopwatch.prepare(request(`INSERT INTO log (said) VALUES ('a')`, { writes: true }), never)
    const fault = await faultFrom(statement.time(never))
    expect(fault.code).toBe('not-allowed')
    expect(fault.message).toContain('public.numbers')
    expect(await count('public.numbers', 'id < 0')).toEqual(['0'])
  })

  test.runIf(server.isPostgres)('PostgreSQL: a table that the schema has not is not found elsewhere', async () => {
    await eyes.ask('CREATE TABLE public.only_there (id int)')
    const fault = await faultFrom(
      stopwatch.prepare(request('INSERT INTO only_there VALUES (1)', { writes: true }), never),
    )
    expect(fault.code).toBe('not-allowed')
    expect(await count('public.only_there')).toEqual(['0'])
  })

  test.runIf(!server.isPostgres)('MySQL: a table that cannot be rolled back is refused', async () => {
    await eyes.ask(`CREATE TABLE ${schema}.stays (id int) ENGINE = MyISAM`)
    const fault = await faultFrom(stopwatch.prepare(request('DELETE FROM numbers', { writes: true }), never))
    await eyes.ask(`DROP TABLE ${schema}.stays`)
    expect(fault.code).toBe('not-allowed')
    expect(fault.message).toContain('MyISAM')
  })

  test.runIf(!server.isPostgres)('MySQL: a trigger that names a table elsewhere is refused', async () => {
    const [trigger, body] = [`${schema}.tells`, `INSERT INTO ${database}.numbers VALUES (-1, 'escaped')`]
    await eyes.ask(`CREATE TRIGGER ${trigger} AFTER INSERT ON ${schema}.log FOR EACH ROW ${body}`)
    const fault = await faultFrom(stopwatch.prepare(request('DELETE FROM numbers', { writes: true }), never))
    await eyes.ask(`DROP TRIGGER ${trigger}`)
    expect(fault.code).toBe('not-allowed')
    expect(fault.message).toContain(`${database}.numbers`)
  })

  test.each([
    ['a schema that is not ours', 'DELETE FROM numbers', database],
    ['no schema', 'DELETE FROM numbers', undefined],
    ['a table outside', `UPDATE ${experimentTable(server)} SET word = 'x'`, schema],
  ])('refuses to write: %s', async (_says, sql, into) => {
    const fault = await faultFrom(stopwatch.prepare(request(sql, { writes: true, schema: into }), never))
    expect(fault.code).toBe('not-allowed')
  })

  test('without leave to write it is refused in the schema too', async () => {
    expect((await faultFrom(stopwatch.prepare(request('DELETE FROM numbers'), never))).code).toBe('not-allowed')
  })

  test.runIf(!server.isPostgres)('MySQL: a statement with a routine has no times of another statement', async () => {
    await eyes.ask(`CREATE FUNCTION ${schema}.plus(n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n + 1`)
    const plain = await stopwatch.prepare(request('SELECT SUM(id) FROM numbers'), never)
    const slow = await stopwatch.prepare(request('SELECT SUM(plus(id)), SLEEP(0.1) FROM numbers'), never)
    await plain.time(never)
    const timed = await slow.time(never)
    if (timed.serverWallMs !== undefined) expect(timed.serverWallMs).toBeGreaterThan(100)
    expect(timed.serverCpuMs).toBeUndefined()
    expect(slow.cautions.join('\n')).toMatch(/stored routines/)
    expect((await plain.time(never)).serverCpuMs).toBeGreaterThan(0)
  })
})

function experimentTable({ isPostgres }: ExperimentServer): string {
  return isPostgres ? 'public.numbers' : `${database}.numbers`
}
