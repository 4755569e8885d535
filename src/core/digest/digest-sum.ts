import { fault } from '../errors'
import { counterNames, flagNames } from './log-entry'
import type { DigestDocument, DigestShape, DigestSource, DrawnSample } from './model'
import {
  addShare,
  comparePlaces,
  drawNumber,
  drawnSamples,
  type KeptSample,
  ShapeTally,
  type Shares,
} from './shape-tally'
import type { Tally } from './tally'
import { bucketIndex, bucketSecondsFor, isoOfMicros, microsOfIso } from './time-buckets'

/** Everything a digest says, in sums that can be joined in any order. */
export class DigestSum {
  readonly sources: DigestSource[]
  readonly shapes: Map<string, ShapeTally>
  events = 0
  totalMicros = 0
  fromMicros = Number.POSITIVE_INFINITY
  toMicros = -1
  bucketSeconds = 1

  constructor(sources: DigestSource[] = [], shapes: Map<string, ShapeTally> = new Map()) {
    this.sources = sources
    this.shapes = shapes
  }

  /** Adds another sum to this one; the other one must not be used any more. */
  absorb(other: DigestSum): void {
    this.sources.push(...other.sources)
    this.events += other.events
    this.totalMicros += other.totalMicros
    this.fromMicros = Math.min(this.fromMicros, other.fromMicros)
    this.toMicros = Math.max(this.toMicros, other.toMicros)
    if (this.toMicros >= 0) {
      const seconds = bucketSecondsFor(this.fromMicros, this.toMicros)
      coarsen(this, seconds)
      coarsen(other, seconds)
    }
    for (const [digest, shape] of other.shapes) {
      const known = this.shapes.get(digest)
      if (known === undefined) this.shapes.set(digest, shape)
      else join(known, shape)
    }
  }
}

function coarsen(sum: DigestSum, seconds: number): void {
  if (seconds <= sum.bucketSeconds) return
  for (const shape of sum.shapes.values()) shape.coarsenHistory(seconds / sum.bucketSeconds)
  sum.bucketSeconds = seconds
}

/** The sum of what a tally has counted; the tally must not be used any more. */
export function sumOfTally(tally: Tally, source: Pick<DigestSource, 'flavor'>): DigestSum {
  tally.finish()
  const from = tally.source
  const total = from.eventBytes + from.bannerBytes + from.skippedBytes
  const bytes = { total, events: from.eventBytes, banners: from.bannerBytes, skipped: from.skippedBytes }
  const sum = new DigestSum(
    [
      {
        name: from.name,
        ...(source.flavor !== undefined && { flavor: source.flavor }),
        bytes,
        events: from.events,
        ...(from.toMicros >= 0 && { from: isoOfMicros(from.fromMicros), to: isoOfMicros(from.toMicros) }),
        skipped: from.skipped,
        ...(from.skippedPieces > from.skipped.length && { skippedPieces: from.skippedPieces }),
      },
    ],
    tally.shapes,
  )
  sum.events = from.events
  sum.totalMicros = tally.totalMicros
  sum.fromMicros = from.fromMicros
  sum.toMicros = from.toMicros
  sum.bucketSeconds = tally.bucketSeconds
  return sum
}

/** Two ranges of one log as one source; the pieces skipped are listed in their order. */
export function joinedSource(a: DigestSource, b: DigestSource, maxListed: number): DigestSource {
  const skipped = [...a.skipped, ...b.skipped].sort((one, other) => one.startByte - other.startByte)
  const pieces = (a.skippedPieces ?? a.skipped.length) + (b.skippedPieces ?? b.skipped.length)
  const times = [a.from, a.to, b.from, b.to].flatMap((time) => micros(time) ?? [])
  return {
    name: a.name,
    ...(a.flavor !== undefined && { flavor: a.flavor }),
    bytes: {
      total: a.bytes.total + b.bytes.total,
      events: a.bytes.events + b.bytes.events,
      banners: a.bytes.banners + b.bytes.banners,
      skipped: a.bytes.skipped + b.bytes.skipped,
    },
    events: a.events + b.events,
    ...(times.length > 0 && { from: isoOfMicros(Math.min(...times)), to: isoOfMicros(Math.max(...times)) }),
    skipped: skipped.slice(0, maxListed),
    ...(pieces > Math.min(skipped.length, maxListed) && { skippedPieces: pieces }),
  }
}

