// Protects: on a real server the product gets the trace of the very statement, and reads from it what EXPLAIN says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCases, readStatements } from '../../build/recorder-cases'
import { chosenAccesses, chosenOrder, plannedBlocks } from '../../src/core/trace/chosen'
import { readTrace } from '../../src/core/trace/read'
import { finalCostOf, totalCost } from '../../src/core/trace/settle'
import type { Session } from '../../src/engines/engine'
import { exceptionOf, methodOfRow, sameIndex, shownMethod } from '../contracts/trace-exceptions'
import { tracingServers } from '../contracts/traces'
import { dropDatabase, freshDatabase, never, open } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'
import { tell } from './traces-told'

const statements = join(import.meta.dirname, '../../fixtures/statements')
const wanted = new Set(
  'ref-lookup backward-order join-three left-join-not-exists index-merge-union group-by-index subquery-in derived-group semijoin-materialize semijoin-weedout union-distinct straight-join rowid-filter skip-scan partitions fulltext trace-order-correlated trace-more-parts trace-low-limit delete-join insert-select update-range'.split(
    ' ',
  ),
)
const cases = ['mysql.sql', 'mysql.traces.sql'].flatMap((file) =>
  readCases(readFileSync(join(statements, file), 'utf8')).filter(({ name }) => wanted.has(name)),
)
const database = `trace_live_${process.pid}`

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

test('the statements are there', () => expect(cases).toHaveLength(wanted.size))

describe.each(mysqlServers)('$id', (server) => {
  let session: Session
  beforeAll(async () => {
    const schema = readStatements(readFileSync(join(statements, 'mysql.schema.sql'), 'utf8'))
    const own = schema.filter(({ servers }) => !servers || servers.includes(server.id)).map(({ sql }) => sql)
    await freshDatabase(server, database, ["SET SESSION sql_mode = ''", ...own])
    session = await open(server, { database })
  }, 120_000)
  afterAll(async () => {
    await session?.close()
    await dropDatabase(server, database)
  })

  test.each(cases.filter(({ servers }) => !servers || servers.includes(server.id)))('$name', async (one) => {
    const own = await open(server, { database })
    try {
      for (const setting of one.settings(server.id.startsWith('mariadb') ? 'mariadb' : 'mysql'))
        await own.execute(setting, never)
      const { trace, rows, cautions, outputs } = await tell(own, one.sql)
      expect(cautions).toEqual([])
      expect(trace.notes).toEqual([])
      expect(trace.cutAt).toBeUndefined()
      const accesses = plannedBlocks(trace).flatMap((block) => chosenAccesses(trace, block))
      const id = tracingServers.find((name) => name === server.id) ?? 'mysql97'
      const recorded = { name: one.name, server: id, case: one.name, text: '' }
      const wrong = rows.filter((row) => {
        if (row['table'] === null || row['table'] === undefined || row['table'].startsWith('<')) return false
        const access =
          accesses.find((each) => String(each.selectId) === row['id'] && each.table.table === row['table']) ??
          accesses.find((each) => each.table.table === row['table'])
        const same = access && methodOfRow(row) === shownMethod(access) && sameIndex(row, access.indexes)
        return !same && !exceptionOf(recorded, row, access)
      })
      expect(wrong).toEqual([])
      // The plan's own number, where the server prints one for the whole statement.
      const text = outputs.find(({ format }) => format === 'mysql-json-v1')?.text ?? ''
      const printed = /^\s*\{\s*"query_block": \{\s*"select_id": 1,\s*"cost_info": \{\s*"query_cost": "([\d.]+)"/.exec(
        text,
      )
      const order = chosenOrder(trace, 1)
      if (printed && order) {
        const costs = [order.cost ?? 0, totalCost(order), finalCostOf(order)]
        expect(
          costs.some((cost) => Math.abs(cost - Number(printed[1])) <= 0.02 + cost * 1e-4),
          `${costs} of ${printed[1]}`,
        ).toBe(true)
      }
    } finally {
      await own.close()
    }
  })

  test.runIf(server.id === 'mysql97')(
    'the hypergraph optimizer, which has no table form, is traced in another',
    async () => {
      const sql =
        "SELECT /*+ SET_VAR(optimizer_switch='hypergraph_optimizer=on') */ c.name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.city = 'Oslo'"
      const { outputs, traceText = '' } = await session.explain({ sql, trace: true }, never)
      expect(outputs.map(({ format }) => format)).toContain('mysql-tree')
      const { lines, notes } = readTrace(traceText)
      expect(notes).toEqual([])
      expect(lines.find(({ text }) => text.includes('NESTED_LOOP_JOIN'))?.cost).toBeGreaterThan(0)
    },
  )

  test('the trace is that of the statement that was asked last', async () => {
    const first = await tell(session, 'SELECT * FROM orders o WHERE o.customer_id = 5')
    const second = await tell(session, 'SELECT * FROM items i WHERE i.order_id = 7')
    expect(first.trace.tables.map(({ table }) => table)).toEqual(['o'])
    expect(second.trace.tables.map(({ table }) => table)).toEqual(['i'])
    expect(second.text).toContain('order_id')
    expect(second.text).not.toContain('customer_id = 5')
  })
})
