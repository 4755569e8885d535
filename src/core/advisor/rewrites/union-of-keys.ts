import type { SqlEdit } from '../../sql/edits/model'
import { nondeterminismOf } from '../../sql/functions/nondeterministic'
import { keyNames, pickedName, stars } from './deferred-join'
import { type OnlyTable, quoted, type Rewritable, removal, rewritten, textAt, wherePlace } from './rewritable'
import type { WrittenOr } from './written-or'

/**
 * `SELECT COUNT(*) FROM t WHERE a = 1 OR b = 2` as a join with the keys that the arms find: `FROM t JOIN (SELECT t.id …
 * WHERE a = 1 UNION SELECT t.id … WHERE b = 2)`. For statements that cannot be said once for each arm, because they
 * group or count. Each key is there once, so every row comes as often as before.
 */
export function asUnionOfKeys(
  of: Rewritable,
  { source, table, qualifier }: OnlyTable,
  or: WrittenOr,
): string | undefined {
  const { sql, dialect } = of
  const key = table.primaryKey ?? []
  const where = wherePlace(of)
  // Texts put together in the order of reading would come out in another order.
  if (key.length === 0 || where === undefined || nondeterminismOf(sql, dialect).ordered.length > 0) return undefined
  const names = keyNames(key, table.columns)
  const picked = quoted(pickedName(source.name), dialect)
  const columns = key.map((column, at) => `${qualifier}.${quoted(column, dialect)} AS ${names[at]}`).join(', ')
  const from = textAt(of, source.span)
  const members = or.arms.map(({ span }) => `SELECT ${columns} FROM ${from} WHERE ${textAt(of, span)}`)
  const on = key.map((column, at) => `${picked}.${names[at]} = ${qualifier}.${quoted(column, dialect)}`).join(' AND ')
  const edits: SqlEdit[] = [
    ...stars(of, qualifier),
    {
      span: { start: source.span.end, end: source.span.end },
      text: ` JOIN (${members.join(' UNION ')}) AS ${picked} ON ${on}`,
    },
  ]
  // Beside other conditions the OR stays; the rows that are picked meet it.
  const isAll =
    textAt(of, where.span).replace(/^[\s(]+|[\s)]+$/g, '') === textAt(of, or.span).replace(/^[\s(]+|[\s)]+$/g, '')
  if (isAll) edits.push(removal(of, { start: where.wordStart, end: where.span.end }))
  return rewritten(of, edits)
}
