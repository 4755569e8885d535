// Protects the places in the statement that recorded plans are given: how many, and that none of them is wrong.
import { beforeAll, describe, expect, test } from 'vitest'
import { loadPostgresReader } from '../../../../src/pg-syntax/index'
import { handCheckedPairs } from './hand-checked'
import { type TracedPair, type TracedTable, tracedRecordings } from './recordings'

let conditions: readonly TracedPair[] = []
let tables: readonly TracedTable[] = []
beforeAll(async () => {
  ;({ conditions, tables } = tracedRecordings({ postgres: await loadPostgresReader() }))
}, 300_000)

const share = (some: readonly { readonly traced: string }[]) =>
  some.filter(({ traced }) => traced !== '∅').length / some.length

test('most conditions of all recorded plans are found in their statements', () => {
  const families = ['mysql-json-v1', 'mysql-json-v2', 'mysql-tree', 'mariadb-json', 'postgres']
  for (const family of families) {
    const of = conditions.filter(({ from }) => from.includes(` ${family}`))
    console.log(`${family}: ${(100 * share(of)).toFixed(1)} % of ${of.length} conditions traced`)
    expect(of.length).toBeGreaterThan(100)
    expect(share(of)).toBeGreaterThan(0.75)
  }
})

test('nearly all stored tables of recorded plans are found in their statements', () => {
  const stored = tables.filter(({ derived }) => !derived)
  console.log(`${(100 * share(stored)).toFixed(1)} % of ${stored.length} table accesses traced`)
  expect(share(stored)).toBeGreaterThan(0.9)
})

test('a table is found where it is named', () => {
  const wrong = tables.filter(({ table, traced }) => {
    const stem = table.toLowerCase().replace(/_\d+$/, '')
    return traced !== '∅' && !traced.toLowerCase().includes(stem)
  })
  expect(wrong).toEqual([])
})

describe('pairs read by hand', () => {
  test('are at least 60, of all servers’ formats', () => {
    expect(handCheckedPairs.length).toBeGreaterThanOrEqual(60)
    expect(handCheckedPairs.filter(([format]) => format.startsWith('postgres')).length).toBeGreaterThanOrEqual(20)
  })

  test.each(handCheckedPairs)('%s: %s: %s is %s', (format, sql, printed, place) => {
    const found = conditions.filter(
      (pair) => pair.from.endsWith(` ${format}`) && pair.sql.replace(/\s+/g, ' ') === sql && pair.printed === printed,
    )
    expect(found.length, 'no recording has it any more').toBeGreaterThan(0)
    expect([...new Set(found.map(({ traced }) => traced))]).toEqual([place])
  })
})
