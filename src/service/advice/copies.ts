import { copiesDdl } from '../../core/advisor/trial/copies-ddl'
import { columnsNamed, copied, copyChoice } from '../../core/advisor/trial/copy-choice'
import type { TriedAdvice } from '../../core/advisor/trial/model'
import { type Trial, triedAdvice } from '../../core/advisor/trial/tried-advice'
import { countedInIndex, type PlannedStatement, type RowCorrection } from '../../core/advisor/trial/tried-plan'
import type { Analysis } from '../../core/analysis/model'
import { dialectOf, type Family } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import { readMysqlStatement } from '../../core/keyparts/mysql-reading'
import { planShape } from '../../core/plan/shape'
import { scratchCard } from '../../core/scratch/card'
import { foldName, namesInText, withoutSchemas } from '../../core/scratch/names-in-text'
import type { SizedTable } from '../../core/scratch/size'
import type { Session } from '../../engines/engine'
import type { Progress, Request } from '../api'
import type { OpenSession } from '../experiment/bench'
import { copiedTables } from '../experiment/copied-tables'
import { postgresMeaning } from '../read-statements'
import type { ScratchLedger } from '../scratch/ledger'
import { makeScratch, type Scratch } from '../scratch/make-scratch'
import { type Attempt, refusedAdvice } from './attempt'
import { explained, withReads } from './explained'

/** The tables of the statement and of what is advised, as they are going to be copied. */
export async function tablesToCopy(
  session: Session,
  sql: string,
  attempts: readonly Attempt[],
  asked: Request<'advice.whatIf'>['copies'],
  signal: AbortSignal,
): Promise<readonly SizedTable[]> {
  const dialect = dialectOf(session.identity.product)
  const texts = [...new Set([sql, ...attempts.map((attempt) => attempt.sql)])]
  const variants = texts.map((text) => ({ sql: text, writes: false }))
  const tables = await copiedTables(session, variants, dialect, { rows: 'all' }, signal)
  const choice = copyChoice(tables, asked)
  if (choice.rows !== 'narrow') return tables.map((table) => copied(table, choice, undefined))
  const changes = attempts.flatMap(({ order }) => order.advice.variant.ddl.map(({ apply }) => apply))
  const names = new Set(
    [...texts, ...changes].flatMap((text) => namesInText(text, dialect).map(({ name }) => name.toLowerCase())),
  )
  const narrow: SizedTable[] = []
  for (const table of tables) {
    const { tables: known } = await session.catalog([table.table], signal)
    const [found] = known
    const columns: (readonly string[] | undefined)[] = []
    for (const text of texts) {
      const catalog = { tables: known }
      const meaning =
        dialect === 'postgres'
          ? (await postgresMeaning(text))?.(catalog)
          : readMysqlStatement(text, dialect, catalog, session.identity)?.meaning
      columns.push(found && columnsNamed(found, meaning?.blocks, names))
    }
    const all = columns.includes(undefined) ? undefined : [...new Set(columns.flatMap((one) => one ?? []))]
    narrow.push(copied(table, choice, all))
  }
  return narrow
}

/** The card that is shown before copies are made. */
export function copiesCard(
  family: Family,
  tables: readonly SizedTable[],
  attempts: readonly Attempt[],
  statementTimeoutMs: number,
): SargableError {
  const ddl = attempts.flatMap(({ order }) => order.advice.variant.ddl.map(({ apply }) => apply))
  const card = scratchCard({ family, tables, ddl: [...new Set(ddl)], schemas: 1, statementTimeoutMs })
  return fault(
    'needs-consent',
    `${card.title}: the advice is tried on copies of ${tables.length === 1 ? 'a table' : `${tables.length} tables`}.`,
    {
      hint: 'Agree to the card, or pass --yes on the command line.',
      card,
    },
  )
}

export interface CopiesOrder {
  open(signal: AbortSignal): Promise<OpenSession>
  readonly ledger: ScratchLedger
  readonly tables: readonly SizedTable[]
  /** The statement as it is, with values in its placeholders. */
  readonly sql: string
  /** Its analysis on the real tables. */
  readonly home: Analysis & PlannedStatement
  readonly timeoutMs: number | undefined
  readonly signal: AbortSignal
  readonly progress: (event: Progress) => void
}

/** Copies of tables, on which one advice after the other is built and planned with. */
export class CopiesTrial {
  readonly #order: CopiesOrder
  #scratch: Scratch | undefined
  /** The statement on the copies as they were made. */
  #asCopied: Analysis | undefined
  readonly #schemas: string[] = []
  readonly #left: string[] = []
  #rows = 0

  constructor(order: CopiesOrder) {
    this.#order = order
  }