function join(a: ShapeTally, b: ShapeTally): void {
  a.count += b.count
  a.totalMicros += b.totalMicros
  a.minMicros = Math.min(a.minMicros, b.minMicros)
  a.maxMicros = Math.max(a.maxMicros, b.maxMicros)
  a.extremesAreBounds ||= b.extremesAreBounds
  a.squares += b.squares
  a.squaresOf += b.squaresOf
  a.lockSeen += b.lockSeen
  a.lockMicros += b.lockMicros
  a.sentSeen += b.sentSeen
  a.rowsSent += b.rowsSent
  a.examinedSeen += b.examinedSeen
  a.rowsExamined += b.rowsExamined
  a.affectedSeen += b.affectedSeen
  a.rowsAffected += b.rowsAffected
  if (b.firstAt < a.firstAt || (b.firstAt === a.firstAt && b.firstMicros > a.firstMicros)) {
    a.firstAt = b.firstAt
    a.firstMicros = b.firstMicros
  }
  a.lastAt = Math.max(a.lastAt, b.lastAt)
  b.flags?.forEach((count, flag) => {
    if (count > 0) a.addFlag(flag, count)
  })
  if (b.counters !== undefined) a.addCounters(b.counters)
  for (const [bucket, count] of b.buckets()) a.addToSketch(bucket, count)
  for (const [bucket, count, micros, lockMicros] of b.history()) a.addToHistory(bucket, count, micros, lockMicros)
  for (const kind of ['users', 'hosts', 'schemas'] as const)
    for (const [name, [count, micros]] of b[kind]) addShare(a[kind], name, count, micros)
  a.slowest = better(a.slowest, b.slowest, (sample) => sample.micros)
  a.mostRows = better(a.mostRows, b.mostRows, (sample) => sample.rowsExamined ?? 0)
  a.plan = better(a.plan, b.plan, (plan) => plan.micros)
  for (const drawn of b.drawn) addDrawn(a, drawn.sample)
}

function better<Kept extends { readonly source: string; readonly startByte: number }>(
  a: Kept | undefined,
  b: Kept | undefined,
  measure: (kept: Kept) => number,
): Kept | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const difference = measure(a) - measure(b)
  if (difference !== 0) return difference > 0 ? a : b
  return comparePlaces(a, b) <= 0 ? a : b
}

function addDrawn(shape: ShapeTally, sample: KeptSample): void {
  shape.drawn.push({ draw: drawNumber(sample.startByte), sample })
  shape.drawn.sort((a, b) => a.draw - b.draw || comparePlaces(a.sample, b.sample))
  if (shape.drawn.length > drawnSamples) shape.drawn.pop()
}

/**
 * A digest's document as a sum again.
 * @throws SargableError `bad-request` when shapes were left out of it.
 */
export function sumOfDocument(document: DigestDocument): DigestSum {
  if (document.shapesTotal !== undefined && document.shapesTotal > document.shapes.length)
    throw fault(
      'bad-request',
      `This digest has only ${document.shapes.length} of its ${document.shapesTotal} shapes.`,
      {
        hint: 'Make it again without --top.',
      },
    )
  const sum = new DigestSum(
    [...document.sources],
    new Map(document.shapes.map((shape) => [shape.digest, tallyOf(shape, document.bucketSeconds)])),
  )
  sum.events = document.events
  sum.totalMicros = document.totalMicros
  sum.fromMicros = micros(document.from) ?? Number.POSITIVE_INFINITY
  sum.toMicros = micros(document.to) ?? -1
  sum.bucketSeconds = document.bucketSeconds
  return sum
}

