// Protects: an UPDATE, DELETE or INSERT … SELECT becomes the SELECT that finds its rows, with all that chooses them.
import { describe, expect, test } from 'vitest'
import type { Catalog, Table } from '../../../../src/core/catalog/model'
import { selectForm } from '../../../../src/core/sql/edits/select-form'
import { readSql } from '../../../../src/core/sql/read'
import type { SyntaxDialect } from '../../../../src/core/sql/syntax/parse'

function table(name: string, columns: readonly string[], primaryKey?: readonly string[]): Table {
  return {
    schema: 'shop',
    name,
    columns: columns.map((column) => ({ name: column, type: 'int', nullable: false })),
    indexes: [],
    foreignKeys: [],
    ...(primaryKey !== undefined && { primaryKey }),
  }
}

const catalog: Catalog = {
  tables: [
    table('t', ['id', 'a', 'b'], ['id']),
    table('u', ['tid', 'n', 'c'], ['tid', 'n']),
    table('heap', ['x', 'y']),
  ],
}

function form(sql: string, dialect: SyntaxDialect = 'mysql', more: { catalog?: Catalog } = { catalog }): string {
  const outcome = selectForm(sql, { dialect, ...more })
  return outcome.done ? outcome.sql : `${outcome.fault.code}: ${outcome.fault.message}`
}

