import { createHash } from 'node:crypto'
import { type FileHandle, stat } from 'node:fs/promises'
import { cpus } from 'node:os'
import { LogDigest, notALog } from '../../core/digest/digest-bytes'
import { DigestSum } from '../../core/digest/digest-sum'
import { type RangeDigest, RangeReader } from '../../core/digest/range'
import { fitsLinePrefix, parseLinePrefix } from '../../core/digest/readers/line-prefix'
import { syslogYear } from '../../core/digest/readers/syslog-year'
import { type RecognizedLog, recognizedBytes, recognizeLog } from '../../core/digest/recognize'
import { takeSha256 } from '../../core/digest/sha256'
import type { EntryFilter } from '../../core/digest/tally'
import { decodeUtf8 } from '../../core/digest/utf8'
import { fault } from '../../core/errors'
import { type ByteSource, isPlain, logFiles, openPlain, openSource } from './byte-source'
import { canSplit, type FilterWords, readInRanges } from './read-ranges'

takeSha256((bytes) => createHash('sha256').update(bytes).digest('hex'))

export interface ReadOptions {
  readonly filter?: EntryFilter
  /** The same filter in words; without it a filtered log is read by one thread. */
  readonly words?: FilterWords
  /** How many threads read a plain file; by its size and the processors without. */
  readonly threads?: number
  /** PostgreSQL's log_line_prefix; inferred without. */
  readonly prefix?: string
  /** What the server says now; taken where the lines of the log have it, else one is inferred. */
  readonly serverPrefix?: string
  /** In which a syslog begins whose times have no year; without, `modifiedMs` tells it. */
  readonly year?: number
  /** When the log was written to last, where its file tells: milliseconds since 1970. */
  readonly modifiedMs?: number
  readonly signal?: AbortSignal
  /** Called now and then with what was read of the files on disk. */
  readonly onProgress?: (progress: ReadProgress) => void
}

export interface ReadProgress {
  readonly name: string
  readonly readBytes: number
  readonly totalBytes?: number
  readonly events: number
}

/**
 * Adds up logs: files, folders, `-` for standard input. One pass, whose memory follows the number of shapes.
 * @throws SargableError `file-unreadable`, `unreadable-text`, `cancelled`
 */
export async function readLogs(paths: readonly string[], options: ReadOptions = {}): Promise<DigestSum> {
  const files: string[] = []
  for (const path of paths) files.push(...(await logFiles(path)))
  const sum = new DigestSum()
  for (const file of files) sum.absorb(await readLog(file, options))
  return sum
}

/**
 * Adds up a range of one plain file; its ends come out with it.
 * @throws SargableError as `readLogs`, and `unsupported` for a log that cannot be read in ranges
 */
export async function readRange(
  path: string,
  startByte: number,
  endByte: number,
  options: ReadOptions = {},
): Promise<RangeDigest> {
  const file = await openPlain(path)
  try {
    const { size } = await file.stat()
    const log = recognized(path, await headOf(file), options)
    if (log.flavor === 'postgres-syslog') throw fault('unsupported', 'Messages in syslog cannot be read in ranges.')
    const reader = new RangeReader(path, log, startByte, options.filter === undefined ? {} : { filter: options.filter })
    const stop = Math.min(endByte, size)
    for (let at = startByte; at < stop; ) {
      if (options.signal?.aborted) throw fault('cancelled', 'Stopped.')
      const space = reader.space()
      const { bytesRead } = await file.read(space, 0, Math.min(space.length, stop - at), at)
      if (bytesRead === 0) break
      reader.filled(bytesRead)
      at += bytesRead
      options.onProgress?.({
        name: path,
        readBytes: at - startByte,
        totalBytes: stop - startByte,
        events: reader.events,
      })
    }
    return reader.end(stop, stop === size)
  } finally {
    await file.close()
  }
}

async function headOf(file: FileHandle): Promise<Uint8Array> {
  const head = new Uint8Array(recognizedBytes)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  return head.subarray(0, bytesRead)
}

