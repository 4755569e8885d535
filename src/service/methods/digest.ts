import { digestDocument } from '../../core/digest/document'
import { parseFilter } from '../../core/digest/filter'
import { rangeDocument } from '../../core/digest/merge-documents'
import type { DigestDocument } from '../../core/digest/model'
import { fault } from '../../core/errors'
import type { ServiceContext } from '../context'
import { followLog } from '../digest/follow'
import { readServer, serverOffers, withPrefix } from '../digest/live'
import { type ReadProgress, readLogs, readRange } from '../digest/read-logs'
import type { Area } from './area'
import { heldDigestMethods } from './held-digests'

/** Between two words about how far reading is. */
const progressEveryMs = 200

/** Logs added up by shape. */
export function digestMethods(context: ServiceContext): Area<'digest'> {
  return {
    ...heldDigestMethods(context),
    'digest.offers': ({ connectionId }, { signal }) => serverOffers(context.connections, connectionId, signal),
    'digest.follow': async ({ prefixFrom, ...order }, { signal, progress }) => {
      const { path, everySeconds, prefix, serverPrefix, year, top } = await withPrefix(
        context,
        order,
        prefixFrom,
        signal,
      )
      const filter = parseFilter(order.filter ?? '', order.from, order.to)
      const asked = (document: DigestDocument) =>
        shown({ ...document, shapes: document.shapes.filter(filter.keepsShape) }, top)
      const last = await followLog(path, {
        signal,
        everyMs: everySeconds * 1000,
        ...(filter.entries !== undefined && { filter: filter.entries }),
        ...(prefix !== undefined && { prefix }),
        ...(serverPrefix !== undefined && { serverPrefix }),
        ...(year !== undefined && { year }),
        onDigest: (document) => progress({ text: `${path}: ${document.events} entries`, document: asked(document) }),
      })
      return asked(last)
    },
    'digest.run': async ({ prefixFrom, ...order }, { signal, progress }) => {
      const request = await withPrefix(context, order, prefixFrom, signal)
      const servers = request.servers ?? []
      if (request.paths.length + servers.length === 0) throw fault('bad-request', 'Name a log or a server.')
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
        ...(request.serverPrefix !== undefined && { serverPrefix: request.serverPrefix }),
        ...(request.year !== undefined && { year: request.year }),
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
        if (path === undefined || others.length + servers.length > 0)
          throw fault('bad-request', 'A range is one of a single log.')
        return rangeDocument(await readRange(path, bytes.startByte, bytes.endByte, options))
      }
      const sum = await readLogs(request.paths, options)
      for (const server of servers) {
        const onProgress = (text: string, done?: number, total?: number) =>
          progress({ text, ...(done !== undefined && { done }), ...(total !== undefined && { total }) })
        sum.absorb(await readServer(context.connections, server, { signal, words: options.words, onProgress }))
      }
      const document = digestDocument(sum)
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
