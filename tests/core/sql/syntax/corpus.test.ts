// Protects: what real servers take is understood whole, what they refuse is an error where they stop.
import { describe, expect, test } from 'vitest'
import type { SyntaxTree } from '../../../../src/core/sql/syntax/model'
import { parseSql, type SyntaxDialect } from '../../../../src/core/sql/syntax/parse'
import { childrenOf, walk } from '../../../../src/core/sql/syntax/walk'
import { sqlCorpus } from '../../../kit/sql-corpus'
import { judgedStatements, sampleTexts } from '../../../kit/sql-syntax'

const dialects: readonly SyntaxDialect[] = ['mysql', 'mariadb']

/** Statements of the corpus that no server takes: FOR SYSTEM_TIME is missing. */
const refusedByAll = ['SELECT * FROM t AS OF TIMESTAMP NOW()']

const corpus = sqlCorpus().flatMap(({ text, dialect }) => (dialect === 'postgres' ? [] : [{ text, dialect }]))
const samples = sampleTexts().flatMap(({ text, path }) => dialects.map((dialect) => ({ text, dialect, path })))

describe('real statements leave nothing opaque', () => {
  test('there are many', () => {
    expect(corpus.length).toBeGreaterThan(150)
    expect(samples.length).toBeGreaterThan(100)
  })

  test.each(corpus.filter(({ text }) => !refusedByAll.includes(text)))('$dialect: $text', ({ text, dialect }) => {
    for (const tree of parseSql(text, dialect)) expect([tree.error, tree.notes]).toEqual([undefined, []])
  })

  test.each(samples)('$dialect: $path', ({ text, dialect }) => {
    for (const tree of parseSql(text, dialect)) expect([tree.error, tree.notes]).toEqual([undefined, []])
  })
})

/** How many tokens lie between the place where the servers stop and the place of our error. */
function tokensBetween(tree: SyntaxTree, offset: number): number {
  const { code, error } = tree
  let at = 0
  while (at < code.length && code.end(at) <= offset) at++
  return error === undefined ? Number.POSITIVE_INFINITY : Math.abs(at - error.at)
}

describe('the verdicts of real servers', () => {
  const judged = judgedStatements()

  test.each(judged.filter(({ takenBy }) => takenBy.length > 0))('taken by $takenBy: $sql', ({ sql, takenBy }) => {
    for (const dialect of takenBy) {
      const [tree] = parseSql(sql, dialect)
      expect([dialect, tree?.error, tree?.notes]).toEqual([dialect, undefined, []])
    }
  })

  test.each(judged.filter(({ takenBy }) => takenBy.length === 0))('refused by all: $sql', ({ sql, stopsAt }) => {
    for (const dialect of dialects) {
      const [tree] = parseSql(sql, dialect)
      if (tree === undefined || stopsAt === undefined) throw new Error('No statement, or no place')
      expect(tokensBetween(tree, stopsAt)).toBeLessThanOrEqual(5)
    }
  })
})

describe('places', () => {
  test.each([...corpus, ...judgedStatements().map(({ sql }) => ({ text: sql, dialect: 'mysql' as const }))])(
    'children lie in their parent and apart from each other, $dialect: $text',
    ({ text, dialect }) => {
      for (const tree of parseSql(text, dialect)) {
        const { code } = tree
        expect([tree.statement.from, tree.statement.to]).toEqual([0, code.length])
        walk(tree.statement, (node) => {
          if (node.from < node.to && node.type !== 'optimizer-hint') {
            expect(node.span).toEqual({ start: code.start(node.from), end: code.end(node.to - 1) })
          }
          let end = node.from
          for (const child of childrenOf(node)) {
            if (child.from < end || child.to > node.to) throw new Error(`${child.type} in ${node.type}: ${text}`)
            end = child.to
          }
          return true
        })
      }
    },
  )
})
