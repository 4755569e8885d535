// Protects: optimizer hints stand where MySQL reads them, settings for one statement where each server takes them.
import { describe, expect, test } from 'vitest'
import type { Version } from '../../../../src/core/engine'
import { wrapAsExplain } from '../../../../src/core/sql/edits/explain'
import type { EditContext, EditOutcome } from '../../../../src/core/sql/edits/model'
import { setOptimizerHints } from '../../../../src/core/sql/edits/optimizer-hints'
import { setForStatement } from '../../../../src/core/sql/edits/session-settings'

function version(major: number, minor = 0, patch = 0): Version {
  return { major, minor, patch }
}

const mysql: EditContext = { dialect: 'mysql', version: version(8, 0, 31) }
const mariadb: EditContext = { dialect: 'mariadb', version: version(11, 4, 5) }

function textOf(outcome: EditOutcome): string {
  return outcome.done ? outcome.sql : outcome.fault.message
}

describe('the hint NO_ICP(t)', () => {
  test.each([
    ['SELECT a FROM t', 'SELECT /*+ NO_ICP(t) */ a FROM t'],
    ['select/* c */a FROM t', 'select /*+ NO_ICP(t) *//* c */a FROM t'],
    ['SELECT /*+ BKA(t) */ a FROM t', 'SELECT /*+ NO_ICP(t) */ a FROM t'],
    ['SELECT DISTINCT a FROM t', 'SELECT /*+ NO_ICP(t) */ DISTINCT a FROM t'],
    ['(SELECT a FROM t) UNION (SELECT 2)', '(SELECT /*+ NO_ICP(t) */ a FROM t) UNION (SELECT 2)'],
    ['WITH c AS (SELECT 1) SELECT a FROM t', 'WITH c AS (SELECT 1) SELECT /*+ NO_ICP(t) */ a FROM t'],
    ['WITH c AS (SELECT 1) DELETE FROM t', 'WITH c AS (SELECT 1) DELETE /*+ NO_ICP(t) */ FROM t'],
    ['UPDATE t SET a = 1', 'UPDATE /*+ NO_ICP(t) */ t SET a = 1'],
    ['INSERT INTO t SELECT 1', 'INSERT /*+ NO_ICP(t) */ INTO t SELECT 1'],
    ['REPLACE INTO t VALUES (1)', 'REPLACE /*+ NO_ICP(t) */ INTO t VALUES (1)'],
    ['EXPLAIN SELECT a FROM t', 'EXPLAIN SELECT /*+ NO_ICP(t) */ a FROM t'],
    ['TABLE t', 'This statement has no SELECT, INSERT, UPDATE or DELETE.'],
    ['DROP TABLE t', 'This statement has no SELECT, INSERT, UPDATE or DELETE.'],
  ])('%s', (sql, expected) => expect(textOf(setOptimizerHints(sql, mysql, { hints: ['NO_ICP(t)'] }))).toBe(expected))
})

test('a comment before it makes a hint a plain comment', () => {
  const outcome = setOptimizerHints('SELECT /* c */ /*+ BKA(t) */ a FROM t', mysql, { hints: ['NO_ICP(t)'] })
  expect(textOf(outcome)).toBe('SELECT /*+ NO_ICP(t) */ /* c */ /*+ BKA(t) */ a FROM t')
  expect(outcome.done && outcome.notes).toHaveLength(1)
})

test('taken away, kept beside new ones, and in the SELECT of a place', () => {
  expect(textOf(setOptimizerHints('SELECT /*+ BKA(t) */ a', mysql, { hints: [] }))).toBe('SELECT a')
  expect(textOf(setOptimizerHints('SELECT/*+ BKA(t) */a', mysql, { hints: [] }))).toBe('SELECT a')
  expect(textOf(setOptimizerHints('SELECT /*+ BKA(t) */ a', mysql, { hints: ['MRR(t)'], keep: true }))).toBe(
    'SELECT /*+ MRR(t) BKA(t) */ a',
  )
  const sql = 'SELECT a FROM t WHERE a IN (SELECT b FROM u)'
  expect(textOf(setOptimizerHints(sql, mysql, { hints: ['SEMIJOIN(FIRSTMATCH)'], at: sql.indexOf('b FROM') }))).toBe(
    'SELECT a FROM t WHERE a IN (SELECT /*+ SEMIJOIN(FIRSTMATCH) */ b FROM u)',
  )
})

