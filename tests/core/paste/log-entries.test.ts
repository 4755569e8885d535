// Protects: a pasted entry of any log gives its statement, database, time, rows and values; several entries are a log.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { pasteDocumentSchema } from '../../../src/core/paste/model'
import { loggedParameters } from '../../../src/core/paste/parameters'
import { recognize } from '../../../src/core/paste/recognize'

const logs = join(import.meta.dirname, '../../../fixtures/slow-logs')

describe('a recorded log as a whole is one part, with the entries that reading it as a log gives', () => {
  for (const server of readdirSync(logs)) {
    for (const file of readdirSync(join(logs, server)).filter((name) => name.endsWith('.log'))) {
      test.each(['\n', '\r\n'])(`${server}/${file} with line ends %j`, (lineEnd) => {
        const text = readFileSync(join(logs, server, file), 'utf8').replaceAll('\n', lineEnd)
        const sum = digestBytes(file, new TextEncoder().encode(text))
        const { parts } = recognize(text)
        expect(parts).toMatchObject([{ kind: 'slow-log', facts: { entries: sum.events, shapes: sum.shapes.size } }])
        expect(sum.events).toBeGreaterThan(10)
      })
    }
  }
})

const head = '# Query_time: 1.5  Lock_time: 1.25 Rows_sent: 3  Rows_examined: 1200'
const figures = { queryTimeMs: 1500, lockTimeMs: 1250, rowsSent: 3, rowsExamined: 1200 }

type Row = readonly [what: string, lines: readonly string[], facts: Readonly<Record<string, unknown>>, sql: string]

const rows: readonly Row[] = [
  [
    'MySQL with a host name and an address',
    [
      '# Time: 2026-11-20T06:52:22.874194Z',
      '# User@Host: app[app] @ web1 [10.0.0.7]  Id:    24',
      head,
      'use shop;',
      'SET timestamp=1795157541;',
      'UPDATE t SET a = 1;',
    ],
    { ...figures, user: 'app', host: 'web1', database: 'shop', at: '2026-11-20T06:52:22.874194Z' },
    'UPDATE t SET a = 1',
  ],
  [
    'MySQL without a time but that of SET',
    ['# User@Host: app[app] @  [10.0.0.7]', head, 'SET timestamp=1795157541;', 'SELECT 1;'],
    { ...figures, user: 'app', host: '10.0.0.7', at: '2026-11-20T06:52:21.000Z' },
    'SELECT 1',
  ],
  [
    'MySQL with the values of inserts in its SET',
    [head, 'use `a b`;', 'SET last_insert_id=3,insert_id=4,timestamp=1795157541;', 'INSERT INTO t VALUES (1);'],
    { ...figures, database: 'a b' },
    'INSERT INTO t VALUES (1)',
  ],
  [
    'MySQL with log_slow_extra',
    [
      `${head} Thread_id: 12 Errno: 0 Killed: 0 Bytes_received: 27 Bytes_sent: 32 Read_first: 0`,
      'SET timestamp=1795157541;',
      'SELECT 1;',
    ],
    figures,
    'SELECT 1',
  ],
  [
    'Percona',
    [
      '# User@Host: root[root] @ localhost []  Id: 4',
      '# Schema: shop  Last_errno: 0  Killed: 0',
      `${head}  Rows_affected: 2`,
      '# Bytes_sent: 11  Tmp_tables: 0  Tmp_disk_tables: 0  Tmp_table_sizes: 0',
      '# InnoDB_trx_id: 5',
      '# QC_Hit: No  Full_scan: No  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No',
      '#   InnoDB_IO_r_ops: 0  InnoDB_IO_r_bytes: 0  InnoDB_IO_r_wait: 0.000000',
      'SET timestamp=1795157541;',
      'SELECT 1;',
    ],
    { ...figures, database: 'shop', rowsAffected: 2, host: 'localhost' },
    'SELECT 1',
  ],
  [
    'MariaDB',
    [
      '# Time: 261120  6:52:20',
      '# User@Host: root[root] @  [127.0.0.1]',
      '# Thread_id: 8  Schema: shop  QC_hit: No',
      head,
      '# Rows_affected: 0  Bytes_sent: 64',
      '#',
      '# explain: id\tselect_type\ttable',
      '# explain: 1\tSIMPLE\torders',
      '#',
      'SET timestamp=1795157541;',
      'SELECT 1;',
    ],
    { ...figures, database: 'shop', at: '2026-11-20T06:52:20' },
    'SELECT 1',
  ],
  [
    'an entry whose header was not copied',
    ['use shop;', 'SET timestamp=1795157541;', 'SELECT 1 FROM t;'],
    { database: 'shop', at: '2026-11-20T06:52:21.000Z' },
    'SELECT 1 FROM t',
  ],
  [
    'one with an entry copied into a literal',
    [head, 'SET timestamp=1795157541;', "INSERT INTO t VALUES ('a", head, "SELECT 2;');"],
    figures,
    `INSERT INTO t VALUES ('a\n${head}\nSELECT 2;')`,
  ],
  [
    'PostgreSQL',
    ["2026-11-20 06:52:22.874 UTC [12] app@shop LOG:  duration: 1500.000 ms  statement: SELECT '€'", '\tFROM t'],
    { queryTimeMs: 1500, user: 'app', database: 'shop', at: '2026-11-20T06:52:22.874Z' },
    "SELECT '€'\n\tFROM t",
  ],
  [
    'PostgreSQL of RDS',
    ['2026-11-20 06:52:22 UTC:10.0.0.7(53722):app@shop:[12]:LOG:  duration: 1500.000 ms  statement: SELECT 1'],
    { queryTimeMs: 1500, user: 'app', database: 'shop', host: '10.0.0.7' },
    'SELECT 1',
  ],
  [
    'PostgreSQL with values',
    [
      '2026-11-20 06:52:22.874 UTC [12] app@shop LOG:  duration: 1.5 ms  execute a: SELECT $1, $2, $3',
      "2026-11-20 06:52:22.874 UTC [12] app@shop DETAIL:  parameters: $1 = '7', $2 = 'it''s",
      "\tx', $3 = NULL",
    ],
    { queryTimeMs: 1.5, parameters: "$1 = '7', $2 = 'it''s\nx', $3 = NULL" },
    'SELECT $1, $2, $3',
  ],
  [
    'auto_explain with values',
    [
      '2026-11-20 06:52:22.874 UTC [12] app@shop LOG:  duration: 1.5 ms  plan:',
      '\tQuery Text: SELECT * FROM t WHERE a = $1',
      "\tQuery Parameters: $1 = '7'",
      '\tSeq Scan on t  (cost=0.00..41.88 rows=13 width=4)',
      '\t  Filter: (a = 7)',
    ],
    { queryTimeMs: 1.5, parameters: "$1 = '7'" },
    'SELECT * FROM t WHERE a = $1',
  ],
]

