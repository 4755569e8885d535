import { copiesDdl } from '../../core/advisor/trial/copies-ddl'
import type { ProofDocument } from '../../core/advisor/trial/model'
import { proofDocument } from '../../core/advisor/trial/proof-document'
import { droppedBy, nothingToTry, proofWay, type TrialOrder, trialOrder } from '../../core/advisor/trial/ways'
import { dialectOf } from '../../core/engine'
import { fault } from '../../core/errors'
import type { ExperimentDocument } from '../../core/experiment/model'
import { inBytes } from '../../core/scratch/size'
import { classify } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import type { ExperimentProgress, Request } from '../api'
import type { ServiceContext } from '../context'
import type { RunRequest } from '../experiment/spec'
import { startExperiment } from '../experiment/start'
import { attemptOf } from './attempt'
import { boundIn } from './bound'
import { catalogOf } from './explained'
import { proveOnTables, type RealProof } from './prove-on-tables'
import { provenIndexUse } from './proven-index'
import { trialServer } from './trial-server'
import { withoutDropped } from './without-dropped'

/** Above this, an index is not built on a real table: it takes minutes of disk and of replicas' time. */
const defaultMaxTableBytes = 1024 ** 3
const defaultLockTimeoutMs = 3_000
/** PostgreSQL's writers wait for so long, after the build. */
const rolledBackBudgetMs = 10_000

/**
 * Builds what is advised, runs the statement with and without it, undoes it, and says what the runs say.
 * @throws SargableError `needs-consent` with the card; `production-refused`; `not-allowed` above the size limit;
 *   `lock-wait`, `missing-privilege`, `cancelled`, what the server refuses. Nothing is left then.
 */
export async function prove(
  context: ServiceContext,
  request: Request<'advice.prove'>,
  signal: AbortSignal,
  progress: (event: ExperimentProgress) => void,
): Promise<ProofDocument> {
  const { connections } = context
  const { connectionId, values, consent = false } = request
  return connections.withSession(connectionId, signal, async (session, { target }) => {
    const sql = await boundIn(request.sql, session.identity, values)
    const server = await trialServer(session, signal)
    const order = trialOrder(request.advice, server.dialect)
    const nothing = nothingToTry(order, request.sql) ?? nothingToTry(order, sql)
    if (nothing !== undefined) throw fault('not-allowed', nothing)
    const { sql: advised } = await attemptOf(order, { ...request, advice: [request.advice] }, sql, session, server)
    const reads = [sql, advised].every((text) => isReading(text, session))
    const asked = request.by ?? (await refusedInvisible(session, signal))
    const method = proofWay(order, server, reads, asked)
    if (target.production && method !== 'copies') {
      throw fault('production-refused', 'Nothing is built or run on a production connection.', {
        hint: 'Try the advice (a what-if), or prove it on another server with the same tables.',
      })
    }
    const catalog = await catalogOf(session, [sql, advised], undefined, signal)
    checkSize(catalog.tables, request.maxTableBytes ?? defaultMaxTableBytes)
    const lockTimeoutMs = request.lockTimeoutMs ?? defaultLockTimeoutMs
    const common = { engine: session.identity, sql: request.sql, order, method }
    const protocol = protocolOf(request)
    if (method === 'invisible-index' || method === 'rolled-back') {
      const proof: RealProof = {
        connectionId,
        method,
        session,
        order,
        sql,
        advised,
        catalog,
        lockTimeoutMs,
        consent,
        protocol: { ...(method === 'rolled-back' && { budgetMs: rolledBackBudgetMs }), ...protocol },
      }
      const done = await proveOnTables(context, proof, signal, progress)
      return proofDocument({ ...common, ...done })
    }
    const experiment = await startExperiment(
      context,
      context.oneByOne,
      method === 'copies'
        ? onCopies(request, order, sql, advised, session)
        : {
            ...protocol,
            connectionId,
            consent,
            variants: [
              { name: 'A', sql },
              {
                name: 'B',
                sql: droppedBy(order).length > 0 ? withoutDropped(session, order, advised, catalog) : advised,
                session: [...request.advice.variant.session],
              },
            ],
          },
      signal,
      progress,
    )
    return proofDocument({
      ...common,
      experiment,
      index: await provenIndexUse(session, order, advised, catalog, experiment),
      undone: undoneWords(experiment),
      left: experiment.scratch?.left ?? [],
      cautions: method === 'copies' && asked !== request.by ? [visibleWords] : [],
    })
  })
}

const visibleWords =
  'This session sees invisible indexes already (use_invisible_indexes is on): with an index on the table itself both sides would have it, so copies were used.'

/** Where a session sees invisible indexes by default, both sides would use the one that is built. */
async function refusedInvisible(session: Session, signal: AbortSignal): Promise<'copies' | undefined> {
  if (session.identity.family !== 'mysql') return undefined
  const { rows } = await session.read('SELECT @@SESSION.optimizer_switch', signal)
  return /use_invisible_indexes=on/.test(rows[0]?.[0] ?? '') ? 'copies' : undefined
}

function isReading(sql: string, session: Session): boolean {
  const { explainForm, locks } = classify(sql, dialectOf(session.identity.product))
  return explainForm !== 'dml' && locks === 'none'
}

function protocolOf(request: Request<'advice.prove'>) {
  const { minPairs, maxPairs, warmupRounds, budgetMs, runTimeoutMs, seed } = request
  return {
    ...(minPairs !== undefined && { minPairs }),
    ...(maxPairs !== undefined && { maxPairs }),
    ...(warmupRounds !== undefined && { warmupRounds }),
    ...(budgetMs !== undefined && { budgetMs }),
    ...(runTimeoutMs !== undefined && { runTimeoutMs }),
    ...(seed !== undefined && { seed }),
  }
}

function onCopies(
  request: Request<'advice.prove'>,
  { advice }: TrialOrder,
  sql: string,
  advised: string,
  session: Session,
): RunRequest {
  const dialect = dialectOf(session.identity.product)
  return {
    ...protocolOf(request),
    connectionId: request.connectionId,
    consent: request.consent ?? false,
    scratch: { rows: 'all' },
    variants: [
      { name: 'A', sql },
      {
        name: 'B',
        sql: advised,
        session: [...advice.variant.session],
        ddl: advice.variant.ddl.map(({ apply, undo }) => ({
          apply: copiesDdl(apply, dialect),
          undo: copiesDdl(undo, dialect),
        })),
      },
    ],
  }
}

function undoneWords({ scratch }: ExperimentDocument): readonly string[] {
  if (scratch === undefined || scratch.left.length > 0) return []
  return scratch.schemas.map((schema) => `The scratch schema ${schema} was removed.`)
}

function checkSize(tables: readonly { readonly bytes?: number | undefined }[], maxBytes: number): void {
  const bytes = tables.reduce((sum, table) => sum + (table.bytes ?? 0), 0)
  if (bytes <= maxBytes) return
  throw fault(
    'not-allowed',
    `The tables of the statement take ${inBytes(bytes)}; up to ${inBytes(maxBytes)} something is built to be measured.`,
    { hint: 'Try the advice without building it, prove it where the tables are smaller, or raise the limit.' },
  )
}
