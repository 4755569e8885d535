import type { AccessContext } from '../../keyparts/access-context'
import { resolvedParts } from '../../keyparts/index-parts'
import { mysqlSeek } from '../../keyparts/seek'
import type { Trace } from '../../trace/model'

/**
 * The part of the rows that meets the conditions on one column, by what the range optimizer of MySQL or MariaDB counted
 * in an index that they alone narrow (index dives: exact for few rows, coarse for many). Undefined without such an
 * index, or where the trace names the table more than once.
 */
export function tracedShare(column: string, planned: AccessContext, trace: Trace | undefined): number | undefined {
  const { table, alias, family } = planned
  if (trace === undefined || family !== 'mysql' || !table.rows) return undefined
  const [traced, second] = trace.tables.filter((one) => one.table.toLowerCase() === alias)
  if (traced === undefined || second !== undefined) return undefined
  for (const { phase, method, index: name, rows, prefix } of traced.alternatives) {
    if (phase !== 'range' || method !== 'range' || rows === undefined || prefix.length > 0) continue
    const index = table.indexes.find((one) => one.name === name)
    if (!index) continue
    const seeks = mysqlSeek(resolvedParts(table, index, family), planned, index.name)
    const narrowing = seeks.filter(({ narrows }) => narrows === 'seek')
    const [only] = narrowing
    if (narrowing.length !== 1 || only?.part.columnName?.toLowerCase() !== column.toLowerCase()) continue
    return rows / table.rows
  }
  return undefined
}
