// Protects the byte rules against shapes nobody thought of: random tables and statements on the real servers, read by
// the product itself; the parts that are taken as used must add up to the key_len that the server prints.
import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/core/analysis/analyze'
import type { Catalog } from '../../src/core/catalog/model'
import { atLeast } from '../../src/core/engine'
import { SargableError } from '../../src/core/errors'
import { isTemporaryKey } from '../../src/core/keyparts/decode'
import type { KeyUse } from '../../src/core/keyparts/model'
import type { IndexUse, Plan } from '../../src/core/plan/model'
import { each } from '../../src/core/plan/walk'
import { Randomness } from '../../src/core/randomness'
import type { Session } from '../../src/engines/engine'
import { dropDatabase, freshDatabase, never, open, witness } from '../kit/mysql'
import { type KeyTraits, type RandomTable, randomStatement, randomTable } from '../kit/random-keys'
import { mysqlServers } from '../kit/servers'

/** Statements that read by a key to see on each server; SARGABLE_KEYLEN_CASES asks for more. */
const wanted = Number(process.env['SARGABLE_KEYLEN_CASES'] ?? 300)
const statementsPerPair = 25
const seed = Number(process.env['SARGABLE_KEYLEN_SEED'] ?? 20_261_120)
const database = `sargable_key_length_${process.pid}`

describe.skipIf(mysqlServers.length === 0)('random tables and statements', () => {
  test.each(mysqlServers)('$id', { timeout: wanted * 2000 }, async (server) => {
    await freshDatabase(server, database, [])
    const maker = await witness(server, database)
    const session = await open(server, { database })
    const random = new Randomness(seed)
    const { product, version } = session.identity
    const mariadb = product === 'mariadb'
    const traits: KeyTraits = {
      mariadb,
      functional: !mariadb && atLeast(version, 8, 0, 17),
      generated: mariadb || atLeast(version, 5, 7),
      textRowLists: mariadb || atLeast(version, 5, 7),
      descending: mariadb ? atLeast(version, 10, 8) : atLeast(version, 8),
    }
    const seen = {
      cases: 0,
      accesses: 0,
      listed: 0,
      ambiguous: 0,
      refusedTables: 0,
      refusedStatements: 0,
      statements: 0,
    }
    const misses: string[] = []
    try {
      await maker.query("SET SESSION sql_mode=''")
      for (let pair = 0; seen.cases < wanted && pair < wanted; pair++) {
        const tables = [randomTable(random, 'a', traits), randomTable(random, 'b', traits)] as const
        try {
          for (const table of tables) {
            await maker.query(`DROP TABLE IF EXISTS ${table.name}`)
            await maker.query(table.ddl)
            for (const insert of table.inserts) await maker.query(insert)
            await maker.query(`ANALYZE TABLE ${table.name}`)
          }
        } catch {
          // Longer than this server's longest key, or a type that it does not have.
          seen.refusedTables++
          continue
        }
        const catalog = await session.catalog([{ name: 'a' }, { name: 'b' }], never)
        for (let asked = 0; asked < statementsPerPair && seen.cases < wanted; asked++) {
          const sql = randomStatement(random, ...(random.chance(0.5) ? tables : ([tables[1], tables[0]] as const)))
          seen.statements++
          let explain: Awaited<ReturnType<typeof session.explain>>
          try {
            explain = await session.explain({ sql, trace: false }, never)
          } catch (thrown) {
            // FORCE INDEX by a full-text search and the like; a lost connection is none of these.
            if (!(thrown instanceof SargableError) || thrown.fault.code === 'lost-connection') throw thrown
            seen.refusedStatements++
            continue
          }
          const { plans, keyUse } = analyze({
            engine: session.identity,
            capabilities: session.capabilities,
            sql,
            explain: explain.outputs,
            catalog,
            cautions: [],
          })
          if (keyUse.some((use) => use.chosen && use.keyLengthBytes !== undefined)) seen.cases++
          for (const use of keyUse) {
            if (!use.chosen || use.keyLengthBytes === undefined || isTemporaryKey(use.index)) continue
            seen.accesses++
            if (use.ambiguous) {
              seen.ambiguous++
              const truth = await partsOf(session, use, tables, catalog)
              if (truth !== undefined && !candidates(use).includes(truth))
                misses.push(`${truth} parts are not among ${candidates(use).join(', ')}\n  ${sql}\n  ${lineOf(use)}`)
            }
            const listed = listedParts(plans, use)
            if (listed) seen.listed++
            const wrong = mismatch(use, listed, mariadb, plans[use.planIndex]?.source.format)
            if (wrong)
              misses.push(
                `${plans[use.planIndex]?.source.format} ${wrong}\n  ${tables.map((one) => one.ddl).join('\n  ')}\n  ${sql}\n  ${lineOf(use)}`,
              )
          }
        }
      }
    } finally {
      await session.close()
      await maker.end()
      await dropDatabase(server, database)
    }
    console.log(`${server.id}: ${JSON.stringify({ ...seen, misses: misses.length })}`)
    expect(misses.slice(0, 5)).toEqual([])
    expect(seen.cases).toBeGreaterThanOrEqual(wanted)
    expect(seen.listed).toBeGreaterThan(0)
    expect(seen.ambiguous / seen.accesses).toBeLessThanOrEqual(0.02)
    expect(seen.refusedStatements / seen.statements).toBeLessThan(0.02)
  })
})

