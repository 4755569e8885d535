// Protects: bound values are literals that mean what was given, and masks let nothing of a literal through.
import { describe, expect, test } from 'vitest'
import { type MaskStyle, maskLiterals } from '../../../../src/core/sql/edits/mask'
import type { EditOutcome } from '../../../../src/core/sql/edits/model'
import { bindValues, type PlaceholderValues } from '../../../../src/core/sql/edits/placeholders'
import type { TypedValue } from '../../../../src/core/sql/edits/typed-value'

function textOf(outcome: EditOutcome): string {
  return outcome.done ? outcome.sql : outcome.fault.message
}

function bind(sql: string, values: PlaceholderValues, noBackslashEscapes = false): string {
  return textOf(bindValues(sql, { dialect: 'mysql', modes: { noBackslashEscapes } }, values))
}

describe('one value of each kind', () => {
  test.each<[TypedValue, string]>([
    [{ kind: 'null' }, 'NULL'],
    [{ kind: 'boolean', value: true }, 'TRUE'],
    [{ kind: 'number', value: 5 }, '5'],
    [{ kind: 'number', value: -1.5 }, '-1.5'],
    [{ kind: 'number', value: 1e30 }, '1e+30'],
    [{ kind: 'number', value: '12345678901234567890.10' }, '12345678901234567890.10'],
    [{ kind: 'text', value: "it's" }, "'it''s'"],
    [{ kind: 'text', value: 'a\\b' }, "'a\\\\b'"],
    [{ kind: 'text', value: "\\' OR 1=1 -- " }, "'\\\\'' OR 1=1 -- '"],
    [{ kind: 'text', value: 'a\0b\x1a' }, "'a\\0b\\Z'"],
    [{ kind: 'text', value: 'zwölf\n🙂' }, "'zwölf\n🙂'"],
    [{ kind: 'date', value: '2024-02-29' }, "DATE '2024-02-29'"],
    [{ kind: 'time', value: '-12:00:00.5' }, "TIME '-12:00:00.5'"],
    [{ kind: 'datetime', value: '2024-02-29 12:00:00' }, "TIMESTAMP '2024-02-29 12:00:00'"],
    [{ kind: 'binary', hex: '00ff' }, "X'00ff'"],
    [{ kind: 'number', value: '1 OR 1' }, 'This is not a number: 1 OR 1'],
    [{ kind: 'number', value: Number.NaN }, 'This is not a number: NaN'],
    [{ kind: 'date', value: "2024' --" }, "This is not a date: 2024' --"],
    [{ kind: 'binary', hex: '0' }, 'Bytes need two hexadecimal digits each.'],
  ])('%j', (value, expected) => {
    const literal = bind('SELECT ?', { positional: [value] })
    expect(literal).toBe(
      expected.startsWith('This is') || expected.startsWith('Bytes') ? expected : `SELECT ${expected}`,
    )
  })

  test('where backslashes are no escapes', () => {
    expect(bind('SELECT ?', { positional: [{ kind: 'text', value: "a\\'" }] }, true)).toBe("SELECT 'a\\'''")
  })
})

const number = (value: number): TypedValue => ({ kind: 'number', value })
const text = (value: string): TypedValue => ({ kind: 'text', value })

test.each<[string, PlaceholderValues, string]>([
  ['SELECT ? + ? -- ?', { positional: [number(1), number(2)] }, 'SELECT 1 + 2 -- ?'],
  ["SELECT '?', `?`, ?", { positional: [number(1)] }, "SELECT '?', `?`, 1"],
  ['SELECT a-? FROM t', { positional: [number(-5)] }, 'SELECT a- -5 FROM t'],
  ['SELECT a FROM t WHERE b=?AND c=?', { positional: [number(1), text('x')] }, "SELECT a FROM t WHERE b=1 AND c='x'"],
  ['SELECT a FROM t LIMIT ?, ?', { positional: [text('5'), number(10)] }, 'SELECT a FROM t LIMIT 5, 10'],
  ['SELECT a FROM t LIMIT ?', { positional: [text('x')] }, 'LIMIT takes whole numbers only.'],
  ['SELECT a FROM t LIMIT ?', { positional: [number(-1)] }, 'LIMIT takes whole numbers only.'],
  ['SELECT :a, :b, :a', { named: { a: number(1), b: number(2) } }, 'SELECT 1, 2, 1'],
  ['SELECT $2, $1', { positional: [number(1), number(2)] }, 'SELECT 2, 1'],
  ['SELECT ?, ?', { positional: [number(1)] }, 'There is no value for placeholder 2.'],
  ['SELECT :a', {}, 'There is no value for :a.'],
  ['SELECT :constructor', { named: {} }, 'There is no value for :constructor.'],
  ['SELECT 1', {}, 'SELECT 1'],
])('%s', (sql, values, expected) => expect(bind(sql, values)).toBe(expected))

