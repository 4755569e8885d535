import { performance } from 'node:perf_hooks'
import { SargableError } from '../../core/errors'
import { compareSamples } from '../../core/experiment/compare-samples'
import { type DecidingClock, decidingClock } from '../../core/experiment/deciding-clock'
import type { Comparison, ExperimentDocument, ExperimentSpec, Sample } from '../../core/experiment/model'
import { roundOrder } from '../../core/experiment/schedule'
import { looksOf } from '../../core/experiment/statistics/looks'
import { medianInterval } from '../../core/experiment/statistics/median-interval'
import type { ExperimentProgress } from '../api'
import type { ReadyVariant } from './bench'
import type { Benches } from './benches'
import type { SamenessOf } from './sameness'
import { namingVariant } from './variant-faults'

/** Connections that may be lost on the way before the experiment gives up. */
const mostLosses = 3
/** Shares of the budget that may go before the first pair. */
const warmupShare = 0.2
const selfTestShare = 0.15
const selfTestPairs = 10
/** Fewer bound a median by nothing. */
const fewestSelfTestPairs = 6

export interface RoundsInput {
  readonly benches: Benches
  readonly spec: ExperimentSpec
  readonly sameness: Readonly<Record<string, SamenessOf>>
  readonly signal: AbortSignal
  /** Called before the first pair. */
  begin(noiseFloorMicros: number | undefined): void
  /** Called after each whole pair. `busy`: share of the runs so far at whose end other sessions ran statements. */
  keep(samples: readonly Sample[], busy: number): void
  progress(event: ExperimentProgress): void
}

/** Of what our clock says below this, a part that matters may be the way to the server and back. */
const repeatBelowMs = 2
/** A short statement is run so often inside the server that it takes this long, but not more often than that. */
const repeatedRunMs = 10
const mostRepeats = 500

/** What the timed rounds came to; kept whole also when they ended early. */
export interface RoundsResult {
  readonly samples: readonly Sample[]
  readonly comparisons: readonly Comparison[]
  readonly deciding: DecidingClock
  readonly stoppedBecause: ExperimentDocument['stoppedBecause']
  readonly failure?: string
  readonly noiseFloorMicros?: number
  /** Times are means of many runs inside the server. */
  readonly repeated: boolean
  readonly cautions: readonly string[]
}

/** Warm-up, self-test, then rounds until all variants are decided, the pairs or the budget are used up, or it is stopped. */
export async function runRounds(input: RoundsInput): Promise<RoundsResult> {
  const rounds = new Rounds(input)
  return rounds.run()
}

class Rounds {
  readonly #input: RoundsInput
  readonly #samples: Sample[] = []
  readonly #cautions: string[] = []
  readonly #startedAt = performance.now()
  #runs = 0
  #busyRuns = 0
  #losses = 0
  #noiseFloorMicros: number | undefined
  /** The shortest time of each variant in the warm-up, at the client. */
  readonly #shortestMs = new Map<string, number>()
  #repeated = false

  constructor(input: RoundsInput) {
    this.#input = input
  }

