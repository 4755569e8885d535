import { isCut } from './digest-text'
import type { TableEntry } from './entry-tally'
import { cellsOf, type StatementRow } from './model'
import { countOf, microsOfPicos, microsOfSeconds } from './numbers'

const cell = cellsOf('history')

/**
 * A row of performance_schema.events_statements_history or …_history_long as an entry. What the protocol does without a
 * text (Ping, Close; until MySQL 8.0 also Execute) is a command, as slow logs have it.
 */
export function entryOfHistory(row: StatementRow): TableEntry & { readonly isCut: boolean } {
  const event = cell(row, 'event') ?? ''
  const text = cell(row, 'sql')
  const name = event.slice(event.lastIndexOf('/') + 1)
  const sql = text ?? `administrator command: ${name}`
  const prepares = name === 'Prepare' || (name === 'prepare_sql' && !/^\s*prepare\b/i.test(sql))
  return {
    sql,
    isCut: text !== undefined && isCut(text),
    micros: microsOfPicos(cell(row, 'total')) ?? 0,
    atMicros: microsOfSeconds(cell(row, 'ended')),
    lockMicros: microsOfPicos(cell(row, 'lock')),
    rowsSent: countOf(cell(row, 'sent')),
    rowsExamined: countOf(cell(row, 'examined')),
    rowsAffected: countOf(cell(row, 'affected')),
    schema: cell(row, 'schema'),
    user: cell(row, 'user'),
    host: cell(row, 'host'),
    counters: {
      tmp_tables: countOf(cell(row, 'tmp')),
      tmp_disk_tables: countOf(cell(row, 'tmpDisk')),
      sort_merge_passes: countOf(cell(row, 'mergePasses')),
      sort_range_count: countOf(cell(row, 'sortRange')),
      sort_scan_count: countOf(cell(row, 'sortScan')),
      sort_rows: countOf(cell(row, 'sortRows')),
    },
    fullScan: countOf(cell(row, 'noIndex')) > 0,
    fullJoin: countOf(cell(row, 'fullJoin')) > 0,
    failed: countOf(cell(row, 'errors')) > 0 || countOf(cell(row, 'errno')) > 0,
    inRoutine: cell(row, 'nested') === 'STATEMENT',
    ...(text === undefined && { isCommand: true }),
    ...(prepares && text !== undefined && { isPhase: true }),
  }
}
