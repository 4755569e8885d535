import { type Dialect, dialectOf } from '../../core/engine'
import { SargableError } from '../../core/errors'
import type { NamedVariant } from '../../core/experiment/model'
import type { ScratchReport, ScratchTable } from '../../core/scratch/model'
import { withoutSchemas } from '../../core/scratch/names-in-text'
import type { ExperimentProgress } from '../api'
import type { ScratchLedger } from '../scratch/ledger'
import { makeScratch, type Scratch } from '../scratch/make-scratch'
import type { BenchOrder, BenchVariant } from './bench'
import { copiedTables } from './copied-tables'
import { namingVariant } from './variant-faults'

/** How the variants' tables are copied. */
export interface ScratchOrder {
  readonly rows: 'all' | 'sample'
  readonly fraction?: number | undefined
  readonly ledger: ScratchLedger
}

/** The scratch schemas of an experiment: one for each connection and each list of changes. */
export class ScratchPlaces {
  readonly #made: Scratch[] = []
  readonly #order: ScratchOrder

  private constructor(order: ScratchOrder) {
    this.#order = order
  }

  /**
   * Copies the tables that the variants' statements name, makes each variant's changes, and gives the benches with the
   * variants as they run there: without the schema of the originals in their names.
   * @throws SargableError that begins with the variants' names; what was made is removed before
   */
  static async make(
    order: ScratchOrder,
    benches: readonly BenchOrder[],
    signal: AbortSignal,
    progress: (event: ExperimentProgress) => void,
  ): Promise<{ readonly scratch: ScratchPlaces; readonly benches: readonly BenchOrder[] }> {
    const scratch = new ScratchPlaces(order)
    try {
      const moved: BenchOrder[] = []
      for (const bench of benches) moved.push(await scratch.#move(bench, signal, progress))
      return { scratch, benches: moved }
    } catch (thrown) {
      throw withLeft(thrown, await scratch.remove())
    }
  }

  /** What is not like the originals, in words. */
  get cautions(): readonly string[] {
    return [...new Set(this.#made.flatMap(({ notes }) => notes))]
  }

  /** @param left what could not be removed, as remove() said it */
  report(left: readonly string[]): ScratchReport {
    return {
      schemas: this.#made.map(({ schema }) => schema),
      tables: this.#made[0]?.tables ?? [],
      rows: this.#made.reduce((sum, { rows }) => sum + rows, 0),
      left,
    }
  }

  /** Removes them all. @returns what could not be removed, in words */
  async remove(): Promise<readonly string[]> {
    const left: string[] = []
    for (const one of [...this.#made].reverse()) left.push(...(await one.remove()))
    return left
  }

  async #move(
    bench: BenchOrder,
    signal: AbortSignal,
    progress: (event: ExperimentProgress) => void,
  ): Promise<BenchOrder> {
    const engine = bench.variants[0]?.variant.engine
    const dialect = dialectOf(engine?.product ?? 'mysql')
    const tables = await this.#tablesOf(bench, dialect, signal)
    const groups = new Map<string, BenchVariant[]>()
    for (const one of bench.variants) {
      const changes = JSON.stringify(changesOf(one.variant))
      groups.set(changes, [...(groups.get(changes) ?? []), one])
    }
    const moved = new Map<string, BenchVariant>()
    for (const group of groups.values()) {
      const [first] = group
      if (!first) continue
      const made = await this.#makeOne(bench, group, tables, signal, progress)
      for (const one of group) {
        const sql = withoutSchemas(one.sql, dialect, made.originals)
        moved.set(one.variant.name, { ...one, sql, variant: { ...one.variant, schema: made.schema } })
      }
    }
    return { ...bench, variants: bench.variants.flatMap(({ variant }) => moved.get(variant.name) ?? []) }
  }

  async #makeOne(
    bench: BenchOrder,
    group: readonly BenchVariant[],
    tables: readonly ScratchTable[],
    signal: AbortSignal,
    progress: (event: ExperimentProgress) => void,
  ): Promise<Scratch> {
    const names = group.map(({ variant }) => variant.name).join(', ')
    try {
      const made = await makeScratch(
        bench.open,
        {
          tables,
          ddl: group[0] ? changesOf(group[0].variant) : [],
          statements: group.map(({ sql }) => sql),
          writes: group.some(({ writes }) => writes),
          // A sample is planned as the whole would be.
          statistics: this.#order.rows === 'sample' ? 'implanted' : 'own',
        },
        this.#order.ledger,
        signal,
        ({ text, done, total }) => progress({ text: `${names}: ${text}`, ...(done !== undefined && { done, total }) }),
      )
      this.#made.push(made)
      return made
    } catch (thrown) {
      throw namingVariant(thrown, names)
    }
  }

  /** All tables of all variants of a connection, each once, so that each schema has the same ones. */
  async #tablesOf(bench: BenchOrder, dialect: Dialect, signal: AbortSignal): Promise<readonly ScratchTable[]> {
    const opened = await bench.open(signal)
    try {
      return (await copiedTables(opened.session, bench.variants, dialect, this.#order, signal)).map(
        ({ table }) => table,
      )
    } finally {
      await opened.close()
    }
  }
}

function changesOf({ ddl }: NamedVariant): readonly string[] {
  return ddl.map(({ apply }) => apply)
}

function withLeft(thrown: unknown, left: readonly string[]): unknown {
  if (!(thrown instanceof SargableError) || left.length === 0) return thrown
  return new SargableError({ ...thrown.fault, hint: [thrown.fault.hint, ...left].filter(Boolean).join(' ') })
}
