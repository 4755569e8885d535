// Protects: each edit of a PostgreSQL statement, by what stands in the text afterwards.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Version } from '../../../../../src/core/engine'
import { addCondition, replaceCondition } from '../../../../../src/core/sql/edits/conditions'
import { wrapStatement, wrapTable } from '../../../../../src/core/sql/edits/derived-table'
import { wrapAsExplain } from '../../../../../src/core/sql/edits/explain'
import { maskLiterals } from '../../../../../src/core/sql/edits/mask'
import type { EditOutcome, PostgresEditContext } from '../../../../../src/core/sql/edits/model'
import { setOptimizerHints } from '../../../../../src/core/sql/edits/optimizer-hints'
import { bindValues, type PlaceholderValues } from '../../../../../src/core/sql/edits/placeholders'
import { selectForm } from '../../../../../src/core/sql/edits/select-form'
import { setForStatement } from '../../../../../src/core/sql/edits/session-settings'
import type { TypedValue } from '../../../../../src/core/sql/edits/typed-value'
import { loadPostgresGrammar } from '../../../../../src/pg-syntax'
import { shop } from '../../../../pg-syntax/shop'

let context: PostgresEditContext

beforeAll(async () => {
  context = { dialect: 'postgres', grammar: await loadPostgresGrammar() }
})

/** The edited statement, or why there is none. */
function shown(outcome: EditOutcome): string {
  return outcome.done ? outcome.sql : `(${outcome.fault.message})`
}

const version = (major: number): Version => ({ major, minor: 0, patch: 0 })

describe('explain', () => {
  test.each([
    ['SELECT 1', 'EXPLAIN', 'EXPLAIN SELECT 1'],
    ['EXPLAIN ANALYZE SELECT 1', 'EXPLAIN (COSTS off)', 'EXPLAIN (COSTS off) SELECT 1'],
    ['/*+ SeqScan(t) */ SELECT * FROM t', 'EXPLAIN', '/*+ SeqScan(t) */ EXPLAIN SELECT * FROM t'],
    ['  WITH a AS (SELECT 1) TABLE a ;', 'EXPLAIN VERBOSE', '  EXPLAIN VERBOSE WITH a AS (SELECT 1) TABLE a ;'],
    ['VALUES (1)', 'EXPLAIN', 'EXPLAIN VALUES (1)'],
    ['EXPLAIN (ANALYZE) (SELECT 1)', 'EXPLAIN', 'EXPLAIN (SELECT 1)'],
    ['EXPLAIN ANALYZE /*+ SeqScan(t) */ SELECT 1', 'EXPLAIN', 'EXPLAIN /*+ SeqScan(t) */ SELECT 1'],
    ['CREATE TABLE n AS SELECT 1', 'EXPLAIN', 'EXPLAIN CREATE TABLE n AS SELECT 1'],
    [
      'CREATE INDEX i ON t (a)',
      'EXPLAIN',
      '(PostgreSQL explains queries, DML, EXECUTE, DECLARE and CREATE TABLE AS only.)',
    ],
    ['SELECT 1', 'EXPLAIN; DROP TABLE t;', '(This does not explain a statement: EXPLAIN; DROP TABLE t;)'],
    ['SELECT 1', 'EXPLAIN (COSTLY)', '(EXPLAIN has no option COSTLY.)'],
    ['SELECT 1', 'EXPLAIN (FORMAT CSV)', '(EXPLAIN has no format CSV.)'],
    ['SELECT 1', 'EXPLAIN (WAL)', '(EXPLAIN option WAL needs ANALYZE.)'],
    ['SELECT 1', 'EXPLAIN (ANALYZE, GENERIC_PLAN)', '(EXPLAIN takes ANALYZE or GENERIC_PLAN, not both.)'],
    ['SELECT 1', 'EXPLAIN (ANALYZE off, WAL off, TIMING off)', 'EXPLAIN (ANALYZE off, WAL off, TIMING off) SELECT 1'],
  ])('%s | %s', (sql, form, expected) => {
    expect(shown(wrapAsExplain(sql, context, form))).toBe(expected)
  })

  test.each([
    ['EXPLAIN (GENERIC_PLAN)', 15, '(PostgreSQL before 16 has no EXPLAIN (GENERIC_PLAN).)'],
    ['EXPLAIN (GENERIC_PLAN)', 16, 'EXPLAIN (GENERIC_PLAN) SELECT $1'],
    ['EXPLAIN (ANALYZE, SERIALIZE TEXT)', 16, '(PostgreSQL before 17 has no EXPLAIN (SERIALIZE).)'],
    ['EXPLAIN (MEMORY)', 17, 'EXPLAIN (MEMORY) SELECT $1'],
    ['EXPLAIN (BUFFERS)', 12, '(EXPLAIN option BUFFERS needs ANALYZE before PostgreSQL 13.)'],
  ])('%s on %i', (form, major, expected) => {
    expect(shown(wrapAsExplain('SELECT $1', { ...context, version: version(major) }, form))).toBe(expected)
  })

  test('notes say what runs, and that placeholders have no values', () => {
    const outcome = wrapAsExplain('DELETE FROM t WHERE a = $1', context, 'EXPLAIN ANALYZE')
    expect(outcome.done && outcome.notes).toEqual([
      'ANALYZE runs the statement, its changes too.',
      'The placeholders need values, or GENERIC_PLAN (PostgreSQL 16 and later).',
    ])
  })
})

