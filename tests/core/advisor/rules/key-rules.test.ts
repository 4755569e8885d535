// Protects when a shorter primary key is advised: never without saying that its uniqueness is to be checked, never where it is known not to be.
import { describe, expect, test } from 'vitest'
import type { AdviceFacts, ColumnStatistics } from '../../../../src/core/advisor/facts'
import { indexUnused } from '../../../../src/core/advisor/rules/index-unused'
import { missingFkIndex } from '../../../../src/core/advisor/rules/missing-fk-index'
import { pkShorten } from '../../../../src/core/advisor/rules/pk-shorten'
import type { Table } from '../../../../src/core/catalog/model'
import { mysqlFacts } from '../../../kit/advice-facts'

const nothingKnown: ColumnStatistics = {
  distinct: () => undefined,
  together: () => undefined,
  shareOf: () => undefined,
  shareBetween: () => undefined,
  commonest: () => undefined,
  source: () => undefined,
}

const stock = {
  schema:
    'CREATE TABLE stock (w INT NOT NULL, i INT NOT NULL, quantity INT NOT NULL, note INT, PRIMARY KEY (w, i, quantity)) ENGINE=InnoDB',
  rows: { stock: 50_000 },
  sql: 'UPDATE stock SET quantity = quantity + 1 WHERE w = 2',
  plan: ['stock|range|PRIMARY|4|5000|Using where; Using temporary'],
}

function withTable(facts: AdviceFacts, change: (table: Table) => Table): AdviceFacts {
  const table = facts.catalog?.tables[0]
  if (!table) throw new Error('no table')
  const changed = change(table)
  return {
    ...facts,
    catalog: { tables: [changed] },
    tables: facts.tables.map((one) => ({ ...one, table: changed })),
    accesses: facts.accesses.map((one) => ({ ...one, table: changed })),
  }
}

const shorten = (facts: AdviceFacts) => [...pkShorten.check(facts, {})]

describe('a shorter primary key', () => {
  test('comes with a check that nobody has made', () => {
    const [found] = shorten(mysqlFacts(stock))
    const [advice] = found?.advice ?? []
    expect(advice?.variant.ddl[0]).toEqual({
      apply: 'ALTER TABLE `stock` DROP PRIMARY KEY, ADD PRIMARY KEY (`w`, `i`)',
      undo: 'ALTER TABLE `stock` DROP PRIMARY KEY, ADD PRIMARY KEY (`w`, `i`, `quantity`)',
    })
    expect(advice?.equivalence).toBe('under-stated-facts')
    expect(advice?.preconditions[0]).toEqual({
      text: '(w, i) tells all rows of stock apart.',
      status: 'unknown',
      how: 'Count them: SELECT COUNT(*) - (SELECT COUNT(*) FROM (SELECT DISTINCT w, i FROM stock) d) FROM stock must be 0.',
    })
  })

  test('is proved by a count of all rows', () => {
    const statistics = { ...nothingKnown, rows: () => 50_123, together: () => 50_123 }
    const [found] = shorten({ ...mysqlFacts(stock), statistics })
    expect(found?.confidence).toBe('proven')
    expect(found?.advice[0]?.preconditions[0]?.status).toBe('holds')
  })

  const notUnique: readonly (readonly [string, Partial<ColumnStatistics>])[] = [
    ['counting found some twice', { rows: () => 50_123, together: () => 44_000 }],
    ['an estimate is far below the rows', { together: () => 20_000 }],
  ]
  test.each(notUnique)('is not advised where %s', (_says, known) => {
    expect(shorten({ ...mysqlFacts(stock), statistics: { ...nothingKnown, ...known } })).toEqual([])
  })

  test('is not advised where an index tells of few combinations', () => {
    const facts = withTable(mysqlFacts(stock), (table) => ({
      ...table,
      indexes: table.indexes.map((index) => ({
        ...index,
        parts: index.parts.map((part, at) => ({ ...part, cardinality: [10, 300, 50_000][at] })),
      })),
    }))
    expect(shorten(facts)).toEqual([])
  })

  test.each([
    ['another column is set', { sql: 'UPDATE stock SET note = 1 WHERE w = 2' }],
    ['the table is small', { rows: { stock: 500 } }],
    ['all of the key is set', { sql: 'UPDATE stock SET w = w + 1, i = i + 1, quantity = 0 WHERE w = 2' }],
    ['rows are inserted', { sql: 'INSERT INTO stock (w, i, quantity) VALUES (1, 2, 3)', plan: ['stock|ALL||||'] }],
  ])('is not advised where %s', (_says, change) => {
    expect(shorten(mysqlFacts({ ...stock, ...change }))).toEqual([])
  })
})

