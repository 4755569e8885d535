// Protects: no text makes the parser throw, hang or lose tokens, however broken, deep or long it is.

import { describe, expect, test } from 'vitest'
import type { SyntaxTree } from '../../../../src/core/sql/syntax/model'
import { outline } from '../../../../src/core/sql/syntax/outline'
import { parseSql, type SyntaxDialect } from '../../../../src/core/sql/syntax/parse'
import { childrenOf, walk } from '../../../../src/core/sql/syntax/walk'
import fc from '../../../kit/seeded-check'
import { sqlCorpus } from '../../../kit/sql-corpus'
import { judgedStatements } from '../../../kit/sql-syntax'

const dialects: readonly SyntaxDialect[] = ['mysql', 'mariadb']
const texts = [
  ...sqlCorpus().flatMap(({ text, dialect }) => (dialect === 'postgres' ? [] : [text])),
  ...judgedStatements().map(({ sql }) => sql),
]
const words = [...new Set(texts.flatMap((text) => text.match(/\w+|[^\s\w]/g) ?? []))]

/** Throws when a node is out of its parent or two children share a token; gives the number of nodes. */
function checkPlaces(tree: SyntaxTree): number {
  let count = 0
  if (tree.statement.from !== 0 || tree.statement.to !== tree.code.length) throw new Error('tokens are left over')
  walk(tree.statement, (node) => {
    count++
    let end = node.from
    for (const child of childrenOf(node)) {
      if (child.from < end || child.to > node.to) throw new Error(`${child.type} in ${node.type}`)
      end = child.to
    }
    return true
  })
  return count
}

function check(text: string, dialect: SyntaxDialect): void {
  for (const tree of parseSql(text, dialect)) {
    checkPlaces(tree)
    expect(outline(tree)).not.toBe('')
    for (const { span } of tree.notes) expect(text.slice(span.start, span.end).length).toBe(span.end - span.start)
    if (tree.notes.length > 0 && !tree.notes.every(({ message }) => message.includes('too deep'))) {
      expect(tree.error).toBeDefined()
    }
  }
}

describe('broken texts', () => {
  const mutated = fc
    .record({
      text: fc.constantFrom(...texts),
      at: fc.nat(400),
      cut: fc.nat(12),
      piece: fc.constantFrom(...words, '', ' ', "'", '`', '/*', '*/', '/*!', '\0', '((((', '))))'),
      dialect: fc.constantFrom(...dialects),
    })
    .map(({ text, at, cut, piece, dialect }) => {
      const place = at % (text.length + 1)
      return { text: `${text.slice(0, place)} ${piece} ${text.slice(place + cut)}`, dialect }
    })

  test('mutated statements keep every token in one place', () => {
    fc.assert(
      fc.property(mutated, ({ text, dialect }) => check(text, dialect)),
      { numRuns: 100_000 },
    )
  }, 300_000)

  test('words in any order', () => {
    const salad = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(salad, fc.constantFrom(...dialects), (text, dialect) => check(`SELECT ${text}`, dialect)),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(salad, fc.constantFrom(...dialects), (text, dialect) => check(text, dialect)),
      { numRuns: 2000 },
    )
  })

  test('any string at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => check(text, 'mysql')),
      { numRuns: 2000 },
    )
  })
})

const n = 10_000

/** Texts that nest or go on for ten thousand levels. */
const deep: Readonly<Record<string, string>> = {
  parentheses: `SELECT ${'('.repeat(n)}1${')'.repeat(n)}`,
  'open parentheses': `SELECT ${'('.repeat(n)}`,
  'query parentheses': `${'('.repeat(n)}SELECT 1${')'.repeat(n)}`,
  subqueries: `SELECT ${'(SELECT '.repeat(n)}1${')'.repeat(n)}`,
  'derived tables': `SELECT * FROM ${'(SELECT * FROM '.repeat(n)}t${') x'.repeat(n)}`,
  'join parentheses': `SELECT * FROM ${'(t JOIN '.repeat(n)}t${')'.repeat(n)}`,
  'WITH in WITH': `${'WITH a AS ('.repeat(n)}SELECT 1${') SELECT 1'.repeat(n)}`,
  IN: `SELECT ${'1 IN (SELECT 1 WHERE '.repeat(n)}1${')'.repeat(n)}`,
  functions: `SELECT ${'f('.repeat(n)}1${')'.repeat(n)}`,
  CASE: `SELECT ${'CASE WHEN '.repeat(n)}1${' THEN 1 END'.repeat(n)}`,
  NOT: `SELECT ${'NOT '.repeat(n)}1`,
  signs: `SELECT ${'- '.repeat(n)}1`,
  BETWEEN: `SELECT ${'a BETWEEN 1 AND '.repeat(n)}1`,
  INTERVAL: `SELECT 1 + ${'INTERVAL '.repeat(n)}1${' DAY'.repeat(n)}`,
  assignments: `SELECT ${'@a := '.repeat(n)}1`,
  windows: `SELECT ${'SUM(1) OVER (PARTITION BY '.repeat(n)}1${')'.repeat(n)}`,
  CAST: `SELECT ${'CAST('.repeat(n)}1${' AS SIGNED)'.repeat(n)}`,
  'SET STATEMENT': `${'SET STATEMENT a = 1 FOR '.repeat(n)}SELECT 1`,
  EXPLAIN: `${'EXPLAIN '.repeat(n)}SELECT 1`,
  'JSON columns': `SELECT * FROM JSON_TABLE('', '' COLUMNS (${"NESTED PATH '' COLUMNS (".repeat(n)}`,
}

/** Chains that are long, not deep: all of it must be understood. */
const long: Readonly<Record<string, string>> = {
  sums: `SELECT 1${' + 1'.repeat(n)}`,
  conditions: `SELECT 1 FROM t WHERE a = 1${' AND a = 1'.repeat(n)}`,
  comparisons: `SELECT 1${' = 1'.repeat(n)}`,
  unions: `SELECT 1${' UNION SELECT 1'.repeat(n)}`,
  joins: `SELECT * FROM t${' JOIN t ON 1'.repeat(n)}`,
  'joins whose conditions come last': `SELECT * FROM t${' JOIN t'.repeat(n)}${' ON 1'.repeat(n)}`,
  tables: `SELECT * FROM t${', t'.repeat(n)}`,
  values: `SELECT 1 FROM t WHERE a IN (1${', 1'.repeat(n)})`,
  rows: `INSERT INTO t VALUES (1)${', (1)'.repeat(n)}`,
}

describe('ten thousand levels', () => {
  test.each(Object.keys(deep))('%s', (name) => {
    for (const tree of parseSql(deep[name] ?? '', 'mariadb')) {
      checkPlaces(tree)
      expect(outline(tree)).toContain(tree.statement.type)
    }
  })

  test('what is nested too deep is opaque and said, the rest is understood', () => {
    const [tree] = parseSql(`SELECT a, ${'('.repeat(n)}1${')'.repeat(n)}, b FROM t WHERE c`, 'mysql')
    expect(tree?.error).toBeUndefined()
    expect(tree?.notes.map(({ message }) => message)).toEqual(['This is nested too deep to be read.'])
    expect(tree === undefined ? '' : outline(tree)).toContain('select-item(column b) table t where=column c')
  })

  test.each(Object.keys(long))('%s in a chain', (name) => {
    const [tree] = parseSql(long[name] ?? '', 'mysql')
    expect([tree?.error, tree?.notes]).toEqual([undefined, []])
    expect(tree === undefined ? 0 : checkPlaces(tree)).toBeGreaterThan(n)
  })
})
