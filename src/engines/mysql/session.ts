import type { ExplainFormat } from '../../core/analysis/model'
import type { Catalog } from '../../core/catalog/model'
import { quoteName } from '../../core/dialects/mysql-family'
import type { Capability, EngineIdentity } from '../../core/engine'
import { fault } from '../../core/errors'
import type {
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
  TimedRequest,
} from '../engine'
import { Turns } from '../shared/turns'
import { type Admitted, admit } from './admit'
import { readCatalog, readCharsetWidths } from './catalog'
import type { Line } from './dial'
import { explainAll, formsFor, sentFor } from './explain'
import { GuardedRun, rollback } from './guarded-run'
import { measureStatement } from './measure'
import { readNames } from './names'
import { placeInStatement } from './place'
import { clockSource } from './server-clock'
import { isAnswer, type ServerProfile, secondWallMs } from './set-up'
import { mysqlStatementStatistics } from './statement-statistics'
import { applySettings, learnReading, makeStopwatch } from './stopwatch'
import type { Wire } from './wire'
import { checkTablesInside } from './writing-fence'

/** What the tool itself asks (names, definitions) on any server; more means that the server is in trouble. */
const ownQuestionsLimitMs = 60_000

export interface SessionSettings {
  readonly production: boolean
  readonly statementTimeoutMs: number
}

/** A connection to MySQL, Percona Server or MariaDB. */
export class MysqlSession implements Session {
  readonly identity: EngineIdentity
  readonly capabilities: readonly Capability[]
  readonly formats: readonly ExplainFormat[]
  readonly closed: Promise<void>
  readonly statementStatistics: StatementStatistics
  readonly #wire: Wire
  readonly #line: Line
  readonly #profile: ServerProfile
  readonly #settings: SessionSettings
  readonly #turns = new Turns()
  #database: string | undefined
  #charMaxBytes: ReadonlyMap<string, number> | undefined
  #mayWrite = false
  readonly #closing = new AbortController()

