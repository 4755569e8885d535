import type { DdlCursor } from './cursor'
import type { DraftTable, SchemaDraft } from './draft'
import { charsetOf, type ReadColumn } from './mysql-column'
import { impliedKey } from './mysql-keys'

/** Foreign keys that were named after the table are named after the new one. */
export function renameTable(
  table: DraftTable,
  to: { readonly schema: string; readonly name: string },
  draft: SchemaDraft,
): void {
  const start = `${table.name}_ibfk_`
  for (const key of table.foreignKeys) {
    if (key.name?.startsWith(start)) key.name = `${to.name}_ibfk_${key.name.slice(start.length)}`
  }
  draft.rename(table, to)
}

export function addColumn(table: DraftTable, read: ReadColumn): void {
  table.columns.push(read.column)
  table.keys.push(...read.keys)
  for (const key of read.foreignKeys) {
    table.foreignKeys.push(key)
    table.keys.push(impliedKey(key.columns, undefined))
  }
}

/** All charset options of a statement. */
export function readCharsetOptions(cursor: DdlCursor): {
  charset?: string | undefined
  collation?: string | undefined
} {
  const found: { charset?: string | undefined; collation?: string | undefined } = {}
  while (!cursor.done) readCharsetOption(cursor, found) || cursor.skip()
  return found
}

/** `[DEFAULT] CHARSET [=] x`, `COLLATE [=] x`; true when one was read. `DEFAULT` as value means none. */
export function readCharsetOption(
  cursor: DdlCursor,
  into: { charset?: string | undefined; collation?: string | undefined },
): boolean {
  if (cursor.take('CHARSET') || cursor.take('CHARACTER', 'SET')) {
    cursor.takeText('=')
    const isDefault = cursor.is('DEFAULT')
    const name = charsetOf(cursor)
    into.charset = isDefault ? undefined : name
    into.collation = undefined
    return true
  }
  if (!cursor.take('COLLATE')) return false
  cursor.takeText('=')
  into.collation = charsetOf(cursor)
  return true
}

/** Options after the columns. Only engine, charset and partitions matter here; a query ends them. */
export function readTableOptions(cursor: DdlCursor, table: DraftTable, draft: SchemaDraft): void {
  const written: { charset?: string | undefined; collation?: string | undefined } = {}
  while (!cursor.done) {
    const from = cursor.at
    if (readCharsetOption(cursor, written)) continue
    if (cursor.take('ENGINE')) {
      cursor.takeText('=')
      table.engine = engineName(cursor.name() ?? cursor.text().replace(/['"]/g, ''))
    } else if (cursor.is('PARTITION', 'BY')) {
      table.type = 'partitioned'
      cursor.at = cursor.end
    } else if (cursor.take('WITH', 'SYSTEM', 'VERSIONING')) table.type = 'system versioned'
    else if (cursor.is('SELECT') || cursor.is('AS') || cursor.is('WITH')) {
      draft.note('Columns that come from a query are not read.', cursor.spanFrom(from))
      cursor.at = cursor.end
    } else cursor.skip()
  }
  if (written.charset !== undefined || written.collation !== undefined) {
    table.charset = written.charset
    table.collation = written.collation
  }
}

/** Engines as the servers spell them. */
function engineName(name: string): string {
  return engineNames[name.toLowerCase()] ?? name
}

const engineNames: Readonly<Record<string, string>> = {
  innodb: 'InnoDB',
  myisam: 'MyISAM',
  memory: 'MEMORY',
  heap: 'MEMORY',
  archive: 'ARCHIVE',
  csv: 'CSV',
  blackhole: 'BLACKHOLE',
  aria: 'Aria',
  maria: 'Aria',
  merge: 'MRG_MYISAM',
  mrg_myisam: 'MRG_MYISAM',
  federated: 'FEDERATED',
  rocksdb: 'ROCKSDB',
  ndb: 'ndbcluster',
  ndbcluster: 'ndbcluster',
}
