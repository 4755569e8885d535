import type { Dialect } from '../engine'
import type { LogFlavor } from './model'
import { inferLinePrefix, type LinePrefix } from './readers/line-prefix'
import { decodeUtf8 } from './utf8'

/** What a log is, as its first bytes tell. */
export interface RecognizedLog {
  readonly flavor: LogFlavor
  /** Of PostgreSQL's stderr log. */
  readonly prefix?: LinePrefix
  /** In which a syslog begins whose times have no year. */
  readonly year?: number
}

/** As much of a log's beginning as recognizing looks at. */
export const recognizedBytes = 131_072

/** Which log begins with these bytes; undefined when none that is known does. */
export function recognizeLog(head: Uint8Array): RecognizedLog | undefined {
  const text = decodeUtf8(head.subarray(0, recognizedBytes))
  // A statement may hold a piece of any other log: what comes first is the log itself.
  const forms: readonly (readonly [head: RegExp, log: () => RecognizedLog | undefined])[] = [
    [mysqlHead, () => ({ flavor: mysqlFlavor(text) })],
    [jsonRecord, () => ({ flavor: 'postgres-json' })],
    [csvRecord, () => ({ flavor: 'postgres-csv' })],
    [syslogLine, () => ({ flavor: 'postgres-syslog' })],
    [stderrLine, () => stderrLog(text)],
  ]
  let before = text
  let found: (() => RecognizedLog | undefined) | undefined
  for (const [head, log] of forms) {
    const match = head.exec(before)
    if (match === null) continue
    found = log
    before = text.slice(0, match.index)
  }
  return found?.()
}

function stderrLog(text: string): RecognizedLog | undefined {
  const prefix = inferLinePrefix(text)
  return prefix === undefined ? undefined : { flavor: 'postgres-stderr', prefix }
}

export function dialectOfLog(flavor: LogFlavor): Dialect {
  if (flavor === 'mariadb-slow') return 'mariadb'
  return flavor === 'mysql-slow' || flavor === 'percona-slow' ? 'mysql' : 'postgres'
}

const mysqlHead = /^# (?:Query_time: |User@Host: |Time: \d)|^.*, Version: .*started with:/m
const jsonRecord = /^\{.*"(?:error_severity|message)"\s*:/m
const stderrLine =
  /^[^\t\n].*?(?:LOG|ERROR|FATAL|WARNING|DETAIL|STATEMENT|HINT|CONTEXT|NOTICE|INFO|PANIC|DEBUG\d?): {2}/m

function mysqlFlavor(text: string): LogFlavor {
  if (
    /mariadbd?\b.*, Version: |, Version: [^\n]*MariaDB|^# .*QC_hit: |^# Rows_affected: \d+ {2}Bytes_sent: |^# explain: /m.test(
      text,
    )
  )
    return 'mariadb-slow'
  if (
    /, Version: [^\n]*Percona|^# .*Last_errno: |^# QC_Hit: |^# Log_slow_rate_type: |^# +InnoDB_IO_r_ops: /m.test(text)
  )
    return 'percona-slow'
  return 'mysql-slow'
}

/** `2026-11-20 06:52:22.874 UTC,"user","db",4711,"host:port",session,…` */
const csvRecord = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [A-Z0-9+-]+,(?:"(?:[^"]|"")*"|),(?:"(?:[^"]|"")*"|),\d+,/m
/** `Nov 20 06:52:22 host postgres[4711]: [5-1] …`, or the ISO time of RFC 5424. */
const syslogLine =
  /^(?:<\d+>\d? ?)?(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S+) \S+ (?:[\w.-]+\[\d+\]:|[\w./-]+ \d+ \S+ (?:-|\[[^\]]*\])) \[\d+(?:-\d+)?\] /m
