import { z } from 'zod'
import type { Dialect } from '../../engine'

/** What a server keeps of the statements that it ran. */
export const serverSourceSchema = z.enum(['digests', 'history', 'slow-log-table', 'pg-stat-statements'])
export type ServerSource = z.infer<typeof serverSourceSchema>

/** Whether a connection offers one of them; if not, why, and what would bring it. */
export const sourceOfferSchema = z
  .object({ of: serverSourceSchema, available: z.boolean(), because: z.string().optional() })
  .readonly()
export type SourceOffer = z.infer<typeof sourceOfferSchema>

/** A row of a source, in the order of its columns; every value is the server's own text. */
export type StatementRow = readonly (string | null)[]

/**
 * The columns of each source, as the engines' queries give them; NULL where a server has no such thing. Of MySQL and
 * MariaDB, times are picoseconds; instants are seconds since 1970, UTC, with their decimals.
 */
export const statementColumns = {
  digests: [
    'schema',
    'digest',
    'text',
    'count',
    'total',
    'min',
    'max',
    'lock',
    'errors',
    'affected',
    'sent',
    'examined',
    'tmpDisk',
    'tmp',
    'fullJoin',
    'scan',
    'mergePasses',
    'sortRange',
    'sortRows',
    'sortScan',
    'noIndex',
    'first',
    'last',
    'sample',
    'sampleAt',
    'sampleTotal',
  ],
  /** `schema` and `digest` as above; a bucket's edges in picoseconds. */
  histogram: ['schema', 'digest', 'low', 'high', 'count'],
  /** Texts of the history whose digest is told, for servers that keep no sample beside the digest. */
  texts: ['schema', 'digest', 'sql', 'total', 'at'],
  /** `ended` by the server's clock; `nested` is what the statement ran inside of. */
  history: [
    'event',
    'sql',
    'schema',
    'ended',
    'total',
    'lock',
    'errno',
    'errors',
    'affected',
    'sent',
    'examined',
    'tmpDisk',
    'tmp',
    'fullJoin',
    'scan',
    'mergePasses',
    'sortRange',
    'sortRows',
    'sortScan',
    'noIndex',
    'nested',
    'user',
    'host',
  ],
  /** `total` and `lock` as the server prints a TIME. */
  'slow-log-table': ['at', 'userHost', 'total', 'lock', 'sent', 'examined', 'affected', 'schema', 'sql'],
  /** Times in milliseconds; `since` is when the row began to count, where the extension tells. */
  'pg-stat-statements': [
    'user',
    'database',
    'id',
    'toplevel',
    'text',
    'length',
    'calls',
    'total',
    'min',
    'max',
    'deviation',
    'rows',
    'hit',
    'read',
    'tempWritten',
    'readTime',
    'since',
  ],
} as const
export type StatementTable = keyof typeof statementColumns

/** One look at sums that a server keeps. */
export interface SumsReading {
  readonly dialect: Dialect
  /** When it was read, by the server's clock: microseconds since 1970. */
  readonly atMicros: number
  readonly rows: readonly StatementRow[]
  readonly histogram?: readonly StatementRow[]
  readonly texts?: readonly StatementRow[]
  /** How often the server threw rows away to make room, where it tells. */
  readonly evictions?: number
}

/** Reads a row's values by their columns' names. */
export function cellsOf<Table extends StatementTable>(table: Table) {
  const names: readonly string[] = statementColumns[table]
  const places = new Map(names.map((name, place) => [name, place]))
  return (row: StatementRow, name: (typeof statementColumns)[Table][number]): string | undefined =>
    row[places.get(name) ?? -1] ?? undefined
}
