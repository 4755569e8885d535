// Protects: what a PostgreSQL statement's names stand for, what each clause needs, types, and places beyond the BMP.
import { describe, expect, test } from 'vitest'
import type { Meaning } from '../../src/core/sql/meaning/model'
import { columnShown } from '../core/sql/meaning/shown'
import { ofOneTable, ofStatements } from './condition-rows'
import { postgresMeaning } from './meaning'
import { shop } from './shop'

/** `name(clause: columns; …)` of every source that a clause needs something of. */
function needsShown({ blocks }: Meaning): string[] {
  return blocks.flatMap((block) =>
    block.sources.flatMap(({ name, needs, written }) => {
      const lists = Object.entries(needs).map(([clause, columns]) => `${clause}: ${columns.join(' ')}`)
      return lists.length === 0
        ? []
        : [`${block.block} ${written ? 'written ' : ''}${name}(${lists.sort().join('; ')})`]
    }),
  )
}

describe('what each clause needs', () => {
  const rows: [sql: string, ...needs: string[]][] = [
    [
      'SELECT a, b AS n FROM t WHERE k > 1 GROUP BY a, b HAVING max(d) > 1 ORDER BY n, c DESC',
      '0 t(group: a b; having: d; order: b c; select: a b; where: k)',
    ],
    [
      'SELECT u.x FROM t JOIN u ON u.t_id = t.id WHERE EXISTS (SELECT 1 FROM v WHERE v.vid = u.y)',
      '0 t(join: id)',
      '0 u(join: t_id; select: x; where: y)',
      '1 v(where: vid)',
    ],
    ['SELECT n FROM (SELECT a AS n, k FROM t) s ORDER BY k', '0 s(order: k; select: n)', '1 t(select: a k)'],
    [
      'UPDATE t SET a = u.y FROM u WHERE u.t_id = t.id RETURNING t.b',
      '0 written t(select: b; where: id; write: a)',
      '0 u(select: y; where: t_id)',
    ],
    [
      'INSERT INTO u (id, x) SELECT id, b FROM t ON CONFLICT (id) DO UPDATE SET y = excluded.a + u.a',
      '0 written u(select: a; where: id; write: id x y)',
      '0 excluded(select: a)',
      '1 t(select: id b)',
    ],
    ['DELETE FROM t USING u WHERE u.t_id = t.id AND u.z > now()', '0 written t(where: id)', '0 u(where: t_id z)'],
    [
      'MERGE INTO t USING u ON u.t_id = t.id WHEN MATCHED AND u.y > 1 THEN UPDATE SET a = u.a WHEN NOT MATCHED THEN INSERT (id, b, k) VALUES (u.id, u.x, 1)',
      '0 written t(join: id; write: a id b k)',
      '0 u(join: t_id; select: a id x; where: y)',
    ],
    ['SELECT count(u) FROM u', '0 u(select: id t_id a x y z)'],
    ['SELECT (SELECT max(y) FROM u WHERE u.t_id = t.id) FROM t', '0 t(select: id)', '1 u(select: y; where: t_id)'],
  ]
  test.each(rows)('%s', async (sql, ...needs) => {
    expect(needsShown(await postgresMeaning(sql))).toEqual(needs)
  })
})

