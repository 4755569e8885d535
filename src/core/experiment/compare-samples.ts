import type { Clock, Comparison, ExperimentSpec, Sample } from './model'
import { timeOf } from './sample-time'
import { type Look, looksOf } from './statistics/looks'
import { median } from './statistics/order-statistics'
import { type PairedRatio, pairedRatio, pairsNeeded, verdictOf } from './statistics/paired-comparison'

/** Pages and rows read by this factor apart are work, whatever the clocks say. */
const workDiffersFrom = 0.05

/** The look at which an experiment stands after this many whole pairs; undefined before the first. */
export function lookAfter(spec: Pick<ExperimentSpec, 'minPairs' | 'maxPairs'>, pairs: number): Look | undefined {
  return looksOf(spec.minPairs, spec.maxPairs)
    .filter((look) => look.pairs <= pairs)
    .at(-1)
}

export interface CompareOptions {
  readonly spec: ExperimentSpec
  /** The clock that decides where both variants have it; `client` otherwise. */
  readonly clock: Clock
  /** Clocks that are of another kind on each server: no ratio of their times is made. */
  readonly unlike?: readonly Clock[]
  readonly sameness?: Readonly<
    Record<string, Pick<Comparison, 'sameResult' | 'sameResultBecause' | 'firstDifferences'>>
  >
}

/**
 * Each variant against the baseline, from the samples as they came: only pairs in which both ran. With `work` the ratio
 * of rows examined (PostgreSQL: of buffers) decides and its interval is a point, because counters of one plan do not vary.
 */
export function compareSamples(samples: readonly Sample[], options: CompareOptions): Comparison[] {
  const [baseline, ...others] = options.spec.variants
  if (!baseline) return []
  return others.map(({ name }) => compareVariant(samples, baseline.name, name, options))
}

function compareVariant(
  samples: readonly Sample[],
  baseline: string,
  variant: string,
  { spec, clock, unlike, sameness }: CompareOptions,
): Comparison {
  const pairs = pairsOf(samples, baseline, variant)
  const level = lookAfter(spec, pairs.length)?.level ?? looksOf(spec.minPairs, spec.maxPairs)[0]?.level ?? 0.05
  const ratioBy = (which: Exclude<Clock, 'work'>): PairedRatio | undefined => {
    if (unlike?.includes(which)) return undefined
    const times = pairs.map(([one, other]) => [timeOf(one, which), timeOf(other, which)] as const)
    const [before, after]: [number[], number[]] = [[], []]
    for (const [one, other] of times) {
      // A clock too coarse for the statement says 0 at times: no ratio of that.
      if (one === undefined || other === undefined || one <= 0 || other <= 0) return undefined
      before.push(one)
      after.push(other)
    }
    return before.length === 0 ? undefined : bounded(pairedRatio(before, after, level, spec.seed), before, after)
  }
  const clocks = { cpu: ratioBy('cpu'), serverWall: ratioBy('serverWall'), client: ratioBy('client') }
  const workRatio = workRatios(pairs)
  const rows = workRatio['buffers'] ?? workRatio['rowsExamined']
  const timed = clock === 'work' ? undefined : (clocks[clock] ?? clocks.serverWall ?? clocks.client)
  const decidedBy: Clock =
    clock === 'work' || !timed ? 'work' : clocks[clock] ? clock : clocks.serverWall ? 'serverWall' : 'client'
  const decided = timed ?? { ratio: rows ?? 1, low: rows ?? 1, high: rows ?? 1, confidence: 1 }
  const verdict =
    decidedBy === 'work'
      ? workVerdict(pairs.length === 0 ? undefined : rows, spec.threshold)
      : pairs.length < spec.minPairs
        ? 'undecided'
        : verdictOf(decided, spec.threshold)
  const needed = verdict === 'undecided' && timed ? pairsNeeded(timed, spec.threshold) : undefined
  const waiting = waitingWords(clocks.cpu, clocks.serverWall ?? clocks.client, waitsOf(pairs), workRatio)
  return {
    variant,
    clocks: {
      ...(clocks.cpu && { cpu: interval(clocks.cpu) }),
      ...(clocks.serverWall && { serverWall: interval(clocks.serverWall) }),
      ...(clocks.client && { client: interval(clocks.client) }),
    },
    decidedBy,
    ...interval(decided),
    confidence: decided.confidence,
    pairs: pairs.length,
    verdict,
    ...(needed !== undefined && { pairsNeeded: needed }),
    ...(waiting !== undefined && { waiting }),
    workRatio,
    ...(sameness?.[variant] ?? { sameResult: 'unchecked' }),
  }
}

