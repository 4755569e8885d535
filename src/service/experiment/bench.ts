import type { Catalog } from '../../core/catalog/model'
import { dialectOf } from '../../core/engine'
import type { NamedVariant } from '../../core/experiment/model'
import type { Session, Stopwatch, StopwatchOptions, TimedStatement } from '../../engines/engine'
import { readStatements } from '../read-statements'
import { namingVariant } from './variant-faults'

/** A session beside the screens' own, and how it is left. */
export interface OpenSession {
  readonly session: Session
  close(): Promise<void>
}

/** A variant that can be run now. */
export interface ReadyVariant {
  readonly variant: NamedVariant
  readonly statement: TimedStatement
  readonly bench: Bench
}

/** One connection of an experiment, and what runs on it. */
export interface BenchOrder {
  /** What the connection is called; absent where the experiment has only one. */
  readonly on?: string | undefined
  readonly variants: readonly NamedVariant[]
  readonly runTimeoutMs: number
  readonly options: StopwatchOptions
  open(signal: AbortSignal): Promise<OpenSession>
}

/** The place where variants run: one connection, a stopwatch, every variant of it made ready. */
export class Bench {
  /** Definitions of the tables that its variants name. */
  catalog: Catalog = { tables: [] }
  readonly #order: BenchOrder
  #open: OpenSession
  #stopwatch: Stopwatch
  /** All stopwatches that were used here: an earlier one may have switched on what the latest found on. */
  readonly #used: Stopwatch[] = []
  #ready: readonly ReadyVariant[] = []
  /** What the variants' session variables were before. */
  #before: ReadonlyMap<string, string> = new Map()

  private constructor(order: BenchOrder, open: OpenSession, stopwatch: Stopwatch) {
    this.#order = order
    this.#open = open
    this.#stopwatch = stopwatch
    this.#used.push(stopwatch)
  }

  /** Plans its variants. @throws SargableError whose words begin with the variant's name */
  static async set(order: BenchOrder, signal: AbortSignal): Promise<Bench> {
    const open = await order.open(signal)
    let bench: Bench | undefined
    try {
      bench = new Bench(order, open, await open.session.stopwatch(order.options, signal))
      await bench.#prepare(signal)
      bench.catalog = await catalogOf(open.session, order.variants, signal)
      return bench
    } catch (thrown) {
      if (bench) await bench.clear()
      else await open.close()
      throw thrown
    }
  }

  /** What the connection is called; absent where the experiment has only one. */
  get on(): string | undefined {
    return this.#order.on
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
    this.#used.push(this.#stopwatch)
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
    for (const stopwatch of this.#used) {
      await trying('The counter of the server was not switched off', () => stopwatch.putBack())
    }
    await trying('The connection did not close', () => this.#open.close())
    return this.on === undefined ? problems : problems.map((problem) => `${this.on}: ${problem}`)
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    const { variants, runTimeoutMs } = this.#order
    const names = new Set(variants.flatMap(({ session }) => session.map(({ name }) => name)))
    this.#before = await this.#stopwatch.settings([...names], signal)
    const ready: ReadyVariant[] = []
    for (const variant of variants) {
      try {
        const request = { sql: variant.sql, settings: variant.session, timeoutMs: runTimeoutMs }
        ready.push({ variant, statement: await this.#stopwatch.prepare(request, signal), bench: this })
      } catch (thrown) {
        throw namingVariant(thrown, variant.name)
      }
    }
    this.#ready = ready
  }
}

async function catalogOf(session: Session, variants: readonly NamedVariant[], signal: AbortSignal): Promise<Catalog> {
  const dialect = dialectOf(session.identity.product)
  const tables = new Map<string, { readonly schema?: string | undefined; readonly name: string }>()
  for (const { sql } of variants) {
    for (const statement of (await readStatements(sql, dialect)).statements)
      for (const { schema, name } of statement.tables) tables.set(`${schema ?? ''}.${name}`, { schema, name })
  }
  return session.catalog([...tables.values()], signal)
}
