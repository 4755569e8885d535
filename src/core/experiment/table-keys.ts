import type { Catalog, Table } from '../catalog/model'
import type { Source } from '../sql/meaning/model'

/** The stored table that a source is; undefined where it is none, or nobody can tell. */
export function tableOf({ table, schema }: Source, catalog: Catalog): Table | undefined {
  const named = catalog.tables.filter(({ name }) => name.toLowerCase() === table?.toLowerCase())
  const inSchema = named.filter((one) => schema === undefined || one.schema?.toLowerCase() === schema.toLowerCase())
  // Two tables of one name in two schemas: nobody tells which.
  return inSchema.length === 1 ? inSchema[0] : undefined
}

/** Lists of columns that no two rows of a table share. */
export function keysOfTable(table: Table | undefined): readonly (readonly string[])[] {
  if (!table) return []
  const required = new Set(table.columns.filter(({ nullable }) => !nullable).map(({ name }) => name))
  const indexes = table.indexes.flatMap(({ unique, parts, where }) => {
    const columns = parts.flatMap(({ column, prefixChars }) => (column && prefixChars === undefined ? [column] : []))
    const whole = unique && where === undefined && columns.length === parts.length
    return whole && columns.every((column) => required.has(column)) ? [columns] : []
  })
  return table.primaryKey ? [table.primaryKey, ...indexes] : indexes
}
