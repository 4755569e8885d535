import type { TableEntry } from './entry-tally'
import { cellsOf, type StatementRow } from './model'
import { countOf, microsOfSeconds, microsOfTime } from './numbers'

const cell = cellsOf('slow-log-table')

/** A row of mysql.slow_log as an entry. MySQL 5.6 keeps whole seconds there; its time is when it was written. */
export function entryOfSlowLog(row: StatementRow): TableEntry {
  const [user, host] = originOf(cell(row, 'userHost') ?? '')
  const affected = cell(row, 'affected')
  return {
    sql: cell(row, 'sql') ?? '',
    micros: microsOfTime(cell(row, 'total')) ?? 0,
    atMicros: microsOfSeconds(cell(row, 'at')),
    lockMicros: microsOfTime(cell(row, 'lock')),
    rowsSent: countOf(cell(row, 'sent')),
    rowsExamined: countOf(cell(row, 'examined')),
    ...(affected !== undefined && { rowsAffected: countOf(affected) }),
    schema: cell(row, 'schema'),
    user,
    host,
  }
}

/** `root[root] @ localhost [127.0.0.1]`: the account, and the host's name or else its address. */
function originOf(text: string): readonly [user: string, host: string] {
  const [, user = '', host = '', address = ''] = /^([^[]*)\[.*?\] @\s*(\S*)\s*\[(.*?)\]/.exec(text) ?? []
  return [user.trim(), host === '' ? address : host]
}
