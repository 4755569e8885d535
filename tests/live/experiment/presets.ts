import { join } from 'node:path'
import { compareSamples } from '../../../src/core/experiment/compare-samples'
import type { Comparison, ExperimentDocument } from '../../../src/core/experiment/model'
import type { PresetId, PresetOffer } from '../../../src/core/experiment/presets/model'
import type { Request } from '../../../src/service/api'
import { findSample, sampleStatements } from '../../../src/service/samples'
import { freshDatabase } from '../../kit/mysql'
import { freshPostgres } from '../../kit/postgres'
import type { Endpoint } from '../../kit/servers'
import { experiment, type TestService } from './service'

const samples = join(import.meta.dirname, '../../../samples')

/** The tables of a sample in a database of the test's own, with more statements run after. */
export async function loadInto(
  server: Endpoint,
  database: string,
  name: string,
  more: readonly string[] = [],
): Promise<void> {
  const sample = await findSample(samples, name)
  if (server.kind === 'mysql') {
    const statements = await sampleStatements(sample, server.id.startsWith('mariadb') ? 'mariadb' : 'mysql')
    await freshDatabase(server, database, ["SET SESSION sql_mode = ''", ...statements, ...more])
    return
  }
  const client = await freshPostgres(server, database)
  for (const statement of [...(await sampleStatements(sample, 'postgres')), ...more]) await client.query(statement)
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** What one preset makes of a statement. */
export async function offered(
  { client }: TestService,
  connectionId: string,
  preset: PresetId,
  sql: string,
): Promise<PresetOffer> {
  const [offer] = await client.call('experiment.presets', { connectionId, sql, preset })
  if (offer === undefined) throw new Error(`There is no preset ${preset}.`)
  return offer
}

type RunRequest = Request<'experiment.run'>

/** Runs an offer as it is, with limits and further variants of the test's own. */
export function runOffer(
  service: TestService,
  connectionId: string,
  { id, variants, scratch, perRun }: PresetOffer,
  more: Partial<RunRequest> = {},
): Promise<ExperimentDocument> {
  const asked = variants.map(({ session, ddl, ...rest }) => ({ ...rest, session: [...session], ddl: [...ddl] }))
  return experiment(service, {
    connectionId,
    preset: id,
    ...(scratch && { scratch: { rows: 'all' } }),
    ...(perRun && { perRun }),
    cpuClock: true,
    consent: true,
    ...more,
    variants: [...asked, ...(more.variants ?? [])],
  })
}

/** The variant whose label says this. */
export function nameOf({ variants }: Pick<PresetOffer, 'variants'>, label: string | RegExp): string {
  const found = variants.find((one) => (typeof label === 'string' ? one.label === label : label.test(one.label)))
  if (found === undefined) throw new Error(`No variant is called ${String(label)}.`)
  return found.name
}

export function comparisonOf({ comparisons }: ExperimentDocument, variant: string): Comparison {
  const found = comparisons.find((one) => one.variant === variant)
  if (found === undefined) throw new Error(`${variant} was not compared.`)
  return found
}

/** One variant against any other, from the pairs of one or several experiments with the same variants. */
export function between(documents: readonly ExperimentDocument[], baseline: string, variant: string): Comparison {
  const [first] = documents
  if (first === undefined) throw new Error('There is no experiment.')
  const named = (name: string) => first.spec.variants.filter((one) => one.name === name)
  const variants = [...named(baseline), ...named(variant)]
  const far = 10_000
  const pooled = documents.flatMap(({ samples: own }, at) =>
    own.map((sample) => ({ ...sample, pair: sample.pair + at * far })),
  )
  // One look, at all pairs there are.
  const pairs = new Set(pooled.map(({ pair }) => pair)).size
  const spec = { ...first.spec, variants, minPairs: pairs, maxPairs: pairs }
  const [found] = compareSamples(pooled, { spec, clock: 'cpu' })
  if (found === undefined) throw new Error('Nothing was compared.')
  return found
}

/** A variant that must take longer than another. */
export type Order = readonly [less: string, more: string]

/**
 * Experiments are drawn until their pairs together prove every order by an interval, or `mostDraws` were drawn.
 * @returns what is not proved, and what is proved the other way round, in words
 */
export async function proveOrders(
  draw: (seed: number) => Promise<ExperimentDocument>,
  orders: readonly Order[],
  mostDraws: number,
): Promise<{ readonly unproved: string[]; readonly reversed: string[]; readonly documents: ExperimentDocument[] }> {
  const documents: ExperimentDocument[] = []
  for (let seed = 1; ; seed++) {
    documents.push(await draw(seed))
    const compared = orders.map(([less, more]) => ({ less, more, found: between(documents, less, more) }))
    const words = compared.map(
      ({ less, more, found: { decidedBy, ratio, low, high, pairs } }) =>
        `${more} ÷ ${less}: ${ratio.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}] by ${decidedBy}, ${pairs} pairs`,
    )
    const unproved = words.filter((_, at) => !((compared[at]?.found.low ?? 0) > 1))
    if (unproved.length > 0 && seed < mostDraws) continue
    return { unproved, reversed: words.filter((_, at) => (compared[at]?.found.high ?? 1) < 1), documents }
  }
}

/** The experiment itself says that its times are not to be trusted. */
export function isNoisy({ cautions, stoppedBecause }: ExperimentDocument): boolean {
  return (
    stoppedBecause === 'budget' ||
    cautions.some((one) =>
      /machine is noisy|later half of the runs|three times the median|other sessions ran/.test(one),
    )
  )
}
