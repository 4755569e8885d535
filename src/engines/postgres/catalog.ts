import type { Catalog } from '../../core/catalog/model'
import { SargableError } from '../../core/errors'
import type { TableName } from '../engine'
import { columnsSql, foreignKeysSql, indexesSql, referencesSql, sizesSql, tablesSql } from './catalog-queries'
import { assemble, type Sizes } from './catalog-rows'
import type { Ask } from './names'

/**
 * Definitions of the tables named, from pg_catalog: six questions, whatever their number, each by the system
 * catalogs' own indexes, so that 10,000 other tables cost nothing. A name without schema is looked up as the server
 * does, by search_path. Unknown names are left out.
 */
export async function readCatalog(ask: Ask, tables: readonly TableName[]): Promise<Catalog> {
  const wanted = tables.filter((table) => table.name !== '')
  if (wanted.length === 0) return { tables: [] }
  const found = await ask(tablesSql, [wanted.map((table) => table.schema ?? null), wanted.map((table) => table.name)])
  const oids = found.rows.map(([oid]) => oid ?? '')
  if (oids.length === 0) return { tables: [] }
  const columns = await ask(columnsSql, [oids])
  const indexes = await ask(indexesSql, [oids])
  const foreignKeys = await ask(foreignKeysSql, [oids])
  const references = await ask(referencesSql, [oids])
  const sizes = await readSizes(ask, oids)
  return assemble({
    tables: found.rows,
    columns: columns.rows,
    indexes: indexes.rows,
    foreignKeys: foreignKeys.rows,
    references: references.rows,
    sizes,
  })
}

/** Sizes open the files' locks: where somebody rewrites a table right now, they stay unknown. */
async function readSizes(ask: Ask, oids: readonly string[]): Promise<Sizes> {
  try {
    const answer = await ask(sizesSql, [oids])
    return new Map(answer.rows.map(([oid, bytes]) => [oid ?? '', Number(bytes)] as const))
  } catch (error) {
    if (error instanceof SargableError && error.fault.code === 'lock-wait') return new Map()
    throw error
  }
}
