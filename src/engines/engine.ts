import type { PlannerQuestion, PlannerSetting } from '../core/alternatives/model'
import type { Counters, ExplainFormat, ExplainOutput, ServerWarning } from '../core/analysis/model'
import type { Catalog } from '../core/catalog/model'
import type { ConnectionTarget } from '../core/connection/model'
import type { Capability, EngineIdentity, Product } from '../core/engine'

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
