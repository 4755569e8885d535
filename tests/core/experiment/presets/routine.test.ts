// Protects the preset of stored functions: the call in a loop, what it is held against, and the statement without it.
import { expect, test } from 'vitest'
import { bareExpression, isConstant } from '../../../../src/core/experiment/presets/bare-expression'
import type { RoutineFact } from '../../../../src/core/experiment/presets/facts'
import { type Drawing, offerOf, postgres15 } from './drawn-facts'

const dead =
  'CREATE DEFINER=`me`@`%` FUNCTION `func3`() RETURNS int(11) READS SQL DATA BEGIN DECLARE r INT DEFAULT 0; IF 1=2 THEN SET r = 1; END IF; RETURN r; END'
const tax =
  'CREATE FUNCTION `tax`(price DECIMAL(10,2), kind CHAR(1)) RETURNS decimal(10,2) DETERMINISTIC RETURN price * 0.2'

async function told(drawing: Drawing) {
  const { variants } = await offerOf('routine', drawing)
  return variants.map(({ name, label, sql, cell }) => [name, cell ? `${cell.row} / ${cell.column}` : label, sql])
}

test('a loop: as it is, without dead branches, the bare expression, an empty function', async () => {
  const drawing: Drawing = { sql: 'SELECT BENCHMARK(100000, func3())', functions: [dead] }
  expect(await told(drawing)).toEqual([
    ['A', 'func3, called', 'SELECT BENCHMARK(100000, func3())'],
    ['B', 'func3 without dead branches (1=2)', 'SELECT BENCHMARK(100000, `func3_live`())'],
    ['C', 'The bare expression', 'SELECT BENCHMARK(100000, (0))'],
    ['D', 'An empty function', 'SELECT BENCHMARK(100000, `func3_empty`())'],
  ])
  expect(await offerOf('routine', drawing)).toMatchObject({ scratch: true, perRun: { count: 100_000, of: 'calls' } })
})

test('arguments that are constants are passed; no scratch is needed for the bare expression', async () => {
  const drawing: Drawing = { sql: "SELECT tax(100 + 1, 'a')", functions: [tax] }
  expect(await told(drawing)).toEqual([
    ['A', 'tax, called', "SELECT BENCHMARK(20000, tax(100 + 1, 'a'))"],
    ['B', 'The bare expression', 'SELECT BENCHMARK(20000, (100 + 1) * 0.2)'],
  ])
  expect((await offerOf('routine', drawing)).scratch).toBe(false)
})

test('in a statement: with it and without it, and alone as often as rows are read', async () => {
  const drawing: Drawing = {
    sql: 'SELECT SUM(tax(price, kind)) FROM goods',
    schema: 'CREATE TABLE goods (id int PRIMARY KEY, price decimal(10,2), kind char(1))',
    explain: [['goods', 'ALL', null, null, null, '5000', '']],
    functions: [tax],
  }
  expect(await told(drawing)).toEqual([
    ['A', 'In the statement / as it is', 'SELECT SUM(tax(price, kind)) FROM goods'],
    ['B', 'In the statement / its expression instead', 'SELECT SUM(((price) * 0.2)) FROM goods'],
    ['C', 'Alone, 5,000 calls / tax, called', "SELECT BENCHMARK(5000, tax(1, 'a'))"],
    ['D', 'Alone, 5,000 calls / The bare expression', 'SELECT BENCHMARK(5000, (1) * 0.2)'],
  ])
  const { cautions, perRun } = await offerOf('routine', drawing)
  expect(perRun).toEqual({ count: 5000, of: 'calls' })
  expect(cautions.join('\n')).toContain('made-up values')
})

