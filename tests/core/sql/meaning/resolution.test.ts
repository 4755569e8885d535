// Protects: what every mention of a column stands for – source, alias, merged column, block further out, or nobody knows.
import { describe, expect, test } from 'vitest'
import type { MeaningOptions } from '../../../../src/core/sql/meaning/names'
import { columnShown, meaning, shop } from './shown'

/** Every mention in the order of the blocks: `clause:meaning`, with `^` when it is of a block further out. */
function references(sql: string, options: MeaningOptions = shop): string[] {
  const read = meaning(sql, 'mysql', options)
  return read.blocks.flatMap((block) =>
    block.references.map((one) => `${one.clause}:${columnShown(one, read)}${one.outer ? '^' : ''}`),
  )
}

type Row = readonly [sql: string, ...references: string[]]

const tables: readonly Row[] = [
  ['SELECT a, t.k, shop.t.d FROM t', 'select:t.a', 'select:t.k', 'select:t.d'],
  ['SELECT s.a, a FROM t AS s', 'select:s.a', 'select:s.a'],
  ['SELECT T.A FROM t', 'select:t.a'],
  ['SELECT orders.orderid FROM Orders', 'select:Orders.OrderId'],
  ['SELECT `a` FROM `t`', 'select:t.a'],
  ['SELECT a FROM shop.t', 'select:t.a'],
  ['SELECT nothing FROM t', 'select:?nothing'],
  ['SELECT s.a FROM t', 'select:?a'],
  ['SELECT t.nothing FROM t', 'select:?nothing'],
  ['SELECT a FROM t, u', 'select:!a'],
  ['SELECT t.a, u.a, b, y FROM t, u', 'select:t.a', 'select:u.a', 'select:t.b', 'select:u.y'],
  ['SELECT one.id FROM t one, t two', 'select:one.id'],
  ['SELECT id FROM t one, t two', 'select:!id'],
  ['SELECT a, q FROM t, unknown_table', 'select:t.a', 'select:unknown_table.q'],
  ['SELECT q FROM one_unknown, another', 'select:?q'],
  ['SELECT @a, a FROM t', 'select:t.a'],
  ['SELECT a FROM t WHERE 1 IN (SELECT 1 FROM DUAL)', 'select:t.a'],
  ['TABLE t ORDER BY a', 'order:=t.a'],
]

const joins: readonly Row[] = [
  ['SELECT id FROM t JOIN u USING (id)', 'select:t.id', 'join:t.id', 'join:u.id'],
  ['SELECT u.id, id FROM t LEFT JOIN u USING (id)', 'select:u.id', 'select:t.id', 'join:t.id', 'join:u.id'],
  ['SELECT id FROM t RIGHT JOIN u USING (id)', 'select:u.id', 'join:t.id', 'join:u.id'],
  ['SELECT id, a FROM t JOIN u USING (id)', 'select:t.id', 'select:!a', 'join:t.id', 'join:u.id'],
  ['SELECT x FROM u NATURAL JOIN v', 'select:u.x', 'join:u.x', 'join:v.x'],
  ['SELECT id, a FROM t NATURAL JOIN u', 'select:t.id', 'select:t.a', 'join:t.id', 'join:u.id', 'join:t.a', 'join:u.a'],
  [
    'SELECT x.id FROM t x JOIN t y USING (id) JOIN u USING (id)',
    'select:x.id',
    'join:x.id',
    'join:y.id',
    'join:x.id',
    'join:u.id',
  ],
  // ON sees only what it joins, and what is further out.
  ['SELECT 1 FROM t JOIN u ON x = b, v', 'join:u.x', 'join:t.b'],
  ['SELECT x FROM t JOIN u ON t.id = t_id, v', 'select:!x', 'join:t.id', 'join:u.t_id'],
]