/** What the log is: by its first bytes, or by the prefix that was given. */
function recognized(name: string, head: Uint8Array, options: ReadOptions): RecognizedLog {
  const log = recognizedIn(head, options)
  if (log === undefined) throw notALog(name)
  return log
}

/** What a log with this beginning is; undefined when none that is known begins so. */
export function recognizedIn(head: Uint8Array, options: ReadOptions): RecognizedLog | undefined {
  const { prefix, serverPrefix, modifiedMs } = options
  if (prefix !== undefined) return { flavor: 'postgres-stderr', prefix: parseLinePrefix(prefix) }
  const log = recognizeLog(head)
  if (serverPrefix !== undefined && (log === undefined || log.flavor === 'postgres-stderr')) {
    const told = parseLinePrefix(serverPrefix)
    if (fitsLinePrefix(decodeUtf8(head), told)) return { flavor: 'postgres-stderr', prefix: told }
  }
  if (log?.flavor !== 'postgres-syslog') return log
  const year = options.year ?? (modifiedMs === undefined ? undefined : syslogYear(decodeUtf8(head), modifiedMs))
  return { ...log, ...(year !== undefined && { year }) }
}

/** Below this a second thread costs more than it brings: each warms up by itself. */
const splitAboveBytes = 256 * 1024 * 1024
const mostThreads = 4

/** How many threads shall read the file; 1 for what cannot be read in ranges. */
async function threadsFor(
  path: string,
  { threads, filter, words }: ReadOptions,
): Promise<{ threads: number; size: number }> {
  if (path === '-' || !canSplit() || (filter !== undefined && words === undefined)) return { threads: 1, size: 0 }
  const { size } = await stat(path)
  const wanted = threads ?? (size > splitAboveBytes ? Math.min(mostThreads, cpus().length) : 1)
  return { threads: wanted > 1 && (await isPlain(path)) ? wanted : 1, size }
}

async function readLog(path: string, options: ReadOptions): Promise<DigestSum> {
  const { threads, size } = await threadsFor(path, options)
  if (threads > 1) {
    const prefix = options.prefix ?? (options.serverPrefix === undefined ? undefined : await prefixOf(path, options))
    const order = {
      ...(prefix !== undefined && { prefix }),
      ...(options.words !== undefined && { words: options.words }),
    }
    const sum = await readInRanges(path, size, threads, order, options, readRange)
    if (sum !== undefined) return sum
  }
  const modifiedMs = path === '-' ? undefined : (await stat(path)).mtimeMs
  return readSource(await openSource(path), { ...options, ...(modifiedMs !== undefined && { modifiedMs }) })
}

/**
 * Adds up a log whose bytes come one after the other; the source is closed.
 * @throws SargableError as `readLogs`
 */
export async function readSource(source: ByteSource, options: ReadOptions = {}): Promise<DigestSum> {
  try {
    const head = await readHead(source)
    const log = recognized(source.name, head, options)
    const digest = new LogDigest(source.name, log, options.filter === undefined ? {} : { filter: options.filter })
    digest.push(head)
    for (;;) {
      if (options.signal?.aborted) throw fault('cancelled', 'Stopped.')
      const count = await source.read(digest.space())
      if (count === 0) break
      digest.filled(count)
      options.onProgress?.(progressOf(source, digest.events))
    }
    return digest.end()
  } finally {
    await source.close()
  }
}

async function prefixOf(path: string, options: ReadOptions): Promise<string | undefined> {
  const file = await openPlain(path)
  try {
    return recognized(path, await headOf(file), options).prefix?.text
  } finally {
    await file.close()
  }
}

/** Enough of the beginning to recognize the log by. */
async function readHead(source: ByteSource): Promise<Uint8Array> {
  const head = new Uint8Array(recognizedBytes)
  let used = 0
  while (used < head.length) {
    const count = await source.read(head.subarray(used))
    if (count === 0) break
    used += count
  }
  return head.subarray(0, used)
}

function progressOf(source: ByteSource, events: number): ReadProgress {
  return {
    name: source.name,
    readBytes: source.readBytes,
    ...(source.sizeBytes !== undefined && { totalBytes: source.sizeBytes }),
    events,
  }
}
