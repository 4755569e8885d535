import type { Family } from '../../../src/core/engine'
import type { BenchColumn } from './model'

export type Value = string | number | null

/** A table whose rows are made, or read from a file, one after the other. */
export interface TableSpec {
  readonly name: string
  readonly columns: readonly BenchColumn[]
  readonly primaryKey: readonly string[]
  rows(): Iterable<readonly Value[]>
}

/** Small enough for every server's limit of a packet. */
const rowsPerInsert = 500

/** `'id INT'`, `'closed_at DATETIME NULL'`: columns are NOT NULL unless they say so. */
export function columns(...written: readonly string[]): readonly BenchColumn[] {
  return written.map((text) => {
    const nullable = text.endsWith(' NULL')
    const [name = '', ...type] = (nullable ? text.slice(0, -' NULL'.length) : text).split(' ')
    return { name, type: type.join(' '), ...(nullable && { nullable }) }
  })
}

/** PostgreSQL has no ENUM in a column's place, no DATETIME and no TINYINT. */
function columnType(type: string, family: Family): string {
  if (family === 'mysql') return type
  if (type.startsWith('ENUM')) return 'VARCHAR(20)'
  return type.replace('DATETIME', 'TIMESTAMP').replace('TINYINT', 'SMALLINT')
}

/**
 * CREATE TABLE with the primary key only. MySQL's statistics are taken from many pages, so that two copies of a table
 * are estimated alike.
 */
export function createTable({ name, columns, primaryKey }: TableSpec, family: Family): string {
  const lines = columns.map(
    (column) => `${column.name} ${columnType(column.type, family)}${column.nullable ? ' NULL' : ' NOT NULL'}`,
  )
  const options = family === 'mysql' ? ' ENGINE=InnoDB STATS_SAMPLE_PAGES=200' : ''
  return `CREATE TABLE ${name} (${[...lines, `PRIMARY KEY (${primaryKey.join(', ')})`].join(', ')})${options}`
}

/** INSERT statements of many rows each. */
export function* inserts({ name, rows }: TableSpec): Iterable<string> {
  let batch: string[] = []
  for (const row of rows()) {
    batch.push(`(${row.map(literal).join(', ')})`)
    if (batch.length < rowsPerInsert) continue
    yield `INSERT INTO ${name} VALUES ${batch.join(', ')}`
    batch = []
  }
  if (batch.length > 0) yield `INSERT INTO ${name} VALUES ${batch.join(', ')}`
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
