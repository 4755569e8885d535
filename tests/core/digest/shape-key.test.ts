// Protects: entries of a log are put together by their bytes exactly as their fingerprints say.
import { describe, expect, test } from 'vitest'
import { ShapeKey } from '../../../src/core/digest/shape-key'
import { encodeUtf8 } from '../../../src/core/digest/utf8'
import type { Dialect } from '../../../src/core/engine'
import { Randomness } from '../../../src/core/randomness'
import { fingerprint } from '../../../src/core/sql/fingerprint'

function keyOf(sql: string, dialect: Dialect): string | undefined {
  const bytes = encodeUtf8(sql)
  const key = new ShapeKey(dialect)
  key.read(bytes, 0, bytes.length, false, true)
  return key.odd ? undefined : `${key.high}.${key.low}`
}

/** Pieces that are hard to tell apart, put together at random. */
const pieces: Readonly<Record<Dialect, readonly string[]>> = (() => {
  const common = (
    `a|A|select|SELECT|values|VALUES|value|row|1|2|-1|0x1F|1e5|1.5|.5|1.|1abc|_1|'x'|'y'|''|'a''b'|N'q'|x'1F'|_utf8mb4'z'|` +
    `_utf8|_binary|"q"|"w"|(|)|(|)|,|,|(1,2)|(3,4)|((1,2),(3,4))|(1,NULL)|=|<|>|<=|<>|!=|-|+|*|/|%|.|t.a|db.2024|` +
    `null|true|in|limit|between|and|then|from|where|/* c */|/*+ H(t) */|/*! b */|/*!50000 c*/|/*|*/|-- x\n|--1|# y\n|;|` +
    `?|:|::|:name|:=|@|@v|@'v'|@@s.t|$1|$2|$$a$$|$t$b$t$|E'a\\'b'|e'c'|U&'d'|u&"e"|'a\\'|\\|[|]|{|}|->|->>|<=>|||!|@>|#>|~|` +
    `now()|f(1)|on duplicate key update a = values(a)|insert into t values|é|ü1|\u0000|%s|delimiter|copy|stdin`
  ).split('|')
  const more = ['|', '||', '\n', '\t', '  ', ' ', ' ', ' ', ' ', '\r\n']
  return { mysql: [...common, ...more], mariadb: [...common, ...more, '/*M! d */'], postgres: [...common, ...more] }
})()

describe.each(['mysql', 'mariadb', 'postgres'] as const)('%s', (dialect) => {
  test('statements with one key have one fingerprint, whatever is put together', () => {
    const random = new Randomness(8)
    const among = pieces[dialect]
    const known = new Map<string, { sql: string; shape: string }>()
    let met = 0
    for (let round = 0; round < 60_000; round++) {
      const length = 1 + random.below(round % 3 === 0 ? 14 : 5)
      const glue = random.chance(0.5) ? ' ' : ''
      let sql = ''
      for (let i = 0; i < length; i++) sql += (among[random.below(among.length)] ?? '') + glue
      const key = keyOf(sql, dialect)
      if (key === undefined) continue
      const shape = fingerprint(sql, dialect)
      const earlier = known.get(key)
      if (earlier === undefined) known.set(key, { sql, shape })
      else {
        met++
        if (earlier.shape !== shape) expect({ sql, shape }).toEqual(earlier)
      }
    }
    expect(met).toBeGreaterThan(5_000)
  })
})

const alike: readonly (readonly [what: string, dialect: Dialect, a: string, b: string])[] = [
  ['numbers', 'mysql', 'select a from t where b = 1', 'select a from t where b = 99.5e3'],
  ['negative numbers', 'mysql', 'select a from t where b = 1', 'select a from t where b = -1'],
  ['strings with quotes', 'mysql', "select a from t where b = 'x'", "select a from t where b = 'it\\'s ''x'''"],
  ['strings and numbers', 'mysql', "select a from t where b = 'x'", 'select a from t where b = 0x04FD'],
  ['lists of any length', 'mysql', 'select a from t where b in (1)', "select a from t where b in (1, -2, 'x')"],
  [
    'lists of rows',
    'mysql',
    'select a from t where (b, c) in ((1, 2))',
    'select a from t where (b, c) in ((1, 2), (3, 4), (5, 6))',
  ],
  [
    'rows of VALUES',
    'mysql',
    'insert into t values (1, now())',
    'insert into t values (2, now()),(3, now()),(4, now())',
  ],
  ['rows of literals', 'mysql', 'insert into t values (1, 2)', "insert into t values (3, 'x'),(4, 5)"],
  [
    'what follows the rows',
    'mysql',
    'insert into t values (1) on duplicate key update a = values(a), b = values(b)',
    'insert into t values (1),(2) on duplicate key update a = values(a), b = values(b)',
  ],
  ['comments', 'mysql', 'select a /* trace 1 */ from t', 'select a /* trace 22 */ from t'],
  ['blanks', 'mysql', 'select a\n from\tt', 'select  a from t'],
  [
    'binary literals',
    'mysql',
    "select a from t where b in (x'1F')",
    "select a from t where b in (x'1F', _binary'\u0001')",
  ],
  ['a delimiter at the end', 'mysql', 'select a from t', 'select a from t;'],
  ['placeholders', 'postgres', 'select a from t where b in ($1)', 'select a from t where b in ($1, $2, $3)'],
  ['dollar quotes', 'postgres', 'select a from t where b = $$x$$', "select a from t where b = E'\\''"],
  ['casts', 'postgres', "select '1'::int", "select '22'::int"],
]

test.each(alike)('%s leave no trace', (_what, dialect, a, b) => {
  expect(keyOf(a, dialect)).toBeDefined()
  expect(keyOf(a, dialect)).toBe(keyOf(b, dialect))
  expect(fingerprint(a, dialect)).toBe(fingerprint(b, dialect))
})

const apart: readonly (readonly [what: string, dialect: Dialect, a: string, b: string])[] = [
  ['names', 'mysql', 'select a from t1', 'select a from t2'],
  ['quoted names', 'mysql', 'select `a` from t', 'select `b` from t'],
  ['a list and a single value', 'mysql', 'select a in (1)', 'select a = 1'],
  ['NULL in a list', 'mysql', 'select a in (1, 2)', 'select a in (1, null)'],
  ['operators', 'mysql', 'select a < = 1', 'select a <= 1'],
  ['a difference and a negative value', 'mysql', 'select a - 1', 'select a, -1'],
  ['hints', 'mysql', 'select /*+ MRR(t) */ a from t', 'select /*+ BKA(t) */ a from t'],
  ['an operator that ends in minus', 'postgres', 'select a @- 1', 'select a @ 1'],
]

test.each(apart)('%s keep statements apart', (_what, dialect, a, b) => {
  expect(keyOf(a, dialect)).not.toBe(keyOf(b, dialect))
  expect(fingerprint(a, dialect)).not.toBe(fingerprint(b, dialect))
})
