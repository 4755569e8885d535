// Protects: on every statement that we have, every edit leaves all bytes outside its spans, and a statement that parses.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskLiterals } from '../../../../src/core/sql/edits/mask'
import type { EditOutcome } from '../../../../src/core/sql/edits/model'
import { parseSql, type SyntaxDialect } from '../../../../src/core/sql/syntax/parse'
import { keepsTheRest } from './keeps-the-rest'
import { operations, statementsToEdit } from './operations'

const statements = statementsToEdit()
const dialects: readonly SyntaxDialect[] = ['mysql', 'mariadb']

/** How often each operation must at least have something to do, over the whole corpus. */
const fewest: Readonly<Record<string, number>> = {
  'set optimizer hints': 0,
  'remove optimizer hints': 1,
  'set variables': 300,
  'find the rows': 60,
}

function opaqueCount(sql: string, dialect: SyntaxDialect): number {
  return parseSql(sql, dialect).reduce((sum, tree) => sum + tree.notes.length, 0)
}

function describeOutcome(sql: string, outcome: EditOutcome): string {
  return outcome.done ? `${sql} → ${outcome.sql}` : `${sql}: ${outcome.fault.message}`
}

describe.each(dialects)('%s', (dialect) => {
  test.each(operations)('$name', ({ name, run }) => {
    const wrong: string[] = []
    let done = 0
    for (const sql of statements) {
      const opaque = opaqueCount(sql, dialect)
      for (const outcome of run(sql, { dialect })) {
        if (!outcome.done) {
          const why = outcome.fault.message
          // Asked for in every statement, they may be refused; but never because the edit went wrong.
          if (outcome.fault.code === 'internal' || why.startsWith('The result would'))
            wrong.push(describeOutcome(sql, outcome))
          continue
        }
        if (outcome.edits.length > 0) done++
        const fits = keepsTheRest(sql, outcome) && opaqueCount(outcome.sql, dialect) <= opaque
        if (!fits || parseSql(outcome.sql, dialect).length !== 1) wrong.push(describeOutcome(sql, outcome))
      }
    }
    expect(wrong).toEqual([])
    expect(done).toBeGreaterThanOrEqual(fewest[name] ?? 5)
  })
})

test('a statement with a piece missing is edited or refused, and nothing is thrown', () => {
  const pieces = fc.constantFrom(...statements.filter((sql) => sql.length < 400))
  fc.assert(
    fc.property(pieces, fc.nat(), fc.nat(12), fc.constantFrom(...dialects), (sql, at, length, dialect) => {
      const cut = at % (sql.length + 1)
      const broken = sql.slice(0, cut) + sql.slice(cut + length)
      for (const { run } of operations) {
        for (const outcome of run(broken, { dialect })) {
          if (outcome.done) expect(keepsTheRest(broken, outcome)).toBe(true)
          else expect(outcome.fault.code).not.toBe('internal')
        }
      }
    }),
    { numRuns: 400 },
  )
})

test('a megabyte of literals is masked in one go', () => {
  const values = Array.from({ length: 100_000 }, (_, i) => `'v${i}'`).join(', ')
  const outcome = maskLiterals(`SELECT a FROM t WHERE b IN (${values})`, { dialect: 'mysql' }, 'placeholder')
  expect(outcome.done && outcome.edits.length).toBe(100_000)
  expect(outcome.done && outcome.sql.length).toBe('SELECT a FROM t WHERE b IN ()'.length + 3 * 100_000 - 2)
})
