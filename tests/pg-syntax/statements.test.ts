// Protects: tables and conditions of PostgreSQL statements as its own grammar tells them, at any depth.
import { beforeAll, describe, expect, test } from 'vitest'
import { readSql } from '../../src/core/sql/read'
import type { StatementReader } from '../../src/core/sql/statement-reader'
import { loadPostgresReader } from '../../src/pg-syntax'

let postgres: StatementReader

beforeAll(async () => {
  postgres = await loadPostgresReader()
})

function read(sql: string): { readonly tables: readonly string[]; readonly conditions: readonly string[] } {
  const { statements, notes } = readSql(sql, 'postgres', {}, { postgres })
  const [statement, second] = statements
  if (statement === undefined || second !== undefined) throw new Error(`Not one statement: ${sql}`)
  expect(notes).toEqual([])
  for (const { text, span } of statement.conditions) expect(sql.slice(span.start, span.end)).toBe(text)
  return {
    tables: statement.tables.map(({ schema, name, alias, span }) => {
      const qualified = schema === undefined ? name : `${schema}.${name}`
      const known = alias === undefined ? qualified : `${qualified} ${alias}`
      const shown = sql.slice(span.start, span.end)
      return shown === known ? known : `${known} <${shown}>`
    }),
    conditions: statement.conditions.map(({ clause, text, kind, operator, tables, columns, fixedPrefix }) => {
      const fixed = fixedPrefix === undefined ? '' : ` «${fixedPrefix}»`
      return `${clause} ${text} | ${kind} ${operator} ${tables.join(',')}.${columns.join(',')}${fixed}`
    }),
  }
}

