// Protects: our digest counts the calls and microseconds that pt-query-digest and pgbadger count, on generated logs and on
// those of real servers, and where it groups or counts otherwise, that is told and ours is the truth.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GeneratedFlavor, generatedFlavors, generatedLog, type LogTruth } from '../../../build/bench/generated-log'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument } from '../../../src/core/digest/model'
import { badgerCases, type GroupingCase, perconaCases } from './peers/cases'
import {
  type Peer,
  type PeerGroup,
  type PeerReport,
  type PostgresForm,
  peersHere,
  pgbadger,
  ptQueryDigest,
  sumOf,
} from './peers/programs'

const here = peersHere()
for (const { program } of [ptQueryDigest, pgbadger])
  test.runIf(!here.some((peer) => peer.program === program))(`no ${program} is here`, ({ skip }) => skip())

const folder = mkdtempSync(join(tmpdir(), 'sargable-peers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface BothRead {
  readonly peer: PeerReport
  readonly ours: DigestDocument
}

let logs = 0
/** Has a log read by a peer and by us. */
async function readBoth(peer: Peer, log: Uint8Array, form?: PostgresForm): Promise<BothRead> {
  const path = join(folder, `${logs++}.log`)
  writeFileSync(path, log)
  const report = peer.read(path, form)
  const ours = digestDocument(digestBytes(path, log))
  return { peer: await report, ours }
}

/** Calls and microseconds of each group; two readings with the same list put the same calls together. */
function partition(groups: Iterable<{ readonly count: number; readonly micros: number }>): readonly string[] {
  return Array.from(groups, ({ count, micros }) => `${count} × ${micros}`).sort()
}

function ourGroups({ shapes }: DigestDocument): readonly PeerGroup[] {
  return shapes.map(({ fingerprint, count, totalMicros }) => ({ group: fingerprint, count, micros: totalMicros }))
}

/** The groups of one reading that are none of the other's, by calls and microseconds. */
function missingIn(other: readonly PeerGroup[], groups: readonly PeerGroup[]): readonly string[] {
  const known = new Set(partition(other))
  return groups.filter(({ count, micros }) => !known.has(`${count} × ${micros}`)).map(({ group }) => group)
}

function rewordedBy(cases: readonly GroupingCase[]): (sql: string) => string {
  return (sql) => cases.reduce((text, { plain }) => plain?.(text) ?? text, sql)
}

const casesOf = (peer: Peer): readonly GroupingCase[] => (peer === pgbadger ? badgerCases : perconaCases)

// --- Generated logs --------------------------------------------------------------------------------------------------

const formOf: Readonly<Partial<Record<GeneratedFlavor, PostgresForm>>> = {
  'postgres-stderr': 'stderr',
  'postgres-csv': 'csv',
  'postgres-json': 'jsonlog',
  'postgres-syslog': 'syslog',
}
const peerOf = (flavor: GeneratedFlavor): Peer => (flavor in formOf ? pgbadger : ptQueryDigest)
const flavorsHere = generatedFlavors.filter((flavor) => here.includes(peerOf(flavor)))

interface GeneratedRead extends BothRead {
  readonly truth: LogTruth
  readonly log: string
}

async function readGenerated(
  flavor: GeneratedFlavor,
  bytes: number,
  tricky: boolean,
  reword?: (sql: string) => string,
): Promise<GeneratedRead> {
  const pieces = generatedLog({ flavor, bytes, seed: tricky ? 3 : 2, tricky, shapes: 60, ...(reword && { reword }) })
  let log = ''
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return { truth: value, log, ...(await readBoth(peerOf(flavor), Buffer.from(log), formOf[flavor])) }
    log += value
  }
}

