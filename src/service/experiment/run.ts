import { randomUUID } from 'node:crypto'
import { analyze } from '../../core/analysis/analyze'
import type { Catalog } from '../../core/catalog/model'
import { dialectOf } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import { cautionSentences } from '../../core/experiment/caution-words'
import { compareSamples } from '../../core/experiment/compare-samples'
import type { ExperimentDocument, ExperimentSpec } from '../../core/experiment/model'
import { experimentVerdict } from '../../core/experiment/verdict'
import type { Plan } from '../../core/plan/model'
import type { ExperimentProgress } from '../api'
import { readStatements } from '../read-statements'
import { Bench, type BenchOrder } from './bench'
import { type RoundsResult, runRounds } from './rounds'
import { type SamenessOf, samenessRound } from './sameness'

export interface ExperimentOrder {
  readonly spec: ExperimentSpec
  readonly switchOnCpuClock: boolean
  readonly open: BenchOrder['open']
}

/**
 * Runs an experiment from the first plan to the last setting put back. Stopped or failed on the way, it returns what
 * was finished.
 * @throws SargableError when a variant cannot be planned or run at all, or when it is stopped before the first pair
 */
export async function runExperiment(
  { spec, switchOnCpuClock, open }: ExperimentOrder,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<ExperimentDocument> {
  const startedAt = new Date().toISOString()
  progress({ text: 'Planning the variants' })
  const bench = await Bench.set(
    { variants: spec.variants, runTimeoutMs: spec.runTimeoutMs, options: { switchOnCpuClock }, open },
    signal,
  )
  const problems: string[] = []
  let document: Omit<ExperimentDocument, 'cautions' | 'verdict'> & { cautions: readonly string[] }
  try {
    const engine = bench.session.identity
    const catalog = await catalogOf(bench, spec, signal)
    progress({ text: 'Comparing the rows' })
    const { sameness, failure } = await firstRound(bench, catalog, signal)
    const rounds: RoundsResult =
      failure === undefined ? await runRounds({ bench, spec, sameness, signal, progress }) : nothingTimed(spec, failure)
    if (rounds.stoppedBecause === 'stopped' && rounds.samples.length === 0) throw fault('cancelled', 'Stopped.')
    const { plans, cautions } = await plansOf(bench, catalog)
    document = {
      sargable: 1,
      kind: 'experiment',
      id: randomUUID(),
      startedAt,
      engine,
      spec,
      ...(rounds.noiseFloorMicros !== undefined && { noiseFloorMicros: rounds.noiseFloorMicros }),
      samples: rounds.samples,
      stoppedBecause: rounds.stoppedBecause,
      ...(rounds.failure !== undefined && { failure: rounds.failure }),
      comparisons: rounds.comparisons,
      plans,
      cautions: [
        ...rounds.cautions,
        ...bench.stopwatch.cautions,
        ...rounds.deciding.cautions,
        ...cautionSentences(rounds.samples, spec, rounds.deciding.clock),
        ...statementCautions(bench),
        ...serverCounterCaution(rounds),
        ...cautions,
      ],
    }
  } finally {
    progress({ text: 'Putting everything back' })
    problems.push(...(await bench.clear()))
  }
  const verdict = experimentVerdict(spec, document.comparisons)
  const ended = document.failure === undefined ? verdict : { ...verdict, text: `${document.failure} ${verdict.text}` }
  return { ...document, cautions: [...document.cautions, ...problems], verdict: ended }
}

/** A variant that meets its time limit here has told something; any other fault ends the experiment. */
async function firstRound(
  bench: Bench,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<{ readonly sameness: Readonly<Record<string, SamenessOf>>; readonly failure?: string }> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { sameness: await samenessRound(bench.ready, bench.session.identity, catalog, signal) }
    } catch (thrown) {
      if (!(thrown instanceof SargableError) || signal.aborted) throw thrown
      if (thrown.fault.code === 'timed-out') return { sameness: {}, failure: thrown.message }
      if (thrown.fault.code !== 'lost-connection' || attempt > 0) throw thrown
      await bench.setAgain(signal)
    }
  }
}

function nothingTimed(spec: ExperimentSpec, failure: string): RoundsResult {
  return {
    samples: [],
    comparisons: compareSamples([], { spec, clock: 'work' }),
    deciding: { clock: 'work', cautions: [] },
    stoppedBecause: 'failed',
    failure,
    cautions: [],
  }
}

async function catalogOf(bench: Bench, spec: ExperimentSpec, signal: AbortSignal): Promise<Catalog> {
  const dialect = dialectOf(bench.session.identity.product)
  const tables = new Map<string, { readonly schema?: string | undefined; readonly name: string }>()
  for (const { sql } of spec.variants) {
    for (const statement of (await readStatements(sql, dialect)).statements)
      for (const { schema, name } of statement.tables) tables.set(`${schema ?? ''}.${name}`, { schema, name })
  }
  return bench.session.catalog([...tables.values()], signal)
}

/** The best plan of each variant; one that cannot be read is told. */
async function plansOf(
  bench: Bench,
  catalog: Catalog,
): Promise<{ readonly plans: readonly Plan[]; readonly cautions: readonly string[] }> {
  const plans: Plan[] = []
  const cautions: string[] = []
  const { identity, capabilities } = bench.session
  for (const { variant, statement } of bench.ready) {
    const [read] = (await readStatements(variant.sql, dialectOf(identity.product))).statements
    try {
      const { plans: found } = analyze({
        engine: identity,
        capabilities,
        sql: variant.sql,
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

/** What is true of all variants is said once. */
function statementCautions(bench: Bench): readonly string[] {
  const told = new Map<string, string[]>()
  for (const { variant, statement } of bench.ready)
    for (const caution of statement.cautions) told.set(caution, [...(told.get(caution) ?? []), variant.name])
  return [...told].map(([caution, names]) =>
    names.length === bench.ready.length ? caution : `${names.join(', ')}: ${caution}`,
  )
}

function serverCounterCaution({ samples }: RoundsResult): readonly string[] {
  const counted = samples.some(({ counters }) => Object.keys(counters).some((name) => name.startsWith('Innodb_')))
  return counted ? ['Innodb_* counters, and with them the pages read, count for the whole server.'] : []
}