test('a body that is no expression is replaced by a constant, and the other rows are told', async () => {
  const lookup =
    'CREATE FUNCTION `lookup`(a INT) RETURNS int(11) READS SQL DATA BEGIN DECLARE r INT; SELECT MAX(b) INTO r FROM t WHERE c = a; RETURN r; END'
  const drawing: Drawing = {
    sql: 'SELECT lookup(id) FROM goods',
    schema: 'CREATE TABLE goods (id int PRIMARY KEY)',
    explain: [['goods', 'ALL', null, null, null, '10', '']],
    functions: [lookup],
  }
  const found = await told(drawing)
  expect(found.map(([, , sql]) => sql)).toEqual([
    'SELECT lookup(id) FROM goods',
    'SELECT 1 FROM goods',
    'SELECT BENCHMARK(1000, lookup(1))',
    'SELECT BENCHMARK(1000, `lookup_empty`(1))',
  ])
  expect((await offerOf('routine', drawing)).cautions[0]).toMatch(/returns other rows/)
})

test('PostgreSQL: a loop over rows that the planner cannot see through', async () => {
  const fact: RoutineFact = {
    schema: 'public',
    name: 'tax',
    definition:
      'CREATE OR REPLACE FUNCTION public.tax(price numeric) RETURNS numeric LANGUAGE plpgsql AS $$BEGIN RETURN price * 0.2; END$$',
    returns: 'numeric',
    parameters: [{ name: 'price', type: 'numeric' }],
    language: 'plpgsql',
    body: 'BEGIN RETURN price * 0.2; END',
    writes: false,
    immutable: true,
  }
  const drawing: Drawing = {
    engine: postgres15,
    sql: 'SELECT tax(7)',
    plan: 'Result  (cost=0.00..0.26 rows=1 width=32)',
    more: { routines: [fact] },
  }
  const rows = 'WITH q AS MATERIALIZED (SELECT CAST(7 AS numeric) AS a1 FROM generate_series(1, 20000))'
  expect(await told(drawing)).toEqual([
    ['A', 'tax, called', `${rows} SELECT count(tax(q.a1)) FROM q`],
    ['B', 'The bare expression', `${rows} SELECT count((q.a1) * 0.2) FROM q`],
  ])
})

test.each<readonly [string, Drawing, RegExp]>([
  ['no function is called', { sql: 'SELECT ABS(1)' }, /calls no stored function/],
  ['an UPDATE', { sql: 'UPDATE t SET a = tax(1)', functions: [tax] }, /in SELECT statements/],
  [
    'a function that changes data',
    { sql: 'SELECT f()', functions: ['CREATE FUNCTION f() RETURNS int MODIFIES SQL DATA RETURN 1'] },
    /says that it changes data/,
  ],
])('%s', async (_, drawing, because) => {
  const offer = await offerOf('routine', drawing)
  expect(offer).toMatchObject({ available: false, variants: [] })
  expect(offer.because).toMatch(because)
})

test.each<readonly [string, string, string | undefined]>([
  ['a parameter', 'RETURN a + 1', '(7) + 1'],
  ['a variable with a default', 'BEGIN DECLARE r INT DEFAULT 5; RETURN r * a; END', '(5) * (7)'],
  ['a variable without one', 'BEGIN DECLARE r, s INT; RETURN COALESCE(r, a); END', 'COALESCE((NULL), (7))'],
  ['a variable that is set', 'BEGIN DECLARE r INT; SET r = a; RETURN r; END', undefined],
  ['a column of the same name', 'RETURN (SELECT MAX(t.a) FROM t)', '(SELECT MAX(t.a) FROM t)'],
])('the bare expression of %s', (_, body, expression) => {
  const fact = { language: 'sql', body, parameters: [{ name: 'a', type: 'INT' }] }
  const routine: RoutineFact = {
    ...fact,
    schema: '',
    name: 'f',
    definition: '',
    returns: 'INT',
    writes: false,
    immutable: false,
  }
  expect(bareExpression(routine, ['7'], 'mysql')).toBe(expression)
})

test.each<readonly [string, boolean]>([
  ["'a'", true],
  ['1 + (2)', true],
  ["DATE '2024-01-01'", true],
  ["'2024-01-01'::date", true],
  ['price', false],
  ['`NULL`', false],
  ['abs(1)', false],
])('%s is constant: %s', (expression, constant) => {
  expect(isConstant(expression, expression.includes('::') ? 'postgres' : 'mysql')).toBe(constant)
})
