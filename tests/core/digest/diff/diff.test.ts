// Protects: two digests compared: what got worse, by how much and how sure that is, and what else changed about it.
import { describe, expect, test } from 'vitest'
import { dayLog } from '../../../../build/day-log'
import { digestDiff } from '../../../../src/core/digest/diff/diff'
import { ratioOfMeans, studentQuantile } from '../../../../src/core/digest/diff/ratio-interval'
import { digestBytes } from '../../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../../src/core/digest/document'
import type { DigestDocument, ShapeChange } from '../../../../src/core/digest/model'
import { Randomness } from '../../../../src/core/randomness'

interface Call {
  readonly sql: string
  readonly seconds: number
  readonly lock?: number
  readonly examined?: number
  readonly more?: string
  readonly behind?: string
}

let clock = 0
function entry({ sql, seconds, lock = 0, examined = 1, more = '', behind = '' }: Call): string {
  const time = new Date(Date.UTC(2026, 10, 20) + clock++ * 1000).toISOString()
  return `# Time: ${time}\n# User@Host: app[app] @ web1 []\n# Query_time: ${seconds.toFixed(6)}  Lock_time: ${lock.toFixed(6)} Rows_sent: 1  Rows_examined: ${examined}${more}\n${behind}SET timestamp=1795154400;\n${sql};\n`
}

function digestOf(calls: readonly Call[]): DigestDocument {
  return digestDocument(digestBytes('log', Buffer.from(calls.map(entry).join(''))))
}

function times(count: number, call: Call): Call[] {
  return Array.from({ length: count }, (_, i) => ({ ...call, seconds: call.seconds * (1 + (i % 5) / 50) }))
}

const steady = times(50, { sql: 'SELECT a FROM steady WHERE id = 1', seconds: 0.1 })
const sql = 'SELECT b FROM changing WHERE id = 1'

/** The list in which a shape stands, and what is said of it. */
function found(before: readonly Call[], after: readonly Call[], table = 'changing'): [string, ShapeChange] {
  const diff = digestDiff(digestOf([...steady, ...before]), digestOf([...steady, ...after]))
  for (const list of ['appeared', 'vanished', 'worse', 'better', 'same'] as const)
    for (const change of diff[list]) if (change.fingerprint.includes(table)) return [list, change]
  throw new Error('The shape is in no list.')
}

describe('the list of a shape', () => {
  test.each<[what: string, list: string, before: Call[], after: Call[]]>([
    ['new', 'appeared', [], times(3, { sql, seconds: 1 })],
    ['gone', 'vanished', times(3, { sql, seconds: 1 }), []],
    ['twice as slow', 'worse', times(20, { sql, seconds: 1 }), times(20, { sql, seconds: 2 })],
    ['half as slow', 'better', times(20, { sql, seconds: 2 }), times(20, { sql, seconds: 1 })],
    ['8 % slower: none', 'same', times(20, { sql, seconds: 1 }), times(20, { sql, seconds: 1.08 })],
    ['too few calls', 'same', times(4, { sql, seconds: 1 }), times(20, { sql, seconds: 9 })],
    [
      'twice as slow, but nothing of the load',
      'same',
      times(20, { sql, seconds: 0.0001 }),
      times(20, { sql, seconds: 0.0002 }),
    ],
    [
      'so different that nobody can say',
      'same',
      [...times(9, { sql, seconds: 0.1 }), { sql, seconds: 9 }],
      [...times(8, { sql, seconds: 0.1 }), { sql, seconds: 9 }, { sql, seconds: 12 }],
    ],
  ])('%s: %s', (_what, list, before, after) => {
    expect(found(before, after)[0]).toBe(list)
  })

  test('too few calls are told, more calls of the same length too', () => {
    expect(found(times(4, { sql, seconds: 1 }), times(20, { sql, seconds: 9 }))[1]).toMatchObject({ tooFew: true })
    const [list, change] = found(times(20, { sql, seconds: 1 }), times(60, { sql, seconds: 1 }))
    expect(list).toBe('same')
    expect(change).toMatchObject({ callsOnly: true, changed: [{ what: 'calls', text: 'calls 20 → 60 (×3.0)' }] })
  })
})

