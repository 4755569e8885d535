// Protects: DML as the SELECT that finds its rows, made from the statement's own text.
import { beforeAll, describe, expect, test } from 'vitest'
import { readSql } from '../../src/core/sql/read'
import type { StatementReader } from '../../src/core/sql/statement-reader'
import { loadPostgresReader } from '../../src/pg-syntax'

let postgres: StatementReader

beforeAll(async () => {
  postgres = await loadPostgresReader()
})

const form = (sql: string) => readSql(sql, 'postgres', {}, { postgres }).statements[0]?.selectForm

describe('has one', () => {
  test.each([
    ['UPDATE t SET a = 1', 'SELECT t.* FROM t'],
    ['update t set a = 1 where b = 2', 'SELECT t.* FROM t where b = 2'],
    ['UPDATE ONLY s."T" AS x SET a = 1 WHERE x.b = 2', 'SELECT x.* FROM ONLY s."T" AS x WHERE x.b = 2'],
    ['UPDATE s."T" SET a = 1', 'SELECT "T".* FROM s."T"'],
    ['UPDATE set SET a = 1 WHERE set.b = 1', 'SELECT set.* FROM set WHERE set.b = 1'],
    [
      'UPDATE t SET a = u.a FROM u JOIN v ON v.i = u.i WHERE t.i = u.i RETURNING t.i',
      'SELECT t.* FROM t, u JOIN v ON v.i = u.i WHERE t.i = u.i',
    ],
    ['UPDATE t SET a = (SELECT b FROM u WHERE u.i = 1), c = d IS DISTINCT FROM e WHERE f', 'SELECT t.* FROM t WHERE f'],
    ['UPDATE t SET a = t.from WHERE b', 'SELECT t.* FROM t WHERE b'],
    ['DELETE FROM t', 'SELECT t.* FROM t'],
    ['DELETE FROM t x USING u, v WHERE x.i = u.i RETURNING *', 'SELECT x.* FROM t x, u, v WHERE x.i = u.i'],
    ['DELETE FROM ONLY (t) x WHERE a', 'SELECT x.* FROM ONLY (t) x WHERE a'],
    ['DELETE FROM t WHERE a = 1 -- why\n AND b = 2', 'SELECT t.* FROM t WHERE a = 1 -- why\n AND b = 2'],
    [
      'WITH d AS (SELECT i FROM t LIMIT 5) DELETE FROM t WHERE i IN (SELECT i FROM d)',
      'WITH d AS (SELECT i FROM t LIMIT 5) SELECT t.* FROM t WHERE i IN (SELECT i FROM d)',
    ],
    ['/*+ SeqScan(t) */ DELETE FROM t WHERE a', '/*+ SeqScan(t) */ SELECT t.* FROM t WHERE a'],
    ['EXPLAIN (ANALYZE) DELETE FROM t WHERE a = ?', 'SELECT t.* FROM t WHERE a = ?'],
    ['UPDATE t SET a = $1 WHERE b = $2', 'SELECT t.* FROM t WHERE b = $2'],
    ["UPDATE t SET a = '😀' WHERE \"ä\" = '🚀' RETURNING 1", 'SELECT t.* FROM t WHERE "ä" = \'🚀\''],
    ['INSERT INTO t SELECT * FROM u WHERE a = 1', 'SELECT * FROM u WHERE a = 1'],
    [
      'INSERT INTO t (a, b) OVERRIDING USER VALUE (SELECT * FROM u) ON CONFLICT DO NOTHING RETURNING a',
      '(SELECT * FROM u)',
    ],
    [
      'WITH x AS (SELECT 1) INSERT INTO t WITH y AS (SELECT * FROM x) TABLE y',
      'WITH x AS (SELECT 1) SELECT * FROM (WITH y AS (SELECT * FROM x) TABLE y) AS found',
    ],
    ['INSERT INTO t SELECT * FROM u JOIN v ON u.i = v.i ON CONFLICT DO NOTHING', 'SELECT * FROM u JOIN v ON u.i = v.i'],
    [
      'WITH d AS (DELETE FROM u USING w WHERE w.i = u.i RETURNING u.i, u.j AS k) UPDATE t SET a = 1 FROM d WHERE d.i = t.i',
      'WITH d AS (SELECT u.i, u.j AS k FROM u, w WHERE w.i = u.i) SELECT t.* FROM t, d WHERE d.i = t.i',
    ],
    [
      'WITH d AS (UPDATE u SET j = 1 FROM w WHERE w.i = u.i RETURNING u.i) INSERT INTO t SELECT i FROM d',
      'WITH d AS (SELECT u.i FROM u, w WHERE w.i = u.i) SELECT i FROM d',
    ],
    [
      'WITH d AS (DELETE FROM u WHERE a = 1 RETURNING *) SELECT * FROM d',
      'WITH d AS (SELECT * FROM u WHERE a = 1) SELECT * FROM d',
    ],
    ['MERGE INTO t USING s ON t.i = s.i WHEN MATCHED THEN DELETE', 'SELECT t.* FROM t JOIN s ON t.i = s.i'],
    [
      'WITH s AS (SELECT 1 i) MERGE INTO ONLY t x USING s ON x.i = s.i WHEN MATCHED AND x.a > 1 THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT VALUES (1) RETURNING *',
      'WITH s AS (SELECT 1 i) SELECT x.* FROM ONLY t x JOIN s ON x.i = s.i WHERE (x.a > 1)',
    ],
    [
      'MERGE INTO t USING (SELECT * FROM u) s ON t.i = s.i WHEN MATCHED AND s.a = CASE WHEN t.a THEN 1 END THEN DO NOTHING WHEN MATCHED THEN DELETE WHEN NOT MATCHED BY SOURCE AND t.b THEN DELETE',
      'SELECT t.* FROM t JOIN (SELECT * FROM u) s ON t.i = s.i WHERE CASE WHEN s.a = CASE WHEN t.a THEN 1 END THEN FALSE ELSE TRUE END UNION ALL SELECT t.* FROM t WHERE NOT EXISTS (SELECT FROM (SELECT * FROM u) s WHERE t.i = s.i) AND (t.b)',
    ],
    [
      'MERGE INTO t USING a JOIN b ON a.i = b.i ON t.i = a.i WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED THEN INSERT DEFAULT VALUES',
      'SELECT * FROM (a JOIN b ON a.i = b.i) WHERE NOT EXISTS (SELECT FROM t WHERE t.i = a.i)',
    ],
  ])('%s', (sql, select) => {
    expect(form(sql)).toBe(select)
  })
})

describe('has none', () => {
  test.each([
    'SELECT * FROM t',
    'INSERT INTO t VALUES (1)',
    'INSERT INTO t DEFAULT VALUES',
    'DELETE FROM t WHERE CURRENT OF c',
    'WITH d AS (INSERT INTO u VALUES (1) RETURNING i) UPDATE t SET a = 1 FROM d WHERE d.i = t.i',
    'WITH d AS (UPDATE u SET i = 1 RETURNING i) UPDATE t SET a = 1 FROM d WHERE d.i = t.i',
    'WITH d AS (UPDATE u SET i = 1 RETURNING *) SELECT * FROM d',
    'WITH d AS (UPDATE u SET i = 1 RETURNING new.j) SELECT * FROM d',
    'MERGE INTO t USING s ON t.i = s.i WHEN MATCHED THEN DO NOTHING',
    'INSERT INTO t SELECT * FROM u FOR UPDATE',
    'UPDATE t SET a = 1 WHERE (b',
  ])('%s', (sql) => {
    expect(form(sql)).toBeUndefined()
  })
})
