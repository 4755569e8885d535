// Protects: what an edit makes is a statement for real servers too, and the SELECT of a DML finds the rows it touches.
// PREPARE reads a statement without running it; only error 1064 is about syntax.
import type mysql from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSchema } from '../../src/core/sql/ddl/read-schema'
import { wrapAsExplain } from '../../src/core/sql/edits/explain'
import { setIndexHints } from '../../src/core/sql/edits/index-hints'
import type { EditContext } from '../../src/core/sql/edits/model'
import { selectForm } from '../../src/core/sql/edits/select-form'
import { operations, statementsToEdit, tablesOf } from '../core/sql/edits/operations'
import { dropDatabase, freshDatabase, witness } from '../kit/mysql'
import { type Endpoint, mysqlServers } from '../kit/servers'
import { dmlCases, keyColumns, setUp, tables } from './sql-edits-dml'
import { contextOf } from './sql-edits-servers'

const database = 'sqledits_syntax'
const syntaxError = 1064
/** A name where a number must stand: the reading of the statement ended there. */
const undeclaredVariable = 1327
/** What is said of a statement that only other servers have: no syntax, a clause out of place, an unknown variable. */
const foreign: ReadonlySet<number> = new Set([syntaxError, 1193, 1221])
const statements = statementsToEdit()

/** The error number of PREPARE; 0 when it is taken. */
async function prepare(connection: mysql.Connection, sql: string): Promise<number> {
  try {
    await connection.query(`PREPARE s FROM ${connection.escape(sql)}`)
    return 0
  } catch (error) {
    if (error instanceof Error && 'errno' in error && typeof error.errno === 'number') return error.errno
    throw error
  }
}

beforeAll(async () => {
  for (const server of mysqlServers) await freshDatabase(server, database, [])
})

afterAll(async () => {
  for (const server of mysqlServers) await dropDatabase(server, database)
})

describe.each(mysqlServers)('$id', (server: Endpoint) => {
  test('every edit of a statement that it takes is one that it takes', async () => {
    const connection = await witness(server, database)
    const context = await contextOf(connection, server)
    const refused: string[] = []
    const seen = new Set<string>()
    for (const sql of statements) {
      const verdict = await prepare(connection, sql)
      if (verdict === syntaxError || verdict === undeclaredVariable) continue
      for (const { name, run } of operations) {
        for (const outcome of run(sql, context)) {
          if (!outcome.done || seen.has(outcome.sql)) continue
          seen.add(outcome.sql)
          const errno = await prepare(connection, outcome.sql)
          if (errno === syntaxError) refused.push(`${name}: ${sql} → ${outcome.sql}`)
        }
      }
    }
    await connection.end()
    expect(refused).toEqual([])
    expect(seen.size).toBeGreaterThan(1000)
  }, 120_000)
})

describe.each(mysqlServers)('$id', (server: Endpoint) => {
  const rows = 'sqledits_rows'
  let connection: mysql.Connection
  let context: EditContext

  beforeAll(async () => {
    await freshDatabase(server, rows, setUp)
    connection = await witness(server, rows)
    const ddl = tables.map((table) => `${table};`).join('\n')
    const base = await contextOf(connection, server)
    const { catalog } = readSchema(ddl, base.dialect, { version: base.version, schema: rows })
    context = { ...base, catalog, schema: rows }
  }, 60_000)

  afterAll(async () => {
    await connection.end()
    await dropDatabase(server, rows)
  })

  /** The keys that a SELECT finds, per table; rows that an outer join did not find have none. */
  async function found(sql: string, written: readonly string[]): Promise<string[]> {
    const [answer] = await connection.query<mysql.RowDataPacket[][]>({ sql, rowsAsArray: true })
    const keys = new Set<string>()
    for (const row of answer) {
      const cells: readonly unknown[] = row
      let at = 0
      for (const table of written) {
        const width = keyColumns[table]?.length ?? 1
        const key = cells.slice(at, at + width)
        at += width
        if (!key.includes(null)) keys.add(`${table}:${key.join('/')}`)
      }
    }
    return [...keys].sort()
  }

  /** The keys that a statement touches, as triggers saw them; all of it is rolled back. Undefined when it is refused. */
  async function touched(sql: string): Promise<string[] | undefined> {
    await connection.query('START TRANSACTION')
    try {
      await connection.query(sql)
      const [answer] = await connection.query<mysql.RowDataPacket[]>('SELECT DISTINCT tab, k FROM touched')
      return answer.map((row) => `${row['tab']}:${row['k']}`).sort()
    } catch (error) {
      const errno = error instanceof Error && 'errno' in error ? error.errno : undefined
      if (typeof errno === 'number' && foreign.has(errno)) return undefined
      throw error
    } finally {
      await connection.query('ROLLBACK')
    }
  }

  test('the SELECT of a DML finds the keys of the rows that it touches', async () => {
    const wrong: unknown[] = []
    let compared = 0
    let rowsSeen = 0
    for (const [sql, written] of dmlCases) {
      const keys = await touched(sql)
      if (keys === undefined) continue
      compared++
      rowsSeen += keys.length
      const outcome = selectForm(sql, context)
      const answer = outcome.done ? await found(outcome.sql, written) : [outcome.fault.message]
      if (answer.join() !== keys.join()) wrong.push({ sql, select: outcome.done && outcome.sql, answer, keys })
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(60)
    expect(rowsSeen).toBeGreaterThan(500)
  }, 60_000)

  test('EXPLAIN takes a hint for each index of each table, and uses no other index there', async () => {
    const wrong: unknown[] = []
    let hintsTaken = 0
    for (const [sql] of dmlCases) {
      const select = selectForm(sql, context)
      if (!select.done || (await prepare(connection, select.sql)) !== 0) continue
      const places = tablesOf(select.sql, context.dialect)
      for (const place of places) {
        const known = context.catalog?.tables.find(({ name }) => name === place.name)
        for (const index of known?.indexes ?? []) {
          const hints = [{ action: 'FORCE', indexes: [index.name] }] as const
          const hinted = setIndexHints(select.sql, context, [{ ...place, hints }])
          if (!hinted.done) {
            wrong.push({ select: select.sql, why: hinted.fault.message })
            continue
          }
          const explained = wrapAsExplain(hinted.sql, context, 'EXPLAIN')
          if (!explained.done) throw new Error(explained.fault.message)
          const [plan] = await connection.query<mysql.RowDataPacket[]>(explained.sql)
          const alone = places.filter(({ table }) => table === place.table).length === 1
          const others = plan.filter((row) => row['table'] === place.table && ![null, index.name].includes(row['key']))
          if (alone && others.length > 0) wrong.push({ sql: explained.sql, others })
          hintsTaken++
        }
      }
    }
    expect(wrong).toEqual([])
    expect(hintsTaken).toBeGreaterThan(150)
  }, 60_000)
})
