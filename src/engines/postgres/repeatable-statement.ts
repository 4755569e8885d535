import type { ExplainOutput } from '../../core/analysis/model'
import { measuredForm } from '../../core/dialects/postgres'
import type { ResultColumn } from '../../core/experiment/printed-values'
import type { TimedRequest, TimedRun, TimedStatement } from '../engine'
import type { Admitted } from './admit'
import { type Counted, countedIn, isParallel, planCautions } from './counted-run'
import { ask, explainAll } from './explain'
import type { FencedRun } from './fenced-run'
import { type Lent, ownLimitMs } from './lent'
import { usageOf } from './usage-notices'
import { applyOwn, applySettings } from './variant-settings'
import { checkOurs, checkTargets, checkWritten, writtenRows } from './writing-fence'

const rolledBack = 'Each run is rolled back and the tables are vacuumed after it, outside of the timing.'

/** A statement that is run again and again, each time in a transaction of its own that is rolled back. */
export class RepeatableStatement implements TimedStatement {
  readonly cautions: string[]
  outputs: readonly ExplainOutput[]
  readonly #lent: Lent
  readonly #request: TimedRequest
  readonly #statement: Admitted
  /** The schema of ours that it writes to. */
  readonly #writesTo: string | undefined
  /** Sent after each writing run. */
  readonly #cleanUp: string | undefined
  #counted: Counted | undefined
  /** How often it runs in one run, where it is run inside the server and not sent as it is. */
  #times = 1
  #repeats = false
  #plainRun: Pick<TimedRun, 'rows'> & { readonly bytes: number } = { rows: 0, bytes: 0 }

  private constructor(
    lent: Lent,
    request: TimedRequest,
    statement: Admitted,
    plain: { readonly outputs: readonly ExplainOutput[]; readonly cautions: readonly string[] },
    cleanUp: string | undefined,
  ) {
    this.#lent = lent
    this.#request = request
    this.#statement = statement
    this.outputs = plain.outputs
    this.#writesTo = request.writes ? request.schema : undefined
    this.#cleanUp = cleanUp
    this.cautions = [...plain.cautions, ...(request.writes ? [rolledBack] : [])]
  }

  /** @throws SargableError for what may not be run, and what the server refuses to plan */
  static async prepare(lent: Lent, request: TimedRequest, signal: AbortSignal): Promise<RepeatableStatement> {
    const statement = lent.admit(request)
    const ours = request.writes ? checkOurs(request.schema) : undefined
    const plain = await entering(lent, request, signal, (run) => explainAll(run, lent.version, statement))
    if (ours !== undefined) checkTargets(plain.outputs, ours)
    const cleanUp = ours === undefined ? undefined : await vacuumOf(lent, ours, signal)
    return new RepeatableStatement(lent, request, statement, plain, cleanUp)
  }

  get canRepeat(): boolean {
    // A second run of a writing statement in the same transaction would not do the same work.
    return this.#lent.clock.repeats && this.#writesTo === undefined
  }

