import type { Database } from 'node-sqlite3-wasm'
import { fault, SargableError } from '../../core/errors'
import { cautionSentences } from '../../core/experiment/caution-words'
import { compareSamples } from '../../core/experiment/compare-samples'
import type { ExperimentDocument, ExperimentSpec } from '../../core/experiment/model'
import { experimentVerdict } from '../../core/experiment/verdict'
import type { ExperimentProgress } from '../api'
import type { BenchOrder } from './bench'
import { Benches } from './benches'
import { engineOf, nothingYet, plansOf, serverCounterCaution, statementCautions } from './document-parts'
import { environmentOf } from './environment'
import { ExperimentJournal } from './journal'
import { type RoundsResult, runRounds } from './rounds'
import { type SamenessOf, samenessRound } from './sameness'
import { type ScratchOrder, ScratchPlaces } from './scratch-places'

export interface ExperimentOrder {
  readonly id: string
  readonly spec: ExperimentSpec
  /** One for each connection; together they have each variant of the spec once. */
  readonly benches: readonly BenchOrder[]
  /** Run on copies of the tables. */
  readonly scratch?: ScratchOrder | undefined
  /** What the connection is called, for the history. */
  readonly connectionName: string
  /** Where finished pairs are kept while it runs. */
  readonly store: () => Database
}

type Unfinished = Omit<ExperimentDocument, 'verdict'>

interface Run extends ExperimentOrder {
  readonly startedAt: string
  readonly journal: ExperimentJournal
}

/**
 * Runs an experiment from the first copy of a table to the last setting put back. Stopped or failed on the way, it
 * returns what was finished.
 * @throws SargableError when a variant cannot be planned or run at all, or when it is stopped before the first pair
 */
export async function runExperiment(
  order: ExperimentOrder,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<ExperimentDocument> {
  const journal = new ExperimentJournal(order.store, order.id)
  const run = { ...order, startedAt: new Date().toISOString(), journal }
  let document: Unfinished
  try {
    document = await inScratch(run, signal, progress)
  } finally {
    // Until here a crash leaves the journal; from here on the caller keeps the document.
    journal.end()
  }
  const verdict = experimentVerdict(document.spec, document.comparisons, document.samples)
  const ended = document.failure === undefined ? verdict : { ...verdict, text: `${document.failure} ${verdict.text}` }
  return { ...document, verdict: ended }
}

/** Makes the copies where they were asked for, and removes them however the runs end. */
async function inScratch(
  order: Run,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<Unfinished> {
  if (!order.scratch) return onBenches(order, signal, progress)
  const { scratch, benches } = await ScratchPlaces.make(order.scratch, order.benches, signal, progress)
  const moved = new Map(benches.flatMap(({ variants }) => variants).map(({ variant }) => [variant.name, variant]))
  const spec = { ...order.spec, variants: order.spec.variants.map((variant) => moved.get(variant.name) ?? variant) }
  let document: Unfinished | undefined
  try {
    document = await onBenches({ ...order, spec, benches }, signal, progress)
  } finally {
    progress({ text: 'Removing the copies' })
    const left = await scratch.remove()
    if (document) {
      const cautions = [...document.cautions, ...scratch.cautions, ...left]
      document = { ...document, cautions, scratch: scratch.report(left) }
    }
  }
  return document
}

async function onBenches(
  { id, startedAt, spec, benches: orders, journal, connectionName }: Run,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<Unfinished> {
  progress({ text: 'Planning the variants' })
  const names = spec.variants.map(({ name }) => name)
  const benches = await Benches.set(orders, names, signal)
  const problems: string[] = []
  let document: Unfinished
  try {
    const environment = await environmentOf(benches.all, signal)
    const common = {
      sargable: 1,
      kind: 'experiment',
      id,
      startedAt,
      engine: engineOf(benches),
      spec,
      environment,
    } as const
    progress({ text: 'Comparing the rows' })
    const { sameness, failure } = await firstRound(benches, signal)
    const begun = await plansOf(benches)
    const rounds: RoundsResult =
      failure === undefined
        ? await runRounds({
            benches,
            spec,
            sameness,
            signal,
            progress,
            begin: (noiseFloorMicros) => {
              const document = {
                ...common,
                ...nothingYet(spec, begun.plans),
                ...(noiseFloorMicros !== undefined && { noiseFloorMicros }),
                cautions: [...benches.cautions, ...statementCautions(benches), ...begun.cautions],
              }
              journal.begin({ connectionName, document, servers: benches.servers, sameness })
            },
            keep: (samples, busy) => journal.keep(samples, busy),
          })
        : nothingTimed(spec, failure)
    journal.flush()
    if (rounds.stoppedBecause === 'stopped' && rounds.samples.length === 0) throw fault('cancelled', 'Stopped.')
    const { plans, cautions } = await plansOf(benches)
    document = {
      ...common,
      ...(rounds.noiseFloorMicros !== undefined && { noiseFloorMicros: rounds.noiseFloorMicros }),
      samples: rounds.samples,
      stoppedBecause: rounds.stoppedBecause,
      ...(rounds.failure !== undefined && { failure: rounds.failure }),
      comparisons: rounds.comparisons,
      plans,
      cautions: [
        ...rounds.cautions,
        ...benches.cautions,
        ...rounds.deciding.cautions,
        ...cautionSentences(rounds.samples, spec, { clock: rounds.deciding.clock, repeated: rounds.repeated }),
        ...statementCautions(benches),
        ...serverCounterCaution(rounds),
        ...cautions,
        ...(journal.problem === undefined ? [] : [`Pairs were not kept against a crash: ${journal.problem}`]),
      ],
    }
  } finally {
    progress({ text: 'Putting everything back' })
    problems.push(...(await benches.clear()))
  }
  return { ...document, cautions: [...document.cautions, ...problems] }
}

/** A variant that meets its time limit here has told something; any other fault ends the experiment. */
async function firstRound(
  benches: Benches,
  signal: AbortSignal,
): Promise<{ readonly sameness: Readonly<Record<string, SamenessOf>>; readonly failure?: string }> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { sameness: await samenessRound(benches.ready, signal) }
    } catch (thrown) {
      if (!(thrown instanceof SargableError) || signal.aborted) throw thrown
      if (thrown.fault.code === 'timed-out') return { sameness: {}, failure: thrown.message }
      if (thrown.fault.code !== 'lost-connection' || attempt > 0) throw thrown
      await benches.setAgain(signal)
    }
  }
}

function nothingTimed(spec: ExperimentSpec, failure: string): RoundsResult {
  return {
    samples: [],
    comparisons: compareSamples([], { spec, clock: 'work' }),
    deciding: { clock: 'work', unlike: [], cautions: [] },
    stoppedBecause: 'failed',
    failure,
    repeated: false,
    cautions: [],
  }
}
