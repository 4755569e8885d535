import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { analyze } from '../../core/analysis/analyze'
import type { Analysis } from '../../core/analysis/model'
import { defaultStatementTimeoutMs } from '../../core/connection/model'
import { dialectOf } from '../../core/engine'
import { faultOf } from '../../core/errors'
import { classify } from '../../core/sql/classify'
import type { ExplainResult, MeasureResult, Session } from '../../engines/engine'
import { addRun } from '../../history/runs'
import type { Progress } from '../api'
import { asAsked, boundStatement } from '../bound-statement'
import type { ConnectionOrder } from '../connections'
import { checkConsent } from '../consent'
import type { ServiceContext } from '../context'
import { postgresMeaning, readStatements } from '../read-statements'
import type { Area } from './area'

interface Order {
  readonly sql: string
  readonly measure: boolean
  readonly trace: boolean
  readonly consent: boolean
  /** Absent: the connection's own limit. */
  readonly timeoutMs?: number | undefined
}

export function analyzeMethods(context: ServiceContext): Area<'analyze'> {
  return {
    'analyze.run': async (request, { signal, progress }) => {
      const measure = request.measure ?? false
      const order: Order = {
        sql: request.sql,
        measure,
        trace: request.trace ?? true,
        consent: request.consent ?? false,
        timeoutMs: request.timeoutMs,
      }
      const { values } = request
      const analysis = await context.connections.withSession(
        request.connectionId,
        signal,
        async (session, { target }) => {
          if (values === undefined) return analyzeOn(session, target, order, signal, progress)
          const bound = await boundStatement(request.sql, session.identity, values)
          return asAsked(await analyzeOn(session, target, { ...order, sql: bound.sql }, signal, progress), bound)
        },
      )
      return remember(context, request.connectionId, analysis, measure)
    },
  }
}

async function analyzeOn(
  session: Session,
  target: ConnectionOrder['target'],
  order: Order,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<Analysis> {
  const { sql, measure, trace, timeoutMs } = order
  const dialect = dialectOf(session.identity.product)
  const statement = classify(sql, dialect)
  // What has no plan at all (nothing, two statements, DDL) is refused by the session, with its place.
  if (statement.explainForm !== 'none')
    checkConsent(session, {
      ...order,
      statement,
      production: target.production ?? false,
      timeLimitMs: timeoutMs ?? target.statementTimeoutMs ?? defaultStatementTimeoutMs,
    })

  const startedAt = performance.now()
  progress({ text: measure ? 'Running the statement under guard' : 'EXPLAIN in every format' })
  const result: ExplainResult & Partial<MeasureResult> = measure
    ? await session.measure({ sql, trace, timeoutMs }, signal)
    : await session.explain({ sql, trace, timeoutMs }, signal)

  progress({ text: 'Reading the tables and indexes that it names' })
  const [read] = (await readStatements(sql, dialect)).statements
  const catalog = await session.catalog(read?.tables ?? [], signal)

  const answeredAt = performance.now()
  const analysis = analyze({
    engine: session.identity,
    capabilities: session.capabilities,
    sql,
    explain: result.outputs,
    traceText: result.traceText,
    catalog,
    statement: read,
    meaning: dialect === 'postgres' ? (await postgresMeaning(sql))?.(catalog) : undefined,
    counters: result.counters,
    cautions: result.cautions,
  })
  const timings = { serverMs: answeredAt - startedAt, readMs: performance.now() - answeredAt }
  return { ...analysis, timings }
}

/** A run that cannot be kept is still a result; the analysis says so. */
function remember(context: ServiceContext, connectionId: string, analysis: Analysis, measured: boolean): Analysis {
  try {
    addRun(
      context.store(),
      {
        id: randomUUID(),
        at: new Date().toISOString(),
        connectionName: context.connections.nameOf(connectionId),
        engine: analysis.engine,
        sql: analysis.sql,
        verdict: analysis.verdict.text,
        measured,
      },
      analysis,
    )
    return analysis
  } catch (thrown) {
    return {
      ...analysis,
      cautions: [...analysis.cautions, `This run is not in the history: ${faultOf(thrown).message}`],
    }
  }
}
