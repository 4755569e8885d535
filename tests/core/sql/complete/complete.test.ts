// Protects what completion offers first: texts with a caret (`|`), whole and unfinished, in each dialect.
import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../../src/core/engine'
import { completeAt } from './shop'

/** What is written for the first proposals. */
function top(marked: string, dialect: Dialect, count: number): readonly string[] {
  return completeAt(marked, dialect)
    .proposals.slice(0, count)
    .map(({ insert }) => insert)
}

const both: readonly Dialect[] = ['mysql', 'postgres']

describe.each(both)('tables, %s', (dialect) => {
  test.each([
    ['after FROM the tables of the database', 'SELECT * FROM |', ['customers', 'items', 'orders', 'v_open']],
    ['by their beginning', 'SELECT * FROM ord|', ['orders']],
    ['by a part', 'SELECT * FROM pen|', ['v_open']],
    ['after a comma', 'SELECT * FROM orders, it|', ['items']],
    ['after JOIN, what a foreign key joins first', 'SELECT * FROM orders o JOIN |', ['customers']],
    ['after UPDATE', 'UPDATE or|', ['orders']],
    ['after INTO', 'INSERT INTO it|', ['items']],
    ['after DELETE FROM', 'DELETE FROM cu|', ['customers']],
    ['common table expressions first', 'WITH recent AS (SELECT 1) SELECT * FROM |', ['recent', 'customers']],
    ['in a subquery too', 'SELECT * FROM orders WHERE id IN (SELECT order_id FROM |', ['customers', 'items']],
    ['of a schema', 'SELECT * FROM archive.|', ['orders_2020']],
    ['before text that follows', 'SELECT * FROM | WHERE id = 1', ['customers', 'items', 'orders']],
    ['in the second statement', 'SELECT 1; SELECT * FROM ord|; SELECT 2', ['orders']],
  ])('%s', (_name, marked, expected) => {
    expect(top(marked, dialect, expected.length)).toEqual(expected)
  })
})

describe.each(both)('columns, %s', (dialect) => {
  test.each([
    ['of an alias', 'SELECT o.| FROM orders o', ['id', 'customer_id', 'status', 'total', 'placed']],
    ['of an alias, by beginning', 'SELECT o.cu| FROM orders o', ['customer_id']],
    ['of the table by its name', 'SELECT * FROM orders WHERE orders.st|', ['status']],
    ['bare, where one table has it', 'SELECT * FROM orders o JOIN items i ON i.order_id = o.id WHERE sk|', ['sku']],
    [
      'with the alias, where two tables have it',
      'SELECT * FROM orders o JOIN customers c ON c.id = o.customer_id WHERE i|',
      ['o.id', 'c.id'],
    ],
    ['in the select list before FROM is read', 'SELECT tot| FROM orders', ['total']],
    [
      'of a derived table',
      'SELECT d.| FROM (SELECT customer_id, SUM(total) AS spent FROM orders GROUP BY customer_id) d',
      ['customer_id', 'spent'],
    ],
    ['of a derived table’s star', 'SELECT d.q| FROM (SELECT * FROM items) d', ['qty']],
    [
      'of a common table expression',
      'WITH r AS (SELECT id AS order_no, total FROM orders) SELECT r.| FROM r',
      ['order_no', 'total'],
    ],
    [
      'of a common table expression with names',
      'WITH r (a, b) AS (SELECT id, total FROM orders) SELECT * FROM r WHERE r.|',
      ['a', 'b'],
    ],
    [
      'of a recursive one',
      'WITH RECURSIVE r AS (SELECT id, 1 AS depth FROM orders UNION ALL SELECT r.| FROM r) SELECT * FROM r',
      ['id', 'depth'],
    ],
    [
      'of the inner table first in a subquery',
      'SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.|',
      ['id', 'customer_id'],
    ],
    [
      'of the outer query in a subquery',
      'SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM items i WHERE cust|',
      ['customer_id'],
    ],
    ['what UPDATE sets', 'UPDATE orders SET to|', ['total']],
    ['what UPDATE sets, the second', 'UPDATE orders SET total = 1, pla|', ['placed']],
    ['of the right side of SET', 'UPDATE orders SET total = to|', ['total']],
    ['what INSERT names, without those it has', 'INSERT INTO items (order_id, |', ['line', 'sku', 'qty']],
    ['that both tables of USING have', 'SELECT * FROM orders o JOIN customers c USING (|', ['id']],
    ['in GROUP BY', 'SELECT customer_id, COUNT(*) FROM orders GROUP BY cus|', ['customer_id']],
    ['in ORDER BY, select items first', 'SELECT id, total AS tall FROM orders ORDER BY t|', ['tall', 'total']],
    ['in a function', 'SELECT MAX(tot|) FROM orders', ['total']],
    ['in CASE', 'SELECT CASE WHEN tot| FROM orders', ['total']],
    [
      'of the second member of a UNION',
      'SELECT id FROM orders UNION ALL SELECT | FROM items',
      ['order_id', 'line', 'sku', 'qty'],
    ],
    [
      'of a lateral query',
      'SELECT * FROM customers c, LATERAL (SELECT * FROM orders o WHERE o.customer_id = c.| ) x',
      ['id', 'name', 'city'],
    ],
    ['behind a line break', 'SELECT *\nFROM orders o\nWHERE\n  o.\n  sta|', ['status']],
    ['in any case', 'select O.TOT| from orders o', ['total']],
    ['by initials', 'SELECT cid| FROM orders', ['customer_id']],
  ])('%s', (_name, marked, expected) => {
    expect(top(marked, dialect, expected.length)).toEqual(expected)
  }) // prettier-ignore
})

