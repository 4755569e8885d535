import { z } from 'zod'
import { documentSchema } from '../document'
import { parseNoteSchema, textSpanSchema } from '../text-span'

export const statementKindSchema = z.enum(['select', 'insert', 'update', 'delete', 'replace', 'other'])
export type StatementKind = z.infer<typeof statementKindSchema>

/** Does the statement only read? `unknown` when it calls something that may write. */
export const readOnlySchema = z.enum(['yes', 'no', 'unknown'])
export type ReadOnly = z.infer<typeof readOnlySchema>

export const tableReferenceSchema = z
  .object({
    schema: z.string().optional(),
    name: z.string(),
    alias: z.string().optional(),
    span: textSpanSchema,
    /** The index hint list after the table, or the empty place where one would go. */
    hintSpan: textSpanSchema.optional(),
  })
  .readonly()
export type TableReference = z.infer<typeof tableReferenceSchema>

export const sqlConditionSchema = z
  .object({
    text: z.string(),
    span: textSpanSchema,
    clause: z.enum(['where', 'on', 'having']),
    tables: z.array(z.string()).readonly(),
    columns: z.array(z.string()).readonly(),
    operator: z.string(),
    kind: z.enum(['equality', 'range', 'in-list', 'like', 'null-test', 'join', 'function-on-column', 'other']),
    /** LIKE's literal before its first wildcard. */
    fixedPrefix: z.string().optional(),
  })
  .readonly()
export type SqlCondition = z.infer<typeof sqlConditionSchema>

export const placeholderSchema = z.object({ text: z.string(), span: textSpanSchema }).readonly()

export const statementSchema = z
  .object({
    kind: statementKindSchema,
    span: textSpanSchema,
    text: z.string(),
    tables: z.array(tableReferenceSchema).readonly(),
    conditions: z.array(sqlConditionSchema).readonly(),
    placeholders: z.array(placeholderSchema).readonly(),
    fingerprint: z.string(),
    fingerprintVersion: z.literal(1),
    readOnly: readOnlySchema,
    /** DML as the SELECT that finds its rows. */
    selectForm: z.string().optional(),
  })
  .readonly()
export type Statement = z.infer<typeof statementSchema>

export const sqlDocumentSchema = documentSchema('sql', {
  statements: z.array(statementSchema).readonly(),
  notes: z.array(parseNoteSchema).readonly(),
})
export type SqlDocument = z.infer<typeof sqlDocumentSchema>
