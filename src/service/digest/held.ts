import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { digestBytes } from '../../core/digest/digest-bytes'
import { DigestSum } from '../../core/digest/digest-sum'
import { shapeDocument } from '../../core/digest/document'
import { parseFilter } from '../../core/digest/filter'
import type { LogFlavor } from '../../core/digest/model'
import { encodeUtf8 } from '../../core/digest/utf8'
import type { HeldDigest, HeldShape } from '../../core/digest/view/model'
import { DigestLens } from '../../core/digest/view/view'
import { fault } from '../../core/errors'
import type { DigestProgress, LogSource } from '../api'
import { openArriving } from './byte-source'
import type { LiveOptions } from './live'
import { type ReadOptions, type ReadProgress, readLogs, readSource } from './read-logs'
import { savedDigest } from './saved-digest'
import type { Uploads } from './uploads'

/** What a digest is made of. */
export interface DigestOrder {
  readonly name?: string | undefined
  readonly sources: readonly LogSource[]
  readonly filter?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly prefix?: string | undefined
  /** As in `ReadOptions`. */
  readonly serverPrefix?: string | undefined
}

interface Held {
  readonly order: DigestOrder
  readonly sum: DigestSum
  readonly lens: DigestLens
  readonly about: HeldDigest
}

/** Digests kept at a time: a page that goes away does not say which it had. */
const mostHeld = 24
/** Names offered for choosing. */
const mostNames = 200
/** Between two words about how far reading is. */
const progressEveryMs = 100

/** What a server keeps of its statements, as sums. */
export type ReadServer = (source: Extract<LogSource, { kind: 'server' }>, options: LiveOptions) => Promise<DigestSum>

/** Digests that screens look at in pages: sums stay here, pages go over the wire. */
export class HeldDigests {
  readonly #held = new Map<string, Held>()
  readonly #uploads: Uploads
  readonly #readServer: ReadServer

  constructor(uploads: Uploads, readServer: ReadServer) {
    this.#uploads = uploads
    this.#readServer = readServer
  }

  /**
   * Reads the sources and keeps their sum. Nothing is kept when it is stopped.
   * @throws SargableError as `readLogs`
   */
  async open(order: DigestOrder, signal: AbortSignal, progress: (event: DigestProgress) => void): Promise<HeldDigest> {
    const startedAt = performance.now()
    const filter = parseFilter(order.filter ?? '', order.from, order.to)
    const told = new Told(progress, startedAt)
    const options: ReadOptions = {
      signal,
      ...(filter.entries !== undefined && { filter: filter.entries }),
      words: words(order),
      ...(order.prefix !== undefined && { prefix: order.prefix }),
      ...(order.serverPrefix !== undefined && { serverPrefix: order.serverPrefix }),
      onProgress: (read) => told.of(read),
    }
    const sum = new DigestSum()
    let readBytes = 0
    for (const source of order.sources) {
      sum.absorb(await this.#read(source, options, signal, progress))
      readBytes += told.endOfSource()
      if (signal.aborted) throw fault('cancelled', 'Stopped.')
    }
    for (const [digest, shape] of sum.shapes) {
      if (shape.count === 0) sum.shapes.delete(digest)
    }
    const digestId = `d${randomBytes(9).toString('base64url')}`
    const lens = new DigestLens(digestId, sum)
    const view = lens.view({ limit: 0 })
    const about: HeldDigest = {
      digestId,
      name: order.name ?? nameOf(order.sources),
      sources: sum.sources,
      flavors: [...new Set(sum.sources.flatMap(({ flavor }): LogFlavor[] => (flavor === undefined ? [] : [flavor])))],
      events: sum.events,
      totalMicros: sum.totalMicros,
      ...(view.from !== undefined && { from: view.from }),
      ...(view.to !== undefined && { to: view.to }),
      shapes: lens.columns.tallies.length,
      readBytes,
      readMs: performance.now() - startedAt,
      ...names(sum),
      canReadAgain: order.sources.every(({ kind }) => kind === 'path' || kind === 'text'),
    }
    this.#held.set(digestId, { order, sum, lens, about })
    const [oldest] = this.#held.keys()
    if (oldest !== undefined && this.#held.size > mostHeld) this.#held.delete(oldest)
    return about
  }

  /** The same sources with a filter of entries. */
  again(
    digestId: string,
    look: Pick<DigestOrder, 'filter' | 'from' | 'to'>,
    signal: AbortSignal,
    progress: (event: DigestProgress) => void,
  ): Promise<HeldDigest> {
    const { order, about } = this.get(digestId)
    if (!about.canReadAgain) throw fault('unsupported', `${about.name} cannot be read again.`)
    const { sources, prefix, serverPrefix } = order
    return this.open({ sources, prefix, serverPrefix, name: about.name, ...look }, signal, progress)
  }

  /** @throws SargableError `bad-request` when it is not kept (any more) */
  get(digestId: string): Held {
    const held = this.#held.get(digestId)
    if (held === undefined) throw fault('bad-request', 'This log is not open any more.', { hint: 'Open it again.' })
    // The one that was not looked at for longest stands first.
    this.#held.delete(digestId)
    this.#held.set(digestId, held)
    return held
  }

  /** @throws SargableError `bad-request` for a shape that is not in it */
  shape(digestId: string, shape: string): HeldShape {
    const { lens, sum, about } = this.get(digestId)
    const index = lens.columns.indexOf.get(shape)
    const tally = index === undefined ? undefined : lens.columns.tallies[index]
    if (index === undefined || tally === undefined) throw fault('bad-request', `${about.name} has no shape ${shape}.`)
    return {
      ...shapeDocument(tally, sum),
      rank: index + 1,
      shapesTotal: about.shapes,
      digestName: about.name,
      bucketSeconds: sum.bucketSeconds,
      ...(about.from !== undefined && { digestFrom: about.from }),
      ...(about.to !== undefined && { digestTo: about.to }),
    }
  }

  close(digestId: string): void {
    this.#held.delete(digestId)
  }

  async #read(
    source: LogSource,
    options: ReadOptions,
    signal: AbortSignal,
    progress: (event: DigestProgress) => void,
  ): Promise<DigestSum> {
    switch (source.kind) {
      case 'path':
        return (await savedDigest(source.path)) ?? readLogs([source.path], options)
      case 'upload': {
        const { body, sizeBytes } = await this.#uploads.take(source.id, signal)
        const stop = () => body.destroy()
        signal.addEventListener('abort', stop, { once: true })
        try {
          return await readSource(await openArriving(source.name, body, sizeBytes), options)
        } catch (thrown) {
          if (signal.aborted) throw fault('cancelled', 'Stopped.')
          throw thrown
        } finally {
          signal.removeEventListener('abort', stop)
          body.destroy()
        }
      }
      case 'text':
        return digestBytes(source.name, encodeUtf8(source.text), {
          ...(options.filter !== undefined && { filter: options.filter }),
        })
      case 'server':
        return this.#readServer(source, {
          signal,
          ...(options.words !== undefined && { words: options.words }),
          onProgress: (text, done, total) =>
            progress({ text, ...(done !== undefined && { done }), ...(total !== undefined && { total }) }),
        })
    }
  }
}

