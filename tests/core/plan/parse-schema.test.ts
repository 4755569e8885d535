// Protects key use without a server: a pasted plan and CREATE TABLE text together tell which key parts are used.
import { expect, test } from 'vitest'
import { parsePlans } from '../../../src/core/plan/parse'

const mysqlPlan = JSON.stringify({
  query_block: {
    select_id: 1,
    table: {
      table_name: 'orders',
      access_type: 'ref',
      possible_keys: ['ix'],
      key: 'ix',
      used_key_parts: ['customer_id'],
      key_length: '5',
      ref: ['const'],
      rows_examined_per_scan: 10,
      rows_produced_per_join: 10,
      filtered: '100.00',
    },
  },
})
const mysqlSchema =
  'CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, total DECIMAL(8,2), KEY ix (customer_id, total))'

test('MySQL: the bytes of key_len are explained by the definitions', () => {
  const sql = 'SELECT * FROM orders WHERE customer_id = 3'
  const { keyUse, schemaNotes, verdict } = parsePlans(mysqlPlan, { sql }, mysqlSchema)
  expect(schemaNotes).toBeUndefined()
  const use = keyUse?.find((one) => one.chosen)
  expect(use).toMatchObject({ table: 'orders', index: 'ix', keyLengthBytes: 5, computedBytes: 5, agrees: true })
  expect(use?.parts.slice(0, 2).map((part) => [part.column, part.role])).toEqual([
    ['customer_id', 'equality'],
    ['total', 'unused'],
  ])
  expect(verdict.facts).toContainEqual(expect.objectContaining({ name: 'usedKeyParts', value: 1 }))
  // The other index of the table is there, too.
  expect(keyUse?.map((one) => one.index).sort()).toEqual(['PRIMARY', 'ix'])
})

test('PostgreSQL: the text of the plan says which dialect the definitions are in', () => {
  const plan = `Index Scan using t_a_b_idx on t  (cost=0.15..8.17 rows=1 width=12)
  Index Cond: ((a = 1) AND (b > 2))`
  const { keyUse } = parsePlans(plan, {}, 'CREATE TABLE t (a int, b int, c text); CREATE INDEX ON t (a, b, c);')
  expect(keyUse?.[0]?.parts.map((part) => [part.column, part.role])).toEqual([
    ['a', 'equality'],
    ['b', 'range'],
    ['c', 'unused'],
  ])
})

test('without definitions there is no key use; what is not understood in them is told', () => {
  expect(parsePlans(mysqlPlan, {}).keyUse).toBeUndefined()
  const { keyUse, schemaNotes } = parsePlans(mysqlPlan, {}, `${mysqlSchema}; FROBNICATE`)
  expect(keyUse?.length).toBeGreaterThan(0)
  expect(schemaNotes?.map((note) => note.span.start)).toEqual([mysqlSchema.length + 2])
})
