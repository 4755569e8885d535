import { z } from 'zod'
import { engineSchema } from '../engine'
import { accessMethodSchema } from '../plan/model'
import { parseNoteSchema, textSpanSchema } from '../text-span'

/**
 * What an optimizer trace of MySQL or MariaDB tells: every way to read each table, every join order tried, what was
 * rewritten before and decided again after. Tables are named as the statement names them (the alias where there is
 * one); all spans are places in the text that was read.
 */

/**
 * Where in the optimizer's work something was weighed. estimation: the range optimizer, per table alone. join-search:
 * after a prefix of other tables. materialization: the search inside a subquery that could be materialized. semi-join:
 * weighed again for a semi-join strategy. recheck: after the join order was fixed.
 */
export const traceStageSchema = z.enum(['estimation', 'join-search', 'materialization', 'semi-join', 'recheck'])
export type TraceStage = z.infer<typeof traceStageSchema>

/** One way to read a table, weighed at one point. */
export const traceAlternativeSchema = z
  .object({
    selectId: z.number(),
    /** The tables read before, in order; empty in the estimation. */
    prefix: z.array(z.string()).readonly(),
    stage: traceStageSchema,
    /** What was weighed: an index range, a lookup, a scan, an index for its order, a loose scan for groups. */
    phase: z.enum(['range', 'ref', 'scan', 'order', 'group']),
    method: accessMethodSchema,
    /** The server's own word: `ref`, `scan`, `range_scan`, `index_group`. */
    accessType: z.string(),
    index: z.string().optional(),
    /** Of a merge of indexes: all of them. */
    indexes: z.array(z.string()).readonly().optional(),
    /** Rows read, per row combination of the prefix. */
    rows: z.number().optional(),
    /** Rows that are left after the table's own conditions. */
    rowsAfter: z.number().optional(),
    cost: z.number().optional(),
    /** false: it could not be used at all here, for the cause given or because a table of the prefix is missing. */
    usable: z.boolean(),
    /** The winner at this point. While the server lists, it says so of each "best so far"; only the last one is. */
    chosen: z.boolean(),
    /** Of the join search that it belongs to. */
    search: z.int().nonnegative().optional(),
    /** In the server's word. */
    cause: z.string().optional(),
    ranges: z.array(z.string()).readonly().optional(),
    /** The key parts that the range optimizer may use, in order. */
    keyParts: z.array(z.string()).readonly().optional(),
    indexOnly: z.boolean().optional(),
    rowidOrdered: z.boolean().optional(),
    multiRangeRead: z.boolean().optional(),
    /** Rows of equality ranges were asked from the index itself instead of taken from its statistics. */
    indexDives: z.boolean().optional(),
    joinBuffer: z.boolean().optional(),
    /** MariaDB: the index whose row ids filter this read. */
    rowidFilter: z.string().optional(),
    span: textSpanSchema,
  })
  .readonly()
export type TraceAlternative = z.infer<typeof traceAlternativeSchema>

/** One table of one query block. */
export const traceTableSchema = z
  .object({
    selectId: z.number(),
    table: z.string(),
    /** The table's own name, where the trace tells it beside the alias. */
    name: z.string().optional(),
    /** Index hints of the statement, as MySQL prints them behind the name. */
    hints: z.string().optional(),
    /** Of a scan of the whole table. */
    rows: z.number().optional(),
    scanCost: z.number().optional(),
    /** const or system: read before anything was planned. */
    constant: z.boolean(),
    impossibleRange: z.boolean(),
    /** What the range optimizer settled on. */
    range: z
      .object({
        type: z.string(),
        indexes: z.array(z.string()).readonly(),
        ranges: z.array(z.string()).readonly(),
        rows: z.number().optional(),
        cost: z.number().optional(),
        chosen: z.boolean(),
        span: textSpanSchema,
      })
      .readonly()
      .optional(),
    alternatives: z.array(traceAlternativeSchema).readonly(),
  })
  .readonly()
export type TraceTable = z.infer<typeof traceTableSchema>

/** A beginning of a join order, or a whole one, that was costed. */
export const traceJoinOrderSchema = z
  .object({
    selectId: z.number(),
    stage: z.enum(['join-search', 'materialization']),
    /** Which search it belongs to: a block has one, and one more for each subquery that could be materialized. */
    search: z.int().nonnegative(),
    order: z.array(z.string()).readonly(),
    /** Cost and rows of everything up to the last table. */
    cost: z.number().optional(),
    rows: z.number().optional(),
    /** What sorting would add at the end. */
    sortCost: z.number().optional(),
    /** What the taken order costs with its semi-join strategies and sort, where that is another number. */
    finalCost: z.number().optional(),
    /** It has all tables of its query block. */
    complete: z.boolean(),
    /** It is the one that was taken. */
    chosen: z.boolean(),
    prunedBy: z.enum(['cost', 'heuristic', 'hanging-leaf']).optional(),
    /** MariaDB: the cost of the best order known when it was pruned. */
    bestCost: z.number().optional(),
    span: textSpanSchema,
  })
  .readonly()
export type TraceJoinOrder = z.infer<typeof traceJoinOrderSchema>

