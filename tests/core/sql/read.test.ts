// Protects: the document of a text's statements, the dialect guessed for it, and that both fit the contract.
import { describe, expect, test } from 'vitest'
import { guessDialect } from '../../../src/core/sql/guess-dialect'
import { sqlDocumentSchema } from '../../../src/core/sql/model'
import { readSql } from '../../../src/core/sql/read'
import { sqlCorpus } from '../../kit/sql-corpus'

test('one statement, whole', () => {
  expect(readSql('SELECT a FROM shop.t x WHERE a = :id;', 'mysql')).toEqual({
    sargable: 1,
    kind: 'sql',
    statements: [
      {
        kind: 'select',
        span: { start: 0, end: 36 },
        text: 'SELECT a FROM shop.t x WHERE a = :id',
        tables: [
          { schema: 'shop', name: 't', alias: 'x', span: { start: 14, end: 22 }, hintSpan: { start: 22, end: 22 } },
        ],
        conditions: [
          {
            text: 'a = :id',
            span: { start: 29, end: 36 },
            clause: 'where',
            tables: ['x'],
            columns: ['a'],
            operator: '=',
            kind: 'equality',
          },
        ],
        placeholders: [{ text: ':id', span: { start: 33, end: 36 } }],
        fingerprint: 'select a from shop . t x where a = ?',
        fingerprintVersion: 1,
        readOnly: 'yes',
      },
    ],
    notes: [],
  })
})

test('every statement of the corpus gives a valid document', () => {
  for (const { text, dialect } of sqlCorpus()) {
    expect(sqlDocumentSchema.safeParse(readSql(text, dialect)).error, text).toBeUndefined()
  }
})

test('what is open at the end is a note', () => {
  expect(readSql("SELECT 'a", 'mysql').notes).toEqual([
    { message: 'This quote is not closed.', span: { start: 7, end: 9 } },
  ])
})

test.each([
  ['SELECT * FROM `t`', 'mysql'],
  ['SELECT a FROM t LIMIT 5, 10', 'mysql'],
  ['SELECT * FROM t FORCE INDEX (i)', 'mysql'],
  ['INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 1', 'mysql'],
  ['SELECT * FROM t WHERE d > NOW() - INTERVAL 7 DAY', 'mysql'],
  ['SELECT * FROM t WHERE a = "x"', 'mysql'],
  ['SELECT @a := 1', 'mysql'],
  ['ANALYZE FORMAT=JSON SELECT * FROM t', 'mariadb'],
  ["SET STATEMENT optimizer_switch='mrr=on' FOR SELECT * FROM `t`", 'mariadb'],
  ['SELECT * FROM t LIMIT 10 ROWS EXAMINED 100', 'mariadb'],
  ['SELECT a::int FROM t', 'postgres'],
  ["SELECT '1'::jsonb", 'postgres'],
  ['SELECT * FROM t WHERE a ILIKE $1', 'postgres'],
  ['EXPLAIN (ANALYZE, BUFFERS) SELECT 1', 'postgres'],
  ['DO $$ BEGIN END $$', 'postgres'],
  ['SELECT "a"."b" FROM "t" AS "a"', 'postgres'],
  ['SELECT * FROM t ORDER BY a NULLS LAST', 'postgres'],
] as const)('the dialect of %s is %s', (sql, dialect) => {
  expect(guessDialect(sql)).toBe(dialect)
})

describe('no dialect is guessed', () => {
  test.each(['SELECT 1', 'SELECT * FROM t WHERE a = 1', '', 'UPDATE t SET a = 1 WHERE b = 2'])('for %j', (sql) => {
    expect(guessDialect(sql)).toBeUndefined()
  })
})

test('guessing looks at hostile texts in bounded time', () => {
  for (const unit of ['UPDATE a ', '$a$', '"a" ', 'INTERVAL 1 ', '\n', ' ', 'AS $', '::', 'WHERE a = "'])
    guessDialect(unit.repeat(20_000))
})