const inner: readonly Row[] = [
  ['SELECT s.q FROM (SELECT a AS q FROM t) s', 'select:s.q', 'select:t.a'],
  ['SELECT s.a FROM (SELECT a AS q FROM t) s', 'select:?a', 'select:t.a'],
  ['SELECT q, r FROM (SELECT a, k FROM t) s (q, r)', 'select:s.q', 'select:s.r', 'select:t.a', 'select:t.k'],
  ['SELECT b, nothing FROM (SELECT * FROM t) s', 'select:s.b', 'select:?nothing'],
  ['SELECT `MAX(a)` FROM (SELECT MAX(a) FROM t) s', 'select:s.MAX(a)', 'select:t.a'],
  ['SELECT column_0 FROM (VALUES ROW(1, 2)) s', 'select:s.column_0'],
  ['SELECT q FROM (SELECT a q FROM t UNION SELECT y FROM u) s', 'select:s.q', 'select:t.a', 'select:u.y'],
  ['WITH s AS (SELECT a FROM t) SELECT a FROM s', 'select:s.a', 'select:t.a'],
  ['WITH s (q) AS (SELECT a FROM t) SELECT r.q FROM s r', 'select:r.q', 'select:t.a'],
  ['WITH t AS (SELECT x FROM u) SELECT x FROM t', 'select:t.x', 'select:u.x'],
  ['WITH t AS (SELECT a FROM t) SELECT a FROM t', 'select:t.a', 'select:t.a'],
  ['WITH s AS (SELECT a FROM t), r AS (SELECT a z FROM s) SELECT z FROM r', 'select:r.z', 'select:t.a', 'select:s.a'],
  [
    'WITH RECURSIVE s AS (SELECT id, k FROM t WHERE id = 1 UNION ALL SELECT t.id, t.k FROM s JOIN t ON t.k = s.id) SELECT id FROM s',
    'select:s.id',
    'select:t.id',
    'select:t.k',
    'where:t.id',
    'select:t.id',
    'select:t.k',
    'join:t.k',
    'join:s.id',
  ],
  ['SELECT (WITH s AS (SELECT a) SELECT a FROM s) FROM t', 'select:s.a', 'select:t.a^'],
  [
    "SELECT q, n FROM t, JSON_TABLE(j, '$[*]' COLUMNS (n FOR ORDINALITY, NESTED PATH '$.r' COLUMNS (q INT PATH '$'))) jt",
    'select:jt.q',
    'select:jt.n',
    'join:t.j',
  ],
]

const correlated: readonly Row[] = [
  ['SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM v WHERE vid = id)', 'where:v.vid', 'where:t.id^'],
  // The inner table's column hides the outer one.
  ['SELECT 1 FROM t WHERE id IN (SELECT a FROM u WHERE a = 1)', 'where:t.id', 'select:u.a', 'where:u.a'],
  ['SELECT 1 FROM t WHERE id IN (SELECT b FROM u)', 'where:t.id', 'select:t.b^'],
  [
    'SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM u WHERE EXISTS (SELECT 1 FROM v WHERE w = k AND v.x = u.x))',
    'where:v.w',
    'where:t.k^',
    'where:v.x',
    'where:u.x^',
  ],
  [
    'SELECT (SELECT w FROM v WHERE vid = t.id) AS q FROM t ORDER BY q',
    'order:=q',
    'select:v.w',
    'where:v.vid',
    'where:t.id^',
  ],
  ['SELECT 1 FROM t, LATERAL (SELECT y FROM u WHERE t_id = t.id) s', 'select:u.y', 'where:u.t_id', 'where:t.id^'],
  ['SELECT 1 FROM t, (SELECT y FROM u WHERE t_id = t.id) s', 'select:u.y', 'where:u.t_id', 'where:?id'],
  [
    'SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM (SELECT y FROM u WHERE t_id = t.id) s)',
    'select:u.y',
    'where:u.t_id',
    'where:t.id^',
  ],
  [
    'SELECT 1 FROM t WHERE id IN (SELECT y FROM u UNION SELECT w FROM v WHERE vid = t.k)',
    'where:t.id',
    'select:u.y',
    'select:v.w',
    'where:v.vid',
    'where:t.k^',
  ],
]

