// Protects: the tables that a statement names, and where an index hint of each stands or would stand.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { readSql } from '../../../src/core/sql/read'

/** `schema.name alias` of every table. */
function tables(sql: string, dialect: Dialect): string[] {
  return readSql(sql, dialect).statements.flatMap((statement) =>
    statement.tables.map(({ schema, name, alias }) =>
      [schema ? `${schema}.${name}` : name, alias].filter(Boolean).join(' '),
    ),
  )
}

type Row = readonly [what: string, dialect: Dialect, sql: string, found: readonly string[]]

const rows: readonly Row[] = [
  ['FROM', 'mysql', 'SELECT * FROM t', ['t']],
  ['alias with and without AS', 'mysql', 'SELECT * FROM t AS x, u y', ['t x', 'u y']],
  ['schema', 'mysql', 'SELECT * FROM db.t x', ['db.t x']],
  ['three parts', 'postgres', 'SELECT * FROM c.s.t', ['s.t']],
  ['quoted names', 'mysql', 'SELECT * FROM `my db`.`my``t` `x y`', ['my db.my`t x y']],
  ['quoted names of PostgreSQL', 'postgres', 'SELECT * FROM "S"."T" "x"', ['S.T x']],
  [
    'joins',
    'mysql',
    'SELECT * FROM t JOIN u ON t.a = u.a LEFT OUTER JOIN v x USING (b) NATURAL JOIN w STRAIGHT_JOIN y',
    ['t', 'u', 'v x', 'w', 'y'],
  ],
  ['the modifier STRAIGHT_JOIN', 'mysql', 'SELECT STRAIGHT_JOIN a FROM t', ['t']],
  ['a list in parentheses', 'mysql', 'SELECT * FROM t LEFT JOIN (u, v y) ON t.a = u.a', ['t', 'u', 'v y']],
  ['a join in parentheses', 'mysql', 'SELECT * FROM (t JOIN u ON t.a = u.a), v', ['t', 'u', 'v']],
  ['a comma after a join', 'mysql', 'SELECT * FROM t JOIN u ON f(t.a, u.b), v', ['t', 'u', 'v']],
  ['a derived table', 'mysql', 'SELECT * FROM (SELECT * FROM t) x JOIN u', ['t', 'u']],
  [
    'subqueries',
    'mysql',
    'SELECT (SELECT 1 FROM a) FROM b WHERE c IN (SELECT 1 FROM d) AND EXISTS (SELECT 1 FROM e, f)',
    ['a', 'b', 'd', 'e', 'f'],
  ],
  ['UNION', 'mysql', 'SELECT 1 FROM a UNION SELECT 2 FROM b', ['a', 'b']],
  ['each use once', 'mysql', 'SELECT * FROM t a JOIN t b', ['t a', 't b']],
  [
    'names of WITH are left out',
    'mysql',
    'WITH a AS (SELECT * FROM t), b (x) AS (SELECT * FROM a) SELECT * FROM b JOIN u',
    ['t', 'u'],
  ],
  ['WITH a name of a table', 'mysql', 'WITH t AS (SELECT * FROM t) SELECT * FROM t', ['t']],
  ['WITH RECURSIVE', 'mysql', 'WITH RECURSIVE a AS (SELECT 1 FROM t UNION ALL SELECT 1 FROM a) SELECT * FROM a', ['t']],
  ['a schema means the table', 'mysql', 'WITH a AS (SELECT 1) SELECT * FROM db.a', ['db.a']],
  [
    'a WITH in parentheses ends with them',
    'mysql',
    'SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) x JOIN a',
    ['a'],
  ],
  [
    'FROM in functions',
    'mysql',
    'SELECT EXTRACT(YEAR FROM d), TRIM(LEADING x FROM y), SUBSTRING(a FROM 2) FROM t',
    ['t'],
  ],
  ['IS DISTINCT FROM', 'postgres', 'SELECT a IS DISTINCT FROM b FROM t', ['t']],
  ['DUAL', 'mysql', 'SELECT 1 FROM DUAL', []],
  ['UPDATE', 'mysql', 'UPDATE t x SET a = 1 WHERE b = 2', ['t x']],
  ['UPDATE with modifiers', 'mysql', 'UPDATE LOW_PRIORITY IGNORE t SET a = 1', ['t']],
  ['UPDATE of a join', 'mysql', 'UPDATE t JOIN u ON t.a = u.a SET t.b = 1', ['t', 'u']],
  ['UPDATE … FROM', 'postgres', 'UPDATE ONLY t SET a = u.a FROM u WHERE t.b = u.b', ['t', 'u']],
  ['DELETE', 'mysql', 'DELETE FROM t WHERE a = 1', ['t']],
  ['multi-table DELETE', 'mysql', 'DELETE a, b FROM t a JOIN u b', ['t a', 'u b']],
  ['DELETE … USING', 'mysql', 'DELETE FROM a, b USING t a JOIN u b', ['t a', 'u b']],
  ['DELETE … USING of PostgreSQL', 'postgres', 'DELETE FROM t USING u, v WHERE t.a = u.a', ['t', 'u', 'v']],
  ['INSERT', 'mysql', 'INSERT INTO t (a, b) VALUES (1, 2)', ['t']],
  ['INSERT without INTO', 'mysql', 'INSERT IGNORE t VALUES (1)', ['t']],
  ['INSERT … SELECT', 'mysql', 'INSERT INTO t SELECT * FROM u ON DUPLICATE KEY UPDATE a = 1', ['t', 'u']],
  ['INSERT … AS', 'postgres', 'INSERT INTO t AS x (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2', ['t x']],
  ['REPLACE', 'mysql', 'REPLACE INTO t SET a = 1', ['t']],
  ['the function REPLACE', 'mysql', "SELECT REPLACE(a, 'b', 'c') FROM t", ['t']],
  ['MERGE', 'postgres', 'MERGE INTO t x USING (SELECT * FROM u) y ON x.a = y.a WHEN MATCHED THEN DELETE', ['t x', 'u']],
  ['FOR UPDATE OF names no table', 'postgres', 'SELECT * FROM t FOR UPDATE OF t', ['t']],
  ['PARTITION', 'mysql', 'SELECT * FROM t PARTITION (p0, p1) x', ['t x']],
  ['FOR SYSTEM_TIME', 'mariadb', "SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01' x JOIN u", ['t x', 'u']],
  [
    'table functions are left out',
    'postgres',
    'SELECT * FROM generate_series(1, 2) g, t, LATERAL unnest(a) u(x)',
    ['t'],
  ],
  ['JSON_TABLE is left out', 'mysql', "SELECT * FROM t, JSON_TABLE(t.a, '$' COLUMNS (b INT PATH '$')) j", ['t']],
  ['LATERAL', 'postgres', 'SELECT * FROM t CROSS JOIN LATERAL (SELECT * FROM u WHERE u.a = t.a) x', ['t', 'u']],
  ['ONLY and the star', 'postgres', 'SELECT * FROM ONLY t, u *', ['t', 'u']],
  ['TABLESAMPLE', 'postgres', 'SELECT * FROM t TABLESAMPLE SYSTEM (1)', ['t']],
  ['column list of an alias', 'postgres', 'SELECT * FROM t x (a, b), u', ['t x', 'u']],
  ['TABLE', 'mysql', 'TABLE t', ['t']],
  ['EXPLAIN', 'mysql', 'EXPLAIN FORMAT=JSON SELECT * FROM t', ['t']],
  ['SET STATEMENT', 'mariadb', 'SET STATEMENT a = 1 FOR SELECT * FROM t', ['t']],
  ['executable comments count', 'mysql', 'SELECT * FROM t /*!50000 JOIN u */', ['t', 'u']],
  ['comments do not', 'mysql', 'SELECT * FROM t /* , u */', ['t']],
  ['ALTER TABLE', 'mysql', 'ALTER TABLE t ADD INDEX i (a)', ['t']],
  ['CREATE TABLE', 'mysql', 'CREATE TABLE IF NOT EXISTS t (a int)', ['t']],
  ['CREATE INDEX', 'postgres', 'CREATE INDEX i ON t (a)', ['t']],
]

