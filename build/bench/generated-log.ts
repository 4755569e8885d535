import { Randomness } from '../../src/core/randomness'

/** Forms in which the generator writes a log. */
export const generatedFlavors = [
  'mysql',
  'mysql-extra',
  'percona',
  'mariadb',
  'postgres-stderr',
  'postgres-csv',
  'postgres-json',
  'postgres-syslog',
] as const
export type GeneratedFlavor = (typeof generatedFlavors)[number]

export interface LogOrder {
  readonly flavor: GeneratedFlavor
  readonly bytes: number
  readonly seed: number
  /** Also literals with line ends, quotes, semicolons and copies of whole entries, large rows, commands of the protocol. */
  readonly tricky?: boolean
  readonly shapes?: number
  /** Writes each statement in another way; all else in the log stays as it is without this. */
  readonly reword?: (sql: string) => string
}

/** What is in the log: per shape (the number in its tables' names), how many entries and microseconds. */
export interface LogTruth {
  readonly shapes: ReadonlyMap<string, { readonly count: number; readonly micros: number }>
  readonly events: number
  readonly micros: number
}

interface Call {
  readonly shape: number
  readonly sql: string
  readonly micros: number
  readonly atMicros: number
  readonly user: string
  readonly host: string
  readonly database: string
  readonly process: number
}

/**
 * Writes a log, piece by piece, and gives its truth at the end. The same order gives the same bytes: shapes by Zipf's law,
 * times by a log-normal one.
 */
export function* generatedLog(order: LogOrder): Generator<string, LogTruth> {
  const random = new Randomness(order.seed)
  const shapes = order.shapes ?? 200
  const weights = zipf(shapes, 1.1)
  const truth = new Map<string, { count: number; micros: number }>()
  const write = writers[order.flavor]
  let atMicros = Date.UTC(2026, 10, 20, 6) * 1000
  let written = 0
  let events = 0
  let total = 0
  let lastSecond = -1
  let database = ''
  const head = heads[order.flavor] ?? ''
  if (head !== '') yield head
  written += head.length
  const isPostgres = order.flavor.startsWith('postgres')
  while (written < order.bytes) {
    atMicros += random.below(20_000)
    const shape = drawn(weights, random)
    const micros = Math.max(1, Math.round(Math.exp(9 + (shape % 7) + gauss(random))))
    const sql = statement(shape, random, isPostgres, order.tricky === true)
    const call: Call = {
      shape,
      sql: order.reword === undefined ? sql : order.reword(sql),
      micros,
      atMicros,
      user: `app${shape % 5}`,
      host: `10.0.0.${shape % 35}`,
      database: shape % 9 === 0 ? 'archive' : 'shop',
      process: 4000 + (shape % 50),
    }
    const isCommand = order.tricky === true && !isPostgres && random.chance(0.01)
    const text = write(call, random, {
      newSecond: Math.floor(atMicros / 1_000_000) !== lastSecond,
      newDatabase: call.database !== database,
      isCommand,
    })
    lastSecond = Math.floor(atMicros / 1_000_000)
    database = call.database
    const label = isCommand ? 'command' : String(shape)
    const known = truth.get(label) ?? { count: 0, micros: 0 }
    truth.set(label, { count: known.count + 1, micros: known.micros + micros })
    events++
    total += micros
    written += Buffer.byteLength(text)
    yield text
  }
  return { shapes: truth, events, micros: total }
}

function zipf(count: number, exponent: number): readonly number[] {
  let sum = 0
  return Array.from({ length: count }, (_, rank) => (sum += 1 / (rank + 1) ** exponent))
}