describe('bind values', () => {
  const number = (value: number | string): TypedValue => ({ kind: 'number', value })
  const text = (value: string): TypedValue => ({ kind: 'text', value })
  const rows: readonly (readonly [sql: string, values: PlaceholderValues, expected: string])[] = [
    [
      'SELECT * FROM t WHERE a = $2 AND b = $1 OR a = $2',
      { positional: [text("it's"), number(5)] },
      "SELECT * FROM t WHERE a = 5 AND b = 'it''s' OR a = 5",
    ],
    [
      'SELECT * FROM t WHERE a=?AND b=?',
      { positional: [number(-1), text('\\x')] },
      "SELECT * FROM t WHERE a=(-1)AND b='\\x'",
    ],
    [
      'SELECT * FROM t WHERE a = %s AND b=%s LIMIT %s',
      { positional: [number(1), text('ä😀'), number(3)] },
      "SELECT * FROM t WHERE a = 1 AND b='ä😀' LIMIT 3",
    ],
    [
      'SELECT a % s FROM t WHERE a %b = 1 AND b LIKE %(name)s',
      { named: { name: text('x%') } },
      "SELECT a % s FROM t WHERE a %b = 1 AND b LIKE 'x%'",
    ],
    [
      'SELECT :a::int, :b || :a FROM t WHERE x[1:2] = 1',
      { named: { a: number(1), b: { kind: 'null' } } },
      'SELECT 1::int, NULL || 1 FROM t WHERE x[1:2] = 1',
    ],
    [
      'SELECT \'$1\', $$ $1 $$, "$1" -- $1\n, $1',
      { positional: [{ kind: 'boolean', value: true }] },
      'SELECT \'$1\', $$ $1 $$, "$1" -- $1\n, TRUE',
    ],
    [
      'SELECT $1, $2, $3',
      {
        positional: [
          { kind: 'date', value: '2024-01-31' },
          { kind: 'datetime', value: '2024-01-31 12:00:00' },
          { kind: 'binary', hex: '00ff' },
        ],
      },
      "SELECT DATE '2024-01-31', TIMESTAMP '2024-01-31 12:00:00', '\\x00ff'::bytea",
    ],
    [
      "SELECT j ? 'k' FROM t WHERE a @> $1 AND b-$1 > 0",
      { positional: [number(-2)] },
      "SELECT j ? 'k' FROM t WHERE a @> (-2) AND b-(-2) > 0",
    ],
    ['SELECT $1', {}, '(There is no value for $1.)'],
    ['SELECT $1', { positional: [text('a\0b')] }, '(PostgreSQL keeps no NUL in a text.)'],
    ['SELECT $1', { positional: [number('1; DROP')] }, '(This is not a number: 1; DROP)'],
  ]
  test.each(rows)('%s', (sql, values, expected) => {
    expect(shown(bindValues(sql, context, values))).toBe(expected)
  })

  test('values too many are noted', () => {
    const outcome = bindValues('SELECT $1', context, { positional: [number(1), number(2)], named: { x: number(1) } })
    expect(outcome.done && outcome.notes).toEqual([
      '1 of the values have no placeholder.',
      'The statement has no placeholder :x.',
    ])
  })
})

