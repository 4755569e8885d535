import { z } from 'zod'

/** Every schema of ours on a server begins with this. */
export const scratchPrefix = 'sargable_scratch_'

/** How one table comes into a scratch schema. */
export const scratchTableSchema = z
  .object({
    schema: z.string().optional(),
    name: z.string(),
    /** `none`: an empty shell. `sample`: the rows whose primary key's hash falls into the fraction. */
    rows: z.enum(['all', 'sample', 'none']),
    /** 0..1, with `sample`. */
    fraction: z.number().positive().max(1).optional(),
    /** A narrow clone: the primary key and these; all columns when absent. */
    columns: z.array(z.string()).readonly().optional(),
    /** Secondary indexes and triggers of the original; both are left out when false. */
    indexes: z.boolean(),
    triggers: z.boolean(),
  })
  .readonly()
export type ScratchTable = z.infer<typeof scratchTableSchema>

/** What became of the scratch schemas of an experiment. */
export const scratchReportSchema = z
  .object({
    schemas: z.array(z.string()).readonly(),
    tables: z.array(scratchTableSchema).readonly(),
    /** Rows that were copied, all schemas together. */
    rows: z.number(),
    /** In words, what could not be removed; empty when nothing is left. */
    left: z.array(z.string()).readonly(),
  })
  .readonly()
export type ScratchReport = z.infer<typeof scratchReportSchema>