const aliases: readonly Row[] = [
  ['SELECT a AS q FROM t ORDER BY q', 'select:t.a', 'order:=t.a'],
  ['SELECT a + 1 AS q FROM t ORDER BY q', 'select:t.a', 'order:=q'],
  // ORDER BY means the alias before the column, in an expression the column before the alias.
  ['SELECT k AS a FROM t ORDER BY a', 'select:t.k', 'order:=t.k'],
  ['SELECT k AS a FROM t ORDER BY a + 0', 'select:t.k', 'order:t.a'],
  ['SELECT k AS q FROM t ORDER BY q + 0', 'select:t.k', 'order:=t.k'],
  ['SELECT k AS a FROM t ORDER BY t.a', 'select:t.k', 'order:t.a'],
  ['SELECT t.a FROM t, u ORDER BY a', 'select:t.a', 'order:=t.a'],
  // GROUP BY means the column before the alias.
  ['SELECT k AS a FROM t GROUP BY a', 'select:t.k', 'group:t.a'],
  ['SELECT YEAR(c) AS q FROM t GROUP BY q', 'select:t.c', 'group:=q'],
  // HAVING means the alias, unless the column is one of GROUP BY; inside an aggregate always the column.
  ['SELECT COUNT(*) AS a FROM t GROUP BY k HAVING a > 5', 'group:t.k', 'having:=a'],
  ['SELECT COUNT(*) AS a FROM t GROUP BY a HAVING a > 5', 'group:t.a', 'having:t.a'],
  ['SELECT k AS a FROM t GROUP BY k HAVING MAX(a) > 5', 'select:t.k', 'group:t.k', 'having:t.a'],
  ['SELECT COUNT(*) AS q FROM t GROUP BY k HAVING q > 5 AND MAX(a) > 1', 'group:t.k', 'having:=q', 'having:t.a'],
  ['SELECT MAX(k) AS a FROM t HAVING a > 5', 'select:t.k', 'having:=a'],
  ['SELECT *, a + 1 AS q FROM elsewhere ORDER BY q', 'select:elsewhere.a', 'order:=q'],
  // WHERE sees no aliases.
  ['SELECT a AS q FROM t WHERE q = 1', 'select:t.a', 'where:?q'],
  ['SELECT a FROM t UNION SELECT y FROM u ORDER BY a', 'order:=a', 'select:t.a', 'select:u.y'],
]

const writing: readonly Row[] = [
  ['UPDATE t SET a = k + 1 WHERE id = 5', 'write:t.a', 'select:t.k', 'where:t.id'],
  ['UPDATE t JOIN u ON t.id = t_id SET b = x', 'join:t.id', 'join:u.t_id', 'write:t.b', 'select:u.x'],
  ['INSERT INTO v (vid, w) SELECT id, k FROM t', 'write:v.vid', 'write:v.w', 'select:t.id', 'select:t.k'],
  [
    'INSERT INTO v (vid) VALUES (1) ON DUPLICATE KEY UPDATE w = w + VALUES(vid)',
    'write:v.vid',
    'write:v.w',
    'select:v.w',
    'select:v.vid',
  ],
  [
    'INSERT INTO v (vid) VALUES (1) AS new ON DUPLICATE KEY UPDATE w = new.vid',
    'write:v.vid',
    'write:v.w',
    'select:new.vid',
  ],
  [
    'INSERT INTO v (vid) SELECT id FROM t ON DUPLICATE KEY UPDATE w = t.k',
    'write:v.vid',
    'write:v.w',
    'select:t.k',
    'select:t.id',
  ],
  ['INSERT INTO v SET vid = 1, w = vid', 'write:v.vid', 'write:v.w', 'select:v.vid'],
  ['DELETE s FROM t s JOIN u ON s.id = t_id', 'join:s.id', 'join:u.t_id'],
]

describe.each([
  ['tables', tables],
  ['joins', joins],
  ['derived tables and CTEs', inner],
  ['correlated', correlated],
  ['aliases', aliases],
  ['writing', writing],
] as const)('%s', (_, rows) => {
  test.each(rows.map(([sql, ...rest]) => [sql, rest] as const))('%s', (sql, found) => {
    expect(references(sql)).toEqual(found)
  })
})

