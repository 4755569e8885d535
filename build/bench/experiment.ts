import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, cpus, setPriority } from 'node:os'
import mysql from 'mysql2'
import { Client } from 'pg'
import { z } from 'zod'
import type { ConnectionTarget } from '../../src/core/connection/model'
import type { Session, TimedStatement } from '../../src/engines/engine'
import { engineFor } from '../../src/engines/index'
import { median } from './rounds'

const endpointsSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['mysql', 'pg']),
    host: z.string(),
    port: z.number(),
    user: z.string(),
    password: z.string(),
    database: z.string(),
  }),
)
type Endpoint = z.infer<typeof endpointsSchema>[number]

const goalMicros = 10
const connections = 8
const countedRounds = 200
const statement = 'SELECT 1'
const manyRows = 10_000_000
/** Ten rows without a table; seven of them joined are ten million. */
const digits = `SELECT 0 AS d${Array.from({ length: 9 }, (_, at) => ` UNION ALL SELECT ${at + 1}`).join('')}`
const neverStopped = new AbortController().signal

/**
 * What the stopwatch adds to a run over the bare call of the driver, in the same process and interleaved; and whether
 * ten million rows keep the memory flat. On the servers that SARGABLE_SERVERS names.
 */
export async function benchExperiment(): Promise<readonly string[]> {
  const path = process.env['SARGABLE_SERVERS']
  if (!path) return ['NOT RUN: SARGABLE_SERVERS names no file']
  const lines: string[] = []
  const release = keepAwake()
  try {
    await benchServers(path, lines)
  } finally {
    release()
  }
  return lines
}

/**
 * Keeps every processor busy at the lowest priority until it is released: waking one that sleeps takes tens of µs, more
 * than what is measured, and a call after a pause meets it more often than one of a row of calls.
 */
function keepAwake(): () => void {
  const spinning = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
  for (const { pid } of spinning) if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  return () => {
    for (const child of spinning) child.kill('SIGKILL')
  }
}

