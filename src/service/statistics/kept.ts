import { keptQuestions } from '../../core/advisor/statistics/kept-questions'
import type { TableStatistics } from '../../core/advisor/statistics/model'
import type { Catalog } from '../../core/catalog/model'
import { faultOf } from '../../core/errors'
import type { Session } from '../../engines/engine'

/**
 * What the server keeps of the values of a statement's tables, as far as this account may read it: a few reading
 * statements, none of which reads rows of a table. What is refused stays unknown.
 */
export async function keptStatistics(
  session: Pick<Session, 'identity' | 'read'>,
  catalog: Catalog,
  sql: string,
  signal: AbortSignal,
): Promise<readonly TableStatistics[]> {
  const text = sql.toLowerCase()
  const found: TableStatistics[] = []
  for (const question of keptQuestions(session.identity, catalog.tables, (name) => text.includes(name.toLowerCase()))) {
    try {
      found.push(...question.read((await session.read(question.sql, signal)).rows))
    } catch (thrown) {
      const { code } = faultOf(thrown)
      if (code === 'cancelled' || code === 'lost-connection') throw thrown
    }
  }
  return found
}
