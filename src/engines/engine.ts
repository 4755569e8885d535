import type { PlannerQuestion, PlannerSetting } from '../core/alternatives/model'
import type { Counters, ExplainFormat, ExplainOutput, ServerWarning } from '../core/analysis/model'
import type { Catalog } from '../core/catalog/model'
import type { ConnectionTarget } from '../core/connection/model'
import type { ServerSource, SourceOffer, StatementRow } from '../core/digest/live/model'
import type { Capability, EngineIdentity, Product } from '../core/engine'
import type { ResultColumn } from '../core/experiment/printed-values'

/** What a connection needs besides its target. The password lives here only, in memory, and is never logged. */
export interface Credentials {
  readonly password?: string | undefined
}

export interface TableName {
  readonly schema?: string | undefined
  readonly name: string
}

/** A name for completion: tables and views of a schema, with their columns when they were asked for. */
export interface SchemaNames {
  readonly schemas: readonly string[]
  readonly tables: readonly { readonly schema: string; readonly name: string; readonly type: 'table' | 'view' }[]
}

export interface ExplainRequest {
  /** Exactly one statement, classified by the caller; the session checks it again before anything is sent. */
  readonly sql: string
  /** Also record the optimizer trace, where the server has one. */
  readonly trace: boolean
  /** Time limit of this call; the connection's own when absent. */
  readonly timeoutMs?: number | undefined
  /** PostgreSQL: planner settings for this call alone, by SET LOCAL in its transaction. */
  readonly plannerSettings?: readonly PlannerSetting[] | undefined
  /** Session settings for this call alone; explain() only. */
  readonly settings?: readonly SessionSetting[] | undefined
  /** A schema of ours that unqualified names mean in this call; explain() only. */
  readonly schema?: string | undefined
}

/** Changes that are made to be looked at and never committed. */
export interface UncommittedRequest {
  /** In their order; names with their schema. */
  readonly changes: readonly string[]
  /** How long each waits for a lock that others hold. */
  readonly lockTimeoutMs: number
  /** For all of them together. */
  readonly timeoutMs: number
}

/** One statement, planned again for each question; never run. */
export interface AlternativesRequest {
  readonly sql: string
  readonly questions: readonly PlannerQuestion[]
  /** The schema of the extension hypopg; needed for questions that hide or add indexes. */
  readonly hypopgSchema?: string | undefined
  /** After this no further question is begun, and what came back so far is the answer. */
  readonly budgetMs: number
}

export interface AlternativesResult {
  readonly answers: readonly { readonly question: PlannerQuestion; readonly output: ExplainOutput }[]
  /** What was not asked or not answered, in words. */
  readonly cautions: readonly string[]
}

export interface ExplainResult {
  /** Every format that the server has, in the order they were asked. */
  readonly outputs: readonly ExplainOutput[]
  readonly traceText?: string | undefined
  /** Forms that failed, and anything else worth knowing, in words. */
  readonly cautions: readonly string[]
}

export interface MeasureResult extends ExplainResult {
  readonly counters: Counters
}

/** Rows as text, for samples and the recorder; never used on the timed path. */
export interface QueryResult {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
  readonly warnings: readonly ServerWarning[]
}

/** A question for what the server keeps of the statements that it ran. */
export interface StatementsRequest {
  readonly of: ServerSource
  /** With the statements' texts; without them only what two readings are subtracted by. */
  readonly texts: boolean
  /** Of single calls: those that ended then or later, and before; microseconds since 1970 by the server's clock. */
  readonly sinceMicros?: number | undefined
  readonly untilMicros?: number | undefined
  /** At most so many rows; the rest is told in `cautions`. */
  readonly maxRows: number
  readonly timeoutMs: number
}

/** What came besides the rows. */
export interface StatementsRead {
  /** The server's clock when it was asked, microseconds since 1970. */
  readonly atMicros: number
  readonly histogram?: readonly StatementRow[]
  readonly texts?: readonly StatementRow[]
  /** How often the server threw rows away to make room, where it tells. */
  readonly evictions?: number
  readonly cautions: readonly string[]
}

/** What a server keeps of the statements that it ran: read, never changed. */
export interface StatementStatistics {
  /** Every source, and why some are not offered. Asks the server, and looks at one row of each. */
  offers(signal: AbortSignal): Promise<readonly SourceOffer[]>
  /** @returns the server's clock, microseconds since 1970 */
  clock(signal: AbortSignal): Promise<number>
  /**
   * Reads one of them, inside the read-only fence.
   * @param take called with each row, in the order of `statementColumns`
   * @throws SargableError `unsupported`, `missing-privilege`, `timed-out`, `cancelled`
   */
  read(request: StatementsRequest, take: (row: StatementRow) => void, signal: AbortSignal): Promise<StatementsRead>
}

/** A session variable and what it is to be, as its SET statement would say it: `optimizer_switch`, `mrr=on`. */
export interface SessionSetting {
  readonly name: string
  readonly value: string
}

/** How an experiment measures on this connection. */
export interface StopwatchOptions {
  /**
   * Switches on what the server needs to count CPU time where that is a setting of the whole server (MySQL 8.0.28 and
   * later: a consumer of performance_schema). The caller has asked the person; putBack() takes it back.
   */
  readonly switchOnCpuClock: boolean
}

export interface TimedRequest {
  /** Exactly one statement; a reading one unless `writes`. */
  readonly sql: string
  /** A schema of ours that unqualified names mean in its runs; the session's own where absent. */
  readonly schema?: string | undefined
  /** It writes to tables of `schema`, which is ours: each run is rolled back. */
  readonly writes?: boolean | undefined
  /** In force for its runs only. */
  readonly settings: readonly SessionSetting[]
  /** Of a single run. */
  readonly timeoutMs: number
}

