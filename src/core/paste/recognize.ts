import { contractVersion } from '../document'
import type { Dialect } from '../engine'
import type { TextSpan } from '../text-span'
import { frameEnd, promptLength, resultTail, startsFrame, startsPrompt } from './frames'
import { LineReader } from './lines'
import { logExcerpt } from './log-excerpt'
import type { PasteDocument, PastePart } from './model'
import { planFacts, textFacts, traceFacts } from './piece-facts'
import { dialectOfFormat, looksLikeTrace, planFormatOf } from './plan-shapes'
import { readPostgresLogEntry, startsPostgresLog } from './postgres-log-entry'
import { readSlowLogEntry, type SlowLogEntry, startsBareEntry, startsSlowLog } from './slow-log-entry'
import { statementParts } from './statement-parts'

/**
 * Says what a pasted text is, in parts and in the order of the text: statements, DDL, plans of any server, optimizer
 * traces, slow-log entries of the MySQL family and of PostgreSQL; what is none of them is `unknown`. Prompts and the
 * tails that clients print belong to no part. A log entry is one part over its whole text, followed by a part for
 * the statement in it. Of an entry whose statement is written in another way (csvlog, jsonlog) the fact `statement` is
 * the statement.
 * @param dialect what to read SQL as; else the text's own signs decide, where it has any
 */
export function recognize(text: string, dialect?: Dialect): PasteDocument {
  const log = logExcerpt(text)
  if (typeof log === 'object') return { sargable: contractVersion, kind: 'paste', parts: log }
  const reader = new LineReader(text)
  const parts: PastePart[] = []
  for (reader.skipBlank(); reader.line !== undefined; reader.skipBlank()) {
    const { line } = reader
    if (parts.length >= maxParts) {
      parts.push({ kind: 'unknown', span: { start: line.start, end: text.length }, facts: {} })
      break
    }
    if (resultTail.test(line.text)) reader.at++
    else {
      const found =
        startsSlowLog(line.text) || startsBareEntry(reader)
          ? slowLog(reader, dialect, log === 'one-entry')
          : startsPostgresLog(line.text)
            ? postgresLog(reader)
            : (framed(reader) ?? statements(reader, dialect))
      // One by one: a call cannot take a hundred thousand arguments.
      for (const part of found) parts.push(part)
    }
  }
  return { sargable: contractVersion, kind: 'paste', parts: withCommonDialect(parts, dialect) }
}

/** So many parts of a text are told apart; what stands behind them is one part more. */
const maxParts = 10_000

/** A statement beside a plan of one server is of that server, unless it shows something else. */
function withCommonDialect(parts: readonly PastePart[], asked: Dialect | undefined): PastePart[] {
  const shown = asked ?? parts.find((part) => part.dialect !== undefined)?.dialect
  if (shown === undefined) return [...parts]
  return parts.map((part) =>
    part.dialect === undefined && (part.kind === 'sql' || part.kind === 'ddl') ? { ...part, dialect: shown } : part,
  )
}

/** A plan, a trace, or another result that a client printed. */
function framed(reader: LineReader): PastePart[] | undefined {
  const start = reader.line?.start ?? 0
  const end = frameEnd(reader)
  if (end === undefined) return undefined
  reader.skipTo(end)
  return [pieceOf(reader.text, { start, end })]
}

