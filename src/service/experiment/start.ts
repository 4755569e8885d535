import { randomUUID } from 'node:crypto'
import type { ConnectionTarget } from '../../core/connection/model'
import { type Dialect, dialectOf } from '../../core/engine'
import { faultOf } from '../../core/errors'
import type { ExperimentDocument, ExperimentSpec } from '../../core/experiment/model'
import type { SizedTable } from '../../core/scratch/size'
import { classify } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import { addExperiment } from '../../history/experiments'
import type { ExperimentProgress } from '../api'
import type { ServiceContext } from '../context'
import { mayHoldScratch } from '../scratch/consent'
import type { BenchOrder, BenchVariant } from './bench'
import { checkExperimentConsent, type ServerIntent } from './consent'
import { copiedTables } from './copied-tables'
import { type OneByOne, serverPlace } from './one-by-one'
import { runExperiment } from './run'
import type { ScratchOrder } from './scratch-places'
import { switching } from './server-switches'
import {
  connectionsOf,
  type PlacedVariant,
  type PlaceOfRuns,
  type RunRequest,
  scratchAsked,
  specOf,
  variantsOf,
} from './spec'

/**
 * Asks what has to be asked, waits until the servers are free of other experiments, runs the experiment and keeps it.
 * @throws SargableError `needs-consent` with a card, `bad-request`, or what `runExperiment` throws
 */
export async function startExperiment(
  context: ServiceContext,
  oneByOne: OneByOne,
  request: RunRequest,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<ExperimentDocument> {
  const { connections } = context
  const ids = connectionsOf(request)
  const places: PlaceOfRuns[] = []
  const intents = new Map<string, ServerIntent>()
  for (const connectionId of ids) {
    await connections.withSession(connectionId, signal, async (session, { target }) => {
      places.push({ connectionId, title: connections.nameOf(connectionId), engine: session.identity })
      const copies = await copiesToTell(session, connectionId, request, signal)
      intents.set(connectionId, intentOf(session, target, request, copies))
    })
  }
  const placed = await variantsOf(request, places)
  const spec = specOf(
    request,
    placed.map(({ variant }) => variant),
  )
  const scratch = scratchOf(context, request)
  askFirst(placed, spec, intents, request)
  const document = await oneByOne.take(
    ids.map((id) => serverPlace(connections.orderOf(id).target)),
    signal,
    () => progress({ text: 'Waiting for another experiment on this server' }),
    () =>
      runExperiment(
        {
          id: randomUUID(),
          spec,
          benches: benchesOf(context, placed, spec, request, intents),
          scratch,
          connectionName: connections.nameOf(request.connectionId),
          store: context.store,
        },
        signal,
        progress,
      ),
  )
  return remember(context, request.connectionId, document)
}

function benchesOf(
  { connections, store }: ServiceContext,
  placed: readonly PlacedVariant[],
  spec: ExperimentSpec,
  { connectionId: own, cpuClock }: RunRequest,
  intents: ReadonlyMap<string, ServerIntent>,
): readonly BenchOrder[] {
  const ids = [...new Set(placed.map(({ connectionId }) => connectionId))]
  return ids.map((connectionId) => {
    const variants = placed.flatMap((one) => (one.connectionId === connectionId ? [benchVariant(one)] : []))
    const on = connectionId === own ? connections.nameOf(own) : variants[0]?.variant.on
    return {
      ...(ids.length > 1 && { on }),
      variants,
      runTimeoutMs: spec.runTimeoutMs,
      options: { switchOnCpuClock: cpuClock ?? false },
      switching: switching(store, connections.orderOf(connectionId).target, intents.get(connectionId)?.switchesOn),
      open: (its) => connections.openBeside(connectionId, its, spec.scratch !== undefined),
    }
  })
}

export function benchVariant({ variant }: PlacedVariant): BenchVariant {
  const dialect = dialectOf(variant.engine?.product ?? 'mysql')
  const changesRows = classify(variant.sql, dialect).explainForm === 'dml'
  return { variant, sql: variant.sql, writes: writesRows(variant.sql, dialect), changesRows }
}

/** It changes rows, or locks them, which the read-only fence refuses too. */
function writesRows(sql: string, dialect: Dialect): boolean {
  const { explainForm, locks } = classify(sql, dialect)
  return explainForm === 'dml' || (explainForm === 'select' && locks !== 'none')
}

function scratchOf({ scratchLedger }: ServiceContext, request: RunRequest): ScratchOrder | undefined {
  const asked = scratchAsked(request)
  return asked && { ...asked, ledger: scratchLedger }
}

function intentOf(
  session: Session,
  target: ConnectionTarget,
  { cpuClock }: RunRequest,
  copies: readonly SizedTable[],
): ServerIntent {
  // The remedy of the missing clock is the statement that switches it on, where that is all it takes.
  const clock = session.capabilities.find(({ name }) => name === 'cpu-time')
  const switchesOn = cpuClock && !clock?.available && clock?.remedy?.startsWith('UPDATE ') ? clock.remedy : undefined
  return {
    statementsFor: (sql, measure) => session.statementsFor(sql, measure),
    production: target.production ?? false,
    mayHoldScratch: mayHoldScratch(target),
    copies,
    family: session.identity.family,
    switchesOn,
  }
}

/** What the card says of the copies; nothing is asked of the server where no card is shown. */
async function copiesToTell(
  session: Session,
  connectionId: string,
  request: RunRequest,
  signal: AbortSignal,
): Promise<readonly SizedTable[]> {
  const scratch = scratchAsked(request)
  if (!scratch || request.consent) return []
  const own = request.variants.filter((variant) => (variant.connectionId ?? request.connectionId) === connectionId)
  const dialect = dialectOf(session.identity.product)
  const variants = own.map(({ sql }) => ({ sql, writes: writesRows(sql, dialect) }))
  return copiedTables(session, variants, dialect, scratch, signal)
}

function askFirst(
  placed: readonly PlacedVariant[],
  spec: ExperimentSpec,
  intents: ReadonlyMap<string, ServerIntent>,
  request: RunRequest,
): void {
  checkExperimentConsent({
    variants: placed.flatMap(({ variant: { name, sql, session, ddl, engine }, connectionId }) => {
      const on = intents.get(connectionId)
      if (!on || !engine) return []
      const changes = ddl.map(({ apply }) => apply)
      return [{ name, sql, session, changes, statement: classify(sql, dialectOf(engine.product)), on }]
    }),
    consent: request.consent ?? false,
    ...(spec.scratch && { scratch: spec.scratch }),
    runTimeoutMs: spec.runTimeoutMs,
    budgetMs: spec.budgetMs,
    maxPairs: spec.maxPairs,
  })
}

/** An experiment that cannot be kept is still a result; the document says so. */
export function remember(
  context: ServiceContext,
  connectionId: string,
  document: ExperimentDocument,
): ExperimentDocument {
  try {
    addExperiment(context.store(), context.connections.nameOf(connectionId), document)
    return document
  } catch (thrown) {
    const words = `This experiment is not in the history: ${faultOf(thrown).message}`
    return { ...document, cautions: [...document.cautions, words] }
  }
}
