// Protects the DDL of designed indexes: names that every server takes and nobody has, both ways, quoted.
import { describe, expect, test } from 'vitest'
import { addIndexDdl, dropIndexDdl, indexName } from '../../../src/core/advisor/index-design/index-ddl'
import type { DesignedPart } from '../../../src/core/advisor/index-design/model'
import type { Table } from '../../../src/core/catalog/model'

const table: Table = {
  schema: 'shop',
  name: 'order`s',
  columns: [],
  foreignKeys: [],
  indexes: [
    { name: 'ix_order_s_a', unique: false, visible: true, parts: [{ column: 'a', descending: false }] },
    {
      name: 'u',
      unique: true,
      visible: true,
      parts: [
        { column: 'a', descending: false, prefixChars: 5 },
        { column: 'b', descending: true },
      ],
    },
  ],
}

function part(column: string, more: Partial<DesignedPart> = {}): DesignedPart {
  return { column, descending: false, role: 'equality', narrows: 'seek', ...more }
}

describe('names', () => {
  test.each([
    [[part('b')], 'ix_order_s_b'],
    [[part('a')], 'ix_order_s_a_2'],
    [[part('weird name;'), part('b')], 'ix_order_s_weird_name__b'],
  ])('%j', (parts, name) => {
    expect(indexName({ table, parts })).toBe(name)
  })

  test('are short enough for every server', () => {
    expect(indexName({ table, parts: [part('x'.repeat(64)), part('y'.repeat(64))] })).toHaveLength(60)
  })
})

test('MySQL and MariaDB', () => {
  const parts = [part('msg', { prefixChars: 5 }), part('at', { descending: true })]
  expect(addIndexDdl({ table, parts, include: [] }, 'k', 'mysql')).toEqual({
    apply: 'ALTER TABLE `shop`.`order``s` ADD KEY `k` (`msg`(5), `at` DESC)',
    undo: 'ALTER TABLE `shop`.`order``s` DROP KEY `k`',
  })
})

test('PostgreSQL', () => {
  expect(addIndexDdl({ table, parts: [part('Msg')], include: ['more'] }, 'k', 'postgres')).toEqual({
    apply: 'CREATE INDEX "k" ON "shop"."order`s" ("Msg") INCLUDE ("more")',
    undo: 'DROP INDEX "shop"."k"',
  })
})

test('an index that is dropped can be made again as it was', () => {
  const [, unique] = table.indexes
  if (!unique) throw new Error('no index')
  expect(dropIndexDdl(table, unique, 'mysql')).toEqual({
    apply: 'ALTER TABLE `shop`.`order``s` DROP KEY `u`',
    undo: 'ALTER TABLE `shop`.`order``s` ADD UNIQUE KEY `u` (`a`(5), `b` DESC)',
  })
  expect(dropIndexDdl(table, unique, 'postgres').undo).toContain('CREATE UNIQUE INDEX "u" ON')
})