  /** Tries them all and removes the copies, however it ends. */
  async run(attempts: readonly Attempt[]): Promise<ReadonlyMap<Attempt, TriedAdvice>> {
    const trials = new Map<Attempt, Trial>()
    const refused = new Map<Attempt, TriedAdvice>()
    try {
      for (const [at, attempt] of attempts.entries()) {
        try {
          trials.set(attempt, await this.#one(attempt))
          if (at + 1 < attempts.length) await this.#undo(attempt)
        } catch (thrown) {
          // Before the first copy is made, what is refused is refused for all.
          if (this.#schemas.length === 0) throw thrown
          refused.set(attempt, refusedAdvice(attempt.order.advice, thrown))
          await this.#discard()
        }
      }
    } finally {
      this.#order.progress({ text: 'Removing the copies' })
      await this.#discard()
    }
    const scratch = {
      schemas: this.#schemas,
      tables: this.#order.tables.map(({ table }) => table),
      rows: this.#rows,
      left: this.#left,
    }
    const tried = new Map(refused)
    for (const [attempt, trial] of trials) {
      tried.set(attempt, triedAdvice({ ...trial, scratch, cautions: [...trial.cautions, ...this.#left] }))
    }
    return tried
  }

  async #one(attempt: Attempt): Promise<Trial> {
    const { sql, home, tables, signal, progress } = this.#order
    const scratch = this.#scratch ?? (await this.#make(attempt))
    this.#asCopied ??= await this.#explain(scratch, sql, [])
    const { order } = attempt
    progress({ text: `Building on the copies: ${order.advice.title}` })
    for (const { apply } of order.advice.variant.ddl) await scratch.execute(this.#ddl(apply), signal)
    await scratch.refresh(signal)
    const after = await this.#explain(scratch, attempt.sql, order.advice.variant.session)
    const asCopied = this.#asCopied
    return {
      order,
      method: 'copies',
      how: howWords(tables),
      before: home,
      ...(isPlannedAlike(home, asCopied) && { alike: asCopied }),
      after,
      correction: this.#correction(after),
      cautions: [...scratch.notes, ...copyCautions(home, asCopied), ...sampleCautions(tables)],
    }
  }

  async #make(attempt: Attempt): Promise<Scratch> {
    const { open, tables, sql, ledger, signal, progress } = this.#order
    const scratch = await makeScratch(
      open,
      {
        tables: tables.map(({ table }) => table),
        ddl: [],
        statements: [sql, attempt.sql],
        statistics: tables.some(({ table }) => table.rows === 'sample' || table.columns) ? 'implanted' : 'own',
      },
      ledger,
      signal,
      progress,
    )
    this.#scratch = scratch
    this.#schemas.push(scratch.schema)
    this.#rows += scratch.rows
    return scratch
  }

  /** On a connection of its own: an earlier one may have kept the statistics of before. */
  async #explain(
    scratch: Scratch,
    sql: string,
    settings: Attempt['order']['advice']['variant']['session'],
  ): Promise<Analysis & PlannedStatement> {
    const { open, timeoutMs, signal } = this.#order
    const { session, close } = await open(signal)
    try {
      const text = withoutSchemas(sql, dialectOf(session.identity.product), scratch.originals)
      const planning = { settings, schema: scratch.schema, timeoutMs }
      return await withReads(session, await explained(session, text, planning, signal), planning, signal)
    } finally {
      await close()
    }
  }

  /** Takes the changes back; copies that cannot be brought back are made anew for the next advice. */
  async #undo({ order }: Attempt): Promise<void> {
    const { signal } = this.#order
    const scratch = this.#scratch
    if (scratch === undefined) return
    try {
      for (const { undo } of [...order.advice.variant.ddl].reverse()) await scratch.execute(this.#ddl(undo), signal)
      await scratch.refresh(signal)
      // The statistics were drawn anew.
      this.#asCopied = undefined
    } catch (thrown) {
      if (!(thrown instanceof SargableError) || signal.aborted) throw thrown
      await this.#discard()
    }
  }

  async #discard(): Promise<void> {
    const scratch = this.#scratch
    this.#scratch = undefined
    this.#asCopied = undefined
    if (scratch) this.#left.push(...(await scratch.remove()))
  }

  #ddl(sql: string): string {
    return copiesDdl(sql, dialectOf(this.#order.home.engine.product))
  }

  /** Of a sample: what the server counted in it stands for more rows of the original. */
  #correction(after: Analysis): RowCorrection | undefined {
    const { tables, home } = this.#order
    const { product, family } = home.engine
    const dialect = dialectOf(product)
    const factors = new Map<string, { readonly factor: number; readonly implanted: boolean }>()
    for (const { table, source } of tables) {
      if (table.rows !== 'sample' || table.fraction === undefined) continue
      const copy = after.catalog.tables.find(({ name }) => name === source.name)
      // The copy says as many rows as its original has: those are the original's statistics.
      const implanted = family === 'mysql' && (copy?.rows ?? 0) > (source.rows ?? 0) * ((1 + table.fraction) / 2)
      factors.set(foldName(source.name, dialect), { factor: 1 / table.fraction, implanted })
    }
    if (factors.size === 0) return undefined
    return (access) => {
      const found = factors.get(foldName(access.table, dialect))
      if (found === undefined || (found.implanted && !countedInIndex(access))) return 1
      return found.factor
    }
  }
}

function howWords(tables: readonly SizedTable[]): string {
  const sampled = tables.find(({ table }) => table.rows === 'sample')?.table.fraction
  const narrow = tables.some(({ table }) => table.columns !== undefined)
  const what =
    sampled !== undefined
      ? `a sample of ${(sampled * 100).toLocaleString('en', { maximumFractionDigits: 1 })} % of the rows`
      : narrow
        ? 'all rows, with the columns that matter'
        : 'all rows'
  return `Really built on copies of ${what}, and planned there. The tables themselves were only read.`
}

function isPlannedAlike({ plans: [real] }: Analysis, { plans: [copy] }: Analysis): boolean {
  return real !== undefined && copy !== undefined && planShape(real) === planShape(copy)
}

function copyCautions(home: Analysis, asCopied: Analysis): readonly string[] {
  if (isPlannedAlike(home, asCopied)) return []
  return [
    'The copies are planned otherwise than the tables themselves even without the advice: fresh statistics, or rows stored in another order, make a difference.',
  ]
}

function sampleCautions(tables: readonly SizedTable[]): readonly string[] {
  if (!tables.some(({ table }) => table.rows === 'sample')) return []
  return [
    'Rows were estimated in a sample and multiplied by its size: few rows are told badly, and joins of samples find fewer partners. Narrow copies of all rows tell more.',
  ]
}
