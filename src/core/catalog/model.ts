import { z } from 'zod'

/** What the server told us about the schema. Names are as the server stores them, never quoted. */

export const columnSchema = z
  .object({
    name: z.string(),
    /** The full type as the server prints it: `varchar(255)`, `decimal(10,2)`, `enum('a','b')`, `timestamp with time zone`. */
    type: z.string(),
    nullable: z.boolean(),
    charset: z.string().optional(),
    collation: z.string().optional(),
    /** The expression, where the server tells it. */
    generated: z.string().optional(),
    /** Bytes of the longest character of the charset (information_schema.CHARACTER_SETS.MAXLEN). */
    charMaxBytes: z.int().optional(),
  })
  .readonly()
export type Column = z.infer<typeof columnSchema>

export const indexPartSchema = z
  .object({
    column: z.string().optional(),
    /** Functional part; `column` is absent then. */
    expression: z.string().optional(),
    prefixChars: z.int().optional(),
    descending: z.boolean(),
    /** Distinct values of the index up to and with this part. */
    cardinality: z.number().optional(),
    /** PostgreSQL: the operator class, where it is not the default one. */
    opclass: z.string().optional(),
    /** PostgreSQL: the part's own collation, where it is not the column's. */
    collation: z.string().optional(),
  })
  .readonly()
export type IndexPart = z.infer<typeof indexPartSchema>

export const indexSchema = z
  .object({
    name: z.string(),
    unique: z.boolean(),
    visible: z.boolean(),
    /** btree, hash, fulltext, spatial, gin, gist, brin …, lower case. */
    method: z.string().optional(),
    parts: z.array(indexPartSchema).readonly(),
    include: z.array(z.string()).readonly().optional(),
    where: z.string().optional(),
    bytes: z.number().optional(),
    /** Times that the server read it since it began to count; see `readsCountedSeconds` of the table. */
    reads: z.number().optional(),
  })
  .readonly()
export type Index = z.infer<typeof indexSchema>

export const foreignKeySchema = z
  .object({
    name: z.string(),
    columns: z.array(z.string()).readonly(),
    toTable: z.string(),
    toColumns: z.array(z.string()).readonly(),
  })
  .readonly()

/** A foreign key of another table that refers to this one. */
export const referenceSchema = z
  .object({
    name: z.string(),
    schema: z.string(),
    table: z.string(),
    columns: z.array(z.string()).readonly(),
    toColumns: z.array(z.string()).readonly(),
    /** An index of the other table begins with its columns. */
    indexed: z.boolean(),
    /** Of the other table. */
    rows: z.number().optional(),
  })
  .readonly()
export type Reference = z.infer<typeof referenceSchema>

export const tableSchema = z
  .object({
    schema: z.string(),
    name: z.string(),
    /** Storage engine, lower-cased by nobody: `InnoDB`, `MyISAM`; `heap` on PostgreSQL. */
    engine: z.string().optional(),
    /** table, view, partitioned, foreign …; absent means a plain table. */
    type: z.string().optional(),
    rows: z.number().optional(),
    bytes: z.number().optional(),
    /** ISO 8601 UTC; when the statistics were last computed, where the server tells. */
    analyzedAt: z.string().optional(),
    columns: z.array(columnSchema).readonly(),
    indexes: z.array(indexSchema).readonly(),
    /** Column names in key order. */
    primaryKey: z.array(z.string()).readonly().optional(),
    foreignKeys: z.array(foreignKeySchema).readonly(),
    /** PostgreSQL, which makes no index for them; absent where nobody asked. */
    referencedBy: z.array(referenceSchema).readonly().optional(),
    /** For how long the server has counted the reads of its indexes; absent where it does not tell. */
    readsCountedSeconds: z.number().optional(),
  })
  .readonly()
export type Table = z.infer<typeof tableSchema>

export const catalogSchema = z.object({ tables: z.array(tableSchema).readonly() }).readonly()
export type Catalog = z.infer<typeof catalogSchema>