describe('hints that the server does not read are refused', () => {
  test.each<[string, EditContext, string]>([
    ['NO_ICP(t)', mariadb, 'MariaDB before 12 takes optimizer hints for plain comments.'],
    ['NO_ICP(t)', { dialect: 'mysql', version: version(5, 6, 51) }, 'MySQL before 5.7.7 takes optimizer hints'],
    ['SET_VAR(a = 1)', { dialect: 'mysql', version: version(5, 7, 44) }, 'does not know the hint SET_VAR yet'],
    ['INDEX(t i)', { dialect: 'mysql', version: version(8, 0, 19) }, 'does not know the hint INDEX yet'],
    ['NO_ICP(t) */ 1 /*', mysql, 'This is not an optimizer hint'],
    ['NO_ICP(t', mysql, 'This is not an optimizer hint'],
    ['', mysql, 'This is not an optimizer hint'],
  ])('%s', (hint, context, message) => {
    expect(textOf(setOptimizerHints('SELECT 1', context, { hints: [hint] }))).toContain(message)
  })

  test('without a version, and from MariaDB 12 on, they are written', () => {
    expect(textOf(setOptimizerHints('SELECT 1', { dialect: 'mysql' }, { hints: ['INDEX(t i)'] }))).toContain('/*+')
    const newer: EditContext = { dialect: 'mariadb', version: version(12, 1) }
    expect(textOf(setOptimizerHints('SELECT 1', newer, { hints: ['NO_ICP(t)'] }))).toBe('SELECT /*+ NO_ICP(t) */ 1')
  })

  test('one that we do not know is written and told of', () => {
    const outcome = setOptimizerHints('SELECT 1', mysql, { hints: ['FOO(t)'] })
    expect(outcome.done && outcome.notes).toEqual([
      'FOO is no hint that is known here: the server may skip it and all hints after it.',
    ])
  })
})

describe('settings for one statement', () => {
  const settings = [
    { name: 'optimizer_switch', value: 'mrr=on,mrr_cost_based=off' },
    { name: 'sort_buffer_size', value: '2M' },
  ]
  const setVar = "SET_VAR(optimizer_switch = 'mrr=on,mrr_cost_based=off') SET_VAR(sort_buffer_size = 2097152)"
  const assigned = "optimizer_switch = 'mrr=on,mrr_cost_based=off', sort_buffer_size = 2097152"

  test.each([
    ['SELECT 1', `SELECT /*+ ${setVar} */ 1`],
    ['DELETE FROM t', `DELETE /*+ ${setVar} */ FROM t`],
    ['SELECT /*+ BKA(t) SET_VAR(sort_buffer_size=1) */ 1', `SELECT /*+ ${setVar} BKA(t) */ 1`],
    ["SELECT /*+ SET_VAR(OPTIMIZER_SWITCH='a=on') SET_VAR(x=1) */ 1", `SELECT /*+ ${setVar} SET_VAR(x=1) */ 1`],
    ['EXPLAIN SELECT 1', `EXPLAIN SELECT /*+ ${setVar} */ 1`],
  ])('MySQL: %s', (sql, expected) => expect(textOf(setForStatement(sql, mysql, settings))).toBe(expected))

  test.each([
    ['SELECT 1', `SET STATEMENT ${assigned} FOR SELECT 1`],
    ['-- c\nDELETE FROM t', `-- c\nSET STATEMENT ${assigned} FOR DELETE FROM t`],
    ['EXPLAIN SELECT 1', `SET STATEMENT ${assigned} FOR EXPLAIN SELECT 1`],
    [
      'SET STATEMENT sort_buffer_size=1, b=2 FOR SELECT 1',
      "SET STATEMENT sort_buffer_size = 2097152, b=2, optimizer_switch = 'mrr=on,mrr_cost_based=off' FOR SELECT 1",
    ],
  ])('MariaDB: %s', (sql, expected) => expect(textOf(setForStatement(sql, mariadb, settings))).toBe(expected))

  test.each<[string, EditContext, string, string]>([
    ['before MySQL 8.0.3', { dialect: 'mysql', version: version(5, 7, 44) }, '1', 'MySQL before 8.0.3 has no settings'],
    ['the default in MySQL', mysql, 'DEFAULT', 'SET_VAR cannot set a to its default'],
  ])('refused: %s', (_, context, value, message) => {
    expect(textOf(setForStatement('SELECT 1', context, [{ name: 'a', value }]))).toContain(message)
  })

  test('names cannot carry anything else', () => {
    expect(textOf(setForStatement('SELECT 1', mariadb, [{ name: 'a = 1 FOR DROP', value: '1' }]))).toContain(
      'This is not the name of a variable',
    )
  })
})

