// Protects triggers and routines in scratch schemas: they work on the copies, and the real tables and sequences stay as they were.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScratchTable } from '../../../src/core/scratch/model'
import { faultFrom, never } from '../../kit/mysql'
import type { ExperimentServer, Witness } from '../experiment/servers'
import { make, scratchSchemas, serversWith, type TestLedger, testLedger } from './servers'

const database = 'scratch_programs'
const owner = 'programs'
const servers = serversWith(database)
const whole = { rows: 'all', indexes: true, triggers: true } as const satisfies Omit<ScratchTable, 'name'>

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  const ledger: TestLedger = testLedger(owner)
  let eyes: Witness
  beforeAll(async () => {
    await server.make(10, server.isPostgres ? postgresPrograms : mysqlPrograms)
    eyes = await server.witness()
  })
  afterAll(async () => {
    expect(await scratchSchemas(server, eyes, owner)).toEqual([])
    await eyes.end()
    await server.drop()
    ledger.close()
  })
  const origin = server.isPostgres ? 'public' : database
  const rowsOf = async (table: string) => (await eyes.ask(`SELECT count(*) FROM ${table}`))[0]
  /** As the sessions that time statements: the scratch schema first. */
  const inside = async (schema: string, sql: string) => {
    const other = await server.witness()
    await other.ask(server.isPostgres ? `SET search_path = ${schema}, public` : `USE ${schema}`)
    const answer = await other.ask(sql)
    await other.end()
    return answer
  }

  test('a trigger writes to the copies; a table that only it names comes along empty; no number of the original is taken', async () => {
    const scratch = await make(server, ledger, { tables: [{ name: 'orders', ...whole }], ddl: [], writes: true })
    expect(scratch.tables.map(({ name, rows }) => `${name} ${rows}`)).toEqual(['orders all', 'audit none'])
    expect(scratch.notes.join('\n')).toMatch(/audit was added, empty/)
    await inside(scratch.schema, 'INSERT INTO orders (amount) VALUES (5)')
    expect(await rowsOf(`${scratch.schema}.orders`)).toBe('11')
    expect(await rowsOf(`${scratch.schema}.audit`)).toBe('1')
    expect(await rowsOf(`${origin}.orders`)).toBe('10')
    expect(await rowsOf(`${origin}.audit`)).toBe('0')
    // The function doubles the amount; its number follows those of the copied rows.
    expect(await eyes.ask(`SELECT amount FROM ${scratch.schema}.orders WHERE id = 11`)).toEqual(['10'])
    const number = server.isPostgres
      ? 'SELECT last_value FROM public.orders_id_seq'
      : `SELECT AUTO_INCREMENT - 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${database}' AND TABLE_NAME = 'orders'`
    expect(await eyes.ask(number)).toEqual(['10'])
    expect(await scratch.remove()).toEqual([])
  })

  test('triggers are left out when they are not asked for', async () => {
    const scratch = await make(server, ledger, { tables: [{ name: 'orders', ...whole, triggers: false }], ddl: [] })
    expect(scratch.tables.map(({ name }) => name)).toEqual(['orders'])
    await inside(scratch.schema, 'INSERT INTO orders (amount) VALUES (5)')
    expect(await eyes.ask(`SELECT amount FROM ${scratch.schema}.orders WHERE id = 11`)).toEqual(['5'])
    expect(await scratch.remove()).toEqual([])
  })

  test('a statement that calls a routine finds it', async () => {
    const statements = ['SELECT doubled_again(amount) FROM orders']
    const scratch = await make(server, ledger, {
      tables: [{ name: 'orders', ...whole, triggers: false }],
      ddl: [],
      statements,
    })
    expect(await inside(scratch.schema, 'SELECT doubled_again(amount) FROM orders WHERE id = 3')).toEqual(['12'])
    expect(await scratch.remove()).toEqual([])
  })

  test('triggers can be dropped and made in the scratch schema, and only there', async () => {
    const drop = server.isPostgres ? 'DROP TRIGGER double ON orders' : 'DROP TRIGGER `double`'
    const create = server.isPostgres
      ? 'CREATE TRIGGER tenfold BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION tenfold()'
      : 'CREATE TRIGGER tenfold BEFORE INSERT ON orders FOR EACH ROW SET NEW.amount = NEW.amount * 10'
    const scratch = await make(server, ledger, { tables: [{ name: 'orders', ...whole }], ddl: [drop, create] })
    await inside(scratch.schema, 'INSERT INTO orders (amount) VALUES (5)')
    expect(await eyes.ask(`SELECT amount FROM ${scratch.schema}.orders WHERE id = 11`)).toEqual(['50'])
    const triggers = await eyes.ask(
      `SELECT DISTINCT trigger_name FROM information_schema.triggers WHERE event_object_schema = '${origin}' ORDER BY 1`,
    )
    expect(triggers).toEqual(['double', 'note'])
    expect(await scratch.remove()).toEqual([])
  })

  const outside: readonly (readonly [string, string])[] = [
    ['another table of the original schema', `CREATE INDEX x ON ${origin}.audit (id)`],
    ['a table that is not there', `CREATE TABLE ${origin}.made (id int)`],
    ['the schema itself', server.isPostgres ? 'DROP SCHEMA public CASCADE' : `DROP DATABASE ${database}`],
    ['rows', `DELETE FROM ${origin}.orders`],
    ['accounts', server.isPostgres ? 'CREATE ROLE nobody_new' : "CREATE USER 'nobody_new'@'%'"],
    [
      'settings of the server',
      server.isPostgres ? 'ALTER SYSTEM SET work_mem = 64' : 'SET GLOBAL max_connections = 99',
    ],
  ]
  test('a change that reaches out of the scratch schema is refused', async () => {
    const scratch = await make(server, ledger, { tables: [{ name: 'orders', ...whole, triggers: false }], ddl: [] })
    const codes = new Map<string, string>()
    for (const [what, sql] of outside) codes.set(what, (await faultFrom(scratch.execute(sql, never))).code)
    expect(codes).toEqual(new Map(outside.map(([what]) => [what, 'not-allowed'])))
    expect(await scratch.remove()).toEqual([])
    expect(await rowsOf(`${origin}.orders`)).toBe('10')
  })

  test.runIf(server.isPostgres)('names that are missing in the scratch schema do not mean real ones', async () => {
    const scratch = await make(server, ledger, { tables: [{ name: 'orders', ...whole, triggers: false }], ddl: [] })
    expect((await faultFrom(scratch.execute('CREATE INDEX x ON audit (id)', never))).code).toBe('unknown-table')
    expect((await faultFrom(scratch.execute('DROP INDEX audit_amount', never))).code).toBe('not-allowed')
    const both = 'CREATE TRIGGER t BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION tenfold()'
    expect((await faultFrom(scratch.execute(both, never))).code).toMatch(/unknown-table|not-allowed/)
    expect(await eyes.ask("SELECT indexname FROM pg_indexes WHERE indexname = 'audit_amount'")).toHaveLength(1)
    await scratch.execute('CREATE INDEX CONCURRENTLY y ON orders (amount)', never)
    expect(await scratch.remove()).toEqual([])
  })
})

