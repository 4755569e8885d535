import { analyze } from '../../core/analysis/analyze'
import { dialectOf } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import { compareSamples } from '../../core/experiment/compare-samples'
import type { ExperimentDocument, ExperimentSpec } from '../../core/experiment/model'
import { experimentVerdict } from '../../core/experiment/verdict'
import type { Plan } from '../../core/plan/model'
import { readStatements } from '../read-statements'
import type { Benches } from './benches'
import type { RoundsResult } from './rounds'

/** What an experiment comes to before its first pair. */
export function nothingYet(spec: ExperimentSpec, plans: readonly Plan[]) {
  const comparisons = compareSamples([], { spec, clock: 'work' })
  return {
    samples: [],
    stoppedBecause: 'failed' as const,
    comparisons,
    plans,
    verdict: experimentVerdict(spec, comparisons),
  }
}

/** The best plan of each variant; one that cannot be read is told. */
export async function plansOf(
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
export function engineOf({ ready, all }: Benches): ExperimentDocument['engine'] {
  const engine = (ready[0]?.bench ?? all[0])?.session.identity
  if (!engine) throw fault('internal', 'The experiment has no connection.')
  return engine
}

/** What is true of all variants is said once. */
export function statementCautions({ ready }: Benches): readonly string[] {
  const told = new Map<string, string[]>()
  for (const { variant, statement } of ready)
    for (const caution of statement.cautions) told.set(caution, [...(told.get(caution) ?? []), variant.name])
  return [...told].map(([caution, names]) =>
    names.length === ready.length ? caution : `${names.join(', ')}: ${caution}`,
  )
}

export function serverCounterCaution({ samples }: RoundsResult): readonly string[] {
  const counted = samples.some(({ counters }) => Object.keys(counters).some((name) => name.startsWith('Innodb_')))
  return counted ? ['Innodb_* counters, and with them the pages read, count for the whole server.'] : []
}
