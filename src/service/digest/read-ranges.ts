import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DigestSum } from '../../core/digest/digest-sum'
import { rangeOfDocument } from '../../core/digest/merge-documents'
import type { DigestDocument } from '../../core/digest/model'
import { joinAll, type RangeDigest } from '../../core/digest/range'
import { type Fault, fault, SargableError } from '../../core/errors'
import type { ReadOptions } from './read-logs'

/** What a thread is told: its range, and the filter in words, because functions cannot be sent. */
export interface RangeOrder {
  readonly path: string
  readonly startByte: number
  readonly endByte: number
  readonly prefix?: string
  readonly words?: FilterWords
}

export interface FilterWords {
  readonly filter?: string
  readonly from?: string
  readonly to?: string
}

export type WorkerWord =
  | { readonly kind: 'progress'; readonly readBytes: number; readonly events: number }
  | { readonly kind: 'done'; readonly document: DigestDocument }
  | { readonly kind: 'failed'; readonly fault: Fault }

/** The bundle lies beside those of the service. */
const program = join(__dirname, 'digest-worker.cjs')

/** False where the service runs from its sources. */
export function canSplit(): boolean {
  return existsSync(program)
}

/** Reads one range in this thread. */
export type ReadRange = (
  path: string,
  startByte: number,
  endByte: number,
  options: Pick<ReadOptions, 'filter' | 'prefix' | 'signal' | 'onProgress'>,
) => Promise<RangeDigest>

/**
 * Adds up one plain file with several threads, each of which reads a range of it. This thread is one of them: each other
 * one has to start and to warm up.
 * @returns undefined when what one range tells goes on in the next, so that the log must be read in one
 */
export async function readInRanges(
  path: string,
  sizeBytes: number,
  threads: number,
  order: Pick<RangeOrder, 'prefix' | 'words'>,
  { filter, signal, onProgress }: Pick<ReadOptions, 'filter' | 'signal' | 'onProgress'>,
  readHere: ReadRange,
): Promise<DigestSum | undefined> {
  const places = Array.from({ length: threads + 1 }, (_, i) => Math.floor((sizeBytes / threads) * i))
  const done = places.map(() => ({ readBytes: 0, events: 0 }))
  const workers: Worker[] = []
  const tell = () => {
    const readBytes = done.reduce((sum, each) => sum + each.readBytes, 0)
    const events = done.reduce((sum, each) => sum + each.events, 0)
    onProgress?.({ name: path, readBytes, totalBytes: sizeBytes, events })
  }
  // Where one range fails, the others need not be read.
  const end = new AbortController()
  const stop = () => end.abort()
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    const ranges = await Promise.all(
      places.slice(1).map((endByte, i) => {
        if (i === 0)
          return readHere(path, 0, endByte, {
            ...(filter !== undefined && { filter }),
            ...(order.prefix !== undefined && { prefix: order.prefix }),
            signal: end.signal,
            onProgress(word) {
              done[i] = word
              tell()
            },
          })
        const worker = new Worker(program, { workerData: { ...order, path, startByte: places[i] ?? 0, endByte } })
        workers.push(worker)
        return rangeFrom(worker, end.signal, (word) => {
          done[i] = word
          tell()
        })
      }),
    )
    return joinAll(ranges, filter === undefined ? {} : { filter }, (from, to) => bytesOf(path, from, to)).sum
  } catch (error) {
    if (error instanceof SargableError && error.fault.code === 'unsupported') return undefined
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

function rangeFrom(
  worker: Worker,
  signal: AbortSignal,
  onProgress: (word: { readBytes: number; events: number }) => void,
): Promise<RangeDigest> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(fault('cancelled', 'Stopped.'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (word: WorkerWord) => {
      if (word.kind === 'progress') onProgress(word)
      else if (word.kind === 'failed') reject(new SargableError(word.fault))
      else {
        const range = rangeOfDocument(word.document)
        if (range === undefined) reject(fault('internal', 'A thread gave no range.'))
        else resolve(range)
      }
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(fault('internal', 'A thread ended before its work.'))
    })
  })
}

function bytesOf(path: string, from: number, to: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(to - from)
    let used = 0
    while (used < bytes.length) {
      const count = readSync(file, bytes, used, bytes.length - used, from + used)
      if (count === 0) break
      used += count
    }
    return bytes.subarray(0, used)
  } finally {
    closeSync(file)
  }
}
