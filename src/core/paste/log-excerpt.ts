import { digestBytes } from '../digest/digest-bytes'
import { digestDocument } from '../digest/document'
import { dialectOfLog, recognizedBytes, recognizeLog } from '../digest/recognize'
import { encodeUtf8 } from '../digest/utf8'
import { SargableError } from '../errors'
import type { PastePart } from './model'

/**
 * A text that is nothing but entries of a log, read as a log is read: entries copied inside of literals stay literals,
 * and records of csvlog, jsonlog and syslog are entries too.
 * @returns one part over the text where it holds several entries, or one whose statement is quoted inside of a record;
 *   `one-entry` where it is one whose statement stands in the text as it was written; undefined for something else
 */
export function logExcerpt(text: string): PastePart[] | 'one-entry' | undefined {
  if (!/duration: |^# (?:Query_time|User@Host|Time): /m.test(text)) return undefined
  const log = recognizeLog(encodeUtf8(text.slice(0, recognizedBytes)))
  if (log === undefined) return undefined
  const start = text.search(/\S/)
  const span = { start, end: text.trimEnd().length }
  // The last entry of an excerpt has no line end.
  const bytes = encodeUtf8(`${text.slice(start, span.end)}\n`)
  const document = read(bytes, log)
  const [source] = document?.sources ?? []
  if (document === undefined || source === undefined || source.bytes.skipped > 0) return undefined
  const dialect = dialectOfLog(log.flavor)
  if (document.events > 1) {
    const { from, to } = document
    return [
      {
        kind: 'slow-log',
        dialect,
        span,
        facts: {
          entries: document.events,
          shapes: document.shapes.length,
          queryTimeMs: document.totalMicros / 1000,
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        },
      },
    ]
  }
  const [sample] = document.shapes[0]?.samples ?? []
  if (sample === undefined) return undefined
  if (!['postgres-csv', 'postgres-json', 'postgres-syslog'].includes(log.flavor)) return 'one-entry'
  const { sql, micros, at, user, host, database, rowsSent, rowsExamined } = sample
  return [
    {
      kind: 'slow-log-entry',
      dialect,
      span,
      facts: {
        queryTimeMs: micros / 1000,
        ...(at !== undefined && { at }),
        ...(user !== undefined && { user }),
        ...(host !== undefined && { host }),
        ...(database !== undefined && { database }),
        ...(rowsSent !== undefined && { rowsSent }),
        ...(rowsExamined !== undefined && { rowsExamined }),
        statement: sql,
      },
    },
  ]
}

function read(bytes: Uint8Array, log: NonNullable<ReturnType<typeof recognizeLog>>) {
  try {
    return digestDocument(digestBytes('', bytes, { log }))
  } catch (thrown) {
    // What cannot be read as a log is told apart line by line.
    if (thrown instanceof SargableError) return undefined
    throw thrown
  }
}
