import { z } from 'zod'
import { adviceSchema } from '../core/advisor/model'
import { adviceSettingsSchema } from '../core/advisor/settings'
import { type TableStatistics, wantedCountsSchema } from '../core/advisor/statistics/model'
import type { ProofDocument, WhatIfDocument } from '../core/advisor/trial/model'
import type { AdviceDocument } from '../core/advisor/unplanned/model'
import { type Alternatives, type MeasuredChoice, plannerQuestionSchema } from '../core/alternatives/model'
import type { Analysis } from '../core/analysis/model'
import { givenSetSchema } from '../core/analysis/value-sets/model'
import { placeholderValuesSchema } from '../core/analysis/values-model'
import type { Catalog } from '../core/catalog/model'
import { type ConnectionProfile, connectionProfileSchema, connectionTargetSchema } from '../core/connection/model'
import { type Capability, dialectSchema, type EngineIdentity } from '../core/engine'
import { type Comparison, type ExperimentDocument, type Sample, variantCellSchema } from '../core/experiment/model'
import { type PresetOffer, presetIdSchema } from '../core/experiment/presets/model'
import type { PasteDocument } from '../core/paste/model'
import type { PlanDiffDocument } from '../core/plan/diff/model'
import type { PlanDocument } from '../core/plan/document'
import { type SampleCheck, type SampleServer, type SampleSummary, sampleServerSchema } from '../core/samples/model'
import type { SqlDocument } from '../core/sql/model'
import type { SuggestedValue, ValueSource } from '../core/sql/suggest-values/model'
import type { TraceDocument } from '../core/trace/document'
import type { TakenAway } from '../core/trace/taken-away'
import { digestApi } from './api-digest'
import { connectionId, method, nothing, type Progress, pastedText } from './api-method'

export type { DigestProgress, LogSource } from './api-digest'
export type { Progress } from './api-method'

/**
 * The product's table of contents: every procedure that the app, the browser mode and the command line can call.
 * Requests are validated at the door; replies and events come from our own code and are typed only.
 */

/** An open connection as the screens see it. */
export interface OpenConnection {
  readonly connectionId: string
  readonly name: string
  readonly engine: EngineIdentity
  readonly capabilities: readonly Capability[]
  readonly database?: string | undefined
  readonly production: boolean
  /** False only where the server cannot enforce it. */
  readonly readOnly: boolean
  /** Things worth a word: a password in a URL, TLS not used. */
  readonly cautions: readonly string[]
}

/** A statement that changes rows, as the SELECT that finds them. */
export interface SelectForm {
  readonly sql?: string
  /** What is lost, or why there is no such SELECT. */
  readonly notes: readonly string[]
}

export interface HistoryEntry {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly connectionName: string
  readonly engine?: EngineIdentity | undefined
  readonly database?: string | undefined
  readonly sql: string
  readonly verdict: string
  readonly measured: boolean
}

export interface SandboxKind {
  readonly product: 'mysql' | 'mariadb' | 'postgres'
  readonly available: boolean
  /** "MySQL 5.6.24", or why there is none and what brings it. */
  readonly text: string
}

export interface OpenSample {
  readonly connection: OpenConnection
  readonly sql: string
  readonly sample: SampleSummary
  /** Which kind of server it was opened on. */
  readonly server: SampleServer
  /** What must be seen there. */
  readonly checks: readonly SampleCheck[]
}

export interface SuggestedValues {
  /** What is sent, in words, and the statements themselves; the first that answers is enough. */
  readonly says: string
  readonly sends: readonly string[]
  readonly source?: ValueSource | undefined
  readonly values: readonly SuggestedValue[]
}

/** A choice taken away and measured, with the first analysis of each side; a side that was stopped has none. */
export interface MeasuredTakenAway extends TakenAway {
  readonly asIsAnalysis?: Analysis | undefined
  readonly changedAnalysis?: Analysis | undefined
}

/** What an experiment says on the way: each timed run as it comes, and how the variants stand at a look. */
export interface ExperimentProgress extends Progress {
  readonly sample?: Sample
  readonly comparisons?: readonly Comparison[]
}

/** An experiment in the history. */
export interface ExperimentSummary {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly connectionName: string
  readonly engine: EngineIdentity
  readonly verdict: string
  readonly variants: number
}

/** What the optimizer multiplies its counts with, as the server tells it. */
export interface CostConstants {
  readonly sent?: string | undefined
  readonly constants: readonly { readonly name: string; readonly value: string; readonly changed: boolean }[]
  /** Why there are none. */
  readonly because?: string | undefined
}

const tableName = z.object({ schema: z.string().optional(), name: z.string() })

