// Protects that a plan's condition is traced to the one condition of the statement that it comes from, or to none.
import { beforeAll, describe, expect, test } from 'vitest'
import { placedPlan } from '../../../../src/core/analysis/sql-places/trace'
import { placedKeyUse } from '../../../../src/core/analysis/sql-places/trace-key-parts'
import type { Catalog } from '../../../../src/core/catalog/model'
import type { Dialect } from '../../../../src/core/engine'
import { keyUseOf } from '../../../../src/core/keyparts/key-use'
import { readPlans } from '../../../../src/core/plan/read'
import { each } from '../../../../src/core/plan/walk'
import { readSchema } from '../../../../src/core/sql/ddl/read-schema'
import { readSql } from '../../../../src/core/sql/read'
import type { StatementReaders } from '../../../../src/core/sql/statement-reader'
import { loadPostgresReader } from '../../../../src/pg-syntax/index'

let readers: StatementReaders = {}
beforeAll(async () => {
  readers = { postgres: await loadPostgresReader() }
})

const ddl = `CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, status VARCHAR(9), total DECIMAL(9,2), placed DATETIME, KEY sp (status, placed));
CREATE TABLE customers (id INT PRIMARY KEY, city VARCHAR(20), active TINYINT);
CREATE TABLE items (id INT PRIMARY KEY, order_id INT, qty INT);`

const catalog = (dialect: Dialect): Catalog =>
  readSchema(
    dialect === 'postgres' ? ddl.replace(/, KEY sp \(.*?\)\)/, ')').replaceAll('DATETIME', 'TIMESTAMP') : ddl,
    dialect,
  ).catalog // prettier-ignore

const mysqlTree = (alias: string, condition: string) =>
  `-> Filter: ${condition}  (cost=1.5 rows=3)\n    -> Table scan on ${alias}  (cost=1.5 rows=9)\n`
const postgresText = (alias: string, condition: string) =>
  ` Seq Scan on ${alias}  (cost=0.00..1.50 rows=3 width=8)\n   Filter: ${condition}\n`

function traced(sql: string, planText: string, dialect: Dialect, known: Catalog | undefined): string {
  const [plan] = readPlans(planText, { sql })
  const [statement] = readSql(sql, dialect, {}, readers).statements
  if (plan === undefined || statement === undefined) throw new Error('nothing to trace')
  const places = [...each(placedPlan(plan, { sql, ...statement }, known).root)]
    .flatMap((node) => node.conditions)
    .flatMap(({ sqlSpan, sqlSpans = sqlSpan === undefined ? [] : [sqlSpan] }) => sqlSpans)
  return places.map(({ start, end }) => sql.slice(start, end)).join(' & ') || '∅'
}

