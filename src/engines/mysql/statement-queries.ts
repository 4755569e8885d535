/** The table with more calls first. */
export const historyTables = ['events_statements_history_long', 'events_statements_history'] as const

type Has = (column: string) => boolean

/** `columns` of performance_schema.events_statements_summary_by_digest, in the order of `statementColumns.digests`. */
export function digestsQuery(has: Has, texts: boolean, maxRows: number): string {
  const text = (column: string) => (texts && has(column) ? column : 'NULL')
  const columns = [
    'SCHEMA_NAME',
    'DIGEST',
    // What the text is decides what is a call, so that it is always there.
    'DIGEST_TEXT',
    'COUNT_STAR',
    'SUM_TIMER_WAIT',
    'MIN_TIMER_WAIT',
    'MAX_TIMER_WAIT',
    'SUM_LOCK_TIME',
    'SUM_ERRORS',
    'SUM_ROWS_AFFECTED',
    'SUM_ROWS_SENT',
    'SUM_ROWS_EXAMINED',
    'SUM_CREATED_TMP_DISK_TABLES',
    'SUM_CREATED_TMP_TABLES',
    'SUM_SELECT_FULL_JOIN',
    'SUM_SELECT_SCAN',
    'SUM_SORT_MERGE_PASSES',
    'SUM_SORT_RANGE',
    'SUM_SORT_ROWS',
    'SUM_SORT_SCAN',
    'SUM_NO_INDEX_USED',
    'UNIX_TIMESTAMP(FIRST_SEEN)',
    'UNIX_TIMESTAMP(LAST_SEEN)',
    text('QUERY_SAMPLE_TEXT'),
    has('QUERY_SAMPLE_SEEN') ? 'UNIX_TIMESTAMP(QUERY_SAMPLE_SEEN)' : 'NULL',
    has('QUERY_SAMPLE_TIMER_WAIT') ? 'QUERY_SAMPLE_TIMER_WAIT' : 'NULL',
  ]
  // The table has an end of its own, and sorting it by time would write its texts to disk.
  return `SELECT ${columns.join(', ')} FROM performance_schema.events_statements_summary_by_digest WHERE COUNT_STAR > 0 LIMIT ${maxRows}`
}

/** MySQL 8.0 and later. */
export function histogramQuery(maxRows: number): string {
  return `SELECT SCHEMA_NAME, DIGEST, BUCKET_TIMER_LOW, BUCKET_TIMER_HIGH, COUNT_BUCKET FROM performance_schema.events_statements_histogram_by_digest WHERE COUNT_BUCKET > 0 LIMIT ${maxRows}`
}

/** Statements of a history whose digest is told: samples for servers that keep none beside the digest. */
export function textsQuery(
  table: (typeof historyTables)[number],
  offsetMicros: number | undefined,
  maxRows: number,
): string {
  return `SELECT CURRENT_SCHEMA, DIGEST, SQL_TEXT, TIMER_WAIT, ${endedAt(offsetMicros, '')} FROM performance_schema.${table} WHERE DIGEST IS NOT NULL AND SQL_TEXT IS NOT NULL AND TIMER_WAIT IS NOT NULL LIMIT ${maxRows}`
}

/**
 * The server's clock, and the timer of performance_schema at the same moment: the beginning of this statement. The timer
 * counts picoseconds from the server's start.
 */
export const clockQuery =
  'SELECT UNIX_TIMESTAMP(NOW(6)), c.TIMER_START FROM performance_schema.events_statements_current c JOIN performance_schema.threads t ON t.THREAD_ID = c.THREAD_ID WHERE t.PROCESSLIST_ID = CONNECTION_ID() ORDER BY c.EVENT_ID DESC LIMIT 1'

/** @param offsetMicros what the timer's microseconds lack to the clock's */
export function historyQuery(
  table: (typeof historyTables)[number],
  { offsetMicros, sinceMicros, untilMicros, maxRows }: HistoryWindow,
): string {
  const at = `(${offsetMicros} + h.TIMER_END DIV 1000000)`
  const conditions = [
    'h.TIMER_WAIT IS NOT NULL',
    // What we ask ourselves would push others' calls out of sight.
    '(t.PROCESSLIST_ID IS NULL OR t.PROCESSLIST_ID <> CONNECTION_ID())',
    ...(sinceMicros === undefined ? [] : [`${at} >= ${sinceMicros}`]),
    ...(untilMicros === undefined ? [] : [`${at} < ${untilMicros}`]),
  ]
  return `SELECT h.EVENT_NAME, h.SQL_TEXT, h.CURRENT_SCHEMA, ${endedAt(offsetMicros, 'h.')}, h.TIMER_WAIT, h.LOCK_TIME, h.MYSQL_ERRNO, h.ERRORS, h.ROWS_AFFECTED, h.ROWS_SENT, h.ROWS_EXAMINED, h.CREATED_TMP_DISK_TABLES, h.CREATED_TMP_TABLES, h.SELECT_FULL_JOIN, h.SELECT_SCAN, h.SORT_MERGE_PASSES, h.SORT_RANGE, h.SORT_ROWS, h.SORT_SCAN, h.NO_INDEX_USED, h.NESTING_EVENT_TYPE, t.PROCESSLIST_USER, t.PROCESSLIST_HOST FROM performance_schema.${table} h LEFT JOIN performance_schema.threads t ON t.THREAD_ID = h.THREAD_ID WHERE ${conditions.join(' AND ')} LIMIT ${maxRows}`
}

interface HistoryWindow {
  readonly offsetMicros: number | undefined
  readonly sinceMicros: number | undefined
  readonly untilMicros: number | undefined
  readonly maxRows: number
}

/** Multiplied, not divided: a division keeps four decimals only. */
function endedAt(offsetMicros: number | undefined, alias: string): string {
  return offsetMicros === undefined ? 'NULL' : `(${offsetMicros} + ${alias}TIMER_END DIV 1000000) * 0.000001`
}

/** mysql.slow_log; bytes that are no text of the connection's character set are read as Latin letters. */
export function slowLogQuery(
  has: Has,
  { sinceMicros, untilMicros, maxRows }: Omit<HistoryWindow, 'offsetMicros'>,
): string {
  const conditions = [
    ...(sinceMicros === undefined ? [] : [`UNIX_TIMESTAMP(start_time) >= ${seconds(sinceMicros)}`]),
    ...(untilMicros === undefined ? [] : [`UNIX_TIMESTAMP(start_time) < ${seconds(untilMicros)}`]),
  ]
  return `SELECT UNIX_TIMESTAMP(start_time), user_host, query_time, lock_time, rows_sent, rows_examined, ${has('rows_affected') ? 'rows_affected' : 'NULL'}, db, COALESCE(CONVERT(sql_text USING utf8mb4), CONVERT(sql_text USING latin1)) FROM mysql.slow_log${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`} LIMIT ${maxRows}`
}

function seconds(micros: number): string {
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`
}
