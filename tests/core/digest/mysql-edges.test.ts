// Protects: what real slow logs hold besides plain entries is read, or skipped and told, and nothing else is lost.
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument } from '../../../src/core/digest/model'

function digest(text: string | Uint8Array): DigestDocument {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
  const document = digestDocument(digestBytes('test.log', bytes))
  for (const { bytes: parts } of document.sources)
    expect(parts.events + parts.banners + parts.skipped, 'every byte is in one place').toBe(bytes.length)
  return document
}

/** Fingerprint, count and microseconds of each shape, by fingerprint. */
function sums(document: DigestDocument): readonly string[] {
  return document.shapes.map((shape) => `${shape.count} × ${shape.totalMicros}: ${shape.fingerprint}`).sort()
}

const user = '# User@Host: app[app] @ web1 [10.0.0.1]  Id:     7\n'
function entry(sql: string, seconds = '1.000000', second = 41): string {
  return `# Time: 2026-11-20T06:52:${second}.874194Z\n${user}# Query_time: ${seconds}  Lock_time: 0.000012 Rows_sent: 3  Rows_examined: 30\nSET timestamp=1795157561;\n${sql};\n`
}
const plain = entry('SELECT a FROM t WHERE b = 1')
const plainSum = '1 × 1000000: select a from t where b = ?'

describe('entries', () => {
  test.each<[what: string, log: string, shapes: readonly string[]]>([
    ['a plain one', plain, [plainSum]],
    [
      'a `# Time:` line inside a literal',
      entry("SELECT 'x\n# Time: 2026-11-20T06:52:22Z\ny'"),
      ['1 × 1000000: select ?'],
    ],
    [
      'a whole copied entry inside a literal',
      entry(`INSERT INTO notes VALUES ('see:\n${plain}thanks')`) + plain,
      ['1 × 1000000: insert into notes values (?+)', plainSum],
    ],
    [
      'semicolons and quotes in literals',
      entry("SELECT 'a;\n', \"b';\", 'c\\';\n', 'd'';'"),
      ['1 × 1000000: select ? , ? , ? , ?'],
    ],
    ['comments before the verb', entry('-- app\n/* 17 */ # x\nSELECT a'), ['1 × 1000000: select a']],
    [
      'no delimiter at the end',
      entry('SELECT a').replace('SELECT a;', 'SELECT a') + plain,
      ['1 × 1000000: select a', plainSum],
    ],
    ['several statements in one entry', entry('SELECT 1; SELECT 2'), ['1 × 1000000: select ? ; select ?']],
    ['a statement over many lines', entry('SELECT a\n\nFROM t\n\nWHERE b = 1'), [plainSum]],
    ['a statement that is `use`', entry('use shop'), ['1 × 1000000: use shop']],
    ['a SET that is a statement', entry('SET autocommit=0'), ['1 × 1000000: set autocommit = ?']],
    [
      'binary bytes',
      entry("INSERT INTO b VALUES (x'00', '\xff\xfe\u0001\u0000')"),
      ['1 × 1000000: insert into b values (?+)'],
    ],
    ['a NUL outside of literals', entry('SELECT a \u0000 FROM t'), ['1 × 1000000: select a \u0000 from t']],
    ['names that are no UTF-8', entry('SELECT \xe9 FROM t'), ['1 × 1000000: select \ufffd from t']],
    [
      'a command of the protocol',
      entry('x').replace('x;\n', '# administrator command: Ping;\n') + plain,
      ['1 × 1000000: administrator command: Ping', plainSum],
    ],
    ['times in whole seconds', entry('SELECT a', '21'), ['1 × 21000000: select a']],
    [
      'no time at all',
      entry('SELECT a')
        .replace(/# Time.*\n/, '')
        .replace(/SET.*\n/, ''),
      ['1 × 1000000: select a'],
    ],
    ['a Time line with the user behind it', plain.replace('Z\n#', 'Z # ').replace('#  User', '# User'), [plainSum]],
    ['only Query_time', plain.replace(/ {2}Lock_time.*/, ''), [plainSum]],
    ['no blank behind a name', plain.replace(/Rows_examined: /, 'Rows_examined:'), [plainSum]],
    ['SET with insert_id', plain.replace('SET timestamp', 'SET last_insert_id=4,insert_id=5,timestamp'), [plainSum]],
  ])('%s', (_what, log, shapes) => {
    const document = digest(log)
    expect(sums(document)).toEqual([...shapes].sort())
    expect(document.sources[0]?.skipped).toEqual([])
  })

  test.each<[what: string, log: string, shapes: readonly string[]]>([
    ['all of them', `${plain}${plain}`, ['2 × 2000000: select a from t where b = ?']],
    [
      'also of a stray carriage return',
      `${plain.replace(';\nSELECT', ';\r\nSELECT')}${plain}`,
      ['2 × 2000000: select a from t where b = ?'],
    ],
  ])('CRLF ends %s', (_what, log, shapes) => {
    expect(sums(digest(log.replace(/\r?\n/g, '\r\n')))).toEqual(shapes)
  })

  test('an INSERT of several megabytes is one entry, and its sample is its beginning', () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `(${i}, 'row ${i} with some text; and more')`).join(', ')
    const document = digest(entry(`INSERT INTO big VALUES ${rows}`) + plain)
    expect(sums(document)).toEqual(['1 × 1000000: insert into big values (?+)', plainSum].sort())
    const sample = document.shapes.find(({ fingerprint }) => fingerprint.includes('big'))?.samples[0]
    expect(sample?.sql.length).toBe(65_536)
    expect(sample?.sqlBytes).toBe('INSERT INTO big VALUES '.length + rows.length)
  })

  test('a head of the file may come again, and belongs to no statement', () => {
    const head =
      '/usr/sbin/mysqld, Version: 8.0.31 (x). started with:\nTcp port: 3306  Unix socket: /s.sock\nTime                 Id Command    Argument\n'
    const document = digest(head + plain + head + plain)
    expect(sums(document)).toEqual(['2 × 2000000: select a from t where b = ?'])
    expect(document.sources[0]?.bytes.banners).toBe(2 * head.length)
  })

  test('the clock may go back', () => {
    const document = digest(entry('SELECT a', '1', 41) + entry('SELECT a', '2', 11))
    expect([document.from, document.to]).toEqual(['2026-11-20T06:52:11.874194Z', '2026-11-20T06:52:41.874194Z'])
    expect(document.shapes[0]?.firstMicros).toBe(2_000_000)
  })
})

