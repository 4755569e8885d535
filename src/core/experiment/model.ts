import { z } from 'zod'
import { variantSchema } from '../advisor/model'
import { verdictSchema } from '../analysis/verdict-model'
import { documentSchema } from '../document'
import { engineSchema } from '../engine'
import { planSchema } from '../plan/model'
import { scratchReportSchema } from '../scratch/model'

/** Which figure of a run is compared: the server's CPU time, its wall time, ours, or the counted work. */
export const clockSchema = z.enum(['cpu', 'serverWall', 'client', 'work'])
export type Clock = z.infer<typeof clockSchema>

/** Where a variant stands in a matrix, such as switch × buffer size. */
export const variantCellSchema = z.object({ row: z.string(), column: z.string() }).readonly()
export type VariantCell = z.infer<typeof variantCellSchema>

/** A variant under its name in the experiment: A, B, … or a file's name. */
export const namedVariantSchema = z
  .object({
    name: z.string(),
    ...variantSchema.unwrap().shape,
    /** What it is, in a few words: "MRR forced, 4 MB". */
    label: z.string().optional(),
    cell: variantCellSchema.optional(),
    /** Where it runs: the name of a connection; absent for the experiment's own. */
    on: z.string().optional(),
    /** The scratch schema that it ran in; absent where it read the tables themselves. */
    schema: z.string().optional(),
    engine: engineSchema.optional(),
  })
  .readonly()
export type NamedVariant = z.infer<typeof namedVariantSchema>

/** The order of an experiment: what runs, how often at most, and from which seed its order is drawn. */
export const experimentSpecSchema = z
  .object({
    /** Two to eight; the first is the baseline. */
    variants: z.array(namedVariantSchema).min(2).max(8).readonly(),
    warmupRounds: z.int().nonnegative(),
    minPairs: z.int().positive(),
    maxPairs: z.int().positive(),
    budgetMs: z.number().positive(),
    seed: z.int(),
    /** Differences below this share are none: 0.05. */
    threshold: z.number().positive(),
    /** A single run may take this long. */
    runTimeoutMs: z.number().positive(),
    /** The preset that proposed the variants. */
    preset: z.string().optional(),
    /** Rows or calls that one run works on, for costs of each. */
    perRun: z
      .object({ count: z.number(), of: z.enum(['rows', 'calls']) })
      .readonly()
      .optional(),
    /** How the variants' tables were copied; absent where they ran on the tables themselves. */
    scratch: z
      .object({ rows: z.enum(['all', 'sample']), fraction: z.number().optional() })
      .readonly()
      .optional(),
  })
  .readonly()
export type ExperimentSpec = z.infer<typeof experimentSpecSchema>

/** One timed run, kept as it came. A pair is a round in which every variant runs once, in the seed's order. */
export const sampleSchema = z
  .object({
    pair: z.int().nonnegative(),
    variant: z.string(),
    /** Its place in the round; 0 ran first. */
    place: z.int().nonnegative(),
    /** From sending to the last packet, on our clock. */
    clientMs: z.number(),
    /** The server's own elapsed time of the statement. */
    serverWallMs: z.number().optional(),
    /** CPU time that the server spent on the statement. */
    serverCpuMs: z.number().optional(),
    rows: z.number(),
    /** By the server's names, plus rowsExamined and pagesRead. */
    counters: z.record(z.string(), z.number()).readonly(),
  })
  .readonly()
export type Sample = z.infer<typeof sampleSchema>

export const intervalSchema = z.object({ ratio: z.number(), low: z.number(), high: z.number() }).readonly()

/** One variant against the baseline of its rounds. ratio = variant ÷ baseline. */
export const comparisonSchema = z
  .object({
    variant: z.string(),
    clocks: z
      .object({
        cpu: intervalSchema.optional(),
        serverWall: intervalSchema.optional(),
        client: intervalSchema.optional(),
      })
      .readonly(),
    decidedBy: clockSchema,
    ratio: z.number(),
    low: z.number(),
    high: z.number(),
    confidence: z.number(),
    pairs: z.int().nonnegative(),
    verdict: z.enum(['faster', 'slower', 'no-difference', 'undecided']),
    /** About how many pairs in all would decide, where that can be told. */
    pairsNeeded: z.int().positive().optional(),
    /** CPU and wall time disagree: what the difference is, in words. */
    waiting: z.string().optional(),
    /** Median counter of the variant ÷ that of the baseline; only counters that both have. */
    workRatio: z.record(z.string(), z.number()).readonly(),
    sameResult: z.enum(['same', 'different', 'not-comparable', 'unchecked']),
    /** Why it is not comparable, or what else is to say about the results. */
    sameResultBecause: z.string().optional(),
    firstDifferences: z
      .array(
        z.object({ only: z.enum(['baseline', 'variant']), row: z.array(z.string().nullable()).readonly() }).readonly(),
      )
      .readonly()
      .optional(),
  })
  .readonly()
export type Comparison = z.infer<typeof comparisonSchema>

export const experimentDocumentSchema = documentSchema('experiment', {
  id: z.string(),
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  engine: engineSchema,
  spec: experimentSpecSchema,
  /** What the same statement against itself differs by on this machine: half the width of the interval, in µs. */
  noiseFloorMicros: z.number().optional(),
  samples: z.array(sampleSchema).readonly(),
  stoppedBecause: z.enum(['decided', 'all-pairs', 'budget', 'stopped', 'failed']),
  /** With `failed`: what happened, in words. Finished pairs are kept. */
  failure: z.string().optional(),
  comparisons: z.array(comparisonSchema).readonly(),
  scratch: scratchReportSchema.optional(),
  /** Settings of the server that matter for times, as they were: buffer pool size, flush method, version comment. */
  environment: z
    .array(z.object({ name: z.string(), value: z.string(), on: z.string().optional() }).readonly())
    .readonly()
    .optional(),
  cautions: z.array(z.string()).readonly(),
  /** The first plan of each variant, in the order of the variants. */
  plans: z.array(planSchema).readonly(),
  verdict: verdictSchema,
})
export type ExperimentDocument = z.infer<typeof experimentDocumentSchema>