describe('tables', () => {
  test.each(rows)('%s (%s)', (_what, dialect, sql, found) => {
    expect(tables(sql, dialect)).toEqual(found)
  })
})

/** The text with the first table in [ ] and its hint place in < >. */
function marked(sql: string): string {
  const table = readSql(sql, 'mysql').statements[0]?.tables[0]
  if (table?.hintSpan === undefined) return 'no hint place'
  const { span, hintSpan } = table
  return `${sql.slice(0, span.start)}[${sql.slice(span.start, span.end)}]${sql.slice(span.end, hintSpan.start)}<${sql.slice(hintSpan.start, hintSpan.end)}>${sql.slice(hintSpan.end)}`
}

test.each([
  ['SELECT * FROM [t]<>'],
  ['SELECT * FROM [t]<> WHERE a = 1'],
  ['SELECT * FROM [t AS x]<> JOIN u'],
  ['SELECT * FROM [db.t PARTITION (p0) x]<>, u'],
  ['SELECT * FROM [t] <FORCE INDEX (i)> WHERE a = 1'],
  ['SELECT * FROM [t x] <USE INDEX FOR JOIN (a, b) IGNORE KEY (c)> WHERE a = 1'],
  ['SELECT * FROM [t] <USE INDEX ()>'],
  ['SELECT * FROM [t /* c */ x]<> /* d */'],
  ['UPDATE [t]<> SET a = 1'],
  ['DELETE x FROM [t x] <FORCE INDEX (i)> WHERE a = 1'],
])('the hint of %s', (expected) => {
  expect(marked(expected.replace(/[[\]<>]/g, ''))).toBe(expected)
})

test.each(['DELETE FROM t WHERE a = 1', 'INSERT INTO t VALUES (1)', 'REPLACE INTO t SET a = 1', 'TABLE t'])(
  'an index hint has no place in %s',
  (sql) => {
    expect(marked(sql)).toBe('no hint place')
  },
)

test('PostgreSQL has no place for index hints', () => {
  expect(readSql('SELECT * FROM t', 'postgres').statements[0]?.tables[0]).toEqual({
    name: 't',
    span: { start: 14, end: 15 },
  })
})
