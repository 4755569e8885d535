// Protects: a condition added or replaced means what was asked for, whatever stands around it.
import { describe, expect, test } from 'vitest'
import { addCondition, replaceCondition } from '../../../../src/core/sql/edits/conditions'
import type { EditOutcome } from '../../../../src/core/sql/edits/model'

const context = { dialect: 'mysql' } as const

function textOf(outcome: EditOutcome): string {
  return outcome.done ? outcome.sql : outcome.fault.message
}

describe('adding z = 1', () => {
  test.each([
    ['SELECT a FROM t', 'SELECT a FROM t WHERE z = 1'],
    ['SELECT a FROM t WHERE b = 2', 'SELECT a FROM t WHERE b = 2 AND z = 1'],
    ['SELECT a FROM t WHERE b = 2 OR c = 3 ORDER BY a', 'SELECT a FROM t WHERE (b = 2 OR c = 3) AND z = 1 ORDER BY a'],
    ['SELECT a FROM t WHERE b = 2 || c = 3', 'SELECT a FROM t WHERE (b = 2 || c = 3) AND z = 1'],
    ['SELECT a FROM t WHERE (b = 2 OR c = 3)', 'SELECT a FROM t WHERE (b = 2 OR c = 3) AND z = 1'],
    ['SELECT a FROM t WHERE b XOR c', 'SELECT a FROM t WHERE (b XOR c) AND z = 1'],
    ['SELECT a FROM t WHERE @x := b', 'SELECT a FROM t WHERE (@x := b) AND z = 1'],
    ['SELECT a FROM t WHERE NOT b AND c -- all', 'SELECT a FROM t WHERE NOT b AND c AND z = 1 -- all'],
    ['SELECT a FROM t WHERE b BETWEEN 1 AND 2', 'SELECT a FROM t WHERE b BETWEEN 1 AND 2 AND z = 1'],
    ['SELECT a FROM t, u v GROUP BY a', 'SELECT a FROM t, u v WHERE z = 1 GROUP BY a'],
    ['SELECT a FROM t JOIN u ON t.x = u.y LIMIT 1', 'SELECT a FROM t JOIN u ON t.x = u.y WHERE z = 1 LIMIT 1'],
    ['SELECT a FROM t FORCE INDEX (i)', 'SELECT a FROM t FORCE INDEX (i) WHERE z = 1'],
    ['SELECT a FROM (SELECT 1) d', 'SELECT a FROM (SELECT 1) d WHERE z = 1'],
    ['SELECT 1 LIMIT 5', 'SELECT 1 FROM DUAL WHERE z = 1 LIMIT 5'],
    ['UPDATE t SET a = 1, b = 2 LIMIT 5', 'UPDATE t SET a = 1, b = 2 WHERE z = 1 LIMIT 5'],
    ['DELETE FROM t ORDER BY a', 'DELETE FROM t WHERE z = 1 ORDER BY a'],
    ['DELETE a FROM t a, u b', 'DELETE a FROM t a, u b WHERE z = 1'],
    ['EXPLAIN SELECT a FROM t', 'EXPLAIN SELECT a FROM t WHERE z = 1'],
    ['SELECT 1 UNION SELECT 2', 'This query has several SELECTs.'],
    ['INSERT INTO t SELECT 1 FROM u', 'An INSERT has no WHERE of its own.'],
    ['SELECT a FROM', 'A table is expected here.'],
  ])('%s', (sql, expected) => expect(textOf(addCondition(sql, context, { condition: 'z = 1' }))).toBe(expected))

  test('to the SELECT of a place', () => {
    const sql = 'INSERT INTO t SELECT 1 FROM u UNION SELECT 2 FROM v'
    expect(textOf(addCondition(sql, context, { condition: 'z = 1', at: sql.indexOf('FROM u') }))).toBe(
      'INSERT INTO t SELECT 1 FROM u WHERE z = 1 UNION SELECT 2 FROM v',
    )
  })

  test('to HAVING', () => {
    const having = (sql: string) => textOf(addCondition(sql, context, { condition: 'z = 1', clause: 'having' }))
    expect(having('SELECT a FROM t WHERE b GROUP BY a ORDER BY a')).toBe(
      'SELECT a FROM t WHERE b GROUP BY a HAVING z = 1 ORDER BY a',
    )
    expect(having('SELECT a FROM t HAVING a OR b')).toBe('SELECT a FROM t HAVING (a OR b) AND z = 1')
    expect(having('DELETE FROM t')).toBe('Only a SELECT has HAVING.')
  })
})