describe.each(both)('joins, %s', (dialect) => {
  test.each([
    ['by foreign key', 'SELECT * FROM orders o JOIN customers c ON |', ['o.customer_id = c.id']],
    [
      'by foreign key, the other way round',
      'SELECT * FROM customers c LEFT JOIN orders o ON |',
      ['o.customer_id = c.id'],
    ],
    ['by name', 'SELECT * FROM orders o JOIN items i ON |', ['i.order_id = o.id']],
    [
      'with the tables before',
      'SELECT * FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON |',
      ['i.order_id = o.id'],
    ],
  ])('%s', (_name, marked, expected) => {
    expect(top(marked, dialect, expected.length)).toEqual(expected)
  })
})

describe.each(both)('keywords, %s', (dialect) => {
  test.each([
    ['a statement begins', '|', ['SELECT']],
    ['a table is there', 'SELECT * FROM orders o |', ['JOIN', 'LEFT JOIN']],
    ['a table is there, by beginning', 'SELECT * FROM orders o WH|', ['WHERE']],
    ['a condition is there', 'SELECT * FROM orders WHERE id = 1 |', ['AND', 'OR']],
    ['a column is there', 'SELECT * FROM orders WHERE total |', ['AND', 'OR', 'IN']],
    ['a column is there, by beginning', 'SELECT * FROM orders WHERE total BET|', ['BETWEEN']],
    ['groups', 'SELECT * FROM orders GROUP BY status H|', ['HAVING']],
    ['an order', 'SELECT * FROM orders ORDER BY id D|', ['DESC']],
    ['in EXISTS', 'SELECT * FROM orders WHERE EXISTS (|', ['SELECT']],
    ['the select list is done', 'SELECT id F|', ['FROM']],
  ])('%s', (_name, marked, expected) => {
    expect(top(marked, dialect, expected.length)).toEqual(expected)
  })
})

describe('functions', () => {
  test.each<[string, Dialect, string, string]>([
    ['of both', 'mysql', 'SELECT COAL|', 'COALESCE()'],
    ['of MySQL', 'mysql', 'SELECT UUID_TO|', 'UUID_TO_BIN()'],
    ['of MariaDB', 'mariadb', 'SELECT NV|', 'NVL()'],
    ['of PostgreSQL', 'postgres', 'SELECT date_tr|', 'date_trunc()'],
    ['counting', 'postgres', 'SELECT COU|', 'COUNT(*)'],
  ])('%s', (_name, dialect, marked, expected) => {
    expect(top(marked, dialect, 1)).toEqual([expected])
  })
  test('say their signature', () => {
    const [first] = completeAt('SELECT COALES|', 'mysql').proposals
    expect(first).toMatchObject({ kind: 'function', detail: 'COALESCE(value, …)' })
  })
})

