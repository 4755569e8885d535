import type { Table } from '../../catalog/model'
import type { Family } from '../../engine'
import { quoting, tableText } from './table-text'

/** The statement that gives a table another primary key, and the one that gives it back the one it has. */
export function primaryKeyDdl(
  table: Table,
  columns: readonly string[],
  family: Family,
): { readonly apply: string; readonly undo: string } {
  const quote = quoting(family)
  const on = `ALTER TABLE ${tableText(table, family)}`
  const list = (names: readonly string[]) => `(${names.map(quote).join(', ')})`
  const before = table.primaryKey
  if (before === undefined) {
    return family === 'mysql'
      ? { apply: `${on} ADD PRIMARY KEY ${list(columns)}`, undo: `${on} DROP PRIMARY KEY` }
      : {
          apply: addNamed(on, quote(`${table.name}_pkey`), list(columns)),
          undo: `${on} DROP CONSTRAINT ${quote(`${table.name}_pkey`)}`,
        }
  }
  if (family === 'mysql') {
    const change = (names: readonly string[]) => `${on} DROP PRIMARY KEY, ADD PRIMARY KEY ${list(names)}`
    return { apply: change(columns), undo: change(before) }
  }
  const name = quote(primaryIndex(table)?.name ?? `${table.name}_pkey`)
  const change = (names: readonly string[]) =>
    `${on} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} PRIMARY KEY ${list(names)}`
  return { apply: change(columns), undo: change(before) }
}

function addNamed(on: string, name: string, list: string): string {
  return `${on} ADD CONSTRAINT ${name} PRIMARY KEY ${list}`
}

/** The index that keeps the primary key: PRIMARY on MySQL and MariaDB, the first unique one of its columns elsewhere. */
export function primaryIndex({ indexes, primaryKey = [] }: Table): Table['indexes'][number] | undefined {
  return (
    indexes.find(({ name }) => name === 'PRIMARY') ??
    indexes.find(
      ({ unique, parts }) =>
        unique && parts.length === primaryKey.length && parts.every(({ column }, at) => column === primaryKey[at]),
    )
  )
}
