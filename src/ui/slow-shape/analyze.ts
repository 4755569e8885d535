import type { DigestShape, ShapeSample } from '../../core/digest/model'
import type { Dialect } from '../../core/engine'
import { guessDialect } from '../../core/sql/guess-dialect'
import { analyzeLogged } from '../state/actions/logged'
import { connectionAtom } from '../state/atoms'
import { store } from '../state/store'

/**
 * Opens a sample of a shape in Analyze: its statement with its own literals in the database it ran in, explained
 * without running it, with what the log says of the call.
 * @param options `asSelect`: the SELECT that finds the rows of a statement that changes some
 */
export function analyzeSample(
  shape: Pick<DigestShape, 'family' | 'schema'>,
  sample: ShapeSample,
  options: { readonly asSelect?: boolean } = {},
): Promise<void> {
  const { sql, sqlBytes, micros, lockMicros, rowsExamined, rowsSent, at, user, host } = sample
  const database = sample.database ?? shape.schema
  return analyzeLogged(
    {
      sql,
      sqlBytes,
      dialect: dialectOfShape(shape.family, sql),
      figures: { micros, lockMicros, rowsExamined, rowsSent, at, user, host, database },
    },
    options,
  )
}

/** What to read a shape's statements as; a log of MySQL's family may be MariaDB's. */
export function dialectOfShape(family: DigestShape['family'], sql: string): Dialect {
  if (family === 'postgres') return 'postgres'
  const isMariadb = store.get(connectionAtom)?.engine.product === 'mariadb' || guessDialect(sql) === 'mariadb'
  return isMariadb ? 'mariadb' : 'mysql'
}
