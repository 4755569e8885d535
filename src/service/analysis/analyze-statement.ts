import { performance } from 'node:perf_hooks'
import type { AdviceSettings } from '../../core/advisor/settings'
import { columnStatistics } from '../../core/advisor/statistics/from-tables'
import type { TableStatistics } from '../../core/advisor/statistics/model'
import { analyze } from '../../core/analysis/analyze'
import type { Analysis } from '../../core/analysis/model'
import { defaultStatementTimeoutMs } from '../../core/connection/model'
import { dialectOf } from '../../core/engine'
import { classify } from '../../core/sql/classify'
import type { ExplainResult, MeasureResult, Session } from '../../engines/engine'
import type { Progress } from '../api'
import type { ConnectionOrder } from '../connections'
import { checkConsent } from '../consent'
import { postgresGrammar, postgresMeaning, readStatements } from '../read-statements'
import { countForRules } from '../statistics/count-for-rules'
import { keptStatistics } from '../statistics/kept'

export interface AnalyzeOrder {
  readonly sql: string
  readonly measure: boolean
  readonly trace: boolean
  /** Count what rules would still like to know of the tables' values; never on production. */
  readonly count: boolean
  /** What was counted of the same tables before; then nothing more is. */
  readonly counted?: readonly TableStatistics[] | undefined
  readonly consent: boolean
  /** Absent: the connection's own limit. */
  readonly timeoutMs?: number | undefined
  readonly adviceSettings?: AdviceSettings | undefined
}

/**
 * One statement on one session: its plans, its tables, what the server keeps of their values; with `measure` one guarded
 * run, with `count` also what an advice still wants to know.
 */
export async function analyzeStatement(
  session: Session,
  target: ConnectionOrder['target'],
  order: AnalyzeOrder,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<Analysis> {
  const { sql, measure, trace, timeoutMs, adviceSettings, counted = [] } = order
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
  const kept = await keptStatistics(session, catalog, sql, signal)

  const answeredAt = performance.now()
  const meaning = dialect === 'postgres' ? (await postgresMeaning(sql))?.(catalog) : undefined
  const grammar = dialect === 'postgres' ? await postgresGrammar() : undefined
  const analyzed = (statistics: readonly TableStatistics[]) =>
    analyze({
      engine: session.identity,
      capabilities: session.capabilities,
      sql,
      explain: result.outputs,
      traceText: result.traceText,
      catalog,
      statement: read,
      meaning,
      grammar,
      counters: result.counters,
      cautions: result.cautions,
      statistics: columnStatistics(statistics),
      adviceSettings,
    })
  const timed = (analysis: Analysis, serverMs: number, readMs: number) => ({
    ...analysis,
    timings: { serverMs, readMs },
  })
  const analysis = analyzed([...counted, ...kept])
  const readAt = performance.now()
  if (!order.count || order.counted || target.production)
    return timed(analysis, answeredAt - startedAt, readAt - answeredAt)

  const { statistics, cautions } = await countForRules(session, { analysis, meaning, grammar, kept }, signal, progress)
  if (statistics.length + cautions.length === 0) return timed(analysis, answeredAt - startedAt, readAt - answeredAt)
  const countedAt = performance.now()
  const again = statistics.length > 0 ? analyzed([...statistics, ...kept]) : analysis
  return timed(
    {
      ...again,
      cautions: [...again.cautions, ...cautions],
      ...(statistics.length > 0 && { statistics }),
    },
    answeredAt - startedAt + (countedAt - readAt),
    readAt - answeredAt + (performance.now() - countedAt),
  )
}
