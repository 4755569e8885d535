// Protects the statement that does without an index: it is kept from it everywhere, and keeps what it says itself.
import { describe, expect, test } from 'vitest'
import { withoutIndexes } from '../../../../src/core/advisor/trial/without-indexes'
import type { Catalog } from '../../../../src/core/catalog/model'

const index = (name: string) => ({
  name,
  unique: false,
  visible: true,
  parts: [{ column: 'a', descending: false }],
})
const table = (schema: string, name: string) => ({
  schema,
  name,
  columns: [{ name: 'a', type: 'int', nullable: false }],
  indexes: [index('i'), index('j')],
  foreignKeys: [],
})
const catalog: Catalog = { tables: [table('shop', 't'), table('other', 't'), table('shop', 'u')] }
const without = (sql: string) =>
  withoutIndexes(sql, { dialect: 'mysql', catalog, schema: 'shop' }, [{ schema: 'shop', table: 't', name: 'i' }])

describe('IGNORE INDEX', () => {
  test.each([
    ['one table', 'SELECT * FROM t WHERE a = 1', 'SELECT * FROM t IGNORE INDEX (`i`) WHERE a = 1'],
    ['behind the alias', 'SELECT * FROM t AS x, u', 'SELECT * FROM t AS x IGNORE INDEX (`i`), u'],
    [
      'wherever the table is read',
      'SELECT * FROM t x JOIN T y ON y.a = x.a WHERE x.a IN (SELECT a FROM t)',
      'SELECT * FROM t x IGNORE INDEX (`i`) JOIN T y IGNORE INDEX (`i`) ON y.a = x.a WHERE x.a IN (SELECT a FROM t IGNORE INDEX (`i`))',
    ],
    [
      'beside a hint of its own',
      'SELECT * FROM t USE INDEX (j) WHERE a = 1',
      'SELECT * FROM t USE INDEX (`j`) IGNORE INDEX (`i`) WHERE a = 1',
    ],
    ['in an UPDATE', 'UPDATE t SET a = 1 WHERE a = 2', 'UPDATE t IGNORE INDEX (`i`) SET a = 1 WHERE a = 2'],
  ])('%s', (_where, sql, expected) => {
    expect(without(sql)).toBe(expected)
  })

  test('another schema’s table of that name is left alone', () => {
    expect(without('SELECT * FROM other.t')).toBe('SELECT * FROM other.t')
    expect(without('SELECT * FROM u')).toBe('SELECT * FROM u')
  })

  test('a statement that names the index in a hint would fail without it', () => {
    expect(() => without('SELECT * FROM t FORCE INDEX (i)')).toThrow('without that index it fails')
  })
})
