import type { FileHandle } from 'node:fs/promises'
import { stat } from 'node:fs/promises'
import { openPlain } from './byte-source'

/**
 * What has happened to a file that is being followed: nothing; a new one is in its place and goes on where the old one ended;
 * it was cut, and what comes next does not go on with what came last.
 */
export type Turn = 'same' | 'renewed' | 'cut'

/** Bytes before our place that are looked at again, to see whether a file was cut and written anew. */
const rememberedBytes = 256
const lineFeed = 10

/**
 * A plain file that others write to. It may be renamed with a new one in its place (the old one is read to its end first),
 * or be cut and written from its beginning.
 */
export class GrowingFile {
  readonly path: string
  #file: FileHandle
  #inode: bigint
  #place = 0
  /** The last bytes that were read. */
  #last: Uint8Array = new Uint8Array(0)
  #atEnd = false

  private constructor(path: string, file: FileHandle, inode: bigint) {
    this.path = path
    this.#file = file
    this.#inode = inode
  }

  /** @throws SargableError `file-unreadable` */
  static async open(path: string): Promise<GrowingFile> {
    const file = await openPlain(path)
    return new GrowingFile(path, file, (await file.stat({ bigint: true })).ino)
  }

  /** Fills `space` with what came; 0 when nothing did. */
  async read(space: Uint8Array): Promise<number> {
    const { bytesRead } = await this.#file.read(space, 0, space.length, this.#place)
    this.#atEnd = bytesRead === 0
    if (bytesRead === 0) return 0
    this.#place += bytesRead
    const fresh = space.subarray(Math.max(0, bytesRead - rememberedBytes), bytesRead)
    const kept = this.#last.subarray(Math.max(0, this.#last.length + fresh.length - rememberedBytes))
    const last = new Uint8Array(kept.length + fresh.length)
    last.set(kept)
    last.set(fresh, kept.length)
    this.#last = last
    return bytesRead
  }

  /**
   * Looks whether the log goes on elsewhere, and goes there. To be called before reading.
   */
  async turn(): Promise<Turn> {
    const { size } = await this.#file.stat()
    if (size < this.#place || !(await this.#isAsRead())) {
      this.#begin()
      return 'cut'
    }
    // More may have come since: the old file is read to its end before a new one is looked for.
    if (size > this.#place || !this.#atEnd) return 'same'
    const there = await stat(this.path, { bigint: true }).catch(() => undefined)
    // A server goes on in the old file until it is told; a new one that is empty is not written to yet.
    if (there === undefined || there.ino === this.#inode || there.size === 0n) return 'same'
    const next = await openPlain(this.path)
    await this.#file.close()
    this.#file = next
    this.#inode = (await next.stat({ bigint: true })).ino
    const isWhole = this.#last.length === 0 || this.#last[this.#last.length - 1] === lineFeed
    this.#begin()
    return isWhole ? 'renewed' : 'cut'
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #begin(): void {
    this.#place = 0
    this.#last = new Uint8Array(0)
    this.#atEnd = false
  }

  /** Are the bytes before our place those that were read there? */
  async #isAsRead(): Promise<boolean> {
    const now = new Uint8Array(this.#last.length)
    const { bytesRead } = await this.#file.read(now, 0, now.length, this.#place - this.#last.length)
    return bytesRead === now.length && now.every((byte, i) => byte === this.#last[i])
  }
}
