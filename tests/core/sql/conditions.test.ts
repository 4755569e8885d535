// Protects: the conditions of every WHERE, ON and HAVING that must all hold there, their places and kinds.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { readSql } from '../../../src/core/sql/read'

/** `text | kind operator table.column…` of every condition, with LIKE's fixed part in « ». */
function conditions(sql: string, dialect: Dialect): string[] {
  return readSql(sql, dialect).statements.flatMap((statement) =>
    statement.conditions.map((condition) => {
      const fixed = condition.fixedPrefix === undefined ? '' : ` «${condition.fixedPrefix}»`
      return `${condition.text} | ${condition.kind} ${condition.operator} ${condition.tables.join(',')}.${condition.columns.join(',')}${fixed}`
    }),
  )
}

type Row = readonly [dialect: Dialect, where: string, found: readonly string[]]

const rows: readonly Row[] = [
  ['mysql', 'a = 1', ['a = 1 | equality = t.a']],
  ['mysql', "a = 'x' AND b > 5", ["a = 'x' | equality = t.a", 'b > 5 | range > t.b']],
  ['mysql', 'a <=> NULL', ['a <=> NULL | equality <=> t.a']],
  ['mysql', '5 < a', ['5 < a | range < t.a']],
  ['mysql', 't.a <= ?', ['t.a <= ? | range <= t.a']],
  ['mysql', 'a <> 1', ['a <> 1 | other <> t.a']],
  ['mysql', 'a BETWEEN 1 AND 2 AND b = 3', ['a BETWEEN 1 AND 2 | range BETWEEN t.a', 'b = 3 | equality = t.b']],
  ['mysql', 'a NOT BETWEEN 1 AND 2', ['a NOT BETWEEN 1 AND 2 | other NOT BETWEEN t.a']],
  ['mysql', 'a IN (1, 2)', ['a IN (1, 2) | in-list IN t.a']],
  ['mysql', 'a NOT IN (1, 2)', ['a NOT IN (1, 2) | other NOT IN t.a']],
  ['mysql', 'a IN (SELECT b FROM u)', ['a IN (SELECT b FROM u) | other IN t.a']],
  [
    'mysql',
    'a IS NULL AND b IS NOT NULL',
    ['a IS NULL | null-test IS NULL t.a', 'b IS NOT NULL | null-test IS NOT NULL t.b'],
  ],
  ['mysql', 'a IS NOT TRUE', ['a IS NOT TRUE | other IS NOT TRUE t.a']],
  ['mysql', "a LIKE 'abc%'", ["a LIKE 'abc%' | like LIKE t.a «abc»"]],
  ['mysql', "a LIKE '%abc'", ["a LIKE '%abc' | like LIKE t.a «»"]],
  ['mysql', "a LIKE 'ab_c'", ["a LIKE 'ab_c' | like LIKE t.a «ab»"]],
  ['mysql', "a LIKE 'abc'", ["a LIKE 'abc' | like LIKE t.a «abc»"]],
  ['mysql', "a LIKE 'a\\\\_b%'", ["a LIKE 'a\\\\_b%' | like LIKE t.a «a_b»"]],
  ['mysql', "a LIKE 'a\\%b%'", ["a LIKE 'a\\%b%' | like LIKE t.a «a%b»"]],
  ['mysql', "a LIKE 'a|%b%' ESCAPE '|'", ["a LIKE 'a|%b%' ESCAPE '|' | like LIKE t.a «a%b»"]],
  ['mysql', "a LIKE 'it''s%'", ["a LIKE 'it''s%' | like LIKE t.a «it's»"]],
  ['mysql', "a LIKE CONCAT('x', '%')", ["a LIKE CONCAT('x', '%') | like LIKE t.a"]],
  ['mysql', "a NOT LIKE 'x%'", ["a NOT LIKE 'x%' | other NOT LIKE t.a"]],
  ['mysql', 'YEAR(a) = 2020', ['YEAR(a) = 2020 | function-on-column = t.a']],
  ['mysql', 'a + 1 = 5', ['a + 1 = 5 | function-on-column = t.a']],
  ['mysql', "a->'$.x' = 5", ["a->'$.x' = 5 | function-on-column = t.a"]],
  ['mysql', 'LOWER(a) IN (1)', ['LOWER(a) IN (1) | function-on-column IN t.a']],
  ['mysql', 'a = NOW() - INTERVAL 7 DAY', ['a = NOW() - INTERVAL 7 DAY | equality = t.a']],
  ['mysql', "a >= DATE '2024-01-01'", ["a >= DATE '2024-01-01' | range >= t.a"]],
  ['mysql', 'a = @v', ['a = @v | equality = t.a']],
  ['mysql', 'a = b', ['a = b | join = t.a,b']],
  [
    'mysql',
    '(a = 1) AND ((b = 2) AND c = 3)',
    ['a = 1 | equality = t.a', 'b = 2 | equality = t.b', 'c = 3 | equality = t.c'],
  ],
  ['mysql', '(a = 1 OR b = 2) AND c = 3', ['(a = 1 OR b = 2) | other OR t.a,b', 'c = 3 | equality = t.c']],
  ['mysql', 'a = 1 OR b = 2 AND c = 3', ['a = 1 OR b = 2 AND c = 3 | other OR t.a,b,c']],
  ['mysql', 'a = 1 && b = 2', ['a = 1 | equality = t.a', 'b = 2 | equality = t.b']],
  ['mysql', '(a, b) = (1, 2)', ['(a, b) = (1, 2) | equality = t.a,b']],
  ['mysql', '(a, b) IN ((1, 2), (3, 4))', ['(a, b) IN ((1, 2), (3, 4)) | in-list IN t.a,b']],
  ['mysql', 'NOT a = 1', ['NOT a = 1 | other NOT = t.a']],
  [
    'mysql',
    'EXISTS (SELECT 1 FROM u WHERE u.a = 1)',
    ['EXISTS (SELECT 1 FROM u WHERE u.a = 1) | other  .', 'u.a = 1 | equality = u.a'],
  ],
  [
    'mysql',
    'a IN (SELECT b FROM u WHERE c = 1 AND u.d = t.d)',
    [
      'a IN (SELECT b FROM u WHERE c = 1 AND u.d = t.d) | other IN t.a',
      // c may be a column of t: without a schema nobody knows.
      'c = 1 | equality = .c',
      'u.d = t.d | join = u,t.d',
    ],
  ],
  ['mysql', 'NOT (a = 1 AND b = 2)', ['NOT (a = 1 AND b = 2) | other NOT AND t.a,b']],
  ['mysql', 'a XOR b', ['a XOR b | other XOR t.a,b']],
  ['mysql', 'NOT a IS NULL', ['NOT a IS NULL | other NOT IS NULL t.a']],
  ['mysql', 'a > ALL (SELECT 1)', ['a > ALL (SELECT 1) | other > ALL t.a']],
  ['mysql', "5 MEMBER OF (a->'$.b')", ["5 MEMBER OF (a->'$.b') | other MEMBER OF t.a"]],
  ['mysql', 'a SOUNDS LIKE b', ['a SOUNDS LIKE b | other SOUNDS LIKE t.a,b']],
  ['mysql', 'end = 1 AND `limit` = 2', ['end = 1 | equality = t.end', '`limit` = 2 | equality = t.limit']],
  [
    'mysql',
    "MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE)",
    ["MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE) | other  t.a,b"],
  ],
  [
    'mysql',
    'CASE WHEN a = 1 AND b = 2 THEN 1 END = 1 AND c = 2',
    ['CASE WHEN a = 1 AND b = 2 THEN 1 END = 1 | function-on-column = t.a,b', 'c = 2 | equality = t.c'],
  ],
  ['mysql', '`a b` = 1', ['`a b` = 1 | equality = t.a b']],
  ['mysql', 'x.a = 1', ['x.a = 1 | equality = x.a']],
  ['mysql', 'a = (SELECT MAX(b) FROM u)', ['a = (SELECT MAX(b) FROM u) | other = t.a']],
  ['postgres', "a LIKE 'a\\_b%'", ["a LIKE 'a\\_b%' | like LIKE t.a «a_b»"]],
  ['postgres', "a ILIKE 'x%'", ["a ILIKE 'x%' | like ILIKE t.a"]],
  ['postgres', "a = 'x'::text", ["a = 'x'::text | equality = t.a"]],
  ['postgres', "a::text = 'x'", ["a::text = 'x' | function-on-column = t.a"]],
  ['postgres', 'a = ANY($1::int[])', ['a = ANY($1::int[]) | in-list = ANY t.a']],
  ['postgres', 'a BETWEEN SYMMETRIC 2 AND 1', ['a BETWEEN SYMMETRIC 2 AND 1 | range BETWEEN t.a']],
  ['postgres', "a > now() - interval '7 days'", ["a > now() - interval '7 days' | range > t.a"]],
  [
    'postgres',
    "a AT TIME ZONE 'UTC' < timestamp '2024-01-01'",
    ["a AT TIME ZONE 'UTC' < timestamp '2024-01-01' | function-on-column < t.a"],
  ],
  ['postgres', 'a IS DISTINCT FROM b', ['a IS DISTINCT FROM b | other IS DISTINCT FROM t.a,b']],
  ['postgres', "a || 'x' = 'yx'", ["a || 'x' = 'yx' | function-on-column = t.a"]],
]

