import { randomUUID } from 'node:crypto'
import type { Analysis } from '../../core/analysis/model'
import { faultOf } from '../../core/errors'
import { addRun } from '../../history/runs'
import { type AnalyzeOrder, analyzeStatement } from '../analysis/analyze-statement'
import { statisticsSets } from '../analysis/statistics-sets'
import { type AskedSet, analyzeValueSets } from '../analysis/value-sets'
import type { Request } from '../api'
import { asAsked, boundStatement } from '../bound-statement'
import type { ServiceContext } from '../context'
import { projectSettingsIn } from '../project-settings'
import type { Area } from './area'

export function analyzeMethods(context: ServiceContext): Area<'analyze'> {
  return {
    'analyze.run': async (request, { signal, progress }) => {
      const order = await orderOf(context, request)
      const { values } = request
      const analysis = await context.connections.withSession(
        request.connectionId,
        signal,
        async (session, { target }) => {
          if (values === undefined) return analyzeStatement(session, target, order, signal, progress)
          const bound = await boundStatement(request.sql, session.identity, values)
          return asAsked(await analyzeStatement(session, target, { ...order, sql: bound.sql }, signal, progress), bound)
        },
      )
      return remember(context, request.connectionId, analysis, order.measure)
    },
    'analyze.valueSets': async (request, { signal, progress }) => {
      const order = await orderOf(context, request)
      const { sets: given = [], values, fromStatistics = given.length === 0 } = request
      const analysis = await context.connections.withSession(
        request.connectionId,
        signal,
        async (session, { target }) => {
          const production = target.production ?? false
          const known = fromStatistics
            ? await statisticsSets(session, request.sql, { given: values, production }, signal)
            : []
          const sets = [...given.map((set): AskedSet => ({ ...set, from: set.from ?? 'given' })), ...known]
          return analyzeValueSets(session, target, order, sets, signal, progress)
        },
      )
      return remember(context, request.connectionId, analysis, order.measure)
    },
  }
}

/** The project's file in the app's folder says what the rules are, unless the request does. */
async function orderOf(
  { options }: ServiceContext,
  {
    sql,
    measure = false,
    trace = true,
    count = measure,
    consent = false,
    timeoutMs,
    adviceSettings,
  }: Request<'analyze.run'>,
): Promise<AnalyzeOrder> {
  const settings = adviceSettings ?? (await projectSettingsIn(options.dataFolder))
  return { sql, measure, trace, count, consent, timeoutMs, adviceSettings: settings }
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