describe('without a catalog', () => {
  const rows: readonly Row[] = [
    ['SELECT a FROM t WHERE b = 1', 'select:t.a', 'where:t.b'],
    ['SELECT a FROM t, u WHERE t.b = u.c', 'select:?a', 'where:t.b', 'where:u.c'],
    [
      'SELECT 1 FROM t WHERE a IN (SELECT b FROM u WHERE u.c = t.d)',
      'where:t.a',
      'select:?b',
      'where:u.c',
      'where:t.d^',
    ],
    ['SELECT s.q, z FROM (SELECT a q FROM t) s JOIN u', 'select:s.q', 'select:u.z', 'select:t.a'],
    ['SELECT k FROM t JOIN u USING (k)', 'select:t.k', 'join:t.k', 'join:u.k'],
  ]
  test.each(rows.map(([sql, ...rest]) => [sql, rest] as const))('%s', (sql, found) => {
    expect(references(sql, {})).toEqual(found)
  })
})

describe('names of tables', () => {
  test.each([
    ['exact', 'SELECT orders.OrderId FROM orders', 'select:orders.OrderId'],
    ['exact', 'SELECT ORDERS.OrderId FROM Orders', 'select:?OrderId'],
    ['any-case', 'SELECT orders.OrderId FROM ORDERS', 'select:ORDERS.OrderId'],
  ] as const)('%s: %s', (tableNames, sql, found) => {
    expect(references(sql, { ...shop, tableNames })).toEqual([found])
  })
  test('a table that is there in two schemas is known by the default one', () => {
    const [table] = shop.catalog?.tables ?? []
    if (table === undefined) throw new Error('no table')
    const catalog = { tables: [{ ...table, schema: 'other', columns: [] }, table] }
    expect(references('SELECT a FROM t', { catalog, schema: 'shop' })).toEqual(['select:t.a'])
    expect(references('SELECT a FROM t', { catalog, schema: 'other' })).toEqual(['select:?a'])
    expect(references('SELECT a FROM other.t', { catalog, schema: 'shop' })).toEqual(['select:?a'])
  })
})

describe('a view is a table of its own kind', () => {
  test('SELECT', () => {
    const [table] = shop.catalog?.tables ?? []
    if (table === undefined) throw new Error('no table')
    const catalog = { tables: [{ ...table, name: 'seen', type: 'VIEW' }] }
    const [block] = meaning('SELECT a FROM seen', 'mysql', { catalog }).blocks
    expect(block?.sources.map(({ kind, table }) => [kind, table])).toEqual([['view', 'seen']])
  })
})

test('a column keeps type, character set, collation, and the stored column that it comes from', () => {
  const [block] = meaning('SELECT q FROM (SELECT b AS q, LOWER(b) FROM t) s WHERE q = 5').blocks
  expect(block?.references[0]).toMatchObject({
    type: 'varchar(20)',
    charset: 'latin1',
    collation: 'latin1_swedish_ci',
    nullable: false,
    origin: { schema: 'shop', table: 't', column: 'b' },
  })
})

test('columns of the inner side of an outer join may be NULL', () => {
  const [block] = meaning('SELECT t.id, u.id FROM t LEFT JOIN u ON t_id = t.id').blocks
  expect(block?.output?.map((column) => column.nullable)).toEqual([false, true])
  expect(block?.sources.map((source) => source.optional)).toEqual([false, true])
})

test('types and collations of both sides of a condition', () => {
  const [block] = meaning("SELECT 1 FROM u JOIN v ON u.x = v.x WHERE u.x = 5 AND y = '5' COLLATE utf8mb4_bin").blocks
  const sides = block?.conditions.flatMap(({ conjuncts }) =>
    conjuncts.flatMap((one) =>
      one.type === 'condition' ? [[one.left, ...one.right].map(({ type, collation }) => [type, collation])] : [],
    ),
  )
  expect(sides).toEqual([
    [
      ['varchar(20)', 'utf8mb4_general_ci'],
      ['varchar(20)', 'utf8mb4_bin'],
    ],
    [
      ['varchar(20)', 'utf8mb4_general_ci'],
      ['integer', undefined],
    ],
    [
      ['int', undefined],
      ['string', 'utf8mb4_bin'],
    ],
  ])
})