describe('wrap as EXPLAIN', () => {
  test.each<[string, EditContext, string, string]>([
    ['SELECT 1', mysql, 'EXPLAIN FORMAT=JSON ', 'EXPLAIN FORMAT=JSON SELECT 1'],
    ['/* c */ UPDATE t SET a = 1', mysql, 'EXPLAIN', '/* c */ EXPLAIN UPDATE t SET a = 1'],
    ['EXPLAIN SELECT 1', mysql, 'EXPLAIN FORMAT=TREE', 'EXPLAIN FORMAT=TREE SELECT 1'],
    ['desc extended select 1', mysql, 'EXPLAIN', 'EXPLAIN select 1'],
    ['SELECT 1', mariadb, 'ANALYZE FORMAT=JSON', 'ANALYZE FORMAT=JSON SELECT 1'],
    ['SET STATEMENT a=1 FOR SELECT 1', mariadb, 'EXPLAIN', 'SET STATEMENT a=1 FOR EXPLAIN SELECT 1'],
    ['SET STATEMENT a=1 FOR ANALYZE SELECT 1', mariadb, 'EXPLAIN', 'SET STATEMENT a=1 FOR EXPLAIN SELECT 1'],
    ['DROP TABLE t', mysql, 'EXPLAIN', 'Servers explain SELECT, INSERT, REPLACE, UPDATE and DELETE only.'],
    ['SELECT 1', mysql, 'ANALYZE', 'ANALYZE around a statement is MariaDB’s; MySQL has EXPLAIN ANALYZE.'],
    ['SELECT 1', mariadb, 'EXPLAIN ANALYZE', 'EXPLAIN ANALYZE is MySQL’s; MariaDB has ANALYZE around a statement.'],
    ['SELECT 1', mysql, 'DELETE', 'This does not explain a statement: DELETE'],
  ])('%s', (sql, context, form, expected) => expect(textOf(wrapAsExplain(sql, context, form))).toBe(expected))

  test.each<[string, Version, string]>([
    ['EXPLAIN EXTENDED', version(5, 7, 44), 'EXPLAIN EXTENDED SELECT 1'],
    ['EXPLAIN EXTENDED', version(8, 0, 31), 'EXTENDED and PARTITIONS are what EXPLAIN of MySQL 8.0.12'],
    ['EXPLAIN FORMAT = tree', version(8, 0, 15), 'MySQL before 8.0.16 has no FORMAT=TREE.'],
    ['EXPLAIN ANALYZE', version(8, 0, 17), 'MySQL before 8.0.18 has no EXPLAIN ANALYZE.'],
    ['EXPLAIN ANALYZE FORMAT=JSON', version(9, 7, 4), 'EXPLAIN ANALYZE FORMAT=JSON SELECT 1'],
    ['EXPLAIN DELETE FROM t;', version(9, 7, 4), 'This does not explain a statement'],
  ])('%s on MySQL %j', (form, at, expected) => {
    expect(textOf(wrapAsExplain('SELECT 1', { dialect: 'mysql', version: at }, form))).toContain(expected)
  })

  test('that ANALYZE of MariaDB changes rows is said', () => {
    const outcome = wrapAsExplain('DELETE FROM t', mariadb, 'ANALYZE')
    expect(outcome.done && outcome.notes).toEqual(['ANALYZE runs the statement, its changes too.'])
  })
})
