import { parseFilter } from '../../core/digest/filter'
import type { DigestDocument } from '../../core/digest/model'
import type { ServiceContext } from '../context'
import { followLog } from '../digest/follow'
import { readServer, serverOffers, withPrefix } from '../digest/live'
import { firstShapes, runDigest } from '../digest/run-digest'
import type { Area } from './area'
import { heldDigestMethods } from './held-digests'

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
        firstShapes({ ...document, shapes: document.shapes.filter(filter.keepsShape) }, top)
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
      return runDigest(request, {
        signal,
        progress,
        readServer: (server, words) =>
          readServer(context.connections, server, {
            signal,
            words,
            onProgress: (text, done, total) =>
              progress({ text, ...(done !== undefined && { done }), ...(total !== undefined && { total }) }),
          }),
      })
    },
  }
}
