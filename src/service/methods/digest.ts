import { digestDocument } from '../../core/digest/document'
import { parseFilter } from '../../core/digest/filter'
import { rangeDocument } from '../../core/digest/merge-documents'
import type { DigestDocument } from '../../core/digest/model'
import { fault } from '../../core/errors'
import type { ServiceContext } from '../context'
import { type ReadProgress, readLogs, readRange } from '../digest/read-logs'
import type { Area } from './area'
import { heldDigestMethods } from './held-digests'

/** Between two words about how far reading is. */
const progressEveryMs = 200

/** Logs added up by shape. */
export function digestMethods(context: ServiceContext): Area<'digest'> {
  return {
    ...heldDigestMethods(context),
    'digest.run': async (request, { signal, progress }) => {
      const filter = parseFilter(request.filter ?? '', request.from, request.to)
      const startedAt = Date.now()
      let saidAt = startedAt
      const options = {
        signal,
        ...(filter.entries !== undefined && { filter: filter.entries }),
        words: {
          ...(request.filter !== undefined && { filter: request.filter }),
          ...(request.from !== undefined && { from: request.from }),
          ...(request.to !== undefined && { to: request.to }),
        },
        ...(request.threads !== undefined && { threads: request.threads }),
        ...(request.prefix !== undefined && { prefix: request.prefix }),
        onProgress(read: ReadProgress) {
          const now = Date.now()
          if (now - saidAt < progressEveryMs) return
          saidAt = now
          const { readBytes: done, totalBytes } = read
          const speed = done / 1e6 / ((now - startedAt) / 1000)
          const text = `${read.name}: ${megabytes(done)} read, ${read.events} entries, ${speed.toFixed(0)} MB/s`
          progress({ text, done, ...(totalBytes !== undefined && { total: totalBytes }) })
        },
      }
      const { bytes } = request
      if (bytes !== undefined) {
        const [path, ...others] = request.paths
        if (filter.entries !== undefined) throw fault('bad-request', 'A range is digested without a filter.')
        if (path === undefined || others.length > 0) throw fault('bad-request', 'A range is one of a single log.')
        return rangeDocument(await readRange(path, bytes.startByte, bytes.endByte, options))
      }
      const document = digestDocument(await readLogs(request.paths, options))
      return shown({ ...document, shapes: document.shapes.filter(filter.keepsShape) }, request.top)
    },
  }
}

function shown(document: DigestDocument, top: number | undefined): DigestDocument {
  if (top === undefined || document.shapes.length <= top) return document
  return { ...document, shapes: document.shapes.slice(0, top), shapesTotal: document.shapes.length }
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
