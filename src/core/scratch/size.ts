import type { Table } from '../catalog/model'
import { fault } from '../errors'
import type { ScratchTable } from './model'

/** Above this a copy takes minutes and room that nobody planned for. */
export const defaultMaxBytes = 2 * 1024 ** 3

/** What a copy will take, by the server's own estimates; a table whose size is unknown counts as nothing. */
export interface ScratchSize {
  readonly rows: number
  readonly bytes: number
  /** Tables whose size the server does not tell. */
  readonly unknown: readonly string[]
}

/** A table that is copied, as far as its size goes. */
export interface SizedTable {
  readonly table: ScratchTable
  readonly source: Pick<Table, 'name' | 'rows' | 'bytes'>
}

/** Rows and bytes of the copies, at most: narrow copies and those without indexes are counted whole. */
export function scratchSize(orders: readonly SizedTable[]): ScratchSize {
  let rows = 0
  let bytes = 0
  const unknown: string[] = []
  for (const { table, source } of orders) {
    if (table.rows === 'none') continue
    const share = table.rows === 'sample' ? (table.fraction ?? 1) : 1
    if (source.bytes === undefined) unknown.push(source.name)
    rows += (source.rows ?? 0) * share
    bytes += (source.bytes ?? 0) * share
  }
  return { rows: Math.round(rows), bytes: Math.round(bytes), unknown }
}

/** @throws SargableError `not-allowed` above the limit, with the sizes */
export function checkSize(orders: readonly SizedTable[], maxBytes: number): void {
  const { bytes } = scratchSize(orders)
  if (bytes <= maxBytes) return
  throw fault(
    'not-allowed',
    `The copies would take about ${inBytes(bytes)}; at most ${inBytes(maxBytes)} are copied.`,
    {
      hint: 'Copy a sample of the rows, leave columns out, or raise the limit.',
    },
  )
}

/** "2 GiB", "340 MiB": for people. */
export function inBytes(bytes: number): string {
  const gib = bytes / 1024 ** 3
  if (gib >= 1) return `${gib.toLocaleString('en', { maximumFractionDigits: 1 })} GiB`
  const mib = bytes / 1024 ** 2
  return mib >= 1
    ? `${Math.round(mib).toLocaleString('en')} MiB`
    : `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`
}