export const methods = {
  'app.info': method<{
    version: string
    node: string
    secrets: 'keychain' | 'memory'
    sandboxes: readonly SandboxKind[]
  }>()(nothing),

  'connections.list': method<readonly ConnectionProfile[]>()(nothing),
  'connections.save': method<ConnectionProfile>()(connectionProfileSchema.unwrap().partial({ id: true })),
  'connections.remove': method<null>()(z.object({ id: z.string() })),
  /** Fields of a connection URL, without its password; for the dialog's paste field and the command line. */
  'connections.parseUrl': method<{
    target: z.infer<typeof connectionTargetSchema>
    password?: string
    cautions: readonly string[]
  }>()(z.object({ url: z.string() })),
  /** Connects, reads version and capabilities, closes again. */
  'connections.test': method<OpenConnection, Progress>()(
    z.object({ target: connectionTargetSchema, password: z.string().optional() }),
  ),
  'connections.open': method<OpenConnection, Progress>()(
    z.object({
      target: connectionTargetSchema,
      name: z.string().optional(),
      password: z.string().optional(),
      profileId: z.string().optional(),
    }),
  ),
  'connections.close': method<null>()(z.object({ connectionId })),
  'connections.use': method<OpenConnection>()(z.object({ connectionId, database: z.string().min(1) })),

  'catalog.names': method<{
    schemas: readonly string[]
    tables: readonly { schema: string; name: string; type: 'table' | 'view' }[]
  }>()(z.object({ connectionId, schema: z.string().optional() })),
  'catalog.tables': method<Catalog>()(z.object({ connectionId, tables: z.array(tableName).max(1000) })),

  /** EXPLAIN in every format, catalog, key use, verdict; with `measure` also one guarded run. */
  'analyze.run': method<Analysis, Progress>()(
    z.object({
      connectionId,
      sql: z.string(),
      /** For the statement's placeholders; the reply says which were used. */
      values: placeholderValuesSchema.optional(),
      measure: z.boolean().optional(),
      trace: z.boolean().optional(),
      /** Count values that rules of advice ask for, in 5 s at most; as `measure` where absent. Never on production. */
      count: z.boolean().optional(),
      /** The person saw the card and agreed. Without it, what needs one fails with `needs-consent` and the card. */
      consent: z.boolean().optional(),
      timeoutMs: z.int().positive().optional(),
      /** What the project says of the rules; that of the app's own folder where absent. */
      adviceSettings: adviceSettingsSchema.optional(),
    }),
  ),
  /**
   * The statement planned with several sets of values: the analysis of the first, with `valueSets` beside it. Findings
   * that do not hold for all sets say for which in `onlyFor`. Consent as for a single one.
   */
  'analyze.valueSets': method<Analysis, Progress>()(
    z.object({
      connectionId,
      sql: z.string(),
      sets: z.array(givenSetSchema).max(50).optional(),
      /** Also sets from column statistics: commonest, rarest, median. True where no sets are given. */
      fromStatistics: z.boolean().optional(),
      /** For those sets: values of placeholders that every one of them has. */
      values: placeholderValuesSchema.optional(),
      /** Of each set; the statement is run once for each. */
      measure: z.boolean().optional(),
      trace: z.boolean().optional(),
      count: z.boolean().optional(),
      consent: z.boolean().optional(),
      timeoutMs: z.int().positive().optional(),
      adviceSettings: adviceSettingsSchema.optional(),
    }),
  ),

  /**
   * Counts values of one table by reading statements: distinct values of columns and combinations, the selectivity
   * curve of beginnings, the commonest values. Tables of more than a million rows are counted by a sample. The limit
   * (20 s when absent) is of all of it. On production it needs consent.
   */
  'statistics.count': method<
    { readonly statistics?: TableStatistics; readonly cautions: readonly string[] },
    Progress
  >()(
    wantedCountsSchema.extend({
      connectionId,
      table: tableName,
      consent: z.boolean().optional(),
      timeoutMs: z.int().positive().optional(),
    }),
  ),

  /**
   * MySQL and MariaDB: the statement as it is beside the same one that is made to use an index of one table, or kept
   * from it, by a hint; both run twice under guard, in turns. Consent as for measuring.
   */
  'whynot.measure': method<MeasuredTakenAway, Progress>()(
    z.object({
      connectionId,
      sql: z.string(),
      values: placeholderValuesSchema.optional(),
      /** As the statement calls it: its alias where it has one. */
      table: z.string(),
      index: z.string(),
      hint: z.enum(['force', 'ignore']),
      consent: z.boolean().optional(),
      timeoutMs: z.int().positive().optional(),
    }),
  ),

  /**
   * PostgreSQL, which keeps no trace: the statement planned again (never run) with each choice taken away, and with
   * `index` why that one is not read. Every question is inside one read-only transaction.
   */
  'whynot.alternatives': method<Alternatives, Progress>()(
    z.object({
      connectionId,
      sql: z.string(),
      values: placeholderValuesSchema.optional(),
      /** The table by its alias or name; the index by its name, or CREATE INDEX text of one that is not there. */
      index: z.object({ table: z.string(), index: z.string() }).optional(),
      consent: z.boolean().optional(),
      /** No question is begun after this; 5 s when absent. */
      budgetMs: z.int().positive().optional(),
    }),
  ),
  /**
   * PostgreSQL: the chosen plan and the one that is left when a question's settings are made, both run twice under
   * guard, in turns. Consent as for measuring.
   */
  'whynot.measureForced': method<MeasuredChoice, Progress>()(
    z.object({
      connectionId,
      sql: z.string(),
      values: placeholderValuesSchema.optional(),
      question: plannerQuestionSchema,
      consent: z.boolean().optional(),
      timeoutMs: z.int().positive().optional(),
    }),
  ),

  /**
   * Tries advice without building it on the real tables, and compares plans: by hypopg, on copies in a schema of ours,
   * with an index switched off by a hint, or as written; nothing is run. What makes copies needs consent (the fault
   * `needs-consent` has the card). Advice that cannot be tried here says why in its result.
   */
  'advice.whatIf': method<WhatIfDocument, Progress>()(
    z.object({
      connectionId,
      sql: z.string(),
      /** For placeholders of the statement, and of the advice's own texts. */
      values: placeholderValuesSchema.optional(),
      /** As findings give it; each is tried alone, against the tables as they are. */
      advice: z.array(adviceSchema).min(1).max(20),
      /** Absent: hypopg where it is, else copies. `copies`: copies also where hypopg is. */
      by: z.enum(['copies']).optional(),
      /**
       * How tables are copied. `narrow`: all rows, but only the columns that matter. Absent: all rows of small tables,
       * narrow copies of larger ones.
       */
      copies: z
        .object({ rows: z.enum(['all', 'sample', 'narrow']), fraction: z.number().positive().max(1).optional() })
        .optional(),
      consent: z.boolean().optional(),
      timeoutMs: z.int().positive().optional(),
    }),
  ),
  /**
   * Builds what is advised, runs the statement with and without it in an experiment, and undoes it. Always needs
   * consent; refused on production connections and for tables above the size limit. Stopping it undoes all.
   */
  'advice.prove': method<ProofDocument, ExperimentProgress>()(
    z.object({
      connectionId,
      sql: z.string(),
      values: placeholderValuesSchema.optional(),
      advice: adviceSchema,
      /** `copies`: on copies also where the server could hide it on the real tables. */
      by: z.enum(['copies']).optional(),
      /** Tables that take more bytes together are refused; 1 GiB when absent. */
      maxTableBytes: z.int().positive().optional(),
      /** How long building waits for a lock that others hold; 3 s when absent. */
      lockTimeoutMs: z.int().positive().max(60_000).optional(),
      minPairs: z.int().min(1).max(10_000).optional(),
      maxPairs: z.int().min(1).max(10_000).optional(),
      warmupRounds: z.int().min(0).max(100).optional(),
      budgetMs: z.int().positive().optional(),
      runTimeoutMs: z.int().positive().optional(),
      seed: z.int().optional(),
      consent: z.boolean().optional(),
    }),
  ),

  /**
   * Runs two to eight ways of a reading statement against each other; the first is the baseline. Stopping it gives the
   * document of the pairs that were finished.
   */
  'experiment.run': method<ExperimentDocument, ExperimentProgress>()(
    z.object({
      connectionId,
      variants: z
        .array(
          z.object({
            /** A, B, … where absent. */
            name: z.string().min(1).max(100).optional(),
            sql: z.string(),
            session: z
              .array(z.object({ name: z.string(), value: z.string() }))
              .max(50)
              .optional(),
            label: z.string().max(200).optional(),
            cell: variantCellSchema.optional(),
            /** Changes of its tables before the runs; needs `scratch`. */
            ddl: z
              .array(z.object({ apply: z.string(), undo: z.string() }))
              .max(50)
              .optional(),
            /** Where it runs; the experiment's connection where absent. */
            connectionId: connectionId.optional(),
          }),
        )
        .min(2)
        .max(8),
      warmupRounds: z.int().min(0).max(100).optional(),
      minPairs: z.int().min(1).max(10_000).optional(),
      maxPairs: z.int().min(1).max(10_000).optional(),
      /** For warm-up, self-test and pairs together. */
      budgetMs: z.int().positive().optional(),
      runTimeoutMs: z.int().positive().optional(),
      seed: z.int().optional(),
      threshold: z.number().positive().max(1).optional(),
      /** For placeholders of the statements; the values that were used stand in the spec's texts. */
      values: placeholderValuesSchema.optional(),
      /** Run on copies of the statements' tables in schemas of our own, removed at the end; needs consent. */
      scratch: z
        .object({ rows: z.enum(['all', 'sample']), fraction: z.number().positive().max(1).optional() })
        .optional(),
      preset: z.string().max(50).optional(),
      perRun: z.object({ count: z.number().positive(), of: z.enum(['rows', 'calls']) }).optional(),
      /** Switch on what the server needs to count CPU time, for the experiment; needs consent. */
      cpuClock: z.boolean().optional(),
      consent: z.boolean().optional(),
    }),
  ),
  /** What each preset makes of a statement; sends reading statements only. */
  'experiment.presets': method<readonly PresetOffer[]>()(
    z.object({
      connectionId,
      sql: z.string(),
      values: placeholderValuesSchema.optional(),
      /** Only this one. */
      preset: presetIdSchema.optional(),
    }),
  ),
  /** An experiment as a file: one that opens offline, Markdown, or the document itself. */
  'experiment.report': method<{ text: string; fileName: string }>()(
    z.object({ id: z.string(), format: z.enum(['html', 'markdown', 'json']), maskLiterals: z.boolean().optional() }),
  ),
  'experiment.list': method<readonly ExperimentSummary[]>()(z.object({ limit: z.int().min(1).max(1000).optional() })),
  'experiment.get': method<ExperimentDocument>()(z.object({ id: z.string() })),
  'experiment.remove': method<null>()(z.object({ id: z.string() })),

  /** MySQL and MariaDB: the cost constants in force; sends one reading statement. */
  'whynot.constants': method<CostConstants>()(z.object({ connectionId })),

  /**
   * Values of a column, for placeholders: from the server's statistics, else from a bounded sample of its rows. Without
   * `send` nothing is sent: the reply says what would be. On production no rows are read.
   */
  'values.suggest': method<SuggestedValues>()(
    z.object({ connectionId, table: tableName, column: z.string(), send: z.boolean().optional() }),
  ),

  'plan.parse': method<PlanDocument>()(
    z.object({
      text: pastedText,
      dialect: dialectSchema.optional(),
      sql: z.string().optional(),
      /** CREATE TABLE text of the plan's tables; with it, the reply has the key use. */
      schema: z.string().optional(),
    }),
  ),
  /** The difference of the first plans of two texts, whatever their formats. */
  'plan.diff': method<PlanDiffDocument>()(z.object({ a: pastedText, b: pastedText })),
  /**
   * What can be advised without a connection: of a statement, or of a pasted text that also holds table definitions and
   * a plan; `sql`, `schema` and `plan` stand before what the text holds.
   */
  'advise.text': method<AdviceDocument>()(
    z.object({
      text: pastedText,
      dialect: dialectSchema.optional(),
      sql: z.string().optional(),
      schema: z.string().optional(),
      plan: pastedText.optional(),
      adviceSettings: adviceSettingsSchema.optional(),
    }),
  ),
  ...digestApi,
  'trace.parse': method<TraceDocument>()(z.object({ text: pastedText })),
  'paste.recognize': method<PasteDocument>()(z.object({ text: pastedText, dialect: dialectSchema.optional() })),
  'sql.read': method<SqlDocument>()(z.object({ text: pastedText, dialect: dialectSchema.optional() })),
  'sql.format': method<{ text: string }>()(z.object({ text: pastedText, dialect: dialectSchema })),
  /** The SELECT that finds the rows of an UPDATE, DELETE or INSERT … SELECT; absent, with the reason, where there is none. */
  'sql.selectForm': method<SelectForm>()(z.object({ text: pastedText, dialect: dialectSchema })),

  'samples.list': method<readonly SampleSummary[]>()(nothing),
  /**
   * Loads the sample on a private server (`on`, or the best that is here), or into a database of its own on an open
   * connection (that needs consent), and returns the connection and the statement to look at.
   */
  'samples.open': method<OpenSample, Progress>()(
    z.object({
      name: z.string(),
      on: sampleServerSchema.optional(),
      connectionId: connectionId.optional(),
      consent: z.boolean().optional(),
    }),
  ),
  /** Removes the database that samples.open made. */
  'samples.remove': method<null>()(z.object({ name: z.string(), connectionId })),

  'history.list': method<readonly HistoryEntry[]>()(z.object({ limit: z.int().min(1).max(1000).optional() })),
  'history.get': method<{ entry: HistoryEntry; analysis: Analysis }>()(z.object({ id: z.string() })),
  'history.remove': method<null>()(z.object({ id: z.string() })),
} as const

export type Api = typeof methods
export type Method = keyof Api
export type Request<M extends Method> = z.input<Api[M]['request']>
type Types<M extends Method> = NonNullable<Api[M]['types']>
export type Reply<M extends Method> = Types<M>['reply']
export type Event<M extends Method> = Types<M>['event']
