import type { NamedVariant } from '../../core/experiment/model'
import type { Session, Stopwatch, StopwatchOptions, TimedStatement } from '../../engines/engine'
import { namingVariant } from '../consent'

/** A session beside the screens' own, and how it is left. */
export interface OpenSession {
  readonly session: Session
  close(): Promise<void>
}

/** A variant that can be run now. */
export interface ReadyVariant {
  readonly variant: NamedVariant
  readonly statement: TimedStatement
}

export interface BenchOrder {
  readonly variants: readonly NamedVariant[]
  readonly runTimeoutMs: number
  readonly options: StopwatchOptions
  open(signal: AbortSignal): Promise<OpenSession>
}

/** The place where an experiment runs: one connection, a stopwatch, every variant made ready. */
export class Bench {
  readonly #order: BenchOrder
  #open: OpenSession
  #stopwatch: Stopwatch
  #ready: readonly ReadyVariant[] = []
  /** What the variants' session variables were before. */
  #before: ReadonlyMap<string, string> = new Map()

  private constructor(order: BenchOrder, open: OpenSession, stopwatch: Stopwatch) {
    this.#order = order
    this.#open = open
    this.#stopwatch = stopwatch
  }

  /** Plans every variant. @throws SargableError whose words begin with the variant's name */
  static async set(order: BenchOrder, signal: AbortSignal): Promise<Bench> {
    const open = await order.open(signal)
    try {
      const bench = new Bench(order, open, await open.session.stopwatch(order.options, signal))
      await bench.#prepare(signal)
      return bench
    } catch (thrown) {
      await open.close()
      throw thrown
    }
  }

  get session(): Session {
    return this.#open.session
  }

  get stopwatch(): Stopwatch {
    return this.#stopwatch
  }

  get ready(): readonly ReadyVariant[] {
    return this.#ready
  }

  /** Opens the connection again after it was lost, and makes all ready once more. */
  async setAgain(signal: AbortSignal): Promise<void> {
    await this.#open.close().catch(() => undefined) // it is lost: that is why we are here
    this.#open = await this.#order.open(signal)
    this.#stopwatch = await this.#open.session.stopwatch(this.#order.options, signal)
    await this.#prepare(signal)
  }

  /**
   * Puts everything back and closes the connection.
   * @returns what could not be put back, in words
   */
  async clear(): Promise<readonly string[]> {
    const { signal } = new AbortController()
    const problems: string[] = []
    const trying = async (what: string, work: () => Promise<void>) => {
      try {
        await work()
      } catch (thrown) {
        problems.push(`${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      }
    }
    await trying('Session settings were not checked', async () => {
      const now = await this.#stopwatch.settings([...this.#before.keys()], signal)
      for (const [name, value] of this.#before) {
        if (now.get(name) !== value) problems.push(`${name} is ${now.get(name)} and was ${value}.`)
      }
    })
    await trying('The counter of the server was not switched off', () => this.#stopwatch.putBack())
    await trying('The connection did not close', () => this.#open.close())
    return problems
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    const { variants, runTimeoutMs } = this.#order
    const names = new Set(variants.flatMap(({ session }) => session.map(({ name }) => name)))
    this.#before = await this.#stopwatch.settings([...names], signal)
    const ready: ReadyVariant[] = []
    for (const variant of variants) {
      try {
        const request = { sql: variant.sql, settings: variant.session, timeoutMs: runTimeoutMs }
        ready.push({ variant, statement: await this.#stopwatch.prepare(request, signal) })
      } catch (thrown) {
        throw namingVariant(thrown, variant.name)
      }
    }
    this.#ready = ready
  }
}
