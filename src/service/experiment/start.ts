import { randomUUID } from 'node:crypto'
import { dialectOf } from '../../core/engine'
import { faultOf } from '../../core/errors'
import type { ExperimentDocument, ExperimentSpec } from '../../core/experiment/model'
import { classify } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import { addExperiment } from '../../history/experiments'
import type { ExperimentProgress } from '../api'
import type { ServiceContext } from '../context'
import type { BenchOrder, BenchVariant } from './bench'
import { checkExperimentConsent, type ServerIntent } from './consent'
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
      intents.set(connectionId, intentOf(session, target.production ?? false, request))
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
      open: (its) => connections.openBeside(connectionId, its),
    }
  })
}

function benchVariant({ variant }: PlacedVariant): BenchVariant {
  const { explainForm, locks } = classify(variant.sql, dialectOf(variant.engine?.product ?? 'mysql'))
  const changesRows = explainForm === 'dml'
  const writes = changesRows || (explainForm === 'select' && locks !== 'none')
  return { variant, sql: variant.sql, writes, changesRows }
}

function scratchOf({ scratchLedger }: ServiceContext, request: RunRequest): ScratchOrder | undefined {
  const asked = scratchAsked(request)
  return asked && { ...asked, ledger: scratchLedger }
}

function intentOf(session: Session, production: boolean, { cpuClock }: RunRequest): ServerIntent {
  // The remedy of the missing clock is the statement that switches it on, where that is all it takes.
  const clock = session.capabilities.find(({ name }) => name === 'cpu-time')
  const switchesOn = cpuClock && !clock?.available && clock?.remedy?.startsWith('UPDATE ') ? clock.remedy : undefined
  return { statementsFor: (sql, measure) => session.statementsFor(sql, measure), production, switchesOn }
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
function remember(context: ServiceContext, connectionId: string, document: ExperimentDocument): ExperimentDocument {
  try {
    addExperiment(context.store(), context.connections.nameOf(connectionId), document)
    return document
  } catch (thrown) {
    const words = `This experiment is not in the history: ${faultOf(thrown).message}`
    return { ...document, cautions: [...document.cautions, words] }
  }
}
