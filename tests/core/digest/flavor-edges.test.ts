// Protects: each kind of odd entry is read, or skipped and told, in every form in which a log is written.
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument, LogFlavor } from '../../../src/core/digest/model'

interface Told {
  readonly micros?: number
  /** Seconds after 06:52. */
  readonly second?: number
  readonly process?: number
  readonly noTime?: boolean
}

/** A form of log, with its entries written as its server writes them. */
interface Form {
  readonly name: string
  readonly flavor: LogFlavor
  entry(sql: string, told?: Told): string
}

const two = (number: number) => String(number).padStart(2, '0')
const seconds = (micros: number) => (micros / 1e6).toFixed(6)

function mysqlForm(
  name: string,
  flavor: LogFlavor,
  time: (second: number) => string,
  more: (micros: number) => string,
): Form {
  return {
    name,
    flavor,
    entry: (sql, { micros = 1_000_000, second = 22, noTime = false } = {}) =>
      `${noTime ? '' : time(second)}# User@Host: app[app] @ web1 [10.0.0.1]  Id:     7\n${more(micros)}${noTime ? '' : `SET timestamp=${1795157520 + second};\n`}${sql};\n`,
  }
}
const isoTime = (second: number) => `# Time: 2026-11-20T06:52:${two(second)}.874194Z\n`
const oldTime = (second: number) => `# Time: 261120  6:52:${two(second)}\n`
const rows = 'Rows_sent: 3  Rows_examined: 30'

const mysqlForms: readonly Form[] = [
  mysqlForm(
    'MySQL 8',
    'mysql-slow',
    isoTime,
    (micros) => `# Query_time: ${seconds(micros)}  Lock_time: 0.000012 ${rows}\n`,
  ),
  mysqlForm(
    'MySQL 5.6',
    'mysql-slow',
    oldTime,
    (micros) => `# Query_time: ${seconds(micros)}  Lock_time: 0.000012 ${rows}\n`,
  ),
  mysqlForm(
    'Percona Server',
    'percona-slow',
    isoTime,
    (micros) =>
      `# Schema: shop  Last_errno: 0  Killed: 0\n# Query_time: ${seconds(micros)}  Lock_time: 0.000012  ${rows}  Rows_affected: 0\n# Bytes_sent: 9  Tmp_tables: 0  Tmp_disk_tables: 0  Tmp_table_sizes: 0\n# QC_Hit: No  Full_scan: Yes  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No\n# Filesort: No  Filesort_on_disk: No  Merge_passes: 0\n`,
  ),
  mysqlForm(
    'MariaDB',
    'mariadb-slow',
    oldTime,
    (micros) =>
      `# Thread_id: 7  Schema: shop  QC_hit: No\n# Query_time: ${seconds(micros)}  Lock_time: 0.000012  ${rows}\n# Rows_affected: 0  Bytes_sent: 9\n`,
  ),
]

const postgresTime = (second: number) => `2026-11-20 06:52:${two(second)}.874 UTC`

/** The lines of a message: a call, or a piece of one where the text begins with `duration` or `statement`. */
function message(sql: string, micros: number): string {
  if (/^(?:duration|statement): /.test(sql)) return sql
  return `duration: ${(micros / 1e3).toFixed(3)} ms  statement: ${sql}`
}

let syslogNumber = 0
const postgresForms: readonly Form[] = [
  {
    name: 'stderr',
    flavor: 'postgres-stderr',
    entry: (sql, { micros = 1_000_000, second = 22, process = 7, noTime = false } = {}) =>
      `${noTime ? '' : `${postgresTime(second)} `}[${process}] app@shop LOG:  ${message(sql, micros).replace(/\n/g, '\n\t')}\n`,
  },
  {
    name: 'csvlog',
    flavor: 'postgres-csv',
    entry: (sql, { micros = 1_000_000, second = 22, process = 7 } = {}) =>
      `${postgresTime(second)},"app","shop",${process},"10.0.0.9:53210",65a1.${process},5,"SELECT",${postgresTime(0)},3/17,0,LOG,00000,"${message(sql, micros).replace(/"/g, '""')}",,,,,,,,,"x","client backend",,0\n`,
  },
  {
    name: 'jsonlog',
    flavor: 'postgres-json',
    entry: (sql, { micros = 1_000_000, second = 22, process = 7, noTime = false } = {}) =>
      `${JSON.stringify({ ...(!noTime && { timestamp: postgresTime(second) }), user: 'app', dbname: 'shop', pid: process, error_severity: 'LOG', message: message(sql, micros) })}\n`,
  },
  {
    name: 'syslog',
    flavor: 'postgres-syslog',
    entry(sql, { micros = 1_000_000, second = 22, process = 7 } = {}) {
      const number = ++syslogNumber
      const lines = `LOG:  ${message(sql, micros)}`.split('\n')
      const head = `Nov 20 06:52:${two(second)} db1 postgres[${process}]: [${number}-`
      return lines.map((line, i) => `${head}${i + 1}] ${i === 0 ? '' : '#011'}${line}\n`).join('')
    },
  },
]

