import type { Catalog } from '../../core/catalog/model'
import { dialectOf } from '../../core/engine'
import { SargableError } from '../../core/errors'
import type { NamedVariant } from '../../core/experiment/model'
import type { Session, Stopwatch, StopwatchOptions, TableName, TimedStatement } from '../../engines/engine'
import { readStatements } from '../read-statements'
import { namingVariant } from './variant-faults'

/** A session beside the screens' own, and how it is left. */
export interface OpenSession {
  readonly session: Session
  close(): Promise<void>
}

/** A variant as it is sent to its server. */
export interface BenchVariant {
  readonly variant: NamedVariant
  /** Its statement; in a scratch schema without the schema of the original tables. */
  readonly sql: string
  /** It changes or locks rows: only in a scratch schema, and rolled back after each run. */
  readonly writes: boolean
  /** What it does is told by how many rows it changes, not by rows that it returns. */
  readonly changesRows: boolean
}

/** A variant that can be run now. */
export interface ReadyVariant extends BenchVariant {
  /** Definitions of the tables that its statement names, of its scratch schema where it runs in one. */
  readonly catalog: Catalog
  readonly statement: TimedStatement
  readonly bench: Bench
}

/** One connection of an experiment, and what runs on it. */
export interface BenchOrder {
  /** What the connection is called; absent where the experiment has only one. */
  readonly on?: string | undefined
  readonly variants: readonly BenchVariant[]
  readonly runTimeoutMs: number
  readonly options: StopwatchOptions
  /** Called before something is switched on for the whole server, and when all of that was put back. */
  readonly switching?: { begin(): void; end(): void } | undefined
  open(signal: AbortSignal): Promise<OpenSession>
}

/** The place where variants run: one connection, a stopwatch, every variant of it made ready. */
export class Bench {
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
      order.switching?.begin()
      bench = new Bench(order, open, await open.session.stopwatch(order.options, signal))
      await bench.#prepare(signal)
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
    const before = problems.length
    for (const stopwatch of this.#used) {
      await trying('The counter of the server was not switched off', () => stopwatch.putBack())
    }
    if (problems.length === before) this.#order.switching?.end()
    await trying('The connection did not close', () => this.#open.close())
    return this.on === undefined ? problems : problems.map((problem) => `${this.on}: ${problem}`)
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    const { variants, runTimeoutMs } = this.#order
    const names = new Set(variants.flatMap(({ variant }) => variant.session.map(({ name }) => name)))
    this.#before = await this.#stopwatch.settings([...names], signal)
    const ready: ReadyVariant[] = []
    const catalogs = new Map<string | undefined, Catalog>()
    for (const one of variants) {
      const { variant, sql, writes } = one
      const { schema, session: settings } = variant
      try {
        const statement = await this.#stopwatch.prepare(
          { sql, schema, writes, settings, timeoutMs: runTimeoutMs },
          signal,
        )
        const catalog = catalogs.get(schema) ?? (await this.#catalogOf(schema, signal))
        catalogs.set(schema, catalog)
        ready.push({ ...one, statement, catalog, bench: this })
      } catch (thrown) {
        throw namingVariant(sql === variant.sql ? thrown : withoutPlace(thrown), variant.name)
      }
    }
    this.#ready = ready
  }

  /** Tables of the variants that run in `schema`: what they name without one is there. */
  async #catalogOf(schema: string | undefined, signal: AbortSignal): Promise<Catalog> {
    const { session } = this.#open
    const dialect = dialectOf(session.identity.product)
    const tables = new Map<string, TableName>()
    for (const { sql, variant } of this.#order.variants) {
      if (variant.schema !== schema) continue
      for (const statement of (await readStatements(sql, dialect)).statements)
        for (const { schema: own = schema, name } of statement.tables)
          tables.set(`${own ?? ''}.${name}`, { schema: own, name })
    }
    return session.catalog([...tables.values()], signal)
  }
}

/** The statement was sent in another form than the person's: places in it are not places in that. */
function withoutPlace(thrown: unknown): unknown {
  if (!(thrown instanceof SargableError)) return thrown
  const { span: _span, line: _line, column: _column, ...rest } = thrown.fault
  return new SargableError(rest)
}
