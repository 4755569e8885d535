import { Randomness } from '../src/core/randomness'

/**
 * A made-up day of a shop's MySQL slow log (log_slow_extra), with the stories that the product tells: a composite index
 * that is read too far, an update that only waits for a batch, a sort of a whole table, a report that is slow in its first
 * run only. The same order gives the same bytes. Used for pictures, tests and the sample that the screen offers.
 */
export interface DayOrder {
  /** `2026-05-10` */
  readonly day: string
  readonly seed: number
  /** Entries in thousands, about. */
  readonly thousands: number
  /** The second day: the index is made, the plan of another statement changed, the batch is new. */
  readonly later?: boolean
}

interface Story {
  readonly sql: (random: Randomness) => string
  /** Calls of a day, of 1,000. */
  readonly weight: number
  /** Calls by hour of the day, 0 to 24; all hours alike without. */
  readonly when?: (hour: number) => number
  /** In milliseconds, with its spread (standard deviation of the logarithm). */
  readonly ms: number
  readonly spread?: number
  readonly examined?: number
  readonly sent?: number
  readonly affected?: number
  readonly sortRows?: number
  readonly tmpDisk?: number
  readonly fullScan?: boolean
  /** Waits for locks: how long at an hour of the day, in milliseconds. */
  readonly waits?: (hour: number, random: Randomness) => number
  readonly firstMs?: number
  readonly user?: string
  readonly host?: string
  readonly database?: string
}

const noon = (hour: number) => Math.exp(-((hour - 13.8) ** 2) / 1.6)
const working = (hour: number) => 0.25 + Math.exp(-((hour - 14) ** 2) / 18)
const night = (hour: number) => Math.exp(-((hour - 5.5) ** 2) / 2)

