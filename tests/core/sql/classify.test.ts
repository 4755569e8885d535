// Protects: the first safety wall. Nothing that may write is ever called reading.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { classify, type StatementClass } from '../../../src/core/sql/classify'

/** Dialects to read the text as; `my` is MySQL and MariaDB. */
type Where = Dialect | 'my' | 'all'

const dialectsOf: Readonly<Record<Where, readonly Dialect[]>> = {
  mysql: ['mysql'],
  mariadb: ['mariadb'],
  postgres: ['postgres'],
  my: ['mysql', 'mariadb'],
  all: ['mysql', 'mariadb', 'postgres'],
}

type Row = readonly [where: Where, sql: string]

function each(rows: readonly Row[]): [Dialect, string][] {
  return rows.flatMap(([where, sql]) => dialectsOf[where].map((dialect): [Dialect, string] => [dialect, sql]))
}

describe('only reads', () => {
  test.each(
    each([
      ['all', 'SELECT 1'],
      ['all', 'SELECT * FROM t WHERE a = 1;'],
      ['all', '(SELECT a FROM t) UNION ALL (SELECT b FROM u)'],
      ['all', 'WITH a AS (SELECT 1 AS x) SELECT * FROM a'],
      ['all', 'WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT * FROM a'],
      ['all', 'SELECT COUNT(*), MAX(a), COALESCE(b, 0) FROM t GROUP BY c HAVING COUNT(*) > 1'],
      ['all', 'SELECT a FROM t WHERE b IN (1, 2) AND EXISTS (SELECT 1 FROM u)'],
      ['all', 'SELECT CASE WHEN (a) THEN (b) ELSE (c) END FROM t'],
      ['all', 'SELECT CAST(a AS DECIMAL(10,2)), SUBSTRING(b FROM 2 FOR 3), TRIM(c), EXTRACT(YEAR FROM d) FROM t'],
      ['all', "SELECT 'INSERT INTO t', 'x; DROP TABLE t'"],
      ['all', 'SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) FROM t'],
      ['my', 'SELECT SQL_NO_CACHE IFNULL(a, 1), DATE_FORMAT(b, "%Y") FROM t FORCE INDEX (i)'],
      ['my', 'SELECT INSERT("abc", 1, 1, "x"), REPLACE("a", "b", "c")'],
      ['my', 'SELECT SLEEP(0), BENCHMARK(1, 1 + 1), @a, @@version, LAST_INSERT_ID()'],
      ['my', 'SELECT @n := @n + 1, a FROM t'],
      ['my', 'SELECT /*!40001 SQL_NO_CACHE */ a FROM t'],
      ['my', 'SELECT IS_FREE_LOCK("a"), ST_Distance(p, q) FROM t'],
      ['mysql', 'TABLE t ORDER BY a LIMIT 3'],
      ['mysql', 'VALUES ROW(1, 2), ROW(3, 4)'],
      ['mysql', "SELECT jt.* FROM t, JSON_TABLE(t.doc, '$[*]' COLUMNS (a INT PATH '$.a')) AS jt"],
      ['my', 'SHOW CREATE TABLE t'],
      ['my', 'SHOW INDEX FROM t'],
      ['all', 'SHOW TABLES'],
      ['my', 'DESCRIBE t'],
      ['my', 'DESC t a'],
      ['my', 'EXPLAIN t'],
      ['my', 'EXPLAIN SELECT * FROM t'],
      ['my', 'EXPLAIN EXTENDED SELECT * FROM t'],
      ['my', 'EXPLAIN FORMAT=JSON (SELECT a FROM t) UNION (SELECT 1)'],
      ['mysql', 'EXPLAIN ANALYZE SELECT * FROM t'],
      ['mariadb', 'ANALYZE FORMAT=JSON SELECT * FROM t'],
      ['mariadb', "SET STATEMENT optimizer_switch='mrr=on' FOR SELECT * FROM t"],
      ['mariadb', 'SELECT * FROM t FOR SYSTEM_TIME ALL'],
      ['mariadb', 'SELECT MEDIAN(a) OVER (PARTITION BY b), NVL(c, 0) FROM t'],
      ['postgres', 'TABLE t'],
      ['postgres', 'VALUES (1, 2), (3, 4)'],
      ['postgres', 'SELECT a::numeric(10,2), b FROM ONLY t TABLESAMPLE BERNOULLI (10) REPEATABLE (1)'],
      ['postgres', 'SELECT * FROM generate_series(1, 10) AS g(x), LATERAL unnest(ARRAY[1]) u(y)'],
      ['postgres', 'SELECT pg_catalog.lower(a), pg_sleep(0), random(), now(), current_setting(b) FROM t'],
      ['postgres', 'SELECT DISTINCT ON (a) a, b FROM t FETCH FIRST 5 ROWS WITH TIES'],
      ['postgres', 'SELECT count(*) FILTER (WHERE a > 1), percentile_cont(0.5) WITHIN GROUP (ORDER BY b) FROM t'],
      ['postgres', 'EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM t'],
      ['postgres', 'EXPLAIN ANALYZE VERBOSE SELECT * FROM t'],
      ['postgres', 'EXPLAIN DELETE FROM t'],
      ['postgres', 'EXPLAIN (ANALYZE off, COSTS) UPDATE t SET a = 1'],
      ['postgres', 'WITH delete AS (SELECT 1) SELECT update FROM delete AS insert'],
      ['postgres', 'SELECT a."select", "insert" FROM t'],
    ]),
  )('%s: %s', (dialect, sql) => {
    expect(classify(sql, dialect)).toMatchObject({ readOnly: 'yes' })
  })
})

