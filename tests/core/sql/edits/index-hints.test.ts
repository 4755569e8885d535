// Protects: index hints stand after alias and PARTITION, replace those that are there, and change nothing else.
import { describe, expect, test } from 'vitest'
import type { Catalog } from '../../../../src/core/catalog/model'
import { type IndexHint, type IndexHintChange, setIndexHints } from '../../../../src/core/sql/edits/index-hints'
import type { SyntaxDialect } from '../../../../src/core/sql/syntax/parse'

const force: IndexHint = { action: 'FORCE', indexes: ['i'] }

function set(sql: string, changes: readonly IndexHintChange[], dialect: SyntaxDialect = 'mysql', catalog?: Catalog) {
  const outcome = setIndexHints(sql, { dialect, catalog }, changes)
  return outcome.done ? outcome.sql : outcome.fault.message
}

describe('FORCE INDEX (i) at t', () => {
  test.each([
    ['SELECT * FROM t', 'SELECT * FROM t FORCE INDEX (`i`)'],
    ['SELECT * FROM orders t WHERE a = 1', 'SELECT * FROM orders t FORCE INDEX (`i`) WHERE a = 1'],
    ['SELECT * FROM orders AS `t`WHERE a', 'SELECT * FROM orders AS `t` FORCE INDEX (`i`)WHERE a'],
    ['SELECT * FROM o PARTITION (p0, p1) t, u', 'SELECT * FROM o PARTITION (p0, p1) t FORCE INDEX (`i`), u'],
    ['SELECT * FROM o PARTITION (p0) JOIN t ON x', 'SELECT * FROM o PARTITION (p0) JOIN t FORCE INDEX (`i`) ON x'],
    ['SELECT * FROM (a, t) JOIN b USING (c)', 'SELECT * FROM (a, t FORCE INDEX (`i`)) JOIN b USING (c)'],
    ['SELECT * FROM t USE INDEX (a) IGNORE KEY FOR JOIN (b) WHERE c', 'SELECT * FROM t FORCE INDEX (`i`) WHERE c'],
    ['SELECT * FROM t USE INDEX () -- none', 'SELECT * FROM t FORCE INDEX (`i`) -- none'],
    ['SELECT * FROM t FORCE INDEX(a)WHERE c', 'SELECT * FROM t FORCE INDEX (`i`)WHERE c'],
    ['SELECT * FROM t /* c */ WHERE a', 'SELECT * FROM t FORCE INDEX (`i`) /* c */ WHERE a'],
    ['SELECT (SELECT MAX(a) FROM t) FROM u', 'SELECT (SELECT MAX(a) FROM t FORCE INDEX (`i`)) FROM u'],
    ['SELECT * FROM (SELECT * FROM t) d', 'SELECT * FROM (SELECT * FROM t FORCE INDEX (`i`)) d'],
    ['WITH c AS (SELECT * FROM t) SELECT * FROM c', 'WITH c AS (SELECT * FROM t FORCE INDEX (`i`)) SELECT * FROM c'],
    ['SELECT 1 UNION SELECT a FROM t ORDER BY 1', 'SELECT 1 UNION SELECT a FROM t FORCE INDEX (`i`) ORDER BY 1'],
    ['UPDATE t SET a = 1', 'UPDATE t FORCE INDEX (`i`) SET a = 1'],
    ['UPDATE u JOIN t ON x SET a = 1', 'UPDATE u JOIN t FORCE INDEX (`i`) ON x SET a = 1'],
    ['DELETE t FROM t JOIN u ON x', 'DELETE t FROM t FORCE INDEX (`i`) JOIN u ON x'],
    ['DELETE FROM u USING u, t', 'DELETE FROM u USING u, t FORCE INDEX (`i`)'],
    ['DELETE FROM t WHERE a = 1', 'DELETE t FROM t FORCE INDEX (`i`) WHERE a = 1'],
    ['DELETE LOW_PRIORITY FROM db.t', 'DELETE LOW_PRIORITY db.t FROM db.t FORCE INDEX (`i`)'],
    ['DELETE FROM o AS t WHERE a', 'DELETE t FROM o AS t FORCE INDEX (`i`) WHERE a'],
    ['DELETE FROM o AS t PARTITION (p) WHERE a', 'DELETE t FROM o PARTITION (p) AS t FORCE INDEX (`i`) WHERE a'],
    ['INSERT INTO t SELECT * FROM t', 'INSERT INTO t SELECT * FROM t FORCE INDEX (`i`)'],
    ['EXPLAIN SELECT * FROM t', 'EXPLAIN SELECT * FROM t FORCE INDEX (`i`)'],
  ])('%s', (sql, expected) => expect(set(sql, [{ table: 't', hints: [force] }])).toBe(expected))

  test('after FOR SYSTEM_TIME of MariaDB', () => {
    expect(set('SELECT * FROM o FOR SYSTEM_TIME ALL t', [{ table: 't', hints: [force] }], 'mariadb')).toBe(
      'SELECT * FROM o FOR SYSTEM_TIME ALL t FORCE INDEX (`i`)',
    )
  })
})

test.each<[readonly IndexHint[], string]>([
  [[], 'SELECT * FROM t x WHERE a'],
  [[{ action: 'USE', indexes: [] }], 'SELECT * FROM t x USE INDEX () WHERE a'],
  [[{ action: 'USE', indexes: ['primary', 'b`c'] }], 'SELECT * FROM t x USE INDEX (`PRIMARY`, `b``c`) WHERE a'],
  [
    [
      { action: 'FORCE', scope: 'ORDER BY', indexes: ['a'] },
      { action: 'IGNORE', scope: 'JOIN', indexes: ['b'] },
    ],
    'SELECT * FROM t x FORCE INDEX FOR ORDER BY (`a`) IGNORE INDEX FOR JOIN (`b`) WHERE a',
  ],
])('hints %j in the place of others', (hints, expected) => {
  expect(set('SELECT * FROM t x FORCE INDEX (o) WHERE a', [{ table: 'X', hints }])).toBe(expected)
})

