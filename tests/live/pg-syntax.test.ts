// Protects: the grammar agrees with real servers about what is PostgreSQL, and a DML's SELECT finds the DML's rows.
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSchema } from '../../src/core/sql/ddl/read-schema'
import { selectForm } from '../../src/core/sql/edits/select-form'
import { readSql } from '../../src/core/sql/read'
import { SignificantTokens } from '../../src/core/sql/significant-tokens'
import type { StatementReader } from '../../src/core/sql/statement-reader'
import { tokenize } from '../../src/core/sql/tokenizer'
import { loadPostgresGrammar, loadPostgresReader } from '../../src/pg-syntax'
import { type Endpoint, postgresServers } from '../kit/servers'
import { sqlCorpus } from '../kit/sql-corpus'
import { judgedStatements } from '../kit/sql-syntax'

let postgres: StatementReader

async function connect({ host, port, user, password, database }: Endpoint): Promise<Client> {
  const client = new Client({ host, port, user, password, database })
  await client.connect()
  return client
}

/** The server reads a whole text before it runs the first statement of it; this one lets no other run. */
const stop = "DO $$BEGIN RAISE EXCEPTION 'read' USING ERRCODE = 'SAR01'; END$$; "

/** `at`: where the server's grammar stops, in UTF-16 code units of the statement, when it says so. */
type Verdict = { readonly taken: true } | { readonly taken: false; readonly at?: number }

async function verdictOf(client: Client, sql: string): Promise<Verdict> {
  try {
    await client.query(stop + sql)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    if (error.code === 'SAR01') return { taken: true }
    if (error.position === undefined) return { taken: false }
    // Its place counts characters.
    const before = [...(stop + sql)].slice(0, Number(error.position) - 1).join('')
    return { taken: false, at: before.length - stop.length }
  }
  throw new Error('Nothing stopped the text.')
}

/** Each statement as it is, without one token, and with one token twice; the places are spread over it. */
function withBroken(sql: string): string[] {
  const code = new SignificantTokens(tokenize(sql, 'postgres'))
  const found = [sql]
  for (let step = 1; step <= 4; step++) {
    const at = Math.floor((code.length * step) / 5)
    const [start, end] = [code.start(at), code.end(at)]
    found.push(sql.slice(0, start) + sql.slice(end), `${sql.slice(0, end)} ${sql.slice(start)}`)
  }
  return found
}

const own = [
  'SELECT \'ä😀\' FROM "Tä" WHERE "ö" = \'🚀\' AND a IN (1, 2) ORDER BY 1',
  'UPDATE a x SET i = b.i, (j, k) = (1, 2) FROM b WHERE b.i = x.i AND x.k BETWEEN 1 AND 2 RETURNING x.*',
  'DELETE FROM ONLY a USING b JOIN c USING (i) WHERE a.i = b.i',
  'SELECT * FROM t USE INDEX (i) WHERE a = 1',
  'SELECT * FROM t LIMIT 5, 10',
  'SELECT `a` FROM t',
  'SELECT $1x, $2 y FROM t WHERE a = $3AND b = 1',
  'SELECT 1a, 0x, 1_, 2.5e FROM t',
  'WITH x AS (SELECT 1) (WITH y AS (SELECT 2) SELECT * FROM y)',
]

function statements(): string[] {
  const texts = [...sqlCorpus().map(({ text }) => text), ...judgedStatements().map(({ sql }) => sql), ...own]
  const whole = texts.flatMap((text) => readSql(text, 'postgres').statements)
  return [
    // Placeholders of drivers are not the server's; a megabyte of data proves nothing that its first rows do not.
    ...new Set(
      whole
        .filter(({ text, placeholders }) => text.length < 5000 && placeholders.every((one) => one.text.startsWith('$')))
        .flatMap(({ text }) => withBroken(text)),
    ),
  ].filter((sql) => {
    const [one, second] = readSql(sql, 'postgres').statements
    const isWhole = one !== undefined && second === undefined && one.text === sql
    return isWhole && one.placeholders.every(({ text }) => text.startsWith('$'))
  })
}

