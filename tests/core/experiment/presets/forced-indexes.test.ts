// Protects the preset that forces indexes: which candidates it takes, in which order, and how the statement is written.
import { expect, test } from 'vitest'
import { type Drawing, offerOf, postgres15 } from './drawn-facts'

const items = `CREATE TABLE items (id int NOT NULL PRIMARY KEY, col1 enum('A','B') DEFAULT NULL, title varchar(80) NOT NULL, KEY col1 (col1)) ENGINE=InnoDB DEFAULT CHARSET=latin1`

async function told(drawing: Drawing) {
  const { available, because, variants, cautions, scratch } = await offerOf('forced-indexes', drawing)
  return {
    available,
    because,
    scratch,
    cautions,
    variants: variants.map(({ name, label, sql }) => `${name} ${label}: ${sql}`),
  }
}

test('a forced bad index: the own choice, the index that gives the order, no index', async () => {
  const sql = "SELECT * FROM items FORCE INDEX (col1) WHERE (col1='A' OR col1='B') ORDER BY id DESC LIMIT 20"
  const { variants, available, scratch } = await told({
    sql,
    schema: items,
    explain: [['items', 'range', 'col1', '2', null, '126256', 'Using index condition; Using filesort']],
  })
  const where = "WHERE (col1='A' OR col1='B') ORDER BY id DESC LIMIT 20"
  expect({ available, scratch }).toEqual({ available: true, scratch: false })
  expect(variants).toEqual([
    `A As it is: items by col1: ${sql}`,
    `B The optimizer’s own choice: SELECT * FROM items ${where}`,
    `C items by PRIMARY (gives the order): SELECT * FROM items FORCE INDEX (\`PRIMARY\`) ${where}`,
    `D items without col1: SELECT * FROM items IGNORE INDEX (\`col1\`) ${where}`,
    `E items without any index: SELECT * FROM items USE INDEX () ${where}`,
  ])
})

const wide = `CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int NOT NULL, b int NOT NULL, c int NOT NULL, d int NOT NULL,
  KEY k1 (a), KEY k2 (a, b), KEY k3 (b), KEY k4 (a, c), KEY k5 (b, c), KEY k6 (c), KEY k7 (d), KEY k8 (a, b, c)) ENGINE=InnoDB`

test('the candidates that narrow by most key parts come first, room is kept for none, the rest is told', async () => {
  const { variants, cautions } = await told({
    sql: 'SELECT * FROM t AS x WHERE a = 1 AND b = 2 AND c = 3',
    schema: wide,
    explain: [['x', 'ref', 'k1', '4', 'const', '100', 'Using where']],
  })
  expect(variants.map((variant) => variant.split(':')[0])).toEqual(
    [
      'A As it is',
      'B t x by k8 (narrows by 3 of 3 key parts)',
      'C t x by k2 (narrows by 2 of 2 key parts)',
      'D t x by k4 (narrows by 2 of 2 key parts)',
      'E t x by k5 (narrows by 2 of 2 key parts)',
      'F t x by k3 (narrows by 1 of 1 key part)',
      'G t x without k1',
      'H t x without any index',
    ].map((one) => one.replaceAll('t x', 't')),
  )
  expect(cautions).toEqual([
    'Left out, for want of room: t by k6 (narrows by 1 of 1 key part).',
    'Not forced, because nothing in the statement would be narrowed, ordered or covered by them: t.PRIMARY and t.k7.',
  ])
  expect(variants[1]).toContain('FROM t AS x FORCE INDEX (`k8`) WHERE')
})

test('a table that stands in the statement twice is left as it is', async () => {
  const { available, cautions } = await told({
    sql: 'SELECT * FROM t WHERE a = 1 AND b IN (SELECT c FROM t WHERE b = 2)',
    schema: wide,
    explain: [['t', 'ref', 'k1', '4', 'const', '100', 'Using where']],
  })
  expect(available).toBe(false)
  expect(cautions).toContain('`t` stands in the statement 2 times; it is left as it is.')
})

test('an UPDATE needs copies', async () => {
  const { scratch, variants } = await told({
    sql: 'UPDATE t SET d = 1 WHERE b = 2',
    schema: wide,
    explain: [['t', 'range', 'k3', '4', 'const', '100', 'Using where']],
  })
  expect(scratch).toBe(true)
  expect(variants).toContain(
    'B t by k5 (narrows by 1 of 2 key parts): UPDATE t FORCE INDEX (`k5`) SET d = 1 WHERE b = 2',
  )
})

test.each<readonly [string, Drawing, RegExp]>([
  ['INSERT takes no hints', { sql: 'INSERT INTO t VALUES (1)' }, /SELECT, UPDATE and DELETE/],
  ['no plan', { sql: 'SELECT * FROM t', schema: wide }, /no plan/],
  [
    'nothing to force',
    { sql: 'SELECT * FROM p', schema: 'CREATE TABLE p (a int)', explain: [['p', 'ALL', null, null, null, '9', '']] },
    /no table/i,
  ],
])('%s', async (_, drawing, because) => {
  const offer = await offerOf('forced-indexes', drawing)
  expect(offer).toMatchObject({ available: false, variants: [] })
  expect(offer.because).toMatch(because)
})

test('PostgreSQL: ways of reading are taken away by settings', async () => {
  const sql = 'SELECT * FROM items WHERE id = 3'
  const { variants, cautions } = await offerOf('forced-indexes', {
    engine: postgres15,
    sql,
    schema: 'CREATE TABLE items (id int PRIMARY KEY)',
    plan: 'Index Scan using items_pkey on items  (cost=0.15..8.17 rows=1 width=4)\n  Index Cond: (id = 3)',
  })
  const off = (variant: (typeof variants)[number]) =>
    variant.session.map(({ name, value }) => `${name}=${value}`).join()
  expect(variants.map((variant) => `${variant.label}: ${off(variant)}`)).toEqual([
    'As it is: ',
    'Without index scans: enable_indexscan=off',
    'Tables read whole: enable_indexscan=off,enable_indexonlyscan=off,enable_bitmapscan=off',
    'Tables read by index scans: enable_seqscan=off,enable_bitmapscan=off',
  ])
  expect(variants.every((variant) => variant.sql === sql)).toBe(true)
  expect(cautions[0]).toMatch(/takes no index hints/)
})
