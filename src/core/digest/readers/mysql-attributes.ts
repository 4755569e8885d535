import { type CounterName, counterIndex, type FlagName, flagBit } from '../log-entry'

/** What an attribute of a slow log's header means. */
export const attributeNone = 0
export const attributeQueryTime = 1
export const attributeLockTime = 2
export const attributeRowsSent = 3
export const attributeRowsExamined = 4
export const attributeRowsAffected = 5
export const attributeSchema = 6
/** A sum; `counter` says which. */
export const attributeCounter = 7
/** Seconds that become a sum of microseconds. */
export const attributeCounterSeconds = 8
/** Milliseconds that become a sum of microseconds. */
export const attributeCounterMillis = 9
/** Yes or No. */
export const attributeFlag = 10
/** A flag when above zero. */
export const attributeFlagNumber = 11

interface Meaning {
  readonly attribute: number
  readonly counter?: number
  readonly flag?: number
}

const counter = (name: CounterName): Meaning => ({ attribute: attributeCounter, counter: counterIndex[name] })
const yes = (name: FlagName): Meaning => ({ attribute: attributeFlag, flag: flagBit(name) })

/**
 * The names as the servers write them: MySQL 5.1-9.x, Percona Server, MariaDB. Names that are not here (thread numbers,
 * transaction ids, the times of `Start` and `End`) carry nothing that is summed.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  Query_time: { attribute: attributeQueryTime },
  Lock_time: { attribute: attributeLockTime },
  Rows_sent: { attribute: attributeRowsSent },
  Rows_examined: { attribute: attributeRowsExamined },
  Rows_affected: { attribute: attributeRowsAffected },
  Schema: { attribute: attributeSchema },
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
  Pages_read_time: { attribute: attributeCounterMillis, counter: counterIndex.pages_read_micros },
  Engine_time: { attribute: attributeCounterMillis, counter: counterIndex.engine_micros },
  InnoDB_rec_lock_wait: { attribute: attributeCounterSeconds, counter: counterIndex.innodb_rec_lock_wait_micros },
  InnoDB_IO_r_bytes: counter('innodb_io_r_bytes'),
  InnoDB_IO_r_wait: { attribute: attributeCounterSeconds, counter: counterIndex.innodb_io_r_wait_micros },
  Full_scan: yes('full_scan'),
  Full_join: yes('full_join'),
  Tmp_table: yes('tmp_table'),
  Tmp_table_on_disk: yes('tmp_table_on_disk'),
  Filesort: yes('filesort'),
  Filesort_on_disk: yes('filesort_on_disk'),
  Priority_queue: yes('priority_queue'),
  QC_Hit: yes('qc_hit'),
  QC_hit: yes('qc_hit'),
  Killed: { attribute: attributeFlagNumber, flag: flagBit('killed') },
  Errno: { attribute: attributeFlagNumber, flag: flagBit('error') },
  Last_errno: { attribute: attributeFlagNumber, flag: flagBit('error') },
  Log_slow_rate_limit: { attribute: attributeFlagNumber, flag: flagBit('rate_limited') },
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
