import { randomUUID } from 'node:crypto'
import type { AddedIndex } from '../../core/advisor/trial/index-changes'
import type { AdvisedIndexUse } from '../../core/advisor/trial/model'
import { proofCard } from '../../core/advisor/trial/proof-card'
import { addedBy, type TrialOrder } from '../../core/advisor/trial/ways'
import type { Catalog } from '../../core/catalog/model'
import { defaultStatementTimeoutMs } from '../../core/connection/model'
import { dialectOf } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import type { ExperimentDocument, ExperimentSpec } from '../../core/experiment/model'
import { classify } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import type { ExperimentProgress } from '../api'
import { checkConsent } from '../consent'
import type { ServiceContext } from '../context'
import type { BenchOrder } from '../experiment/bench'
import { serverPlace } from '../experiment/one-by-one'
import { runExperiment } from '../experiment/run'
import { type PlacedVariant, type RunRequest, specOf, variantsOf } from '../experiment/spec'
import { benchVariant, remember } from '../experiment/start'
import { provenIndexUse } from './proven-index'
import { renamedIndex } from './renamed-index'
import { TrialIndexes } from './trial-indexes'
import { uncommittedOn } from './uncommitted'
import { withoutDropped } from './without-dropped'

/** A proof that builds on the real tables, as far as it is known before anything is built. */
export interface RealProof {
  readonly connectionId: string
  readonly method: 'invisible-index' | 'rolled-back'
  readonly session: Session
  readonly order: TrialOrder
  /** The statement as it is, and as the advice would have it, with values in their placeholders. */
  readonly sql: string
  readonly advised: string
  /** Of the tables that both name, before anything is built. */
  readonly catalog: Catalog
  readonly lockTimeoutMs: number
  readonly consent: boolean
  readonly protocol: Pick<RunRequest, 'minPairs' | 'maxPairs' | 'warmupRounds' | 'budgetMs' | 'runTimeoutMs' | 'seed'>
}

export interface RealProofResult {
  readonly experiment: ExperimentDocument
  readonly index?: AdvisedIndexUse | undefined
  readonly undone: readonly string[]
  readonly left: readonly string[]
  readonly cautions: readonly string[]
}

/**
 * Builds, runs both sides, and undoes it however it ends.
 * @throws SargableError `needs-consent` with the card, and what building or running throws; what could not be removed
 *   stands in its hint
 */