test('taking hints away leaves neighbours apart and comments closed', () => {
  const none = [{ table: 't', hints: [] }]
  expect(set('SELECT * FROM t FORCE INDEX (i)', none)).toBe('SELECT * FROM t')
  expect(set('SELECT * FROM t FORCE INDEX (i)WHERE a', none)).toBe('SELECT * FROM t WHERE a')
  expect(set('SELECT * FROM t -- c\nFORCE INDEX (i) WHERE a', none)).toBe('SELECT * FROM t -- c\n WHERE a')
  expect(set('SELECT * FROM t WHERE a', none)).toBe('SELECT * FROM t WHERE a')
  expect(set('DELETE FROM t', none)).toBe('DELETE FROM t')
})

test('several tables at once, and the one of two that a place tells', () => {
  const sql = 'SELECT * FROM t a JOIN t b ON a.x = b.y WHERE EXISTS (SELECT 1 FROM u a)'
  const at = sql.indexOf('t a')
  expect(
    set(sql, [
      { table: 'b', hints: [{ action: 'IGNORE', indexes: ['j'] }] },
      { table: 'a', at, hints: [force] },
    ]),
  ).toBe(
    'SELECT * FROM t a FORCE INDEX (`i`) JOIN t b IGNORE INDEX (`j`) ON a.x = b.y WHERE EXISTS (SELECT 1 FROM u a)',
  )
})

test('a common table expression may hide the table that it is made of', () => {
  expect(set('WITH t AS (SELECT * FROM t) SELECT * FROM t', [{ table: 't', hints: [force] }])).toBe(
    'WITH t AS (SELECT * FROM t FORCE INDEX (`i`)) SELECT * FROM t',
  )
})

test('one table has one list of hints', () => {
  const change = { table: 't', hints: [force] }
  expect(set('SELECT * FROM t', [change, change])).toBe('One table has one list of hints.')
})

describe('refused', () => {
  test.each<[string, IndexHintChange, string]>([
    ['SELECT * FROM t', { table: 'u', hints: [force] }, 'The statement has no table `u`.'],
    ['SELECT * FROM t, db.t', { table: 't', hints: [force] }, '`t` stands for 2 tables of the statement.'],
    ['SELECT * FROM orders t', { table: 'orders', hints: [force] }, 'The statement has no table `orders`.'],
    ['SELECT * FROM (SELECT 1) t', { table: 't', hints: [force] }, '`t` is a derived table: choose a table inside it.'],
    [
      'WITH t AS (SELECT 1) SELECT * FROM t',
      { table: 't', hints: [force] },
      '`t` is a common table expression: choose a table inside it.',
    ],
    ['INSERT INTO t VALUES (1)', { table: 't', hints: [force] }, 'The grammar takes no index hint at this table.'],
    ['TABLE t', { table: 't', hints: [force] }, 'The grammar takes no index hint at this table.'],
    [
      'DELETE FROM t LIMIT 1',
      { table: 't', hints: [force] },
      'A DELETE with index hints is one of several tables, which has no LIMIT.',
    ],
    [
      'SELECT * FROM t',
      { table: 't', hints: [{ action: 'FORCE', indexes: [] }] },
      'FORCE INDEX needs the name of an index.',
    ],
    [
      'SELECT * FROM t',
      { table: 't', hints: [force, { action: 'USE', indexes: ['a'] }] },
      'USE INDEX and FORCE INDEX exclude each other (error 1221).',
    ],
  ])('%s', (sql, change, expected) => expect(set(sql, [change])).toBe(expected))
})

describe('with a catalog', () => {
  const index = { name: 'Ix_A', unique: false, parts: [] }
  const shop = { schema: 'shop', columns: [], foreignKeys: [] }
  const catalog: Catalog = {
    tables: [
      {
        ...shop,
        name: 't',
        indexes: [
          { ...index, visible: true },
          { ...index, name: 'hidden', visible: false },
        ],
      },
      { ...shop, name: 'v', type: 'view', indexes: [] },
    ],
  }
  const named = (name: string): IndexHint => ({ action: 'FORCE', indexes: [name] })

  test.each([
    ['ix_a', 'SELECT * FROM t FORCE INDEX (`Ix_A`)'],
    ['ix', '`t` has no index `ix`.'],
    ['hidden', 'The index `hidden` is not visible: naming it is error 1176.'],
  ])('the index %s', (name, expected) => {
    expect(set('SELECT * FROM t', [{ table: 't', hints: [named(name)] }], 'mysql', catalog)).toBe(expected)
  })

  test('a view has none', () => {
    expect(set('SELECT * FROM v', [{ table: 'v', hints: [named('ix_a')] }], 'mysql', catalog)).toBe(
      '`v` is a view: choose the table inside it.',
    )
  })
})

test('a hint in a comment that wins is said', () => {
  const outcome = setIndexHints('SELECT /*+ INDEX(t j) */ * FROM t', { dialect: 'mysql' }, [
    { table: 't', hints: [force] },
  ])
  expect(outcome.done && outcome.notes).toEqual([
    'An INDEX hint in a comment wins over the hint of the table, without a word (MySQL 8.0.20 and later).',
  ])
})
