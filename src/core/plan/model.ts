import { z } from 'zod'
import { engineSchema } from '../engine'
import { parseNoteSchema, textSpanSchema } from '../text-span'

/**
 * One execution plan, whichever server and format it came from. Never mutated after the parser returns; derived
 * numbers live beside it (metrics.ts), and so do key parts (keyparts/), because they need the catalog.
 */

export const planFormatIdSchema = z.enum([
  'mysql-table',
  'mysql-json-v1',
  'mysql-json-v2',
  'mysql-tree',
  'mariadb-table',
  'mariadb-json',
  'postgres-text',
  'postgres-json',
  'postgres-yaml',
  'postgres-xml',
])
export type PlanFormatId = z.infer<typeof planFormatIdSchema>

export const operatorSchema = z.enum([
  'access',
  'nested-loop',
  'hash-join',
  'merge-join',
  'block-nested-loop',
  'batched-key-access',
  'semi-join',
  'anti-join',
  'filter',
  'sort',
  'limit',
  'aggregate',
  'window',
  'distinct',
  'materialize',
  'temporary-table',
  'union',
  'append',
  'subquery',
  'cte',
  'insert',
  'update',
  'delete',
  'lock',
  'gather',
  'memoize',
  'result',
  'other',
])
export type Operator = z.infer<typeof operatorSchema>

/** How a table's rows are reached. docs/formats.md holds the table from the servers' words to these. */
export const accessMethodSchema = z.enum([
  'full-scan',
  'index-scan',
  'range',
  'lookup',
  'unique-lookup',
  'constant',
  'index-merge',
  'skip-scan',
  'loose-scan',
  'bitmap',
  'fulltext',
  'spatial',
  'function',
  'none',
  'other',
])
export type AccessMethod = z.infer<typeof accessMethodSchema>

/** `n0`, `n0.1`, …: the path from the root, stable across re-parses of one text. */
export type NodeId = string

export const indexUseSchema = z
  .object({
    name: z.string(),
    keyLengthBytes: z.int().optional(),
    /** Column names or expression texts, exactly as the server listed them. */
    usedKeyParts: z.array(z.string()).readonly().optional(),
    use: z.enum(['main', 'merge', 'rowid-filter']),
  })
  .readonly()
export type IndexUse = z.infer<typeof indexUseSchema>

export const accessSchema = z
  .object({
    schema: z.string().optional(),
    table: z.string(),
    alias: z.string().optional(),
    method: accessMethodSchema,
    /** The server's own word: ALL, index, range, ref|filter, "Index Scan". */
    accessType: z.string(),
    indexes: z.array(indexUseSchema).readonly(),
    possibleIndexes: z.array(z.string()).readonly().optional(),
    /** What index parts are compared with, as the server listed it: `const`, `shop.o.id`, `func`. */
    ref: z.array(z.string()).readonly().optional(),
    /** All needed columns came from the index. */
    covering: z.boolean(),
    direction: z.enum(['forward', 'backward']),
    multiRangeRead: z.boolean(),
    /** Conditions are checked in the index before the row is read (index condition pushdown). */
    indexCondition: z.boolean(),
    partitions: z.array(z.string()).readonly().optional(),
    /** A temporary or derived table, not a stored one. */
    derived: z.boolean().optional(),
  })
  .readonly()
export type Access = z.infer<typeof accessSchema>

/**
 * What the optimizer believed, per execution of the node.
 * MySQL, MariaDB: EXPLAIN's rows = rowsExaminedPerLoop, rowsPerLoop = rows × filtered. PostgreSQL: Plan Rows = rowsPerLoop.
 */
export const estimateSchema = z
  .object({
    rowsPerLoop: z.number().optional(),
    rowsExaminedPerLoop: z.number().optional(),
    keptFraction: z.number().optional(),
    startupCost: z.number().optional(),
    /** Including everything below the node. */
    subtreeCost: z.number().optional(),
    rowWidthBytes: z.number().optional(),
  })
  .readonly()
export type Estimate = z.infer<typeof estimateSchema>

/** What happened, exactly as reported: per loop where the server says per loop. Totals live in metrics.ts. */
export const actualSchema = z
  .object({
    loops: z.number(),
    rowsPerLoop: z.number(),
    firstRowMsPerLoop: z.number().optional(),
    lastRowMsPerLoop: z.number().optional(),
    rowsFilteredPerLoop: z.number().optional(),
    sharedHitBlocks: z.number().optional(),
    sharedReadBlocks: z.number().optional(),
    tempReadBlocks: z.number().optional(),
    tempWrittenBlocks: z.number().optional(),
    memoryBytes: z.number().optional(),
    sortMethod: z.string().optional(),
    workers: z.number().optional(),
    neverExecuted: z.boolean(),
  })
  .readonly()
export type Actual = z.infer<typeof actualSchema>

/** A condition as the server prints it, and where in the work it is checked. */
export const conditionSchema = z
  .object({
    text: z.string(),
    checkedAt: z.enum(['index-seek', 'index-filter', 'row-filter', 'join', 'having', 'recheck']),
    /** In the plan's own text. */
    span: textSpanSchema.optional(),
    /** In the statement. */
    sqlSpan: textSpanSchema.optional(),
    /** Where the statement says it in several places, or only a part of it was found: the places of its parts. */
    sqlSpans: z.array(textSpanSchema).readonly().optional(),
  })
  .readonly()