describe('mask', () => {
  test.each([
    [
      "SELECT 'x' FROM t WHERE a = 5 AND b = $2",
      'SELECT $3 FROM t WHERE a = $4 AND b = $2',
      "SELECT 'x' FROM t WHERE a = 1 AND b = $2",
    ],
    [
      "SELECT * FROM t WHERE a = ? AND b = 'abc'",
      'SELECT * FROM t WHERE a = ? AND b = ?',
      "SELECT * FROM t WHERE a = ? AND b = 'x'",
    ],
    [
      "SELECT * FROM t WHERE c > DATE '2024-05-06' AND a =-5",
      "SELECT * FROM t WHERE c > DATE '2000-01-01' AND a =$1",
      "SELECT * FROM t WHERE c > DATE '2000-01-01' AND a =1",
    ],
    [
      "SELECT 'a'\n'b', U&'d!0061' UESCAPE '!', $$x$$, E'\\n', B'101', 1.5e3",
      'SELECT $1, $2, $3, $4, $5, $6',
      "SELECT 'x', 'x', 'x', 'x', B'0', 1e0",
    ],
    [
      "SELECT j -> 'k' ->> 'l' FROM t WHERE j ->> 'k' = 'v' ORDER BY 1",
      "SELECT j -> 'k' ->> 'l' FROM t WHERE j ->> 'k' = $1 ORDER BY 1",
      "SELECT j -> 'k' ->> 'l' FROM t WHERE j ->> 'k' = 'x' ORDER BY 1",
    ],
    [
      "SELECT extract(year FROM c), '5'::numeric(3, 1) FROM t GROUP BY 1, 2 LIMIT 7",
      'SELECT extract(year FROM c), $1::numeric(3, 1) FROM t GROUP BY 1, 2 LIMIT $2',
      "SELECT extract(year FROM c), '1'::numeric(3, 1) FROM t GROUP BY 1, 2 LIMIT 1",
    ],
    [
      "INSERT INTO t VALUES ('😀', 2), (TRUE, NULL)",
      'INSERT INTO t VALUES ($1, $2), (TRUE, NULL)',
      "INSERT INTO t VALUES ('x', 1), (TRUE, NULL)",
    ],
    [
      "SELECT '{\"a\": 1}', '[1,5)', '7 days', '(3,4)'",
      'SELECT $1, $2, $3, $4',
      "SELECT '{}', 'empty', '1 day', '(0,0)'",
    ],
  ])('%s', (sql, placeholders, dummies) => {
    expect(shown(maskLiterals(sql, context, 'placeholder'))).toBe(placeholders)
    expect(shown(maskLiterals(sql, context, 'dummy'))).toBe(dummies)
  })
})