function stories(later: boolean): readonly Story[] {
  const id = (random: Randomness, most: number) => 1 + random.below(most)
  return [
    {
      sql: (random) =>
        `SELECT member_id, email, msg_type FROM infamous_table WHERE t2send > '2026-05-${10 + random.below(9)} 00:00:00' AND msg_type LIKE 'abc:${random.below(9)}%'`,
      weight: 90,
      when: (hour) => 0.5 + hour / 24,
      ...(later ? { ms: 9.7, examined: 157, sent: 157 } : { ms: 212, examined: 3813, sent: 167 }),
      spread: 0.15,
    },
    {
      sql: (random) =>
        `UPDATE warehouse SET w_ytd = w_ytd + ${random.below(500_000) / 100} WHERE w_id = ${id(random, 100)}`,
      weight: 60,
      when: working,
      ms: 0.31,
      examined: 1,
      affected: 1,
      waits: (hour, random) => (later ? (random.next() < noon(hour) * 0.3 ? 9_000 * random.next() ** 2 : 0) : 0),
      user: 'app',
      database: 'tpcc',
    },
    {
      sql: (random) => `SELECT * FROM items WHERE col1 = 'A${random.below(9)}' OR col1 = 'B' ORDER BY id DESC LIMIT 5`,
      weight: 70,
      when: working,
      ...(later ? { ms: 142, examined: 50_440, sent: 5, sortRows: 50_440 } : { ms: 0.24, examined: 10, sent: 5 }),
    },
    {
      sql: (random) =>
        `SELECT no_o_id FROM new_order WHERE no_w_id = ${id(random, 100)} AND no_d_id = ${id(random, 10)}`,
      weight: 80,
      when: working,
      ...(later ? { ms: 2.34, examined: 977, sent: 950 } : { ms: 51.9, examined: 190_000, sent: 950 }),
      spread: 0.1,
      database: 'tpcc',
    },
    {
      sql: () => 'SELECT @@session.transaction_isolation',
      weight: later ? 420 : 250,
      when: working,
      ms: 0.1,
      examined: 0,
      sent: 1,
    },
    {
      sql: (random) =>
        `UPDATE stock SET s_quantity = ${random.below(90)} WHERE s_w_id = ${id(random, 100)} AND s_i_id IN (${id(random, 9999)}, ${id(random, 9999)})`,
      weight: 18,
      when: working,
      ms: 173,
      examined: 2,
      affected: 2,
      spread: 0.1,
      database: 'tpcc',
    },
    {
      sql: (random) =>
        `SELECT c_id FROM customer WHERE c_w_id = ${id(random, 100)} AND c_d_id = ${id(random, 10)} AND c_last = 'BAR${random.below(99)}' ORDER BY c_first`,
      weight: 110,
      when: working,
      ...(later ? { ms: 0.34, examined: 2, sent: 2 } : { ms: 1.07, examined: 3002, sent: 2, sortRows: 2 }),
      database: 'tpcc',
    },
    {
      sql: (random) =>
        `SELECT d_year, SUM(lo_revenue) FROM lineorder JOIN dim_date ON lo_orderdate = d_datekey WHERE d_year > ${1990 + random.below(9)} GROUP BY d_year ORDER BY d_year`,
      weight: 0.6,
      when: night,
      ms: 6660,
      examined: 259_434,
      sent: 7,
      sortRows: 7,
      tmpDisk: 1,
      fullScan: true,
      user: 'report',
      host: '10.0.9.2',
      database: 'ssb',
    },
    {
      sql: () => "SELECT * FROM audit_log WHERE created > '2026-05-09 00:00:00'",
      weight: later ? 0 : 3,
      ms: 923,
      examined: 48_000,
      sent: 48_000,
      user: 'report',
      host: '10.0.9.2',
    },
    {
      sql: (random) =>
        `SELECT COUNT(*) FROM orders WHERE o_orderdate BETWEEN '2026-0${1 + random.below(4)}-01' AND '2026-05-01'`,
      weight: 1.5,
      when: (hour) => (hour > 6 && hour < 9 ? 1 : 0),
      ms: 90,
      firstMs: 11_300,
      examined: 251_100,
      sent: 1,
    },
    {
      sql: (random) => `DELETE FROM sessions WHERE expires < ${1_778_000_000 + random.below(9999)} LIMIT 100`,
      weight: 12,
      ms: 72,
      examined: 100,
      affected: 100,
    },
    {
      sql: (random) =>
        `INSERT INTO history VALUES (${id(random, 9)}, ${id(random, 9)}, ${id(random, 9)}, ${id(random, 9)}, ${id(random, 9)}, NOW(), 12.5, 'note ${id(random, 999)}')`,
      weight: 140,
      when: working,
      ms: 0.36,
      affected: 1,
      database: 'tpcc',
    },
    {
      sql: (random) =>
        `SELECT o_id, o_carrier_id FROM orders WHERE o_w_id = ${id(random, 99)} AND o_d_id = ${id(random, 9)} ORDER BY o_id DESC LIMIT 1`,
      weight: 80,
      when: working,
      ms: 1.53,
      examined: 31,
      sent: 1,
      sortRows: 31,
      database: 'tpcc',
    },
    {
      sql: (random) =>
        `SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock ON s_i_id = ol_i_id WHERE ol_w_id = ${id(random, 99)} AND s_quantity < 15`,
      weight: 20,
      when: working,
      ms: 11,
      examined: 2000,
      sent: 1,
      database: 'tpcc',
    },
    ...(later
      ? [
          {
            sql: (random: Randomness) =>
              `SELECT p_id, SUM(p_qty) FROM picks WHERE p_day = '2026-05-${10 + random.below(9)}' GROUP BY p_id`,
            weight: 6,
            when: (hour: number) => (hour > 9 ? 1 : 0),
            ms: 884,
            examined: 90_000,
            sent: 800,
            tmpDisk: 1,
          },
        ]
      : []),
    ...Array.from({ length: 60 }, (_, i) => smallStory(i)),
  ]
}