export async function proveOnTables(
  context: ServiceContext,
  proof: RealProof,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<RealProofResult> {
  const { connections, oneByOne } = context
  const { connectionId, method, session, order, advised } = proof
  const { target } = connections.orderOf(connectionId)
  const buildTimeoutMs = target.statementTimeoutMs ?? defaultStatementTimeoutMs
  const prepared = await prepare(context, proof, advisedText(proof, order.advice.index?.name))
  const intents = prepared.placed.map(({ variant }) => ({
    sql: variant.sql,
    measure: true,
    production: target.production ?? false,
    consent: true,
    statement: classify(variant.sql, dialectOf(session.identity.product)),
    timeLimitMs: prepared.spec.runTimeoutMs,
  }))
  for (const intent of intents) checkConsent(session, intent)
  if (!proof.consent) throw ask(proof, prepared.spec, buildTimeoutMs)
  const { called, ...built } = await oneByOne.take(
    [serverPlace(target)],
    signal,
    () => progress({ text: 'Waiting for another experiment on this server' }),
    () =>
      method === 'invisible-index'
        ? invisibly(context, proof, signal, progress)
        : uncommitted(context, proof, prepared, buildTimeoutMs, signal, progress),
  )
  return {
    ...built,
    experiment: remember(context, connectionId, built.experiment),
    index: await provenIndexUse(session, order, advised, proof.catalog, built.experiment, called),
    cautions: [],
  }
}

interface Built {
  readonly experiment: ExperimentDocument
  readonly called?: string | undefined
  readonly undone: readonly string[]
  readonly left: readonly string[]
}

async function invisibly(
  context: ServiceContext,
  proof: RealProof,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<Built> {
  const { connections, scratchLedger } = context
  const { connectionId, session, order, lockTimeoutMs } = proof
  const added = addedBy(order)
  progress({ text: `Building an invisible index on ${added.map(({ table }) => table).join(', ')}` })
  const indexes = await TrialIndexes.build(
    (its) => connections.openBeside(connectionId, its),
    { added, home: session.database ?? '', lockTimeoutMs },
    scratchLedger,
    signal,
  )
  const place = added.findIndex(({ name }) => name === order.advice.index?.name)
  const called = indexes.names[place]
  let left: readonly string[] = []
  const undo = async () => {
    progress({ text: 'Dropping the invisible index' })
    left = await indexes.remove()
  }
  const experiment = await undoing(
    undo,
    () => left,
    async () => {
      const { placed, spec } = await prepare(context, proof, advisedText(proof, called))
      const bench: BenchOrder = {
        variants: placed.map(benchVariant),
        runTimeoutMs: spec.runTimeoutMs,
        options: { switchOnCpuClock: false },
        open: (its) => connections.openBeside(connectionId, its),
      }
      return run(context, proof, spec, [bench], signal, progress)
    },
  )
  const gone = left.length === 0
  return {
    experiment,
    called,
    undone: gone ? added.map(({ table }) => `The invisible index of ${table} was dropped.`) : [],
    left,
  }
}

async function uncommitted(
  context: ServiceContext,
  proof: RealProof,
  { placed, spec }: Prepared,
  buildTimeoutMs: number,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<Built> {
  const { connections } = context
  const { connectionId, session, order, catalog, lockTimeoutMs } = proof
  const added = addedBy(order)
  const common = { runTimeoutMs: spec.runTimeoutMs, options: { switchOnCpuClock: false } }
  const [baseline, advised] = placed.map(benchVariant)
  if (!baseline || !advised) throw fault('internal', 'A proof has two sides.')
  const building = uncommittedOn(added, catalog, { lockTimeoutMs, timeoutMs: buildTimeoutMs })
  const benches: readonly BenchOrder[] = [
    { ...common, variants: [baseline], open: (its) => connections.openBeside(connectionId, its) },
    {
      ...common,
      variants: [advised],
      async open(its) {
        progress({ text: `Building an index on ${added.map(({ table }) => table).join(', ')}, not committed` })
        const opened = await connections.openBeside(connectionId, its)
        try {
          await building.build(opened.session, its)
          return opened
        } catch (thrown) {
          await opened.close()
          throw thrown
        }
      },
    },
  ]
  let left: readonly string[] = []
  const undo = async () => {
    progress({ text: 'Waiting for the rollback' })
    left = await building.leftOn(session)
  }
  const experiment = await undoing(
    undo,
    () => left,
    () => run(context, proof, spec, benches, signal, progress),
  )
  return {
    experiment,
    undone: left.length === 0 ? ['The transaction was rolled back: the index was never committed.'] : [],
    left,
  }
}

/** Runs `work`, then `undo`, however `work` ends; a fault then also says what is left. */
async function undoing<Result>(
  undo: () => Promise<void>,
  left: () => readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  let result: Result
  try {
    result = await work()
  } catch (thrown) {
    await undo()
    if (!(thrown instanceof SargableError) || left().length === 0) throw thrown
    const hint = [thrown.fault.hint, ...left()].filter((words) => words !== undefined).join(' ')
    throw new SargableError({ ...thrown.fault, hint })
  }
  await undo()
  return result
}

async function run(
  { store, connections }: ServiceContext,
  { connectionId, order }: RealProof,
  spec: ExperimentSpec,
  benches: readonly BenchOrder[],
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<ExperimentDocument> {
  const connectionName = connections.nameOf(connectionId)
  const document = await runExperiment({ id: randomUUID(), spec, benches, connectionName, store }, signal, progress)
  const { environment = [], cautions } = document
  return {
    ...document,
    // What was built stands with the side that had it; run again from the document, it is built on copies.
    spec: {
      ...spec,
      variants: document.spec.variants.map((variant, at) =>
        at === 1 ? { ...variant, ddl: order.advice.variant.ddl } : variant,
      ),
    },
    // Both sides have a connection of their own to one server.
    environment: environment.filter(({ name }, at) => environment.findIndex((one) => one.name === name) === at),
    cautions: [...new Set(cautions)],
  }
}

interface Prepared {
  readonly placed: readonly PlacedVariant[]
  readonly spec: ExperimentSpec
}

async function prepare(
  { connections }: ServiceContext,
  { connectionId, method, session, sql, order, protocol }: RealProof,
  advised: string,
): Promise<Prepared> {
  const sees = method === 'invisible-index' ? [{ name: 'optimizer_switch', value: 'use_invisible_indexes=on' }] : []
  const request: RunRequest = {
    ...protocol,
    connectionId,
    variants: [
      { name: 'A', sql, label: 'As it is' },
      {
        name: 'B',
        sql: advised,
        session: [...order.advice.variant.session, ...sees],
        label: order.advice.title.slice(0, 200),
      },
    ],
  }
  const title = connections.nameOf(connectionId)
  const placed = await variantsOf(request, [{ connectionId, title, engine: session.identity }])
  return {
    placed,
    spec: specOf(
      request,
      placed.map(({ variant }) => variant),
    ),
  }
}

/**
 * The advised side's statement: other people's invisible indexes, which the session would see too, are kept out, and so
 * are those that the advice drops.
 * @param called what the index of the advice is called on the table
 */
function advisedText({ method, session, order, advised, catalog }: RealProof, called: string | undefined): string {
  if (method === 'rolled-back') return advised
  const { index } = order.advice
  const dialect = dialectOf(session.identity.product)
  const named = index && called ? renamedIndex(advised, dialect, index.name, called) : advised
  const invisible = catalog.tables.flatMap(({ schema, name: table, indexes }) =>
    indexes.filter(({ visible }) => !visible).map(({ name }) => ({ schema, table, name })),
  )
  return withoutDropped(session, order, named, catalog, invisible)
}

function ask(proof: RealProof, spec: ExperimentSpec, buildTimeoutMs: number): SargableError {
  const { method, order, catalog, lockTimeoutMs } = proof
  const added = addedBy(order)
  const [baseline, advised] = spec.variants
  const card = proofCard({
    method,
    tables: catalog.tables.filter(({ name }) => added.some(({ table }) => table === name)),
    sends: [
      ...buildWords(method, added),
      `A: ${baseline?.sql ?? ''}`,
      ...(advised?.session ?? []).map(({ name, value }) => `B: SET SESSION ${name} = '${value}'`),
      `B: ${advised?.sql ?? ''}`,
      ...(method === 'rolled-back'
        ? ['ROLLBACK']
        : added.map(({ table }) => `ALTER TABLE ${table} DROP INDEX sargable_trial_…`)),
    ],
    lockTimeoutMs,
    buildTimeoutMs,
    budgetMs: spec.budgetMs,
    runTimeoutMs: spec.runTimeoutMs,
  })
  return fault('needs-consent', `${card.title}: ${added.map(({ table }) => table).join(', ')}.`, {
    hint: 'Agree to the card, or pass --yes on the command line.',
    card,
  })
}

function buildWords(method: RealProof['method'], added: readonly AddedIndex[]): readonly string[] {
  return method === 'rolled-back'
    ? ['BEGIN', ...added.map(({ name, table, definition }) => `CREATE INDEX ${name ?? ''} ON ${table} ${definition}`)]
    : added.map(({ table, definition }) => `ALTER TABLE ${table} ADD INDEX sargable_trial_… ${definition} INVISIBLE`)
}
