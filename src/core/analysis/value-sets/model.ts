import { z } from 'zod'
import { faultSchema } from '../../errors'
import { placeholderValuesSchema, usedValueSchema } from '../values-model'

/** Where the values of a set come from. */
export const valueSetOriginSchema = z.enum(['given', 'statistics', 'slow-log'])
export type ValueSetOrigin = z.infer<typeof valueSetOriginSchema>

/** Values for a statement's placeholders, as requests carry them. */
export const givenSetSchema = z.object({
  /** A, B, … where absent. */
  name: z.string().min(1).max(100).optional(),
  why: z.string().max(500).optional(),
  /** `given` where absent. */
  from: valueSetOriginSchema.optional(),
  values: placeholderValuesSchema,
})

/** One way to fill the placeholders of a statement, and the plan that the server makes for it. */
export const valueSetSchema = z
  .object({
    /** Short and unique among the sets: `A`, or a name that was given. */
    name: z.string(),
    from: valueSetOriginSchema,
    /** Why these values, in words: "the commonest state, 94 % of the rows". */
    why: z.string().optional(),
    /** What stood in the places of the placeholders, in the order of the text. */
    values: z.array(usedValueSchema).readonly(),
    /** Fingerprint of its plan; one of `shapes`. Absent when there is no plan, which `error` explains. */
    shape: z.string().optional(),
    /** Rows that the plan expects to read in all tables and indexes. */
    rowsRead: z.number().optional(),
    /** Rows that it expects to return. */
    rowsReturned: z.number().optional(),
    /** The optimizer's cost of the whole plan; comparable within this document only. */
    cost: z.number().optional(),
    error: z.object(faultSchema.unwrap().shape).readonly().optional(),
  })
  .readonly()
export type ValueSet = z.infer<typeof valueSetSchema>

/** One access of a plan, in the order in which the tables are read. */
export const shapeAccessSchema = z
  .object({
    /** As the statement calls it. */
    table: z.string(),
    /** As plans have it: `range`, `full-scan`. */
    method: z.string(),
    indexes: z.array(z.string()).readonly(),
    backward: z.boolean(),
  })
  .readonly()
export type ShapeAccess = z.infer<typeof shapeAccessSchema>

/** One plan shape with the sets that lead to it. */
export const planShapeGroupSchema = z
  .object({
    shape: z.string(),
    /** Names of its sets. */
    sets: z.array(z.string()).readonly(),
    /** The plan in a line: "issue by PRIMARY backward, then a sort". */
    summary: z.string(),
    accesses: z.array(shapeAccessSchema).readonly(),
    sorts: z.boolean(),
    /** The plan of its first set, as indented text. */
    outline: z.string(),
  })
  .readonly()
export type PlanShapeGroup = z.infer<typeof planShapeGroupSchema>

/** The statement planned with several sets of values side by side, grouped by plan shape. */
export const valueSetsSchema = z
  .object({
    /** "The plan changes with the values: 2 plans for 3 value sets." */
    text: z.string(),
    sets: z.array(valueSetSchema).readonly(),
    /** That of the first set stands first. */
    shapes: z.array(planShapeGroupSchema).readonly(),
    /** PostgreSQL: the plan for values that are not known, which a prepared statement may get. */
    generic: z
      .object({
        shape: z.string(),
        summary: z.string(),
        rowsRead: z.number().optional(),
        rowsReturned: z.number().optional(),
        cost: z.number().optional(),
      })
      .readonly()
      .optional(),
    /** What was left out or is uncertain, in words. */
    cautions: z.array(z.string()).readonly(),
  })
  .readonly()
export type ValueSets = z.infer<typeof valueSetsSchema>
