import type { Catalog } from '../../catalog/model'
import type { Access } from '../model'

/** Rows of a stored table as the catalog has them, for accesses that read it whole. */
export function tableRowsIn(catalog: Catalog): (access: Access) => number | undefined {
  const rows = new Map<string, number | undefined>()
  for (const table of catalog.tables) {
    rows.set(table.name.toLowerCase(), table.rows)
    rows.set(`${table.schema}.${table.name}`.toLowerCase(), table.rows)
  }
  return ({ schema, table }) =>
    (schema === undefined ? undefined : rows.get(`${schema}.${table}`.toLowerCase())) ?? rows.get(table.toLowerCase())
}
