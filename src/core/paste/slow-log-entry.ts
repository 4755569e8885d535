import { splitStatements } from '../sql/statements'
import { tokenize } from '../sql/tokenizer'
import type { TextSpan } from '../text-span'
import type { LineReader } from './lines'

/** One entry of a slow query log of the MySQL family: its header as facts, and the statement in it. */
export interface SlowLogEntry {
  readonly span: TextSpan
  readonly sql?: TextSpan
  readonly mariadb: boolean
  readonly facts: Record<string, string | number>
}

const headerLine =
  /^# (?:Time|User@Host|User|Client|Thread_id|Schema|Query_time|Bytes_sent|QC_[Hh]it|Full_scan|Filesort|Rows_affected|Tmp_tables|Pages_|Log_slow|explain|administrator command|Stored_routine)|^#(?: {2,}InnoDB_|$)|^# No InnoDB/
const fileHead = /^\S*(?:mysqld|mariadbd)\S*, Version: |^Tcp port: |^Time {1,}Id Command {1,}Argument/

/** Does a slow-log entry, or the head of such a file, begin at the line? */
export function startsSlowLog(line: string): boolean {
  if (line.startsWith('#')) return /^# (?:Time:|User@Host:|Query_time:|Thread_id:|Schema:|User:)/.test(line)
  // Heads of files have one of these; looking for them first spares a closer look at most lines.
  const head = line.slice(0, 1000)
  return (head.includes(', Version: ') || head.startsWith('T')) && fileHead.test(head)
}

/** Does an entry begin at the reader's line whose header was not copied: `use db;` and `SET timestamp=…;`? */
export function startsBareEntry(reader: LineReader): boolean {
  const { line } = reader
  if (line === undefined) return false
  if (timestampLine.test(line.text)) return true
  return /^use\s+\S+;\s*$/i.test(line.text) && timestampLine.test(reader.lineAt(reader.at + 1)?.text ?? '')
}

const timestampLine = /^SET timestamp=\d+(?:\.\d+)?;/

/**
 * Reads one entry from the reader's line; undefined when it has neither a header nor `SET timestamp`.
 * @param isOne what looks like another entry behind it is a piece of its statement
 */
