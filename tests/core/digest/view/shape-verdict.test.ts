// Protects the sentence over a shape: it is about the kind that decides, with the shape's own figures.
import { expect, test } from 'vitest'
import type { DigestShape, ShapeKindName } from '../../../../src/core/digest/model'
import { rowsPerUseful, shapeVerdict, waitedMicros } from '../../../../src/core/digest/view/shape-verdict'

const plain: DigestShape = {
  digest: 'd',
  fingerprint: 'select * from t where a = ?',
  fingerprintVersion: 1,
  family: 'mysql',
  count: 10,
  totalMicros: 20_000_000,
  share: 0.2,
  meanMicros: 2_000_000,
  minMicros: 1000,
  maxMicros: 9_000_000,
  users: [],
  hosts: [],
  schemas: [],
  flags: {},
  kinds: [],
  samples: [],
  buckets: [],
  history: [],
}

function verdict(kinds: readonly ShapeKindName[], more: Partial<DigestShape> = {}) {
  return shapeVerdict({ ...plain, kinds: kinds.map((kind) => ({ kind, evidence: '' })), ...more })
}

const update = { fingerprint: 'update t set a = ? where b = ?' }
const waited = {
  ...update,
  lockMicros: 19_400_000,
  p50Micros: 310,
  samples: [
    { sql: '', micros: 21_000_000, lockMicros: 20_900_000, at: '2026-11-20T14:03:11.000Z', why: 'slowest' as const },
  ],
}

test.each<readonly [readonly ShapeKindName[], Partial<DigestShape>, string, string]>([
  [
    ['lock-wait', 'write'],
    waited,
    'Not a plan problem: 97 % of the time waits for locks. Half of its calls take 310 µs at most.',
    'No index helps. Look for the transaction that holds its rows: the slowest call waited 20.9 s at 14:03:11',
  ],
  [
    ['write', 'reads-too-much', 'lock-wait'],
    { ...waited, p50Micros: 1_900_000 },
    'Not a plan problem: 97 % of the time waits for locks.',
    'It reads many rows besides: a plan that reads fewer holds its own locks for less long. Look for the transaction that holds its rows: the slowest call waited 20.9 s at 14:03:11',
  ],
  // Percona tells the waiting for rows apart; more than all of the time is all of it.
  [
    ['lock-wait'],
    { lockMicros: 1000, counters: { innodb_rec_lock_wait_micros: 21_000_000 } },
    'Not a plan problem: 100 % of the time waits for locks.',
    'No index helps. Look for the transaction that holds its rows',
  ],
  // MariaDB's Lock_time stays near 0.
  [
    ['lock-wait'],
    { lockMicros: 1000 },
    'Not a plan problem: most of the time waits for locks.',
    'No index helps. Look for the transaction that holds its rows',
  ],
  [
    ['first-run-only', 'full-scan'],
    { firstMicros: 19_000_000, maxMicros: 19_000_000 },
    'Slow in its first run only: 19.0 s, then 111 ms in the mean.',
    'Later calls found in memory what the first one had to fetch, most likely; 10 calls, 20.0 s in all',
  ],
  [
    ['full-scan', 'reads-too-much'],
    { rowsExamined: 107_478, rowsSent: 4716 },
    'Reads 22.8 rows for each row it returns.',
    '10,748 rows examined per call, 2.00 s in the mean; 10 calls, 20.0 s in all',
  ],
  [
    ['reads-too-much'],
    { rowsExamined: 1_000_000, rowsSent: 0 },
    'Reads 100,000 rows for each row it returns.',
    '100,000 rows examined per call, 2.00 s in the mean; 10 calls, 20.0 s in all',
  ],
  [
    ['reads-too-much', 'write'],
    { ...update, rowsExamined: 5000, rowsAffected: 50 },
    'Reads 100 rows for each row it changes.',
    '500 rows examined per call, 2.00 s in the mean; 10 calls, 20.0 s in all',
  ],
  [['full-scan'], { rowsExamined: 12_000 }, 'Reads whole tables: 1,200 rows per call.', '10 calls, 20.0 s in all'],
  [['full-scan'], {}, 'Reads whole tables.', '10 calls, 20.0 s in all'],
  [['no-index', 'sorts'], {}, 'Joins a table without an index.', '10 calls, 20.0 s in all'],
  [['sorts', 'temp-on-disk'], {}, 'Writes temporary tables or sorts to disk.', '10 calls, 20.0 s in all'],
  [['returns-too-much'], { rowsSent: 250_000 }, 'Returns 25,000 rows per call.', '10 calls, 20.0 s in all'],
  [['sorts'], {}, 'Sorts its rows: 2.00 s per call.', '10 calls, 20.0 s in all'],
  [
    ['many-fast-calls', 'write'],
    { count: 40_000, totalMicros: 20_000_000, meanMicros: 500 },
    'Fast, but called 40,000 times: 500 µs each make 20.0 s.',
    'Fewer calls help more than a faster plan',
  ],
  [['write'], { rowsAffected: 10 }, 'Changes rows: 2.00 s per call for 1 row.', '10 calls, 20.0 s in all'],
  [[], {}, '10 calls of 2.00 s in the mean; the log does not tell why.', 'Analyze a sample: its plan may'],
  [
    [],
    { count: 1, meanMicros: 20_000_000 },
    '1 call of 20.0 s; the log does not tell why.',
    'Analyze a sample: its plan may',
  ],
])('%j %#', (kinds, more, text, second) => {
  const said = verdict(kinds, more)
  expect([said.text, said.more]).toEqual([text, second])
})

test('the kind that it is about is told', () => {
  expect(verdict(['write', 'sorts', 'lock-wait']).kind).toBe('lock-wait')
  expect(verdict(['write']).kind).toBe('write')
  expect(verdict([]).kind).toBeUndefined()
})

test('what a log does not tell stays untold', () => {
  expect(waitedMicros({})).toBeUndefined()
  expect(waitedMicros({ lockMicros: 0 })).toBe(0)
  expect(rowsPerUseful({ count: 3, rowsSent: 5 })).toBeUndefined()
  expect(rowsPerUseful({ count: 3, rowsExamined: 30 })).toBe(10)
})