describe('writes, locks, or leaves the fence', () => {
  test.each(
    each([
      ['all', 'INSERT INTO t VALUES (1)'],
      ['all', 'UPDATE t SET a = 1'],
      ['all', 'DELETE FROM t'],
      ['my', 'REPLACE INTO t VALUES (1)'],
      ['all', 'INSERT INTO t SELECT * FROM u'],
      ['all', 'WITH a AS (SELECT 1 AS x) DELETE FROM t WHERE b IN (SELECT x FROM a)'],
      ['all', 'WITH a AS (SELECT 1 AS x) UPDATE t SET b = 1'],
      ['my', 'EXPLAIN ANALYZE UPDATE t SET a = 1'],
      ['mariadb', 'ANALYZE DELETE FROM t'],
      ['mariadb', 'ANALYZE FORMAT=JSON UPDATE t SET a = 1'],
      ['mariadb', 'SET STATEMENT max_statement_time=1 FOR DELETE FROM t'],
      ['postgres', 'EXPLAIN ANALYZE DELETE FROM t'],
      ['postgres', 'EXPLAIN (FORMAT JSON, ANALYZE) DELETE FROM t'],
      ['postgres', 'WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a'],
      ['postgres', 'WITH a AS MATERIALIZED (INSERT INTO t VALUES (1) RETURNING *) SELECT * FROM a'],
      ['postgres', 'WITH a AS (UPDATE t SET b = 1 RETURNING *) TABLE a'],
      ['postgres', 'WITH a AS (WITH b AS (SELECT 1) DELETE FROM t RETURNING *) SELECT * FROM a'],
      ['postgres', 'WITH a AS (MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE RETURNING *) SELECT 1'],
      ['postgres', 'MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE'],
      ['postgres', 'SELECT * INTO u FROM t'],
      ['postgres', 'SELECT a INTO TEMP u FROM t'],
      ['my', "SELECT * FROM t INTO OUTFILE '/tmp/x'"],
      ['my', "SELECT * INTO DUMPFILE '/tmp/x' FROM t"],
      ['my', "SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */"],
      ['all', 'SELECT * FROM t FOR UPDATE'],
      ['all', 'SELECT * FROM (SELECT * FROM t FOR UPDATE) x'],
      ['mysql', 'SELECT * FROM t FOR UPDATE SKIP LOCKED'],
      ['postgres', 'SELECT * FROM t FOR NO KEY UPDATE'],
      ['postgres', 'SELECT * FROM t FOR SHARE'],
      ['postgres', 'SELECT * FROM t FOR KEY SHARE OF t NOWAIT'],
      ['postgres', "SELECT nextval('s')"],
      ['postgres', "SELECT setval('s', 1)"],
      ['postgres', "SELECT pg_catalog.nextval('s')"],
      ['postgres', 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity'],
      ['postgres', 'SELECT lo_unlink(1)'],
      ['postgres', "SELECT pg_notify('a', 'b')"],
      ['mariadb', 'SELECT NEXT VALUE FOR s'],
      ['mariadb', 'SELECT NEXTVAL(s)'],
      ['all', 'CREATE TABLE t (a int)'],
      ['all', 'CREATE INDEX i ON t (a)'],
      ['all', 'ALTER TABLE t ADD b int'],
      ['all', 'DROP TABLE t'],
      ['all', 'TRUNCATE TABLE t'],
      ['all', 'GRANT SELECT ON t TO u'],
      ['all', 'ANALYZE TABLE t'],
      ['all', 'COMMIT'],
      ['all', 'BEGIN'],
      ['all', 'START TRANSACTION READ WRITE'],
      ['all', 'ROLLBACK'],
      ['all', 'SET TRANSACTION READ WRITE'],
      ['my', 'SET GLOBAL max_connections = 1'],
      ['my', 'SET @@global.max_connections = 1'],
      ['mysql', 'SET PERSIST max_connections = 1'],
      ['my', 'KILL 5'],
      ['my', 'FLUSH STATUS'],
      ['my', "LOAD DATA INFILE 'x' INTO TABLE t"],
      ['my', 'LOCK TABLES t WRITE'],
      ['postgres', 'VACUUM t'],
      ['postgres', "COPY t TO PROGRAM 'sh'"],
      ['postgres', "COPY t TO '/tmp/x'"],
      ['postgres', 'COPY t FROM STDIN'],
      ['postgres', 'COPY (DELETE FROM t RETURNING *) TO STDOUT'],
      ['postgres', 'NOTIFY a'],
      ['postgres', 'EXPLAIN ANALYZE CREATE TABLE u AS SELECT * FROM t'],
      ['postgres', "SELECT 1 -- '\r INTO u FROM t"],
      ['postgres', "SELECT E'a'\n'\\' || ' INTO u FROM t --'"],
      ['postgres', 'CREATE TABLE u AS SELECT * FROM t'],
      ['all', 'SELECT 1; DROP TABLE t'],
      ['postgres', 'select 1; commit; create table escaped(a int)'],
      ['my', 'DELIMITER //\nSELECT 1; DROP TABLE t//'],
      ['all', ''],
      ['all', '-- nothing'],
      ['all', '?'],
    ]),
  )('%s: %s', (dialect, sql) => {
    expect(classify(sql, dialect).readOnly).toBe('no')
  })
})

describe('cannot be told by looking', () => {
  test.each(
    each([
      ['all', 'SELECT my_function(1)'],
      ['all', 'SELECT app.f(a) FROM t'],
      ['all', 'SELECT a FROM t WHERE b = f(c)'],
      ['all', 'SELECT * FROM (SELECT f()) x'],
      ['postgres', 'SELECT * FROM f(1)'],
      ['postgres', 'SELECT * FROM app.f(1) AS x(a int)'],
      ['postgres', 'SELECT DISTINCT ON (a) f(b) FROM t'],
      ['postgres', 'SELECT "my_function"(1)'],
      ['postgres', 'SELECT pg_advisory_lock(1)'],
      ['postgres', "SELECT * FROM dblink('', 'delete from t') AS x(a int)"],
      ['postgres', "SELECT query_to_xml('delete from t', true, true, '')"],
      ['postgres', "SELECT set_config('a.b', 'c', false)"],
      ['postgres', 'EXPLAIN ANALYZE SELECT f(1)'],
      ['postgres', 'EXPLAIN UPDATE t SET a = f(1)'],
      ['postgres', 'EXPLAIN EXECUTE p'],
      ['my', "SELECT GET_LOCK('a', 1)"],
      ['my', 'SELECT `lower`(1)'],
      ['my', 'SELECT HIGH_PRIORITY f(1)'],
      ['my', 'SELECT a INTO @v FROM t'],
      ['my', 'SELECT * FROM t LOCK IN SHARE MODE'],
      ['mysql', 'SELECT * FROM t FOR SHARE'],
      ['my', 'EXPLAIN UPDATE t SET a = 1'],
      ['my', 'EXPLAIN DELETE FROM t'],
      ['my', 'EXPLAIN INSERT INTO t VALUES (1)'],
      ['mysql', 'SELECT NVL(a, 1) FROM t'],
      ['mysql', 'SELECT TO_CHAR(a) FROM t'],
      ['mariadb', 'SELECT s.nextval'],
      ['all', 'CALL p(1)'],
      ['all', 'EXECUTE p'],
      ['my', 'DO SLEEP(1)'],
      ['postgres', 'DO $$ BEGIN END $$'],
      ['all', "SET a = 'b'"],
      ['my', 'SET @a = 1'],
      ['my', 'USE shop'],
      ['postgres', 'COPY t TO STDOUT'],
      ['all', "SELECT 'a"],
      ['all', 'SELECT /* a'],
      ['my', 'SELECT a \0 FROM t'],
      ['all', 'FROB t'],
      ['my', "SELECT 1 /*!99999 ' */ INTO OUTFILE '/tmp/x' -- ' */"],
      ['my', 'SELECT 1 /*! + 1'],
      ['my', `SELECT /*+ QB_NAME("*/ ' ") */ 1 -- '`],
      ['postgres', 'SELECT a OPERATOR(app.+) b FROM t'],
      ['my', 'EXPLAIN CREATE TABLE t (a INT)'],
    ]),
  )('%s: %s', (dialect, sql) => {
    expect(classify(sql, dialect).readOnly).toBe('unknown')
  })
})

describe('the rest of what is known', () => {
  const rows: readonly (readonly [Dialect, string, Partial<StatementClass>])[] = [
    [
      'mysql',
      'SELECT 1',
      { kind: 'select', verb: 'SELECT', explainForm: 'select', alreadyExplain: false, explainRuns: false },
    ],
    ['mysql', 'TABLE t', { kind: 'select', verb: 'TABLE', explainForm: 'select' }],
    ['mysql', 'INSERT INTO t VALUES (1)', { kind: 'insert', explainForm: 'dml', locks: 'update' }],
    ['mysql', 'UPDATE t SET a = 1', { kind: 'update', explainForm: 'dml' }],
    ['mysql', 'DELETE t FROM t JOIN u', { kind: 'delete', explainForm: 'dml' }],
    ['mysql', 'REPLACE t VALUES (1)', { kind: 'replace', explainForm: 'dml' }],
    [
      'postgres',
      'MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE',
      { kind: 'other', verb: 'MERGE', explainForm: 'dml' },
    ],
    ['mysql', 'SELECT 1 FOR UPDATE', { kind: 'select', locks: 'update', explainForm: 'select' }],
    ['mysql', 'SELECT 1 LOCK IN SHARE MODE', { kind: 'select', locks: 'share', explainForm: 'select' }],
    ['mysql', "SELECT 1 INTO OUTFILE 'x'", { kind: 'select', explainForm: 'none' }],
    ['postgres', 'WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a', { kind: 'select', explainForm: 'dml' }],
    ['postgres', 'WITH a AS (SELECT 1) (SELECT * FROM a)', { kind: 'select', verb: 'SELECT', explainForm: 'select' }],
    ['postgres', 'SELECT 1 INTO t', { kind: 'select', explainForm: 'dml' }],
    ['mysql', 'EXPLAIN FORMAT=TREE SELECT 1', { kind: 'select', alreadyExplain: true, explainRuns: false }],
    ['mysql', 'EXPLAIN ANALYZE SELECT 1', { kind: 'select', alreadyExplain: true, explainRuns: true }],
    ['mariadb', 'ANALYZE SELECT 1', { kind: 'select', alreadyExplain: true, explainRuns: true }],
    ['mariadb', 'ANALYZE TABLE t', { kind: 'other', alreadyExplain: false, explainForm: 'none' }],
    ['postgres', 'EXPLAIN (ANALYZE false) DELETE FROM t', { kind: 'delete', alreadyExplain: true, explainRuns: false }],
    ['mysql', 'DESCRIBE t', { kind: 'other', alreadyExplain: true, explainForm: 'none' }],
    ['mysql', 'CREATE TABLE t (a int)', { kind: 'other', verb: 'CREATE', explainForm: 'none' }],
    ['mysql', 'CALL p()', { kind: 'other', explainForm: 'none' }],
    ['mysql', '/* x */ SELECT 1 ;', { span: { start: 8, end: 16 } }],
    ['postgres', 'SELECT f(1)', { reason: 'It calls f(), which is not a built-in function known to only read.' }],
  ]
  test.each(rows)('%s: %s', (dialect, sql, expected) => {
    expect(classify(sql, dialect)).toMatchObject(expected)
  })

  test('sql_mode changes what a text says', () => {
    const sql = "SELECT 'a\\' INTO OUTFILE '/tmp/x' -- '"
    expect(classify(sql, 'mysql', { noBackslashEscapes: true }).readOnly).toBe('no')
  })
})
