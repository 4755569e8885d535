// Protects: the tables that are read of a statement are those that a real server's plan of it goes to.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readSql } from '../../src/core/sql/read'
import { loadPostgresReader } from '../../src/pg-syntax'

const folder = join(import.meta.dirname, '../../fixtures')
const metaSchema = z.object({ sql: z.string() })
const explainSchema = z.array(z.object({ format: z.string(), text: z.string() }))

/** Relations that a plan names: those of its nodes, without what the server alone adds. */
function relationsOf(text: string): readonly string[] {
  const found = new Set<string>()
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'Relation Name' && typeof value === 'string') found.add(value)
    return value
  })
  return [...found].sort()
}

/** What the server alone puts in place of a name: partitions of a table, and the tables of views and rules. */
const servedBy: Readonly<Record<string, readonly string[]>> = {
  parted: ['p0', 'p1', 'p2'],
  hashed: ['h0', 'h1', 'h2'],
  listed: ['l_a', 'l_low', 'l_high'],
  spread: ['s0', 's1'],
  v_orders: ['orders'],
  v_barrier: ['guarded'],
  ruled: ['audit'],
}

/** What the server alone puts in place of words that name no table: a function's body, a prepared statement. */
const wordsServedBy: Readonly<Record<string, readonly string[]>> = {
  rows_of: ['orders'],
  'EXECUTE pruned': ['p1'],
}

const cases = ['pg15', 'pg18'].flatMap((server) =>
  readdirSync(join(folder, server)).map((name) => ({ name: `${server}/${name}`, at: join(folder, server, name) })),
)

describe('tables of recorded statements', () => {
  test('there are recordings', () => {
    expect(cases.length).toBeGreaterThan(100)
  })

  test.each(cases)('$name', async ({ at }) => {
    const postgres = await loadPostgresReader()
    const { sql } = metaSchema.parse(JSON.parse(readFileSync(join(at, 'meta.json'), 'utf8')))
    const outputs = explainSchema.parse(JSON.parse(readFileSync(join(at, 'explain.json'), 'utf8')))
    const plan = outputs.find(({ format }) => format === 'postgres-json')
    const { statements, notes } = readSql(sql, 'postgres', {}, { postgres })
    // The lists of conditions of this one are not read, and the reader says so.
    if (!sql.includes('ROWS FROM')) expect(notes).toEqual([])
    const named = statements.flatMap(({ tables }) => tables.map(({ name }) => name))
    const behindWords = Object.entries(wordsServedBy).flatMap(([word, tables]) => (sql.includes(word) ? tables : []))
    const known = new Set([...behindWords, ...named.flatMap((name) => [name, ...(servedBy[name] ?? [])])])
    const strange = relationsOf(plan?.text ?? '[]').filter((relation) => !known.has(relation))
    expect(strange).toEqual([])
  })
})
