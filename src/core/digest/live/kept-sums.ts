import type { Dialect } from '../../engine'
import { fingerprint } from '../../sql/fingerprint'
import { DigestSum } from '../digest-sum'
import { type CounterName, counterIndex, counterNames, type FlagName, flagNames } from '../log-entry'
import type { DigestSource } from '../model'
import { addShare, type KeptSample, ShapeTally } from '../shape-tally'
import { bucketOf } from '../sketch'
import { defaultLimits, digestOf, restDigest } from '../tally'
import { bucketSecondsFor, isoOfMicros } from '../time-buckets'

/** The sums that a server keeps of the statements that are alike to it: one row. Times in microseconds, with decimals. */
export interface KeptSums {
  /** The same in two readings. */
  readonly key: string
  /** Otherwise in a later reading when the server began to count anew in between; absent where it does not tell. */
  readonly born?: string | undefined
  /** The statement, or what stands for it; absent for those that the server does not keep apart. */
  readonly statement?: string | undefined
  /** What was done before calls, and is none itself: preparing. */
  readonly isPhase?: boolean
  readonly schema?: string | undefined
  readonly user?: string | undefined
  readonly count: number
  readonly totalMicros: number
  readonly minMicros: number
  readonly maxMicros: number
  /** No call was below or above the former two, but none need have reached them. */
  readonly extremesAreBounds?: boolean
  /** The sum of the squares of all times, where the server keeps their deviation. */
  readonly squares?: number | undefined
  readonly lockMicros?: number | undefined
  readonly rowsSent?: number | undefined
  readonly rowsExamined?: number | undefined
  readonly rowsAffected?: number | undefined
  readonly flags: Readonly<Partial<Record<FlagName, number>>>
  readonly counters: Readonly<Partial<Record<CounterName, number>>>
  /** How many calls took longer than `lowMicros`, up to `highMicros`. */
  readonly histogram: readonly KeptBucket[]
  readonly firstAtMicros?: number | undefined
  readonly lastAtMicros?: number | undefined
  readonly sample?: Pick<KeptSample, 'sql' | 'micros' | 'atMicros'> | undefined
}

export interface KeptBucket {
  readonly lowMicros: number
  readonly highMicros: number
  readonly count: number
}

export interface KeptOrigin {
  readonly source: Pick<DigestSource, 'name' | 'server'> & { readonly cautions: readonly string[] }
  readonly dialect: Dialect
  /** The time that the sums are of, where they are of one: a difference of two readings. */
  readonly fromMicros?: number | undefined
  readonly toMicros?: number | undefined
}

/** The digest of a server's own sums. Rows of one fingerprint are one shape. */
export function digestOfKept(
  rows: readonly KeptSums[],
  { source, dialect, fromMicros, toMicros }: KeptOrigin,
): DigestSum {
  const family = dialect === 'postgres' ? 'postgres' : 'mysql'
  const shapes = new Map<string, ShapeTally>()
  const sum = new DigestSum([], shapes)
  for (const row of rows) {
    const text = row.statement === undefined ? undefined : fingerprint(row.statement, dialect)
    const isRest = text === undefined || shapes.size >= defaultLimits.maxShapes
    const digest = isRest ? restDigest : digestOf(family, text)
    let shape = shapes.get(digest)
    if (shape === undefined) {
      shape = new ShapeTally(digest, isRest ? '' : text, family)
      shapes.set(digest, shape)
    }
    addRow(shape, row, source.name)
    if (row.isPhase) continue
    sum.events += row.count
    sum.totalMicros += Math.round(row.totalMicros)
    if (row.firstAtMicros !== undefined) sum.fromMicros = Math.min(sum.fromMicros, row.firstAtMicros)
    if (row.lastAtMicros !== undefined) sum.toMicros = Math.max(sum.toMicros, row.lastAtMicros)
  }
  if (fromMicros !== undefined && toMicros !== undefined) {
    sum.fromMicros = fromMicros
    sum.toMicros = toMicros
  }
  if (sum.toMicros >= 0) sum.bucketSeconds = bucketSecondsFor(sum.fromMicros, sum.toMicros)
  const { cautions, ...named } = source
  sum.sources.push({
    ...named,
    bytes: { total: 0, events: 0, banners: 0, skipped: 0 },
    events: sum.events,
    ...(sum.toMicros >= 0 && { from: isoOfMicros(sum.fromMicros), to: isoOfMicros(sum.toMicros) }),
    skipped: [],
    ...(cautions.length > 0 && { cautions }),
  })
  return sum
}

function addRow(shape: ShapeTally, row: KeptSums, source: string): void {
  const counters = Float64Array.from(counterNames, (name) => row.counters[name] ?? 0)
  const totalMicros = Math.round(row.totalMicros)
  if (row.isPhase) {
    counters[counterIndex.parse_micros] = totalMicros
    shape.addCounters(counters)
    return
  }
  // Sums do not tell which calls waited; where half of all time was waiting, all of it counts as such.
  if (row.lockMicros !== undefined && row.lockMicros * 2 >= totalMicros)
    counters[counterIndex.lock_mostly_micros] = totalMicros
  shape.addCounters(counters)
  flagNames.forEach((name, flag) => {
    const count = row.flags[name] ?? 0
    if (count > 0) shape.addFlag(flag, count)
  })
  const minMicros = Math.round(row.minMicros)
  const maxMicros = Math.round(row.maxMicros)
  shape.count += row.count
  shape.totalMicros += totalMicros
  shape.minMicros = Math.min(shape.minMicros, minMicros)
  shape.maxMicros = Math.max(shape.maxMicros, maxMicros)
  if (row.extremesAreBounds) shape.extremesAreBounds = true
  if (row.squares !== undefined) {
    shape.squares += row.squares
    shape.squaresOf += row.count
  }
  if (row.lockMicros !== undefined) {
    shape.lockSeen += row.count
    shape.lockMicros += Math.round(row.lockMicros)
  }
  if (row.rowsSent !== undefined) {
    shape.sentSeen += row.count
    shape.rowsSent += row.rowsSent
  }
  if (row.rowsExamined !== undefined) {
    shape.examinedSeen += row.count
    shape.rowsExamined += row.rowsExamined
  }
  if (row.rowsAffected !== undefined) {
    shape.affectedSeen += row.count
    shape.rowsAffected += row.rowsAffected
  }
  for (const { lowMicros, highMicros, count } of row.histogram) {
    const low = Math.max(lowMicros, minMicros, 1)
    const high = Math.max(low, Math.min(highMicros, maxMicros))
    // The place in the middle of the bucket, as ratios go.
    shape.addToSketch(bucketOf(maxMicros < 1 ? 0 : Math.sqrt(low * high)), count)
  }
  if (row.firstAtMicros !== undefined) shape.firstAt = Math.min(shape.firstAt, row.firstAtMicros)
  if (row.lastAtMicros !== undefined) shape.lastAt = Math.max(shape.lastAt, row.lastAtMicros)
  addShare(shape.schemas, row.schema ?? '', row.count, totalMicros)
  addShare(shape.users, row.user ?? '', row.count, totalMicros)
  if (row.sample === undefined) return
  const sample: KeptSample = {
    ...row.sample,
    startByte: 0,
    source,
    ...(row.schema !== undefined && { database: row.schema }),
  }
  if (sample.micros > (shape.slowest?.micros ?? -1)) shape.slowest = sample
}
