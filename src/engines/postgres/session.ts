import type { ExplainFormat } from '../../core/analysis/model'
import type { Catalog } from '../../core/catalog/model'
import { explainForms, measuredForm, postgresCapabilities } from '../../core/dialects/postgres'
import type { Capability, EngineIdentity } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import type {
  AlternativesRequest,
  AlternativesResult,
  ExplainRequest,
  ExplainResult,
  MeasureResult,
  QueryResult,
  SchemaNames,
  Session,
  StatementStatistics,
  Stopwatch,
  StopwatchOptions,
  TableName,
  UncommittedRequest,
} from '../engine'
import { Turns } from '../shared/turns'
import { admit } from './admit'
import { askAlternatives, setLocally } from './alternatives'
import { readCatalog } from './catalog'
import { clockSettings } from './clock-settings'
import { explainAll, planStatements } from './explain'
import { FencedRun, fence } from './fenced-run'
import type { Lent } from './lent'
import { checkMeasurable, measureStatement } from './measure'
import { type Ask, readNames, searchPathWith } from './names'
import { searchFirst } from './repeatable-statement'
import { type ServerProfile, type SessionLimits, secondWallMs, settle } from './set-up'
import { postgresStatementStatistics } from './statement-statistics'
import { makeStopwatch } from './stopwatch'
import { makeUncommitted } from './uncommitted'
import { applySettings } from './variant-settings'
import type { PostgresWire } from './wire'

/** What the tool itself asks (names, definitions) on any server; more means that the server is in trouble. */
const ownQuestionsLimitMs = 60_000

export interface SessionSettings extends SessionLimits {
  readonly production: boolean
}

/** A connection to PostgreSQL, also to the embedded one: the wire makes the difference. */
export class PostgresSession implements Session {
  readonly identity: EngineIdentity
  readonly capabilities: readonly Capability[]
  readonly formats: readonly ExplainFormat[]
  readonly closed: Promise<void>
  readonly statementStatistics: StatementStatistics
  readonly #wire: PostgresWire
  readonly #settings: SessionSettings
  readonly #turns = new Turns()
  #schema: string | undefined
  #searchPath: string | undefined
  #mayWrite = false
  /** A transaction with changes is open until the connection ends. */
  #uncommitted = false
  #settled: number

