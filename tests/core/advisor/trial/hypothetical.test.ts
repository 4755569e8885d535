// Protects what-ifs by hypopg: its own names of indexes become those of the advice, and of two the right one.
import { describe, expect, test } from 'vitest'
import type { Advice } from '../../../../src/core/advisor/model'
import {
  hypotheticalQuestion,
  withAdvisedIndexes,
  withAdvisedNames,
} from '../../../../src/core/advisor/trial/hypothetical'
import { trialOrder } from '../../../../src/core/advisor/trial/ways'
import type { ExplainOutput } from '../../../../src/core/analysis/model'
import type { Catalog } from '../../../../src/core/catalog/model'

function order(...ddl: readonly string[]) {
  const advice: Advice = {
    kind: 'add-index',
    title: 'Try this',
    variant: { sql: 'SELECT 1', session: [], ddl: ddl.map((apply) => ({ apply, undo: '' })) },
    equivalence: 'identical',
    preconditions: [],
    tradeOffs: ['It costs.'],
    notWhen: ['Never.'],
  }
  return trialOrder(advice, 'postgres')
}

function named(text: string, ...ddl: readonly string[]): string | undefined {
  const output: ExplainOutput = { format: 'postgres-json', statement: '', measured: false, text, warnings: [] }
  return withAdvisedNames(output, order(...ddl)).text
}

test('the question leaves the name to hypopg and hides what is dropped', () => {
  const ddl = [
    'CREATE INDEX CONCURRENTLY "ix" ON "s"."t" ("a") INCLUDE ("b")',
    'DROP INDEX "s"."old"',
    'DROP INDEX plain',
  ]
  expect(hypotheticalQuestion(order(...ddl), 2, 'public')).toMatchObject({
    added: ['CREATE INDEX ON "s"."t" ("a") INCLUDE ("b")'],
    hidden: [
      { schema: 's', name: 'old' },
      { schema: 'public', name: 'plain' },
    ],
    settings: [],
  })
})

describe('names in the plan', () => {
  test('become those of the advice', () => {
    const plan = '{"Index Name": "<13543>btree_orders_customer_id", "Alias": "orders"}'
    expect(named(plan, 'CREATE INDEX ix ON orders (customer_id)')).toBe('{"Index Name": "ix", "Alias": "orders"}')
  })

  test('by table, then by columns', () => {
    const ddl = [
      'CREATE INDEX one ON orders (a)',
      'CREATE INDEX two ON orders (a, b)',
      'CREATE INDEX three ON items (a)',
    ]
    expect(named('"<1>btree_orders_a"', ...ddl)).toBe('"one"')
    expect(named('"<2>btree_orders_a_b"', ...ddl)).toBe('"two"')
    expect(named('"<3>btree_items_a"', ...ddl)).toBe('"three"')
  })

  test('also where hypopg cut its own off', () => {
    const table = 'a_table_with_a_name_that_is_nearly_as_long_as_a_name_may_be'
    expect(named(`"<13543>btree_${table.slice(0, 50)}"`, `CREATE INDEX ix ON ${table} (customer_id)`)).toBe('"ix"')
  })

  test('others stay', () => {
    expect(named('"<1>hash_orders_a"', 'CREATE INDEX one ON orders (a)')).toBe('"<1>hash_orders_a"')
    expect(named('"orders_a"', 'CREATE INDEX one ON orders (a)')).toBe('"orders_a"')
  })
})

test('the catalog has what is added and not what is dropped', () => {
  const column = (name: string) => ({ name, type: 'text', nullable: true })
  const catalog: Catalog = {
    tables: [
      {
        schema: 'public',
        name: 't',
        columns: [column('a'), column('b'), column('c')],
        indexes: [{ name: 'old', unique: false, visible: true, parts: [{ column: 'a', descending: false }] }],
        foreignKeys: [],
      },
    ],
  }
  const ddl = [
    'CREATE INDEX ix ON t (a text_pattern_ops, lower(b), c DESC) INCLUDE (b) WHERE a > $$x$$',
    'DROP INDEX old',
  ]
  expect(withAdvisedIndexes(catalog, order(...ddl)).tables[0]?.indexes).toEqual([
    {
      name: 'ix',
      unique: false,
      visible: true,
      method: 'btree',
      parts: [
        { column: 'a', descending: false, opclass: 'text_pattern_ops' },
        { expression: 'lower(b)', descending: false },
        { column: 'c', descending: true },
      ],
      include: ['b'],
      where: 'a > $$x$$',
    },
  ])
})