describe('with a catalog the primary key is selected', () => {
  test.each([
    ['UPDATE t SET a = 1 WHERE b = 2', 'SELECT t.`id` FROM t WHERE b = 2'],
    ['UPDATE t SET a = 1', 'SELECT t.`id` FROM t'],
    ['update t set a = 1 where b = 2', 'SELECT t.`id` FROM t where b = 2'],
    ['UPDATE LOW_PRIORITY t AS x SET x.a = 1 ORDER BY b LIMIT 3', 'SELECT x.`id` FROM t AS x ORDER BY b LIMIT 3'],
    ['UPDATE `shop`.`t` SET a = 1 LIMIT ?', 'SELECT `shop`.`t`.`id` FROM `shop`.`t` LIMIT ?'],
    ['UPDATE t `x y` SET a = 1', 'SELECT `x y`.`id` FROM t `x y`'],
    ['UPDATE t PARTITION (p0) x SET a = 1 WHERE b', 'SELECT x.`id` FROM t PARTITION (p0) x WHERE b'],
    [
      'UPDATE t FORCE INDEX (i) SET a = (SELECT MAX(c) FROM u WHERE tid = id) WHERE b = 2',
      'SELECT t.`id` FROM t FORCE INDEX (i) WHERE b = 2',
    ],
    [
      'UPDATE /*+ NO_MERGE(x) */ t SET a = 1 WHERE b = 2 -- all of it',
      'SELECT /*+ NO_MERGE(x) */ t.`id` FROM t WHERE b = 2 -- all of it',
    ],
    ['UPDATE heap SET x = 1 WHERE y = 2', 'SELECT heap.`x`, heap.`y` FROM heap WHERE y = 2'],
    [
      'UPDATE t JOIN u ON u.tid = t.id SET u.c = t.a WHERE t.b = 1',
      'SELECT u.`tid`, u.`n` FROM t JOIN u ON u.tid = t.id WHERE t.b = 1',
    ],
    ['UPDATE t, u SET c = 1, a = 2 WHERE tid = id', 'SELECT t.`id`, u.`tid`, u.`n` FROM t, u WHERE tid = id'],
    ['UPDATE t, u SET c = 1 WHERE tid = id', 'SELECT u.`tid`, u.`n` FROM t, u WHERE tid = id'],
    [
      'UPDATE t LEFT JOIN u ON tid = id SET u.c = 1 WHERE a = 1 OR b = 2',
      'SELECT u.`tid`, u.`n` FROM t LEFT JOIN u ON tid = id WHERE (a = 1 OR b = 2) AND u.`tid` IS NOT NULL',
    ],
    [
      'UPDATE t LEFT JOIN u ON tid = id SET u.c = 1',
      'SELECT u.`tid`, u.`n` FROM t LEFT JOIN u ON tid = id WHERE u.`tid` IS NOT NULL',
    ],
    [
      'UPDATE t LEFT JOIN u ON tid = id SET t.a = 1 WHERE u.tid IS NULL',
      'SELECT t.`id` FROM t LEFT JOIN u ON tid = id WHERE u.tid IS NULL',
    ],
    [
      'UPDATE t JOIN (SELECT tid FROM u GROUP BY tid) d ON d.tid = t.id SET a = 1',
      'SELECT t.`id` FROM t JOIN (SELECT tid FROM u GROUP BY tid) d ON d.tid = t.id',
    ],
    [
      'WITH d AS (SELECT tid FROM u) UPDATE t JOIN d ON d.tid = t.id SET a = 1 WHERE b',
      'WITH d AS (SELECT tid FROM u) SELECT t.`id` FROM t JOIN d ON d.tid = t.id WHERE b',
    ],
    ['DELETE FROM t WHERE a = 1', 'SELECT t.`id` FROM t WHERE a = 1'],
    ['DELETE QUICK IGNORE FROM t', 'SELECT t.`id` FROM t'],
    ['DELETE FROM t AS x PARTITION (p0, p1) WHERE a', 'SELECT x.`id` FROM t PARTITION (p0, p1) AS x WHERE a'],
    ['DELETE FROM t ORDER BY a DESC LIMIT 10', 'SELECT t.`id` FROM t ORDER BY a DESC LIMIT 10'],
    ['DELETE x FROM t x JOIN u ON tid = id WHERE c = 1', 'SELECT x.`id` FROM t x JOIN u ON tid = id WHERE c = 1'],
    ['DELETE t.*, u.* FROM t, u WHERE tid = id', 'SELECT t.`id`, u.`tid`, u.`n` FROM t, u WHERE tid = id'],
    ['DELETE FROM u USING t JOIN u ON tid = id', 'SELECT u.`tid`, u.`n` FROM t JOIN u ON tid = id'],
    [
      'WITH d AS (SELECT 1 AS k) DELETE FROM t WHERE id IN (SELECT k FROM d)',
      'WITH d AS (SELECT 1 AS k) SELECT t.`id` FROM t WHERE id IN (SELECT k FROM d)',
    ],
    ['EXPLAIN FORMAT=JSON DELETE FROM t WHERE a = 1', 'SELECT t.`id` FROM t WHERE a = 1'],
    ['INSERT INTO u (tid, n) SELECT id, 1 FROM t WHERE a = 1', 'SELECT id, 1 FROM t WHERE a = 1'],
    [
      'INSERT INTO u SELECT id, 1, 2 FROM t WHERE a = 1 ON DUPLICATE KEY UPDATE c = 3',
      'SELECT id, 1, 2 FROM t WHERE a = 1',
    ],
    ['REPLACE INTO u (tid) (SELECT id FROM t) UNION (SELECT 3)', '(SELECT id FROM t) UNION (SELECT 3)'],
    ['INSERT /*+ SET_VAR(a = 1) */ INTO u SELECT id FROM t', 'SELECT /*+ SET_VAR(a = 1) */ id FROM t'],
    ['INSERT INTO u WITH d AS (SELECT 1) SELECT * FROM d', 'WITH d AS (SELECT 1) SELECT * FROM d'],
  ])('%s', (sql, expected) => expect(form(sql)).toBe(expected))
})

describe('MariaDB’s own', () => {
  test.each([
    ['DELETE FROM t WHERE a = 1 RETURNING id, a', 'SELECT t.`id` FROM t WHERE a = 1'],
    ['INSERT INTO u SELECT id, 1, 2 FROM t RETURNING n', 'SELECT id, 1, 2 FROM t'],
    [
      "SET STATEMENT optimizer_switch='mrr=on' FOR UPDATE t SET a = 1 WHERE b = 2",
      "SET STATEMENT optimizer_switch='mrr=on' FOR SELECT t.`id` FROM t WHERE b = 2",
    ],
    ['ANALYZE UPDATE t SET a = 1 WHERE b = 2', 'SELECT t.`id` FROM t WHERE b = 2'],
    [
      'UPDATE t, u SET a = 1 WHERE tid = id ORDER BY b LIMIT 2',
      'SELECT t.`id` FROM t, u WHERE tid = id ORDER BY b LIMIT 2',
    ],
  ])('%s', (sql, expected) => expect(form(sql, 'mariadb')).toBe(expected))
})

