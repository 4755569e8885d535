// Protects: what the grammar takes and refuses, the place of its errors, and that nothing in a text makes reading fail.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type SqlCondition, sqlDocumentSchema } from '../../src/core/sql/model'
import { readSql } from '../../src/core/sql/read'
import type { StatementReader } from '../../src/core/sql/statement-reader'
import { loadPostgresReader } from '../../src/pg-syntax'
import { readStatements } from '../../src/service/read-statements'
import fc from '../kit/seeded-check'
import { sqlCorpus } from '../kit/sql-corpus'
import { judgedStatements } from '../kit/sql-syntax'

let postgres: StatementReader

beforeAll(async () => {
  postgres = await loadPostgresReader()
})

const read = (sql: string) => readSql(sql, 'postgres', {}, { postgres })

/** In the files, but refused by the server: another dialect's VALUES, and WITH TIES without ORDER BY. */
const notPostgres = /\bVALUES ROW\b|FETCH FIRST 5 ROWS WITH TIES/

test('the corpus of PostgreSQL is read by the grammar, to the last statement', () => {
  const blocks = sqlCorpus().filter(({ dialect, text }) => dialect === 'postgres' && !notPostgres.test(text))
  expect(blocks.length).toBeGreaterThan(60)
  for (const { text, statements } of blocks) {
    const document = read(text)
    expect(sqlDocumentSchema.safeParse(document).error, text).toBeUndefined()
    expect(document.statements.length, text).toBe(statements)
    expect(document.notes, text).toEqual([])
  }
})

test('the PostgreSQL files of the samples are read by the grammar', () => {
  const root = join(import.meta.dirname, '../../samples')
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.pg.sql'))
  expect(paths.length).toBeGreaterThan(30)
  const notes = paths.flatMap((path) =>
    read(readFileSync(join(root, path), 'utf8')).notes.map((note) => ({ path, note })),
  )
  expect(notes).toEqual([])
})

test('a reader changes nothing of fingerprints, kinds, spans and placeholders', () => {
  for (const { text, dialect } of sqlCorpus()) {
    if (dialect !== 'postgres') continue
    const stable = (document: ReturnType<typeof read>) =>
      document.statements.map(({ kind, span, fingerprint, placeholders }) => ({
        kind,
        span,
        fingerprint,
        placeholders,
      }))
    expect(stable(read(text))).toEqual(stable(readSql(text, 'postgres')))
  }
})

describe('a condition is a whole one', () => {
  /** Its text alone, as a WHERE, is the same condition and no other. */
  const alone = (condition: string) =>
    read(`SELECT * FROM alone WHERE ${condition}\n`).statements.flatMap(({ conditions }) =>
      conditions.slice(0, 1).map(same),
    )

  /** What does not depend on the tables around it: two columns of one table join nothing. */
  const same = ({ text, kind, operator, columns, fixedPrefix }: SqlCondition) => ({
    text,
    kind: columns.length > 1 ? '' : kind,
    operator,
    columns,
    fixedPrefix,
  })

  const texts = [
    ...sqlCorpus().map(({ text }) => text),
    ...judgedStatements().map(({ sql }) => sql),
    ...judgedStatements().map(
      ({ sql }) => `SELECT * FROM a JOIN (${sql}) b ON (a.i = b.i) AND a.j > 1 WHERE (a.k = 1) HAVING b.k = 2`,
    ),
    ...judgedStatements().map(
      ({ sql }) => `WITH c AS (${sql}) UPDATE a SET i = 1 FROM c WHERE a.i = c.i AND (a.j = 1 OR c.k) RETURNING *`,
    ),
  ]

  test('in the corpus, and in statements that hold others', () => {
    let count = 0
    for (const text of texts) {
      const { statements, notes } = read(text)
      if (notes.length > 0) continue
      for (const { conditions } of statements) {
        for (const condition of conditions) {
          count++
          expect(alone(condition.text), text).toEqual([same(condition)])
        }
      }
    }
    expect(count).toBeGreaterThan(300)
  })
})

describe('errors stand where the server puts them', () => {
  // ¦ marks the place; what follows up to ¦ again is the span.
  test.each([
    ['SELECT a, ¦FROM¦ t', 'syntax error at or near "FROM"'],
    ["SELECT 'ä', '😀', ¦FROM¦ t", 'syntax error at or near "FROM"'],
    ['SELECT "Tä😀" FROM /* 🚀 */ t WHERE ö ¦SELECT¦ 1', 'syntax error at or near "SELECT"'],
    ['SELECT * FROM t WHERE a = ? AND b = :name ¦WHERE¦ c', 'syntax error at or near "WHERE"'],
    ['SELECT * FROM t WHERE (a = 1¦¦', 'syntax error at end of input'],
    ['SELECT 1; DELETE ¦t¦ WHERE a = 1; SELECT 2', 'syntax error at or near "t"'],
    ['SELECT ¦$1¦x FROM t', 'trailing junk after parameter at or near "$1x"'],
    // USE is the table's alias.
    ['SELECT * FROM t USE ¦INDEX¦ (i)', 'syntax error at or near "INDEX"'],
  ])('%s', (marked, message) => {
    const [before = '', inside = ''] = marked.split('¦')
    const { notes } = read(marked.replaceAll('¦', ''))
    expect(notes).toEqual([
      {
        message: `PostgreSQL's grammar: ${message}. The statement is read by its tokens.`,
        span: { start: before.length, end: before.length + inside.length },
      },
    ])
  })
})

