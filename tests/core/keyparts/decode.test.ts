// Protects the walk over key_len: what fits is explained, what does not is said, and nothing is guessed.
import { describe, expect, test } from 'vitest'
import { columnBytes, totalBytes } from '../../../src/core/keyparts/column-bytes'
import { columnTypeOf } from '../../../src/core/keyparts/column-type'
import { decodeKeyLength, isTemporaryKey, splitKeyLength } from '../../../src/core/keyparts/decode'
import { functionalPartBytes } from '../../../src/core/keyparts/functional-part'
import { resolvedParts } from '../../../src/core/keyparts/index-parts'
import { tableOf } from './ddl'

describe('bytes of a column', () => {
  test.each<
    [string, { type: string; nullable?: boolean; charset?: string; charMaxBytes?: number; prefix?: number }, number]
  >([
    ['varchar(20) utf8mb4 null | 20×4 + 2 + 1', { type: 'varchar(20)', nullable: true, charset: 'utf8mb4' }, 83],
    ['varchar(255)(5) latin1 | 5×1 + 2', { type: 'varchar(255)', charset: 'latin1', prefix: 5 }, 7],
    ['varchar(255)(5) utf8mb4 | 5×4 + 2', { type: 'varchar(255)', charset: 'utf8mb4', prefix: 5 }, 22],
    ['the server tells the longest character itself', { type: 'char(10)', charset: 'unheard_of', charMaxBytes: 3 }, 30],
    ['decimal(10,2) unsigned | 8→4 + 2→1', { type: 'decimal(10,2) unsigned' }, 5],
    ['decimal(20,6) | 14→4+3 + 6→3', { type: 'decimal(20,6)' }, 10],
    ['int(10) unsigned zerofill | 4', { type: 'int(10) unsigned zerofill' }, 4],
    ['bigint null | 8 + 1', { type: 'bigint(20)', nullable: true }, 9],
    ['bit(9) | 2', { type: 'bit(9)' }, 2],
    ['datetime(3) | 5 + 2', { type: 'datetime(3)' }, 7],
    ['time(5) | 3 + 3', { type: 'time(5)' }, 6],
    ['timestamp(6) null | 4 + 3 + 1', { type: 'timestamp(6)', nullable: true }, 8],
    ['float(7,4) | 4', { type: 'float(7,4)' }, 4],
    ['float(25) | 8', { type: 'float(25)' }, 8],
    ['varbinary(40)(8) | 8 + 2', { type: 'varbinary(40)', prefix: 8 }, 10],
    ['blob(12) null | 12 + 2 + 1', { type: 'blob', nullable: true, prefix: 12 }, 15],
    ['an enum member may hold a quote and a comma | 1', { type: "enum('a','b'',c','d\\'e')" }, 1],
    ['inet6 null | 16 + 1', { type: 'inet6', nullable: true }, 17],
    ['uuid | 16', { type: 'uuid' }, 16],
  ])('%s', (_, column, expected) => {
    const found = columnBytes({ nullable: false, ...column }, column.prefix)
    expect(found && totalBytes(found.bytes)).toBe(expected)
  })

  test.each([
    ['a type that is not known', { type: 'vector(3)' }],
    ['a text without a prefix', { type: 'text', charset: 'latin1' }],
    ['a character set that is not known', { type: 'varchar(10)', charset: 'klingon' }],
  ])('%s has no size', (_, column) => {
    expect(columnBytes({ nullable: false, ...column })).toBeUndefined()
  })

  test('a datetime of before MySQL 5.6.4 takes 8 bytes', () => {
    const found = columnBytes({ type: 'datetime', nullable: true })
    expect(found?.alternative && totalBytes(found.alternative)).toBe(9)
  })

  test.each([
    ["set('a','b','c')", 'set', 3],
    ["enum('it''s','a\\'b')", 'enum', 2],
    ['character varying(16)', 'varchar', 0],
    ['double precision', 'double', 0],
    ['timestamp(3) without time zone', 'timestamp', 0],
  ])('%s is a %s', (text, name, members) => {
    expect(columnTypeOf(text)).toMatchObject({ name, memberCount: members })
  })
})

describe('bytes of a functional part', () => {
  const table = tableOf(
    'CREATE TABLE t (a int NOT NULL, b int NOT NULL, n int NULL, s varchar(20) CHARACTER SET utf8mb4 NOT NULL, j json NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
  )
  test.each<[string, number | undefined]>([
    ['(`a` + `b`)', 8],
    ['(`a` + `n`)', 9],
    ['lower(`s`)', 83],
    ["cast(json_extract(`j`,_utf8mb4'$.tags') as unsigned array)", 9],
    ["cast(json_extract(`j`,_utf8mb4'$.c') as char(10) array)", 43],
    ['cast(`a` as date)', 4],
    ['concat(`s`,`a`)', undefined],
  ])('%s: %s', (expression, expected) => {
    const found = functionalPartBytes(expression, table)
    expect(found && totalBytes(found.bytes)).toBe(expected)
  })

  test('a string function has a NULL byte only where the index was made in strict mode', () => {
    const found = functionalPartBytes('lower(`s`)', table)
    expect(found?.alternative && totalBytes(found.alternative)).toBe(82)
  })
})

