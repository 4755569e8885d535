// Protects: the shape of a statement, version 1 of the contract. A change here is a new version, not a fix.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { fingerprint } from '../../../src/core/sql/fingerprint'

type Row = readonly [what: string, dialect: Dialect, sql: string, shape: string]

const rows: readonly Row[] = [
  ['blanks between all tokens', 'mysql', 'SELECT a FROM t WHERE a=1', 'select a from t where a = ?'],
  [
    'also around dots and parentheses',
    'mysql',
    'SELECT t.a,COUNT(*) FROM db.t',
    'select t . a , count ( * ) from db . t',
  ],
  ['line ends and tabs are blanks', 'mysql', 'SELECT a\n\tFROM  t', 'select a from t'],
  [
    'keywords are lower case, names stay',
    'mysql',
    'Select Name From Customers Where Id = 5',
    'select Name from Customers where Id = ?',
  ],
  [
    'function names are lower case',
    'mysql',
    'SELECT MyFunc(A), app.Other(B) FROM T',
    'select myfunc ( A ) , app . other ( B ) from T',
  ],
  ['quoted names stay', 'mysql', 'SELECT `A``b`, `Select` FROM `T`', 'select `A``b` , `Select` from `T`'],
  ['quoted names of PostgreSQL', 'postgres', 'SELECT "A", "Select" FROM "T"', 'select "A" , "Select" from "T"'],
  ['comments are out', 'mysql', 'SELECT /* x */ a -- y\nFROM t # z', 'select a from t'],
  ['hints stay', 'mysql', 'SELECT /*+ MRR(t)  NO_BNL(u) */ a FROM t', 'select /*+ MRR(t) NO_BNL(u) */ a from t'],
  [
    'what executable comments hold stays',
    'mysql',
    'SELECT /*!50000 STRAIGHT_JOIN */ a FROM t',
    'select straight_join a from t',
  ],
  ['strings', 'mysql', 'SELECT * FROM t WHERE a = \'x\' AND b = "y"', 'select * from t where a = ? and b = ?'],
  [
    'numbers of all kinds',
    'mysql',
    "SELECT 1, 1.5, .5, 1e3, 0x1F, 0b1, X'1F', b'1'",
    'select ? , ? , ? , ? , ? , ? , ? , ?',
  ],
  ['a character set belongs to its literal', 'mysql', "SELECT _utf8mb4'x', _utf8mb4 'y', N'z'", 'select ? , ? , ?'],
  ['neighbouring strings are one literal', 'mysql', "SELECT 'a' 'b', 'c'", 'select ? , ?'],
  ['dollar quotes and escape strings', 'postgres', "SELECT $$a$$, E'b', U&'c'", 'select ? , ? , ?'],
  ['placeholders', 'mysql', 'SELECT * FROM t WHERE a = ? AND b = :name', 'select * from t where a = ? and b = ?'],
  ['numbered placeholders', 'postgres', 'SELECT * FROM t WHERE a = $1', 'select * from t where a = ?'],
  ['a list', 'mysql', 'SELECT * FROM t WHERE a IN (1,2,3)', 'select * from t where a in (?+)'],
  ['a list of one', 'mysql', 'SELECT * FROM t WHERE a IN (1)', 'select * from t where a in (?+)'],
  ['a list of placeholders', 'mysql', 'SELECT * FROM t WHERE a IN (?, ?)', 'select * from t where a in (?+)'],
  [
    'a list of rows',
    'mysql',
    'SELECT * FROM t WHERE (a,b) IN ((1,2),(3,4))',
    'select * from t where ( a , b ) in ( (?+) )',
  ],
  [
    'a list that is not all literals',
    'mysql',
    'SELECT * FROM t WHERE a IN (1, b)',
    'select * from t where a in ( ? , b )',
  ],
  ['NULL is not a literal', 'mysql', 'SELECT * FROM t WHERE a IN (1, NULL)', 'select * from t where a in ( ? , null )'],
  [
    'NULL, TRUE and FALSE stay',
    'mysql',
    'SELECT NULL, TRUE, FALSE FROM t WHERE a IS NOT NULL',
    'select null , true , false from t where a is not null',
  ],
  [
    'a sign belongs to its literal',
    'mysql',
    'SELECT -1, +1, - 1 FROM t WHERE a = -1 AND b IN (-1, -2)',
    'select ? , ? , ? from t where a = ? and b in (?+)',
  ],
  [
    'a minus between two values is an operator',
    'mysql',
    'SELECT a-1, a - -1, (b)-1, 5-1 FROM t',
    'select a - ? , a - ? , ( b ) - ? , ? - ? from t',
  ],
  [
    'a minus after a value word is an operator',
    'mysql',
    'SELECT CURRENT_DATE - 1, CASE a WHEN 1 THEN -1 END - 1',
    'select current_date - ? , case a when ? then ? end - ?',
  ],
  ['a sign before a name is an operator', 'mysql', 'SELECT -a FROM t', 'select - a from t'],
  ['a sign after =', 'postgres', 'SELECT * FROM t WHERE a=-1', 'select * from t where a = ?'],
  ['VALUES rows are one', 'mysql', 'INSERT INTO T (A,B) VALUES (1,2),(3,4)', 'insert into T ( A , B ) values (?+)'],
  ['one VALUES row is the same', 'mysql', 'INSERT INTO T (A,B) VALUES (1,2)', 'insert into T ( A , B ) values (?+)'],
  [
    'rows with expressions',
    'mysql',
    'INSERT INTO t VALUES (1, NOW()), (2, NOW())',
    'insert into t values ( ? , now ( ) )',
  ],
  [
    'rows of two kinds',
    'mysql',
    'INSERT INTO t VALUES (1, NULL), (2, 3), (4, NULL)',
    'insert into t values ( ? , null ) , (?+)',
  ],
  [
    'what follows the rows stays',
    'mysql',
    'INSERT INTO t (a) VALUES (1),(2) ON DUPLICATE KEY UPDATE a = VALUES(a)',
    'insert into t ( a ) values (?+) on duplicate key update a = values ( a )',
  ],
  ['VALUES ROW', 'mysql', 'VALUES ROW(1,2), ROW(3,4)', 'values row (?+)'],
  ['LIMIT', 'mysql', 'SELECT a FROM t LIMIT 5, 10', 'select a from t limit ? , ?'],
  ['LIMIT OFFSET', 'mysql', 'SELECT a FROM t LIMIT 5 OFFSET 10', 'select a from t limit ? offset ?'],
  ['INTERVAL', 'mysql', 'SELECT NOW() - INTERVAL 7 DAY', 'select now ( ) - interval ? day'],
  ['INTERVAL with a sign', 'mysql', 'SELECT a + INTERVAL -1 MONTH FROM t', 'select a + interval ? month from t'],
  [
    'typed literals',
    'postgres',
    "SELECT DATE '2024-01-01', INTERVAL '1 day', '5'::INT",
    'select date ? , interval ? , ? :: int',
  ],
  [
    'columns named like keywords stay',
    'mysql',
    'SELECT Status, t.Date, Type FROM t',
    'select Status , t . Date , Type from t',
  ],
  ['an alias after AS stays', 'mysql', 'SELECT a AS Value FROM t', 'select a as Value from t'],
  ['a type after AS in CAST does not', 'mysql', 'SELECT CAST(a AS SIGNED)', 'select cast ( a as signed )'],
  [
    'window frames',
    'mysql',
    'SELECT SUM(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t',
    'select sum ( a ) over ( order by b rows between unbounded preceding and current row ) from t',
  ],
  ['locks', 'mysql', 'SELECT a FROM t FOR UPDATE SKIP LOCKED', 'select a from t for update skip locked'],
  ['share mode', 'mysql', 'SELECT a FROM t LOCK IN SHARE MODE', 'select a from t lock in share mode'],
  [
    'index hints',
    'mysql',
    'SELECT a FROM T FORCE INDEX (Ix_A) WHERE b = 1',
    'select a from T force index ( Ix_A ) where b = ?',
  ],
  ['user variables stay', 'mysql', 'SELECT @Row := @Row + 1', 'select @Row := @Row + ?'],
  [
    'CTE',
    'mysql',
    'WITH Recent (Id) AS (SELECT 1) SELECT * FROM Recent',
    'with Recent ( Id ) as ( select ? ) select * from Recent',
  ],
  [
    'ON CONFLICT',
    'postgres',
    'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING',
    'insert into t ( a ) values (?+) on conflict ( a ) do nothing',
  ],
  ['jsonb operators', 'postgres', "SELECT a->>'b' FROM t WHERE c @> '{}'", 'select a ->> ? from t where c @> ?'],
  ['arrays', 'postgres', 'SELECT ARRAY[1,2]', 'select array [ ? , ? ]'],
  ['the terminator is out', 'mysql', 'SELECT 1;', 'select ?'],
  ['several statements', 'mysql', 'SELECT 1; SELECT a', 'select ? ; select a'],
  ['USE', 'mysql', 'USE Shop', 'use Shop'],
  ['CALL', 'mysql', 'CALL MyProc(1, @x)', 'call myproc ( ? , @x )'],
]