  constructor(wire: PostgresWire, profile: ServerProfile, settings: SessionSettings) {
    this.#wire = wire
    this.#settings = settings
    this.#schema = profile.schema
    this.#settled = wire.generation
    this.identity = profile.identity
    this.capabilities = postgresCapabilities(profile.facts)
    this.formats = explainForms(profile.identity.version).map((form) => form.format)
    this.closed = wire.closed
    this.statementStatistics = postgresStatementStatistics((timeoutMs, signal, work) =>
      this.#guarded(signal, timeoutMs, async (run) => {
        await run.begin(timeoutMs + secondWallMs)
        return work((sql, values) => run.send(sql, values))
      }),
    )
  }

  get database(): string | undefined {
    return this.#schema
  }

  statementsFor(sql: string, measure: boolean): readonly string[] {
    const { version } = this.identity
    const statement = admit(sql, this.#settings.production)
    const run = measure ? [measuredForm(version).prefix + statement.sql] : []
    return [...fence, ...planStatements(statement, version), ...run, 'ROLLBACK']
  }

  async explain(request: ExplainRequest, signal: AbortSignal): Promise<ExplainResult> {
    const statement = admit(request.sql, this.#settings.production)
    return this.#guarded(signal, this.#limit(request), async (run) => {
      await run.begin(serverLimit(request))
      if (request.schema !== undefined) await searchFirst(run, request.schema)
      await setLocally(run, request.plannerSettings ?? [])
      await applySettings(run, request.settings ?? [])
      return explainAll(run, this.identity.version, statement)
    })
  }

  async measure(request: ExplainRequest, signal: AbortSignal): Promise<MeasureResult> {
    const statement = admit(request.sql, this.#settings.production)
    checkMeasurable(statement, this.#settings.production)
    return this.#guarded(signal, this.#limit(request), async (run) => {
      await run.begin(serverLimit(request))
      await setLocally(run, request.plannerSettings ?? [])
      return measureStatement(run, this.identity.version, statement)
    })
  }

  async alternatives(request: AlternativesRequest, signal: AbortSignal): Promise<AlternativesResult> {
    const statement = admit(request.sql, this.#settings.production)
    // Each EXPLAIN has the session's own limit; no question is begun when the budget is over.
    return this.#guarded(signal, request.budgetMs + this.#settings.statementTimeoutMs, async (run) => {
      await run.begin()
      return askAlternatives(run, this.identity.version, statement, request)
    })
  }

  async buildUncommitted(request: UncommittedRequest, signal: AbortSignal): Promise<void> {
    if (this.#settings.production) {
      throw fault('production-refused', 'On a production connection nothing is built.')
    }
    await this.#guarded(signal, request.timeoutMs, async (run) => {
      this.#uncommitted = true
      try {
        await makeUncommitted(run, request)
      } catch (error) {
        // Nothing may be left half made, and the transaction cannot be used any more.
        this.#wire.destroy()
        throw error
      }
    })
  }

  async stopwatch(_options: StopwatchOptions, signal: AbortSignal): Promise<Stopwatch> {
    const { product, version } = this.identity
    const { production } = this.#settings
    const embedded = product === 'pglite'
    const fenced: Lent['task'] = (timeoutMs, its, work, writes) =>
      this.#guarded(its, timeoutMs, async (run) => {
        await run.begin(timeoutMs + secondWallMs, writes)
        return work(run)
      })
    const clock = await fenced(ownQuestionsLimitMs, signal, (run) => clockSettings(run, embedded))
    return makeStopwatch({
      version,
      clock,
      admit: ({ sql, writes }) => {
        const statement = admit(sql, production)
        checkMeasurable(statement, production, writes)
        return statement
      },
      task: fenced,
      errand: (sql, its) => this.#guarded(its, ownQuestionsLimitMs, async (run) => void (await run.send(sql))),
    })
  }

  catalog(tables: readonly TableName[], signal: AbortSignal): Promise<Catalog> {
    return this.#asking(signal, (ask) => readCatalog(ask, tables))
  }

  names(schema: string | undefined, signal: AbortSignal): Promise<SchemaNames> {
    return this.#asking(signal, (ask) => readNames(ask, schema ?? this.#schema))
  }

  read(sql: string, signal: AbortSignal): Promise<QueryResult> {
    return this.#guarded(signal, ownQuestionsLimitMs, async (run) => {
      await run.begin()
      const { columns, rows } = await run.send(sql)
      return { columns, rows, warnings: [] }
    })
  }

  use(database: string, signal: AbortSignal): Promise<void> {
    return this.#asking(signal, async (ask) => {
      const path = await searchPathWith(ask, database)
      await ask(`SELECT set_config('search_path', $1, false)`, [path])
      this.#schema = database
      this.#searchPath = path
    })
  }

  execute(sql: string, signal: AbortSignal): Promise<QueryResult> {
    return this.#guarded(signal, this.#settings.statementTimeoutMs, async (run) => {
      if (!this.#mayWrite) {
        await run.send(`SELECT set_config('default_transaction_read_only', 'off', false)`)
        this.#mayWrite = true
      }
      if (sql.includes('\0')) throw fault('bad-request', 'The text holds a NUL character.')
      const answer = await run.send(sql, [], { statement: sql, prefixLength: 0, text: sql, offset: 0 })
      return { columns: answer.columns, rows: answer.rows, warnings: answer.notices }
    })
  }

  close(): Promise<void> {
    return this.#wire.end()
  }

  #limit(request: ExplainRequest): number {
    return request.timeoutMs ?? this.#settings.statementTimeoutMs
  }

  #asking<T>(signal: AbortSignal, work: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#guarded(signal, ownQuestionsLimitMs, (run) => work((sql, values) => run.send(sql, values)))
  }

  #guarded<T>(signal: AbortSignal, limitMs: number, work: (run: FencedRun) => Promise<T>): Promise<T> {
    return this.#turns.take(signal, async () => {
      await this.#settleAgain()
      const run = new FencedRun(this.#wire, signal, this.#uncommitted)
      try {
        return await run.within(limitMs, () => work(run))
      } catch (error) {
        throw this.#wire.stopHint === undefined ? error : withStopHint(error, this.#wire.stopHint)
      } finally {
        await run.tidy()
      }
    })
  }

  /** After a restart of the embedded server its session has forgotten what it was told. */
  async #settleAgain(): Promise<void> {
    if (this.#settled === this.#wire.generation) return
    await settle(this.#wire, this.#settings, this.#searchPath)
    this.#settled = this.#wire.generation
    this.#mayWrite = false
  }
}

/** Our own timer comes first and says so; absent: the session's limit holds. */
function serverLimit({ timeoutMs }: ExplainRequest): number | undefined {
  return timeoutMs === undefined ? undefined : timeoutMs + secondWallMs
}

function withStopHint(error: unknown, hint: string): unknown {
  const stopped =
    error instanceof SargableError && (error.fault.code === 'cancelled' || error.fault.code === 'timed-out')
  return stopped ? new SargableError({ ...error.fault, hint }) : error
}
