import { z } from 'zod'
import { findingSchema } from '../advisor/model'
import { tableStatisticsSchema } from '../advisor/statistics/model'
import { alternativesSchema } from '../alternatives/model'
import { catalogSchema } from '../catalog/model'
import { documentSchema } from '../document'
import { capabilitySchema, engineSchema } from '../engine'
import { keyUseSchema } from '../keyparts/model'
import { planMetricsSchema, planSchema } from '../plan/model'
import { traceSchema } from '../trace/model'
import { valueSetsSchema } from './value-sets/model'
import { usedValueSchema } from './values-model'
import { verdictSchema } from './verdict-model'

/** Keys of `explain[].format`: a plan format, or one that the server prints and nobody parses. */
export const explainFormatSchema = z.enum([
  'mysql-table',
  'mysql-json-v1',
  'mysql-json-v2',
  'mysql-tree',
  'mysql-partitions',
  'mariadb-table',
  'mariadb-partitions',
  'mariadb-json',
  'postgres-text',
  'postgres-json',
  'postgres-yaml',
  'postgres-xml',
])
export type ExplainFormat = z.infer<typeof explainFormatSchema>

/** A line of SHOW WARNINGS, or a PostgreSQL notice. */
export const serverWarningSchema = z
  .object({ level: z.string(), code: z.union([z.number(), z.string()]), message: z.string() })
  .readonly()
export type ServerWarning = z.infer<typeof serverWarningSchema>

/** One EXPLAIN as the server answered it: rows under columns, or one text. */
export const explainOutputSchema = z
  .object({
    format: explainFormatSchema,
    /** The statement that was sent. */
    statement: z.string(),
    /** True when the statement was executed (EXPLAIN ANALYZE, MariaDB's ANALYZE). */
    measured: z.boolean(),
    columns: z.array(z.string()).readonly().optional(),
    /** Values as text, as clients print them; null is SQL NULL. */
    rows: z.array(z.array(z.string().nullable()).readonly()).readonly().optional(),
    text: z.string().optional(),
    warnings: z.array(serverWarningSchema).readonly(),
  })
  .readonly()
export type ExplainOutput = z.infer<typeof explainOutputSchema>

/** What one run of the statement cost, by the server's own counters. */
export const countersSchema = z
  .object({
    /** Differences of the server's session counters, by the server's names; zero ones left out. */
    values: z.record(z.string(), z.number()).readonly(),
    /** Names in `values` that count for the whole server, not for this session. */
    global: z.array(z.string()).readonly(),
    rowsReturned: z.number(),
    rowsExamined: z.number().optional(),
    /** How rowsExamined was found. */
    rowsExaminedFrom: z.enum(['performance-schema', 'handler-counters', 'plan']).optional(),
    clientMs: z.number(),
  })
  .readonly()
export type Counters = z.infer<typeof countersSchema>

/** Everything that is known about one statement on one server. Node ids refer to plans[0] unless planIndex says otherwise. */
export const analysisSchema = documentSchema('analysis', {
  engine: engineSchema,
  capabilities: z.array(capabilitySchema).readonly(),
  sql: z.string(),
  /** What stood in the places of the statement's placeholders, in the order of the text. */
  values: z.array(usedValueSchema).readonly().optional(),
  explain: z.array(explainOutputSchema).readonly(),
  /** Best first. */
  plans: z.array(planSchema).readonly(),
  metrics: z.array(planMetricsSchema).readonly(),
  keyUse: z.array(keyUseSchema).readonly(),
  /** The optimizer trace, read; left out where the caller reads `traceText` itself. */
  trace: traceSchema.optional(),
  /** The optimizer trace as the server gave it. */
  traceText: z.string().optional(),
  /** PostgreSQL: plans that are left when choices are taken away; where they were asked for. */
  alternatives: alternativesSchema.optional(),
  findings: z.array(findingSchema).readonly(),
  /** Rules of advice that could not be asked, and what they would need. */
  notChecked: z
    .array(z.object({ rule: z.string(), title: z.string(), because: z.string() }).readonly())
    .readonly()
    .optional(),
  /** Why nothing is advised for this statement, in one sentence; absent when something is. */
  nothingToAdvise: z.string().optional(),
  catalog: catalogSchema,
  /** What was counted of the tables' values, where somebody asked for it. */
  statistics: z.array(tableStatisticsSchema).readonly().optional(),
  /** The statement planned with several sets of values, where there were several. */
  valueSets: valueSetsSchema.optional(),
  counters: countersSchema.optional(),
  /** What was left out or is uncertain, in words: an EXPLAIN form the server refused, a partial run. */
  cautions: z.array(z.string()).readonly(),
  verdict: verdictSchema,
  /** Where the waiting went: on the server (with the network), and in reading its answers. */
  timings: z.object({ serverMs: z.number(), readMs: z.number() }).readonly().optional(),
})
export type Analysis = z.infer<typeof analysisSchema>
