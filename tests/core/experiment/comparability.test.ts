// Protects what is said of statements before their rows are compared: total orders, LIMITs that cut ties, values that change by themselves.
import { describe, expect, test } from 'vitest'
import type { Catalog, Column } from '../../../src/core/catalog/model'
import { comparabilityOf } from '../../../src/core/experiment/comparability'
import { readMysqlStatement } from '../../../src/core/keyparts/mysql-reading'
import { nondeterminismOf } from '../../../src/core/sql/functions/nondeterministic'

const column = (name: string, nullable = false): Column => ({ name, type: 'int', nullable })
const part = (name: string) => ({ column: name, descending: false })
const unique = (name: string, columns: readonly string[]) => ({
  name,
  unique: true,
  visible: true,
  parts: columns.map(part),
})
const catalog: Catalog = {
  tables: [
    {
      schema: 'shop',
      name: 'orders',
      columns: [
        column('id'),
        column('customer_id'),
        column('code'),
        column('hint', true),
        { ...column('kind'), type: 'varchar(10)' },
        { ...column('price'), type: 'double' },
      ],
      indexes: [
        unique('PRIMARY', ['id']),
        unique('by_code', ['code']),
        unique('by_hint', ['hint']),
        unique('by_price', ['price']),
      ],
      primaryKey: ['id'],
      foreignKeys: [],
    },
    {
      schema: 'shop',
      name: 'items',
      columns: [column('order_id'), column('line'), column('product')],
      indexes: [unique('PRIMARY', ['order_id', 'line'])],
      primaryKey: ['order_id', 'line'],
      foreignKeys: [],
    },
  ],
}
const read = (sql: string) =>
  comparabilityOf(sql, 'mysql', readMysqlStatement(sql, 'mysql', catalog, undefined)?.meaning, catalog)

describe('order', () => {
  test.each([
    ['SELECT id FROM orders', 'none'],
    ['SELECT id FROM orders ORDER BY id DESC', 'total'],
    // A whole number shifted by another one is as unique as it was.
    ['SELECT hint FROM orders ORDER BY id + 0', 'total'],
    ['SELECT hint FROM orders ORDER BY (100 - id) DESC', 'total'],
    ['SELECT hint FROM orders ORDER BY customer_id + 0', 'partial'],
    ['SELECT hint FROM orders ORDER BY id + hint', 'partial'],
    ['SELECT hint FROM orders ORDER BY id * 0', 'partial'],
    ['SELECT hint FROM orders ORDER BY id + 0.5', 'partial'],
    // The select item of that name is meant.
    ['SELECT customer_id AS id FROM orders ORDER BY id + 0', 'partial'],
    ['SELECT hint FROM orders ORDER BY price + 0', 'partial'],
    ['SELECT hint, id FROM orders ORDER BY customer_id', 'partial'],
    ['SELECT hint, id FROM orders ORDER BY customer_id, id', 'total'],
    ['SELECT hint, id FROM orders ORDER BY code', 'total'],
    // A unique index takes many NULLs.
    ['SELECT hint, id FROM orders ORDER BY hint', 'partial'],
    ['SELECT hint FROM orders ORDER BY hint', 'total'],
    ['SELECT customer_id, code FROM orders ORDER BY 2', 'total'],
    ['SELECT COUNT(*) FROM orders', 'total'],
    ['SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id ORDER BY customer_id', 'total'],
    ['SELECT customer_id, COUNT(*) FROM orders GROUP BY customer_id ORDER BY COUNT(*)', 'partial'],
    // The order's number decides all that the order holds, and the order that its line belongs to.
    [
      'SELECT o.hint, SUM(l.product) AS s FROM orders o JOIN items l ON l.order_id = o.id GROUP BY o.id, o.hint ORDER BY s, o.id',
      'total',
    ],
    [
      'SELECT o.hint, COUNT(*) FROM orders o JOIN items l ON o.id = l.order_id GROUP BY l.order_id, l.line, o.hint ORDER BY l.order_id, l.line',
      'total',
    ],
    [
      'SELECT o.hint, l.line, COUNT(*) FROM orders o JOIN items l ON l.order_id = o.id GROUP BY o.id, o.hint, l.line ORDER BY o.id',
      'partial',
    ],
    [
      'SELECT o.hint, COUNT(*) FROM items l LEFT JOIN orders o ON l.order_id = o.id AND l.product = 1 GROUP BY l.order_id, o.hint ORDER BY l.order_id',
      'partial',
    ],
    // Rows without a partner have no order of their own.
    [
      'SELECT o.hint, l.line FROM orders o LEFT JOIN items l ON l.order_id = o.id ORDER BY l.order_id, l.line',
      'partial',
    ],
    ['SELECT o.hint, l.line FROM orders o LEFT JOIN items l ON l.order_id = o.id ORDER BY o.id, l.line', 'total'],
    ['SELECT o.hint FROM orders o JOIN items l ON l.order_id = o.id ORDER BY o.id', 'partial'],
    ['SELECT o.hint FROM orders o JOIN items l ON l.order_id = o.id ORDER BY o.id, l.line', 'total'],
    ['SELECT o.hint FROM items l JOIN orders o ON l.order_id = o.id ORDER BY l.order_id, l.line', 'total'],
    ['SELECT o.hint FROM items l JOIN orders o ON l.order_id = o.id WHERE l.line = 1 ORDER BY o.id', 'total'],
    ['SELECT id FROM orders UNION SELECT line FROM items ORDER BY 1', 'total'],
    [
      'SELECT id, hint FROM orders WHERE hint = 1 UNION ALL SELECT id, hint FROM orders WHERE 2 = hint ORDER BY id',
      'total',
    ],
    [
      "SELECT id, hint FROM orders WHERE kind = 'a' UNION ALL SELECT id, hint FROM orders WHERE kind = 'b' ORDER BY id",
      'total',
    ],
    // Without the column, or sorted by another one.
    ['SELECT id, hint FROM orders WHERE hint = 1 UNION ALL SELECT id, hint FROM orders ORDER BY id', 'partial'],
    [
      'SELECT id, hint FROM orders WHERE hint = 1 UNION ALL SELECT id, hint FROM orders WHERE hint = 2 ORDER BY hint',
      'partial',
    ],
    // The same row may come from both: the values may be equal, or the conditions need not hold.
    [
      'SELECT id, hint FROM orders WHERE hint = 1 UNION ALL SELECT id, hint FROM orders WHERE hint = 01 ORDER BY id',
      'partial',
    ],
    [
      "SELECT id, hint FROM orders WHERE kind = 'a' UNION ALL SELECT id, hint FROM orders WHERE kind = 'A ' ORDER BY id",
      'partial',
    ],
    [
      "SELECT id, hint FROM orders WHERE hint = '1' UNION ALL SELECT id, hint FROM orders WHERE hint = '01' ORDER BY id",
      'partial',
    ],
    [
      'SELECT id, hint FROM orders WHERE kind = 1 UNION ALL SELECT id, hint FROM orders WHERE kind = 2 ORDER BY id',
      'partial',
    ],
    [
      'SELECT id, hint FROM orders WHERE hint = 1 UNION ALL SELECT id, hint FROM orders WHERE hint = 2 OR id = 3 ORDER BY id',
      'partial',
    ],
    [
      'SELECT id, hint FROM orders WHERE hint = 1 UNION ALL SELECT id, hint FROM orders WHERE hint <> 1 ORDER BY id',
      'partial',
    ],
    // Keys of two tables, and of a join, where a row of the table comes many times.
    [
      'SELECT id, hint FROM orders WHERE hint = 1 UNION ALL SELECT order_id, line FROM items WHERE product = 2 ORDER BY id',
      'partial',
    ],
    [
      'SELECT o.id, o.hint FROM orders o, items i WHERE o.hint = 1 UNION ALL SELECT id, hint FROM orders WHERE hint = 2 ORDER BY id',
      'partial',
    ],
  ] as const)('%s: %s', (sql, order) => expect(read(sql).order).toBe(order))
})