  async run(): Promise<RoundsResult> {
    const outcome = await this.#untilTheEnd()
    return {
      ...outcome,
      ...this.#standing(),
      samples: this.#samples,
      ...(this.#noiseFloorMicros !== undefined && { noiseFloorMicros: this.#noiseFloorMicros }),
      repeated: this.#repeated,
      cautions: this.#cautions,
    }
  }

  async #untilTheEnd(): Promise<Pick<RoundsResult, 'stoppedBecause' | 'failure'>> {
    try {
      await this.#surviving(() => this.#warmUp())
      this.#repeatShort()
      await this.#surviving(() => this.#selfTest())
      this.#input.begin(this.#noiseFloorMicros)
      return { stoppedBecause: await this.#pairs() }
    } catch (thrown) {
      if (!(thrown instanceof SargableError)) throw thrown
      if (this.#input.signal.aborted) return { stoppedBecause: 'stopped' }
      return { stoppedBecause: 'failed', failure: thrown.message }
    }
  }

  async #pairs(): Promise<'decided' | 'all-pairs' | 'budget'> {
    const { spec, progress } = this.#input
    const looks = new Set(looksOf(spec.minPairs, spec.maxPairs).map(({ pairs }) => pairs))
    const total = Math.max(spec.minPairs, spec.maxPairs)
    for (let pair = 0; pair < total; pair++) {
      if (pair > 0 && this.#spentShare() >= 1) return 'budget'
      await this.#surviving(() => this.#pair(pair, total))
      if (!looks.has(pair + 1)) continue
      const { comparisons } = this.#standing()
      progress({ text: `Looking at ${pair + 1} pairs`, done: pair + 1, total, comparisons })
      if (comparisons.every(({ verdict }) => verdict !== 'undecided')) {
        return pair + 1 < total ? 'decided' : 'all-pairs'
      }
    }
    return 'all-pairs'
  }

  /** One round, kept only when it is whole. */
  async #pair(pair: number, total: number): Promise<void> {
    const { spec, benches, progress } = this.#input
    const round: Sample[] = []
    for (const [place, which] of roundOrder(spec.variants.length, pair, spec.seed).entries()) {
      const ready = benches.ready[which]
      if (!ready) continue
      const { othersRan, ...run } = await this.#time(ready)
      round.push({ pair, place, variant: ready.variant.name, ...run })
      this.#runs++
      if (othersRan) this.#busyRuns++
    }
    this.#input.keep(round, this.#busy())
    for (const sample of round) {
      this.#samples.push(sample)
      progress({ text: `Pair ${pair + 1}: ${sample.variant}`, done: pair + 1, total, sample })
    }
  }

  async #warmUp(): Promise<void> {
    const { spec, benches, progress } = this.#input
    for (let round = 0; round < spec.warmupRounds; round++) {
      if (round > 0 && this.#spentShare() > warmupShare) return
      progress({ text: 'Warming up', done: round, total: spec.warmupRounds })
      for (const ready of benches.ready) {
        const { clientMs } = await this.#time(ready)
        const { name } = ready.variant
        this.#shortestMs.set(name, Math.min(clientMs, this.#shortestMs.get(name) ?? clientMs))
      }
    }
  }

  /**
   * Where the server tells no time and a statement is too short for our clock, all are run many times inside the server:
   * one alone would be compared without its rows being sent with others that send them.
   */
  #repeatShort(): void {
    const { ready } = this.#input.benches
    const tooShort = [...this.#shortestMs.values()].some((ms) => ms < repeatBelowMs)
    if (!tooShort || !ready.every(({ statement }) => statement.canRepeat)) return
    this.#repeated = true
    this.#repeatAll()
  }

  #repeatAll(): void {
    for (const { variant, statement } of this.#input.benches.ready) {
      const ms = this.#shortestMs.get(variant.name) ?? repeatedRunMs
      statement.repeatInside?.(Math.min(mostRepeats, Math.ceil(repeatedRunMs / Math.max(ms, 0.001))))
    }
  }

  /** The baseline against itself: what two runs of the same statement differ by here. */
  async #selfTest(): Promise<void> {
    const { spec, benches, progress } = this.#input
    const [baseline] = benches.ready
    if (!baseline) return
    const before = this.#spentShare()
    const differences: number[] = []
    for (let pair = 0; pair < selfTestPairs; pair++) {
      // The first pair tells what all would cost.
      if (pair > 0 && ((this.#spentShare() - before) / pair) * fewestSelfTestPairs > selfTestShare) return
      if (pair >= fewestSelfTestPairs && this.#spentShare() - before > selfTestShare) break
      progress({
        text: `Measuring the noise: ${baseline.variant.name} against itself`,
        done: pair,
        total: selfTestPairs,
      })
      const one = await this.#time(baseline)
      const other = await this.#time(baseline)
      differences.push((other.clientMs - one.clientMs) * 1000)
    }
    const { low, high } = medianInterval(differences, 0.05, spec.seed)
    if (Number.isFinite(low) && Number.isFinite(high)) this.#noiseFloorMicros = (high - low) / 2
  }

  async #time({ variant, statement }: ReadyVariant) {
    try {
      return await statement.time(this.#input.signal)
    } catch (thrown) {
      throw namingVariant(thrown, variant.name)
    }
  }

  /** Does a part again on a new connection when the old one was lost. */
  async #surviving(part: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await part()
      } catch (thrown) {
        const lost = thrown instanceof SargableError && thrown.fault.code === 'lost-connection'
        if (!lost || this.#input.signal.aborted || ++this.#losses > mostLosses) throw thrown
        this.#input.progress({ text: 'The connection was lost; connecting again' })
        this.#cautions.push(
          `The connection was lost after ${this.#pairsDone()} pairs and opened again; the pairs before were kept.`,
        )
        await this.#input.benches.setAgain(this.#input.signal)
        // The new session's first run reads definitions; it is not compared.
        for (const ready of this.#input.benches.ready) await this.#time(ready)
        if (this.#repeated) this.#repeatAll()
      }
    }
  }

  #standing(): { readonly comparisons: readonly Comparison[]; readonly deciding: DecidingClock } {
    const { spec, benches, sameness } = this.#input
    const deciding = decidingClock({
      servers: benches.servers,
      samples: this.#samples,
      busy: this.#busy(),
      repeated: this.#repeated,
    })
    return {
      deciding,
      comparisons: compareSamples(this.#samples, { spec, clock: deciding.clock, unlike: deciding.unlike, sameness }),
    }
  }

  #busy(): number {
    return this.#runs === 0 ? 0 : this.#busyRuns / this.#runs
  }

  #pairsDone(): number {
    return this.#samples.length / this.#input.spec.variants.length
  }

  #spentShare(): number {
    return (performance.now() - this.#startedAt) / this.#input.spec.budgetMs
  }
}