/** One run of which no row was kept. */
export interface TimedRun {
  /** From sending to the last packet, on our clock. */
  readonly clientMs: number
  /** The server's own elapsed time of the statement, where it gives it. */
  readonly serverWallMs?: number
  readonly serverCpuMs?: number
  readonly rows: number
  /** By the server's names; beside them rowsExamined, pagesRead, resultBytes, and buffers on PostgreSQL. */
  readonly counters: Readonly<Record<string, number>>
  /** Other sessions ran statements at its end. */
  readonly othersRan: boolean
}

/** A statement under its settings, ready to be run many times. */
export interface TimedStatement {
  /** Its answers to EXPLAIN under its settings; measured ones where the work was counted by them. */
  readonly outputs: readonly ExplainOutput[]
  /** How its figures were come by, as far as that makes them less certain. */
  readonly cautions: readonly string[]
  /** The server tells no time of its own, but can be made to run the statement many times by itself. */
  readonly canRepeat?: boolean
  /** From now on each time is the mean of so many runs inside the server: no way to it and back, no rows sent. */
  repeatInside?(times: number): void
  /** Runs it once. Only the statement itself lies between the two readings of the clock. */
  time(signal: AbortSignal): Promise<TimedRun>
  /**
   * Runs it once, untimed, and hands over each row as it comes: for each value its length in four bytes, the highest
   * first, and the bytes of the server's text; length −1 for NULL. The bytes are only there during the call.
   * @returns the columns
   */
  eachRow(take: (row: Uint8Array) => void, signal: AbortSignal): Promise<readonly ResultColumn[]>
}

/** Where the server's figures of a run come from. */
export interface ServerClock {
  /** In words, for the protocol. */
  readonly from: string
  /** CPU time of the whole server process: work of other sessions is in it. */
  readonly wholeServer: boolean
}

/** An experiment's use of a session. */
export interface Stopwatch {
  readonly cpu?: ServerClock
  readonly serverWall?: ServerClock
  readonly cautions: readonly string[]
  /** Plans the statement under its settings. Errors of the server come with their place in `sql`. */
  prepare(request: TimedRequest, signal: AbortSignal): Promise<TimedStatement>
  /** What these session variables are now; a name that the server does not know is left out. */
  settings(names: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>
  /** Takes back what was switched on for the whole server. */
  putBack(): Promise<void>
}

/**
 * One connection to one server, used by one task at a time. Every call takes a signal; aborting it stops the
 * statement on the server too (KILL QUERY, pg_cancel_backend) and rejects with `cancelled`.
 * All failures are SargableError with the codes of core/errors.ts.
 */
export interface Session {
  readonly identity: EngineIdentity
  readonly capabilities: readonly Capability[]
  /** The database or schema that unqualified names mean. */
  readonly database: string | undefined
  /** The formats that explain() will ask for on this server, best for reading first. */
  readonly formats: readonly ExplainFormat[]

  /** The statements that explain() or measure() would send for `sql`, in order; for the card that asks first. */
  statementsFor(sql: string, measure: boolean): readonly string[]
  /** Plans without running, inside the read-only fence where the server takes it; the transaction ends at once. */
  explain(request: ExplainRequest, signal: AbortSignal): Promise<ExplainResult>
  /** Runs a reading statement under guard (fence, time limits) and reports actuals and counter differences. */
  measure(request: ExplainRequest, signal: AbortSignal): Promise<MeasureResult>
  /**
   * Plans the statement again for each question inside one read-only transaction, which is rolled back; the session is
   * left as it was. Absent where the server keeps a trace and need not be asked so.
   */
  alternatives?(request: AlternativesRequest, signal: AbortSignal): Promise<AlternativesResult>
  /**
   * Makes changes in a transaction that stays open until this connection ends, and with it ends without a trace; until
   * then every call runs behind a savepoint in it. For a session that nothing else uses. Absent where the server commits
   * changes of tables at once.
   * @throws SargableError `lock-wait`, `missing-privilege`, what the server refuses; the transaction is over then
   */
  buildUncommitted?(request: UncommittedRequest, signal: AbortSignal): Promise<void>
  /** Prepares the session for an experiment; a few untimed questions to the server. */
  stopwatch(options: StopwatchOptions, signal: AbortSignal): Promise<Stopwatch>
  /** What the server keeps of the statements of all sessions. */
  readonly statementStatistics?: StatementStatistics
  /** Full definitions of the tables named; unknown names are left out. Reads only what was asked for. */
  catalog(tables: readonly TableName[], signal: AbortSignal): Promise<Catalog>
  /** Schemas, and the tables of one of them (the current one by default): cheap, for completion. */
  names(schema: string | undefined, signal: AbortSignal): Promise<SchemaNames>
  /** Sends one reading statement of ours, inside the read-only fence and under a short limit. */
  read(sql: string, signal: AbortSignal): Promise<QueryResult>
  /** Makes `database` the one that unqualified names mean. PostgreSQL: a schema, by search_path. */
  use(database: string, signal: AbortSignal): Promise<void>
  /** Sends one statement as it is, without the fence: loading samples and recording only. */
  execute(sql: string, signal: AbortSignal): Promise<QueryResult>
  /** Resolves when the server connection is gone, however it ended. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** One engine = one folder whose index.ts exports one of these. */
export interface Engine {
  readonly products: readonly Product[]
  readonly title: string
  connect(target: ConnectionTarget, credentials: Credentials, signal: AbortSignal): Promise<Session>
}
