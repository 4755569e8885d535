// Protects: on every PostgreSQL statement that we have, every edit leaves all bytes outside its spans, and a statement.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PostgresEditContext } from '../../../../../src/core/sql/edits/model'
import { loadPostgresGrammar } from '../../../../../src/pg-syntax'
import { keepsTheRest } from '../keeps-the-rest'
import { outlineOf, postgresOperations, postgresStatements } from './operations'

const statements = postgresStatements()
let context: PostgresEditContext

beforeAll(async () => {
  context = { dialect: 'postgres', grammar: await loadPostgresGrammar() }
})

/** How often each operation must at least have something to do, over all of them. */
const fewest: Readonly<Record<string, number>> = {
  'remove plan hints': 2,
  'set settings': 0,
  'bind values': 20,
  'find the rows': 15,
  'add to HAVING': 100,
}

test('there are statements, and nearly all are understood whole', () => {
  const taken = statements.filter((sql) => outlineOf(sql, context) !== undefined)
  const unread = taken.filter((sql) => {
    const outline = outlineOf(sql, context)
    return outline?.kind !== 'other' && outline?.input === undefined
  })
  expect(taken.length).toBeGreaterThan(250)
  expect(unread).toEqual([])
})

describe('every statement', () => {
  test.each(postgresOperations)('$name', ({ name, run }) => {
    const wrong: string[] = []
    let done = 0
    for (const sql of statements) {
      const outline = outlineOf(sql, context)
      if (outline === undefined) continue
      for (const outcome of run(sql, context, outline)) {
        if (!outcome.done) {
          const { code, message } = outcome.fault
          // It may be refused; but never because the edit went wrong.
          if (code === 'internal' || code === 'syntax-error' || message.startsWith('The result would')) {
            wrong.push(`${sql}: ${message}`)
          }
          continue
        }
        if (outcome.edits.length > 0) done++
        if (!keepsTheRest(sql, outcome)) wrong.push(`${sql} → ${outcome.sql}`)
      }
    }
    expect(wrong).toEqual([])
    expect(done).toBeGreaterThanOrEqual(fewest[name] ?? 100)
  })
})

test('a statement with a piece missing is edited or refused, and nothing is thrown', () => {
  const pieces = fc.constantFrom(...statements.filter((sql) => sql.length < 400))
  fc.assert(
    fc.property(pieces, fc.nat(), fc.nat(12), (sql, at, length) => {
      const cut = at % (sql.length + 1)
      const broken = sql.slice(0, cut) + sql.slice(cut + length)
      const outline = outlineOf(broken, context)
      if (outline === undefined) return
      for (const { run } of postgresOperations) {
        for (const outcome of run(broken, context, outline)) {
          if (outcome.done) expect(keepsTheRest(broken, outcome)).toBe(true)
          else expect(outcome.fault.code).not.toBe('internal')
        }
      }
    }),
    { numRuns: 400 },
  )
})