describe('damaged pieces are skipped and told', () => {
  const header = plain.slice(0, plain.indexOf('SET'))
  test.each<[what: string, log: string, skipped: string, reason: string]>([
    ['a header without a statement', `${header}${plain}`, header, 'An entry without a statement.'],
    [
      'a header with nothing but its time',
      `${header}SET timestamp=1795157561;\n${plain}`,
      `${header}SET timestamp=1795157561;\n`,
      'An entry without a statement.',
    ],
    [
      'the end of an entry whose beginning is gone',
      `x = 1 AND y = 'z';\n${plain}`,
      "x = 1 AND y = 'z';\n",
      'Text outside of any entry.',
    ],
    [
      'a file cut inside its last entry',
      plain + plain.slice(0, -8),
      plain.slice(0, -8),
      'The log ends inside this entry.',
    ],
    [
      'a file cut inside its last header',
      plain + plain.slice(0, 70),
      plain.slice(0, 70),
      'The log ends inside this entry.',
    ],
    [
      'a statement cut inside a literal, with entries behind it',
      `${entry("SELECT 'abc").slice(0, -2)}\n${plain}${entry("SELECT a FROM t WHERE b = 'x' AND c = 'y'")}`,
      `${entry("SELECT 'abc").slice(0, -2)}\n`,
      'A quote is still open where the next entry begins.',
    ],
  ])('%s', (_what, log, skipped, reason) => {
    const document = digest(log)
    const startByte = log.indexOf(skipped)
    expect(document.sources[0]?.skipped).toEqual([
      {
        startByte: skipped === plain.slice(0, -8) || skipped === plain.slice(0, 70) ? plain.length : startByte,
        endByte:
          (skipped === plain.slice(0, -8) || skipped === plain.slice(0, 70) ? plain.length : startByte) +
          skipped.length,
        reason,
        text: skipped.slice(0, 300),
      },
    ])
    expect(sums(document)[0]).toBe(plainSum)
  })
})

