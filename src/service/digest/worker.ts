import { parentPort, workerData } from 'node:worker_threads'
import { parseFilter } from '../../core/digest/filter'
import { rangeDocument } from '../../core/digest/merge-documents'
import { faultOf } from '../../core/errors'
import { readRange } from './read-logs'
import type { RangeOrder, WorkerWord } from './read-ranges'

/** Reads one range of a log in a thread of its own. */
async function run(order: RangeOrder): Promise<void> {
  const { entries } = parseFilter(order.words?.filter ?? '', order.words?.from, order.words?.to)
  const range = await readRange(order.path, order.startByte, order.endByte, {
    ...(entries !== undefined && { filter: entries }),
    ...(order.prefix !== undefined && { prefix: order.prefix }),
    onProgress: ({ readBytes, events }) => say({ kind: 'progress', readBytes, events }),
  })
  say({ kind: 'done', document: rangeDocument(range) })
}

function say(word: WorkerWord): void {
  parentPort?.postMessage(word)
}

run(workerData).catch((error: unknown) => say({ kind: 'failed', fault: faultOf(error) }))
