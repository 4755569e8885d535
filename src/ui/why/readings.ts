import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type Fault, SargableError } from '../../core/errors'
import { store } from '../state/store'
import type { WhyOverview } from './overview'
import TraceWorker from './trace-worker.ts?worker'
import type { Ask, FromWorker, QuestionKind, Questions, ToWorker, TraceLines } from './worker-words'

/** Traces that the worker has read or reads now. */

export type Reading =
  | { readonly id: number; readonly text: string; readonly state: 'reading' }
  | { readonly id: number; readonly text: string; readonly state: 'failed'; readonly fault: Fault }
  | {
      readonly id: number
      readonly text: string
      readonly state: 'read'
      readonly overview: WhyOverview
      readonly readMs: number
    }
export type OpenReading = Extract<Reading, { state: 'read' }>

/** So many stay open: the tab in front, both sides of Compare, and the one before. */
const mostOpen = 4

const readingsAtom = atom<readonly Reading[]>([])
let worker: Worker | undefined
let counted = 0
/** Answers may be of any kind; each question knows its own. */
type Settle = { readonly resolve: (answer: never) => void; readonly reject: (why: Error) => void }
const waiting = new Map<number, Settle>()
const linesOfTrace = new Map<number, Promise<TraceLines>>()

function post(message: ToWorker): void {
  worker ??= started()
  worker.postMessage(message)
}

function started(): Worker {
  const own = new TraceWorker()
  own.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data)
  // A worker that cannot start or runs out of memory says so once; what waits for it must not wait for ever.
  own.onerror = (event) => {
    event.preventDefault()
    const told: Fault = {
      code: 'internal',
      message: `The trace could not be read: ${event.message || 'the reader ended.'}`,
    }
    if (worker === own) worker = undefined
    own.terminate()
    for (const { reject } of waiting.values()) reject(new SargableError(told))
    waiting.clear()
    linesOfTrace.clear()
    store.set(
      readingsAtom,
      store.get(readingsAtom).map(({ id, text }): Reading => ({ id, text, state: 'failed', fault: told })),
    )
  }
  return own
}

function hear(said: FromWorker): void {
  if (said.kind === 'answer' || said.kind === 'no-answer') {
    const settle = waiting.get(said.ask)
    waiting.delete(said.ask)
    if (said.kind === 'answer') settle?.resolve(said.answer as never)
    else settle?.reject(new SargableError(said.fault))
    return
  }
  const change = (one: Reading): Reading => {
    if (one.id !== said.trace) return one
    const { id, text } = one
    return said.kind === 'opened'
      ? { id, text, state: 'read', overview: said.overview, readMs: said.readMs }
      : { id, text, state: 'failed', fault: said.fault }
  }
  store.set(readingsAtom, store.get(readingsAtom).map(change))
}

/** Has the worker read a text, unless it has already; the oldest trace is let go. */
function openTrace(text: string): void {
  const readings = store.get(readingsAtom)
  if (readings.some((one) => one.text === text)) return
  const id = ++counted
  const kept = readings.slice(0, mostOpen - 1)
  for (const gone of readings.slice(kept.length)) {
    post({ kind: 'close', trace: gone.id })
    linesOfTrace.delete(gone.id)
  }
  store.set(readingsAtom, [{ id, text, state: 'reading' }, ...kept])
  post({ kind: 'open', trace: id, text })
}

/** Lets a reading go, so that whoever shows its text has it read anew. */
export function readAgain({ id }: Pick<Reading, 'id'>): void {
  store.set(
    readingsAtom,
    store.get(readingsAtom).filter((one) => one.id !== id),
  )
}

/** The reading of a text, which begins with the first that asks for it. */
export function useReading(text: string | undefined): Reading | undefined {
  const readings = useAtomValue(readingsAtom)
  const found = text === undefined ? undefined : readings.find((one) => one.text === text)
  const wanted = found === undefined ? text : undefined
  useEffect(() => {
    if (wanted !== undefined) openTrace(wanted)
  }, [wanted])
  return found
}

/**
 * Asks the worker about a trace that it has open.
 * @throws SargableError when it has let the trace go, or cannot answer
 */
export function askTrace<Kind extends QuestionKind>(
  { id }: Pick<Reading, 'id'>,
  what: Kind,
  asked: Questions[Kind]['asked'],
): Promise<Questions[Kind]['answer']> {
  const ask = ++counted
  return new Promise((resolve, reject) => {
    waiting.set(ask, { resolve, reject })
    post({ kind: 'ask', ask, trace: id, what, asked } as Ask<QuestionKind>)
  })
}

/** The lines of a trace; made once. */
export function linesOfReading(reading: OpenReading): Promise<TraceLines> {
  const known = linesOfTrace.get(reading.id)
  if (known) return known
  const lines = askTrace(reading, 'lines', {})
  linesOfTrace.set(reading.id, lines)
  return lines
}