function tallyOf(shape: DigestShape, bucketSeconds: number): ShapeTally {
  const tally = new ShapeTally(shape.digest, shape.fingerprint, shape.family)
  tally.count = shape.count
  tally.totalMicros = shape.totalMicros
  tally.minMicros = shape.minMicros
  tally.maxMicros = shape.maxMicros
  tally.extremesAreBounds = shape.extremesAreBounds ?? false
  if (shape.deviationMicros !== undefined) {
    tally.squares = shape.count * (shape.deviationMicros ** 2 + shape.meanMicros ** 2)
    tally.squaresOf = shape.count
  }
  // How many entries had a figure is not told; that one had is what matters.
  const seen = (value: number | undefined) => (value === undefined ? 0 : shape.count)
  tally.lockSeen = seen(shape.lockMicros)
  tally.lockMicros = shape.lockMicros ?? 0
  tally.sentSeen = seen(shape.rowsSent)
  tally.rowsSent = shape.rowsSent ?? 0
  tally.examinedSeen = seen(shape.rowsExamined)
  tally.rowsExamined = shape.rowsExamined ?? 0
  tally.affectedSeen = seen(shape.rowsAffected)
  tally.rowsAffected = shape.rowsAffected ?? 0
  tally.firstMicros = shape.firstMicros ?? -1
  tally.firstAt = micros(shape.firstSeen) ?? Number.POSITIVE_INFINITY
  tally.lastAt = micros(shape.lastSeen) ?? -1
  flagNames.forEach((name, flag) => {
    const count = shape.flags[name]
    if (count !== undefined) tally.addFlag(flag, count)
  })
  const { counters } = shape
  if (counters !== undefined) tally.addCounters(Float64Array.from(counterNames, (name) => counters[name] ?? 0))
  for (const [bucket, count] of shape.buckets) tally.addToSketch(bucket, count)
  for (const { from, count, totalMicros, lockMicros = 0 } of shape.history)
    tally.addToHistory(bucketIndex(micros(from) ?? 0, bucketSeconds), count, totalMicros, lockMicros)
  fillShares(tally.users, shape.users)
  fillShares(tally.hosts, shape.hosts)
  fillShares(tally.schemas, shape.schemas)
  for (const sample of shape.samples) {
    if (sample.why === 'slowest') tally.slowest = keptOf(sample)
    if (sample.why === 'most-rows') tally.mostRows = keptOf(sample)
  }
  for (const sample of shape.drawn ?? []) addDrawn(tally, keptOf(sample))
  if (shape.plan !== undefined) {
    const at = micros(shape.plan.at)
    const { text, micros: took, startByte = 0, source = '' } = shape.plan
    tally.plan = { text, micros: took, startByte, source, ...(at !== undefined && { atMicros: at }) }
  }
  return tally
}

function fillShares(to: Shares, shares: DigestShape['users']): void {
  for (const { name, count, totalMicros } of shares) addShare(to, name, count, totalMicros)
}

function keptOf({ at, startByte = 0, source = '', ...sample }: DrawnSample): KeptSample {
  const atMicros = micros(at)
  const { sql, sqlBytes, bound, micros: took, lockMicros, rowsExamined, rowsSent, user, host, database } = sample
  return {
    sql,
    micros: took,
    startByte,
    source,
    ...(sqlBytes !== undefined && { sqlBytes }),
    ...(bound !== undefined && { bound }),
    ...(lockMicros !== undefined && { lockMicros }),
    ...(rowsExamined !== undefined && { rowsExamined }),
    ...(rowsSent !== undefined && { rowsSent }),
    ...(user !== undefined && { user }),
    ...(host !== undefined && { host }),
    ...(database !== undefined && { database }),
    ...(atMicros !== undefined && { atMicros }),
  }
}

function micros(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : microsOfIso(iso)
}