  constructor(wire: Wire, line: Line, profile: ServerProfile, settings: SessionSettings) {
    this.#wire = wire
    this.#line = line
    this.#profile = profile
    this.#settings = settings
    this.#database = profile.database
    this.identity = profile.identity
    this.capabilities = profile.dialect.capabilities(profile.facts)
    this.formats = profile.dialect.explainForms(profile.facts).map((form) => form.format)
    this.closed = wire.closed
    this.statementStatistics = mysqlStatementStatistics((timeoutMs, signal, work) =>
      this.#guarded(signal, async (run) => {
        await this.#moveWall(run, timeoutMs)
        return run.within(timeoutMs, async () => {
          await run.begin('READ ONLY')
          return work(run)
        })
      }),
    )
  }

  get database(): string | undefined {
    return this.#database
  }

  statementsFor(sql: string, measure: boolean): readonly string[] {
    const statement = this.#admit(sql)
    const { dialect, facts } = this.#profile
    const plans = formsFor(statement, dialect.explainForms(facts)).map((form) => sentFor(form, statement))
    const runs = measure
      ? [
          statement.lead + statement.sql,
          ...formsFor(statement, dialect.measuredForms(facts)).map((form) => sentFor(form, statement)),
        ]
      : []
    return [`START TRANSACTION ${fenceOf(statement)}`, ...plans, ...runs, rollback]
  }

  async explain(request: ExplainRequest, signal: AbortSignal): Promise<ExplainResult> {
    const statement = this.#admit(request.sql)
    return this.#guarded(signal, (run) =>
      run.within(this.#limit(request), async () => {
        await this.#moveWall(run, request.timeoutMs)
        if (request.schema !== undefined) await run.enterSchema(request.schema, this.#database)
        await applySettings(run, request.settings ?? [])
        await run.begin(fenceOf(statement))
        return explainAll(run, this.#profile, statement, request.trace)
      }),
    )
  }

  async measure(request: ExplainRequest, signal: AbortSignal): Promise<MeasureResult> {
    const statement = this.#admitMeasured(request.sql)
    return this.#guarded(signal, async (run) => {
      await this.#moveWall(run, request.timeoutMs)
      return measureStatement(run, this.#profile, statement, request.trace, this.#limit(request))
    })
  }

  async stopwatch(options: StopwatchOptions, signal: AbortSignal): Promise<Stopwatch> {
    const profile = this.#profile
    const { clock, reading } = await this.#asking(signal, async (run) => {
      const source = await clockSource(run, this.#line, profile, options)
      return { clock: source, reading: await learnReading(run) }
    })
    return makeStopwatch({
      profile,
      clock,
      reading,
      database: () => this.#database,
      admit: (request) => (request.writes ? this.#admitWriting(request) : this.#admitMeasured(request.sql)),
      task: (timeoutMs, its, work) =>
        this.#guarded(its, async (run) => {
          await this.#moveWall(run, timeoutMs)
          return run.within(timeoutMs, () => work(run))
        }),
    })
  }

  catalog(tables: readonly TableName[], signal: AbortSignal): Promise<Catalog> {
    return this.#asking(signal, async (run) => {
      const ask = (sql: string) => run.send(sql)
      this.#charMaxBytes ??= await readCharsetWidths(ask)
      return readCatalog(ask, this.#profile, tables, this.#database, this.#charMaxBytes)
    })
  }

  names(schema: string | undefined, signal: AbortSignal): Promise<SchemaNames> {
    return this.#asking(signal, (run) => readNames((sql) => run.send(sql), schema ?? this.#database))
  }

  read(sql: string, signal: AbortSignal): Promise<QueryResult> {
    return this.#asking(signal, async (run) => {
      await run.begin('READ ONLY')
      return { ...(await run.send(sql)), warnings: [] }
    })
  }

  use(database: string, signal: AbortSignal): Promise<void> {
    return this.#asking(signal, async (run) => {
      await run.send(`USE ${quoteName(database)}`)
      this.#database = database
    })
  }

  execute(sql: string, signal: AbortSignal): Promise<QueryResult> {
    const whole: Admitted = { text: sql, sql, offset: 0, lead: '', form: 'dml', locks: true, readOnly: 'no' }
    return this.#guarded(signal, (run) =>
      run.within(this.#settings.statementTimeoutMs, async () => {
        if (!this.#mayWrite) {
          await run.send('SET SESSION TRANSACTION READ WRITE')
          this.#mayWrite = true
        }
        try {
          const { columns, rows } = await run.send(sql)
          const warnings = await run.send('SHOW WARNINGS')
          return {
            columns,
            rows,
            warnings: warnings.rows.map(([level, code, message]) => ({
              level: level ?? '',
              code: Number(code),
              message: message ?? '',
            })),
          }
        } catch (error) {
          throw isAnswer(error) ? placeInStatement(error, '', whole) : error
        }
      }),
    )
  }

  /** Stops what runs, on the server too, and says goodbye. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#turns.take(new AbortController().signal, () => this.#wire.end())
  }

  #admit(sql: string): Admitted {
    return admit(sql, this.#profile, this.#settings.production)
  }

  #admitMeasured(sql: string): Admitted {
    const statement = this.#admit(sql)
    if (this.#settings.production) {
      throw fault('production-refused', 'On a production connection nothing is run to be measured.', {
        hint: 'Look at the plan, or measure on a copy of the server.',
      })
    }
    if (statement.form !== 'select' || statement.locks || statement.readOnly === 'no') {
      throw fault('not-allowed', 'Only a statement that reads can be measured.', {
        hint: 'Explain it, or measure the SELECT that finds the same rows.',
      })
    }
    return statement
  }

  /** A statement that may change tables of a scratch schema. */
  #admitWriting({ sql, schema }: TimedRequest): Admitted {
    const statement = this.#admit(sql)
    if (this.#settings.production) {
      throw fault('production-refused', 'On a production connection nothing is run to be measured.')
    }
    checkTablesInside(statement, schema, this.#profile)
    return statement
  }

  #limit(request: ExplainRequest): number {
    return request.timeoutMs ?? this.#settings.statementTimeoutMs
  }

  /** The server's own limit stands behind ours; a call with another limit moves it for its time. */
  async #moveWall(run: GuardedRun, timeoutMs: number | undefined): Promise<void> {
    if (timeoutMs === undefined) return
    const { dialect, facts } = this.#profile
    const wall = dialect.statementLimit(facts, timeoutMs + secondWallMs)
    const before = dialect.statementLimit(facts, this.#settings.statementTimeoutMs + secondWallMs)
    if (wall && before) await run.setUntilDone(wall.name, wall.value, before.value)
  }

  #asking<T>(signal: AbortSignal, work: (run: GuardedRun) => Promise<T>): Promise<T> {
    return this.#guarded(signal, (run) => run.within(ownQuestionsLimitMs, () => work(run)))
  }

  async #guarded<T>(signal: AbortSignal, work: (run: GuardedRun) => Promise<T>): Promise<T> {
    const task = new AbortController()
    const stop = () => task.abort()
    const ends = [signal, this.#closing.signal]
    if (ends.some((end) => end.aborted)) stop()
    for (const end of ends) end.addEventListener('abort', stop, { once: true })
    try {
      return await this.#turns.take(task.signal, async () => {
        const run = new GuardedRun(this.#wire, this.#line, task.signal)
        try {
          return await work(run)
        } finally {
          await run.tidy()
        }
      })
    } finally {
      for (const end of ends) end.removeEventListener('abort', stop)
    }
  }
}

/** EXPLAIN of a statement that changes or locks rows is itself refused inside the read-only fence. */
function fenceOf(statement: Admitted): 'READ ONLY' | 'READ WRITE' {
  return statement.form === 'select' && !statement.locks ? 'READ ONLY' : 'READ WRITE'
}