/** Counted work does not vary, so its ratio alone decides; below the threshold it is none. */
function workVerdict(ratio: number | undefined, threshold: number): Comparison['verdict'] {
  if (ratio === undefined) return 'undecided'
  if (Math.abs(ratio - 1) <= threshold) return 'no-difference'
  return ratio < 1 ? 'faster' : 'slower'
}

/**
 * So few pairs bound the ratio by nothing at the level of their look; what can be said is that the median lies between
 * the smallest and the largest ratio with a confidence of 1 − 2^(1 − pairs).
 */
function bounded(result: PairedRatio, before: readonly number[], after: readonly number[]): PairedRatio {
  if (Number.isFinite(result.high)) return result
  const ratios = before.map((time, at) => (after[at] ?? time) / time)
  return {
    ...result,
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    confidence: 1 - 2 ** (1 - ratios.length),
  }
}

function interval({ ratio, low, high }: Pick<PairedRatio, 'ratio' | 'low' | 'high'>) {
  return { ratio, low, high }
}

function pairsOf(samples: readonly Sample[], baseline: string, variant: string): (readonly [Sample, Sample])[] {
  const before = new Map(samples.filter((one) => one.variant === baseline).map((one) => [one.pair, one]))
  return samples.flatMap((one) => {
    const other = one.variant === variant ? before.get(one.pair) : undefined
    return other ? [[other, one] as const] : []
  })
}

/** Median of the variant ÷ median of the baseline, for counters that are not zero on either side. */
function workRatios(pairs: readonly (readonly [Sample, Sample])[]): Record<string, number> {
  const names = new Set(pairs.flatMap(([one, other]) => [...Object.keys(one.counters), ...Object.keys(other.counters)]))
  const ratios: Record<string, number> = {}
  for (const name of names) {
    const before = median(pairs.map(([one]) => one.counters[name] ?? 0))
    const after = median(pairs.map(([, other]) => other.counters[name] ?? 0))
    if (before > 0 && after > 0) ratios[name] = after / before
  }
  return ratios
}

/**
 * CPU and wall time tell different things: then it is waiting, not work. Undefined where they agree, or where the wait
 * itself (wall without CPU) did not change: a wait that stays is a larger part of less work.
 */
function waitingWords(
  cpu: PairedRatio | undefined,
  wall: PairedRatio | undefined,
  waits: readonly [before: number, after: number] | undefined,
  work: Readonly<Record<string, number>>,
): string | undefined {
  if (!cpu || !wall || !waits) return undefined
  const apart = wall.high < cpu.low || wall.low > cpu.high
  if (!apart) return undefined
  const [before, after] = waits
  const pages = work['pagesRead']
  const fewerPages = pages !== undefined && Math.abs(pages - 1) > workDiffersFrom
  if (wall.ratio < cpu.ratio) {
    if (after >= before) return undefined
    const pageWords = fewerPages ? ': fewer pages are read from disk' : ''
    return cpu.high < 1
      ? `It waits less besides${pageWords}.`
      : `It waits less${pageWords}. The work itself is not less.`
  }
  if (after <= before) return undefined
  const words = fewerPages ? ': more pages are read from disk' : ', for a lock, the disk or a pause'
  return cpu.low > 1 ? `It waits more besides${words}.` : `It waits more${words}. The work itself is not more.`
}

/** Median wall time that is not CPU time, of both sides; undefined where a run has no such pair of times. */
function waitsOf(pairs: readonly (readonly [Sample, Sample])[]): readonly [number, number] | undefined {
  const waits = pairs.map((pair) =>
    pair.map(({ serverCpuMs, serverWallMs, clientMs }) =>
      serverCpuMs === undefined ? undefined : (serverWallMs ?? clientMs) - serverCpuMs,
    ),
  )
  const side = (at: 0 | 1) => waits.flatMap((pair) => pair[at] ?? [])
  if (side(0).length < pairs.length || side(1).length < pairs.length || pairs.length === 0) return undefined
  return [median(side(0)), median(side(1))]
}
