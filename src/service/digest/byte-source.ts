import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import { Decompress } from 'fzstd'
import { fault } from '../../core/errors'

/** A log's bytes, one piece after the other, as they are inside its compression. */
export interface ByteSource {
  readonly name: string
  /** Of the file on disk; unknown for standard input. */
  readonly sizeBytes?: number
  /** How many bytes of `sizeBytes` were read. */
  readBytes: number
  /** Fills `space` from its beginning; 0 at the end. */
  read(space: Uint8Array): Promise<number>
  close(): Promise<void>
}

const gzipMark = [0x1f, 0x8b]
const zstdMark = [0x28, 0xb5, 0x2f, 0xfd]

/** The files that a name stands for: itself, those in a folder (by name), or `-` for standard input. */
export async function logFiles(path: string): Promise<readonly string[]> {
  if (path === '-') return [path]
  const found = await stat(path).catch((error: unknown) => {
    throw fault('file-unreadable', `Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
  if (names.length === 0) throw fault('file-unreadable', `The folder ${path} is empty.`)
  return names.sort().map((name) => join(path, name))
}

/**
 * Opens a log: plain, gzip or zstd, told by its first bytes.
 * @throws SargableError `file-unreadable`
 */
export async function openSource(path: string): Promise<ByteSource> {
  if (path === '-') return openArriving('standard input', process.stdin)
  const file = await openPlain(path)
  const { size } = await file.stat()
  const packing = await packingOf(file)
  if (packing === undefined) return plainSource(path, file, size)
  await file.close()
  const raw = createReadStream(path)
  const source: { readBytes: number } = { readBytes: 0 }
  raw.on('data', (chunk) => {
    source.readBytes += chunk.length
  })
  const pieces = packing === 'zstd' ? unzstd(raw) : pipedTo(raw, createGunzip())
  return streamSource(path, pieces, { size, progress: source }, () => raw.destroy())
}

/** @throws SargableError `file-unreadable` */
export async function openPlain(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw fault('file-unreadable', `Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Is the file read as it is? */
export async function isPlain(path: string): Promise<boolean> {
  const file = await openPlain(path)
  try {
    return (await packingOf(file)) === undefined
  } finally {
    await file.close()
  }
}

async function packingOf(file: FileHandle): Promise<Packing | undefined> {
  const mark = new Uint8Array(4)
  const { bytesRead } = await file.read(mark, 0, 4, 0)
  return packingOfBytes(mark.subarray(0, bytesRead))
}

type Packing = 'gzip' | 'zstd'

function packingOfBytes(head: Uint8Array): Packing | undefined {
  const begins = (wanted: readonly number[]) => wanted.every((byte, i) => head[i] === byte)
  if (begins(gzipMark)) return 'gzip'
  return begins(zstdMark) ? 'zstd' : undefined
}

/**
 * A log that arrives by itself: plain, gzip or zstd, told by its first bytes.
 * @param sizeBytes of what arrives, where that is known
 */
export async function openArriving(name: string, body: Readable, sizeBytes?: number): Promise<ByteSource> {
  const progress = { readBytes: 0 }
  const pieces = counted(body, progress)
  let head = Buffer.alloc(0)
  // The first piece may be shorter than a mark.
  while (head.length < zstdMark.length) {
    const piece = await nextOf(pieces, name)
    if (piece.done === true) break
    head = Buffer.concat([head, piece.value])
  }
  const whole = Readable.from(together(head, pieces), { objectMode: false })
  const packing = packingOfBytes(head)
  const unpacked = packing === 'zstd' ? unzstd(whole) : packing === 'gzip' ? pipedTo(whole, createGunzip()) : whole
  return streamSource(name, unpacked, { ...(sizeBytes !== undefined && { size: sizeBytes }), progress }, () =>
    body.destroy(),
  )
}

async function* counted(body: Readable, progress: { readBytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    progress.readBytes += piece.length
    yield piece
  }
}

async function* together(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head
  yield* rest
}

function pipedTo(from: Readable, to: Gunzip): Gunzip {
  from.on('error', (error) => to.destroy(error))
  return from.pipe(to)
}

function plainSource(name: string, file: FileHandle, sizeBytes: number): ByteSource {
  return {
    name,
    sizeBytes,
    readBytes: 0,
    async read(space) {
      const { bytesRead } = await file.read(space, 0, space.length, this.readBytes)
      this.readBytes += bytesRead
      return bytesRead
    },
    close: () => file.close(),
  }
}

/** Node has zstd of its own only from 22.15 on. */
async function* unzstd(raw: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const decoder = new Decompress((chunk) => ready.push(chunk))
  for await (const chunk of raw) {
    decoder.push(chunk)
    yield* ready.splice(0)
  }
  decoder.push(new Uint8Array(0), true)
  yield* ready.splice(0)
}

function streamSource(
  name: string,
  pieces: AsyncIterable<Uint8Array | string>,
  file: { readonly size?: number; readonly progress: { readonly readBytes: number } } | undefined,
  destroy: () => void,
): ByteSource {
  const iterator = pieces[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  return {
    name,
    ...(file?.size !== undefined && { sizeBytes: file.size }),
    readBytes: 0,
    async read(space) {
      while (rest.length === 0) {
        const { done, value } = await nextOf(iterator, name)
        if (done === true) return 0
        rest = typeof value === 'string' ? Buffer.from(value) : value
      }
      const taken = rest.subarray(0, space.length)
      space.set(taken)
      rest = rest.subarray(taken.length)
      this.readBytes = file?.progress.readBytes ?? this.readBytes + taken.length
      return taken.length
    },
    async close() {
      await iterator.return?.()
      destroy()
    },
  }
}

async function nextOf<Piece>(iterator: AsyncIterator<Piece>, name: string): Promise<IteratorResult<Piece>> {
  try {
    return await iterator.next()
  } catch (error) {
    throw fault('file-unreadable', `${name} is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
}