test('a refused statement is read by its tokens', () => {
  const [statement] = read('SELECT * FROM t x WHERE a = 1 LIMIT 5, 10').statements
  expect(statement?.tables.map(({ name, alias }) => `${name} ${alias}`)).toEqual(['t x'])
  expect(statement?.conditions.map(({ columns }) => columns)).toEqual([['a']])
})

describe('the tree can only make a statement less trusted', () => {
  test.each([
    ['SELECT * FROM t', 'yes'],
    ['SHOW search_path', 'yes'],
    ['EXPLAIN DELETE FROM t', 'yes'],
    ['EXPLAIN (ANALYZE off) DELETE FROM t', 'yes'],
    ['EXPLAIN (ANALYZE 1) DELETE FROM t', 'no'],
    ['EXPLAIN ANALYZE DELETE FROM t', 'no'],
    ['SELECT * FROM t FOR SHARE', 'no'],
    ['SELECT * INTO n FROM t', 'no'],
    ['WITH d AS (DELETE FROM t RETURNING i) SELECT * FROM d', 'no'],
    ['SELECT own_function(1)', 'unknown'],
    ['DROP TABLE t', 'no'],
  ])('%s: %s', (sql, readOnly) => {
    expect(read(sql).statements.map((statement) => statement.readOnly)).toEqual([readOnly])
  })
})

describe('texts that are hard on a parser', () => {
  const many = 20_000
  test.each([
    ['parentheses', `SELECT * FROM t WHERE ${'('.repeat(many)}a = 1${')'.repeat(many)}`],
    ['nested conditions', `SELECT * FROM t WHERE ${'(a = 1 AND '.repeat(3000)}a = 1${')'.repeat(3000)}`],
    ['a long sum', `SELECT * FROM t WHERE a = 1${' + 1'.repeat(many)}`],
    ['NOT', `SELECT * FROM t WHERE ${'NOT '.repeat(many)}a`],
    ['OR', `SELECT * FROM t WHERE a = 1${' OR a = 1'.repeat(many)}`],
    ['AND', `SELECT * FROM t WHERE a = 1${' AND a = 1'.repeat(many)}`],
    ['UNION', `SELECT 1${' UNION SELECT 1'.repeat(many)}`],
    ['subqueries', `SELECT * FROM ${'(SELECT * FROM '.repeat(3000)}t${') x'.repeat(3000)}`],
    ['rows', `INSERT INTO t VALUES (1, 'x')${", (2, 'äöü')".repeat(many)}`],
    ['quotes', `SELECT ${"'".repeat(many + 1)}`],
    ['a NUL', 'SELECT 1 FROM t\0 WHERE'],
    ['lone surrogates', 'SELECT "\ud800", \'\udc00\' FROM t WHERE "\udfff" = 1'],
  ])('%s', async (_, sql) => {
    const document = readSql(sql, 'postgres', {}, { postgres: await loadPostgresReader() })
    expect(document.statements.length).toBe(1)
    expect(sqlDocumentSchema.safeParse(document).success).toBe(true)
  })

  test('a grammar that one of them has used up is replaced, as often as it takes', async () => {
    const deep = `SELECT * FROM t WHERE a = 1${' + 1'.repeat(many)}`
    for (let round = 0; round < 40; round++) {
      const { notes, statements } = await readStatements(`${deep}; SELECT * FROM u WHERE b = 2`, 'postgres')
      expect(notes.map(({ message }) => message)).toEqual([
        expect.stringMatching(/nested too deep/),
        expect.stringMatching(/a statement before was nested too deep/),
      ])
      expect(statements.map(({ tables }) => tables.map(({ name }) => name))).toEqual([['t'], ['u']])
      expect((await readStatements('SELECT * FROM t WHERE a = 1', 'postgres')).notes).toEqual([])
    }
  })

  test('any mix of tokens', () => {
    const piece = fc.constantFrom(
      ...'SELECT * FROM t x WHERE a = 1 AND OR NOT ( ) , ; UPDATE SET DELETE USING INSERT INTO VALUES JOIN ON LEFT'.split(
        ' ',
      ),
      ...[
        "'é'",
        '"😀"',
        'WITH c AS (',
        'RETURNING',
        '?',
        ':n',
        '$1',
        '::int',
        'IN (1, 2)',
        'BETWEEN',
        'ONLY',
        '/* ä',
        '*/',
        '--\n',
      ],
      ...[
        'GROUP BY',
        'HAVING',
        'UNION',
        'EXPLAIN',
        'MERGE',
        'CASE',
        'END',
        '[',
        ']',
        '$$',
        '.',
        'IS NULL',
        'LIKE',
        'EXISTS (',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const sql = pieces.join(' ')
        const document = read(sql)
        expect(sqlDocumentSchema.safeParse(document).success).toBe(true)
        for (const { conditions } of document.statements) {
          for (const { text, span } of conditions) expect(sql.slice(span.start, span.end)).toBe(text)
        }
        for (const { span } of document.notes) expect(span.end).toBeGreaterThanOrEqual(span.start)
      }),
      { numRuns: 3000 },
    )
  })
})
