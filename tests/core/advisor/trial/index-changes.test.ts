// Protects the reading of an advice's DDL: an index that is added or dropped is known as such, and everything else is left alone.
import { describe, expect, test } from 'vitest'
import { copiesDdl } from '../../../../src/core/advisor/trial/copies-ddl'
import { indexChanges } from '../../../../src/core/advisor/trial/index-changes'

describe('MySQL and MariaDB', () => {
  test('one ALTER TABLE adds and drops', () => {
    const sql = 'ALTER TABLE `db`.`t` ADD KEY `ix` (`a`, `b`(5) DESC), DROP KEY `old`'
    expect(indexChanges([sql], 'mysql')).toEqual([
      {
        kind: 'add',
        schema: 'db',
        table: 't',
        name: 'ix',
        definition: '(`a`, `b`(5) DESC)',
        parts: ['a', 'b(5) DESC'],
      },
      { kind: 'drop', schema: 'db', table: 't', name: 'old' },
    ])
  })

  test('how it is built is no part of what is built', () => {
    const sql = 'alter table t add unique index u using btree (a), algorithm=inplace, lock=none;'
    expect(indexChanges([sql], 'mariadb')).toEqual([
      { kind: 'add', table: 't', name: 'u', special: 'UNIQUE', definition: 'using btree (a)', parts: ['a'] },
    ])
  })

  test('CREATE INDEX and DROP INDEX … ON', () => {
    const found = indexChanges(['CREATE FULLTEXT INDEX f ON t (a)', 'DROP INDEX f ON db.t'], 'mysql')
    expect(found).toEqual([
      { kind: 'add', table: 't', name: 'f', special: 'FULLTEXT', definition: '(a)', parts: ['a'] },
      { kind: 'drop', schema: 'db', table: 't', name: 'f' },
    ])
  })

  test.each([
    'ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (a)',
    'ALTER TABLE t ADD KEY i (a), ADD COLUMN x int',
    'ALTER TABLE t ADD COLUMN x int',
    'ANALYZE TABLE t',
    'ALTER TABLE t DROP COLUMN x',
  ])('%s is more than an index', (sql) => {
    expect(indexChanges([sql], 'mysql')).toEqual([{ kind: 'other', sql }])
  })
})

describe('PostgreSQL', () => {
  test('parts with operator class and order, INCLUDE and WHERE', () => {
    const sql = 'CREATE INDEX "x" ON "public"."t" ("a", lower(b) text_pattern_ops DESC) INCLUDE (c) WHERE a > 1'
    expect(indexChanges([sql], 'postgres')).toEqual([
      {
        kind: 'add',
        schema: 'public',
        table: 't',
        name: 'x',
        definition: '("a", lower(b) text_pattern_ops DESC) INCLUDE (c) WHERE a > 1',
        parts: ['a', 'lower(b) text_pattern_ops DESC'],
      },
    ])
  })

  test('CONCURRENTLY, IF NOT EXISTS and methods', () => {
    const sql = 'create index concurrently if not exists z on only t using gin (tags)'
    expect(indexChanges([sql], 'postgres')).toEqual([
      { kind: 'add', table: 't', name: 'z', definition: 'using gin (tags)', parts: ['tags'] },
    ])
  })

  test('an index without a name', () => {
    const [change] = indexChanges(['CREATE INDEX ON t (a)'], 'postgres')
    expect(change).toEqual({ kind: 'add', table: 't', definition: '(a)', parts: ['a'] })
  })

  test('DROP INDEX names its schema, and on copies does not', () => {
    expect(indexChanges(['DROP INDEX CONCURRENTLY IF EXISTS "s"."y" CASCADE'], 'postgres')).toEqual([
      { kind: 'drop', schema: 's', name: 'y' },
    ])
    expect(copiesDdl('DROP INDEX "s"."y"', 'postgres')).toBe('DROP INDEX "y"')
    expect(copiesDdl('CREATE INDEX a ON s.t (b)', 'postgres')).toBe('CREATE INDEX a ON s.t (b)')
    expect(copiesDdl('DROP INDEX y ON s.t', 'mysql')).toBe('DROP INDEX y ON s.t')
  })

  test('two indexes at once are more than one', () => {
    expect(indexChanges(['DROP INDEX a, b'], 'postgres')).toEqual([{ kind: 'other', sql: 'DROP INDEX a, b' }])
  })
})
