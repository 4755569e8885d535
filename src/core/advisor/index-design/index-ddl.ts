import type { Table } from '../../catalog/model'
import { quoteName as mysqlName } from '../../dialects/mysql-family'
import { quoteName as postgresName } from '../../dialects/postgres'
import type { Family } from '../../engine'
import type { DesignedPart, IndexDesign } from './model'

/** Characters that a name may have: MySQL and MariaDB 64, PostgreSQL 63 bytes. */
const longestName = 60

/** `msg_type(5)`, `created_at DESC`: a part as the contract writes it. */
export function partText({ column, prefixChars, descending }: Omit<DesignedPart, 'role' | 'narrows'>): string {
  return `${column}${prefixChars === undefined ? '' : `(${prefixChars})`}${descending ? ' DESC' : ''}`
}

/** A name that says table and columns, that none of the table's indexes has, and that every server takes. */
export function indexName({ table, parts }: Pick<IndexDesign, 'table' | 'parts'>): string {
  const plain = ['ix', table.name, ...parts.map(({ column }) => column)].join('_').replace(/[^\p{L}\p{N}_]/gu, '_')
  const short = plain.slice(0, longestName).replace(/_+$/, '')
  const taken = new Set(table.indexes.map(({ name }) => name.toLowerCase()))
  for (let number = 1; ; number++) {
    const name = number === 1 ? short : `${short.slice(0, longestName - 3)}_${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** The statement that makes the index, and the one that takes it away again. */
export function addIndexDdl(
  { table, parts, include }: Pick<IndexDesign, 'table' | 'parts' | 'include'>,
  name: string,
  family: Family,
): { readonly apply: string; readonly undo: string } {
  const quote = family === 'mysql' ? mysqlName : postgresName
  const list = parts.map((part) => `${quote(part.column)}${partText({ ...part, column: '' })}`).join(', ')
  const on = tableText(table, family)
  if (family === 'mysql') {
    return {
      apply: `ALTER TABLE ${on} ADD KEY ${quote(name)} (${list})`,
      undo: `ALTER TABLE ${on} DROP KEY ${quote(name)}`,
    }
  }
  const included = include.length === 0 ? '' : ` INCLUDE (${include.map(quote).join(', ')})`
  return {
    apply: `CREATE INDEX ${quote(name)} ON ${on} (${list})${included}`,
    undo: `DROP INDEX ${quote(table.schema)}.${quote(name)}`,
  }
}

/** The statement that takes an index away, and the one that makes it again. */
export function dropIndexDdl(
  table: Table,
  index: Table['indexes'][number],
  family: Family,
): { readonly apply: string; readonly undo: string } {
  const parts = index.parts.map(({ column = '', prefixChars, descending }) => ({
    column,
    descending,
    role: 'unused' as const,
    narrows: 'none' as const,
    ...(prefixChars !== undefined && { prefixChars }),
  }))
  const { apply, undo } = addIndexDdl({ table, parts, include: index.include ?? [] }, index.name, family)
  return {
    apply: undo,
    undo: index.unique ? apply.replace(/ADD KEY|CREATE INDEX/, (words) => uniqueWords(words)) : apply,
  }
}

function uniqueWords(words: string): string {
  return words === 'ADD KEY' ? 'ADD UNIQUE KEY' : 'CREATE UNIQUE INDEX'
}

function tableText({ schema, name }: Table, family: Family): string {
  const quote = family === 'mysql' ? mysqlName : postgresName
  return `${quote(schema)}.${quote(name)}`
}
