// Protects: the service reads PostgreSQL by its grammar, other dialects without it, and loads it only when asked.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readStatements } from '../../src/service/read-statements'

test('PostgreSQL by name, with what only its grammar gives', async () => {
  const { statements, notes } = await readStatements('DELETE FROM Shop.Orders WHERE id = 1', 'postgres')
  expect(notes).toEqual([])
  expect(statements[0]?.tables).toMatchObject([{ schema: 'shop', name: 'orders' }])
  expect(statements[0]?.selectForm).toBe('SELECT Orders.* FROM Shop.Orders WHERE id = 1')
})

test('PostgreSQL by its signs; the server points at LIMIT', async () => {
  const { notes } = await readStatements("SELECT a::int FROM t WHERE a ILIKE 'x%' LIMIT 5, 10")
  expect(notes.map(({ span }) => span)).toEqual([{ start: 40, end: 45 }])
})

test('a statement of no dialect is not held against the grammar', async () => {
  expect((await readStatements('SELECT * FROM t LIMIT 5, 10')).notes).toEqual([])
  expect((await readStatements('SELECT * FROM t FORCE INDEX (i)', 'mysql')).notes).toEqual([])
})

test('no module loads the grammar with itself', () => {
  const folder = join(import.meta.dirname, '../../src')
  const loading = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
    if (!/\.tsx?$/.test(path)) return false
    return /^(import|export) (?!type\b).*'libpg-query'/m.test(readFileSync(join(folder, path), 'utf8'))
  })
  expect(loading).toEqual([])
})