describe('without a catalog all columns of the table', () => {
  test.each([
    ['UPDATE t SET a = 1 WHERE b = 2', 'SELECT t.* FROM t WHERE b = 2'],
    ['DELETE a FROM t a JOIN u b ON b.tid = a.id', 'SELECT a.* FROM t a JOIN u b ON b.tid = a.id'],
    ['UPDATE t, u SET a = 1', 'SELECT t.*, u.* FROM t, u'],
    ['UPDATE t, u SET u.c = 1', 'SELECT u.* FROM t, u'],
  ])('%s', (sql, expected) => expect(form(sql, 'mysql', {})).toBe(expected))
})

describe('refused', () => {
  test.each<[string, SyntaxDialect, string]>([
    ['SELECT 1', 'mysql', 'unsupported: Only UPDATE'],
    ['INSERT INTO t VALUES (1)', 'mysql', 'unsupported: INSERT of given values finds no rows.'],
    ['REPLACE INTO t SET a = 1', 'mysql', 'unsupported: REPLACE of given values'],
    ['DELETE HISTORY FROM t', 'mariadb', 'unsupported: The rows that DELETE HISTORY'],
    ["DELETE FROM t FOR PORTION OF p FROM '2024-01-01' TO '2024-02-01'", 'mariadb', 'unsupported: FOR PORTION OF'],
    ['DELETE FROM t WHERE', 'mysql', 'syntax-error: '],
    ['DROP TABLE t', 'mysql', 'unsupported: Only UPDATE'],
    ['', 'mysql', 'empty-statement: '],
    ['DELETE FROM t; DELETE FROM u', 'mysql', 'not-one-statement: '],
  ])('%s', (sql, dialect, expected) => expect(form(sql, dialect)).toContain(expected))
})

test('what it cannot keep is said', () => {
  const outcome = selectForm('UPDATE IGNORE t, u SET a = ?, c = ? WHERE tid = id', { dialect: 'mysql' })
  expect(outcome.done && outcome.notes).toEqual([
    'Which table a column belongs to is not known: the keys of all tables are shown.',
    'A row that several rows of the other tables match is listed for each of them.',
    '2 placeholders of SET are left out with it.',
    'IGNORE skips rows that cannot be changed; they are found here too.',
  ])
})

test('the document of a text has it for each statement that has one', () => {
  const text = '/* a */ UPDATE t SET a = 1 WHERE b = 2; SELECT 1; INSERT INTO t VALUES (1); DELETE FROM t LIMIT 1'
  expect(readSql(text, 'mysql').statements.map((statement) => statement.selectForm)).toEqual([
    'SELECT t.* FROM t WHERE b = 2',
    undefined,
    undefined,
    'SELECT t.* FROM t LIMIT 1',
  ])
})

test('the document of a text in ANSI_QUOTES has it too', () => {
  const [statement] = readSql('UPDATE "t" SET a = 1 WHERE "b" = 2', 'mysql', { ansiQuotes: true }).statements
  expect(statement?.selectForm).toBe('SELECT "t".* FROM "t" WHERE "b" = 2')
})

test('comments that only some servers run are kept whole, or the form is left out', () => {
  const [whole, cut] = readSql(
    'DELETE /*!50000 QUICK */ FROM t WHERE a = 1; UPDATE t SET a = 1 /*!50000 WHERE b = 2 */ LIMIT 3',
    'mysql',
  ).statements
  expect(whole?.selectForm).toBe('SELECT t.* FROM t WHERE a = 1')
  expect(cut?.selectForm).toBeUndefined()
})