describe('what changed about a shape', () => {
  const explain = (key: string) =>
    `# explain: id\tselect_type\ttable\ttype\tpossible_keys\tkey\tkey_len\tref\trows\tr_rows\tfiltered\tr_filtered\tExtra\n# explain: 1\tSIMPLE\tchanging\tref\ta,b\t${key}\t4\tconst\t1\t1.00\t100.00\t100.00\tUsing where\n#\n`
  const counted = (sorted: number) =>
    ` Thread_id: 1 Errno: 0 Killed: 0 Bytes_received: 0 Bytes_sent: 9 Read_first: 0 Read_last: 0 Read_key: 1 Read_next: 1 Sort_rows: ${sorted} Sort_scan_count: ${sorted} Created_tmp_disk_tables: 0 Created_tmp_tables: 0`
  test.each<[what: string, text: string, before: Omit<Call, 'sql'>, after: Omit<Call, 'sql'>]>([
    [
      'plan',
      'plan changed: changing a → b',
      { seconds: 1, behind: explain('a') },
      { seconds: 2, behind: explain('b') },
    ],
    ['lock-wait', 'waiting for locks 0 % → 95 % of the time', { seconds: 1 }, { seconds: 2, lock: 1.97 }],
    [
      'rows-examined',
      '20 → 2,000 rows examined per call',
      { seconds: 1, examined: 20 },
      { seconds: 2, examined: 2000 },
    ],
    ['sorts', 'sorts now', { seconds: 1, more: counted(0) }, { seconds: 2, more: counted(9) }],
    ['sorts', 'sorts no longer', { seconds: 2, more: counted(9) }, { seconds: 1, more: counted(0) }],
  ])('%s: %s', (what, text, before, after) => {
    const [, change] = found(times(20, { sql, ...before }), times(20, { sql, ...after }))
    expect(change.changed).toEqual([{ what, text }])
  })

  test('the same plan is not called another', () => {
    const [, change] = found(
      times(20, { sql, seconds: 1, behind: explain('a') }),
      times(20, { sql, seconds: 2, behind: explain('a') }),
    )
    expect(change.changed).toEqual([])
  })
})

test('a shop after a release: in one sentence', () => {
  const day = (later: boolean) =>
    digestDocument(
      digestBytes(
        later ? '17 May' : '10 May',
        Buffer.from([...dayLog({ day: later ? '2026-05-17' : '2026-05-10', seed: 1, thousands: 12, later })].join('')),
      ),
    )
  const diff = digestDiff(day(false), day(true))
  expect(diff.worse.map(({ fingerprint }) => /(?:update|from) (\w+)/.exec(fingerprint)?.[1])).toEqual([
    'items',
    'warehouse',
  ])
  expect(diff.better.map(({ fingerprint }) => /from (\w+)/.exec(fingerprint)?.[1])).toEqual([
    'infamous_table',
    'new_order',
  ])
  expect(diff.appeared.map(({ fingerprint }) => fingerprint)).toEqual([expect.stringContaining('from picks')])
  expect(diff.vanished.map(({ fingerprint }) => fingerprint)).toEqual([expect.stringContaining('from audit_log')])
  expect(diff.verdict.text).toMatch(
    /^Two shapes got faster and saved .*, but two shapes got worse and took .* of it back\.$/,
  )
  expect(diff.verdict.more).toMatch(/^items: 10 → 50,440 rows examined per call · warehouse: waiting for locks .* · /)
  expect(diff.verdict.more).toMatch(/both logs 2[34] h/)
  expect(diff.totals.a).toMatchObject({ name: '10 May' })
})

describe('the interval', () => {
  test.each([
    [4, 2.776],
    [9, 2.262],
    [29, 2.045],
    [1e6, 1.96],
  ])('Student’s quantile at %s degrees of freedom', (freedom, quantile) => {
    expect(studentQuantile(freedom)).toBeCloseTo(quantile, 2)
  })

  // Times of one call, as logs have them; the mean is known.
  const normal = (random: Randomness) =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const kinds: Readonly<Record<string, (random: Randomness) => number>> = {
    steady: (random) => 0.01 * (1 + 0.1 * normal(random)),
    'log-normal, σ 0.5': (random) => 0.01 * Math.exp(0.5 * normal(random)),
    'log-normal, σ 1': (random) => 0.01 * Math.exp(normal(random)),
    'a tenth ten times as slow': (random) => (random.chance(0.1) ? 0.1 : 0.01) * Math.exp(0.3 * normal(random)),
  }
  test.each(Object.keys(kinds))('holds the true ratio, and rarely says worse or better of the same: %s', (kind) => {
    const draw = kinds[kind] ?? (() => 0)
    const random = new Randomness(17)
    const trials = 400
    for (const count of [20, 100]) {
      let [inside, alarms] = [0, 0]
      for (let trial = 0; trial < trials; trial++) {
        const side = () => shapeOf(Array.from({ length: count }, () => Math.max(1e-6, draw(random))))
        const interval = ratioOfMeans(side(), side())
        if (interval === undefined) throw new Error('No interval.')
        if (interval.low <= 1 && interval.high >= 1) inside++
        if (interval.low > 1.1 || interval.high < 0.9) alarms++
      }
      // Of 20 calls two are slow ones, or none: no interval can know of those that a log does not have.
      const isRare = kind.startsWith('a tenth') && count === 20
      expect(inside / trials, `coverage with ${count} calls`).toBeGreaterThanOrEqual(isRare ? 0.87 : 0.92)
      expect(alarms / trials, `alarms with ${count} calls`).toBeLessThanOrEqual(isRare ? 0.1 : 0.04)
    }
  })

  function shapeOf(seconds: readonly number[]) {
    const [shape] = digestOf(seconds.map((each) => ({ sql, seconds: each }))).shapes
    if (shape === undefined) throw new Error('No shape.')
    return shape
  }
})
