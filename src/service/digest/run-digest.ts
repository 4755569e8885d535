import type { DigestSum } from '../../core/digest/digest-sum'
import { digestDocument } from '../../core/digest/document'
import { parseFilter } from '../../core/digest/filter'
import { rangeDocument } from '../../core/digest/merge-documents'
import type { DigestDocument } from '../../core/digest/model'
import { fault } from '../../core/errors'
import type { Progress, Request } from '../api'
import { type ReadOptions, type ReadProgress, readLogs, readRange } from './read-logs'
import type { FilterWords } from './read-ranges'

/** As the procedure `digest.run`; a PostgreSQL server's prefix has been asked for. */
export type DigestRequest = Omit<Request<'digest.run'>, 'prefixFrom'> & { readonly serverPrefix?: string }
type ServerRequest = NonNullable<DigestRequest['servers']>[number]

export interface DigestRun {
  readonly signal: AbortSignal
  readonly progress: (event: Progress) => void
  /** Absent where no connection can be: then only files are read, and no engine needs to be loaded. */
  readonly readServer?: (server: ServerRequest, words: FilterWords) => Promise<DigestSum>
}

/** Between two words about how far reading is. */
const progressEveryMs = 200

/**
 * Adds up logs, and what servers keep, by shape.
 * @throws SargableError as `readLogs`
 */
export async function runDigest(request: DigestRequest, run: DigestRun): Promise<DigestDocument> {
  const { signal, readServer } = run
  const servers = request.servers ?? []
  if (request.paths.length + servers.length === 0) throw fault('bad-request', 'Name a log or a server.')
  const filter = parseFilter(request.filter ?? '', request.from, request.to)
  const words: FilterWords = {
    ...(request.filter !== undefined && { filter: request.filter }),
    ...(request.from !== undefined && { from: request.from }),
    ...(request.to !== undefined && { to: request.to }),
  }
  const options: ReadOptions = {
    signal,
    words,
    ...(filter.entries !== undefined && { filter: filter.entries }),
    ...(request.threads !== undefined && { threads: request.threads }),
    ...(request.prefix !== undefined && { prefix: request.prefix }),
    ...(request.serverPrefix !== undefined && { serverPrefix: request.serverPrefix }),
    ...(request.year !== undefined && { year: request.year }),
    onProgress: toldNowAndThen(run.progress),
  }
  const { bytes } = request
  if (bytes !== undefined) {
    const [path, ...others] = request.paths
    if (filter.entries !== undefined) throw fault('bad-request', 'A range is digested without a filter.')
    if (path === undefined || others.length + servers.length > 0)
      throw fault('bad-request', 'A range is one of a single log.')
    return rangeDocument(await readRange(path, bytes.startByte, bytes.endByte, options))
  }
  const sum = await readLogs(request.paths, options)
  for (const server of servers) {
    if (readServer === undefined) throw fault('unsupported', 'No server can be asked here.')
    sum.absorb(await readServer(server, words))
  }
  const document = digestDocument(sum)
  return firstShapes({ ...document, shapes: document.shapes.filter(filter.keepsShape) }, request.top)
}

function toldNowAndThen(progress: DigestRun['progress']): (read: ReadProgress) => void {
  const startedAt = Date.now()
  let saidAt = startedAt
  return (read) => {
    const now = Date.now()
    if (now - saidAt < progressEveryMs) return
    saidAt = now
    const { readBytes: done, totalBytes } = read
    const speed = done / 1e6 / ((now - startedAt) / 1000)
    const text = `${read.name}: ${megabytes(done)} read, ${read.events} entries, ${speed.toFixed(0)} MB/s`
    progress({ text, done, ...(totalBytes !== undefined && { total: totalBytes }) })
  }
}

/** A digest with only its first shapes, those with most time. */
export function firstShapes(document: DigestDocument, top: number | undefined): DigestDocument {
  if (top === undefined || document.shapes.length <= top) return document
  return { ...document, shapes: document.shapes.slice(0, top), shapesTotal: document.shapes.length }
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