describe.runIf(postgresServers.length > 0)('what servers take', () => {
  const verdicts = new Map<string, Map<string, Verdict>>()
  const all = statements()

  beforeAll(async () => {
    postgres = await loadPostgresReader()
    for (const server of postgresServers) {
      const client = await connect(server)
      const found = new Map<string, Verdict>()
      for (const sql of all) found.set(sql, await verdictOf(client, sql))
      verdicts.set(server.id, found)
      await client.end()
    }
  })

  const notesOf = (sql: string) =>
    readSql(sql, 'postgres', {}, { postgres }).notes.filter(({ message }) => message.includes('grammar'))

  // The grammar is PostgreSQL 18's: an older server alone is no judge of syntax that came later.
  const judged = test.runIf(postgresServers.some(({ id }) => id === 'pg18'))

  judged('what the server of its version takes the grammar takes', () => {
    const taken = all.filter((sql) => verdicts.get('pg18')?.get(sql)?.taken === true)
    expect(taken.length).toBeGreaterThan(200)
    expect(taken.filter((sql) => notesOf(sql).length > 0)).toEqual([])
  })

  test('what only older ones take is what newer ones gave another meaning', () => {
    const older = all.filter(
      (sql) => [...verdicts.values()].some((found) => found.get(sql)?.taken === true) && notesOf(sql).length > 0,
    )
    // A function of that name may have been there once; since PostgreSQL 16 it is syntax.
    expect(older.filter((sql) => !/\bJSON_(OBJECT|ARRAY)/.test(sql))).toEqual([])
  })

  judged('what all refuse the grammar refuses, within five tokens of a server', () => {
    const refused = all.filter((sql) => [...verdicts.values()].every((found) => found.get(sql)?.taken === false))
    expect(refused.length).toBeGreaterThan(500)
    const far = refused.filter((sql) => {
      const [note] = notesOf(sql)
      if (note === undefined) return true
      const places = [...verdicts.values()].flatMap((found) => placeOf(found.get(sql)) ?? [])
      const distances = places.map((at) => Math.abs(tokensBefore(sql, note.span.start) - tokensBefore(sql, at)))
      return places.length > 0 && Math.min(...distances) > 5
    })
    expect(far).toEqual([])
  })

  judged('PostgreSQL 18 stops at the very same place', () => {
    const found = verdicts.get('pg18')
    const refused = all.filter((sql) => placeOf(found?.get(sql)) !== undefined)
    expect(refused.length).toBeGreaterThan(500)
    const elsewhere = refused.filter((sql) => notesOf(sql)[0]?.span.start !== placeOf(found?.get(sql)))
    expect(elsewhere.map((sql) => `${sql} | ${placeOf(found?.get(sql))} | ${JSON.stringify(notesOf(sql))}`)).toEqual([])
  })
})

function placeOf(verdict: Verdict | undefined): number | undefined {
  return verdict === undefined || verdict.taken ? undefined : verdict.at
}

function tokensBefore(sql: string, offset: number): number {
  const code = new SignificantTokens(tokenize(sql, 'postgres'))
  let count = 0
  while (count < code.length && code.end(count) <= offset) count++
  return count
}

