import { type CounterName, counterIndex, type FlagName, flagBit } from '../log-entry'

/** What an attribute of a slow log's header means. */
export const Attribute = {
  none: 0,
  queryTime: 1,
  lockTime: 2,
  rowsSent: 3,
  rowsExamined: 4,
  rowsAffected: 5,
  schema: 6,
  /** A sum; `counter` says which. */
  counter: 7,
  /** Seconds that become a sum of microseconds. */
  counterSeconds: 8,
  /** Milliseconds that become a sum of microseconds. */
  counterMillis: 9,
  /** Yes or No. */
  flag: 10,
  /** A flag when above zero. */
  flagNumber: 11,
} as const

interface Meaning {
  readonly attribute: number
  readonly counter?: number
  readonly flag?: number
}

const counter = (name: CounterName): Meaning => ({ attribute: Attribute.counter, counter: counterIndex[name] })
const yes = (name: FlagName): Meaning => ({ attribute: Attribute.flag, flag: flagBit(name) })

/**
 * The names as the servers write them: MySQL 5.1-9.x, Percona Server, MariaDB. Names that are not here (thread numbers,
 * transaction ids, the times of `Start` and `End`) carry nothing that is summed.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  Query_time: { attribute: Attribute.queryTime },
  Lock_time: { attribute: Attribute.lockTime },
  Rows_sent: { attribute: Attribute.rowsSent },
  Rows_examined: { attribute: Attribute.rowsExamined },
  Rows_affected: { attribute: Attribute.rowsAffected },
  Schema: { attribute: Attribute.schema },
  Rows_read: counter('rows_read'),
  Bytes_sent: counter('bytes_sent'),
  Bytes_received: counter('bytes_received'),
  Read_first: counter('read_first'),
  Read_last: counter('read_last'),
  Read_key: counter('read_key'),
  Read_next: counter('read_next'),
  Read_prev: counter('read_prev'),
  Read_rnd: counter('read_rnd'),
  Read_rnd_next: counter('read_rnd_next'),
  Sort_merge_passes: counter('sort_merge_passes'),
  Merge_passes: counter('sort_merge_passes'),
  Sort_range_count: counter('sort_range_count'),
  Sort_rows: counter('sort_rows'),
  Sort_scan_count: counter('sort_scan_count'),
  Created_tmp_tables: counter('tmp_tables'),
  Created_tmp_disk_tables: counter('tmp_disk_tables'),
  Tmp_tables: counter('tmp_tables'),
  Tmp_disk_tables: counter('tmp_disk_tables'),
  Tmp_table_sizes: counter('tmp_table_bytes'),
  Pages_accessed: counter('pages_accessed'),
  Pages_read: counter('pages_read'),
  Pages_read_time: { attribute: Attribute.counterMillis, counter: counterIndex.pages_read_micros },
  Engine_time: { attribute: Attribute.counterMillis, counter: counterIndex.engine_micros },
  InnoDB_rec_lock_wait: { attribute: Attribute.counterSeconds, counter: counterIndex.innodb_rec_lock_wait_micros },
  InnoDB_IO_r_bytes: counter('innodb_io_r_bytes'),
  InnoDB_IO_r_wait: { attribute: Attribute.counterSeconds, counter: counterIndex.innodb_io_r_wait_micros },
  Full_scan: yes('full_scan'),
  Full_join: yes('full_join'),
  Tmp_table: yes('tmp_table'),
  Tmp_table_on_disk: yes('tmp_table_on_disk'),
  Filesort: yes('filesort'),
  Filesort_on_disk: yes('filesort_on_disk'),
  Priority_queue: yes('priority_queue'),
  QC_Hit: yes('qc_hit'),
  QC_hit: yes('qc_hit'),
  Killed: { attribute: Attribute.flagNumber, flag: flagBit('killed') },
  Errno: { attribute: Attribute.flagNumber, flag: flagBit('error') },
  Last_errno: { attribute: Attribute.flagNumber, flag: flagBit('error') },
  Log_slow_rate_limit: { attribute: Attribute.flagNumber, flag: flagBit('rate_limited') },
}

const room = 1024
export const attributes = new Uint8Array(room)
export const attributeCounters = new Uint8Array(room)
export const attributeFlags = new Int32Array(room)
const hashes = new Int32Array(room)

/** Continues the hash of a name with one more byte. */
export function nameHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0
}

/** The place of a name in the tables above, or -1 for one that carries nothing. */
export function attributeSlot(hash: number): number {
  let slot = (hash ^ (hash >>> 11)) & (room - 1)
  while (attributes[slot] !== 0) {
    if (hashes[slot] === hash) return slot
    slot = (slot + 1) & (room - 1)
  }
  return -1
}

for (const [name, meaning] of Object.entries(meanings)) {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = nameHash(hash, name.charCodeAt(i))
  let slot = (hash ^ (hash >>> 11)) & (room - 1)
  while (attributes[slot] !== 0) slot = (slot + 1) & (room - 1)
  attributes[slot] = meaning.attribute
  attributeCounters[slot] = meaning.counter ?? 0
  attributeFlags[slot] = meaning.flag ?? 0
  hashes[slot] = hash
}
