// Protects the tables from the servers' words to access methods, and that docs/formats.md shows all of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planFormats } from '../../../src/core/plan/formats'
import { indexesOf, mysqlAccessMethod, mysqlAccessMethods } from '../../../src/core/plan/parts/access-words'
import { extraPhrases, isKnownPhrase } from '../../../src/core/plan/parts/mysql-extra'
import { postgresScans } from '../../../src/core/plan/parts/postgres-vocabulary'

const page = readFileSync(join(import.meta.dirname, '../../../docs/formats.md'), 'utf8')

describe('docs/formats.md', () => {
  test.each([...mysqlAccessMethods.keys(), ...postgresScans.keys()])('shows what %s is', (word) => {
    expect(page.split('\n').filter((line) => line.startsWith('|') && line.includes(`\`${word}\``))).toHaveLength(1)
  })

  test.each(planFormats.map((format) => format.id))('names %s', (id) => {
    expect(page).toContain(`\`${id}\``)
  })
})

describe('MySQL and MariaDB', () => {
  test.each([
    ['ALL', 'full-scan'],
    ['index', 'index-scan'],
    ['range', 'range'],
    ['ref', 'lookup'],
    ['ref_or_null', 'lookup'],
    ['index_subquery', 'lookup'],
    ['eq_ref', 'unique-lookup'],
    ['unique_subquery', 'unique-lookup'],
    ['const', 'constant'],
    ['system', 'constant'],
    ['index_merge', 'index-merge'],
    ['fulltext', 'fulltext'],
    ['ref|filter', 'lookup'],
    ['eq_ref|filter', 'unique-lookup'],
    ['hash_ALL', 'full-scan'],
    ['hash_ALL|filter', 'full-scan'],
    ['hash_range', 'range'],
    ['quantum', undefined],
  ])('%s is %s', (word, method) => {
    expect(mysqlAccessMethod(word)).toBe(method)
  })

  test.each([
    ['one index', 'ix', '4', 'range', [{ name: 'ix', keyLengthBytes: 4, use: 'main' }]],
    ['an index without a length', 'ix', undefined, 'range', [{ name: 'ix', use: 'main' }]],
    [
      'a list of merged indexes',
      'ix_a,ix_b',
      '4,5',
      'index_merge',
      [
        { name: 'ix_a', keyLengthBytes: 4, use: 'merge' },
        { name: 'ix_b', keyLengthBytes: 5, use: 'merge' },
      ],
    ],
    [
      'merged indexes in words',
      'union(ix_a,intersect(ix_b,ix_c))',
      '4,5,6',
      'index_merge',
      [
        { name: 'ix_a', keyLengthBytes: 4, use: 'merge' },
        { name: 'ix_b', keyLengthBytes: 5, use: 'merge' },
        { name: 'ix_c', keyLengthBytes: 6, use: 'merge' },
      ],
    ],
    [
      'a rowid filter',
      'ix_a|ix_b',
      '5|4',
      'range',
      [
        { name: 'ix_a', keyLengthBytes: 5, use: 'main' },
        { name: 'ix_b', keyLengthBytes: 4, use: 'rowid-filter' },
      ],
    ],
    ['a hash table, which is no index', '#hash#$hj', '6', 'hash_ALL', []],
    [
      'a hash table with a rowid filter',
      '#hash#$hj|ix_b',
      '6|4',
      'hash_ALL|filter',
      [{ name: 'ix_b', keyLengthBytes: 4, use: 'rowid-filter' }],
    ],
    ['columns that limit what information_schema opens', 'TABLE_SCHEMA,TABLE_NAME', undefined, 'ALL', []],
    [
      'a hash table filled from an index',
      '#hash#$hj:ix_a',
      '6:4',
      'range',
      [{ name: 'ix_a', keyLengthBytes: 4, use: 'main' }],
    ],
    ['a name with a comma in a plain lookup', 'a,b', '4', 'range', [{ name: 'a,b', keyLengthBytes: 4, use: 'main' }]],
  ])('%s', (_name, key, length, accessType, expected) => {
    expect(indexesOf(key, length, accessType)).toEqual(expected)
  })

  test('Extra is parted at semicolons outside brackets', () => {
    expect(
      extraPhrases("Using where; Using join buffer (flat, BNL join); Child of 'a' in pushed join@1; x(a; b)"),
    ).toEqual(['Using where', 'Using join buffer (flat, BNL join)', "Child of 'a' in pushed join@1", 'x(a; b)'])
    expect(extraPhrases('')).toEqual([])
  })

  test.each([
    ['Using join buffer (Batched Key Access (unique))', true],
    ['Range checked for each record (index map: 0x6)', true],
    ['Using sort_union(ix_a,ix_b)', true],
    ['FirstMatch(t1)', true],
    ['Using quantum tunnelling', false],
    ['using where', false],
  ])('"%s" is known: %s', (phrase, known) => {
    expect(isKnownPhrase(phrase)).toBe(known)
  })
})