/** Each with the table whose rows it touches. */
const changes: readonly (readonly [table: string, sql: string])[] = [
  ['item', 'UPDATE item SET price = price + 1'],
  ['item', 'UPDATE item SET price = 1 WHERE id = 5'],
  ['item', "UPDATE item AS x SET price = 1, name = 'y' WHERE x.kind IN (1, 3) AND x.price > 20"],
  ['item', "UPDATE item SET name = 'from where' WHERE name LIKE 'ä%'"],
  ['item', "UPDATE item SET name = '😀' WHERE \"Größe\" > 4 AND name <> '🚀' RETURNING id"],
  ['item', 'UPDATE item SET price = NULL WHERE price IS NULL OR kind = 2'],
  ['item', 'UPDATE item SET (price, kind) = (SELECT max(price), 1 FROM item) WHERE id < 4'],
  ['item', "UPDATE item SET price = k.id FROM kind k WHERE k.id = item.kind AND k.label = 'b'"],
  [
    'item',
    'UPDATE item i SET price = 0 FROM kind k JOIN shop s ON s.id = k.shop WHERE k.id = i.kind AND s.id = 1 RETURNING i.*',
  ],
  ['item', 'UPDATE item SET price = (k.id IS DISTINCT FROM 1)::int FROM kind k WHERE k.id = item.id'],
  ['item', 'UPDATE item SET price = (kind IS DISTINCT FROM 1)::int WHERE kind IS DISTINCT FROM 1'],
  ['item', 'UPDATE ONLY item SET price = 2 WHERE id > 15'],
  ['part', 'UPDATE part SET kind = 9'],
  ['item', 'UPDATE public.item SET price = 3 WHERE item.id % 3 = 0'],
  ['item', 'UPDATE item SET price = 4 WHERE id = ANY (ARRAY[1, 2, 99])'],
  ['item', 'UPDATE item SET price = 5 WHERE EXISTS (SELECT FROM kind k WHERE k.id = item.kind AND k.shop = 2)'],
  ['item', 'WITH k AS (SELECT id FROM kind WHERE shop = 1) UPDATE item SET price = 6 FROM k WHERE k.id = item.kind'],
  [
    'item',
    'WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < 4) UPDATE item SET price = 7 WHERE id IN (SELECT i FROM n)',
  ],
  [
    'item',
    'UPDATE item SET price = CASE WHEN kind = 1 THEN 1 ELSE 2 END WHERE CASE WHEN kind = 1 THEN price > 50 ELSE id < 3 END',
  ],
  ['item', '/*+ SeqScan(item) */ UPDATE item /* a */ SET -- b\n price = 1 /* c */ WHERE /* d */ id < 3 -- e'],
  ['item', 'DELETE FROM item'],
  ['item', 'DELETE FROM item WHERE price BETWEEN 30 AND 60'],
  ['item', 'DELETE FROM item AS x WHERE x.kind = 1 AND (x.id < 4 OR x.id > 10) RETURNING *'],
  ['item', "DELETE FROM item USING kind k WHERE k.id = item.kind AND k.label = 'a'"],
  [
    'item',
    'DELETE FROM item i USING kind k JOIN shop s ON s.id = k.shop, item j WHERE k.id = i.kind AND j.id = i.id + 1 AND s.id = 2',
  ],
  ['item', 'DELETE FROM item WHERE id IN (SELECT id FROM item ORDER BY id DESC LIMIT 3)'],
  ['item', 'DELETE FROM item WHERE (kind, id) IN ((1, 4), (2, 5), (3, 3))'],
  [
    'item',
    'WITH old AS MATERIALIZED (SELECT id FROM item WHERE price < 40) DELETE FROM item USING old WHERE old.id = item.id RETURNING item.id',
  ],
  ['item', 'DELETE FROM ONLY (item) x WHERE x.id < 5'],
  ['kind', 'DELETE FROM kind WHERE NOT EXISTS (SELECT FROM item WHERE item.kind = kind.id)'],
  ['kind', 'DELETE FROM kind k USING LATERAL (SELECT count(*) n FROM item WHERE kind = 1) c WHERE c.n > k.id'],
  ['part', 'DELETE FROM part * WHERE kind > 1'],
  ['part', 'INSERT INTO part (id, kind, price) SELECT id + 100, kind, price FROM item WHERE kind = 2'],
  ['part', 'INSERT INTO part (SELECT id + 100, name, kind, price, 1 FROM item) ON CONFLICT DO NOTHING RETURNING id'],
  [
    'part',
    'WITH a AS (SELECT id + 200 AS id FROM item) INSERT INTO part (id) WITH b AS (SELECT id FROM a WHERE id > 210) SELECT id FROM b',
  ],
  [
    'item',
    'UPDATE item SET price = 1 FROM kind k LEFT JOIN shop s ON s.id = k.shop WHERE k.id = item.kind AND s.id IS NULL OR item.id = 9',
  ],
  ['item', 'UPDATE item i SET price = j.price FROM item j WHERE j.id = i.id + 1 AND j.kind = 2'],
  ['item', "UPDATE item SET price = 1 WHERE name ~ '^o1' AND NOT (kind = 1 OR price IS NULL)"],
  ['item', 'UPDATE item SET price = 1 FROM (VALUES (1), (5), (77)) v (n) WHERE v.n = item.id'],
  [
    'item',
    'DELETE FROM item USING (SELECT kind, max(price) m FROM item GROUP BY kind) x WHERE x.kind = item.kind AND item.price = x.m',
  ],
  [
    'item',
    'MERGE INTO item USING kind ON kind.id = item.kind AND kind.shop = 2 WHEN MATCHED THEN UPDATE SET price = 0',
  ],
  [
    'item',
    'MERGE INTO item i USING kind k ON k.id = i.kind WHEN MATCHED AND i.price > 40 THEN DELETE WHEN MATCHED AND i.id < 6 THEN UPDATE SET price = 1',
  ],
  [
    'item',
    "MERGE INTO item USING (SELECT id, label FROM kind WHERE shop = 1) s ON s.id = item.kind WHEN MATCHED AND item.id > 12 THEN DO NOTHING WHEN MATCHED AND s.label = 'a' THEN UPDATE SET name = CASE WHEN item.id > 3 THEN 'x' END WHEN NOT MATCHED THEN DO NOTHING",
  ],
  [
    'item',
    'MERGE INTO item USING kind k JOIN shop s ON s.id = k.shop ON k.id = item.kind WHEN MATCHED AND s.id = 2 THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (k.id + 500)',
  ],
  [
    'item',
    'WITH k AS (SELECT * FROM kind WHERE shop = 1) MERGE INTO ONLY item x USING k ON k.id = x.kind WHEN MATCHED AND x.price IS NULL THEN UPDATE SET price = 3 WHEN MATCHED AND x.price < 30 THEN DELETE',
  ],
  [
    'item',
    "WITH gone AS (DELETE FROM kind WHERE label = 'b' RETURNING id) UPDATE item SET price = 1 FROM gone WHERE gone.id = item.kind",
  ],
  [
    'item',
    'WITH gone AS (DELETE FROM shop USING kind WHERE kind.shop = shop.id AND kind.id = 1 RETURNING shop.id AS s, kind.id AS k) DELETE FROM item USING gone WHERE gone.k = item.kind',
  ],
  [
    'item',
    "WITH moved AS (UPDATE kind SET label = 'z' WHERE shop = 2 RETURNING id) DELETE FROM item WHERE kind IN (SELECT id FROM moved)",
  ],
  [
    'part',
    'WITH gone AS (DELETE FROM ONLY item WHERE price < 30 RETURNING id + 300 AS id, name, kind) INSERT INTO part (id, name, kind) SELECT * FROM gone WHERE kind < 3',
  ],
  [
    'part',
    'INSERT INTO part (id, price) SELECT id + 100, price FROM item WHERE id < 4 ORDER BY price DESC LIMIT 2 RETURNING id',
  ],
]