/** A WHERE of `SELECT * FROM t`; `text | kind operator columns` of each condition. */
const whereRows: readonly (readonly [where: string, found: readonly string[]])[] = [
  ['a = 1', ['a = 1 | equality = t.a']],
  ['1 = a', ['1 = a | equality = t.a']],
  ["a = 'x'::text", ["a = 'x'::text | equality = t.a"]],
  ['a != 1', ['a != 1 | other != t.a']],
  ['a <> 1', ['a <> 1 | other <> t.a']],
  ['a >= $1 AND a < $2', ['a >= $1 | range >= t.a', 'a < $2 | range < t.a']],
  ['a BETWEEN 1 AND 2 AND b = 3', ['a BETWEEN 1 AND 2 | range BETWEEN t.a', 'b = 3 | equality = t.b']],
  ['a NOT BETWEEN 1 AND 2', ['a NOT BETWEEN 1 AND 2 | other NOT BETWEEN t.a']],
  ['a BETWEEN SYMMETRIC 2 AND 1', ['a BETWEEN SYMMETRIC 2 AND 1 | range BETWEEN SYMMETRIC t.a']],
  ['a BETWEEN b AND 9', ['a BETWEEN b AND 9 | other BETWEEN t.a,b']],
  ['a IN (1, 2)', ['a IN (1, 2) | in-list IN t.a']],
  ['a NOT IN (1, 2)', ['a NOT IN (1, 2) | other NOT IN t.a']],
  ['a = ANY ($1)', ['a = ANY ($1) | in-list = ANY t.a']],
  ["a = ANY ('{1,2}'::int[])", ["a = ANY ('{1,2}'::int[]) | in-list = ANY t.a"]],
  ['a = SOME (ARRAY[1, 2])', ['a = SOME (ARRAY[1, 2]) | in-list = ANY t.a']],
  ['1 = ANY (a)', ['1 = ANY (a) | other = ANY t.a']],
  ['a <> ALL ($1)', ['a <> ALL ($1) | other <> ALL t.a']],
  ['a > ANY (ARRAY[1, 2])', ['a > ANY (ARRAY[1, 2]) | other > ANY t.a']],
  ["a LIKE 'abc%'", ["a LIKE 'abc%' | like LIKE t.a «abc»"]],
  ["a LIKE 'a\\_b%'", ["a LIKE 'a\\_b%' | like LIKE t.a «a_b»"]],
  ["a LIKE 'a!%b%' ESCAPE '!'", ["a LIKE 'a!%b%' ESCAPE '!' | like LIKE t.a «a%b»"]],
  ["a LIKE E'tab\\t%'", ["a LIKE E'tab\\t%' | like LIKE t.a «tab\t»"]],
  ["a LIKE 'it''s%'::text", ["a LIKE 'it''s%'::text | like LIKE t.a «it's»"]],
  ["a LIKE ''", ["a LIKE '' | like LIKE t.a «»"]],
  ["a LIKE 'x' || '%'", ["a LIKE 'x' || '%' | like LIKE t.a"]],
  ["a NOT LIKE 'x%'", ["a NOT LIKE 'x%' | other NOT LIKE t.a"]],
  ["a ILIKE 'x%'", ["a ILIKE 'x%' | like ILIKE t.a «»"]],
  ["a SIMILAR TO '(x|y)%'", ["a SIMILAR TO '(x|y)%' | like SIMILAR TO t.a «»"]],
  ["a ~ '^x'", ["a ~ '^x' | like ~ t.a «x»"]],
  ["a ^@ 'x'", ["a ^@ 'x' | like ^@ t.a «x»"]],
  ['a IS NULL AND b IS NOT NULL', ['a IS NULL | null-test IS NULL t.a', 'b IS NOT NULL | null-test IS NOT NULL t.b']],
  ['a ISNULL AND b NOTNULL', ['a ISNULL | null-test ISNULL t.a', 'b NOTNULL | null-test NOTNULL t.b']],
  ['a + 1 IS NULL', ['a + 1 IS NULL | function-on-column IS NULL t.a']],
  ['a IS NOT TRUE', ['a IS NOT TRUE | other IS NOT TRUE t.a']],
  ['a IS DISTINCT FROM b', ['a IS DISTINCT FROM b | other IS DISTINCT FROM t.a,b']],
  ['a IS NOT DISTINCT FROM 1', ['a IS NOT DISTINCT FROM 1 | other IS NOT DISTINCT FROM t.a']],
  ['lower(a) = $1', ['lower(a) = $1 | function-on-column = t.a']],
  ['a::date = CURRENT_DATE', ['a::date = CURRENT_DATE | function-on-column = t.a']],
  ["date '2024-01-01' <= a", ["date '2024-01-01' <= a | range <= t.a"]],
  ["a > now() - interval '7' DAY", ["a > now() - interval '7' DAY | range > t.a"]],
  ["a AT TIME ZONE 'UTC' < now()", ["a AT TIME ZONE 'UTC' < now() | function-on-column < t.a"]],
  ['extract(year FROM a) = 2024', ['extract(year FROM a) = 2024 | function-on-column = t.a']],
  ['a COLLATE "C" > \'x\'', ['a COLLATE "C" > \'x\' | function-on-column > t.a']],
  ['a[1] = 2', ['a[1] = 2 | function-on-column = t.a']],
  ["a ->> 'k' = 'v' AND a @> '{}'", ["a ->> 'k' = 'v' | function-on-column = t.a", "a @> '{}' | other @> t.a"]],
  ["a ? 'k' AND b = ?", ["a ? 'k' | other ? t.a", 'b = ? | equality = t.b']],
  ['a = :id AND b[1:2] = c', ['a = :id | equality = t.a', 'b[1:2] = c | other = t.b,c']],
  ['a = b', ['a = b | other = t.a,b']],
  ['a + 1 = b * 2', ['a + 1 = b * 2 | other = t.a,b']],
  ['(a, b) = (1, 2)', ['(a, b) = (1, 2) | equality = t.a,b']],
  ['(a, b) IN ((1, 2), (3, 4))', ['(a, b) IN ((1, 2), (3, 4)) | in-list IN t.a,b']],
  ['ROW(a, b) > ROW(1, 2)', ['ROW(a, b) > ROW(1, 2) | range > t.a,b']],
  ['(a, b) OVERLAPS (c, d)', ['(a, b) OVERLAPS (c, d) | other OVERLAPS t.a,b,c,d']],
  ['a', ['a | other  t.a']],
  ['NOT a', ['NOT a | other  t.a']],
  ['NOT a = 1', ['NOT a = 1 | other NOT = t.a']],
  ['NOT (a = 1 AND b = 2)', ['NOT (a = 1 AND b = 2) | other NOT AND t.a,b']],
  ['(a = 1) AND ((b = 2) AND c = 3)', ['a = 1 | equality = t.a', 'b = 2 | equality = t.b', 'c = 3 | equality = t.c']],
  ['((a = 1 AND b = 2) AND c = 3)', ['a = 1 | equality = t.a', 'b = 2 | equality = t.b', 'c = 3 | equality = t.c']],
  ['(a = 1 OR b = 2) AND c = 3', ['(a = 1 OR b = 2) | other OR t.a,b', 'c = 3 | equality = t.c']],
  ['a = 1 OR b = 2 AND c = 3', ['a = 1 OR b = 2 AND c = 3 | other OR t.a,b,c']],
  [
    'CASE WHEN a = 1 AND b = 2 THEN 1 END = 1 AND c = 2',
    ['CASE WHEN a = 1 AND b = 2 THEN 1 END = 1 | function-on-column = t.a,b', 'c = 2 | equality = t.c'],
  ],
  ['t.limit = 1 AND "order" = 2', ['t.limit = 1 | equality = t.limit', '"order" = 2 | equality = t.order']],
  ['left(a, 3) = $1 AND (SELECT true)', ['left(a, 3) = $1 | function-on-column = t.a', '(SELECT true) | other  .']],
  ['a OPERATOR(pg_catalog.=) 1', ['a OPERATOR(pg_catalog.=) 1 | equality = t.a']],
  ['A = 1 AND "A" = 2', ['A = 1 | equality = t.a', '"A" = 2 | equality = t.A']],
  ["a = '😀' AND \"ü\" = 'ä'", ["a = '😀' | equality = t.a", '"ü" = \'ä\' | equality = t.ü']],
  ['a /* AND */ = -- AND\n 1 AND b = 2', ['a /* AND */ = -- AND\n 1 | equality = t.a', 'b = 2 | equality = t.b']],
]

