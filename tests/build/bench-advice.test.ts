// Protects what the bench of advice rests on: which indexes the brute force builds, what counts as found, and that its schemas are the same in every run.
import { expect, test } from 'vitest'
import type { Best } from '../../build/bench/advice/brute-force'
import { candidatesOf } from '../../build/bench/advice/candidates'
import type { Proof } from '../../build/bench/advice/prove'
import { goalsHold, report } from '../../build/bench/advice/report'
import { improvableOf, type PlaceResult } from '../../build/bench/advice/result'
import { shopSchema } from '../../build/bench/advice/shop'

const root = process.cwd()
const schema = shopSchema(root)

test.each([
  {
    name: 'constants stand first, in one order only, and a range behind them',
    sql: "SELECT id FROM orders WHERE status = 'paid' AND placed_at > '2024-01-01' AND channel = 'web'",
    indexes: ['orders channel,status,placed_at'],
  },
  {
    name: 'two ranges in both orders',
    sql: 'SELECT id FROM products WHERE price < 5 AND weight_grams > 100',
    indexes: ['products price,weight_grams', 'products weight_grams,price'],
  },
  {
    name: 'a list comes behind a constant',
    sql: "SELECT id FROM orders WHERE status IN ('paid', 'pending') AND customer_id = 4",
    indexes: ['orders customer_id,status'],
  },
  {
    name: 'a column of a join before and behind the constant, on each table of the join',
    sql: "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.gift = 1 AND c.country = 'IS'",
    indexes: ['customers country,id', 'customers id,country', 'orders customer_id,gift', 'orders gift,customer_id'],
  },
  {
    name: 'the column that a subquery gives is joined',
    sql: 'SELECT c.id FROM customers c WHERE c.id IN (SELECT customer_id FROM orders WHERE gift = 1)',
    indexes: ['customers id', 'orders customer_id,gift', 'orders gift,customer_id'],
  },
  {
    name: 'at most three columns',
    sql: "SELECT id FROM customers WHERE country = 'DE' AND city = 'x' AND status = 'closed' AND segment = 'private'",
    indexes: [
      'customers city,country,segment',
      'customers city,country,status',
      'customers city,segment,status',
      'customers country,segment,status',
    ],
  },
  {
    name: 'words in a literal are no columns, and a column in a function serves nothing',
    sql: "SELECT id FROM customers WHERE notes = 'city' AND LOWER(email) = 'a'",
    indexes: ['customers notes(20)'],
  },
  { name: 'nothing without a condition', sql: 'SELECT id FROM orders ORDER BY total LIMIT 5', indexes: [] },
])('brute force: $name', async ({ sql, indexes }) => {
  const found = await candidatesOf(sql, schema, 'mysql')
  expect(found.map(({ table, parts }) => `${table} ${parts.join(',')}`).sort()).toEqual(indexes)
})

test('brute force: LIKE in PostgreSQL gets the operators that serve it', async () => {
  const found = await candidatesOf(
    "SELECT id FROM products WHERE name LIKE 'red%' AND brand = 'Ibis'",
    schema,
    'postgres',
  )
  expect(found).toEqual([{ table: 'products', parts: ['brand', 'name text_pattern_ops'] }])
})

const index = { table: 'orders', parts: ['status'] }
const statement = { name: 'paid orders', sql: "SELECT id FROM orders WHERE status = 'paid'" }
const advised = (reads: number | undefined): Proof => ({
  statement,
  rule: 'index-missing-prefix',
  severity: 'problem',
  title: 'Add an index',
  what: 'CREATE INDEX …',
  reads,
})

test.each([
  { name: 'half the rows are worth finding', before: 200, after: 100, proofs: [], improvable: true, found: false },
  { name: 'a little less is not', before: 200, after: 101, proofs: [], improvable: false },
  { name: 'nothing read counts as one row', before: 1, after: 0, proofs: [], improvable: false },
  { name: 'half as much again is as good', before: 1000, after: 100, proofs: [150], improvable: true, found: true },
  { name: 'more is not', before: 1000, after: 100, proofs: [151], improvable: true, found: false },
  { name: 'the best of several counts', before: 1000, after: 100, proofs: [900, 90], improvable: true, found: true },
  { name: 'what took too long is improvable', before: undefined, after: 9, proofs: [9], improvable: true, found: true },
  {
    name: 'advice that takes too long finds nothing',
    before: 900,
    after: 9,
    proofs: [undefined],
    improvable: true,
    found: false,
  },
])('result: $name', ({ before, after, proofs, improvable, found }) => {
  const best: Best = { sql: statement.sql, before, after, index }
  const result = improvableOf(new Map([[statement.name, best]]), proofs.map(advised))
  expect(result.map((one) => one.found)).toEqual(improvable ? [found] : [])
})

test('a statement that no index helps is not improvable', () => {
  const best: Best = { sql: statement.sql, before: 500, after: 500 }
  expect(improvableOf(new Map([[statement.name, best]]), [])).toEqual([])
})

const judged = (confirmed: boolean, severity: Proof['severity'] = 'problem'): Proof => ({
  ...advised(10),
  severity,
  judged: { confirmed, because: confirmed ? 'faster' : 'it is used, but reads as much' },
})
const place = (proofs: readonly Proof[]): PlaceResult => ({
  server: 'mysql80',
  schema: 'shop',
  variant: 'indexed',
  statements: 1,
  proofs: { proofs, without: [], failed: [], problems: proofs.length, analysisMs: [] },
  improvable: [],
  seconds: 1,
})

test('report: nine of ten confirmed problems hold, and warnings are counted apart', () => {
  const results = [place([...Array.from({ length: 9 }, () => judged(true)), judged(false), judged(false, 'warning')])]
  const text = report(results).join('\n')
  expect(goalsHold(results)).toBe(true)
  expect(text).toContain('confirmed by its experiment: 9 of 10 = 90 % (goal 90 %): holds')
  expect(text).toContain("warnings' advice confirmed by its experiment: 0 of 1 = 0 %")
  expect(text).toContain('index-missing-prefix (warning): it is used, but reads as much')
})

test('report: eight of nine do not hold', () => {
  const results = [place([...Array.from({ length: 8 }, () => judged(true)), judged(false)])]
  expect(goalsHold(results)).toBe(false)
  expect(report(results).join('\n')).toContain('8 of 9 = 89 % (goal 90 %): DOES NOT HOLD')
})

test('the shop has twenty tables, whose rows are the same in every run', () => {
  expect(schema.tables.size).toBe(20)
  const [first] = schema.fill('mysql')
  const [again] = schema.fill('mysql')
  expect(first).toContain("INSERT INTO customers VALUES (1, '")
  expect(again).toBe(first)
})

test('at least 120 statements on the shop, each with its own name', () => {
  const statements = schema.statements('mysql')
  expect(statements.length).toBeGreaterThanOrEqual(120)
  expect(new Set(statements.map(({ name }) => name)).size).toBe(statements.length)
})