function digest(log: string): DigestDocument {
  const bytes = Buffer.from(log, 'latin1')
  const document = digestDocument(digestBytes('test.log', bytes))
  for (const { bytes: parts } of document.sources)
    expect(parts.events + parts.banners + parts.skipped, 'every byte is in one place').toBe(bytes.length)
  return document
}

/** Calls, microseconds and fingerprint of each shape. */
function sums(document: DigestDocument): readonly string[] {
  return document.shapes.map((shape) => `${shape.count} × ${shape.totalMicros}: ${shape.fingerprint}`).sort()
}

const query = 'SELECT a FROM t WHERE b = 1'
const shape = 'select a from t where b = ?'

describe.each([...mysqlForms, ...postgresForms])('$name', ({ flavor, entry }) => {
  const plain = entry(query)

  test('is what it is taken for', () => {
    const document = digest(plain.repeat(2))
    expect(document.sources[0]?.flavor).toBe(flavor)
    expect(sums(document)).toEqual([`2 × 2000000: ${shape}`])
  })

  test.each<[what: string, log: string, shapes: readonly string[]]>([
    [
      'an entry of a log inside a string',
      plain + entry(`INSERT INTO notes VALUES ('see:\n${entry('SELECT 9')}thanks')`) + plain,
      ['1 × 1000000: insert into notes values (?+)', `2 × 2000000: ${shape}`],
    ],
    ['a line `# Time:` inside a string', plain + entry("SELECT 'x\n# Time: 261120  6:52:22\ny'"), []],
    ['semicolons in strings', plain + entry("SELECT 'a;\nb', 'c;' FROM t"), ['1 × 1000000: select ? , ? from t']],
    [
      'binary bytes',
      plain + entry("INSERT INTO b VALUES ('\xff\xfe\u0001\x80')"),
      ['1 × 1000000: insert into b values (?+)'],
    ],
    ['CRLF', entry('SELECT a\nFROM t\nWHERE b = 1').repeat(2).replace(/\n/g, '\r\n'), [`2 × 2000000: ${shape}`]],
  ])('%s', (_what, log, shapes) => {
    const document = digest(log)
    expect(document.sources[0]?.flavor).toBe(flavor)
    expect(document.sources[0]?.skipped).toEqual([])
    const wanted = shapes.length > 0 ? shapes : ['1 × 1000000: select ?']
    expect(sums(document)).toEqual(
      [...wanted, ...(wanted.some((each) => each.endsWith(shape)) ? [] : [`1 × 1000000: ${shape}`])].sort(),
    )
  })

  test('an INSERT of several megabytes', () => {
    const values = Array.from({ length: 60_000 }, (_, i) => `(${i}, 'row ${i} with some text; and more')`).join(', ')
    const document = digest(plain + entry(`INSERT INTO big VALUES ${values}`, { micros: 7 }) + plain)
    expect(values.length).toBeGreaterThan(2_000_000)
    expect(sums(document)).toEqual(['1 × 7: insert into big values (?+)', `2 × 2000000: ${shape}`])
    expect(document.sources[0]?.skipped).toEqual([])
  })

  test('a clock that goes back', () => {
    const document = digest(entry(query, { second: 41 }) + entry(query, { second: 11, micros: 5 }))
    expect([document.from, document.to].map((time) => time?.slice(10, 19))).toEqual(['T06:52:11', 'T06:52:41'])
    expect([document.shapes[0]?.count, document.shapes[0]?.firstMicros]).toEqual([2, 5])
  })

  test('a file cut in the middle of its last entry', () => {
    const last = entry('SELECT c FROM u WHERE d = 2')
    const document = digest(plain.repeat(2) + last.slice(0, Math.floor(last.length / 2)))
    expect(sums(document)).toEqual([`2 × 2000000: ${shape}`])
    const pieces = document.sources[0]?.skipped ?? []
    expect(pieces.map(({ startByte }) => startByte)).toEqual([2 * plain.length])
  })

  test('a file cut in the middle of its first entry', () => {
    const first = entry('SELECT c FROM u WHERE d = 2')
    const log = first.slice(Math.floor(first.length / 2)) + plain.repeat(3)
    const document = digest(log)
    expect(sums(document)).toEqual([`3 × 3000000: ${shape}`])
    expect(document.sources[0]?.skipped.map(({ startByte }) => startByte)).toEqual([0])
  })
})

