import type { Family } from '../engine'
import type { ConsentCard } from '../errors'
import { scratchPrefix } from './model'
import { inBytes, type SizedTable, scratchSize } from './size'

/** What a scratch schema is going to hold. */
export interface ScratchIntent {
  readonly family: Family
  readonly tables: readonly SizedTable[]
  readonly ddl: readonly string[]
  /** How many such schemas are made: one for each set of changes. */
  readonly schemas: number
  /** Of one statement. */
  readonly statementTimeoutMs: number
}

/** The card that is shown before a scratch schema is made. */
export function scratchCard({ family, tables, ddl, schemas, statementTimeoutMs }: ScratchIntent): ConsentCard {
  const object = family === 'mysql' ? 'DATABASE' : 'SCHEMA'
  const size = scratchSize(tables)
  const bytes = size.bytes * schemas
  const unknown = size.unknown.length > 0 ? `; the size of ${size.unknown.join(', ')} is not known` : ''
  const seconds = `${(statementTimeoutMs / 1000).toLocaleString('en')} s`
  return {
    title: schemas === 1 ? 'Make a scratch schema' : `Make ${schemas} scratch schemas`,
    sends: [
      `CREATE ${object} ${scratchPrefix}…`,
      ...tables.flatMap(({ table, source }) => [
        `CREATE TABLE ${source.name}, like the original${partsOf(table)}`,
        ...(table.rows === 'none' ? [] : [`INSERT INTO ${source.name} SELECT … ${rowsOf(table)}`]),
      ]),
      ...ddl,
      ...tables.map(({ source }) => `${family === 'mysql' ? 'ANALYZE TABLE' : 'VACUUM ANALYZE'} ${source.name}`),
      `DROP ${object} ${scratchPrefix}…`,
    ],
    locks:
      family === 'mysql'
        ? 'The originals are read without locking rows (where the binary log holds statements: with shared locks); a metadata lock keeps ALTER TABLE waiting while one is copied.'
        : 'The originals are only read; an AccessShareLock keeps ALTER TABLE waiting while one is copied.',
    rows: `About ${(size.rows * schemas).toLocaleString('en')} rows and ${inBytes(bytes)} are copied${unknown}.`,
    timeLimit: `${seconds} for each statement; it can be stopped, and then everything is removed.`,
    worstCase: `The copies take up to ${inBytes(bytes)} of the server’s disk and of its buffers. ${
      family === 'mysql'
        ? 'Without the right to leave them out of the binary log, replicas copy them too.'
        : 'They are written to the log that standbys follow, unless they are only read.'
    } After a crash of this computer they stay until the server is connected again, when they are removed.`,
  }
}

function partsOf({ columns, indexes, triggers }: SizedTable['table']): string {
  const parts = [
    ...(columns === undefined ? [] : [`with the primary key and ${columns.join(', ')} only`]),
    ...(indexes ? [] : ['without secondary indexes']),
    ...(triggers ? ['with its triggers'] : []),
  ]
  return parts.length > 0 ? `, ${parts.join(', ')}` : ''
}

function rowsOf({ rows, fraction }: SizedTable['table']): string {
  return rows === 'sample' ? `(${((fraction ?? 1) * 100).toLocaleString('en')} % of the rows)` : '(all rows)'
}