describe('MySQL', () => {
  test.each([
    ['order of the sides', 'SELECT * FROM orders WHERE 5 < total', 'orders', '(orders.total > 5.00)', '5 < total'],
    ['a number as text', "SELECT * FROM orders WHERE id = '7'", 'orders', '(orders.id = 7)', "id = '7'"],
    [
      'a computed constant',
      'SELECT * FROM orders WHERE placed > NOW() - INTERVAL 1 DAY',
      'orders',
      '(orders.placed > <cache>((now() - interval 1 day)))',
      'placed > NOW() - INTERVAL 1 DAY',
    ],
    ['a bare truth', 'SELECT * FROM customers WHERE active', 'customers', '(0 <> customers.active)', 'active'],
    [
      'NOT of a comparison',
      'SELECT * FROM orders WHERE NOT (total > 5)',
      'orders',
      '(orders.total <= 5.00)',
      'NOT (total > 5)',
    ],
    [
      'NOT of an OR is two conditions',
      "SELECT * FROM orders WHERE NOT (total > 5 OR status = 'x')",
      'orders',
      "((orders.total <= 5.00) and (orders.`status` <> 'x'))",
      "NOT (total > 5 OR status = 'x')",
    ],
    [
      'a list of one',
      "SELECT * FROM orders WHERE status IN ('x')",
      'orders',
      "(orders.`status` = 'x')",
      "status IN ('x')",
    ],
    [
      'a part that was not said',
      'SELECT * FROM orders WHERE total > 5',
      'orders',
      '((orders.total > 5.00) and (orders.customer_id is not null))',
      'total > 5',
    ],
    ['USING', 'SELECT * FROM orders o JOIN items i USING (id)', 'o', '(o.id = i.id)', 'id'],
    [
      'a bare name of one table',
      "SELECT * FROM orders o JOIN customers c ON c.id = o.customer_id WHERE city = 'Graz'",
      'c',
      "(c.city = 'Graz')",
      "city = 'Graz'",
    ],
    [
      'the same text twice',
      'SELECT * FROM orders WHERE total > 5 AND total > 5',
      'orders',
      '(orders.total > 5.00)',
      '∅',
    ],
    ['another literal', 'SELECT * FROM orders WHERE total > 5', 'orders', '(orders.total > 6.00)', '∅'],
    ['another operator', 'SELECT * FROM orders WHERE total > 5', 'orders', '(orders.total >= 5.00)', '∅'],
    [
      'another table',
      'SELECT * FROM orders o JOIN items i ON i.order_id = o.id WHERE o.id = 5',
      'i',
      '(i.id = 5)',
      '∅',
    ],
    [
      'handed on by an equality to a table of the same name',
      'SELECT * FROM orders WHERE id IN (SELECT orders.customer_id FROM orders WHERE orders.customer_id = 5 AND orders.id = 6)',
      'orders',
      '(orders.id = 6)',
      '∅',
    ],
    [
      'one of two computed constants',
      'SELECT * FROM orders WHERE total > 1 + 1 OR FALSE AND total > 2 + 2',
      'orders',
      '(orders.total > 4)',
      '∅',
    ],
    [
      'two computed constants',
      'SELECT * FROM orders WHERE total > 1 + 1 AND total > 2 + 2',
      'orders',
      '(orders.total > <cache>((2 + 2)))',
      'total > 2 + 2',
    ],
    [
      'two that were folded',
      'SELECT * FROM orders WHERE total > 1 + 1 AND total > 2 + 2',
      'orders',
      '(orders.total > 4)',
      '∅',
    ],
    [
      'NOT IN is not IN',
      "SELECT * FROM orders WHERE status IN ('a','b')",
      'orders',
      "(orders.`status` not in ('a','b'))",
      '∅',
    ],
  ])('%s', (_name, sql, alias, condition, expected) => {
    expect(traced(sql, mysqlTree(alias, condition), 'mysql', catalog('mysql'))).toBe(expected)
  }) // prettier-ignore

  test('without a catalog a bare name of two tables is told where one place only has the text', () => {
    const sql = "SELECT * FROM orders o JOIN customers c ON c.id = o.customer_id WHERE city = 'Graz'"
    expect(traced(sql, mysqlTree('c', "(c.city = 'Graz')"), 'mysql', undefined)).toBe("city = 'Graz'")
  })
})