function pieceOf(text: string, span: TextSpan): PastePart {
  const piece = text.slice(span.start, span.end)
  if (looksLikeTrace(piece)) return { kind: 'trace', dialect: 'mysql', span, facts: traceFacts(piece) }
  const bare = piece.replace(/^\s*(?:\*+ 1\. row \*+\s*)?(?:(?:EXPLAIN|ANALYZE):? *\s)?(?=\s*[{[])/, '')
  const format = planFormatOf(bare) ?? planFormatOf(piece)
  if (format === undefined) return { kind: 'unknown', span, facts: textFacts(piece) }
  return { kind: 'plan', dialect: dialectOfFormat(format), format, span, facts: planFacts(piece) }
}

/** One entry is that entry; several are a log. */
function slowLog(reader: LineReader, asked: Dialect | undefined, isOne: boolean): PastePart[] {
  const entries: SlowLogEntry[] = []
  const start = reader.line?.start ?? 0
  while (reader.line !== undefined) {
    const { at } = reader
    if (reader.line.text.trim() === '') {
      reader.at++
      continue
    }
    if (!startsSlowLog(reader.line.text) && !startsBareEntry(reader)) break
    const entry = readSlowLogEntry(reader, isOne)
    if (entry !== undefined) entries.push(entry)
    if (reader.at === at) reader.at++
  }
  const [first] = entries
  if (first === undefined)
    return [{ kind: 'slow-log', span: { start, end: reader.text.length }, facts: { entries: 0 } }]
  const dialect: Dialect = entries.some((entry) => entry.mariadb)
    ? 'mariadb'
    : asked === 'mariadb'
      ? 'mariadb'
      : 'mysql'
  if (entries.length === 1) {
    const parts: PastePart[] = [{ kind: 'slow-log-entry', dialect, span: first.span, facts: first.facts }]
    if (first.sql !== undefined) return [...parts, ...statementParts(reader.text, first.sql, dialect)]
    return parts
  }
  const total = entries.reduce((sum, entry) => sum + Number(entry.facts['queryTimeMs'] ?? 0), 0)
  const span = { start, end: entries[entries.length - 1]?.span.end ?? reader.text.length }
  return [
    {
      kind: 'slow-log',
      dialect,
      span,
      facts: { entries: entries.length, queryTimeMs: Math.round(total * 1000) / 1000 },
    },
  ]
}

function postgresLog(reader: LineReader): PastePart[] {
  const entry = readPostgresLogEntry(reader)
  if (entry === undefined) return []
  const parts: PastePart[] = [{ kind: 'slow-log-entry', dialect: 'postgres', span: entry.span, facts: entry.facts }]
  if (entry.sql !== undefined) for (const part of statementParts(reader.text, entry.sql, 'postgres')) parts.push(part)
  if (entry.plan !== undefined) parts.push(pieceOf(reader.text, entry.plan))
  return parts
}

/** Lines of SQL up to the next piece of another kind, with the prompts before them taken off. */
function statements(reader: LineReader, asked: Dialect | undefined): PastePart[] {
  const first = reader.line
  if (first === undefined) return []
  const start = first.start + promptLength(first.text)
  reader.at++
  let end = first.end
  for (;;) {
    const { shortEnd } = reader
    if (shortEnd !== undefined) {
      end = shortEnd
      reader.at++
      continue
    }
    const { line } = reader
    if (line === undefined || startsPrompt(line.text)) break
    if (startsSlowLog(line.text) || startsPostgresLog(line.text) || resultTail.test(line.text)) break
    if (startsFrame(line.text)) {
      if (
        endsStatement(reader.text.slice(Math.max(start, end - 200), end)) ||
        isStrongFrame(line.text, reader.text, line.start)
      )
        break
    }
    end = line.end
    reader.at++
  }
  return statementParts(reader.text, { start, end }, asked, start > first.start)
}

function endsStatement(text: string): boolean {
  const tail = text.trimEnd()
  return tail.endsWith(';') || tail.endsWith('\\g') || tail.endsWith('\\G')
}

/** Frames that cannot be a line of SQL, so that they end a statement even without its `;`. */
function isStrongFrame(line: string, text: string, start: number): boolean {
  const head = line.slice(0, 2000)
  if (/^\+-{3,}|^\*{3,} 1\. row|^\s*QUERY PLAN\s*$|^<explain|id[\t| ]+select_type/.test(head)) return true
  if (/^\s*[A-Z].*\(cost=\d+\.\d+\.\.\d/.test(head) || /^\s*-> .*\((?:cost|actual)/.test(head)) return true
  return (
    /^\s*[{[]/.test(head) &&
    /"(?:query_block|Plan|query_plan|steps|operation)"\s*:/.test(text.slice(start, start + 300))
  )
}
