// Protects the matrix of multi-range read: its cells, that only flags of the server are set, and where it does not apply.
import { expect, test } from 'vitest'
import { type Drawing, mariadb, offerOf, postgres15 } from './drawn-facts'

const orders = `CREATE TABLE orders (id int NOT NULL PRIMARY KEY, customer int, day date, note varchar(200), KEY by_day (day), KEY by_customer (customer)) ENGINE=InnoDB`
const range: Drawing = {
  sql: "SELECT SUM(id), MAX(note) FROM orders WHERE day < '1994-01-01'",
  schema: orders,
  explain: [['orders', 'range', 'by_day', '4', null, '20000', 'Using index condition']],
  switches: { mrr: 'on', mrr_cost_based: 'on', batched_key_access: 'off' },
  variables: { read_rnd_buffer_size: '262144', join_buffer_size: '262144' },
}

async function cells(drawing: Drawing) {
  const { variants } = await offerOf('mrr', drawing)
  return variants.map(({ name, cell, session }) =>
    [name, cell?.row, cell?.column, ...session.map(({ name: setting, value }) => `${setting}=${value}`)].join(' | '),
  )
}

test('MySQL: off, by cost and forced, times sizes around its own', async () => {
  expect(await cells(range)).toEqual([
    'A | MRR off | 256 KiB | optimizer_switch=mrr=off | read_rnd_buffer_size=262144',
    'B | MRR by cost | 32 KiB | optimizer_switch=mrr=on,mrr_cost_based=on | read_rnd_buffer_size=32768',
    'C | MRR by cost | 256 KiB | optimizer_switch=mrr=on,mrr_cost_based=on | read_rnd_buffer_size=262144',
    'D | MRR by cost | 4 MiB | optimizer_switch=mrr=on,mrr_cost_based=on | read_rnd_buffer_size=4194304',
    'E | MRR forced | 32 KiB | optimizer_switch=mrr=on,mrr_cost_based=off | read_rnd_buffer_size=32768',
    'F | MRR forced | 256 KiB | optimizer_switch=mrr=on,mrr_cost_based=off | read_rnd_buffer_size=262144',
    'G | MRR forced | 4 MiB | optimizer_switch=mrr=on,mrr_cost_based=off | read_rnd_buffer_size=4194304',
  ])
})

test('MariaDB: its own buffer and switch, and batched keys where a table is joined', async () => {
  const drawing: Drawing = {
    engine: mariadb,
    sql: "SELECT * FROM orders a JOIN orders b ON b.customer = a.id WHERE a.day < '1994-01-01'",
    schema: orders,
    explain: [
      ['a', 'range', 'by_day', '4', null, '20000', 'Using index condition'],
      ['b', 'ref', 'by_customer', '5', 'shop.a.id', '3', ''],
    ],
    switches: { mrr: 'off', mrr_cost_based: 'off', mrr_sort_keys: 'off', join_cache_bka: 'on' },
    variables: { mrr_buffer_size: '262144', join_buffer_size: '524288' },
  }
  const found = await cells(drawing)
  expect(found).toHaveLength(8)
  expect(found[0]).toBe('A | MRR off | 256 KiB | optimizer_switch=mrr=off | mrr_buffer_size=262144')
  expect(found[4]).toBe(
    'E | MRR forced | 32 KiB | optimizer_switch=mrr=on,mrr_sort_keys=on,mrr_cost_based=off | mrr_buffer_size=32768',
  )
  expect(found[7]).toBe(
    'H | MRR forced, batched keys | 512 KiB | optimizer_switch=mrr=on,mrr_sort_keys=on,join_cache_bka=on | join_buffer_size=524288 | join_cache_level=6',
  )
})

test('a join without a range: batched keys alone', async () => {
  const drawing: Drawing = {
    ...range,
    sql: 'SELECT * FROM orders a JOIN orders b ON b.customer = a.id',
    explain: [
      ['a', 'ALL', null, null, null, '20000', ''],
      ['b', 'ref', 'by_customer', '5', 'shop.a.id', '3', ''],
    ],
  }
  expect((await cells(drawing)).map((cell) => cell.split(' | ').slice(0, 3).join(' | '))).toEqual([
    'A | Row by row | 256 KiB',
    'B | MRR forced, batched keys | 32 KiB',
    'C | MRR forced, batched keys | 256 KiB',
    'D | MRR forced, batched keys | 4 MiB',
  ])
})

test('index condition pushdown is told, and a pool that holds the table', async () => {
  const { cautions } = await offerOf('mrr', {
    ...range,
    variables: { ...range.variables, innodb_buffer_pool_size: '67108864' },
    more: {
      catalog: {
        tables: [{ schema: 'shop', name: 'orders', bytes: 15_728_640, columns: [], indexes: [], foreignKeys: [] }],
      },
    },
  })
  expect(cautions[0]).toContain('orders (15 MiB) can lie whole in the buffer pool of 64 MiB')
  expect(cautions[1]).toContain('conditions on orders are checked in the index first')
})

test.each<readonly [string, Drawing, RegExp]>([
  ['PostgreSQL has none', { engine: postgres15, sql: 'SELECT 1' }, /PostgreSQL has no multi-range read/],
  ['only rows of a SELECT', { ...range, sql: 'DELETE FROM orders WHERE id = 1' }, /SELECT/],
  ['a server without the switch', { ...range, switches: {} }, /no switch mrr/],
  [
    'rows that come from the index alone',
    { ...range, explain: [['orders', 'range', 'by_day', '4', null, '20000', 'Using where; Using index']] },
    /No table is read through a secondary index/,
  ],
  [
    'rows by the primary key',
    { ...range, explain: [['orders', 'range', 'PRIMARY', '4', null, '20000', 'Using where']] },
    /No table is read through a secondary index/,
  ],
])('%s', async (_, drawing, because) => {
  const offer = await offerOf('mrr', drawing)
  expect(offer).toMatchObject({ available: false, variants: [] })
  expect(offer.because).toMatch(because)
})