describe('PostgreSQL', () => {
  test.each([
    [
      'casts of text',
      "SELECT * FROM orders WHERE status = 'x'",
      'orders',
      "((status)::text = 'x'::text)",
      "status = 'x'",
    ],
    [
      'a folded date',
      "SELECT * FROM orders WHERE placed < date '2024-01-01' + 30",
      'orders',
      "(placed < '2024-01-31'::date)",
      "placed < date '2024-01-01' + 30",
    ],
    [
      'IN',
      "SELECT * FROM orders WHERE status IN ('a', 'b, c')",
      'orders',
      '((status)::text = ANY (\'{a,"b, c"}\'::text[]))',
      "status IN ('a', 'b, c')",
    ],
    [
      'NOT IN',
      'SELECT * FROM orders WHERE id NOT IN (1, 2)',
      'orders',
      "(id <> ALL ('{1,2}'::integer[]))",
      'id NOT IN (1, 2)',
    ],
    [
      'an OR made a list',
      'SELECT * FROM orders WHERE id = 1 OR id = 2',
      'orders',
      "(id = ANY ('{1,2}'::integer[]))",
      'id = 1 OR id = 2',
    ],
    [
      'BETWEEN',
      'SELECT * FROM orders WHERE id BETWEEN 3 AND 6',
      'orders',
      '((id >= 3) AND (id <= 6))',
      'id BETWEEN 3 AND 6',
    ],
    ['a parameter', 'SELECT * FROM orders WHERE id = $1', 'orders', '(id = $1)', 'id = $1'],
    [
      'ILIKE',
      "SELECT * FROM orders WHERE status ILIKE 'x%'",
      'orders',
      "((status)::text ~~* 'x%'::text)",
      "status ILIKE 'x%'",
    ],
    [
      'IS DISTINCT FROM',
      'SELECT * FROM orders WHERE id IS DISTINCT FROM 3',
      'orders',
      '(id IS DISTINCT FROM 3)',
      'id IS DISTINCT FROM 3',
    ],
    ['a number is no truth', 'SELECT * FROM customers WHERE active = 1', 'customers', '(active = 1)', 'active = 1'],
    [
      'the list with one more',
      'SELECT * FROM orders WHERE id IN (1, 2)',
      'orders',
      "(id = ANY ('{1,2,3}'::integer[]))",
      '∅',
    ],
  ])('%s', (_name, sql, alias, condition, expected) => {
    expect(traced(sql, postgresText(alias, condition), 'postgres', catalog('postgres'))).toBe(expected)
  }) // prettier-ignore
})

describe('tables', () => {
  const spanOf = (sql: string, plan: string, known: Catalog) => {
    const [read] = readPlans(plan, { sql })
    const [statement] = readSql(sql, 'mysql').statements
    if (read === undefined || statement === undefined) throw new Error('nothing to trace')
    return [...each(placedPlan(read, { sql, ...statement }, known).root)].flatMap(({ sqlSpan }) =>
      sqlSpan === undefined ? [] : [sql.slice(sqlSpan.start, sqlSpan.end)],
    )
  }
  test('with alias and hint', () => {
    const sql = 'SELECT * FROM orders AS o USE INDEX (sp) WHERE o.total > 5'
    expect(spanOf(sql, mysqlTree('o', '(o.total > 5.00)'), catalog('mysql'))[0]).toMatch(/^orders AS o/)
  })
  test('named twice: none', () => {
    const sql = 'SELECT * FROM orders WHERE total > (SELECT AVG(total) FROM orders)'
    expect(spanOf(sql, mysqlTree('orders', '(orders.total > 5.00)'), catalog('mysql'))).toEqual([])
  })
})

test('key parts get the conditions that feed them', () => {
  const sql =
    "SELECT * FROM orders o WHERE o.total > 9 AND o.status = 'paid' AND o.placed >= '2024-01-01' AND o.placed < '2024-02-01'"
  const text =
    "-> Filter: (o.total > 9.00)  (cost=1.5 rows=3)\n    -> Index range scan on o using sp over (status = 'paid' AND '2024-01-01 00:00:00' <= placed < '2024-02-01 00:00:00')  (cost=1.5 rows=9)\n"
  const [statement] = readSql(sql, 'mysql').statements
  if (statement === undefined) throw new Error('nothing to trace')
  const known = catalog('mysql')
  const plans = readPlans(text, { sql }).map((plan) => placedPlan(plan, { sql, ...statement }, known))
  const uses = placedKeyUse(keyUseOf({ plans, catalog: known, sql }), plans, { sql, ...statement }, known)
  const parts = uses.filter((use) => use.chosen).flatMap((use) => use.parts.filter((part) => !part.appended))
  expect(
    parts.map((part) => [part.column, (part.sqlSpans ?? []).map(({ start, end }) => sql.slice(start, end))]),
  ).toEqual([
    ['status', ["o.status = 'paid'"]],
    ['placed', ["o.placed >= '2024-01-01'", "o.placed < '2024-02-01'"]],
  ])
})