describe('an entry', () => {
  for (const [what, lines, facts, sql] of rows) {
    test.each(['\n', '\r\n'])(`${what}, line ends %j`, (lineEnd) => {
      const text = `${lines.join(lineEnd)}${lineEnd}`
      const document = recognize(text)
      expect(pasteDocumentSchema.safeParse(document).error).toBeUndefined()
      const [entry, statement] = document.parts
      expect(entry).toMatchObject({ kind: 'slow-log-entry', span: { start: 0 } })
      const got = Object.fromEntries(Object.keys(facts).map((key) => [key, plain(entry?.facts[key])]))
      expect(got).toEqual(facts)
      expect(plain(text.slice(statement?.span.start, statement?.span.end))).toBe(sql)
    })
  }

  test.each(['csvlog', 'jsonlog'])('of %s has its statement without the quotes around it', (file) => {
    const whole = readFileSync(join(logs, 'pg18', `${file}.log`), 'utf8')
    const line = whole.split('\n').find((each) => each.includes('WHERE id = 17')) ?? ''
    expect(recognize(line).parts).toMatchObject([
      {
        kind: 'slow-log-entry',
        dialect: 'postgres',
        facts: {
          database: 'sargable_slowlog',
          user: 'sargable',
          host: '127.0.0.1',
          statement: 'SELECT id, "note" FROM orders WHERE id = 17',
        },
      },
    ])
  })

  test('of a command of the protocol has no statement', () => {
    const text = `${head}\nSET timestamp=1795157541;\n# administrator command: Ping;\n`
    expect(recognize(text).parts).toMatchObject([
      { kind: 'slow-log-entry', facts: { command: 'Ping' }, span: { start: 0, end: text.length - 1 } },
    ])
  })

  test('beside other things stays an entry', () => {
    const text = `${head}\nSET timestamp=1795157541;\nSELECT 1;\n\nCREATE TABLE t (a int);\n`
    expect(recognize(text).parts.map(({ kind }) => kind)).toEqual(
      ['slow-log-entry', 'sql', 'sql', 'ddl'].slice(0, 2).concat('ddl'),
    )
  })
})

/** Lines end as the text does; what is compared are the lines. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value
}

test.each([
  ["$1 = '7'", [{ name: '1', value: '7' }]],
  ["$1 = '7', $2 = NULL", [{ name: '1', value: '7' }, { name: '2' }]],
  [
    "$1 = 'a, $2 = ''b''', $2 = ''",
    [
      { name: '1', value: "a, $2 = 'b'" },
      { name: '2', value: '' },
    ],
  ],
  ["$1 = 'long...', $2 = '3'", [{ name: '2', value: '3' }]],
  ["$1 = 'x", []],
  ['', []],
])('values %j', (text, values) => {
  expect(loggedParameters(text)).toEqual(values)
})