describe('an index that nobody reads', () => {
  const entry = {
    schema:
      'CREATE TABLE entry (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, b INT NOT NULL, KEY a (a), KEY b (b), UNIQUE KEY u (b, a)) ENGINE=InnoDB',
    rows: { entry: 50_000 },
    sql: 'SELECT id FROM entry WHERE id = 3',
    plan: ['entry|const|PRIMARY|4|1|'],
  }
  const day = 86_400
  const counted = (reads: number | undefined, seconds: number | undefined) =>
    withTable(mysqlFacts(entry), (table) => ({
      ...table,
      ...(seconds !== undefined && { readsCountedSeconds: seconds }),
      indexes: table.indexes.map((index) => ({ ...index, ...(reads !== undefined && { reads }) })),
    }))
  const unread = (facts: AdviceFacts) =>
    [...indexUnused.check(facts, {})].flatMap(({ advice }) => advice.map(({ index, kind }) => [index?.name, kind]))

  test.each([
    [
      'counted for a month: hide, then drop',
      0,
      30 * day,
      [
        ['a', 'drop-index'],
        ['b', 'drop-index'],
      ],
    ],
    [
      'counted for nobody knows how long: look again',
      0,
      undefined,
      [
        ['a', 'investigate'],
        ['b', 'investigate'],
      ],
    ],
    ['counted for a day: silent', 0, day, []],
    ['read once: silent', 1, 30 * day, []],
    ['not counted: silent', undefined, 30 * day, []],
  ] as const)('%s', (_says, reads, seconds, expected) => {
    expect(unread(counted(reads, seconds))).toEqual(expected)
  })

  test('is hidden first where the server can', () => {
    const [found] = [...indexUnused.check(counted(0, 30 * day), {})]
    expect(found?.advice[0]?.variant.ddl).toEqual([
      {
        apply: 'ALTER TABLE `entry` ALTER INDEX `a` INVISIBLE',
        undo: 'ALTER TABLE `entry` ALTER INDEX `a` VISIBLE',
      },
    ])
  })
})

test('a foreign key without an index is named with the statement that makes one', () => {
  const facts = withTable(
    mysqlFacts({
      schema: 'CREATE TABLE parent (id INT NOT NULL PRIMARY KEY)',
      rows: { parent: 100 },
      sql: 'DELETE FROM parent WHERE id = 3',
      plan: ['parent|range|PRIMARY|4|1|Using where'],
    }),
    (table) => ({
      ...table,
      referencedBy: [
        {
          name: 'fk',
          schema: 's',
          table: 'child',
          columns: ['a', 'b'],
          toColumns: ['id', 'x'],
          indexed: false,
          rows: 9000,
        },
        { name: 'fine', schema: 's', table: 'child', columns: ['c'], toColumns: ['id'], indexed: true, rows: 9000 },
        { name: 'few', schema: 's', table: 'tiny', columns: ['c'], toColumns: ['id'], indexed: false, rows: 9 },
      ],
    }),
  )
  const found = [...missingFkIndex.check({ ...facts, family: 'postgres' }, {})]
  expect(found.map(({ advice }) => advice[0]?.variant.ddl)).toEqual([
    [{ apply: 'CREATE INDEX "ix_child_a_b" ON "s"."child" ("a", "b")', undo: 'DROP INDEX "s"."ix_child_a_b"' }],
  ])
})