/** Parts of the index as the server listed them beside this access; undefined where its format lists none. */
function listedParts(plans: readonly Plan[], use: KeyUse): readonly string[] | undefined {
  const plan = plans[use.planIndex]
  if (!plan) return undefined
  let found: IndexUse | undefined
  for (const node of each(plan.root)) {
    if (node.id !== use.nodeId) continue
    // A tree prints the first intervals only; those that it leaves out may search by more parts.
    if (node.conditions.some(({ text }) => /\(\d+ more\)/.test(text))) return undefined
    found = node.access?.indexes.find((one) => one.name === use.index)
  }
  return found?.usedKeyParts
}

/** What is wrong with a use, in words. MySQL lists the parts that narrow the whole read, MariaDB those that key_len counts. */
function mismatch(
  use: KeyUse,
  listed: readonly string[] | undefined,
  mariadb: boolean,
  format: Plan['source']['format'] | undefined,
): string | undefined {
  if (use.unexplained !== undefined) return `cannot explain: ${use.unexplained}`
  if (use.agrees !== true) return `key_len ${use.keyLengthBytes}, computed ${use.computedBytes}`
  // The list of a tree is read from its intervals, which print an expression as a condition.
  if (!listed || (format === 'mysql-tree' && use.parts.some((one) => one.expression !== undefined))) return undefined
  const names = use.parts.map((part) => (part.column ?? part.expression ?? '').toLowerCase())
  if (listed.some((name, at) => part(use, at)?.expression === undefined && name.toLowerCase() !== names[at])) {
    return `the server lists ${listed.join(', ')}`
  }
  // A skip scan lists the part that it steps over, too.
  const narrowing = use.parts.filter((one) => one.narrows === 'seek' || one.role === 'skipped').length
  const counted = countedParts(use)
  const stated = listed.length
  // MariaDB's list stops before the first descending part.
  const descends = use.parts.findIndex((one) => one.descending)
  const listable = mariadb && descends !== -1 ? Math.min(descends, counted) : counted
  // A scan of a whole index lists all of its declared parts.
  const wanted = mariadb || narrowing === 0 ? listable : narrowing
  return stated === wanted
    ? undefined
    : `the server lists ${stated} parts; ${narrowing} narrow the read, ${counted} are counted`
}

function part(use: KeyUse, at: number) {
  return use.parts[at]
}

/** Numbers of leading parts that the product thinks possible. */
function candidates(use: KeyUse): readonly number[] {
  const others = (use.ambiguous ?? []).map((roles) => roles.indexOf('unused'))
  return [countedParts(use), ...others.map((count) => (count === -1 ? use.parts.length : count))]
}

/** How many leading parts a key_len holds, by statements that search the index by one part, two parts, and so on. */
async function partsOf(
  session: Session,
  use: KeyUse,
  tables: readonly RandomTable[],
  catalog: Catalog,
): Promise<number | undefined> {
  const table = tables.find(({ name }) => name === use.table)
  const conditions: string[] = []
  for (const [at, one] of use.parts.entries()) {
    const column = table?.columns.find(({ name }) => name === one.column)
    if (table === undefined || (column === undefined && one.column !== 'id')) return undefined
    conditions.push(`${one.column} = ${column === undefined ? 1 : column.values[0]}`)
    const sql = `SELECT * FROM ${table.name} FORCE INDEX (${use.index}) WHERE ${conditions.join(' AND ')}`
    const explain = await session.explain({ sql, trace: false }, never)
    const { engine, capabilities } = { engine: session.identity, capabilities: session.capabilities }
    const { keyUse } = analyze({ engine, capabilities, sql, explain: explain.outputs, catalog, cautions: [] })
    const forced = keyUse.find(({ chosen, index, keyLengthBytes }) => chosen && index === use.index && keyLengthBytes)
    if (forced?.keyLengthBytes === use.keyLengthBytes) return at + 1
  }
  return undefined
}

/** How many leading parts the key_len holds. */
function countedParts(use: KeyUse): number {
  let sum = 0
  for (const [at, one] of use.parts.entries()) {
    if (sum >= (use.keyLengthBytes ?? 0)) return at
    const bytes = one.keyLenBytes
    sum += bytes ? bytes.dataBytes + bytes.nullFlagBytes + bytes.lengthPrefixBytes : 0
  }
  return use.parts.length
}

function lineOf(use: KeyUse): string {
  const parts = use.parts.map((one) => `${one.column ?? one.expression}:${one.role}/${one.narrows}`)
  return `${use.table}.${use.index} key_len ${use.keyLengthBytes} computed ${use.computedBytes}: ${parts.join(' ')}`
}
