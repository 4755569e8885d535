// Protects: no text makes reading its meaning throw or hang, however broken, deep or long; spans stay in the text.
import { describe, expect, test } from 'vitest'
import { meaningOf } from '../../../../src/core/sql/meaning/meaning-of'
import { parseSql } from '../../../../src/core/sql/syntax/parse'
import fc from '../../../kit/seeded-check'
import { sqlCorpus } from '../../../kit/sql-corpus'
import { judgedStatements } from '../../../kit/sql-syntax'
import { shop } from './shown'

const texts = [
  ...sqlCorpus().flatMap(({ text, dialect }) => (dialect === 'postgres' ? [] : [text])),
  ...judgedStatements().map(({ sql }) => sql),
]
const words = [...new Set(texts.flatMap((text) => text.match(/\w+|[^\s\w]/g) ?? []))]

/** Gives the number of blocks. */
function check(text: string): number {
  let count = 0
  for (const tree of parseSql(text, 'mariadb')) {
    for (const block of meaningOf(tree, shop).blocks) {
      count++
      const spans = [block, ...block.sources, ...block.references, ...block.conditions].map(({ span }) => span)
      if (spans.some(({ start, end }) => start > end || end > text.length)) throw new Error('a span is out of the text')
    }
  }
  return count
}

test('every statement of the corpus has a meaning', () => {
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.reduce((count, text) => count + check(text), 0)).toBeGreaterThan(texts.length)
})

describe('broken texts', () => {
  test('mutated statements', () => {
    const mutated = fc
      .record({
        text: fc.constantFrom(...texts),
        at: fc.nat(400),
        cut: fc.nat(12),
        piece: fc.constantFrom(...words, '', "'", '/*', '((((', '))))'),
      })
      .map(({ text, at, cut, piece }) => {
        const place = at % (text.length + 1)
        return `${text.slice(0, place)} ${piece} ${text.slice(place + cut)}`
      })
    fc.assert(
      fc.property(mutated, (text) => void check(text)),
      { numRuns: 2000 },
    )
  })

  test('words in any order', () => {
    const salad = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(salad, (text) => void check(`SELECT a FROM t JOIN u ON ${text}`)),
      { numRuns: 2000 },
    )
  })
})

describe('deep and long texts', () => {
  const many = 5000
  const times = (piece: string, joint = ''): string => Array.from({ length: many }, () => piece).join(joint)
  test.each([
    ['parentheses', `SELECT ${times('(')}1${times(')')}`],
    ['parentheses of a condition', `SELECT 1 FROM t WHERE ${times('(')}a = 1${times(')')}`],
    ['subqueries', `SELECT ${times('(SELECT ')}1${times(')')}`],
    ['derived tables', `SELECT * FROM ${times('(SELECT * FROM ')}t${times(') s')}`],
    ['NOT', `SELECT 1 FROM t WHERE ${times('NOT ')}a = 1`],
    ['minus', `SELECT ${times('- ')}1`],
    ['a sum', `SELECT 1 FROM t WHERE a = ${times('k', ' + ')}`],
    ['AND', `SELECT 1 FROM t WHERE ${times('a = 1', ' AND ')}`],
    ['OR in AND', `SELECT 1 FROM t WHERE ${times('(a = 1 OR k = 2)', ' AND ')}`],
    ['comparisons', `SELECT 1 FROM t WHERE ${times('a', ' = ')}`],
    ['an IN list', `SELECT 1 FROM t WHERE a IN (${times('k', ', ')})`],
    ['UNION', times('SELECT a FROM t', ' UNION ')],
    ['joins', `SELECT 1 FROM ${times('t', ' JOIN ')}`],
    ['joins whose conditions follow', `SELECT 1 FROM t ${times('JOIN t ')}${times('ON a = k ')}`],
    ['tables', `SELECT a FROM ${times('t', ', ')} WHERE a = 1`],
    ['tables in parentheses', `SELECT a FROM (${times('t', ', ')}) WHERE a = 1`],
    ['columns', `SELECT ${times('a', ', ')} FROM t ORDER BY ${times('q', ', ')}`],
    ['rows', `INSERT INTO v VALUES ${times('(1, 2, 3)', ', ')}`],
  ])('%s', (_, text) => {
    expect(check(text)).toBeGreaterThan(0)
  })
})