/** Says how far reading is, over all sources, not too often. */
class Told {
  readonly #progress: (event: DigestProgress) => void
  readonly #startedAt: number
  #saidAt = 0
  #before = { bytes: 0, events: 0 }
  #now = { bytes: 0, events: 0 }
  #file = ''

  constructor(progress: (event: DigestProgress) => void, startedAt: number) {
    this.#progress = progress
    this.#startedAt = startedAt
  }

  of({ name, readBytes, totalBytes, events }: ReadProgress): void {
    if (name !== this.#file) {
      this.endOfSource()
      this.#file = name
    }
    this.#now = { bytes: readBytes, events }
    const now = performance.now()
    if (now - this.#saidAt < progressEveryMs) return
    this.#saidAt = now
    this.#progress({
      text: `Reading ${basename(name)}`,
      readBytes: this.#before.bytes + readBytes,
      ...(totalBytes !== undefined && { totalBytes: this.#before.bytes + totalBytes }),
      events: this.#before.events + events,
      done: this.#before.bytes + readBytes,
      ...(totalBytes !== undefined && { total: this.#before.bytes + totalBytes }),
      ms: now - this.#startedAt,
    })
  }

  /** How many bytes were read of it. */
  endOfSource(): number {
    const { bytes } = this.#now
    this.#before = { bytes: this.#before.bytes + bytes, events: this.#before.events + this.#now.events }
    this.#now = { bytes: 0, events: 0 }
    this.#file = ''
    return bytes
  }
}

function words({ filter, from, to }: DigestOrder): NonNullable<ReadOptions['words']> {
  return {
    ...(filter !== undefined && { filter }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

function nameOf(sources: readonly LogSource[]): string {
  const [first] = sources
  if (first === undefined) return 'log'
  const name = first.kind === 'path' ? basename(first.path) : first.kind === 'server' ? first.of : first.name
  return sources.length === 1 ? name : `${name} and ${sources.length - 1} more`
}

/** Databases, users and hosts, those with most time first. */
function names(sum: DigestSum): Pick<HeldDigest, 'schemas' | 'users' | 'hosts'> {
  const ranked = (of: 'schemas' | 'users' | 'hosts') => {
    const times = new Map<string, number>()
    for (const shape of sum.shapes.values())
      for (const [name, [, micros]] of shape[of]) times.set(name, (times.get(name) ?? 0) + micros)
    return [...times]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, mostNames)
      .map(([name]) => name)
  }
  return { schemas: ranked('schemas'), users: ranked('users'), hosts: ranked('hosts') }
}