describe.each([...mysqlForms, ...postgresForms].filter(({ flavor }) => !/csv|syslog/.test(flavor)))(
  '$name',
  ({ entry }) => {
    test('no time at all', () => {
      const document = digest(entry(query, { noTime: true }).repeat(2))
      expect(sums(document)).toEqual([`2 × 2000000: ${shape}`])
      expect([document.from, document.shapes[0]?.firstSeen]).toEqual([undefined, undefined])
    })
  },
)

describe.each(mysqlForms)('$name', ({ entry }) => {
  test('a header without a statement', () => {
    const header = entry('').replace(/SET timestamp[\s\S]*/, '')
    const document = digest(entry(query) + header + entry(query))
    expect(sums(document)).toEqual([`2 × 2000000: ${shape}`])
    expect(document.sources[0]?.skipped.map(({ reason, text }) => [reason, text])).toEqual([
      ['An entry without a statement.', header.slice(0, 300)],
    ])
  })

  test.each(['Ping', 'Quit', 'Prepare', 'Close stmt', 'Reset stmt', 'Init DB', 'Statistics', 'Change user'])(
    'the command %s',
    (command) => {
      const document = digest(entry(query) + entry(`# administrator command: ${command}`) + entry(query))
      expect(sums(document)).toEqual([`1 × 1000000: administrator command: ${command}`, `2 × 2000000: ${shape}`])
      expect(document.sources[0]?.skipped).toEqual([])
    },
  )
})

describe.each(postgresForms)('$name', ({ entry }) => {
  test('a time without a statement', () => {
    const document = digest(entry(query) + entry('duration: 2.000 ms', { process: 9 }) + entry(query))
    expect(sums(document)).toEqual([`2 × 2000000: ${shape}`])
    expect(document.sources[0]?.skipped.map(({ reason }) => reason)).toEqual(['A duration without its statement.'])
  })

  test('times behind their statements, of sessions at once', () => {
    const [one, other, third] = [{ process: 7 }, { process: 8 }, { process: 9 }]
    const document = digest(
      [
        entry('statement: SELECT a\nFROM one', one),
        entry('statement: SELECT b\nFROM other', other),
        entry(query, third),
        entry('duration: 2.000 ms', other),
        entry('statement: SELECT b\nFROM other', other),
        entry('duration: 1.000 ms', one),
        entry('duration: 4.000 ms', other),
      ].join(''),
    )
    expect(sums(document)).toEqual([
      '1 × 1000000: select a from t where b = ?',
      '1 × 1000: select a from one',
      '2 × 6000: select b from other',
    ])
    expect(document.sources[0]?.skipped).toEqual([])
  })
})

test('syslog: a long line is cut between words, and its pieces go on without a line end', () => {
  const words = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ')
  const text = `LOG:  duration: 1.000 ms  statement: SELECT '${words}' AS w,\n\t'two' FROM t WHERE b = 1`
  // PostgreSQL cuts at line ends and, at most 900 bytes on, before a blank.
  const pieces: string[] = []
  for (const part of text.split('\n')) {
    let rest = part
    while (rest.length > 900) {
      const cut = rest.lastIndexOf(' ', 900)
      pieces.push(rest.slice(0, cut))
      rest = rest.slice(cut)
    }
    pieces.push(rest)
  }
  const head = 'Nov 20 06:52:22 db1 postgres[7]: [5-'
  const log = pieces.map((piece, i) => `${head}${i + 1}] ${piece.replace(/\t/g, '#011')}\n`).join('')
  const document = digest(log)
  expect(pieces.length).toBeGreaterThan(4)
  expect(sums(document)).toEqual(['1 × 1000: select ? as w , ? from t where b = ?'])
  expect(document.shapes[0]?.samples[0]?.sql).toBe(text.replace(/^.*statement: /, ''))
})

test.each(['', 'app@shop ', '2026-11-20 06:52:22.874 UTC [7] app@shop ', '[9-1] user=app,db=shop '])(
  'syslog: details have the number of their message, and are no part of its statement (prefix %j)',
  (prefix) => {
    const head = 'Nov 20 06:52:22 db1 postgres[7]: [5-'
    const log = [
      `${head}1] ${prefix}LOG:  duration: 1.000 ms  execute <unnamed>: SELECT a`,
      `${head}2] #011DETAIL:  FROM t WHERE b = $1`,
      `${head}3] ${prefix.replace('9-1', '10-1')}DETAIL:  parameters: $1 = 'it''s`,
      `${head}4] #011a line; and "more"'`,
      `${head}5] ${prefix}CONTEXT:  SQL statement "SELECT 1"`,
      `${head.replace('5-', '6-1] ')}${prefix}LOG:  duration: 2.000 ms  statement: SELECT b`,
      '',
    ].join('\n')
    const document = digest(log)
    expect(sums(document)).toEqual(['1 × 1000: select a DETAIL : from t where b = ?', '1 × 2000: select b'])
    expect(document.sources[0]?.bytes).toMatchObject({ banners: 0, skipped: 0 })
  },
)