function drawn(cumulative: readonly number[], random: Randomness): number {
  const wanted = random.next() * (cumulative[cumulative.length - 1] ?? 1)
  let low = 0
  let high = cumulative.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cumulative[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Box and Muller. */
function gauss(random: Randomness): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

function statement(shape: number, random: Randomness, isPostgres: boolean, tricky: boolean): string {
  const table = `shape_${shape}`
  const number = () => random.below(1_000_000)
  const text = () => literal(random, isPostgres, tricky)
  const list = (item: () => string | number) => Array.from({ length: 1 + random.below(12) }, item).join(', ')
  const gap = tricky && random.chance(0.1) ? ` /* request ${number()}; it's */ ` : ' '
  switch (shape % 8) {
    case 0:
      return `SELECT id, customer_id, status, amount FROM ${table} WHERE id = ${number()}`
    case 1:
      return `SELECT o.id,${gap}o.amount, c.name FROM ${table} o JOIN customers c ON c.id = o.customer_id WHERE o.id IN (${list(number)}) AND c.country = ${text()} ORDER BY o.created_at DESC LIMIT ${random.below(100)}`
    case 2:
      return `INSERT INTO ${table} (a, b, c) VALUES ${Array.from({ length: 1 + random.below(tricky ? 40 : 5) }, () => `(${number()}, ${text()}, -${number()})`).join(tricky && random.chance(0.5) ? ',' : ', ')}`
    case 3:
      return `UPDATE ${table} SET amount = amount + ${number()}.${number()}, note = ${text()} WHERE id = ${number()}`
    case 4:
      return `DELETE FROM ${table} WHERE created_at < ${text()} AND id BETWEEN ${number()} AND ${number()} LIMIT 1000`
    case 5:
      return `SELECT count(*) FROM ${table}\nWHERE name LIKE ${text()}\n  AND kind IN (${list(text)})\nGROUP BY country\nHAVING count(*) > ${number()}`
    case 6:
      return `SELECT a.x, b.y FROM ${table} a, ${table} b WHERE a.k = b.k AND (a.p, a.q) IN (${list(() => `(${number()}, ${number()})`)}) AND a.note <> ${text()}`
    default:
      return `SELECT * FROM ${table} WHERE (status = ${text()} OR status IS NULL) AND amount > ${random.below(100)}e${random.below(9)}`
  }
}

function literal(random: Randomness, isPostgres: boolean, tricky: boolean): string {
  const plain = `'${words[random.below(words.length)] ?? ''} ${random.below(100_000)}'`
  if (!tricky) return plain
  switch (random.below(14)) {
    case 0:
      return "'it''s; so'"
    case 1:
      return isPostgres ? "E'a\\'b; c'" : "'a\\'b; c\\\\'"
    case 2:
      return "'one\n# Time: 261120  6:52:22\ntwo'"
    case 3:
      return "'line;\n# User@Host: x[x] @ y []\nmore'"
    case 4:
      return "'log:\n# Time: 2026-11-20T06:52:22.874194Z\n# User@Host: root[root] @ localhost []  Id: 24\n# Query_time: 9.506065  Lock_time: 1.5 Rows_sent: 0  Rows_examined: 1\nSET timestamp=1795157541;\nSELECT 1;\n'"
    case 5:
      return isPostgres ? '$x$it is $$ ; so$x$' : '0x04FD'
    case 6:
      return "'2026-11-20 06:00:00.000 UTC [4711] LOG:  duration: 99.000 ms  statement: SELECT 1'"
    case 7:
      return isPostgres ? "'a\tb'" : '"double ; \'quoted\'"'
    case 8:
      return isPostgres ? "'é “x” \\'" : "x'DEADBEEF'"
    default:
      return plain
  }
}

const words = ['open', 'done', 'Berlin', 'a%', 'order', 'ship', 'new york', 'O', 'select', '42']

interface Surroundings {
  readonly newSecond: boolean
  readonly newDatabase: boolean
  readonly isCommand: boolean
}
type Writer = (call: Call, random: Randomness, around: Surroundings) => string

const heads: Readonly<Partial<Record<GeneratedFlavor, string>>> = {
  mysql:
    '/usr/sbin/mysqld, Version: 8.0.31 (MySQL Community Server - GPL). started with:\nTcp port: 3306  Unix socket: /tmp/mysql.sock\nTime                 Id Command    Argument\n',
  mariadb:
    '/usr/sbin/mariadbd, Version: 10.11.6-MariaDB (Source distribution). started with:\nTcp port: 3306  Unix socket: /tmp/mysql.sock\nTime\t\t    Id Command\tArgument\n',
}

function seconds(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`
}

function iso(atMicros: number): string {
  return new Date(Math.floor(atMicros / 1000))
    .toISOString()
    .replace('Z', `${String(atMicros % 1000).padStart(3, '0')}Z`)
}

function mysqlBody(call: Call, { newDatabase, isCommand }: Surroundings, use: boolean): string {
  const sql = isCommand ? '# administrator command: Ping' : call.sql
  return `${use && newDatabase ? `use ${call.database};\n` : ''}SET timestamp=${Math.floor(call.atMicros / 1_000_000)};\n${sql};\n`
}

function mysqlHead(call: Call, random: Randomness): string {
  const rows = random.below(1000)
  return `# Time: ${iso(call.atMicros)}\n# User@Host: ${call.user}[${call.user}] @  [${call.host}]  Id: ${String(call.process).padStart(5)}\n# Query_time: ${seconds(call.micros)}  Lock_time: 0.0000${10 + random.below(80)} Rows_sent: ${rows}  Rows_examined: ${rows * random.below(50)}`
}

function duration(call: Call): string {
  return `duration: ${Math.floor(call.micros / 1000)}.${String(call.micros % 1000).padStart(3, '0')} ms  `
}

function postgresTime(atMicros: number): string {
  return new Date(Math.floor(atMicros / 1000)).toISOString().replace('T', ' ').replace('Z', ' UTC')
}

function csv(text: string): string {
  return `"${text.replace(/"/g, '""')}"`
}

const writers: Readonly<Record<GeneratedFlavor, Writer>> = {
  mysql: (call, random, around) => `${mysqlHead(call, random)}\n${mysqlBody(call, around, true)}`,
  'mysql-extra': (call, random, around) =>
    `${mysqlHead(call, random)} Thread_id: ${call.process} Errno: 0 Killed: 0 Bytes_received: ${call.sql.length} Bytes_sent: ${random.below(9999)} Read_first: 0 Read_last: 0 Read_key: ${random.below(99)} Read_next: ${random.below(99)} Read_prev: 0 Read_rnd: 0 Read_rnd_next: ${random.below(9)} Sort_merge_passes: 0 Sort_range_count: 0 Sort_rows: ${random.below(3)} Sort_scan_count: 0 Created_tmp_disk_tables: 0 Created_tmp_tables: ${random.below(2)} Start: ${iso(call.atMicros - call.micros)} End: ${iso(call.atMicros)}\n${mysqlBody(call, around, true)}`,
  percona: (call, random, around) =>
    `# Time: ${iso(call.atMicros)}\n# User@Host: ${call.user}[${call.user}] @  [${call.host}]  Id: ${call.process}\n# Schema: ${call.database}  Last_errno: 0  Killed: 0\n# Query_time: ${seconds(call.micros)}  Lock_time: 0.000040  Rows_sent: ${random.below(100)}  Rows_examined: ${random.below(9999)}  Rows_affected: 0\n# Bytes_sent: ${random.below(9999)}  Tmp_tables: 0  Tmp_disk_tables: 0  Tmp_table_sizes: 0\n# QC_Hit: No  Full_scan: ${random.chance(0.1) ? 'Yes' : 'No'}  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No\n# Filesort: No  Filesort_on_disk: No  Merge_passes: 0\n#   InnoDB_IO_r_ops: 0  InnoDB_IO_r_bytes: 0  InnoDB_IO_r_wait: 0.000000\n#   InnoDB_rec_lock_wait: 0.000000  InnoDB_queue_wait: 0.000000\n#   InnoDB_pages_distinct: 4\n${mysqlBody(call, around, false)}`,
  mariadb(call, random, around) {
    const time = new Date(Math.floor(call.atMicros / 1000)).toISOString()
    const clock = `${time.slice(2, 4)}${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 13).replace(/^0/, ' ')}${time.slice(13, 19)}`
    const rows = random.below(1000)
    return `${around.newSecond ? `# Time: ${clock}\n` : ''}# User@Host: ${call.user}[${call.user}] @  [${call.host}]\n# Thread_id: ${call.process}  Schema: ${call.database}  QC_hit: No\n# Query_time: ${seconds(call.micros)}  Lock_time: 0.000012  Rows_sent: ${rows}  Rows_examined: ${rows}\n# Rows_affected: 0  Bytes_sent: ${random.below(9999)}\n${mysqlBody(call, around, true)}`
  },
  'postgres-stderr': (call) =>
    `${postgresTime(call.atMicros)} [${call.process}] ${call.user}@${call.database} LOG:  ${duration(call)}statement: ${call.sql.replace(/\n/g, '\n\t')}\n`,
  'postgres-csv': (call, random) =>
    `${postgresTime(call.atMicros)},"${call.user}","${call.database}",${call.process},"${call.host}:${5000 + random.below(999)}",65a1b2c3.${call.process.toString(16)},${random.below(999)},"SELECT",${postgresTime(call.atMicros - 9_000_000).replace(/\.\d+/, '')},3/${random.below(999)},0,LOG,00000,${csv(`${duration(call)}statement: ${call.sql}`)},,,,,,,,,"app","client backend",,0\n`,
  'postgres-json': (call, random) =>
    `${JSON.stringify({ timestamp: postgresTime(call.atMicros), user: call.user, dbname: call.database, pid: call.process, remote_host: call.host, remote_port: 5000 + random.below(999), session_id: `65a1b2c3.${call.process.toString(16)}`, line_num: random.below(999), ps: 'SELECT', vxid: `3/${random.below(999)}`, txid: 0, error_severity: 'LOG', message: `${duration(call)}statement: ${call.sql}`, application_name: 'app', backend_type: 'client backend', query_id: 0 })}\n`,
  'postgres-syslog'(call, random) {
    const time = new Date(Math.floor(call.atMicros / 1000)).toUTCString()
    const stamp = `${time.slice(8, 11)} ${time.slice(5, 7).replace(/^0/, ' ')} ${time.slice(17, 25)}`
    const number = random.below(1_000_000)
    return `LOG:  ${duration(call)}statement: ${call.sql}`
      .split('\n')
      .map(
        (line, i) =>
          `${stamp} db1 postgres[${call.process}]: [${number}-${i + 1}] ${i === 0 ? '' : '#011'}${line.replace(/\t/g, '#011')}\n`,
      )
      .join('')
  },
}
