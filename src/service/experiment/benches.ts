import type { TimedServer } from '../../core/experiment/deciding-clock'
import { Bench, type BenchOrder, type ReadyVariant } from './bench'

/** The connections of an experiment: one bench for each, their variants in the order of the experiment. */
export class Benches {
  readonly all: readonly Bench[]
  readonly #names: readonly string[]

  private constructor(all: readonly Bench[], names: readonly string[]) {
    this.all = all
    this.#names = names
  }

  /**
   * Sets them all; one that cannot be set clears those before it.
   * @param names of the variants, in the order of the experiment
   */
  static async set(orders: readonly BenchOrder[], names: readonly string[], signal: AbortSignal): Promise<Benches> {
    const set: Bench[] = []
    try {
      for (const order of orders) set.push(await Bench.set(order, signal))
      return new Benches(set, names)
    } catch (thrown) {
      for (const bench of set.reverse()) await bench.clear()
      throw thrown
    }
  }

  /** The variants, the baseline first. */
  get ready(): readonly ReadyVariant[] {
    const ready = new Map(this.all.flatMap((bench) => bench.ready).map((one) => [one.variant.name, one] as const))
    return this.#names.flatMap((name) => ready.get(name) ?? [])
  }

  get servers(): readonly TimedServer[] {
    return this.all.map(({ session, stopwatch: { cpu, serverWall } }) => ({
      product: session.identity.product,
      cpu,
      serverWall,
    }))
  }

  /** What is uncertain about the clocks, with the connection's name where there are several. */
  get cautions(): readonly string[] {
    return this.all.flatMap(({ on, stopwatch }) =>
      stopwatch.cautions.map((caution) => (on === undefined ? caution : `${on}: ${caution}`)),
    )
  }

  /** Opens all connections again: which one was lost is not asked. */
  async setAgain(signal: AbortSignal): Promise<void> {
    for (const bench of this.all) await bench.setAgain(signal)
  }

  /** Puts everything back, the last bench first: it may have found switched on what an earlier one has. */
  async clear(): Promise<readonly string[]> {
    const problems: string[] = []
    for (const bench of [...this.all].reverse()) problems.push(...(await bench.clear()))
    return problems
  }
}