test.each([
  ['b OR c', 'SELECT a FROM t WHERE a AND (b OR c)'],
  ['b AND c', 'SELECT a FROM t WHERE a AND b AND c'],
  ['@x := 1', 'SELECT a FROM t WHERE a AND (@x := 1)'],
  ['id IN (SELECT 1)', 'SELECT a FROM t WHERE a AND id IN (SELECT 1)'],
  ['1) OR (1', 'This is not a condition: 1) OR (1'],
  ['1 -- ', 'This is not a condition: 1 -- '],
  ['1; DROP TABLE t', 'There are several statements here; edit one at a time.'],
  ['1, 2', 'This is not a condition: 1, 2'],
  ['', 'This is not a condition: '],
])('the condition %s', (condition, expected) => {
  expect(textOf(addCondition('SELECT a FROM t WHERE a', context, { condition }))).toBe(expected)
})

describe('replacing', () => {
  function replace(sql: string, old: string, condition: string): string {
    const start = sql.indexOf(old)
    return textOf(replaceCondition(sql, context, { start, end: start + old.length }, condition))
  }

  test.each([
    ['SELECT a FROM t WHERE b = 1', 'b = 1', 'c OR d', 'SELECT a FROM t WHERE c OR d'],
    ['SELECT a FROM t WHERE b = 1 AND e', 'b = 1', 'c OR d', 'SELECT a FROM t WHERE (c OR d) AND e'],
    ['SELECT a FROM t WHERE b = 1 AND e', 'b = 1', 'c AND d', 'SELECT a FROM t WHERE c AND d AND e'],
    ['SELECT a FROM t WHERE b = 1 OR e', 'b = 1', 'c AND d', 'SELECT a FROM t WHERE c AND d OR e'],
    ['SELECT a FROM t WHERE NOT b = 1', 'b = 1', 'c AND d', 'SELECT a FROM t WHERE NOT (c AND d)'],
    ['SELECT a FROM t WHERE (b = 1)', 'b = 1', 'c OR d', 'SELECT a FROM t WHERE (c OR d)'],
    ['SELECT a FROM t WHERE(b)AND c', '(b)', 'd', 'SELECT a FROM t WHERE d AND c'],
    ['SELECT a FROM t JOIN u ON t.a = u.b WHERE c', 't.a = u.b', 'a = b', 'SELECT a FROM t JOIN u ON a = b WHERE c'],
    [
      'DELETE FROM t WHERE YEAR(d) = 2024',
      'YEAR(d) = 2024',
      "d >= '2024-01-01'",
      "DELETE FROM t WHERE d >= '2024-01-01'",
    ],
    ['SELECT a FROM t WHERE b = 1', 'b =', 'c', 'No condition stands exactly here.'],
    ['SELECT a FROM t WHERE b = 1', 'FROM t', 'c', 'No condition stands exactly here.'],
  ])('%s, %s by %s', (sql, old, condition, expected) => expect(replace(sql, old, condition)).toBe(expected))
})

test('placeholders that shift others are told of', () => {
  const outcome = addCondition('SELECT a FROM t WHERE b = ? LIMIT ?', context, { condition: 'c = ?' })
  expect(outcome.done && outcome.notes).toEqual([
    'The new condition has a placeholder: values of the statement are counted anew.',
  ])
})