test('values that nothing asks for are told of', () => {
  const outcome = bindValues(
    'SELECT ?',
    { dialect: 'mysql' },
    {
      positional: [number(1), number(2)],
      named: { a: number(3) },
    },
  )
  expect(outcome.done && outcome.notes).toEqual([
    '1 of the values have no placeholder.',
    'The statement has no placeholder :a.',
  ])
})

function mask(sql: string, style: MaskStyle): string {
  return textOf(maskLiterals(sql, { dialect: 'mysql' }, style))
}

describe('masks', () => {
  test.each([
    ["SELECT a FROM t WHERE s = 'Smith'", 'SELECT a FROM t WHERE s = ?', "SELECT a FROM t WHERE s = 'x'"],
    [
      'SELECT a FROM t WHERE n IN (1, 22, 3.75, -4)',
      'SELECT a FROM t WHERE n IN (?, ?, ?, -?)',
      'SELECT a FROM t WHERE n IN (1, 1, 1.5, -1)',
    ],
    [
      "SELECT DATE '1999-12-31', '1999-12-31', '1999-12-31 10:00:00'",
      'SELECT ?, ?, ?',
      "SELECT DATE '2000-01-01', '2000-01-01', '2000-01-01 00:00:00'",
    ],
    [
      "SELECT _utf8mb4 'abc', N'abc', 'a' 'b', X'1F', 0b11, 2e5",
      'SELECT ?, ?, ?, ?, ?, ?',
      "SELECT 'x', 'x', 'x', X'00', X'00', 1e0",
    ],
    [
      'SELECT NULL, TRUE, a FROM t ORDER BY 1 LIMIT 5, 10',
      'SELECT NULL, TRUE, a FROM t ORDER BY 1 LIMIT ?, ?',
      'SELECT NULL, TRUE, a FROM t ORDER BY 1 LIMIT 1, 1',
    ],
    [
      "SELECT GROUP_CONCAT(a SEPARATOR '; ') FROM t",
      "SELECT GROUP_CONCAT(a SEPARATOR 'x') FROM t",
      "SELECT GROUP_CONCAT(a SEPARATOR 'x') FROM t",
    ],
    [
      "SELECT a->'$.name' FROM t WHERE a->>'$.id' = 7",
      "SELECT a->'$.name' FROM t WHERE a->>'$.id' = ?",
      "SELECT a->'$.name' FROM t WHERE a->>'$.id' = 1",
    ],
    ['SELECT CAST(5 AS CHAR(3)), NOW(6)', 'SELECT CAST(? AS CHAR(3)), NOW(6)', 'SELECT CAST(1 AS CHAR(3)), NOW(6)'],
    ['SELECT a + INTERVAL 30 DAY FROM t', 'SELECT a + INTERVAL ? DAY FROM t', 'SELECT a + INTERVAL 1 DAY FROM t'],
    [
      "INSERT INTO t VALUES (1, 'a'), (2, 'b')",
      'INSERT INTO t VALUES (?, ?), (?, ?)',
      "INSERT INTO t VALUES (1, 'x'), (1, 'x')",
    ],
    [
      "SELECT 1 AS 'one', ? FROM t WHERE a='x'AND b",
      "SELECT ? AS 'one', ? FROM t WHERE a=?AND b",
      "SELECT 1 AS 'one', ? FROM t WHERE a='x' AND b",
    ],
  ])('%s', (sql, placeholder, dummy) => {
    expect(mask(sql, 'placeholder')).toBe(placeholder)
    expect(mask(sql, 'dummy')).toBe(dummy)
  })

  test('two values of different length look the same', () => {
    const of = (value: string) => mask(`SELECT * FROM t WHERE s = '${value}' AND n = ${value.length}`, 'dummy')
    expect(of('a')).toBe(of('a much longer name'))
  })

  test('what is not understood is masked too, and other statements are refused', () => {
    expect(mask("SELECT a FROM t WHERE b = 'secret' 'and' 7 'more' c = 'last'", 'dummy')).not.toMatch(
      /secret|7|more|last/,
    )
    expect(mask("CALL p('secret')", 'dummy')).toBe(
      'Literals are masked in SELECT, INSERT, REPLACE, UPDATE and DELETE only.',
    )
  })

  test('texts that are names are told of', () => {
    const outcome = maskLiterals("SELECT 'a' AS 'Smith', b->'$.c' FROM t", { dialect: 'mysql' }, 'placeholder')
    expect(outcome.done && outcome.sql).toBe("SELECT ? AS 'Smith', b->'$.c' FROM t")
    expect(outcome.done && outcome.notes).toEqual([
      'JSON paths, positions, window frames and settings are kept: they are structure.',
      'Texts that are names are kept: aliases, character sets, files.',
    ])
  })

  test('comments are told of', () => {
    const outcome = maskLiterals('SELECT 1 -- for Mr. Smith', { dialect: 'mysql' }, 'placeholder')
    expect(outcome.done && outcome.notes).toEqual(['Comments are kept as they are.'])
  })
})
