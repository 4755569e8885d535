// Protects what is taken from the statement itself: whose column each condition speaks of, wherever it stands.
import { expect, test } from 'vitest'
import type { Catalog } from '../../../src/core/catalog/model'
import { readMysqlStatement } from '../../../src/core/keyparts/mysql-reading'
import type { Predicate } from '../../../src/core/keyparts/predicate'
import { scopesOf } from '../../../src/core/keyparts/scopes'
import { loadPostgresMeaning } from '../../../src/pg-syntax/index'

const table = (name: string, columns: string): Catalog['tables'][number] => ({
  schema: 'shop',
  name,
  columns: columns.split(' ').map((one) => ({ name: one, type: 'int', nullable: false })),
  indexes: [],
  foreignKeys: [],
})
const catalog: Catalog = {
  tables: [
    table('orders', 'id customer_id total placed'),
    table('customers', 'id name region'),
    table('notes', 'order_id lang text'),
  ],
}

const named = ({ table, name }: { readonly table?: string | undefined; readonly name: string }) =>
  table === undefined ? name : `${table}.${name}`

/** The subject of a predicate, and what it is compared with. */
function words(predicate: Predicate): string {
  const subject = predicate.column === undefined ? (predicate.expression ?? '?') : named(predicate.column)
  const others = predicate.references.map(named)
  return others.length > 0
    ? `${subject} ${predicate.operator} ${others.join(', ')}`
    : `${subject} ${predicate.comparedWith}`
}

function outline(scopes: ReturnType<typeof scopesOf>) {
  return scopes.map((scope) => ({
    tables: scope.tables.map(({ name, alias }) => [name, alias].filter((one) => one !== undefined).join(' ')),
    conditions: scope.predicates.map(words),
    order: scope.orderBy.map(
      (one) => `${one.column ? named(one.column) : (one.expression ?? '?')}${one.descending ? ' desc' : ''}`,
    ),
  }))
}

const mysqlScopes = (sql: string) => {
  const read = readMysqlStatement(sql, 'mysql', catalog, undefined)
  return read === undefined ? [] : outline(scopesOf(read, 'mysql'))
}

test.each<[string, string, ReturnType<typeof outline>]>([
  [
    'names without a table, aliases, ON of outer joins',
    'SELECT * FROM shop.orders AS o FORCE INDEX (ix) JOIN customers c ON c.id = customer_id LEFT JOIN notes n ON (n.order_id = o.id AND lang = 1) WHERE total > 5 ORDER BY o.id DESC, name LIMIT 3',
    [
      {
        tables: ['orders o', 'customers c', 'notes n'],
        conditions: [
          'c.id = o.customer_id',
          'o.customer_id = c.id',
          'n.order_id = o.id',
          'o.id = n.order_id',
          'n.lang = 1',
          'o.total > 5',
        ],
        order: ['o.id desc', 'c.name'],
      },
    ],
  ],
  [
    'USING is the comparison that it stands for, and its column is one of each table',
    'SELECT * FROM orders JOIN customers USING (id) WHERE id = 7',
    [
      {
        tables: ['orders', 'customers'],
        conditions: ['orders.id = customers.id', 'customers.id = orders.id', 'orders.id = 7', 'customers.id = 7'],
        order: [],
      },
    ],
  ],
  [
    'NATURAL too',
    'SELECT * FROM orders o NATURAL JOIN customers c WHERE region = 2',
    [
      {
        tables: ['orders o', 'customers c'],
        conditions: ['o.id = c.id', 'c.id = o.id', 'c.region = 2'],
        order: [],
      },
    ],
  ],
  [
    'a condition on a derived table is one of the table inside when rows pass unchanged',
    'SELECT who FROM (SELECT customer_id AS who, total FROM orders WHERE placed = 1) d WHERE d.who = 5',
    [
      { tables: ['d d'], conditions: ['d.who = 5'], order: [] },
      { tables: ['orders'], conditions: ['orders.placed = 1', 'orders.customer_id = 5'], order: [] },
    ],
  ],
  [
    'but not through a LIMIT or a group',
    'SELECT who FROM (SELECT customer_id AS who FROM orders LIMIT 3) d JOIN (SELECT region AS r FROM customers GROUP BY region) e WHERE who = 5 AND r = 6',
    [
      { tables: ['d d', 'e e'], conditions: ['d.who = 5', 'e.r = 6'], order: [] },
      { tables: ['orders'], conditions: [], order: [] },
      { tables: ['customers'], conditions: [], order: [] },
    ],
  ],
  [
    'nor when both blocks use one name',
    'SELECT * FROM (SELECT id FROM orders o) d, customers o WHERE d.id = 5',
    [
      { tables: ['d d', 'customers o'], conditions: ['d.id = 5'], order: [] },
      { tables: ['orders o'], conditions: [], order: [] },
    ],
  ],
  [
    'a common table expression with other column names, used once',
    'WITH big (key1, key2) AS (SELECT id, total FROM orders) SELECT * FROM big WHERE key2 > 5 ORDER BY key1',
    [
      { tables: ['big'], conditions: ['big.key2 > 5'], order: ['big.key1'] },
      { tables: ['orders'], conditions: ['orders.total > 5'], order: [] },
    ],
  ],
  [
    'one that is used twice keeps its conditions outside',
    'WITH big AS (SELECT id, total FROM orders) SELECT * FROM big a JOIN big b ON a.id = 1',
    [
      { tables: ['a a', 'b b'], conditions: ['a.id = 1'], order: [] },
      { tables: ['orders'], conditions: [], order: [] },
    ],
  ],
  [
    'a subquery sees columns of the query around it',
    'SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM notes WHERE order_id = o.id AND lang = total)',
    [
      {
        tables: ['orders o'],
        conditions: ['? EXISTS (SELECT 1 FROM notes WHERE order_id = o.id AND lang = total)'],
        order: [],
      },
      {
        tables: ['notes'],
        conditions: ['notes.order_id = o.id', 'o.id = notes.order_id', 'notes.lang = o.total', 'o.total = notes.lang'],
        order: [],
      },
    ],
  ],
  [
    'both sides of a UNION',
    '(SELECT * FROM orders WHERE total = 1) UNION ALL (SELECT * FROM orders WHERE total = 2) ORDER BY id',
    [
      { tables: ['orders'], conditions: ['orders.total = 1'], order: [] },
      { tables: ['orders'], conditions: ['orders.total = 2'], order: [] },
    ],
  ],
  [
    'UPDATE with its order',
    'UPDATE orders o SET total = total + 1 WHERE customer_id = 2 ORDER BY placed LIMIT 5',
    [{ tables: ['orders o'], conditions: ['o.customer_id = 2'], order: ['o.placed'] }],
  ],
  [
    'DELETE',
    'DELETE FROM orders WHERE total = 2',
    [{ tables: ['orders'], conditions: ['orders.total = 2'], order: [] }],
  ],
  [
    'order by alias, position and expression',
    'SELECT total AS t, id FROM orders ORDER BY t, 2 DESC, LOWER(placed), total + 1',
    [
      {
        tables: ['orders'],
        conditions: [],
        order: ['orders.total', 'orders.id desc', 'lower(placed)', '(total+1)'],
      },
    ],
  ],
  [
    'comments and strings with keywords',
    "SELECT '/* where' FROM orders -- where x = 1\nWHERE total = 'order by'",
    [{ tables: ['orders'], conditions: ["orders.total = 'order by'"], order: [] }],
  ],
  [
    'functions named like joins are no joins',
    'SELECT * FROM orders a JOIN notes b ON LEFT(a.total, 2) = b.text WHERE a.placed = 1',
    [
      {
        tables: ['orders a', 'notes b'],
        conditions: ['left(total,2) = b.text', 'b.text = a.total', 'a.placed = 1'],
        order: [],
      },
    ],
  ],
  ['no table', 'SELECT 1', []],
  ['no statement', 'hello world (', []],
])('%s', (_, sql, expected) => {
  expect(mysqlScopes(sql)).toEqual(expected)
})