const mysqlPrograms: readonly string[] = [
  'CREATE TABLE orders (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, amount INT NOT NULL)',
  'CREATE TABLE audit (id INT NOT NULL, amount INT NOT NULL)',
  'INSERT INTO orders SELECT id, id FROM numbers',
  'CREATE FUNCTION doubled(n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n * 2',
  'CREATE FUNCTION doubled_again(n INT) RETURNS INT DETERMINISTIC NO SQL RETURN doubled(doubled(n))',
  'CREATE TRIGGER `double` BEFORE INSERT ON orders FOR EACH ROW SET NEW.amount = doubled(NEW.amount)',
  `CREATE TRIGGER note AFTER INSERT ON orders FOR EACH ROW BEGIN
    INSERT INTO ${database}.audit VALUES (NEW.id, NEW.amount); END`,
]
const postgresPrograms: readonly string[] = [
  'CREATE TABLE orders (id serial PRIMARY KEY, amount int NOT NULL)',
  'CREATE TABLE audit (id int NOT NULL, amount int NOT NULL)',
  'CREATE INDEX audit_amount ON audit (amount)',
  'INSERT INTO orders (amount) SELECT id FROM numbers ORDER BY id',
  'CREATE FUNCTION doubled(n int) RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT n * 2 $$',
  'CREATE FUNCTION doubled_again(n int) RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT doubled(doubled(n)) $$',
  'CREATE FUNCTION double_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.amount := doubled(NEW.amount); RETURN NEW; END $$',
  'CREATE FUNCTION tenfold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.amount := NEW.amount * 10; RETURN NEW; END $$',
  'CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO audit VALUES (NEW.id, NEW.amount); RETURN NULL; END $$',
  'CREATE TRIGGER double BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION double_it()',
  'CREATE TRIGGER note AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION note_it()',
]
