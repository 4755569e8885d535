import { type CounterName, counterIndex, type FlagName, flagNames } from './log-entry'
import type { ShapeKind } from './model'
import type { ShapeTally } from './shape-tally'
import { gamma } from './sketch'

/**
 * What kinds of slow a shape is, each with its figures. A kind is said only where the log has the figures for it; that
 * no rows were examined proves nothing by itself, as skip scans, loose scans and scalar subqueries are not counted there.
 */
export function kindsOf(shape: ShapeTally, p50Micros?: number, p95Micros?: number): ShapeKind[] {
  const kinds: ShapeKind[] = []
  const verb = /^\(* ?([a-z]+)/.exec(shape.fingerprint)?.[1] ?? ''
  const isWrite = writes.has(verb)
  const flag = (name: FlagName) => shape.flags?.[flagNames.indexOf(name)] ?? 0
  const counter = (name: CounterName) => shape.counters?.[counterIndex[name]] ?? 0
  const add = (kind: ShapeKind['kind'], evidence: string) => kinds.push({ kind, evidence })
  const { count, totalMicros } = shape
  const mean = totalMicros / count
  const waits = lockWait(shape, isWrite, counter, p50Micros)
  if (waits !== undefined) add('lock-wait', waits)
  if (isWrite)
    add(
      'write',
      `${verb.toUpperCase()}${shape.affectedSeen > 0 ? `, ${rows(shape.rowsAffected / count)} changed per call` : ''}.`,
    )

  const examined = shape.rowsExamined / count
  const useful = Math.max(1, Math.max(shape.rowsSent, shape.rowsAffected) / count)
  const isGrouped = /\bgroup by\b|\b(?:count|sum|avg|min|max) \(/.test(shape.fingerprint)
  const readsTooMuch = shape.examinedSeen > 0 && shape.sentSeen > 0 && examined >= 1000 && examined / useful >= 10
  if (readsTooMuch)
    add(
      'reads-too-much',
      `${number(examined)} rows examined per call for ${number(Math.max(shape.rowsSent, shape.rowsAffected) / count)} sent or changed${isGrouped ? ', though some of them may be summed up' : ''}.`,
    )
  const reads = counter('read_rnd_next')
  if (flag('full_scan') > 0)
    add('full-scan', `${flag('full_scan')} of ${count} calls read a whole table, says the server.`)
  else if (reads / count >= 1000 && reads >= counter('read_key') * 10)
    add(
      'full-scan',
      `${number(reads / count)} rows per call were read one after the other (Read_rnd_next), ${number(counter('read_key') / count)} by a key.`,
    )
  if (flag('full_join') > 0)
    add('no-index', `${flag('full_join')} of ${count} calls joined a table without an index, says the server.`)
  else if (counter('full_joins') > 0)
    add('no-index', `${counter('full_joins')} joins without an index in ${count} calls, says the server.`)

  const sorted = Math.max(flag('filesort'), flag('filesort_on_disk'))
  if (sorted > 0) {
    const rows = counter('sort_rows')
    const passes = counter('sort_merge_passes')
    add(
      'sorts',
      `${sorted} of ${count} calls sorted${rows > 0 ? `, ${number(rows / count)} rows per call` : ''}${passes > 0 ? `, ${passes} merge passes on disk` : ''}.`,
    )
  }
  const sorts = counter('sort_scan_count') + counter('sort_range_count')
  if (sorted === 0 && sorts > 0) {
    const passes = counter('sort_merge_passes')
    add(
      'sorts',
      `${number(sorts)} sorts in ${count} calls, ${number(counter('sort_rows') / count)} rows per call${passes > 0 ? `, ${passes} merge passes on disk` : ''}.`,
    )
  }
  const onDisk = Math.max(flag('tmp_table_on_disk'), flag('filesort_on_disk'))
  if (onDisk > 0) add('temp-on-disk', `${onDisk} of ${count} calls wrote a temporary table or a sort to disk.`)
  else if (counter('tmp_disk_tables') > 0)
    add('temp-on-disk', `${number(counter('tmp_disk_tables'))} temporary tables went to disk in ${count} calls.`)
  else if (counter('temp_pages_written') > 0)
    add(
      'temp-on-disk',
      `${number(counter('temp_pages_written') / count)} pages of temporary files were written per call.`,
    )
  if (shape.sentSeen > 0 && shape.rowsSent / count >= 10_000)
    add('returns-too-much', `${number(shape.rowsSent / count)} rows sent per call.`)
  if (count >= 1000 && mean < 10_000)
    add('many-fast-calls', `${count} calls of ${milliseconds(mean)} in the mean make ${milliseconds(totalMicros)}.`)
  if (
    // Logs with whole seconds do not tell which of several calls came first; one that waited was slow for that.
    waits === undefined &&
    count >= 3 &&
    shape.firstMicros === shape.maxMicros &&
    shape.firstMicros >= worthAWordMicros &&
    shape.firstMicros >= 5 * Math.max(1, secondLargest(shape)) &&
    shape.firstMicros * 2 >= totalMicros
  )
    add(
      'first-run-only',
      `The first call took ${milliseconds(shape.firstMicros)}, the ${count - 1} after it ${milliseconds((totalMicros - shape.firstMicros) / (count - 1))} in the mean and ${milliseconds(Math.min(p95Micros ?? shape.maxMicros, secondLargest(shape)))} at most.`,
    )
  return kinds
}

/** Shorter first runs are nobody's problem. */
const worthAWordMicros = 10_000

/** Waited rather than worked: the server's own figure, or long over a handful of rows or pages. */
function lockWait(
  shape: ShapeTally,
  isWrite: boolean,
  counter: (name: CounterName) => number,
  p50Micros: number | undefined,
): string | undefined {
  const { totalMicros, count } = shape
  const locked = counter('lock_mostly_micros')
  if (locked * 2 >= totalMicros && totalMicros > 0 && shape.maxMicros >= 10_000) {
    const lock = Math.max(shape.lockMicros, counter('innodb_rec_lock_wait_micros'))
    return `${milliseconds(lock)} of ${milliseconds(totalMicros)} were waiting for locks.`
  }
  const inEngine = counter('engine_wait_micros')
  if (inEngine * 2 >= totalMicros && inEngine > 0)
    return `${milliseconds(inEngine)} passed in the storage engine over ${number(counter('pages_accessed') / count)} pages per call, none of it reading them: that is waiting.`
  const fewRows = counter('slow_few_rows_micros')
  const busy = counter('read_rnd_next') + counter('read_next') + counter('read_key')
  if (isWrite && fewRows * 2 >= totalMicros && fewRows > 0 && busy <= count * 100)
    return `${milliseconds(fewRows)} for one to ten rows per call${count > 2 && p50Micros !== undefined && p50Micros * 20 < shape.maxMicros ? `, where the median call takes ${milliseconds(p50Micros)}` : ''}; this log does not tell how long row locks were waited for.`
  return undefined
}

/** A bound of the second longest time, from the sketch: the value of the highest bucket without the longest one. */
function secondLargest(shape: ShapeTally): number {
  const buckets = shape.buckets()
  const last = buckets[buckets.length - 1]
  if (last === undefined) return 0
  const below = last[1] > 1 ? last : buckets[buckets.length - 2]
  return below === undefined || below[0] < 0 ? 0 : Math.round(gamma ** below[0])
}

const writes: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'delete',
  'replace',
  'merge',
  'load',
  'copy',
  'truncate',
])

function rows(count: number): string {
  return `${number(count)} ${count === 1 ? 'row' : 'rows'}`
}

function number(value: number): string {
  const rounded = value >= 10 ? Math.round(value) : Math.round(value * 10) / 10
  return String(rounded).replace(/\B(?=(\d{3})+(?!\d))/g, value >= 10 ? ',' : '')
}

function milliseconds(micros: number): string {
  if (micros >= 10_000_000) return `${number(micros / 1_000_000)} s`
  return micros >= 10_000 ? `${number(micros / 1000)} ms` : `${Math.round(micros / 10) / 100} ms`
}