describe('the shape', () => {
  test.each(rows)('%s (%s)', (_what, dialect, sql, shape) => {
    expect(fingerprint(sql, dialect)).toBe(shape)
  })
})

test.each([
  ['letter case of keywords', 'select A from T where B = 1', 'SELECT A FROM T WHERE B = 2'],
  ['blanks', 'SELECT a FROM t WHERE b=1', 'SELECT  a\nFROM t WHERE b = -1'],
  ['length of a list', 'SELECT a FROM t WHERE b IN (1)', 'SELECT a FROM t WHERE b IN (1, 2, 3)'],
  ['number of rows', 'INSERT INTO t VALUES (1)', "INSERT INTO t VALUES (1), ('2')"],
  ['literal or placeholder', 'SELECT a FROM t WHERE b = 1', 'SELECT a FROM t WHERE b = ?'],
  ['comments', '/* a */ SELECT a FROM t', 'SELECT a /* b */ FROM t -- c'],
])('%s does not make another shape', (_what, a, b) => {
  expect(fingerprint(a, 'mysql')).toBe(fingerprint(b, 'mysql'))
})

test.each([
  ['another table', 'SELECT a FROM t', 'SELECT a FROM u'],
  ['letter case of a name', 'SELECT a FROM t', 'SELECT a FROM T'],
  ['another hint', 'SELECT /*+ MRR(t) */ a FROM t', 'SELECT /*+ NO_MRR(t) */ a FROM t'],
  ['NULL for a literal', 'SELECT a FROM t WHERE b = 1', 'SELECT a FROM t WHERE b = NULL'],
])('%s makes another shape', (_what, a, b) => {
  expect(fingerprint(a, 'mysql')).not.toBe(fingerprint(b, 'mysql'))
})