describe.concurrent.each(flavorsHere)('a generated log: %s', (flavor) => {
  const peer = peerOf(flavor)

  test.each([false, true])(`${peer.program} counts the same calls and microseconds (tricky: %s)`, async (tricky) => {
    const { truth, log, peer: report, ours } = await readGenerated(flavor, 2_000_000, tricky)
    const told = { count: truth.events, micros: truth.micros }
    expect({ count: ours.events, micros: ours.totalMicros }).toEqual(told)
    // In syslog's form pgbadger takes a line that was copied into a string for one of its own.
    const copied = flavor === 'postgres-syslog' ? copiedLines(log) : 0
    expect(copied > 0).toBe(flavor === 'postgres-syslog' && tricky)
    expect(sumOf(report.groups)).toEqual({ count: told.count + copied, micros: told.micros + copied * 99_000 })
    expect(report.calls).toBe(told.count + copied)
  })

  test.each([false, true])(`${peer.program} groups as we do but for the cases told (tricky: %s)`, async (tricky) => {
    const before = await readGenerated(flavor, 1_000_000, tricky)
    const truth = partition(before.truth.shapes.values())
    expect(partition(ourGroups(before.ours))).toEqual(truth)
    expect(partition(before.peer.groups)).not.toEqual(truth)

    const after = await readGenerated(flavor, 1_000_000, tricky, rewordedBy(casesOf(peer)))
    expect(missingIn(ourGroups(after.ours), after.peer.groups)).toEqual([])
    expect(partition(after.peer.groups)).toEqual(partition(after.truth.shapes.values()))
    expect(partition(ourGroups(after.ours))).toEqual(partition(after.truth.shapes.values()))
  })
})

/** Continuation lines that hold a copied duration. */
function copiedLines(log: string): number {
  return log.match(/\[\d+-(?!1\])\d+\] .*LOG: {2}duration: 99\.000 ms/g)?.length ?? 0
}

// --- The cases -------------------------------------------------------------------------------------------------------

describe.concurrent.each(here)('$program', (peer) => {
  const cases = casesOf(peer)

  test.each(cases.filter(({ plain }) => plain !== undefined))('must be told of: $what', async (one) => {
    const flavor = peer === pgbadger ? 'postgres-stderr' : 'mysql'
    const reword = rewordedBy(cases.filter((each) => each !== one))
    const read = await readGenerated(flavor, 300_000, true, reword)
    expect(partition(read.peer.groups)).not.toEqual(partition(read.truth.shapes.values()))
  })
})

describe.each(here)('$program', (peer) => {
  const cases = casesOf(peer)
  // All cases are in one log; times are powers of two, so that a group's time tells which statements are in it.
  const statements = cases.flatMap((one) => one.statements.map((sql, i) => ({ sql, details: one.details?.[i] })))
  let both: BothRead
  beforeAll(async () => {
    both = await readBoth(peer, Buffer.from(statements.map((one, i) => entry(peer, one, 2 ** i)).join('')))
  })

  test.each(cases)('$what', (one) => {
    const first = cases.slice(0, cases.indexOf(one)).reduce((sum, each) => sum + each.statements.length, 0)
    const groupsIn = (groups: readonly PeerGroup[]) =>
      one.statements.map((_, i) => groups.find(({ micros }) => Math.floor(micros / 2 ** (first + i)) % 2 === 1)?.group)
    expect(groupsIn(both.peer.groups)).toEqual(one.peer)
    expect(groupsIn(ourGroups(both.ours))).toEqual(one.ours)
    const together = (groups: readonly string[]) => groups.map((group) => groups.indexOf(group))
    expect(together(one.peer)).not.toEqual(together(one.ours))
  })

  test('the log of the cases is counted alike', () => {
    const told = { count: statements.length, micros: 2 ** statements.length - 1 }
    expect(sumOf(both.peer.groups)).toEqual(told)
    expect(sumOf(ourGroups(both.ours))).toEqual(told)
  })
})

function entry(peer: Peer, one: { sql: string; details: string | undefined }, micros: number): string {
  if (peer === ptQueryDigest)
    return `# Time: 2026-11-20T06:52:22.874194Z\n# User@Host: app[app] @ web1 [10.0.0.1]  Id:     7\n# Query_time: ${(micros / 1e6).toFixed(6)}  Lock_time: 0.000012 Rows_sent: 3  Rows_examined: 30\nSET timestamp=1795157542;\n${one.sql};\n`
  const head = '2026-11-20 06:52:22.874 UTC [4711] app@shop '
  const verb = one.details === undefined ? 'statement' : 'execute <unnamed>'
  const call = `${head}LOG:  duration: ${(micros / 1e3).toFixed(3)} ms  ${verb}: ${one.sql.replace(/\n/g, '\n\t')}\n`
  return one.details === undefined ? call : `${call}${head}DETAIL:  ${one.details}\n`
}

// --- Logs of real servers --------------------------------------------------------------------------------------------

const recorded = join(import.meta.dirname, '../../../fixtures/slow-logs')
const recordedLogs = readdirSync(recorded).flatMap((server) =>
  readdirSync(join(recorded, server))
    .filter((name) => name.endsWith('.log'))
    .map((name) => ({ server, name: name.slice(0, -4), file: join(recorded, server, name) })),
)
const recordedForms: Readonly<Record<string, PostgresForm>> = {
  stderr: 'stderr',
  csvlog: 'csv',
  jsonlog: 'jsonlog',
  syslog: 'syslog',
}
const isPostgres = ({ server }: { readonly server: string }) => server.startsWith('pg')

