import { droppedBy, type TrialOrder } from '../../core/advisor/trial/ways'
import { type AbsentIndex, withoutIndexes } from '../../core/advisor/trial/without-indexes'
import type { Catalog } from '../../core/catalog/model'
import type { Session } from '../../engines/engine'

/**
 * MySQL and MariaDB: the statement kept away from the indexes that the advice drops, and from `more`.
 * @throws SargableError `unsupported` where a hint of the statement names one of them
 */
export function withoutDropped(
  { identity: { product, version }, database }: Session,
  order: TrialOrder,
  sql: string,
  catalog: Catalog,
  more: readonly AbsentIndex[] = [],
): string {
  const dialect = product === 'mariadb' ? 'mariadb' : 'mysql'
  const dropped = droppedBy(order).flatMap(({ schema = database ?? '', table, name }) =>
    table === undefined ? [] : [{ schema, table, name }],
  )
  return withoutIndexes(sql, { dialect, version, catalog, schema: database }, [...dropped, ...more])
}