describe('the walk', () => {
  const table = tableOf(
    'CREATE TABLE t (id int NOT NULL, a int NOT NULL, d datetime NOT NULL, m mediumint NOT NULL, PRIMARY KEY (id), KEY ad (a, d), KEY dm (d, m)) ENGINE=InnoDB DEFAULT CHARSET=latin1',
  )
  const decode = (
    name: string,
    keyLengthBytes: number,
    more: { wholeIndex?: boolean; usedKeyParts?: string[]; isListWhole?: boolean } = {},
  ) => {
    const index = table.indexes.find((one) => one.name === name)
    return decodeKeyLength({
      index: name,
      parts: index === undefined ? [] : resolvedParts(table, index, 'mysql'),
      keyLengthBytes,
      wholeIndex: false,
      fulltext: false,
      ...more,
    })
  }
  const count = (decoded: ReturnType<typeof decode>) => ('parts' in decoded ? decoded.parts.length : decoded.kind)

  test.each<[string, number, number | string]>([
    ['ad', 4, 1],
    ['ad', 9, 2],
    ['ad', 13, 3], // with the primary key that InnoDB appends
    ['ad', 12, 2], // datetime in the old format
    ['ad', 16, 3], // the same, and the primary key
    ['ad', 5, 'unexplained'],
    ['ad', 40, 'unexplained'],
  ])('%s with key_len %i', (index, length, expected) => {
    expect(count(decode(index, length))).toBe(expected)
  })

  test('two ways to reach a length are both told', () => {
    // 5 + 3 in today's format, 8 for the datetime alone in the old one
    expect(decode('dm', 8)).toMatchObject({
      kind: 'explained',
      parts: [{ dataBytes: 5 }, { dataBytes: 3 }],
      otherCounts: [1],
    })
  })

  test('of two ways the one with as many parts as the server lists is taken', () => {
    // key_len 8 as above: 5 + 3 today, or 8 in the old format
    expect(decode('dm', 8, { usedKeyParts: ['d'], isListWhole: true })).toMatchObject({
      parts: [{ dataBytes: 8 }],
      usesAlternative: true,
      otherCounts: [],
    })
    // A range lists what narrows: one part is no proof that one is counted.
    expect(decode('dm', 8, { usedKeyParts: ['d'] })).toMatchObject({
      parts: [{ dataBytes: 5 }, { dataBytes: 3 }],
      otherCounts: [1],
    })
  })

  test('a full index scan is the whole declared key, never the appended part', () => {
    expect(count(decode('ad', 9, { wholeIndex: true }))).toBe(2)
    expect(decode('ad', 13, { wholeIndex: true }).kind).toBe('unexplained')
  })

  test('what cannot be explained says how many bytes', () => {
    expect(decode('ad', 5)).toEqual({ kind: 'unexplained', because: 'cannot explain 5 bytes of key_len' })
  })

  test.each(['<auto_key0>', '<auto_key>', '<auto_distinct_key>', 'key0', 'distinct_key', '#hash#$hj'])(
    '%s is no index',
    (name) => {
      expect(isTemporaryKey(name)).toBe(true)
      expect(decode(name, 5).kind).toBe('not-an-index')
    },
  )

  test.each(['PRIMARY', 'key_a', 'ix_key0'])('%s is an index', (name) => {
    expect(isTemporaryKey(name)).toBe(false)
  })

  test.each([
    ['4,5', [4, 5]],
    ['5|4', [5, 4]],
    ['11', [11]],
  ])('key_len %s', (text, expected) => {
    expect(splitKeyLength(text)).toEqual(expected)
  })

  test('without a primary key InnoDB appends the first unique index without NULLs', () => {
    const other = tableOf(
      'CREATE TABLE t (a int NOT NULL, b int NULL, c int NOT NULL, UNIQUE KEY nullable (b), UNIQUE KEY clustered (c), KEY a (a)) ENGINE=InnoDB DEFAULT CHARSET=latin1',
    )
    const index = other.indexes.find((one) => one.name === 'a')
    const parts = index === undefined ? [] : resolvedParts({ ...other, primaryKey: undefined }, index, 'mysql')
    expect(parts.map((part) => [part.columnName, part.appended])).toEqual([
      ['a', false],
      ['c', true],
    ])
  })
})