export function readSlowLogEntry(reader: LineReader, isOne = false): SlowLogEntry | undefined {
  while (reader.line !== undefined && fileHead.test(reader.line.text)) reader.at++
  const first = reader.line
  if (first === undefined) return undefined
  const header: string[] = []
  while (reader.line !== undefined && headerLine.test(reader.line.text)) {
    // A second Query_time belongs to the next entry, which has no statement between.
    if (
      /^# (?:Time|User@Host|Query_time):/.test(reader.line.text) &&
      header.some((line) => /^# Query_time:/.test(line))
    ) {
      break
    }
    header.push(reader.line.text)
    reader.at++
  }
  if (header.length === 0 && !startsBareEntry(reader)) return undefined
  const bodyStart = reader.line?.start ?? reader.text.length
  const body = reader.text.slice(bodyStart, isOne ? undefined : nextEntryAt(reader))
  const facts = headerFacts(header)
  const { sql, end: read, database, at } = readBody(body)
  // In the place of a statement; for SQL it is a comment.
  const command = sql === undefined ? /^\s*# administrator command: ([^;\r\n]*);?/.exec(body.slice(read)) : null
  const end = command === null ? read : read + command[0].length
  const stop = bodyStart + end
  reader.skipTo(stop)
  return {
    span: { start: first.start, end: end === 0 ? previousEnd(reader, bodyStart) : stop },
    ...(sql === undefined ? {} : { sql: { start: bodyStart + sql.start, end: bodyStart + sql.end } }),
    mariadb: header.some((line) => /QC_hit:|^# explain:|Rows_affected: \d+ {2}Bytes_sent/.test(line)),
    facts: {
      ...facts,
      ...(database === undefined || 'database' in facts ? {} : { database }),
      ...(at === undefined || 'at' in facts ? {} : { at }),
      ...(command?.[1] === undefined ? {} : { command: command[1] }),
    },
  }
}

function previousEnd(reader: LineReader, offset: number): number {
  return reader.text.slice(0, offset).trimEnd().length
}

/** The place of the next line that begins an entry. */
function nextEntryAt(reader: LineReader): number {
  for (let i = reader.at; i < reader.count; i++) {
    const line = reader.lineAt(i)
    if (line !== undefined && startsSlowLog(line.text)) return line.start
  }
  return reader.text.length
}

/** `use db;`, `SET timestamp=…;`, and the statement itself, of which the first counts. */
function readBody(body: string): { sql?: TextSpan; end: number; database?: string; at?: string } {
  const tokens = tokenize(body, 'mysql')
  let database: string | undefined
  let at: string | undefined
  let end = 0
  for (const range of splitStatements(tokens)) {
    const text = body.slice(range.span.start, range.span.end)
    // The delimiter is part of the entry.
    end = tokens.end(range.to)
    const use = /^use\s+`?([^`;]+)`?$/i.exec(text)
    const time = /^set\s+(?:last_insert_id=\d+,)?(?:insert_id=\d+,)?timestamp=(\d+)(?:\.\d+)?$/i.exec(text)
    if (use?.[1] !== undefined) database = use[1]
    else if (time?.[1] !== undefined) at = isoOfUnixSeconds(Number(time[1]))
    else {
      return {
        sql: range.span,
        end,
        ...(database === undefined ? {} : { database }),
        ...(at === undefined ? {} : { at }),
      }
    }
  }
  return { end, ...(database === undefined ? {} : { database }), ...(at === undefined ? {} : { at }) }
}

/** Facts in the contract's names and units: times in milliseconds, `at` in ISO 8601. */
function headerFacts(header: readonly string[]): Record<string, string | number> {
  const facts: Record<string, string | number> = {}
  const text = header.join('\n')
  const number = (name: string): number | undefined => {
    const found = new RegExp(`\\b${name}: *(\\d+(?:\\.\\d+)?)`).exec(text)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  const user = /^# User@Host: *([^[\s@]*)(?:\[[^\]]*\])* *@ *([^[\s]*) *(?:\[([^\]]*)\])?/m.exec(text)
  if (user?.[1]) facts['user'] = user[1]
  const host = user?.[2] || user?.[3]
  if (host) facts['host'] = host
  const schema = /\bSchema: *([^\s:]+)(?=\s|$)/.exec(text)?.[1]
  if (schema) facts['database'] = schema
  const queryTime = number('Query_time')
  if (queryTime !== undefined) facts['queryTimeMs'] = toMs(queryTime)
  const lockTime = number('Lock_time')
  if (lockTime !== undefined) facts['lockTimeMs'] = toMs(lockTime)
  for (const [name, key] of counters) {
    const value = number(name)
    if (value !== undefined) facts[key] = value
  }
  const at = isoOfHeaderTime(/^# Time: *(.+?)\s*(?:#.*)?$/m.exec(text)?.[1] ?? '')
  if (at !== undefined) facts['at'] = at
  return facts
}

const counters = [
  ['Rows_sent', 'rowsSent'],
  ['Rows_examined', 'rowsExamined'],
  ['Rows_affected', 'rowsAffected'],
] as const

/** Seconds with six decimals as milliseconds, without the dust of binary fractions. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000
}

/** ISO as it is; `YYMMDD HH:MM:SS` has no zone and stays without one. */
function isoOfHeaderTime(time: string): string | undefined {
  if (/^\d{4}-\d\d-\d\dT/.test(time)) return time
  const old = /^(\d\d)(\d\d)(\d\d) +(\d{1,2}):(\d\d):(\d\d(?:\.\d+)?)/.exec(time)
  if (old === null) return undefined
  const [, year, month, day, hour, minute, second] = old
  return `20${year}-${month}-${day}T${(hour ?? '').padStart(2, '0')}:${minute}:${second}`
}

function isoOfUnixSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
