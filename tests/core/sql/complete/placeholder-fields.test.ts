// Protects which values a statement asks for, with the column that each is compared with.
import { expect, test } from 'vitest'
import { placeBefore } from '../../../../src/core/analysis/sql-places/move-places'
import type { Dialect } from '../../../../src/core/engine'
import { placeholderFields } from '../../../../src/core/sql/complete/placeholder-fields'
import { shop } from './shop'

function shown(sql: string, dialect: Dialect): readonly string[] {
  return placeholderFields(sql, dialect, shop(dialect), dialect === 'postgres' ? 'public' : 'shop').map(
    ({ key, written, column, kind }) =>
      `${key} ${written} ${column === undefined ? '-' : `${column.table}.${column.name}`} ${kind}`,
  )
}

test.each<[string, string, Dialect, readonly string[]]>([
  [
    'by place',
    'SELECT * FROM orders o WHERE o.status = ? AND total > ?',
    'mysql',
    ['1 ? orders.status text', '2 ? orders.total number'],
  ],
  [
    'by name, once',
    'SELECT * FROM orders WHERE placed >= :day AND placed < :day + INTERVAL 1 DAY',
    'mysql',
    ['day :day orders.placed datetime'],
  ],
  [
    'by number',
    'SELECT * FROM orders WHERE customer_id = $2 AND status = $1',
    'postgres',
    ['2 $2 orders.customer_id number', '1 $1 orders.status text'],
  ],
  [
    'between',
    'SELECT * FROM orders WHERE total BETWEEN ? AND ?',
    'mysql',
    ['1 ? orders.total number', '2 ? orders.total number'],
  ],
  ['in a list', 'SELECT * FROM items WHERE sku IN (?, ?)', 'mysql', ['1 ? items.sku text', '2 ? items.sku text']],
  ['a pattern', 'SELECT * FROM customers WHERE city LIKE ?', 'mysql', ['1 ? customers.city text']],
  ['a limit', 'SELECT * FROM items LIMIT ? OFFSET ?', 'mysql', ['1 ? - number', '2 ? - number']],
  ['an assignment', 'UPDATE items SET qty = ? WHERE sku = ?', 'mysql', ['1 ? items.qty number', '2 ? items.sku text']],
  ['inserted', 'INSERT INTO items (sku, qty) VALUES (?, ?)', 'mysql', ['1 ? items.sku text', '2 ? items.qty number']],
  [
    'a user variable that is only read',
    'SELECT * FROM orders WHERE customer_id = @p',
    'mysql',
    ['p @p orders.customer_id number'],
  ],
  ['a user variable that the statement sets', 'SELECT @n := @n + 1 FROM orders', 'mysql', []],
  ['nothing known', 'SELECT * FROM somewhere WHERE a = ?', 'mysql', ['1 ? - text']],
  [
    'of a driver',
    'SELECT * FROM orders WHERE status = %s AND total > %(least)s',
    'postgres',
    ['1 %s orders.status text', 'least %(least)s orders.total number'],
  ],
  [
    'in a subquery',
    'SELECT * FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > ?)',
    'mysql',
    ['1 ? orders.total number'],
  ],
  ['none', 'SELECT 1', 'mysql', []],
])('%s', (_name, sql, dialect, expected) => {
  expect(shown(sql, dialect)).toEqual(expected)
}) // prettier-ignore

test.each<[string, number, number, number, number]>([
  ['before all', 0, 6, 0, 6],
  ['around the first value', 7, 17, 7, 12],
  ['the second condition', 22, 27, 17, 22],
  ['around both', 7, 27, 7, 22],
])('a place of the bound statement is one of the statement as written: %s', (_name, start, end, from, to) => {
  // `SELECT a = ? AND b = ?` became `SELECT a = 'long' AND b = 7`
  const edits = [
    { span: { start: 11, end: 12 }, text: "'long'" },
    { span: { start: 21, end: 22 }, text: '7' },
  ]
  expect(placeBefore({ start, end }, edits)).toEqual({ start: from, end: to })
})