describe('what names stand for', () => {
  const rows: [sql: string, ...mentions: string[]][] = [
    // Aliases: in ORDER BY alone, before columns; in GROUP BY after them; not in HAVING, not in expressions.
    ['SELECT k AS a FROM t ORDER BY a', 'k t.k', 'a =t.k'],
    ['SELECT k AS a FROM t ORDER BY a + 1', 'k t.k', 'a t.a'],
    ['SELECT k AS a FROM t GROUP BY a', 'k t.k', 'a t.a'],
    ['SELECT k AS n FROM t GROUP BY n', 'k t.k', 'n =t.k'],
    ['SELECT k AS n FROM t GROUP BY k HAVING n > 1', 'k t.k', 'k t.k', 'n ?n'],
    ['SELECT a FROM t, u', 'a !a'],
    ['SELECT A, "A" FROM t', 'a t.a', 'A ?A'],
    ['SELECT public.t.a, other.t.a, t.nope FROM t', 'a t.a', 'a ?a', 'nope ?nope'],
    ['SELECT t.a FROM t AS s', 'a ?a'],
    ['SELECT id FROM t JOIN u USING (id)', 'id t.id', 'id t.id', 'id u.id'],
    ['SELECT t, t.ctid, tableoid FROM t', 't row(t)', 'ctid t.ctid', 'tableoid t.tableoid'],
    ['UPDATE t SET a = u.a FROM u WHERE u.id = t.id', 'a t.a', 'a u.a', 'id u.id', 'id t.id'],
    ['UPDATE t SET y = 1 FROM u', 'y ?y'],
    ['INSERT INTO u (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET y = y + 1', 'id u.id', 'id u.id', 'y u.y', 'y !y'],
    ['DELETE FROM t RETURNING old.a, new.k, t.id', 'a old.a', 'k new.k', 'id t.id'],
    ['WITH t AS (SELECT 1 AS one) SELECT one FROM t', 'one t.one'],
    ['SELECT * FROM t, LATERAL (SELECT t.a AS m) s WHERE m = 1', 'a t.a', 'm s.m'],
    ['SELECT * FROM t, (SELECT t.a) s', 'a ?a'],
    ['SELECT t.a, j.b FROM (t JOIN u ON true) AS j', 'a ?a', 'b j.b'],
    ['SELECT id, j.id, j.a FROM t JOIN u USING (id) AS j', 'id t.id', 'id j.id', 'a ?a', 'id t.id', 'id u.id'],
  ]
  test.each(rows)('%s', async (sql, ...mentions) => {
    const meaning = await postgresMeaning(sql)
    const all = meaning.blocks.flatMap(({ references }) => references).sort((a, b) => a.span.start - b.span.start)
    expect(all.map((one) => `${one.name} ${columnShown(one, meaning)}`)).toEqual(mentions)
  })

  test('the first schema of the search path that has the table', async () => {
    const [table] = shop.catalog?.tables ?? []
    if (table === undefined) throw new Error('No table.')
    const of = (schema: string, column: string) => ({
      ...table,
      schema,
      columns: [{ name: column, type: 'integer', nullable: true }],
    })
    const catalog = { tables: [of('one', 'p'), of('two', 'q'), of('pg_catalog', 'r')] }
    const schemaOf = async (sql: string, searchPath: readonly string[]) =>
      (await postgresMeaning(sql, { catalog, searchPath, dialect: 'postgres' })).blocks[0]?.sources[0]?.schema
    expect(await schemaOf('SELECT * FROM t', ['one', 'two'])).toBe('pg_catalog')
    expect(await schemaOf('SELECT * FROM t', ['two', 'one', 'pg_catalog'])).toBe('two')
    expect(await schemaOf('SELECT * FROM one.t', ['two'])).toBe('one')
  })
})

describe('types and collations of both sides', () => {
  const rows: [where: string, left: object, right: object][] = [
    ['d = 5', { type: 'numeric(10,2)', castTo: undefined }, { type: 'integer', castTo: undefined }],
    ["c::date = '2024-01-01'", { type: 'date', castTo: 'date' }, { type: 'string', castTo: undefined }],
    ["c > '2024-01-01'::timestamptz", { castTo: undefined }, { castTo: 'timestamp with time zone' }],
    ['e = $1::text', { collation: 'C' }, { type: 'text', castTo: 'text' }],
    ['b COLLATE "de_DE" = \'x\'', { type: 'character varying(20)', collation: 'de_DE' }, { type: 'string' }],
    ['a = 3000000000', { type: 'integer' }, { type: 'bigint' }],
    ['f = true', { type: 'boolean', nullable: true }, { type: 'boolean' }],
    ['arr = ARRAY[1]::bigint[]', { type: 'integer[]' }, { type: 'bigint[]', castTo: 'bigint[]' }],
  ]
  test.each(rows)('%s', async (where, left, right) => {
    const { blocks } = await postgresMeaning(`SELECT * FROM t WHERE ${where}`)
    const [condition] = blocks[0]?.conditions[0]?.conjuncts ?? []
    if (condition?.type !== 'condition') throw new Error('No condition.')
    expect(condition.left).toMatchObject(left)
    expect(condition.right[0]).toMatchObject(right)
  })
})

test('places are UTF-16 offsets behind any character', async () => {
  const piece = ' /* 😀🚀ä */ '
  const statements = [
    ...ofOneTable.map(([where]) => `SELECT * FROM t WHERE ${where}`),
    ...ofStatements.map(([sql]) => sql),
  ]
  const shifted = (value: unknown, after: number): unknown =>
    JSON.parse(JSON.stringify(value), (key, found: unknown) =>
      (key === 'start' || key === 'end') && typeof found === 'number' && found > after ? found + piece.length : found,
    )
  for (const sql of statements) {
    const after = /^\(?\w+/.exec(sql)?.[0].length ?? 0
    const before = await postgresMeaning(sql)
    const now = await postgresMeaning(sql.slice(0, after) + piece + sql.slice(after))
    expect(JSON.parse(JSON.stringify(now)), sql).toEqual(shifted(before, after))
  }
})