test('places stay those of the statement, also where the condition is one of a block inside', () => {
  const sql = 'SELECT who FROM (SELECT customer_id AS who FROM orders) d WHERE d.who = 5'
  const read = readMysqlStatement(sql, 'mysql', catalog, undefined)
  const [, inner] = read === undefined ? [] : scopesOf(read, 'mysql')
  const span = inner?.predicates[0]?.span
  expect(span && sql.slice(span.start, span.end)).toBe('d.who = 5')
})

test('what the statement needs of its tables; all of it where a star or a change says so', () => {
  const needs = (sql: string) => {
    const read = readMysqlStatement(sql, 'mysql', catalog, undefined)
    const scopes = read === undefined ? [] : scopesOf(read, 'mysql')
    return scopes.flatMap((scope) => scope.tables.map((one) => one.needs && [...one.needs].sort()))
  }
  expect(
    needs('SELECT o.id FROM orders o JOIN customers c ON c.id = customer_id WHERE total > 1 ORDER BY name'),
  ).toEqual([
    ['customer_id', 'id', 'total'],
    ['id', 'name'],
  ])
  expect(needs('SELECT o.*, c.name FROM orders o, customers c')).toEqual([undefined, ['name']])
  expect(needs('DELETE FROM orders WHERE total = 2')).toEqual([undefined])
})

test('PostgreSQL: quoted names, USING, and what LATERAL sees', async () => {
  const grammar = await loadPostgresMeaning()
  const scopes = (sql: string) => {
    const meaning = grammar.meaning(sql, { catalog })
    return meaning === undefined ? [] : outline(scopesOf({ sql, meaning }, 'postgres'))
  }
  expect(scopes('SELECT "id" FROM "orders" t WHERE "id" = 5 ORDER BY "id" DESC NULLS LAST')).toEqual([
    { tables: ['orders t'], conditions: ['t.id = 5'], order: ['t.id desc'] },
  ])
  expect(
    scopes(
      'SELECT * FROM customers c JOIN LATERAL (SELECT total FROM orders WHERE customer_id = c.id LIMIT 3) l ON true',
    ),
  ).toEqual([
    { tables: ['customers c', 'l l'], conditions: [], order: [] },
    { tables: ['orders'], conditions: ['orders.customer_id = c.id', 'c.id = orders.customer_id'], order: [] },
  ])
  expect(scopes('SELECT FROM WHERE')).toEqual([])
})
