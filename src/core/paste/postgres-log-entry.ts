import type { TextSpan } from '../text-span'
import type { LineReader } from './lines'

/** One duration entry of a PostgreSQL log: what it says, the statement or the plan in it. */
export interface PostgresLogEntry {
  readonly span: TextSpan
  readonly sql?: TextSpan
  readonly plan?: TextSpan
  readonly facts: Record<string, string | number>
}

const duration =
  /\b(?:LOG|INFO|NOTICE): {1,2}duration: (\d+(?:\.\d+)?) ms {2}(?:statement|parse [^:]*|bind [^:]*|execute [^:]*|fastpath[^:]*|plan): ?/
const anyLogLine =
  /^\S.*\b(?:LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG\d?|DETAIL|HINT|CONTEXT|STATEMENT|QUERY): {1,2}/

export function startsPostgresLog(line: string): boolean {
  const head = line.slice(0, 2000)
  return head.includes('duration: ') && duration.test(head)
}

/** Reads the entry at the reader's line with its continuation lines, which begin with a tab. */
export function readPostgresLogEntry(reader: LineReader): PostgresLogEntry | undefined {
  const line = reader.line
  const found = line === undefined ? null : duration.exec(line.text)
  if (line === undefined || found === null) return undefined
  reader.at++
  let end = line.end
  while (reader.line !== undefined && !anyLogLine.test(reader.line.text)) {
    const { text } = reader.line
    if (text.trim() !== '' && !/^\s/.test(text) && isComplete(reader.text.slice(line.start, end))) break
    if (text.trim() === '') break
    end = reader.line.end
    reader.at++
  }
  const bodyStart = line.start + found.index + found[0].length
  const prefix = line.text.slice(0, found.index)
  const body = reader.text.slice(bodyStart, end)
  const detail = readDetail(reader)
  const parameters = detail?.parameters ?? /^\s*Query Parameters: (.*)$/m.exec(body)?.[1]
  const facts = {
    queryTimeMs: Number(found[1]),
    ...prefixFacts(prefix),
    ...(parameters !== undefined && { parameters }),
  }
  const span = { start: line.start, end: detail?.end ?? end }
  if (!/plan: ?$/.test(found[0])) return { span, sql: trimmed(body, bodyStart), facts }
  return { span, ...autoExplain(body, bodyStart), facts }
}

const detailLine = /\bDETAIL: {1,2}[Pp]arameters: (.*)$/

/** The values of the entry's placeholders, in the message behind it. */
function readDetail(reader: LineReader): { readonly parameters: string; readonly end: number } | undefined {
  const line = reader.line
  const start = line === undefined ? undefined : detailLine.exec(line.text.slice(0, 100_000))?.[1]
  if (line === undefined || start === undefined) return undefined
  reader.at++
  let { end } = line
  // A value may have line ends: those lines begin with a tab.
  while (reader.line?.text.startsWith('\t')) {
    end = reader.line.end
    reader.at++
  }
  return { parameters: start + reader.text.slice(line.end, end).replace(/\n\t/g, '\n'), end }
}

/** A statement that ended with `;` is not continued on a line without indent. */
function isComplete(text: string): boolean {
  return text.slice(-200).trimEnd().endsWith(';')
}

/** auto_explain: `Query Text: …`, then the plan; or one JSON object that holds both. */
function autoExplain(body: string, start: number): { sql?: TextSpan; plan?: TextSpan } {
  const object = body.search(/\S/)
  if (body.charAt(object) === '{') return { plan: trimmed(body, start) }
  const plan = /^\s*(?:->\s+)?[A-Z][^\n]*\((?:cost=|actual )/m.exec(body)
  const text = /Query Text: /.exec(body)
  const planAt = plan?.index ?? body.length
  const textEnd = /^\s*Query Parameters: /m.exec(body)?.index ?? planAt
  return {
    ...(text === null
      ? {}
      : { sql: trimmed(body.slice(text.index + text[0].length, textEnd), start + text.index + text[0].length) }),
    ...(plan === null ? {} : { plan: trimmed(body.slice(planAt), start + planAt) }),
  }
}

function trimmed(text: string, start: number): TextSpan {
  const lead = text.length - text.trimStart().length
  return { start: start + lead, end: start + lead + text.trim().length }
}

/** What usual log_line_prefix values tell: `%m [%p] %q%u@%d`, `user=…,db=…`, RDS's `host(port):user@db:[pid]`. */
function prefixFacts(prefix: string): Record<string, string> {
  const facts: Record<string, string> = {}
  const at = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?: ([A-Z]{3,4}|[+-]\d\d(?::?\d\d)?))?/.exec(prefix)
  if (at !== null) facts['at'] = `${at[1]}T${at[2]}${zone(at[3])}`
  const named = { user: /\buser=([^,\s\]]+)/, database: /\bdb=([^,\s\]]+)/, host: /\b(?:host|client)=([^,\s\]]+)/ }
  for (const [name, pattern] of Object.entries(named)) {
    const value = pattern.exec(prefix)?.[1]
    if (value !== undefined) facts[name] = value
  }
  const address = /[\s:](\d+\.\d+\.\d+\.\d+)\(\d+\):/.exec(prefix)?.[1]
  if (address !== undefined) facts['host'] ??= address
  const pair = /(?:^|[\s:])([\w.-]+)@([\w.-]+)(?=[\s:])/.exec(prefix)
  if (pair?.[1] !== undefined && pair[2] !== undefined) {
    facts['user'] ??= pair[1]
    facts['database'] ??= pair[2]
  }
  return facts
}

/** Only zones that mean one offset everywhere are kept. */
function zone(name: string | undefined): string {
  if (name === 'UTC' || name === 'GMT') return 'Z'
  return name !== undefined && /^[+-]/.test(name) ? name : ''
}
