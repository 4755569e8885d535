import { setTimeout as later } from 'node:timers/promises'
import { LogDigest, notALog } from '../../core/digest/digest-bytes'
import { digestDocument } from '../../core/digest/document'
import type { DigestDocument } from '../../core/digest/model'
import { recognizedBytes } from '../../core/digest/recognize'
import { fault } from '../../core/errors'
import { isPlain, logFiles } from './byte-source'
import { GrowingFile } from './growing-file'
import { type ReadOptions, recognizedIn } from './read-logs'

export interface FollowOptions extends Pick<ReadOptions, 'filter' | 'prefix' | 'serverPrefix' | 'year'> {
  /** Stops following; what came until then is in the answer. */
  readonly signal: AbortSignal
  readonly everyMs: number
  /** Called with the digest so far: once when the log was read to its end, then after each `everyMs` in which more came. */
  readonly onDigest: (document: DigestDocument) => void
}

const lookEveryMs = 250
/** A log that has not grown for so long ends with a whole entry: servers write each at once. */
const settledAfterMs = 1000

/**
 * Adds up a plain log as it grows, over rotations, until it is stopped. Each entry is counted once; the last ones when more
 * comes, or nothing has for a second.
 * @returns the digest of all that came
 * @throws SargableError `file-unreadable`, `unreadable-text`, `bad-request` for what does not grow
 */
export async function followLog(path: string, options: FollowOptions): Promise<DigestDocument> {
  if (path === '-') throw fault('bad-request', 'Standard input is read to its end without --follow.')
  const [only] = await logFiles(path)
  if (only !== path) throw fault('bad-request', `${path} is a folder; one log is followed.`)
  if (!(await isPlain(path))) throw fault('bad-request', `${path} is packed; only plain logs are followed.`)
  const file = await GrowingFile.open(path)
  try {
    return await new Following(file, options).run()
  } finally {
    await file.close()
  }
}

class Following {
  readonly #file: GrowingFile
  readonly #options: FollowOptions
  /** The beginning of the log, until it tells what it is. */
  #head = new Uint8Array(0)
  #digest: LogDigest | undefined
  #grew = false
  #toldAt: number | undefined
  #grewAt = 0
  #settled = true

  constructor(file: GrowingFile, options: FollowOptions) {
    this.#file = file
    this.#options = options
  }

  async run(): Promise<DigestDocument> {
    const { signal } = this.#options
    const lookMs = Math.min(lookEveryMs, this.#options.everyMs)
    while (!signal.aborted) {
      // Before reading: the bytes behind our place may be another log's.
      const turn = await this.#file.turn()
      if (turn === 'cut') {
        this.#digest?.startAnew()
        this.#head = new Uint8Array(0)
      }
      if (await this.#readAll()) continue
      this.#settle()
      this.#tell()
      if (turn === 'same') await pause(lookMs, signal)
    }
    await this.#readAll()
    if (this.#digest === undefined) throw notALog(this.#file.path)
    return digestDocument(this.#digest.end())
  }

  /** Reads what is there, as long as nobody stops. @returns whether there was anything */
  async #readAll(): Promise<boolean> {
    let any = false
    const space = new Uint8Array(recognizedBytes)
    for (;;) {
      const digest = this.#digest
      const count = await this.#file.read(digest?.space() ?? space)
      if (count === 0) break
      any = true
      if (digest === undefined) this.#recognize(space.subarray(0, count))
      else digest.filled(count)
      if (this.#options.signal.aborted) break
    }
    if (any) {
      this.#digest?.flush()
      this.#grew = true
      this.#grewAt = Date.now()
      this.#settled = false
    }
    return any
  }

  #settle(): void {
    if (this.#settled || Date.now() - this.#grewAt < settledAfterMs) return
    this.#settled = true
    this.#digest?.settle()
    this.#grew = true
  }

  #recognize(piece: Uint8Array): void {
    const head = new Uint8Array(this.#head.length + piece.length)
    head.set(this.#head)
    head.set(piece, this.#head.length)
    this.#head = head
    const { filter } = this.#options
    const log = recognizedIn(head, { ...this.#options, modifiedMs: Date.now() })
    if (log === undefined) {
      if (head.length >= recognizedBytes) throw notALog(this.#file.path)
      return
    }
    this.#digest = new LogDigest(this.#file.path, log, filter === undefined ? {} : { filter })
    this.#digest.push(head)
    this.#head = new Uint8Array(0)
  }

  #tell(): void {
    const now = Date.now()
    if (this.#digest === undefined || !this.#grew) return
    if (this.#toldAt !== undefined && now - this.#toldAt < this.#options.everyMs) return
    this.#toldAt = now
    this.#grew = false
    this.#options.onDigest(digestDocument(this.#digest.soFar()))
  }
}

/** Waits, unless it is stopped before. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await later(ms, undefined, { signal })
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  }
}