describe('WHERE', () => {
  test.each(rows)('%s: %s', (dialect, where, found) => {
    expect(conditions(`SELECT * FROM t WHERE ${where} ORDER BY z LIMIT 1`, dialect)).toEqual(found)
  })
})

describe('clauses', () => {
  test.each([
    [
      'SELECT * FROM t a JOIN u b ON a.x = b.x AND b.y = 1 WHERE a.z = 2',
      ['on a.x = b.x', 'on b.y = 1', 'where a.z = 2'],
    ],
    ['SELECT * FROM (t JOIN u ON t.a = u.a), v WHERE 1', ['on t.a = u.a', 'where 1']],
    ['SELECT a FROM t WHERE b = 1 GROUP BY a HAVING COUNT(*) > 1 ORDER BY a', ['where b = 1', 'having COUNT(*) > 1']],
    ['UPDATE t SET a = 1, b = 2 WHERE c = 3 LIMIT 1', ['where c = 3']],
    ['DELETE FROM t WHERE c = 3 ORDER BY d', ['where c = 3']],
    ['INSERT INTO t SELECT * FROM u WHERE c = 3 ON DUPLICATE KEY UPDATE a = 1', ['where c = 3']],
    ['SELECT * FROM (SELECT * FROM t WHERE a = 1) x WHERE b = 2', ['where a = 1', 'where b = 2']],
    ['WITH c AS (SELECT * FROM t WHERE a = 1) SELECT * FROM c WHERE b = 2', ['where a = 1', 'where b = 2']],
    ['SELECT * FROM t WHERE a = 1 UNION SELECT * FROM u WHERE b = 2', ['where a = 1', 'where b = 2']],
    ['EXPLAIN SELECT * FROM t WHERE LEFT(a, 2) = 1', ['where LEFT(a, 2) = 1']],
    ['SELECT * FROM t JOIN u USING (a) WHERE b = 1 FOR UPDATE', ['where b = 1']],
    ['SELECT 1', []],
  ])('%s', (sql, found) => {
    const [statement] = readSql(sql, 'mysql').statements
    expect(statement?.conditions.map((condition) => `${condition.clause} ${condition.text}`)).toEqual(found)
  })
})

