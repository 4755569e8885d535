// Protects: a table or a query becomes a derived table where the grammar has one, and only there.
import { describe, expect, test } from 'vitest'
import { wrapStatement, wrapTable } from '../../../../src/core/sql/edits/derived-table'
import type { EditOutcome } from '../../../../src/core/sql/edits/model'
import type { SyntaxDialect } from '../../../../src/core/sql/syntax/parse'

function textOf(outcome: EditOutcome): string {
  return outcome.done ? outcome.sql : outcome.fault.message
}

describe('the table t', () => {
  test.each([
    ['SELECT * FROM t WHERE a', 'SELECT * FROM (SELECT * FROM t) AS `t` WHERE a'],
    ['SELECT * FROM o AS t FORCE INDEX (i), u', 'SELECT * FROM (SELECT * FROM o AS t FORCE INDEX (i)) AS `t`, u'],
    ['SELECT * FROM u JOIN db.t ON t.a = u.a', 'SELECT * FROM u JOIN (SELECT * FROM db.t) AS `t` ON t.a = u.a'],
    ['UPDATE u JOIN t ON x SET u.a = t.a', 'UPDATE u JOIN (SELECT * FROM t) AS `t` ON x SET u.a = t.a'],
    ['DELETE u FROM u, t', 'DELETE u FROM u, (SELECT * FROM t) AS `t`'],
    ['UPDATE t SET a = 1', 'Rows of `t` are changed: a derived table cannot be.'],
    ['UPDATE u, t SET a = 1', 'Rows of `t` are changed: a derived table cannot be.'],
    ['DELETE FROM t', 'Rows of `t` are changed: a derived table cannot be.'],
    ['INSERT INTO t VALUES (1)', '`t` does not stand in a FROM.'],
    ['SELECT db.t.a FROM db.t', 'A column is named with the schema of the table; a derived table has none.'],
    ['SELECT * FROM t FOR UPDATE OF t', 'The locking clause names `t`, and cannot name a derived table.'],
    ['SELECT * FROM u', 'The statement has no table `t`.'],
  ])('%s', (sql, expected) => expect(textOf(wrapTable(sql, { dialect: 'mysql' }, { table: 't' }))).toBe(expected))

  test('with what else shall stand inside', () => {
    const outcome = wrapTable('SELECT * FROM t', { dialect: 'mysql' }, { table: 't' }, 'ORDER BY a LIMIT 5')
    expect(textOf(outcome)).toBe('SELECT * FROM (SELECT * FROM t ORDER BY a LIMIT 5) AS `t`')
  })
})

describe('the whole query', () => {
  test.each<[string, SyntaxDialect, string]>([
    ['SELECT a FROM t -- c', 'mysql', 'SELECT * FROM (SELECT a FROM t) AS `q` -- c'],
    ['SELECT 1 UNION SELECT 2 LIMIT 1', 'mysql', 'SELECT * FROM (SELECT 1 UNION SELECT 2 LIMIT 1) AS `q`'],
    ['WITH c AS (SELECT 1) SELECT * FROM c', 'mysql', 'SELECT * FROM (WITH c AS (SELECT 1) SELECT * FROM c) AS `q`'],
    ['EXPLAIN SELECT a FROM t', 'mysql', 'EXPLAIN SELECT * FROM (SELECT a FROM t) AS `q`'],
    ['SET STATEMENT a=1 FOR SELECT 1', 'mariadb', 'SET STATEMENT a=1 FOR SELECT * FROM (SELECT 1) AS `q`'],
    ['SELECT SQL_NO_CACHE DISTINCT a FROM t', 'mysql', 'SELECT * FROM (SELECT DISTINCT a FROM t) AS `q`'],
    ['SELECT t.a, u.a FROM t, u', 'mysql', "Two columns of the query are called `a`: a derived table's names differ."],
    ['SELECT 1, 1', 'mysql', "Two columns of the query are called `1`: a derived table's names differ."],
    ['SELECT a INTO @x FROM t', 'mysql', 'A derived table cannot have INTO.'],
    ['DELETE FROM t', 'mysql', 'Only a query can be a derived table.'],
    ['SHOW TABLES', 'mysql', 'Only a query can be a derived table.'],
  ])('%s', (sql, dialect, expected) => expect(textOf(wrapStatement(sql, { dialect }))).toBe(expected))

  test('with a name and what follows', () => {
    expect(textOf(wrapStatement('SELECT a FROM t', { dialect: 'mysql' }, 'x`y', 'WHERE a > 1'))).toBe(
      'SELECT * FROM (SELECT a FROM t) AS `x``y` WHERE a > 1',
    )
  })

  test('an order that is lost is told of', () => {
    const outcome = wrapStatement('SELECT a FROM t ORDER BY a', { dialect: 'mysql' })
    expect(outcome.done && outcome.notes).toEqual(['The order of a derived table is not kept by the query around it.'])
  })
})