/** MERGE with what only PostgreSQL 17 and later have. */
const newChanges: readonly (readonly [table: string, sql: string])[] = [
  [
    'item',
    'MERGE INTO item USING kind k ON k.id = item.kind AND k.shop = 1 WHEN MATCHED AND item.id < 5 THEN UPDATE SET price = 1 WHEN NOT MATCHED BY SOURCE AND item.id > 15 THEN DELETE WHEN NOT MATCHED BY SOURCE AND item.id > 10 THEN UPDATE SET price = 2 RETURNING item.id',
  ],
  [
    'item',
    'MERGE INTO item USING (SELECT id FROM kind WHERE id > 2) s ON s.id = item.kind WHEN NOT MATCHED BY SOURCE THEN DELETE',
  ],
]

const tables = `
  CREATE TABLE shop (id int PRIMARY KEY);
  CREATE TABLE kind (id int PRIMARY KEY, label text, shop int);
  CREATE TABLE item (id int PRIMARY KEY, name text, kind int, price int, "Größe" int);
  CREATE TABLE part () INHERITS (item);
`
const { catalog } = readSchema(tables, 'postgres', { schema: 'public' })

describe.each(postgresServers)('$id: the SELECT of a DML finds its rows', (server) => {
  const database = `pgsyntax_${server.id}_${process.pid}`
  let client: Client

  beforeAll(async () => {
    postgres = await loadPostgresReader()
    const admin = await connect(server)
    await admin.query(`CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`)
    await admin.end()
    client = await connect({ ...server, database })
    await client.query(tables)
    await client.query(`
      INSERT INTO shop VALUES (1), (2);
      INSERT INTO kind VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 2), (4, 'd', 2);
      INSERT INTO item SELECT i, CASE WHEN i % 2 = 0 THEN 'ä' ELSE 'o' END || i, i % 3 + 1, NULLIF(i * 5, 35), i % 7
        FROM generate_series(1, 20) i;
      INSERT INTO part SELECT i, 'part ' || i, i % 3 + 1, i, i % 7 FROM generate_series(51, 55) i`)
  })

  afterAll(async () => {
    await client.end()
    const admin = await connect(server)
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await admin.end()
  })

  const ids = async (sql: string): Promise<number[]> => {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return [...new Set(rows.map(([id]) => Number(id)))].sort((a, b) => a - b)
  }

  const all = Number(server.id.slice(2)) >= 17 ? [...changes, ...newChanges] : changes

  test.each(all)('%s: %s', async (table, sql) => {
    const [statement] = readSql(sql, 'postgres', {}, { postgres }).statements
    expect(statement?.selectForm).toBeDefined()
    const keys = selectForm(sql, { dialect: 'postgres', grammar: await loadPostgresGrammar(), catalog })
    if (!keys.done) throw new Error(keys.fault.message)
    await client.query('BEGIN')
    try {
      const found = await ids(statement?.selectForm ?? '')
      const byKey = await ids(keys.sql)
      const before = await ids(`SELECT id FROM ${table}`)
      await client.query(sql)
      const after = await ids(`SELECT id FROM ${table}`)
      const written = await ids(`SELECT id FROM ${table} WHERE xmin = pg_current_xact_id()::xid`)
      const gone = before.filter((id) => !after.includes(id))
      // Rows that a MERGE inserts are not there before.
      const changed = sql.includes('MERGE INTO') ? written.filter((id) => before.includes(id)) : written
      const touched = [...changed, ...gone].sort((a, b) => a - b)
      expect(found).toEqual(touched)
      expect(byKey).toEqual(touched)
    } finally {
      await client.query('ROLLBACK')
    }
  })

  test('most of these statements touch some rows and not all', async () => {
    const counts = []
    for (const [table, sql] of changes) {
      await client.query('BEGIN')
      const { rowCount } = await client.query(sql)
      const { rowCount: total } = await client.query(`SELECT FROM ${table}`)
      await client.query('ROLLBACK')
      counts.push([rowCount ?? 0, total ?? 0] as const)
    }
    expect(counts.filter(([count]) => count > 0 && count < 20).length).toBeGreaterThan(40)
  })
})