  repeatInside(times: number): void {
    if (!this.canRepeat) return
    this.#times = Math.max(1, Math.round(times))
    this.cautions.push(
      `Each time is a ${this.#times === 1 ? 'run' : `mean of ${this.#times} runs`} inside the server (EXECUTE in a DO block): planned each time, its rows made but not sent.`,
    )
    this.#repeats = true
  }

  async time(signal: AbortSignal): Promise<TimedRun> {
    this.#counted ??= await this.#count(signal)
    const timed = this.#repeats ? await this.#timeInside(signal) : await this.#timeOnce(signal)
    if (this.#cleanUp !== undefined) await this.#lent.errand(this.#cleanUp, signal)
    return timed
  }

  async eachRow(take: (row: Uint8Array) => void, signal: AbortSignal): Promise<readonly ResultColumn[]> {
    const { columns } = await this.#inside(signal, (run) => run.packets(this.#statement.sql, this.#statement, take))
    if (this.#cleanUp !== undefined) await this.#lent.errand(this.#cleanUp, signal)
    return columns
  }

  #inside<T>(signal: AbortSignal, work: (run: FencedRun) => Promise<T>): Promise<T> {
    return entering(this.#lent, this.#request, signal, work)
  }

  async #count(signal: AbortSignal): Promise<Counted> {
    const writesTo = this.#writesTo
    const measured = await this.#inside(signal, async (run) => {
      const before = writesTo === undefined ? undefined : await writtenRows(run)
      const output = await ask(run, measuredForm(this.#lent.version), this.#statement, true)
      if (writesTo !== undefined && before) await checkWritten(run, writesTo, before)
      return output
    })
    if (this.#cleanUp !== undefined) await this.#lent.errand(this.#cleanUp, signal)
    this.outputs = [measured, ...this.outputs]
    this.cautions.push(
      'Buffers and rows were counted in one run of EXPLAIN (ANALYZE, BUFFERS), outside of the timed runs.',
      ...planCautions(measured),
    )
    return countedIn(measured)
  }

  #timeOnce(signal: AbortSignal): Promise<TimedRun> {
    return this.#inside(signal, async (run) => {
      await applyOwn(run, this.#lent.clock.settings)
      const sent = await run.packets(this.#statement.sql, this.#statement)
      const rows = sent.changed ?? sent.rows
      this.#plainRun = { rows, bytes: sent.bytes }
      const usage = usageOf(sent.notices)
      return {
        clientMs: sent.clientMs,
        ...(usage && { serverWallMs: usage.wallMs }),
        // Only the leader's: what the workers of a parallel plan computed is not in it.
        ...(usage && !isParallel(this.#counters()) && { serverCpuMs: usage.cpuMs }),
        rows,
        counters: { ...this.#counters(), resultBytes: sent.bytes },
        othersRan: false,
      }
    })
  }

  /** Rows and bytes are those of the run that was sent as it is, before. */
  #timeInside(signal: AbortSignal): Promise<TimedRun> {
    const text = repeated(this.#statement.sql, this.#times)
    return this.#inside(signal, async (run) => {
      const { clientMs } = await run.packets(text, { ...this.#statement, text, offset: 0 })
      const { rows, bytes } = this.#plainRun
      return {
        clientMs: clientMs / this.#times,
        rows,
        counters: { ...this.#counters(), resultBytes: bytes },
        othersRan: false,
      }
    })
  }

  #counters(): Readonly<Record<string, number>> {
    const { values = {}, rowsExamined = 0 } = this.#counted ?? {}
    return { ...values, rowsExamined }
  }
}

function entering<T>(
  lent: Lent,
  request: TimedRequest,
  signal: AbortSignal,
  work: (run: FencedRun) => Promise<T>,
): Promise<T> {
  const enter = async (run: FencedRun) => {
    if (request.schema !== undefined) await searchFirst(run, request.schema)
    await applySettings(run, request.settings)
    return work(run)
  }
  return lent.task(request.timeoutMs, signal, enter, request.writes)
}

/** Unqualified names mean the schema's tables; functions and types are still found where they were. */
export async function searchFirst(run: FencedRun, schema: string): Promise<void> {
  await run.send(
    `SELECT set_config('search_path', concat_ws(', ', quote_ident($1), nullif(current_setting('search_path'), '')), true)`,
    [schema],
  )
}

/**
 * Row versions of a transaction that was rolled back stay in the table until VACUUM: three full updates in a row made a
 * table of 2.2 MB one of 9 MB. Undefined for a schema without tables.
 */
async function vacuumOf(lent: Lent, schema: string, signal: AbortSignal): Promise<string | undefined> {
  const { rows } = await lent.task(ownLimitMs, signal, (run) =>
    run.send(`SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') FROM pg_tables WHERE schemaname = $1`, [
      schema,
    ]),
  )
  const tables = rows[0]?.[0]
  return tables == null ? undefined : `VACUUM ${tables}`
}

/**
 * The statement as it is, run by the server many times: EXECUTE parses, plans and runs it, and throws its rows away
 * (PostgreSQL manual, "Executing Dynamic Commands").
 */
export function repeated(sql: string, times: number): string {
  const quote = (text: string) => {
    let tag = '$sargable$'
    for (let at = 1; text.includes(tag); at++) tag = `$sargable${at}$`
    return `${tag}${text}${tag}`
  }
  return `DO ${quote(`BEGIN FOR i IN 1..${times} LOOP EXECUTE ${quote(sql)}; END LOOP; END`)}`
}
