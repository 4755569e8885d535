// Protects what hovering over a place of a statement says: the thing meant, its facts, and whether an index serves it.
import { describe, expect, test } from 'vitest'
import type { Catalog } from '../../../../src/core/catalog/model'
import type { Dialect } from '../../../../src/core/engine'
import { hoverAt } from '../../../../src/core/sql/complete/hover'
import type { Hover } from '../../../../src/core/sql/complete/hover-model'
import { shop } from './shop'

const counted: Catalog = {
  tables: shop('mysql').tables.map((table) =>
    table.name === 'orders'
      ? {
          ...table,
          rows: 120_000,
          bytes: 9_000_000,
          engine: 'InnoDB',
          indexes: table.indexes.map((index) =>
            index.name === 'ix_cust'
              ? { ...index, parts: index.parts.map((part) => ({ ...part, cardinality: 4000 })) }
              : index,
          ),
        }
      : table,
  ),
} // prettier-ignore

/** Hovers over the character behind `|`. */
function hover(marked: string, dialect: Dialect = 'mysql'): Hover | undefined {
  const offset = marked.indexOf('|')
  const text = marked.slice(0, offset) + marked.slice(offset + 1)
  const catalog = dialect === 'mysql' ? counted : shop(dialect)
  return hoverAt({ text, offset, dialect, catalog, database: dialect === 'postgres' ? 'public' : 'shop' })
}

describe('what is meant', () => {
  test.each<[string, string, Dialect, string, string]>([
    ['a table', 'SELECT * FROM |orders o', 'mysql', 'table', 'shop.orders'],
    ['a table in a join', 'SELECT * FROM items i JOIN |orders o ON o.id = i.order_id', 'mysql', 'table', 'shop.orders'],
    ['an alias where it is given', 'SELECT * FROM orders |o WHERE o.id = 1', 'mysql', 'table', 'shop.orders'],
    ['an alias where it is used', 'SELECT * FROM orders o WHERE |o.id = 1', 'mysql', 'table', 'shop.orders'],
    ['a column', 'SELECT * FROM orders o WHERE o.|status = 1', 'mysql', 'column', 'orders.status'],
    ['a bare column', 'SELECT |sku FROM orders o JOIN items i ON i.order_id = o.id', 'mysql', 'column', 'items.sku'],
    [
      'a column of a derived table',
      'SELECT d.|t FROM (SELECT total AS t FROM orders) d',
      'mysql',
      'column',
      'orders.total',
    ],
    [
      'an outer column',
      'SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM items WHERE order_id = o.|id)',
      'mysql',
      'column',
      'orders.id',
    ],
    ['an index', 'SELECT * FROM orders FORCE INDEX (|ix_cust)', 'mysql', 'index', 'ix_cust'],
    ['a function', 'SELECT |COALESCE(total, 0) FROM orders', 'mysql', 'function', 'COALESCE(value, …)'],
    ['a hint', 'SELECT /*+ |NO_ICP(o) */ * FROM orders o', 'mysql', 'hint', 'NO_ICP(table index, …)'],
    ['a keyword', 'SELECT |DISTINCT id FROM orders', 'mysql', 'keyword', 'DISTINCT'],
    [
      'a keyword of two words',
      'SELECT * FROM orders o |LEFT JOIN items i ON i.order_id = o.id',
      'mysql',
      'keyword',
      'LEFT JOIN',
    ],
    ['a condition by its operator', 'SELECT * FROM orders WHERE total |> 5', 'mysql', 'condition', 'Range'],
    ['a condition by its value', "SELECT * FROM orders WHERE status = |'new'", 'mysql', 'condition', 'Equality'],
    ['a condition by its word', 'SELECT * FROM orders WHERE id |IN (1, 2)', 'mysql', 'condition', 'List of values'],
    [
      'of PostgreSQL',
      "SELECT * FROM orders o WHERE o.placed > '2024-01-01'::date AND o.|total > 5",
      'postgres',
      'column',
      'orders.total',
    ],
    ['a condition of PostgreSQL', 'SELECT * FROM orders WHERE customer_id |= $1', 'postgres', 'condition', 'Equality'],
  ])('%s', (_name, marked, dialect, kind, title) => {
    const found = hover(marked, dialect)
    expect([found?.kind, found?.title]).toEqual([kind, title])
  }) // prettier-ignore

  test.each(['SELECT * FROM orders | WHERE id = 1', 'SELECT |nothing FROM orders', '-- a |note', 'SELECT |1'])(
    'nothing: %s',
    (marked) => {
      expect(hover(marked)).toBeUndefined()
    },
  )
})