describe('add a condition', () => {
  const rows: [sql: string, expected: string, condition?: string][] = [
    ['SELECT * FROM t', 'SELECT * FROM t WHERE k = 1'],
    ['SELECT 1', 'SELECT 1 WHERE k = 1'],
    ['SELECT * FROM t WHERE a = 1 ORDER BY a', 'SELECT * FROM t WHERE a = 1 AND k = 1 ORDER BY a'],
    ['SELECT * FROM t WHERE a = 1 OR b = 2', 'SELECT * FROM t WHERE (a = 1 OR b = 2) AND k = 1'],
    ['SELECT * FROM t WHERE (a = 1 OR b = 2)', 'SELECT * FROM t WHERE (a = 1 OR b = 2) AND k = 1'],
    ['SELECT * FROM t WHERE (a = 1) OR (b = 2) -- end', 'SELECT * FROM t WHERE ((a = 1) OR (b = 2)) AND k = 1 -- end'],
    ['SELECT * FROM t WHERE a = 1', 'SELECT * FROM t WHERE a = 1 AND (k = 1 OR k = 2)', 'k = 1 OR k = 2'],
    ['SELECT * FROM t', 'SELECT * FROM t WHERE k = 1 OR k = 2', 'k = 1 OR k = 2'],
    [
      'SELECT * FROM t, u JOIN v ON (v.i = u.i) GROUP BY a FOR UPDATE',
      'SELECT * FROM t, u JOIN v ON (v.i = u.i) WHERE k = 1 GROUP BY a FOR UPDATE',
    ],
    ['UPDATE t SET a = 1', 'UPDATE t SET a = 1 WHERE k = 1'],
    ['UPDATE t SET a = 1 FROM u RETURNING *', 'UPDATE t SET a = 1 FROM u WHERE k = 1 RETURNING *'],
    ['DELETE FROM t AS x USING u RETURNING x.a', 'DELETE FROM t AS x USING u WHERE k = 1 RETURNING x.a'],
    ['WITH a AS (SELECT * FROM u) DELETE FROM t', 'WITH a AS (SELECT * FROM u) DELETE FROM t WHERE k = 1'],
    ['SELECT \'😀\' FROM "Tä😀" -- 🚀\n LIMIT 1', 'SELECT \'😀\' FROM "Tä😀" WHERE k = 1 -- 🚀\n LIMIT 1'],
    ['DELETE FROM t WHERE CURRENT OF c', '(WHERE CURRENT OF takes nothing beside it.)'],
    ['INSERT INTO t SELECT 1', '(An INSERT has no WHERE of its own.)'],
    ['MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE', '(A MERGE has no WHERE.)'],
    ['SELECT 1 UNION SELECT 2', '(This query has several SELECTs.)'],
    ['VALUES (1)', '(This statement has no WHERE.)'],
    ['SELECT * FROM t', '(This is not a condition: a = 1) OR (b = 2)', 'a = 1) OR (b = 2'],
    ['SELECT * FROM t', '(This is not a condition: a = 1 -- )', 'a = 1 -- '],
    ['SELECT * FROM t', '(This is not a condition: a, b)', 'a, b'],
    ['SELECT * FROM t', '(This is not a condition: )', ''],
  ]
  test.each(rows)('%s → %s', (sql, expected, condition?: string) => {
    expect(shown(addCondition(sql, context, { condition: condition ?? 'k = 1' }))).toBe(expected)
  })

  test.each([
    ['SELECT a FROM t GROUP BY a ORDER BY 1', 'SELECT a FROM t GROUP BY a HAVING max(k) = 1 ORDER BY 1'],
    [
      'SELECT a FROM t GROUP BY ROLLUP (a) HAVING a = 1 OR a = 2',
      'SELECT a FROM t GROUP BY ROLLUP (a) HAVING (a = 1 OR a = 2) AND max(k) = 1',
    ],
    ['SELECT 1 FROM t WHERE a = 1', 'SELECT 1 FROM t WHERE a = 1 HAVING max(k) = 1'],
    ['DELETE FROM t', '(Only a SELECT has HAVING.)'],
  ])('HAVING: %s', (sql, expected) => {
    expect(shown(addCondition(sql, context, { condition: 'max(k) = 1', clause: 'having' }))).toBe(expected)
  })

  test('a place says which of several SELECTs', () => {
    const sql = 'SELECT a FROM t UNION SELECT b FROM u WHERE (SELECT c FROM v) = 1'
    const at = (word: string) => shown(addCondition(sql, context, { condition: 'k = 1', at: sql.indexOf(word) }))
    expect(at('FROM t')).toBe('SELECT a FROM t WHERE k = 1 UNION SELECT b FROM u WHERE (SELECT c FROM v) = 1')
    expect(at('FROM u')).toBe('SELECT a FROM t UNION SELECT b FROM u WHERE (SELECT c FROM v) = 1 AND k = 1')
    expect(at('FROM v')).toBe('SELECT a FROM t UNION SELECT b FROM u WHERE (SELECT c FROM v WHERE k = 1) = 1')
  })
})

