import type { Table } from '../../catalog/model'
import type { EngineIdentity, Family } from '../../engine'
import { joinsByHash } from './abilities'

/**
 * What reading costs, in rows of a table read one after the other. Only for comparing ways to read the same tables on
 * one server.
 */
export interface ReadCost {
  /** The whole table, once. */
  scan(table: Table): number
  /** Entries of an index, and rows that are fetched for them, in so many searches. */
  search(table: Table, entries: number, lookups: number, searches: number): number
  sort(rows: number): number
  /** Beside reading the inner side once: joining rows of both sides through a hash or a buffer. */
  buffered(outerRows: number, innerRows: number, innerCost: number): number
}

export function readCost(family: Family, engine: EngineIdentity | undefined): ReadCost {
  const hashes = joinsByHash(family, engine)
  return family === 'postgres' ? postgresCost : { ...mysqlCost, buffered: hashes ? hashed : blocked }
}

/** A row fetched by its key besides its index entry: with the defaults of MySQL a scan wins above about one row in six. */
const lookupRows = 5
/** The way down the tree to the first entry. */
const descentRows = 2
const sortStep = 0.1

function sort(rows: number): number {
  return rows * Math.log2(rows + 1) * sortStep
}

function hashed(outerRows: number, innerRows: number, innerCost: number): number {
  return innerCost + 0.3 * (outerRows + innerRows)
}

/** Rows of about 60 bytes in a join buffer of 256 KB: for each bufferful the inner side is read again. */
const rowsPerBuffer = 4000

function blocked(outerRows: number, innerRows: number, innerCost: number): number {
  return innerCost * Math.max(1, Math.ceil(outerRows / rowsPerBuffer)) + 0.05 * outerRows * innerRows
}

const mysqlCost: ReadCost = {
  scan: ({ rows = 1 }) => rows,
  search: (_table, entries, lookups, searches) => searches * descentRows + entries + lookups * lookupRows,
  sort,
  buffered: hashed,
}

/** The defaults of PostgreSQL's cost constants. */
const randomPage = 4
const cpuTuple = 0.0125
const pageBytes = 8192
const usualRowsPerPage = 60

/** PostgreSQL's cost of fetching rows at random: pages are not read twice (Mackert and Lohman), full ones nearly in line. */
const postgresCost: ReadCost = {
  scan: ({ rows = 1 }) => rows,
  search(table, entries, lookups, searches) {
    const rows = Math.max(1, table.rows ?? 1)
    const pages = pagesOf(table)
    const scannedRow = pages / rows + cpuTuple
    const fetched = lookups === 0 ? 0 : Math.min(pages, (2 * pages * lookups) / (2 * pages + lookups))
    const perPage = randomPage - (randomPage - 1) * Math.sqrt(fetched / pages)
    const heap = fetched * perPage + lookups * cpuTuple
    // An entry costs its processor time and its part of a leaf page.
    return (searches * 0.3 + entries * 0.0175 + heap) / scannedRow
  },
  sort,
  buffered: hashed,
}

function pagesOf({ rows = 1, bytes }: Table): number {
  return Math.max(1, bytes === undefined || bytes === 0 ? rows / usualRowsPerPage : bytes / pageBytes)
}