describe('what is told', () => {
  test('of a table: rows, size, indexes with their parts', () => {
    const found = hover('SELECT * FROM |orders')
    expect(found?.facts).toEqual([
      { name: 'rows, about', value: 120_000, unit: 'rows' },
      { name: 'size', value: 9_000_000, unit: 'bytes' },
      { name: 'engine', text: 'InnoDB' },
      { name: 'columns', value: 6, unit: 'values' },
    ])
    expect(found?.lines.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'PRIMARY unique (id)',
      'ix_cust (customer_id)',
      'ix_status_placed (status, placed)',
    ])
  })
  test('of a column: type, NULL, distinct values, its place in indexes', () => {
    const found = hover('SELECT |customer_id FROM orders')
    expect(found?.facts).toEqual([
      { name: 'type', text: 'int' },
      { name: 'NULL', text: 'never' },
      { name: 'distinct values, about', value: 4000, unit: 'values' },
    ])
    expect(found?.lines).toEqual([{ name: 'ix_cust', text: 'alone: (customer_id)', look: 'good' }])
    expect(hover('SELECT |placed FROM orders')?.lines.map(({ text }) => text)).toEqual([
      'part 2 of 2: (status, placed)',
    ])
    expect(hover('SELECT |total FROM orders')?.about).toBe('In no index.')
  })
})

describe('whether an index can be searched by a condition', () => {
  test.each<[string, string, string, readonly string[]]>([
    [
      'yes, by its first part',
      'SELECT * FROM orders WHERE customer_id |= 5',
      'An index can be searched by it.',
      ['good'],
    ],
    ['no index has the column', 'SELECT * FROM orders WHERE total |> 5', '`orders` has no index with `total`.', []],
    [
      'a later part alone',
      "SELECT * FROM orders WHERE placed |> '2024-01-01'",
      'No index can be searched by it as the statement is.',
      ['bad'],
    ],
    [
      'a later part behind an equality',
      "SELECT * FROM orders WHERE status = 'new' AND placed |> '2024-01-01'",
      'An index can be searched by it.',
      ['good'],
    ],
    [
      'an expression',
      'SELECT * FROM orders WHERE YEAR(placed) |= 2024',
      'It puts an expression around the column; an index holds the bare values, so none can be searched by it.',
      ['bad'],
    ],
    [
      'a leading wildcard',
      "SELECT * FROM customers WHERE city LIKE |'%x'",
      'The pattern begins with a wildcard: there is no fixed beginning to search for.',
      ['bad'],
    ],
    ['a fixed beginning', "SELECT * FROM customers WHERE city LIKE |'x%'", 'An index can be searched by it.', ['good']],
    [
      'text against a number',
      'SELECT * FROM customers WHERE city |= 7',
      'It compares `varchar(20)` with a number: every value would have to be converted first. Write the number in quotes.',
      ['bad'],
    ],
    [
      'a number against text',
      "SELECT * FROM orders WHERE customer_id = |'7'",
      'An index can be searched by it.',
      ['good'],
    ],
    [
      'excluded values',
      'SELECT * FROM orders WHERE customer_id |<> 7',
      'It excludes values instead of naming them: nearly everything else would have to be read.',
      ['bad'],
    ],
  ])('%s', (_name, marked, about, looks) => {
    const found = hover(marked)
    expect(found?.about).toBe(about)
    expect(found?.lines.map(({ look }) => look)).toEqual(looks)
  }) // prettier-ignore
})