describe('replace a condition', () => {
  test.each([
    ['SELECT * FROM t WHERE ¦a = 1¦', 'SELECT * FROM t WHERE k = 1 OR k = 2'],
    ['SELECT * FROM t WHERE ¦a = 1¦ AND b = 2', 'SELECT * FROM t WHERE (k = 1 OR k = 2) AND b = 2'],
    ['SELECT * FROM t WHERE (¦a = 1¦) AND b = 2', 'SELECT * FROM t WHERE (k = 1 OR k = 2) AND b = 2'],
    ['SELECT * FROM t WHERE a = 1 OR ¦b BETWEEN 1 AND 2¦ OR c', 'SELECT * FROM t WHERE a = 1 OR k = 1 OR k = 2 OR c'],
    ['SELECT * FROM t WHERE NOT ¦a = 1¦', 'SELECT * FROM t WHERE NOT (k = 1 OR k = 2)'],
    ['SELECT * FROM t WHERE ¦a = 1 AND b = 2¦ OR c', 'SELECT * FROM t WHERE k = 1 OR k = 2 OR c'],
    ["SELECT '😀' FROM t JOIN u ON ¦t.i = u.i¦ WHERE true", "SELECT '😀' FROM t JOIN u ON k = 1 OR k = 2 WHERE true"],
    ['SELECT a FROM t GROUP BY a HAVING ¦count(*) > 1¦', 'SELECT a FROM t GROUP BY a HAVING k = 1 OR k = 2'],
    [
      'MERGE INTO t USING u ON ¦t.i = u.i¦ WHEN MATCHED AND t.a = 1 THEN DELETE',
      'MERGE INTO t USING u ON k = 1 OR k = 2 WHEN MATCHED AND t.a = 1 THEN DELETE',
    ],
    [
      'MERGE INTO t USING u ON t.i = u.i WHEN MATCHED AND ¦t.a = 1¦ THEN DELETE',
      'MERGE INTO t USING u ON t.i = u.i WHEN MATCHED AND k = 1 OR k = 2 THEN DELETE',
    ],
    ['SELECT * FROM t WHERE ¦a¦ = 1', '(No condition stands exactly here.)'],
  ])('%s', (marked, expected) => {
    const sql = marked.replaceAll('¦', '')
    const span = { start: marked.indexOf('¦'), end: marked.lastIndexOf('¦') - 1 }
    expect(shown(replaceCondition(sql, context, span, 'k = 1 OR k = 2'))).toBe(expected)
  })
})

describe('wrap a table', () => {
  test.each([
    ['SELECT * FROM t', 't', 'SELECT * FROM (SELECT * FROM t OFFSET 0) AS "t"'],
    ['SELECT * FROM s.t AS x (p, q), u', 'x', 'SELECT * FROM (SELECT * FROM s.t AS x (p, q) OFFSET 0) AS "x", u'],
    [
      'SELECT * FROM a JOIN ONLY (t) x USING (i)',
      'x',
      'SELECT * FROM a JOIN (SELECT * FROM ONLY (t) x OFFSET 0) AS "x" USING (i)',
    ],
    [
      'SELECT * FROM t TABLESAMPLE system (1) WHERE a',
      't',
      'SELECT * FROM (SELECT * FROM t TABLESAMPLE system (1) OFFSET 0) AS "t" WHERE a',
    ],
    ['TABLE t', 't', 'SELECT * FROM (SELECT * FROM t OFFSET 0) AS "t"'],
    ['SELECT * FROM "Tä😀" ö', 'ö', 'SELECT * FROM (SELECT * FROM "Tä😀" ö OFFSET 0) AS "ö"'],
    ['DELETE FROM t USING u', 'u', 'DELETE FROM t USING (SELECT * FROM u OFFSET 0) AS "u"'],
    ['DELETE FROM t USING u', 't', '(Rows of "t" are changed: a derived table cannot be.)'],
    [
      'MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE',
      't',
      '(Rows of "t" are changed: a derived table cannot be.)',
    ],
    [
      'SELECT s.t.a FROM s.t',
      't',
      '(A column is named with the schema of the table, or is a system column; a derived table has none.)',
    ],
    [
      'SELECT ctid FROM t',
      't',
      '(A column is named with the schema of the table, or is a system column; a derived table has none.)',
    ],
    ['WITH t AS (SELECT 1) SELECT * FROM t', 't', '("t" is a common table expression: choose a table inside it.)'],
    ['SELECT * FROM t, s.t', 't', '("t" stands for 2 tables of the statement.)'],
    ['SELECT * FROM t', 'x', '(The statement has no table "x".)'],
  ])('%s | %s', (sql, table, expected) => {
    expect(shown(wrapTable(sql, context, { table }, 'OFFSET 0'))).toBe(expected)
  })
})

describe('wrap the statement', () => {
  test.each([
    ['SELECT a FROM t ORDER BY a LIMIT 1', 'SELECT * FROM (SELECT a FROM t ORDER BY a LIMIT 1) AS "q" LIMIT 5'],
    [
      '/*+ SeqScan(t) */ SELECT 1 UNION SELECT 2;',
      '/*+ SeqScan(t) */ SELECT * FROM (SELECT 1 UNION SELECT 2) AS "q" LIMIT 5;',
    ],
    ['EXPLAIN (COSTS off) VALUES (1)', 'EXPLAIN (COSTS off) SELECT * FROM (VALUES (1)) AS "q" LIMIT 5'],
    ['SELECT 1 INTO n', '(Only a query that changes nothing and has no INTO can be a derived table.)'],
    [
      'WITH d AS (DELETE FROM t RETURNING *) TABLE d',
      '(Only a query that changes nothing and has no INTO can be a derived table.)',
    ],
    ['DELETE FROM t', '(Only a query that changes nothing and has no INTO can be a derived table.)'],
  ])('%s', (sql, expected) => {
    expect(shown(wrapStatement(sql, context, 'q', 'LIMIT 5'))).toBe(expected)
  })
})