describe('what MySQL and MariaDB have alone', () => {
  test.each([
    ['indexes of the table', 'SELECT * FROM orders o FORCE INDEX (|', ['PRIMARY', 'ix_cust', 'ix_status_placed']],
    ['indexes, without those it has', 'SELECT * FROM orders USE INDEX (ix_cust, |', ['PRIMARY', 'ix_status_placed']],
    ['indexes of a hint for joins', 'SELECT * FROM orders IGNORE INDEX FOR JOIN (ix_s|', ['ix_status_placed']],
    [
      'indexes of the right table',
      'SELECT * FROM orders o JOIN items i FORCE INDEX (ix|) ON i.order_id = o.id',
      ['ix_sku'],
    ],
    ['values of ENUM', 'SELECT * FROM orders WHERE status = |', ["'new'", "'paid'", "'sent'", "'can''t'"]],
    ['values of ENUM in a string', "SELECT * FROM orders WHERE status = 'pa|'", ["'paid'"]],
    ['values of ENUM in a list', "SELECT * FROM orders o WHERE o.status IN ('new', |", ["'new'", "'paid'"]],
    ['FORCE INDEX', 'SELECT * FROM orders o FORC|', ['FORCE INDEX']],
    ['names that need quotes', 'SELECT gro| FROM orders', ['`group`']],
    ['names in quotes', 'SELECT * FROM orders WHERE `tot|', ['`total`']],
    ['schemas that need quotes', 'SELECT * FROM odd|', ['`Odd Name`']],
    ['inside executable comments', 'SELECT /*! STRAIGHT_JOIN */ o.tot| FROM orders o', ['total']],
    ['in DELETE with a join', 'DELETE o FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.ci|', ['city']],
    ['after ON DUPLICATE KEY UPDATE', 'INSERT INTO items (order_id) VALUES (1) ON DUPLICATE KEY UPDATE q|', ['qty']],
    ['straight joins', 'SELECT * FROM orders o STRAIGHT_JOIN cus|', ['customers']],
  ])('%s', (_name, marked, expected) => {
    expect(top(marked, 'mysql', expected.length)).toEqual(expected)
  })

  test.each([
    ['hints', 'SELECT /*+ JOIN_O| */ * FROM orders o', 'JOIN_ORDER()'],
    ['hints, of an unfinished comment', 'SELECT /*+ NO_IC', 'NO_ICP()'],
    ['tables in a hint', 'SELECT /*+ JOIN_ORDER(| */ * FROM orders o JOIN items i ON i.order_id = o.id', 'o'],
    ['indexes in a hint', 'SELECT /*+ INDEX(o ix_c|) */ * FROM orders o', 'ix_cust'],
  ])('%s', (_name, marked, expected) => {
    const withCaret = marked.includes('|') ? marked : `${marked}|`
    expect(top(withCaret, 'mysql', 50)).toContain(expected)
  })
})

describe('what PostgreSQL has alone', () => {
  test.each([
    ['names with capitals in quotes', 'SELECT ema| FROM customers', ['"Email"']],
    ['casts do not end the scope', "SELECT * FROM orders o WHERE o.placed > '2024-01-01'::date AND o.tot|", ['total']],
    ['parameters do not', 'SELECT * FROM orders o WHERE o.id = $1 AND o.cus|', ['customer_id']],
    ['dollar strings do not', 'SELECT $x$ FROM nothing $x$, o.tot| FROM orders o', ['total']],
    ['DISTINCT ON', 'SELECT DISTINCT ON (o.cus|) * FROM orders o', ['customer_id']],
    ['RETURNING', 'DELETE FROM items WHERE line = 2 RETURNING sk|', ['sku']],
    ['UPDATE with FROM', 'UPDATE orders SET total = 0 FROM customers c WHERE c.ci|', ['city']],
    ['FULL JOIN', 'SELECT * FROM orders o FULL JOIN cus|', ['customers']],
    ['no index hints', 'SELECT * FROM orders FORC|', []],
  ])('%s', (_name, marked, expected) => {
    expect(top(marked, 'postgres', Math.max(1, expected.length))).toEqual(expected)
  })
})

describe('silence', () => {
  test.each([
    ['in a comment', 'SELECT * FROM orders -- whe|'],
    ['in a block comment', 'SELECT /* ord| */ 1'],
    ['in a string that is compared with no ENUM', "SELECT * FROM orders WHERE total = 'pa|'"],
    ['in a number', 'SELECT 12|'],
    ['where an alias is written', 'SELECT * FROM orders AS o|'],
  ])('%s', (_name, marked) => {
    expect(completeAt(marked, 'mysql').proposals).toEqual([])
  })
})

test('what is typed is replaced, and nothing else', () => {
  expect(completeAt('SELECT * FROM orders WHERE sta| AND id = 1', 'mysql').replace).toEqual({ start: 27, end: 30 })
  expect(completeAt("SELECT * FROM orders WHERE status = 'pa|' AND id = 1", 'mysql').replace).toEqual({
    start: 36,
    end: 40,
  })
})

test.each([0, 7, 20, 33, 47, 61])('no place of a broken text throws: %i', (seed) => {
  const pieces = [
    'SELECT',
    '(',
    ')',
    'FROM',
    'orders',
    '.',
    ',',
    "'",
    '`',
    'WITH x AS (',
    'JOIN',
    'ON',
    '/*+',
    '*/',
    'USE INDEX (',
    '=',
    '1',
    ';',
    'UNION',
    'o',
  ] // prettier-ignore
  let state = seed * 7919 + 13
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state
  }
  for (let round = 0; round < 60; round++) {
    const text = Array.from({ length: 14 }, () => pieces[next() % pieces.length]).join(' ')
    const at = next() % (text.length + 1)
    for (const dialect of both)
      expect(completeAt(`${text.slice(0, at)}|${text.slice(at)}`, dialect).proposals.length).toBeGreaterThanOrEqual(0)
  }
})
