import { type OnlyTable, quoted, type Rewritable, rewritten, textAt, wherePlace } from './rewritable'

/**
 * `WHERE a = 1` as `WHERE t.id IN (SELECT t.id FROM t WHERE a = 1)`: the primary key picks the rows, and the outer read
 * is free to follow the order. The same rows, because the key picks each row once.
 */
export function asInSubquery(of: Rewritable, { source, table, qualifier }: OnlyTable): string | undefined {
  const where = wherePlace(of)
  const [key, second] = table.primaryKey ?? []
  if (where === undefined || key === undefined || second !== undefined) return undefined
  const column = `${qualifier}.${quoted(key, of.dialect)}`
  const from = textAt(of, source.span)
  const inner = `SELECT ${column} FROM ${from} WHERE ${textAt(of, where.span)}`
  return rewritten(of, [{ span: where.span, text: `${column} IN (${inner})` }])
}