export type Condition = z.infer<typeof conditionSchema>

export const relationSchema = z.enum(['input', 'outer', 'inner', 'subquery', 'init-plan', 'cte', 'union-part'])
export type Relation = z.infer<typeof relationSchema>

export interface PlanNode {
  readonly id: NodeId
  readonly operator: Operator
  /** The server's own words, e.g. `Nested Loop`, `Index range scan`. */
  readonly label: string
  readonly relation: Relation
  /** True for nodes that the format implies but does not print (the joins of MySQL's first JSON format). */
  readonly synthetic: boolean
  /** Where in `source.text` this node was read. */
  readonly span: z.infer<typeof textSpanSchema>
  /** The table's place in the statement, where known. */
  readonly sqlSpan?: z.infer<typeof textSpanSchema> | undefined
  readonly children: readonly PlanNode[]
  readonly conditions: readonly Condition[]
  readonly access?: Access | undefined
  readonly estimate: Estimate
  /** Present only if the server ran the statement. */
  readonly actual?: Actual | undefined
  /** Everything else the server said about the node, verbatim; lists and objects as their JSON text. */
  readonly rest: Readonly<Record<string, string | number | boolean>>
}

export const planNodeSchema: z.ZodType<PlanNode> = z
  .object({
    id: z.string(),
    operator: operatorSchema,
    label: z.string(),
    relation: relationSchema,
    synthetic: z.boolean(),
    span: textSpanSchema,
    sqlSpan: textSpanSchema.optional(),
    get children() {
      return z.array(planNodeSchema).readonly()
    },
    conditions: z.array(conditionSchema).readonly(),
    access: accessSchema.optional(),
    estimate: estimateSchema,
    actual: actualSchema.optional(),
    rest: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).readonly(),
  })
  .readonly()
  .meta({ id: 'PlanNode' })

export const planSourceSchema = z
  .object({
    format: planFormatIdSchema,
    /** Absent when a plan was pasted and the server is unknown. */
    engine: engineSchema.optional(),
    /** The exact text we were given; every view can show it. */
    text: z.string(),
    sql: z.string().optional(),
    measured: z.boolean(),
    /** Where in the pasted text this plan stands; the whole for a single one. */
    span: textSpanSchema,
  })
  .readonly()
export type PlanSource = z.infer<typeof planSourceSchema>

export const statementFactsSchema = z
  .object({
    planningMs: z.number().optional(),
    executionMs: z.number().optional(),
    triggers: z
      .array(z.object({ name: z.string(), calls: z.number(), totalMs: z.number().optional() }).readonly())
      .readonly(),
    settings: z.record(z.string(), z.string()).readonly(),
  })
  .readonly()
export type StatementFacts = z.infer<typeof statementFactsSchema>

export const planSchema = z
  .object({
    source: planSourceSchema,
    root: planNodeSchema,
    statement: statementFactsSchema,
    /** What the parser met and did not understand. Empty means that everything was understood. */
    notes: z.array(parseNoteSchema).readonly(),
  })
  .readonly()
export type Plan = z.infer<typeof planSchema>

/** Derived numbers of one node, computed once beside the plan; formulas in metrics.ts. */
export const nodeMetricsSchema = z
  .object({
    totalRows: z.number().optional(),
    totalMs: z.number().optional(),
    selfMs: z.number().optional(),
    selfTimeFraction: z.number().optional(),
    /** Actual ÷ estimated rows: 1 is perfect, 100 means a hundred times more than believed. */
    rowsRatio: z.number().optional(),
    selfCost: z.number().optional(),
    /** The time of this subtree is in no node above it: it ran before the first step, or after the last row was found. */
    apart: z.boolean().optional(),
    /** The node in whose time this subtree ran, where it is not the one above it: InitPlans, CTEs and other plans that run once. */
    ranIn: z.string().optional(),
    /** Blocks of this node alone; with all below they are in `actual`. PostgreSQL's are 8 kB if not built otherwise. */
    selfSharedHitBlocks: z.number().optional(),
    selfSharedReadBlocks: z.number().optional(),
    selfTempReadBlocks: z.number().optional(),
    selfTempWrittenBlocks: z.number().optional(),
    /** MariaDB: InnoDB pages that the node asked for, and those of them that were read from disk. */
    selfPagesAccessed: z.number().optional(),
    selfPagesRead: z.number().optional(),
    /** What the node wrote to disk because its memory was not enough. */
    spilledBytes: z.number().optional(),
    /** Rows that the node's conditions left ÷ rows that they saw, as it happened; `estimate.keptFraction` is the guess. */
    keptFraction: z.number().optional(),
    /** MySQL: the cost of reading the table's rows, and that of checking the conditions on them. */
    readCost: z.number().optional(),
    evalCost: z.number().optional(),
  })
  .readonly()
export type NodeMetrics = z.infer<typeof nodeMetricsSchema>

export const planMetricsSchema = z.record(z.string(), nodeMetricsSchema).readonly()
export type PlanMetrics = z.infer<typeof planMetricsSchema>