/** The many shapes that do not matter. */
function smallStory(i: number): Story {
  return {
    sql: (random) => `SELECT name, price FROM catalog_${i} WHERE sku = 'S-${random.below(9999)}'`,
    weight: 3 + (i % 5),
    when: working,
    ms: 0.4 + (i % 7) * 0.3,
    examined: 1 + (i % 4),
    sent: 1,
  }
}

/** Writes the day, entry by entry in the order of time. */
export function* dayLog(order: DayOrder): Generator<string> {
  const random = new Randomness(order.seed)
  const midnight = Date.parse(`${order.day}T00:00:00Z`)
  const all = stories(order.later ?? false)
  const perUnit = (order.thousands * 1000) / all.reduce((sum, { weight }) => sum + weight, 0)
  const calls = all.flatMap((story) => timesOf(story, Math.round(story.weight * perUnit), random))
  calls.sort((a, b) => a.hour - b.hour)
  yield '/usr/sbin/mysqld, Version: 9.7.4 (MySQL Community Server - GPL). started with:\nTcp port: 3306  Unix socket: /run/mysqld/mysqld.sock\nTime                 Id Command    Argument\n'
  const ran = new Set<Story>()
  let database = ''
  for (const { story, hour } of calls) {
    const at = midnight + hour * 3_600_000
    const isFirst = !ran.has(story)
    ran.add(story)
    const spread = Math.exp(normal(random) * (story.spread ?? 0.35))
    const own = isFirst && story.firstMs !== undefined ? story.firstMs : story.ms * spread
    const waited = story.waits?.(hour, random) ?? 0
    const used = story.database ?? 'shop'
    const use = used === database ? '' : `use ${used};\n`
    database = used
    yield `${entryOf(story, at, own + waited, waited)}${use}SET timestamp=${Math.floor(at / 1000)};\n${story.sql(random)};\n`
  }
}

function timesOf(story: Story, count: number, random: Randomness): { readonly story: Story; readonly hour: number }[] {
  const out: { readonly story: Story; readonly hour: number }[] = []
  const most = Math.max(...Array.from({ length: 97 }, (_, i) => story.when?.(i / 4) ?? 1))
  while (out.length < count) {
    const hour = random.next() * 24
    if (random.next() * most <= (story.when?.(hour) ?? 1)) out.push({ story, hour })
  }
  return out
}

function entryOf(story: Story, at: number, ms: number, waited: number): string {
  const { user = 'app', host = '10.0.3.17', examined = 0, sent = 0, sortRows = 0, tmpDisk = 0 } = story
  const start = new Date(at - ms).toISOString()
  const end = new Date(at).toISOString()
  const scanned = story.fullScan ? examined : 0
  return (
    `# Time: ${end.slice(0, -1)}000Z\n# User@Host: ${user}[${user}] @  [${host}]  Id:  ${100 + (Math.round(at / 60_000) % 900)}\n` +
    `# Query_time: ${(ms / 1000).toFixed(6)}  Lock_time: ${((waited + 0.004) / 1000).toFixed(6)} Rows_sent: ${sent}  Rows_examined: ${examined} ` +
    `Thread_id: ${100 + (Math.round(at / 60_000) % 900)} Errno: 0 Killed: 0 Bytes_received: 0 Bytes_sent: ${sent * 90} Read_first: 0 Read_last: 0 Read_key: 1 Read_next: ${examined - scanned} ` +
    `Read_prev: 0 Read_rnd: 0 Read_rnd_next: ${scanned} Sort_merge_passes: 0 Sort_range_count: 0 Sort_rows: ${sortRows} Sort_scan_count: ${sortRows > 0 ? 1 : 0} ` +
    `Created_tmp_disk_tables: ${tmpDisk} Created_tmp_tables: ${tmpDisk} Start: ${start.slice(0, -1)}000Z End: ${end.slice(0, -1)}000Z\n`
  )
}

/** Standard normal, by Box and Muller (1958). */
function normal(random: Randomness): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