describe('LIMIT', () => {
  test.each([
    ['SELECT id FROM orders LIMIT 5', /without ORDER BY/],
    ['SELECT id, hint FROM orders ORDER BY hint LIMIT 5', /leaves ties/],
    ['SELECT MAX(id) FROM (SELECT id FROM orders LIMIT 5) few', /A LIMIT inside without ORDER BY/],
  ] as const)('%s may give other rows', (sql, because) => expect(read(sql).cut?.because).toMatch(because))

  test.each([
    'SELECT id, hint FROM orders ORDER BY id LIMIT 5',
    'SELECT COUNT(*) FROM orders LIMIT 1',
    'SELECT o.hint FROM (SELECT id FROM orders ORDER BY id DESC LIMIT 5) few JOIN orders o ON o.id = few.id ORDER BY few.id',
  ])('%s gives the same rows each time', (sql) => expect(read(sql).cut).toBeUndefined())
})

describe('values that change by themselves', () => {
  test.each([
    ['mysql', 'SELECT NOW(), uuid()', ['NOW()', 'UUID()']],
    ['mysql', 'SELECT * FROM t WHERE at > CURRENT_TIMESTAMP - INTERVAL 1 DAY', ['CURRENT_TIMESTAMP']],
    ['mysql', 'SELECT UNIX_TIMESTAMP()', ['UNIX_TIMESTAMP()']],
    ['mysql', "SELECT UNIX_TIMESTAMP('2024-01-01'), CURDATE()", []],
    ['mysql', 'SELECT t.now, `rand` FROM t', []],
    ['mysql', "SELECT 'NOW()' /* rand() */ FROM t", []],
    ['mysql', 'SELECT @n := @n + 1 FROM t', ['an assignment to a user variable']],
    ['mysql', 'SELECT SLEEP(1)', []],
    ['postgres', 'SELECT random(), now()', ['RANDOM()', 'NOW()']],
    ['postgres', 'SELECT * FROM t TABLESAMPLE SYSTEM (10)', ['TABLESAMPLE']],
    ['postgres', 'SELECT current_date, pg_sleep(1)', []],
  ] as const)('%s: %s', (dialect, sql, changing) => expect(nondeterminismOf(sql, dialect).changing).toEqual(changing))

  test.each([
    ['SELECT GROUP_CONCAT(id) FROM t', ['GROUP_CONCAT']],
    ['SELECT GROUP_CONCAT(id ORDER BY id) FROM t', []],
  ] as const)('%s', (sql, ordered) => expect(nondeterminismOf(sql, 'mysql').ordered).toEqual(ordered))
})
