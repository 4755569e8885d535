import type { Dialect } from '../../engine'
import { type DigestSum, sumOfTally } from '../digest-sum'
import { type CounterName, counterIndex, counterNames, flagBit, LogEntry, unknown } from '../log-entry'
import type { DigestSource } from '../model'
import { paddingBytes } from '../readers/reader'
import { ShapeKey } from '../shape-key'
import { defaultLimits, type EntryFilter, Tally } from '../tally'
import { encodeUtf8 } from '../utf8'

/** One call as a server's table has it. Times in microseconds. */
export interface TableEntry {
  readonly sql: string
  readonly micros: number
  readonly atMicros?: number | undefined
  readonly lockMicros?: number | undefined
  readonly rowsSent?: number | undefined
  readonly rowsExamined?: number | undefined
  readonly rowsAffected?: number | undefined
  readonly schema?: string | undefined
  readonly user?: string | undefined
  readonly host?: string | undefined
  readonly counters?: Readonly<Partial<Record<CounterName, number>>>
  readonly fullScan?: boolean
  readonly fullJoin?: boolean
  readonly failed?: boolean
  /** Part of another entry. */
  readonly inRoutine?: boolean
  /** A command of the protocol, not SQL. */
  readonly isCommand?: boolean
  /** Before a call, and none itself. */
  readonly isPhase?: boolean
}

const command = /^administrator command: /
const slowMicros = 100_000
const fewRows = 10

/** Adds up entries that come as rows instead of lines. Their place is the number of the row. */
export class EntryTally {
  readonly #tally: Tally
  /** MariaDB's lock times leave waits for rows out. */
  readonly #hidesRowLocks: boolean
  readonly #entry = new LogEntry()
  readonly #key: ShapeKey
  #rows = 0

  constructor(name: string, dialect: Dialect, filter?: EntryFilter) {
    this.#tally = new Tally(name, dialect, defaultLimits, filter)
    this.#key = new ShapeKey(dialect)
    this.#hidesRowLocks = dialect === 'mariadb'
  }

  /** How many entries were counted. */
  get events(): number {
    return this.#tally.source.events
  }

  add(row: TableEntry): void {
    const entry = this.#entry
    const { names } = this.#tally
    entry.restart(this.#rows++)
    const text = encodeUtf8(row.sql)
    const bytes = new Uint8Array(text.length + paddingBytes)
    bytes.set(text)
    entry.bytes = bytes
    entry.sqlFrom = 0
    entry.sqlTo = text.length
    entry.lengthBytes = text.length
    entry.isCommand = row.isCommand === true || command.test(row.sql)
    entry.isPhase = row.isPhase === true
    if (entry.isCommand) entry.odd = true
    else {
      this.#key.read(bytes, 0, text.length, false, true)
      entry.odd = this.#key.odd
      entry.keyHigh = this.#key.high
      entry.keyLow = this.#key.low
    }
    entry.micros = Math.round(row.micros)
    entry.atMicros = row.atMicros ?? unknown
    entry.lockMicros = row.lockMicros === undefined ? unknown : Math.round(row.lockMicros)
    entry.rowsSent = row.rowsSent ?? unknown
    entry.rowsExamined = row.rowsExamined ?? unknown
    entry.rowsAffected = row.rowsAffected ?? unknown
    entry.user = names.idOfText(row.user ?? '')
    entry.host = names.idOfText(row.host ?? '')
    entry.database = names.idOfText(row.schema ?? '')
    this.#addFigures(row)
    this.#tally.entry(entry)
  }

  end(source: Pick<DigestSource, 'server' | 'cautions'>): DigestSum {
    const sum = sumOfTally(this.#tally, {})
    const [only] = sum.sources.splice(0)
    if (only !== undefined) sum.sources.push({ ...only, ...source })
    return sum
  }

  #addFigures(row: TableEntry): void {
    const entry = this.#entry
    const amount = (name: CounterName) => row.counters?.[name] ?? 0
    counterNames.forEach((name, counter) => {
      if (amount(name) > 0) entry.count(counter, amount(name))
    })
    if (amount('tmp_disk_tables') > 0) entry.flags |= flagBit('tmp_table_on_disk')
    if (amount('tmp_tables') > 0) entry.flags |= flagBit('tmp_table')
    if (amount('sort_scan_count') + amount('sort_range_count') + amount('sort_rows') > 0)
      entry.flags |= flagBit('filesort')
    if (row.fullScan) entry.flags |= flagBit('full_scan')
    if (row.fullJoin) entry.flags |= flagBit('full_join')
    if (row.failed) entry.flags |= flagBit('error')
    if (row.inRoutine) entry.flags |= flagBit('routine')
    if (entry.isPhase) {
      entry.count(counterIndex.parse_micros, entry.micros)
      return
    }
    if (entry.lockMicros > 0 && entry.lockMicros * 2 >= entry.micros) {
      entry.flags |= flagBit('lock_mostly')
      entry.count(counterIndex.lock_mostly_micros, entry.micros)
    }
    const rows = Math.max(entry.rowsExamined, entry.rowsAffected)
    if (this.#hidesRowLocks && entry.micros >= slowMicros && rows >= 1 && rows <= fewRows) {
      entry.flags |= flagBit('slow_few_rows')
      entry.count(counterIndex.slow_few_rows_micros, entry.micros)
    }
  }
}