test('a column without a table is left without one when there are two tables', () => {
  expect(conditions('SELECT * FROM t, u WHERE a = 1', 'mysql')).toEqual(['a = 1 | equality = .a'])
})

test.each([
  ['SELECT * FROM (SELECT * FROM t WHERE a = 1) x WHERE b = 2', ['a = 1 | equality = t.a', 'b = 2 | equality = x.b']],
  [
    'WITH c AS (SELECT * FROM t WHERE a = 1) SELECT * FROM c d WHERE b = 2',
    ['a = 1 | equality = t.a', 'b = 2 | equality = d.b'],
  ],
  [
    'SELECT 1 FROM t WHERE a = 1 UNION SELECT 2 FROM u HAVING b = 2',
    ['a = 1 | equality = t.a', 'b = 2 | equality = u.b'],
  ],
  ['SELECT * FROM t, LATERAL (SELECT * FROM u WHERE a = 1) x', ['a = 1 | equality = .a']],
  [
    'SELECT * FROM a LEFT JOIN (b JOIN c ON b.x = c.x) ON a.x = b.x',
    ['b.x = c.x | join = b,c.x', 'a.x = b.x | join = a,b.x'],
  ],
  ['DELETE x FROM t x JOIN u ON x.a = u.a WHERE u.b > 1', ['x.a = u.a | join = x,u.a', 'u.b > 1 | range > u.b']],
])('each query has its own tables: %s', (sql, found) => {
  expect(conditions(sql, 'mysql')).toEqual(found)
})

test('what is not understood does not hide the rest', () => {
  expect(conditions('SELECT a b c FROM t WHERE a = = 2 AND b > 3 ORDER BY', 'mysql')).toEqual([
    'a = = 2 | other = t.a',
    'b > 3 | range > t.b',
  ])
})

test('spans point into the whole text', () => {
  const text = 'SELECT 1; SELECT * FROM t WHERE a = 1'
  expect(readSql(text, 'mysql').statements[1]?.conditions[0]?.span).toEqual({ start: 32, end: 37 })
})