describe('WHERE', () => {
  test.each(whereRows)('%s', (where, found) => {
    expect(read(`SELECT * FROM t WHERE ${where} ORDER BY z LIMIT 1`)).toEqual({
      tables: ['t'],
      conditions: found.map((condition) => `where ${condition}`),
    })
  })
})

type Row = readonly [sql: string, tables: readonly string[], conditions: readonly string[]]

const statementRows: readonly Row[] = [
  ['SELECT 1', [], []],
  ['SELECT * FROM Orders', ['orders <Orders>'], []],
  ['SELECT * FROM "Shop"."Orders" AS "O"', ['Shop.Orders O <"Shop"."Orders" AS "O">'], []],
  ['SELECT * FROM db.shop.orders o', ['shop.orders o <db.shop.orders o>'], []],
  ['SELECT * FROM ONLY a, ONLY (b) x, c *', ['a', 'b x <b>', 'c <c *>'], []],
  ['TABLE a', ['a'], []],
  ['VALUES (1), (2)', [], []],
  ['SELECT * FROM a x (p, q) WHERE x.p = 1', ['a x'], ['where x.p = 1 | equality = x.p']],
  [
    'SELECT * FROM a JOIN b ON a.i = b.i AND b.k = 1 LEFT JOIN c ON (c.i = b.i), d WHERE d.j = a.j',
    ['a', 'b', 'c', 'd'],
    [
      'on a.i = b.i | join = a,b.i',
      'on b.k = 1 | equality = b.k',
      'on c.i = b.i | join = c,b.i',
      'where d.j = a.j | join = d,a.j',
    ],
  ],
  [
    'SELECT * FROM a LEFT JOIN (b JOIN c ON b.i = c.i) ON a.i = b.i NATURAL JOIN d FULL JOIN e USING (i)',
    ['a', 'b', 'c', 'd', 'e'],
    ['on b.i = c.i | join = b,c.i', 'on a.i = b.i | join = a,b.i'],
  ],
  [
    'SELECT * FROM a JOIN b JOIN c ON c.i = b.i ON b.j = a.j',
    ['a', 'b', 'c'],
    ['on c.i = b.i | join = c,b.i', 'on b.j = a.j | join = b,a.j'],
  ],
  [
    'SELECT * FROM (SELECT * FROM a WHERE k = 1) x WHERE x.m = 2',
    ['a'],
    ['where k = 1 | equality = a.k', 'where x.m = 2 | equality = x.m'],
  ],
  [
    'SELECT * FROM a, LATERAL (SELECT * FROM b WHERE b.i = a.i AND k = 1) x',
    ['a', 'b'],
    ['where b.i = a.i | join = b,a.i', 'where k = 1 | equality = .k'],
  ],
  [
    'SELECT * FROM a WHERE EXISTS (SELECT FROM b WHERE b.i = a.i) AND k IN (SELECT k FROM c WHERE c.m > 1)',
    ['a', 'b', 'c'],
    [
      'where EXISTS (SELECT FROM b WHERE b.i = a.i) | other EXISTS .',
      'where b.i = a.i | join = b,a.i',
      'where k IN (SELECT k FROM c WHERE c.m > 1) | other IN a.k',
      'where c.m > 1 | range > c.m',
    ],
  ],
  [
    'SELECT (SELECT max(x) FROM b WHERE b.i = a.i) FROM a WHERE a.k > ALL (SELECT k FROM c)',
    ['b', 'a', 'c'],
    ['where b.i = a.i | join = b,a.i', 'where a.k > ALL (SELECT k FROM c) | other > ALL a.k'],
  ],
  [
    'WITH a AS (SELECT * FROM a WHERE k = 1), b AS (SELECT * FROM a) SELECT * FROM a JOIN b USING (i) WHERE a.m = 2',
    ['a'],
    ['where k = 1 | equality = a.k', 'where a.m = 2 | equality = a.m'],
  ],
  [
    'WITH RECURSIVE r AS (SELECT i FROM a WHERE p IS NULL UNION ALL SELECT a.i FROM a JOIN r ON a.p = r.i) SELECT * FROM r, s.r',
    ['a', 'a', 's.r'],
    ['where p IS NULL | null-test IS NULL a.p', 'on a.p = r.i | join = a,r.p,i'],
  ],
  ['SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM x) y, x', ['x'], []],
  [
    'SELECT i FROM a WHERE i = 1 UNION SELECT i FROM b WHERE i = 2 EXCEPT (SELECT i FROM c WHERE i = 3) ORDER BY 1',
    ['a', 'b', 'c'],
    ['where i = 1 | equality = a.i', 'where i = 2 | equality = b.i', 'where i = 3 | equality = c.i'],
  ],
  [
    'SELECT k, count(*) FILTER (WHERE m = 1) FROM a GROUP BY k HAVING count(*) > 1 AND k < 5 WINDOW w AS (ORDER BY k)',
    ['a'],
    ['having count(*) > 1 | other > .', 'having k < 5 | range < a.k'],
  ],
  [
    'SELECT * FROM a WHERE percentile_cont(0.5) WITHIN GROUP (ORDER BY k) > 1 AND m = 2 GROUP BY m',
    ['a'],
    [
      'where percentile_cont(0.5) WITHIN GROUP (ORDER BY k) > 1 | function-on-column > a.k',
      'where m = 2 | equality = a.m',
    ],
  ],
  [
    'SELECT * FROM generate_series(1, 9) g, unnest(ARRAY[1]) WITH ORDINALITY u (e, o) WHERE g > 2',
    [],
    ['where g > 2 | range > g.g'],
  ],
  [
    'SELECT * FROM a TABLESAMPLE bernoulli (10) REPEATABLE (1) WHERE a.k = 1',
    ['a'],
    ['where a.k = 1 | equality = a.k'],
  ],
  ['SELECT * FROM a x WHERE x.k = 1 FOR UPDATE OF x SKIP LOCKED', ['a x'], ['where x.k = 1 | equality = x.k']],
  ['SELECT * INTO n FROM a WHERE k = 1', ['a'], ['where k = 1 | equality = a.k']],
  [
    'INSERT INTO a (i, j) SELECT i, j FROM b WHERE b.k = 1 ON CONFLICT (i) WHERE j > 0 DO UPDATE SET j = excluded.j WHERE a.j < 5 RETURNING *',
    ['a', 'b'],
    ['where b.k = 1 | equality = b.k', 'where a.j < 5 | range < a.j'],
  ],
  ['INSERT INTO s.a AS x VALUES (1, (SELECT max(i) FROM b))', ['s.a x <s.a AS x>', 'b'], []],
  ['UPDATE a SET i = i + 1 WHERE k = 1', ['a'], ['where k = 1 | equality = a.k']],
  [
    'UPDATE ONLY a x SET (i, j) = (SELECT i, j FROM d WHERE d.i = x.i) FROM b JOIN c ON c.i = b.i WHERE x.i = b.i RETURNING x.*',
    ['a x', 'd', 'b', 'c'],
    ['where d.i = x.i | join = d,x.i', 'on c.i = b.i | join = c,b.i', 'where x.i = b.i | join = x,b.i'],
  ],
  ['UPDATE a SET i = 1 WHERE CURRENT OF cur', ['a'], []],
  ['DELETE FROM a WHERE k < 3', ['a'], ['where k < 3 | range < a.k']],
  [
    'DELETE FROM a USING b x WHERE a.i = x.i AND m = 1',
    ['a', 'b x'],
    ['where a.i = x.i | join = a,x.i', 'where m = 1 | equality = .m'],
  ],
  [
    'WITH d AS (DELETE FROM a WHERE k = 1 RETURNING i) INSERT INTO b SELECT i FROM d',
    ['a', 'b'],
    ['where k = 1 | equality = a.k'],
  ],
  [
    'MERGE INTO a USING (SELECT * FROM b WHERE m = 1) s ON a.i = s.i AND a.k = 2 WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (s.i)',
    ['a', 'b'],
    ['where m = 1 | equality = b.m', 'on a.i = s.i | join = a,s.i', 'on a.k = 2 | equality = a.k'],
  ],
  ['EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM a WHERE k = 1', ['a'], ['where k = 1 | equality = a.k']],
  ['CREATE INDEX i ON s.a (k) WHERE k > 1', ['s.a'], []],
  [
    'SELECT * FROM "Tä😀" ö WHERE ö.é = \'😀\' AND ö.k = 1',
    ['Tä😀 ö <"Tä😀" ö>'],
    ["where ö.é = '😀' | equality = ö.é", 'where ö.k = 1 | equality = ö.k'],
  ],
  ["SELECT '😀😀' FROM a /* 🚀 */ WHERE -- ä\n k = ?", ['a'], ['where k = ? | equality = a.k']],
]

describe('whole statements', () => {
  test.each(statementRows)('%s', (sql, tables, conditions) => {
    expect(read(sql)).toEqual({ tables, conditions })
  })
})