describe('what an entry says', () => {
  test('user, host, database and rows', () => {
    const [shape] = digest(plain.replace('SET', 'use `shop`;\nSET') + plain).shapes
    expect(shape?.users).toEqual([{ name: 'app', count: 2, totalMicros: 2_000_000 }])
    expect(shape?.hosts).toEqual([{ name: 'web1', count: 2, totalMicros: 2_000_000 }])
    expect(shape?.schema).toBe('shop')
    expect([shape?.rowsSent, shape?.rowsExamined, shape?.lockMicros]).toEqual([6, 60, 24])
  })

  test.each<[string, string]>([
    ['# User@Host: root[root] @ localhost []\n', 'root localhost'],
    ['# User@Host: app[app] @  [10.0.0.9]  Id: 3\n', 'app 10.0.0.9'],
    ['# User@Host: [SQL_SLAVE] @  []\n', 'SQL_SLAVE '],
    ['# User@Host: rdsadmin[rdsadmin] @ localhost [127.0.0.1]  Id:     3\n', 'rdsadmin localhost'],
  ])('%s', (line, expected) => {
    const [shape] = digest(plain.replace(user, line)).shapes
    expect(`${shape?.users[0]?.name} ${shape?.hosts[0]?.name ?? ''}`).toBe(expected)
  })

  test('old times without a zone give way to SET timestamp, ISO times do not', () => {
    const old = plain.replace(/# Time.*\n/, '# Time: 261120  7:52:41\n')
    expect(digest(old).from).toBe('2026-11-20T06:52:41Z')
    expect(digest(plain).from).toBe('2026-11-20T06:52:41.874194Z')
    expect(digest(plain.replace('194Z', '194+01:00')).from).toBe('2026-11-20T05:52:41.874194Z')
  })

  test('attributes of Percona Server and MariaDB', () => {
    const percona = plain.replace(
      'SET',
      '# Bytes_sent: 9  Tmp_tables: 1  Tmp_disk_tables: 1  Tmp_table_sizes: 16384\n# QC_Hit: No  Full_scan: Yes  Full_join: Yes  Tmp_table: Yes  Tmp_table_on_disk: Yes\n# Filesort: Yes  Filesort_on_disk: No  Merge_passes: 0\n#   InnoDB_IO_r_ops: 0  InnoDB_IO_r_bytes: 0  InnoDB_IO_r_wait: 0.000000\n#   InnoDB_rec_lock_wait: 0.900000  InnoDB_queue_wait: 0.000000\n# No InnoDB statistics available for this query\nSET',
    )
    const document = digest(percona)
    expect(document.sources[0]?.flavor).toBe('percona-slow')
    expect(Object.keys(document.shapes[0]?.flags ?? {})).toEqual([
      'full_scan',
      'full_join',
      'tmp_table',
      'tmp_table_on_disk',
      'filesort',
      'lock_mostly',
    ])
    expect(document.shapes[0]?.counters).toMatchObject({ bytes_sent: 9, innodb_rec_lock_wait_micros: 900_000 })
  })

  test('MariaDB’s explain rows are the plan of the entry', () => {
    const rows = '#\n# explain: id\tselect_type\ttable\n# explain: 1\tSIMPLE\tt\n#\n'
    const document = digest(plain.replace('SET', `${rows}SET`))
    expect(document.sources[0]?.flavor).toBe('mariadb-slow')
    expect(document.shapes[0]?.plan?.text).toBe('# explain: id\tselect_type\ttable\n# explain: 1\tSIMPLE\tt')
  })
})
