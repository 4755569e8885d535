import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/** One group of a peer's report. Times of both programs are whole microseconds in what they print here. */
export interface PeerGroup {
  readonly group: string
  readonly count: number
  readonly micros: number
}

/** What a peer tells of a log. */
export interface PeerReport {
  readonly groups: readonly PeerGroup[]
  /** Its own count of all calls. */
  readonly calls: number
}

/** A log reader that ours is held against. */
export interface Peer {
  readonly program: string
  /** Undefined where the program is not on this computer. */
  readonly path: string | undefined
  /** @param form how the log is written, where the program must be told */
  read(log: string, form?: PostgresForm): Promise<PeerReport>
}

export const postgresForms = ['stderr', 'csv', 'jsonlog', 'syslog'] as const
export type PostgresForm = (typeof postgresForms)[number]

const timeoutMs = 60_000

function onPath(program: string): string | undefined {
  const files = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program))
  return files.find((file) => existsSync(file))
}

const percona = z.object({
  global: z.object({ query_count: z.number() }),
  classes: z.array(
    z.object({
      fingerprint: z.string(),
      query_count: z.number(),
      metrics: z.object({ Query_time: z.object({ sum: z.string() }) }),
    }),
  ),
})

/** Prints sums of seconds with six decimals: exact to the microsecond. */
export const ptQueryDigest: Peer = {
  program: 'pt-query-digest',
  path: onPath('pt-query-digest'),
  async read(log) {
    const out = await run('pt-query-digest', ['--no-version-check', '--output', 'json', '--limit', '100%', log])
    const { global, classes } = percona.parse(JSON.parse(out))
    const groups = classes.map(({ fingerprint, query_count, metrics }) => ({
      group: fingerprint,
      count: query_count,
      micros: Math.round(Number(metrics.Query_time.sum) * 1e6),
    }))
    return { groups, calls: global.query_count }
  },
}

const badger = z.object({
  normalyzed_info: z.object({
    postgres: z.record(z.string(), z.object({ count: z.coerce.number(), duration: z.number().default(0) })),
  }),
  overall_stat: z.object({ queries_number: z.number() }).catchall(z.unknown()),
})

/** Adds up milliseconds with three decimals in floating point: exact to the microsecond once rounded to it. */
export const pgbadger: Peer = {
  program: 'pgbadger',
  path: onPath('pgbadger'),
  async read(log, form = 'stderr') {
    const report = `${log}.json`
    // Its mark of running, so that several may.
    const mark = mkdtempSync(`${log}.pid-`)
    // It knows the prefixes of these logs by itself; told them with --prefix it would take copied lines for its own.
    const quiet = ['--quiet', '--pid-dir', mark, '--extension', 'json', '--outfile', report]
    await run('pgbadger', [...quiet, '--format', form, log])
    const { normalyzed_info, overall_stat } = badger.parse(JSON.parse(readFileSync(report, 'utf8')))
    const groups = Object.entries(normalyzed_info.postgres).map(([group, { count, duration }]) => ({
      group,
      count,
      micros: Math.round(duration * 1e3),
    }))
    return { groups, calls: overall_stat.queries_number }
  },
}

/** Settings of whoever runs the tests must not change what a peer does. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const options = { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, timeout: timeoutMs, env } as const
  return (await promisify(execFile)(program, args, options)).stdout
}

export function sumOf(groups: readonly Omit<PeerGroup, 'group'>[]): { count: number; micros: number } {
  let [count, micros] = [0, 0]
  for (const group of groups) {
    count += group.count
    micros += group.micros
  }
  return { count, micros }
}

/** Peers that are here. The others are said loudly; demanded ones are an error. */
export function peersHere(): readonly Peer[] {
  const peers = [ptQueryDigest, pgbadger]
  const absent = peers.filter(({ path }) => path === undefined).map(({ program }) => program)
  if (absent.length > 0) {
    const words = `NOT COMPARED with ${absent.join(', ')}: not on the PATH`
    if (process.env['SARGABLE_DEMAND'] === 'all') throw new Error(words)
    console.warn(`\n*** ${words} ***\n`)
  }
  return peers.filter(({ path }) => path !== undefined)
}
