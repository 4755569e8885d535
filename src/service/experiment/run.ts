import { randomUUID } from 'node:crypto'
import { analyze } from '../../core/analysis/analyze'
import { dialectOf } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import { cautionSentences } from '../../core/experiment/caution-words'
import { compareSamples } from '../../core/experiment/compare-samples'
import type { ExperimentDocument, ExperimentSpec } from '../../core/experiment/model'
import { experimentVerdict } from '../../core/experiment/verdict'
import type { Plan } from '../../core/plan/model'
import type { ExperimentProgress } from '../api'
import { readStatements } from '../read-statements'
import type { BenchOrder } from './bench'
import { Benches } from './benches'
import { environmentOf } from './environment'
import { type RoundsResult, runRounds } from './rounds'
import { type SamenessOf, samenessRound } from './sameness'
import { type ScratchOrder, ScratchPlaces } from './scratch-places'

export interface ExperimentOrder {
  readonly spec: ExperimentSpec
  /** One for each connection; together they have each variant of the spec once. */
  readonly benches: readonly BenchOrder[]
  /** Run on copies of the tables. */
  readonly scratch?: ScratchOrder | undefined
}

type Unfinished = Omit<ExperimentDocument, 'verdict' | 'startedAt'>

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
  const startedAt = new Date().toISOString()
  const document = { ...(await inScratch(order, signal, progress)), startedAt }
  const verdict = experimentVerdict(document.spec, document.comparisons, document.samples)
  const ended = document.failure === undefined ? verdict : { ...verdict, text: `${document.failure} ${verdict.text}` }
  return { ...document, verdict: ended }
}

/** Makes the copies where they were asked for, and removes them however the runs end. */
async function inScratch(
  order: ExperimentOrder,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<Unfinished> {
  if (!order.scratch) return onBenches(order, signal, progress)
  const { scratch, benches } = await ScratchPlaces.make(order.scratch, order.benches, signal, progress)
  const moved = new Map(benches.flatMap(({ variants }) => variants).map(({ variant }) => [variant.name, variant]))
  const spec = { ...order.spec, variants: order.spec.variants.map((variant) => moved.get(variant.name) ?? variant) }
  let document: Unfinished | undefined
  try {
    document = await onBenches({ spec, benches }, signal, progress)
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
  { spec, benches: orders }: ExperimentOrder,
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
    progress({ text: 'Comparing the rows' })
    const { sameness, failure } = await firstRound(benches, signal)
    const rounds: RoundsResult =
      failure === undefined
        ? await runRounds({ benches, spec, sameness, signal, progress })
        : nothingTimed(spec, failure)
    if (rounds.stoppedBecause === 'stopped' && rounds.samples.length === 0) throw fault('cancelled', 'Stopped.')
    const { plans, cautions } = await plansOf(benches)
    document = {
      sargable: 1,
      kind: 'experiment',
      id: randomUUID(),
      engine: engineOf(benches),
      spec,
      ...(rounds.noiseFloorMicros !== undefined && { noiseFloorMicros: rounds.noiseFloorMicros }),
      samples: rounds.samples,
      stoppedBecause: rounds.stoppedBecause,
      ...(rounds.failure !== undefined && { failure: rounds.failure }),
      comparisons: rounds.comparisons,
      environment,
      plans,
      cautions: [
        ...rounds.cautions,
        ...benches.cautions,
        ...rounds.deciding.cautions,
        ...cautionSentences(rounds.samples, spec, rounds.deciding.clock),
        ...statementCautions(benches),
        ...serverCounterCaution(rounds),
        ...cautions,
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
    cautions: [],
  }
}

/** The best plan of each variant; one that cannot be read is told. */
async function plansOf(
  benches: Benches,
): Promise<{ readonly plans: readonly Plan[]; readonly cautions: readonly string[] }> {
  const plans: Plan[] = []
  const cautions: string[] = []
  for (const { variant, sql, catalog, statement, bench } of benches.ready) {
    const { identity, capabilities } = bench.session
    const [read] = (await readStatements(sql, dialectOf(identity.product))).statements
    try {
      const { plans: found } = analyze({
        engine: identity,
        capabilities,
        sql,
        explain: statement.outputs,
        catalog,
        cautions: [],
        ...(read && { statement: read }),
      })
      const [best] = found
      if (best) plans.push(best)
    } catch (thrown) {
      if (!(thrown instanceof SargableError)) throw thrown
      cautions.push(`${variant.name}: ${thrown.message}`)
    }
  }
  return { plans, cautions }
}

/** The baseline's server stands for the experiment. */
function engineOf({ ready, all }: Benches): ExperimentDocument['engine'] {
  const engine = (ready[0]?.bench ?? all[0])?.session.identity
  if (!engine) throw fault('internal', 'The experiment has no connection.')
  return engine
}

/** What is true of all variants is said once. */
function statementCautions({ ready }: Benches): readonly string[] {
  const told = new Map<string, string[]>()
  for (const { variant, statement } of ready)
    for (const caution of statement.cautions) told.set(caution, [...(told.get(caution) ?? []), variant.name])
  return [...told].map(([caution, names]) =>
    names.length === ready.length ? caution : `${names.join(', ')}: ${caution}`,
  )
}

function serverCounterCaution({ samples }: RoundsResult): readonly string[] {
  const counted = samples.some(({ counters }) => Object.keys(counters).some((name) => name.startsWith('Innodb_')))
  return counted ? ['Innodb_* counters, and with them the pages read, count for the whole server.'] : []
}