describe.runIf(here.includes(ptQueryDigest))('logs of real MySQL and MariaDB are told alike', () => {
  test.each(recordedLogs.filter((log) => !isPostgres(log)))('$server $name', async ({ file }) => {
    const { peer, ours } = await readBoth(ptQueryDigest, readFileSync(file))
    expect(partition(peer.groups)).toEqual(partition(ourGroups(ours)))
    expect(peer.calls).toBe(ours.events)
  })
})

describe
  .runIf(here.includes(pgbadger))
  .concurrent('logs of real PostgreSQL are told alike but for three things', () => {
    test.each(recordedLogs.filter(isPostgres))('$server $name', async ({ server, name, file }) => {
      const form = recordedForms[name]
      if (form === undefined) throw new Error(name)
      const { peer, ours } = await readBoth(pgbadger, readFileSync(file), form)
      const stderr = readFileSync(join(recorded, server, 'stderr.log'), 'utf8')
      // 1. A plan of auto_explain whose statement is logged too: a call of its own in pgbadger.
      const plan = microsOf(/duration: (\S+) ms {2}plan:\n\tQuery Text: SELECT/g, stderr)
      // 2. Times behind their statements (log_duration): pgbadger gives the statements none, or in a csvlog the time before
      //    theirs, and counts each twice in its sum of calls.
      const behind = microsOf(/duration: (\S+) ms$/gm, stderr)
      const before = microsOf(/duration: (\S+) ms/g, stderr.slice(0, stderr.search(/duration: \S+ ms$/m))).slice(-1)
      expect([plan.length, behind.length, before.length]).toEqual([1, 6, 1])
      const given = form === 'csv' ? [...before, ...behind.slice(0, -1)] : behind.map(() => 0)
      // 3. A copied line of a log in a string: in syslog's form a call of its own.
      const copied = form === 'syslog' ? [99_000] : []
      expect(sumOf(peer.groups)).toEqual({
        count: ours.events + plan.length + copied.length,
        micros: ours.totalMicros + total(plan) + total(given) - total(behind) + total(copied),
      })
      expect(peer.calls).toBe(ours.events + plan.length + behind.length + copied.length)

      const late = ['select ? as one', 'select ? as other', 'set log_duration = on', 'set log_statement = ?']
      const isLate = ({ group }: PeerGroup) => late.includes(group.replace(/;$/, ''))
      expect(sumOf(peer.groups.filter(isLate))).toEqual({ count: behind.length, micros: total(given) })
      expect(sumOf(ourGroups(ours).filter(isLate))).toEqual({ count: behind.length, micros: total(behind) })

      const groups = peer.groups.filter((group) => !isLate(group))
      const shapes = ourGroups(ours).filter((group) => !isLate(group))
      // In stderr’s and syslog’s form pgbadger knows the statement of the plan, and puts the two together.
      const knowsPlan = form === 'stderr' || form === 'syslog'
      expect(missingIn(groups, shapes)).toEqual(
        knowsPlan ? ['select customer , count ( * ) from orders group by customer'] : [],
      )
      const twice = knowsPlan ? 'select customer, count(*) from' : 'query text: select customer, c'
      const onlyPeers = missingIn(shapes, groups).map((group) => group.slice(0, twice.length))
      expect(onlyPeers.sort()).toEqual([...copied.map(() => 'select ??its; "so"\');'), twice].sort())

      // It was sent once.
      const { sent }: { sent: readonly { sql: string; count: number }[] } = JSON.parse(
        readFileSync(join(recorded, server, 'statements.json'), 'utf8'),
      )
      expect(sent.filter(({ sql }) => sql.startsWith('SELECT customer')).map(({ count }) => count)).toEqual([1])
      const grouped = ours.shapes.filter(({ fingerprint }) => fingerprint.startsWith('select customer'))
      expect(grouped.map(({ count }) => count)).toEqual([1])
    })
  })

function microsOf(pattern: RegExp, log: string): readonly number[] {
  return Array.from(log.matchAll(pattern), ([, millis]) => Math.round(Number(millis) * 1000))
}

function total(micros: readonly number[]): number {
  return micros.reduce((sum, each) => sum + each, 0)
}