export const traceTransformationSchema = z
  .object({
    selectId: z.number(),
    /** The server's word: `equality_propagation`, `IN (SELECT) to semijoin`, `derived merge`. */
    name: z.string(),
    before: z.string().optional(),
    after: z.string().optional(),
    /** It changed something. */
    applied: z.boolean(),
    cause: z.string().optional(),
    span: textSpanSchema,
  })
  .readonly()
export type TraceTransformation = z.infer<typeof traceTransformationSchema>

/** A decision taken again after the join order was fixed: it overrides what the search chose. */
export const traceRecheckSchema = z
  .object({
    selectId: z.number(),
    table: z.string(),
    /**
     * ordering: an index that gives the order of ORDER BY or GROUP BY. usage: the range optimizer asked again.
     * key-parts: a range that uses more of the index. splitting: a grouped derived table filled per row of the outer
     * query (MariaDB).
     */
    reason: z.enum(['ordering', 'usage', 'key-parts', 'splitting']),
    /** `ORDER BY`, `GROUP BY`; or the server's reason to ask again: `low_limit`, `not_first_table`. */
    clause: z.string().optional(),
    planChanged: z.boolean(),
    providesOrder: z.boolean().optional(),
    index: z.string().optional(),
    accessType: z.string().optional(),
    direction: z.string().optional(),
    /** Rows that the LIMIT is thought to make the ordered read look at. */
    rows: z.number().optional(),
    cause: z.string().optional(),
    /** MariaDB lists each index that could give the order. */
    candidates: z
      .array(
        z
          .object({
            index: z.string(),
            canResolveOrder: z.boolean().optional(),
            cost: z.number().optional(),
            rows: z.number().optional(),
            usable: z.boolean().optional(),
            chosen: z.boolean().optional(),
            cause: z.string().optional(),
            span: textSpanSchema,
          })
          .readonly(),
      )
      .readonly(),
    span: textSpanSchema,
  })
  .readonly()
export type TraceRecheck = z.infer<typeof traceRecheckSchema>

/** A strategy weighed for a semi-join at one point of the join search. */
export const traceSemiJoinSchema = z
  .object({
    selectId: z.number(),
    strategy: z.string(),
    /** The tables up to here, in order. */
    order: z.array(z.string()).readonly(),
    cost: z.number().optional(),
    rows: z.number().optional(),
    chosen: z.boolean(),
    /** The one that the plan runs with. */
    final: z.boolean(),
    cause: z.string().optional(),
    span: textSpanSchema,
  })
  .readonly()
export type TraceSemiJoin = z.infer<typeof traceSemiJoinSchema>

/** A condition and the table at which it is checked. */
export const traceConditionSchema = z
  .object({
    selectId: z.number(),
    table: z.string(),
    text: z.string(),
    /** attached: checked at the table. final: what is left of it after index lookups. index: checked in the index. */
    kind: z.enum(['attached', 'final', 'index']),
    span: textSpanSchema,
  })
  .readonly()
export type TraceCondition = z.infer<typeof traceConditionSchema>

/** A sort or temporary table, planned or run, with the server's words for its facts. */
export const traceWorkSchema = z
  .object({
    selectId: z.number(),
    kind: z.enum(['filesort', 'temporary-table']),
    table: z.string().optional(),
    facts: z.array(z.object({ name: z.string(), value: z.string() }).readonly()).readonly(),
    cause: z.string().optional(),
    span: textSpanSchema,
  })
  .readonly()
export type TraceWork = z.infer<typeof traceWorkSchema>

/** A line of the hypergraph optimizer's free text. */
export const traceLineSchema = z
  .object({ text: z.string(), cost: z.number().optional(), span: textSpanSchema })
  .readonly()
export type TraceLine = z.infer<typeof traceLineSchema>

/** The trace as a tree of named steps, for walking it and for its places. */
export interface TraceStep {
  readonly name: string
  readonly selectId?: number | undefined
  readonly table?: string | undefined
  readonly span: z.infer<typeof textSpanSchema>
  readonly children: readonly TraceStep[]
}

export const traceStepSchema: z.ZodType<TraceStep> = z
  .object({
    name: z.string(),
    selectId: z.number().optional(),
    table: z.string().optional(),
    span: textSpanSchema,
    get children() {
      return z.array(traceStepSchema).readonly()
    },
  })
  .readonly()
  .meta({ id: 'TraceStep' })

export const traceShape = {
  engine: engineSchema.optional(),
  /** Bytes that the server left out, as it says; 0 when it left out none or does not tell. */
  truncatedBytes: z.number(),
  /** Where the text ends before its JSON does: everything finished before is here. */
  cutAt: z.int().nonnegative().optional(),
  transformations: z.array(traceTransformationSchema).readonly(),
  tables: z.array(traceTableSchema).readonly(),
  joinOrders: z.array(traceJoinOrderSchema).readonly(),
  semiJoins: z.array(traceSemiJoinSchema).readonly(),
  rechecks: z.array(traceRecheckSchema).readonly(),
  conditions: z.array(traceConditionSchema).readonly(),
  work: z.array(traceWorkSchema).readonly(),
  /** The hypergraph optimizer writes lines instead of steps. */
  lines: z.array(traceLineSchema).readonly(),
  steps: traceStepSchema,
  notes: z.array(parseNoteSchema).readonly(),
} as const

export const traceSchema = z.object(traceShape).readonly()
export type Trace = z.infer<typeof traceSchema>
