import type { RowCount } from '../plan/insight/row-count'
import type { TableFlow } from '../plan/insight/table-flow'
import type { Counters } from './model'

/** What is read: everything, or at least so much where some access does not tell. */
export interface Examined extends RowCount {
  /** True when some access does not tell how much it reads. */
  readonly atLeast: boolean
}

/**
 * Rows examined by the whole statement: the server's counter where it counted anything (it says 0 for some scans that
 * the handler counters show), else the sum over the accesses.
 */
export function examinedRows(counters: Counters | undefined, reads: readonly TableFlow[]): Examined | undefined {
  const exact = (rows: number): Examined => ({ rows, measured: true, atLeast: false })
  if (counters !== undefined) {
    if (counters.rowsExamined !== undefined && counters.rowsExamined > 0) return exact(counters.rowsExamined)
    const handlers = Object.entries(counters.values)
      .filter(([name]) => name.startsWith('Handler_read_'))
      .reduce((sum, [, value]) => sum + value, 0)
    if (handlers > 0) return exact(handlers)
    if (counters.rowsExamined !== undefined && counters.rowsReturned === 0) return exact(0)
  }
  let rows = 0
  let plusMinus = 0
  let measured = true
  let known = 0
  for (const { read } of reads) {
    if (read === undefined) continue
    known++
    rows += read.rows
    plusMinus += read.plusMinus ?? 0
    measured &&= read.measured
  }
  if (known === 0) return undefined
  return { rows, measured, atLeast: known < reads.length, ...(plusMinus > 0 ? { plusMinus } : {}) }
}

/** The access that reads most; the first one when nothing tells. */
export function mainRead(reads: readonly TableFlow[]): TableFlow | undefined {
  let most: TableFlow | undefined
  for (const read of reads) if (most === undefined || (read.read?.rows ?? 0) > (most.read?.rows ?? 0)) most = read
  return most
}
