import { performance } from 'node:perf_hooks'
import type { Database } from 'node-sqlite3-wasm'
import { faultOf } from '../../core/errors'
import { compareSamples } from '../../core/experiment/compare-samples'
import { decidingClock } from '../../core/experiment/deciding-clock'
import type { ExperimentDocument, Sample } from '../../core/experiment/model'
import { experimentVerdict } from '../../core/experiment/verdict'
import {
  addToJournal,
  beginJournal,
  type JournalHead,
  listJournals,
  readJournal,
  removeJournal,
} from '../../history/experiment-journal'
import { addExperiment } from '../../history/experiments'
import { isAlive } from '../process-alive'

/** Finished pairs wait so long at most before they are written down. */
const batchMs = 1000

/** Keeps the finished pairs of a running experiment in the store, so that they survive the end of this process. */
export class ExperimentJournal {
  readonly #store: () => Database
  readonly #id: string
  #waiting: Sample[] = []
  #batches = 0
  #busy = 0
  #writtenAt = performance.now()
  #begun = false
  #problem: string | undefined

  constructor(store: () => Database, id: string) {
    this.#store = store
    this.#id = id
  }

  /** Why nothing is kept; undefined as long as it is. */
  get problem(): string | undefined {
    return this.#problem
  }

  begin(head: JournalHead): void {
    this.#trying((store) => {
      beginJournal(store, { id: this.#id, pid: process.pid, touchedAt: new Date().toISOString() }, head)
      this.#begun = true
    })
  }

  /**
   * Takes the samples of a whole pair; writes those that wait once in a while. Called between rounds, never in one.
   * @param busy share of the runs so far at whose end other sessions ran statements
   */
  keep(samples: readonly Sample[], busy: number): void {
    if (!this.#begun) return
    this.#waiting.push(...samples)
    this.#busy = busy
    if (performance.now() - this.#writtenAt >= batchMs) this.flush()
  }

  /** Writes down what waits. */
  flush(): void {
    this.#writtenAt = performance.now()
    if (!this.#begun || this.#waiting.length === 0) return
    this.#trying((store) => {
      const batch = { number: this.#batches++, busy: this.#busy, samples: this.#waiting }
      addToJournal(store, { id: this.#id, touchedAt: new Date().toISOString() }, batch)
    })
    this.#waiting = []
  }

  /** The experiment has ended and is kept whole. */
  end(): void {
    if (this.#begun) this.#trying((store) => removeJournal(store, this.#id))
    this.#begun = false
  }

  /** An experiment goes on without a store. */
  #trying(write: (store: Database) => void): void {
    try {
      write(this.#store())
    } catch (thrown) {
      this.#begun = false
      this.#problem = faultOf(thrown).message
    }
  }
}

/** Puts experiments whose process ended before they did into the history, with the pairs that were written down. */
export function recoverExperiments(store: Database): void {
  for (const { id, pid, touchedAt } of listJournals(store)) {
    if (isAlive(pid, touchedAt)) continue
    try {
      const journal = readJournal(store, id)
      if (journal) addExperiment(store, journal.head.connectionName, recovered(journal))
      removeJournal(store, id)
    } catch {
      // The store is locked or a page is broken: the next start tries again, and the rest of the history is there.
    }
  }
}

const ended = 'The app ended before the experiment did.'

function recovered({ head, samples, busy }: NonNullable<ReturnType<typeof readJournal>>): ExperimentDocument {
  const { document, servers, sameness } = head
  const { spec } = document
  const { clock, unlike, cautions } = decidingClock({ servers, samples, busy })
  const comparisons = compareSamples(samples, { spec, clock, unlike, sameness })
  const verdict = experimentVerdict(spec, comparisons, samples)
  return {
    ...document,
    samples,
    comparisons,
    stoppedBecause: 'failed',
    failure: ended,
    cautions: [...document.cautions, ...cautions],
    verdict: { ...verdict, text: `${ended} ${verdict.text}` },
  }
}
