import { type EngineIdentity, engineTitle } from '../../core/engine'
import { fault } from '../../core/errors'
import type { ExperimentSpec, NamedVariant } from '../../core/experiment/model'
import { variantLetter } from '../../core/experiment/variant-setting'
import type { Request } from '../api'
import { boundStatement } from '../bound-statement'
import { namingVariant } from './variant-faults'

export type RunRequest = Request<'experiment.run'>
type AskedVariant = RunRequest['variants'][number]

const defaults = {
  warmupRounds: 2,
  minPairs: 10,
  maxPairs: 80,
  budgetMs: 30_000,
  runTimeoutMs: 10_000,
  threshold: 0.05,
} as const

/** Of the rows, where a sample is asked for without saying how much. */
const usualFraction = 0.1

/** A connection that variants run on. */
export interface PlaceOfRuns {
  readonly connectionId: string
  /** Of the connection, for people. */
  readonly title: string
  readonly engine: EngineIdentity
}

/** A variant, and the connection that it runs on. */
export interface PlacedVariant {
  readonly variant: NamedVariant
  readonly connectionId: string
}

/** The connections of a request, each once: the experiment's own first where a variant runs on it. */
export function connectionsOf({ connectionId, variants }: RunRequest): readonly string[] {
  return [...new Set(variants.map((variant) => variant.connectionId ?? connectionId))].sort(
    (one, other) => Number(other === connectionId) - Number(one === connectionId),
  )
}

/**
 * The variants under their names, with the values bound into the places of their placeholders.
 * @throws SargableError `bad-request` for two variants of one name, and for placeholders without a value
 */
export async function variantsOf(
  request: RunRequest,
  places: readonly PlaceOfRuns[],
): Promise<readonly PlacedVariant[]> {
  const names = request.variants.map(({ name }, place) => name ?? variantLetter(place))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw fault('bad-request', `Two variants are called "${twice}".`)
  const titles = titlesOf(places)
  const placed: PlacedVariant[] = []
  for (const [at, asked] of request.variants.entries()) {
    const name = names[at] ?? variantLetter(at)
    const connectionId = asked.connectionId ?? request.connectionId
    const place = places.find((one) => one.connectionId === connectionId)
    if (!place) throw fault('unknown-connection', `${name}: its connection is closed.`, { hint: 'Open it again.' })
    const sql = await boundSql(name, asked, place.engine, request.values)
    const elsewhere = connectionId === request.connectionId ? undefined : titles.get(connectionId)
    placed.push({
      connectionId,
      variant: {
        name,
        sql,
        session: asked.session ?? [],
        ddl: asked.ddl ?? [],
        ...(asked.label !== undefined && { label: asked.label }),
        ...(asked.cell && { cell: asked.cell }),
        ...(elsewhere !== undefined && { on: elsewhere }),
        engine: place.engine,
      },
    })
  }
  return placed
}

/** How tables are copied; changes of tables are only ever made on copies. Undefined: the tables themselves are read. */
export function scratchAsked({ scratch, variants }: RunRequest): RunRequest['scratch'] {
  const changes = variants.some(({ ddl }) => ddl !== undefined && ddl.length > 0)
  if (scratch?.rows === 'sample') return { ...scratch, fraction: scratch.fraction ?? usualFraction }
  return scratch ?? (changes ? { rows: 'all' } : undefined)
}

/** @throws SargableError `bad-request` for fewer pairs at most than at least */
export function specOf(request: RunRequest, variants: readonly NamedVariant[]): ExperimentSpec {
  const minPairs = request.minPairs ?? Math.min(defaults.minPairs, request.maxPairs ?? defaults.minPairs)
  const maxPairs = request.maxPairs ?? Math.max(defaults.maxPairs, minPairs)
  if (maxPairs < minPairs) throw fault('bad-request', `At most ${maxPairs} pairs cannot be at least ${minPairs}.`)
  const scratch = scratchAsked(request)
  return {
    variants,
    warmupRounds: request.warmupRounds ?? defaults.warmupRounds,
    minPairs,
    maxPairs,
    budgetMs: request.budgetMs ?? defaults.budgetMs,
    seed: request.seed ?? Date.now() % 0x7fffffff,
    threshold: request.threshold ?? defaults.threshold,
    runTimeoutMs: request.runTimeoutMs ?? defaults.runTimeoutMs,
    ...(request.preset !== undefined && { preset: request.preset }),
    ...(request.perRun && { perRun: request.perRun }),
    ...(scratch && { scratch }),
  }
}

/** A text that cannot be bound because it is no statement is refused by the session, with its place. */
async function boundSql(
  name: string,
  { sql }: AskedVariant,
  engine: EngineIdentity,
  values: RunRequest['values'],
): Promise<string> {
  if (!values) return sql
  try {
    return (await boundStatement(sql, engine, values)).sql
  } catch (thrown) {
    throw namingVariant(thrown, name)
  }
}

/** Names of connections, told apart where two have the same. */
function titlesOf(places: readonly PlaceOfRuns[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  for (const { connectionId, title, engine } of places) {
    const alone = places.filter((place) => place.title === title).length === 1
    const told = alone ? title : `${title} (${engineTitle(engine)})`
    const taken = [...titles.values()].filter((one) => one === told || one.startsWith(`${told} #`)).length
    titles.set(connectionId, taken === 0 ? told : `${told} #${taken + 1}`)
  }
  return titles
}
