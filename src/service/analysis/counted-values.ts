import type { Table } from '../../core/catalog/model'
import { quoteName as quoteMysqlName } from '../../core/dialects/mysql-family'
import { quoteName as quotePostgresName } from '../../core/dialects/postgres'
import { faultOf } from '../../core/errors'
import type { SuggestedValue } from '../../core/sql/suggest-values/model'
import type { Session } from '../../engines/engine'
import { withLimit } from '../statistics/with-limit'

/** Larger tables are not counted for this. */
const mostRows = 2_000_000
const timeoutMs = 5000
const commonValues = 3
/** Longer ones are no values that somebody types. */
const longestValue = 200

/** The commonest values of a column and its rarest, counted; none where that takes too long. */
export async function countedValues(
  session: Pick<Session, 'identity' | 'read'>,
  table: Table,
  column: string,
  signal: AbortSignal,
): Promise<readonly SuggestedValue[]> {
  if ((table.rows ?? 0) > mostRows || table.type === 'view') return []
  const isPostgres = session.identity.family === 'postgres'
  const quote = isPostgres ? quotePostgresName : quoteMysqlName
  const shown = isPostgres ? 'CAST(v AS text)' : 'CAST(v AS CHAR)'
  const name = `${quote(table.schema)}.${quote(table.name)}`
  const counted = `(SELECT ${quote(column)} AS v, COUNT(*) AS n FROM ${name} WHERE ${quote(column)} IS NOT NULL GROUP BY ${quote(column)}) AS counted`
  const limit = withLimit(signal, timeoutMs)
  try {
    const ask = async (order: string) =>
      (await session.read(`SELECT ${shown}, n FROM ${counted} ORDER BY n ${order}`, limit.signal)).rows
    const common = await ask(`DESC, v LIMIT ${commonValues}`)
    const [rarest] = await ask('ASC, v LIMIT 1')
    const [total] = (await session.read(`SELECT COUNT(*) FROM ${name}`, limit.signal)).rows
    const all = Math.max(1, Number(total?.[0] ?? 0))
    const suggested = (
      row: readonly (string | null)[] | undefined,
      why: SuggestedValue['why'],
    ): readonly SuggestedValue[] => {
      const value = row?.[0]
      if (value == null || value.length > longestValue) return []
      return [{ value, why, share: Math.min(1, Number(row?.[1]) / all) }]
    }
    return [
      ...common.flatMap((row, at) => suggested(row, at === 0 ? 'most-common' : 'common')),
      ...suggested(rarest, 'rare'),
    ]
  } catch (thrown) {
    const { code } = faultOf(thrown)
    if (code === 'lost-connection' || (code === 'cancelled' && !limit.isOver())) throw thrown
    return []
  } finally {
    limit.end()
  }
}
