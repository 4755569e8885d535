// Protects what is read from the statement itself: tables, conditions with their places, order; never a wrong answer.
import { expect, test } from 'vitest'
import { scopesOf } from '../../../src/core/keyparts/statement'

const outline = (sql: string, family: 'mysql' | 'postgres' = 'mysql') =>
  scopesOf(sql, family).map((scope) => ({
    tables: scope.tables.map((table) => [table.name, table.alias].filter((name) => name !== undefined).join(' ')),
    conditions: scope.predicates.map((one) => sql.slice(one.span.start, one.span.end)),
    order: scope.orderBy.map((item) => `${item.column?.name ?? '?'}${item.descending ? ' desc' : ''}`),
  }))

test.each<[string, string, ReturnType<typeof outline>]>([
  [
    'joins with ON, hints and aliases',
    'SELECT * FROM shop.orders AS o FORCE INDEX (ix) JOIN customers c ON c.id = o.customer_id LEFT JOIN notes n ON (n.o = o.id AND n.lang = 1), x WHERE o.total > 5 ORDER BY o.id DESC, c.name LIMIT 3',
    [
      {
        tables: ['orders o', 'customers c', 'notes n', 'x'],
        conditions: [
          'o.total > 5',
          'c.id = o.customer_id',
          'c.id = o.customer_id',
          'n.o = o.id',
          'n.o = o.id',
          'n.lang = 1',
        ],
        order: ['id desc', 'name'],
      },
    ],
  ],
  [
    'a derived table and a subquery are scopes of their own',
    'SELECT a FROM (SELECT b FROM t1 WHERE b = 1 ORDER BY b) d WHERE a IN (SELECT c FROM t2 WHERE c > 2)',
    [
      { tables: ['t1'], conditions: ['b = 1'], order: ['b'] },
      { tables: ['t2'], conditions: ['c > 2'], order: [] },
      { tables: ['d d'], conditions: ['a IN (SELECT c FROM t2 WHERE c > 2)'], order: [] },
    ],
  ],
  [
    'both sides of a UNION',
    "(SELECT * FROM items WHERE c = 'A') UNION ALL (SELECT * FROM items WHERE c = 'B') ORDER BY id",
    [
      { tables: ['items'], conditions: ["c = 'A'"], order: [] },
      { tables: ['items'], conditions: ["c = 'B'"], order: [] },
    ],
  ],
  [
    'UPDATE',
    'UPDATE stock s SET q = q + 1 WHERE s.w = 2 ORDER BY s.id LIMIT 5',
    [{ tables: ['stock s'], conditions: ['s.w = 2'], order: ['id'] }],
  ],
  ['DELETE', 'DELETE FROM stock WHERE w = 2', [{ tables: ['stock'], conditions: ['w = 2'], order: [] }]],
  [
    'FOR UPDATE ends the clauses',
    'SELECT * FROM t WHERE a = 1 FOR UPDATE',
    [{ tables: ['t'], conditions: ['a = 1'], order: [] }],
  ],
  [
    'comments and strings with keywords',
    "SELECT '/* where' FROM t -- where x = 1\nWHERE a = 'order by'",
    [{ tables: ['t'], conditions: ["a = 'order by'"], order: [] }],
  ],
  [
    'an order by expression or position has no column',
    'SELECT a FROM t ORDER BY a + 0, 2 DESC',
    [{ tables: ['t'], conditions: [], order: ['?', '? desc'] }],
  ],
  ['no table', 'SELECT 1', []],
  ['no statement', 'hello world (', []],
])('%s', (_, sql, expected) => {
  expect(outline(sql)).toEqual(expected)
})

test('functions named like joins are no joins', () => {
  const [scope] = scopesOf('SELECT * FROM a JOIN b ON LEFT(a.x, 2) = b.y WHERE a.z = 1', 'mysql')
  expect(scope?.tables.map((table) => table.name)).toEqual(['a', 'b'])
  expect(scope?.predicates.map((one) => one.column?.name ?? one.expression)).toEqual(['z', 'left(x,2)', 'y'])
})

test('PostgreSQL quotes and nulls order', () => {
  expect(outline('SELECT "A" FROM "T" t WHERE "A" = 5 ORDER BY "A" DESC NULLS LAST', 'postgres')).toEqual([
    { tables: ['T t'], conditions: ['"A" = 5'], order: ['A desc'] },
  ])
})
