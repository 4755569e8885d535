// Protects the words of the frame: refusals name the server and the line, pastes say what they are, the palette finds.
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../src/core/errors'
import type { PastePart } from '../../src/core/paste/model'
import { refusalHead, refusalText, serverCode } from '../../src/ui/analyze/refusal'
import { matches } from '../../src/ui/commands/match'
import { otherParts, partWords, pasteAction } from '../../src/ui/screens/paste-words'
import { nameOf } from '../../src/ui/state/statement-name'

describe('a refusal in one sentence', () => {
  const server = { errno: 1064, sqlState: '42000', message: 'You have an error in your SQL syntax' }
  test.each<[string, Fault, string]>([
    [
      'the server refused at a line',
      { code: 'syntax-error', message: 'x', server, line: 4 },
      'MySQL refused the statement: a syntax error on line 4.',
    ],
    [
      'the server refused without a place',
      { code: 'unknown-table', message: 'x', server },
      'MySQL refused the statement: a table that it does not know.',
    ],
    [
      'our own refusal keeps its words',
      { code: 'not-one-statement', message: 'These are 2 statements.' },
      'These are 2 statements.',
    ],
    ['a code without special words keeps its message', { code: 'internal', message: 'Oh.', server }, 'Oh.'],
  ])('%s', (_name, fault, head) => expect(refusalHead(fault, 'MySQL')).toBe(head))

  test('codes are printed as clients print them', () => {
    expect(serverCode({ code: 'syntax-error', message: '', server })).toBe('ERROR 1064 (42000)')
    expect(
      serverCode({ code: 'syntax-error', message: '', server: { errno: '42601', sqlState: '42601', message: '' } }),
    ).toBe('ERROR 42601')
    expect(serverCode({ code: 'internal', message: '' })).toBeUndefined()
  })
  test('the copy holds the server’s words, the hint, the place and the statement', () =>
    expect(
      refusalText(
        { code: 'syntax-error', message: 'x', hint: 'Look before it.', server, line: 1, column: 3 },
        'SELEC 1',
      ),
    ).toBe('ERROR 1064 (42000): You have an error in your SQL syntax\nLook before it.\nLine 1, column 3\n\nSELEC 1'))
})

describe('a paste', () => {
  const span = { start: 0, end: 1 }
  test('a slow-log entry tells its dialect and facts', () =>
    expect(
      partWords({
        kind: 'slow-log-entry',
        dialect: 'mysql',
        span,
        facts: { queryTimeMs: 211.874, rowsExamined: 107_478 },
      }),
    ).toEqual({ head: 'Slow-log entry, MySQL', facts: 'query time 212 ms, rows examined 107,478' }))
  test.each<[PastePart['kind'], PastePart['facts'], string]>([
    ['sql', { statementKind: 'select', tables: 1, readOnly: 'yes' }, 'SELECT, 1 table, reads only'],
    ['sql', { statementKind: 'update', tables: 2, readOnly: 'no' }, 'UPDATE, 2 tables, changes something'],
    ['ddl', { statementKind: 'other', tables: 1 }, '1 table'],
    ['plan', { nodes: 3, tables: 2, measured: true }, '3 nodes, 2 tables, measured'],
    ['plan', { readable: false }, 'cannot be read whole'],
    [
      'trace',
      { queries: 2, joinOrders: 1, bytesCutOff: 1200 },
      '2 query blocks, 1 step of join orders, 1,200 bytes cut off by the server',
    ],
    ['slow-log', { entries: 2, queryTimeMs: 3000 }, '2 entries, query time 3.00 s'],
    ['unknown', { lines: 2, characters: 40 }, '2 lines, 40 characters'],
  ])('a part of kind %s tells its facts: %j', (kind, facts, words) => {
    expect(partWords({ kind, facts, span }).facts).toBe(words)
  }) // prettier-ignore
  test('what stands beside the main part is counted by kind', () => {
    const main: PastePart = { kind: 'plan', facts: {}, span }
    const part = (kind: PastePart['kind']): PastePart => ({ kind, facts: {}, span })
    expect(
      otherParts([part('ddl'), main, part('sql'), part('ddl'), part('slow-log-entry'), part('unknown')], main),
    ).toBe('2 table definitions, 1 statement, 1 slow-log entry, 1 piece not recognized')
    expect(otherParts([main], main)).toBe('')
  })
  test('a plan tells its format', () =>
    expect(partWords({ kind: 'plan', format: 'postgres-text', span, facts: {} }).head).toBe('Plan, PostgreSQL, text'))
  test('what is not recognized says so', () =>
    expect(partWords({ kind: 'unknown', span, facts: {} }).head).toBe('Not recognized'))
  test.each([
    ['plan', false, 'Draw the plan'],
    ['sql', true, 'Explain'],
    ['sql', false, 'Analyze'],
    ['ddl', true, 'Open as text'],
  ] as const)('%s, connected %s: %s', (kind, connected, action) =>
    expect(pasteAction({ kind, span, facts: {} }, connected)).toBe(action),
  )
})

test.each([
  ['Show the plan as table', 'plan tab', true],
  ['Show the plan as table', 'TABLE plan', true],
  ['Show the plan as table', 'tree', false],
  ['anything', '', true],
])('%s is found by "%s": %s', (text, typed, found) => expect(matches(text, typed)).toBe(found))

test.each([
  ['SELECT a FROM orders WHERE b = 1', 'select orders'],
  ['update `shop`.`items` set a = 1', 'update shop'],
  ['SELECT 1', 'select'],
  ['VACUUM', 'statement'],
])('%s is called %s', (sql, name) => expect(nameOf(sql)).toBe(name))