describe('hints of pg_hint_plan', () => {
  const hints = ['SeqScan(t)', 'Leading((a b))']
  test.each([
    ['SELECT 1', '/*+ SeqScan(t) Leading((a b)) */ SELECT 1', 'SELECT 1'],
    ['/*+ IndexScan(t) */ SELECT 1', '/*+ SeqScan(t) Leading((a b)) */ SELECT 1', 'SELECT 1'],
    ['EXPLAIN /*+ IndexScan(t) */ SELECT 1', 'EXPLAIN /*+ SeqScan(t) Leading((a b)) */ SELECT 1', 'EXPLAIN SELECT 1'],
    [
      "SELECT 'x' /*+ IndexScan(t) */",
      "/*+ SeqScan(t) Leading((a b)) */ SELECT 'x' /*+ IndexScan(t) */",
      "SELECT 'x' /*+ IndexScan(t) */",
    ],
    ['-- first\nSELECT 1', '-- first\n/*+ SeqScan(t) Leading((a b)) */ SELECT 1', '-- first\nSELECT 1'],
  ])('%s', (sql, expected, without) => {
    expect(shown(setOptimizerHints(sql, context, { hints }))).toBe(expected)
    expect(shown(setOptimizerHints(sql, context, { hints: [] }))).toBe(without)
  })

  test('those that are there can stay; what is none is refused', () => {
    const sql = '/*+ IndexScan(t) */ SELECT 1'
    expect(shown(setOptimizerHints(sql, context, { hints: ['SeqScan(u)'], keep: true }))).toBe(
      '/*+ SeqScan(u) IndexScan(t) */ SELECT 1',
    )
    expect(shown(setOptimizerHints(sql, context, { hints: ['SeqScan(u) */ DROP'] }))).toBe(
      '(This is not a hint of pg_hint_plan: SeqScan(u) */ DROP)',
    )
  })
})

test('settings stand beside the statement', () => {
  const outcome = setForStatement('SELECT 1', context, [
    { name: 'enable_seqscan', value: 'off' },
    { name: 'work_mem', value: '64MB' },
    { name: 'search_path', value: 'a, "B"' },
    { name: 'random_page_cost', value: '1.1' },
  ])
  expect(outcome.done && outcome.before).toEqual([
    'SET LOCAL enable_seqscan = off',
    "SET LOCAL work_mem = '64MB'",
    "SET LOCAL search_path = 'a', 'B'",
    'SET LOCAL random_page_cost = 1.1',
  ])
  expect(shown(outcome)).toBe('SELECT 1')
  expect(shown(setForStatement('SELECT 1', context, [{ name: 'a; DROP', value: '1' }]))).toBe(
    '(This is not the name of a setting: a; DROP)',
  )
})

test('the rows of DML are found by their keys where the catalog knows them', () => {
  const known = { ...context, ...(shop.catalog !== undefined && { catalog: shop.catalog }) }
  const sql = 'UPDATE t AS x SET a = 1 FROM u WHERE u.id = x.id'
  expect(shown(selectForm(sql, known))).toBe('SELECT x."id" FROM t AS x, u WHERE u.id = x.id')
  expect(shown(selectForm(sql, context))).toBe('SELECT x.* FROM t AS x, u WHERE u.id = x.id')
  expect(shown(selectForm('INSERT INTO t VALUES (1)', context))).toBe('(INSERT of given values finds no rows.)')
  expect(shown(selectForm('SELECT 1', context))).toBe('(Only INSERT, UPDATE, DELETE and MERGE have rows to find.)')
})

test('what the grammar refuses is not edited', () => {
  const outcome = addCondition('SELECT * FROM t WHERE (a', context, { condition: 'b = 1' })
  expect(outcome.done).toBe(false)
  expect(!outcome.done && outcome.fault.code).toBe('syntax-error')
})