async function benchServers(path: string, lines: string[]): Promise<void> {
  for (const endpoint of endpointsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))) {
    try {
      lines.push(await benchServer(endpoint))
    } catch (thrown) {
      lines.push(`${endpoint.id}: NOT RUN: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    }
  }
}

async function benchServer(endpoint: Endpoint): Promise<string> {
  const micros: Record<Turn, number[]> = { timed: [], alike: [], plain: [] }
  // Where the server runs a connection's thread makes tens of µs: of several connections, that evens out.
  for (let connection = 0; connection < connections; connection++) await timeCalls(endpoint, micros)
  const over = (name: 'alike' | 'plain') =>
    median(micros.timed.map((took, at) => took - (micros[name][at] ?? Number.NaN)))
  const session = await open(endpoint)
  try {
    const memory = await memoryOf(session, endpoint)
    return `${endpoint.id.padEnd(12)} ${median(micros.timed).toFixed(0)} µs timed: ${over('alike').toFixed(1)} µs over the bare driver with the same clocks on in the server (goal ≤ ${goalMicros}), ${over('plain').toFixed(1)} µs over it without; ${memory}`
  } finally {
    await session.close()
  }
}

type Turn = 'timed' | 'alike' | 'plain'

/** Adds the times of interleaved calls on a new connection of each kind. */
async function timeCalls(endpoint: Endpoint, micros: Readonly<Record<Turn, number[]>>): Promise<void> {
  const session = await open(endpoint)
  const bare = await bareCall(endpoint)
  try {
    const timed = await prepared(session, statement)
    const turns = {
      timed: async () => (await timed.time(neverStopped)).clientMs * 1000,
      alike: () => bare.micros(statement, true),
      plain: () => bare.micros(statement, false),
    }
    const names = ['timed', 'alike', 'plain'] as const
    for (let round = 0; round < countedRounds + 20; round++) {
      for (let place = 0; place < names.length; place++) {
        const name = names[(place + round) % names.length] ?? 'plain'
        const took = await turns[name]()
        if (round >= 20) micros[name].push(took)
      }
    }
  } finally {
    await bare.end()
    await session.close()
  }
}

async function memoryOf(session: Session, endpoint: Endpoint): Promise<string> {
  // Half a million rows first: what the driver allocates once is there then.
  const rows = (count: number) =>
    endpoint.kind === 'pg'
      ? `SELECT i, 'a row of some length' FROM generate_series(1, ${count}) i`
      : `SELECT a.d, 'a row of some length' FROM ${'abcdefg'.replace(/./g, (name) => `, (${digits}) ${name}`).slice(2)} LIMIT ${count}`
  await (await prepared(session, rows(manyRows / 20))).time(neverStopped)
  const before = process.memoryUsage().rss
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  try {
    const run = await (await prepared(session, rows(manyRows))).time(neverStopped)
    const grown = Math.max(0, (most - before) / 2 ** 20)
    return `${(run.rows / 1e6).toFixed(1)} million rows, ${((run.counters['resultBytes'] ?? 0) / 2 ** 20).toFixed(0)} MB in ${(run.clientMs / 1000).toFixed(1)} s: memory +${grown.toFixed(0)} MB`
  } finally {
    clearInterval(watching)
  }
}

async function prepared(session: Session, sql: string): Promise<TimedStatement> {
  const stopwatch = await session.stopwatch({ switchOnCpuClock: false }, neverStopped)
  return stopwatch.prepare({ sql, settings: [], timeoutMs: 120_000 }, neverStopped)
}

function open({ id, kind, host, port, user, password, database }: Endpoint): Promise<Session> {
  const product = kind === 'pg' ? 'postgres' : id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  const target: ConnectionTarget = { via: 'network', product, host, port, user, database, statementTimeoutMs: 300_000 }
  return engineFor(target).connect(target, { password }, neverStopped)
}

interface BareCall {
  /** @param alike in the server's state of a timed run: its clocks on, the same statements before */
  micros(sql: string, alike: boolean): Promise<number>
  end(): Promise<unknown>
}

/** The driver as anybody would call it, with as little around it as there can be. */
async function bareCall({ kind, host, port, user, password, database }: Endpoint): Promise<BareCall> {
  if (kind === 'pg') {
    const client = new Client({ host, port, user, password, database })
    await client.connect()
    // As the product's sessions are; the server starts a timer for each statement then.
    await client.query('SET statement_timeout = 300000')
    const clocks = [
      'BEGIN READ ONLY',
      'SELECT 1',
      `SELECT set_config('log_min_messages', 'fatal', true), set_config('client_min_messages', 'log', true), set_config('log_statement_stats', 'on', true)`,
    ]
    return {
      async micros(text, alike) {
        for (const before of alike ? clocks : []) await client.query(before)
        const took = await new Promise<number>((resolve, reject) => {
          const startedAt = process.hrtime.bigint()
          const config = { text, queryMode: 'extended', rowMode: 'array' } as const
          client.query(config, (error: Error | null) => {
            const micros = Number(process.hrtime.bigint() - startedAt) / 1000
            if (error) reject(error)
            else resolve(micros)
          })
        })
        if (alike) await client.query('ROLLBACK')
        return took
      },
      end: () => client.end(),
    }
  }
  const connection = mysql.createConnection({ host, port, user, password, database })
  // As the product's sessions are; the server starts a timer for each statement then. 5.6 has no such variable.
  for (const limit of ['max_execution_time = 300000', 'max_statement_time = 300']) {
    await new Promise<void>((resolve) => connection.query(`SET SESSION ${limit}`, () => resolve()))
  }
  const send = (sql: string) =>
    new Promise<number>((resolve, reject) => {
      const startedAt = process.hrtime.bigint()
      connection.query(sql, (error) => {
        const micros = Number(process.hrtime.bigint() - startedAt) / 1000
        if (error) reject(error)
        else resolve(micros)
      })
    })
  return {
    async micros(sql, alike) {
      const before = alike ? ['START TRANSACTION READ ONLY', 'SHOW SESSION STATUS', 'SET SESSION profiling = 1'] : []
      for (const statement of before) await send(statement)
      const took = await send(sql)
      for (const statement of alike ? ['SET SESSION profiling = 0', 'ROLLBACK'] : []) await send(statement)
      return took
    },
    end: () => new Promise((resolve) => connection.end(resolve)),
  }
}
