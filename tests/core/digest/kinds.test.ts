// Protects: a shape is called slow in a way only where its log has the figures for that.
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'

interface Figures {
  readonly seconds: string
  readonly lock?: string
  readonly sent?: number
  readonly examined?: number
  readonly more?: string
}

function entry(
  sql: string,
  { seconds, lock = '0.000012', sent = 1, examined = 1, more = '' }: Figures,
  at = 0,
): string {
  const time = new Date(Date.UTC(2026, 10, 20, 6, 0, at)).toISOString()
  return `# Time: ${time}\n# User@Host: app[app] @ web1 []\n# Query_time: ${seconds}  Lock_time: ${lock} Rows_sent: ${sent}  Rows_examined: ${examined}${more}\nSET timestamp=1795154400;\n${sql};\n`
}

function kindsOf(log: string): readonly string[] {
  const [shape] = digestDocument(digestBytes('test', Buffer.from(log))).shapes
  return (shape?.kinds ?? []).map(({ kind, evidence }) => `${kind}: ${evidence}`)
}

const select = 'SELECT a FROM t WHERE b = 1'
const update = 'UPDATE w SET y = y + 1 WHERE id = 25'
const handlers = (read: string) =>
  ` Thread_id: 1 Errno: 0 Killed: 0 Bytes_received: 0 Bytes_sent: 9 Read_first: 0 Read_last: 0 ${read} Sort_rows: 0 Sort_scan_count: 0 Created_tmp_disk_tables: 0 Created_tmp_tables: 0`

describe('one entry', () => {
  test.each<[what: string, log: string, kinds: readonly string[]]>([
    [
      'a lock time as long as the call',
      entry(update, { seconds: '1.5', lock: '1.4' }),
      ['lock-wait: 1,400 ms of 1,500 ms were waiting for locks.', 'write: UPDATE.'],
    ],
    [
      'an update of one row in a log that leaves row locks out of its lock time',
      entry(update, { seconds: '1.5', more: '\n# Rows_affected: 1  Bytes_sent: 52' }),
      [
        'lock-wait: 1,500 ms for one to ten rows per call; this log does not tell how long row locks were waited for.',
        'write: UPDATE, 1 row changed per call.',
      ],
    ],
    ['an update of one row that did not wait for locks', entry(update, { seconds: '1.5' }), ['write: UPDATE.']],
    ['a short lock in a short call', entry(select, { seconds: '0.002', lock: '0.0019' }), []],
    ['no rows examined: that proves nothing', entry(update, { seconds: '1.5', examined: 0 }), ['write: UPDATE.']],
    ['one row found by a slow SELECT: no proof either', entry(select, { seconds: '1.5' }), []],
    [
      'MariaDB: long in the engine over few pages',
      entry(select, {
        seconds: '1.513',
        more: '\n# Pages_accessed: 5  Pages_read: 0  Pages_updated: 5  Old_rows_read: 0\n# Pages_read_time: 0.0000  Engine_time: 1512.7811',
      }),
      [
        'lock-wait: 1,513 ms passed in the storage engine over 5 pages per call, none of it reading them: that is waiting.',
      ],
    ],
    [
      'MariaDB: long in the engine reading pages',
      entry(select, {
        seconds: '1.513',
        more: '\n# Pages_accessed: 50  Pages_read: 50  Pages_updated: 5  Old_rows_read: 0\n# Pages_read_time: 1500.0000  Engine_time: 1512.7811',
      }),
      [],
    ],
    [
      'many rows examined for few',
      entry(select, { seconds: '1', sent: 2, examined: 200_000 }),
      ['reads-too-much: 200,000 rows examined per call for 2 sent or changed.'],
    ],
    ['many rows examined and sent', entry(select, { seconds: '1', sent: 9000, examined: 9000 }), []],
    [
      'many rows sent',
      entry(select, { seconds: '1', sent: 20_000, examined: 20_000 }),
      ['returns-too-much: 20,000 rows sent per call.'],
    ],
    [
      'rows read one after the other',
      entry(select, {
        seconds: '1',
        sent: 2,
        examined: 500,
        more: handlers('Read_key: 1 Read_next: 0 Read_prev: 0 Read_rnd: 0 Read_rnd_next: 5001'),
      }),
      ['full-scan: 5,001 rows per call were read one after the other (Read_rnd_next), 1 by a key.'],
    ],
    [
      'rows sorted, on disk',
      entry(select, {
        seconds: '1',
        more: '\n# QC_Hit: No  Full_scan: Yes  Full_join: Yes  Tmp_table: Yes  Tmp_table_on_disk: Yes\n# Filesort: Yes  Filesort_on_disk: Yes  Merge_passes: 3',
      }),
      [
        'full-scan: 1 of 1 calls read a whole table, says the server.',
        'no-index: 1 of 1 calls joined a table without an index, says the server.',
        'sorts: 1 of 1 calls sorted, 3 merge passes on disk.',
        'temp-on-disk: 1 of 1 calls wrote a temporary table or a sort to disk.',
      ],
    ],
  ])('%s', (_what, log, kinds) => {
    expect(kindsOf(log)).toEqual(kinds)
  })
})

describe('several entries', () => {
  test('the first one was long, the others were not', () => {
    const log = [5, 0.1, 0.12, 0.09].map((seconds, i) => entry(select, { seconds: String(seconds) }, i)).join('')
    expect(kindsOf(log)).toEqual([
      'first-run-only: The first call took 5,000 ms, the 3 after it 103 ms in the mean and 121 ms at most.',
    ])
  })

  test('a later one was long', () => {
    const log = [0.1, 0.12, 5, 0.09].map((seconds, i) => entry(select, { seconds: String(seconds) }, i)).join('')
    expect(kindsOf(log)).toEqual([])
  })

  test('the order of the log does not matter, the time does', () => {
    const log = [0.1, 0.12, 5, 0.09].map((seconds, i) => entry(select, { seconds: String(seconds) }, 9 - i)).join('')
    const first = [0.1, 0.12, 0.09, 5].map((seconds, i) => entry(select, { seconds: String(seconds) }, 9 - i)).join('')
    expect(kindsOf(log)).toEqual([])
    expect(kindsOf(first)[0]).toMatch(/^first-run-only/)
  })

  test('many fast calls', () => {
    const log = Array.from({ length: 2000 }, (_, i) => entry(select, { seconds: '0.001' }, i % 60)).join('')
    expect(kindsOf(log)).toEqual(['many-fast-calls: 2000 calls of 1 ms in the mean make 2,000 ms.'])
  })
})
