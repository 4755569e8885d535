/** What an entry may say besides its figures; the names are those of `flags` in the contract. */
export const flagNames = [
  'full_scan',
  'full_join',
  'tmp_table',
  'tmp_table_on_disk',
  'filesort',
  'filesort_on_disk',
  'priority_queue',
  'qc_hit',
  'killed',
  'error',
  'rate_limited',
  'lock_mostly',
  'engine_wait',
  'slow_few_rows',
  'counted',
  'parse',
  'bind',
  'plan',
  'routine',
] as const
export type FlagName = (typeof flagNames)[number]

/** The bit of a flag. */
export function flagBit(name: FlagName): number {
  return 1 << flagNames.indexOf(name)
}

/** Sums kept beside the contract's own fields, by the servers' names; times in microseconds. */
export const counterNames = [
  'rows_read',
  'bytes_sent',
  'bytes_received',
  'read_first',
  'read_last',
  'read_key',
  'read_next',
  'read_prev',
  'read_rnd',
  'read_rnd_next',
  'sort_merge_passes',
  'sort_range_count',
  'sort_rows',
  'sort_scan_count',
  'tmp_tables',
  'tmp_disk_tables',
  'tmp_table_bytes',
  'pages_accessed',
  'pages_read',
  'pages_read_micros',
  'engine_micros',
  'innodb_rec_lock_wait_micros',
  'innodb_io_r_bytes',
  'innodb_io_r_wait_micros',
  /** Of the entries whose time was mostly waiting for locks, by the server's own figure. */
  'lock_mostly_micros',
  /** Of the entries that spent their time in the engine on a handful of pages. */
  'engine_wait_micros',
  /** Of the entries that took long over one to ten rows. */
  'slow_few_rows_micros',
  'parse_micros',
  'bind_micros',
  /** Joins without an index, where a server's sums do not tell in how many calls. */
  'full_joins',
  'temp_pages_written',
  'errors',
] as const
export type CounterName = (typeof counterNames)[number]
export const counterIndex: Readonly<Record<CounterName, number>> = Object.fromEntries(
  counterNames.map((name, index) => [name, index]),
) as Record<CounterName, number>

/** Not told by the log. Only inside readers and tallies; documents leave the field out. */
export const unknown = -1

/**
 * One entry of a log on its way into a tally. There is one object per reader, filled anew for each entry; texts are
 * places in the reader's buffer until somebody needs a string.
 */
export class LogEntry {
  /** Where it begins in its source, and its length with header and delimiter. */
  startByte = 0
  lengthBytes = 0
  micros = 0
  lockMicros = unknown
  rowsSent = unknown
  rowsExamined = unknown
  rowsAffected = unknown
  /** Microseconds since 1970, UTC. */
  atMicros = unknown
  /** Numbers of the tally's names; 0 is none. */
  user = 0
  host = 0
  database = 0
  flags = 0
  /** Is any of `counters` set? */
  counted = false
  readonly counters = new Float64Array(counterNames.length)
  /** The places in `counters` that were set to more than zero: entries have a few of many. */
  readonly countedPlaces = new Uint8Array(counterNames.length)
  countedUsed = 0
  readonly #isListed = new Uint8Array(counterNames.length)
  /** The statement's bytes. */
  bytes: Uint8Array = new Uint8Array(0)
  sqlFrom = 0
  sqlTo = 0
  /** The key of its shape; `odd`: there is none. */
  keyHigh = 0
  keyLow = 0
  odd = false
  /** A command of the protocol, not SQL. */
  isCommand = false
  /** A part of a call: its figures are its shape's, but it is no call. */
  isPhase = false
  /** The plan's place; equal when there is none. */
  planBytes: Uint8Array = this.bytes
  planFrom = 0
  planTo = 0
  /** The place of PostgreSQL's `parameters: …`, and how it is written: a member of `DetailForm`. */
  detailBytes: Uint8Array = this.bytes
  detailFrom = 0
  detailTo = 0
  detailForm = 0

  restart(startByte: number): void {
    this.startByte = startByte
    this.micros = 0
    this.lockMicros = unknown
    this.rowsSent = unknown
    this.rowsExamined = unknown
    this.rowsAffected = unknown
    this.atMicros = unknown
    this.user = 0
    this.host = 0
    this.database = 0
    this.flags = 0
    if (this.countedUsed > 0) this.#clearCounters()
    this.counted = false
    this.odd = false
    this.isCommand = false
    this.isPhase = false
    this.planFrom = 0
    this.planTo = 0
    this.detailForm = 0
  }

  #clearCounters(): void {
    for (let i = 0; i < this.countedUsed; i++) {
      const counter = this.countedPlaces[i] ?? 0
      this.counters[counter] = 0
      this.#isListed[counter] = 0
    }
    this.countedUsed = 0
  }

  count(counter: number, amount: number): void {
    this.counted = true
    if (amount === 0 && this.#isListed[counter] === 0) return
    this.counters[counter] = amount
    if (this.#isListed[counter] === 1) return
    this.#isListed[counter] = 1
    this.countedPlaces[this.countedUsed++] = counter
  }
}

/** Why the last bytes of a log may be skipped. */
export const unfinishedReason = 'The log ends inside this entry.'

/** Where a reader puts what it finds; every byte of the source goes to one of the three. */
export interface EntrySink {
  readonly names: NameTable
  entry(entry: LogEntry): void
  banner(lengthBytes: number): void
  /** @param from the piece's first byte in `bytes`; `startByte` is the same place in the source */
  skip(startByte: number, lengthBytes: number, reason: string, bytes: Uint8Array, from: number): void
}

/** Users, hosts and databases by number, so that a name becomes a string once. */
export interface NameTable {
  /** The number of the name in the bytes; 0 for none. */
  idOf(bytes: Uint8Array, from: number, to: number): number
}
