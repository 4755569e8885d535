import { advise } from '../advisor/advise'
import type { ColumnStatistics } from '../advisor/facts'
import { factsOf } from '../advisor/gather-facts'
import type { AdviceSettings } from '../advisor/settings'
import type { Catalog } from '../catalog/model'
import type { Capability, EngineIdentity } from '../engine'
import { fault, SargableError } from '../errors'
import { conditionFaultsOf } from '../keyparts/condition-faults'
import { conditionFindings } from '../keyparts/condition-findings'
import { keyUseOf } from '../keyparts/key-use'
import { byLoudness, planFindingsOf } from '../plan/insight/plan-findings'
import { insightOf } from '../plan/insight/plan-insight'
import { tableRowsIn } from '../plan/insight/table-rows'
import { metricsOf } from '../plan/metrics'
import type { Plan } from '../plan/model'
import { planTextOf, readPlans } from '../plan/read'
import { each } from '../plan/walk'
import type { PostgresGrammar } from '../sql/edits/postgres/outline'
import type { Meaning } from '../sql/meaning/model'
import type { Statement } from '../sql/model'
import type { Trace } from '../trace/model'
import { readTrace } from '../trace/read'
import type { Analysis, Counters, ExplainFormat, ExplainOutput } from './model'
import { placedPlan } from './sql-places/trace'
import { placedKeyUse } from './sql-places/trace-key-parts'
import { countedRows, verdictFrom } from './verdict'

export interface AnalyzeInput {
  readonly engine: EngineIdentity
  readonly capabilities: readonly Capability[]
  readonly sql: string
  /** Every answer to EXPLAIN, in the order asked. */
  readonly explain: readonly ExplainOutput[]
  readonly traceText?: string | undefined
  readonly catalog: Catalog
  /** With a measured run. */
  readonly counters?: Counters | undefined
  /** What the session already knows to be uncertain. */
  readonly cautions: readonly string[]
  /** What the grammar says of `sql`, where the caller has read it: gives tables, conditions and key parts their places. */
  readonly statement?: Pick<Statement, 'tables' | 'conditions'> | undefined
  /** What PostgreSQL's grammar says of `sql` with the catalog's tables; MySQL's and MariaDB's is read here. */
  readonly meaning?: Meaning | undefined
  /** PostgreSQL's grammar, where it is loaded: advice that rewrites the statement is checked by it. */
  readonly grammar?: PostgresGrammar | undefined
  /** What is known of columns' values. */
  readonly statistics?: ColumnStatistics | undefined
  /** What the project says of the rules. */
  readonly adviceSettings?: AdviceSettings | undefined
}

/** Formats that are read, best first; the others are kept as text for the person. */
const readable: readonly ExplainFormat[] = [
  'postgres-json',
  'mysql-json-v1',
  'mariadb-json',
  'mysql-json-v2',
  'mysql-tree',
  'mysql-table',
  'mariadb-table',
  'postgres-text',
]

/**
 * THE pipeline: what one server said about one statement → everything that Sargable knows about it. Pure; called by
 * the app, the command line and tests alike. Measured plans come before estimated ones,
 * JSON before trees and tables, and plans that name the tables before those that name none.
 * @throws SargableError `unreadable-plan` when no output holds a plan that can be read; one that cannot be read beside
 * others becomes a caution.
 */
export function analyze(input: AnalyzeInput): Analysis {
  const { engine, sql, catalog } = input
  const plans: Plan[] = []
  const cautions = [...input.cautions]
  let firstFault: SargableError | undefined
  for (const output of ranked(input.explain)) {
    try {
      plans.push(...readPlans(planText(output), { sql, engine }))
    } catch (thrown) {
      if (!(thrown instanceof SargableError)) throw thrown
      firstFault ??= thrown
      cautions.push(`The ${output.format} output could not be read: ${thrown.message}`)
    }
  }
  plans.sort((a, b) => Number(readsTable(b)) - Number(readsTable(a)))
  const statement = input.statement && { sql, ...input.statement }
  if (statement !== undefined)
    for (const [at, plan] of plans.entries()) plans[at] = placedPlan(plan, statement, catalog)
  const [best] = plans
  if (best === undefined)
    throw firstFault ?? fault('unreadable-plan', 'The server gave no plan in a format that can be read.')

  const metrics = plans.map((plan) => metricsOf(plan))
  const warnings = input.explain.flatMap((output) => output.warnings)
  const known = {
    plans,
    catalog,
    engine,
    sql,
    warnings,
    references: input.statement?.tables,
    meaning: input.meaning,
    trace: traceIn(input),
  }
  const uses = keyUseOf(known)
  const faults = conditionFaultsOf(best, 0, known)
  const keyUse = statement === undefined ? uses : placedKeyUse(uses, plans, statement, catalog)
  const insight = insightOf({
    plan: best,
    metrics: metrics[0] ?? {},
    tableRows: tableRowsIn(catalog),
    returned: countedRows(input.counters),
  })
  const verdict = verdictFrom({
    insight,
    keyUse: keyUse.filter((use) => use.planIndex === 0),
    counters: input.counters,
    faults,
  })
  const read = {
    engine,
    capabilities: input.capabilities,
    sql,
    explain: input.explain,
    plans,
    metrics,
    keyUse,
    catalog,
    ...(input.counters === undefined ? {} : { counters: input.counters }),
  }
  const facts = factsOf({
    analysis: read,
    meaning: input.meaning,
    grammar: input.grammar,
    trace: known.trace,
    statistics: input.statistics,
  })
  const { findings, notChecked, nothing } = advise(facts, input.adviceSettings)
  return {
    sargable: 1,
    kind: 'analysis',
    ...read,
    ...(input.traceText === undefined ? {} : { traceText: input.traceText }),
    findings: byLoudness([...findings, ...conditionFindings(faults), ...planFindingsOf(insight).findings]),
    notChecked,
    ...(nothing !== undefined && { nothingToAdvise: nothing }),
    cautions,
    verdict,
  }
}

/** The trace for the reasons; a text that is none is shown as it is, and no reason rests on it. */
function traceIn({ traceText, engine }: AnalyzeInput): Trace | undefined {
  if (traceText === undefined || traceText === '') return undefined
  try {
    return readTrace(traceText, { engine })
  } catch (thrown) {
    if (thrown instanceof SargableError) return undefined
    throw thrown
  }
}

function ranked(outputs: readonly ExplainOutput[]): readonly ExplainOutput[] {
  const rank = (output: ExplainOutput) => readable.indexOf(output.format) + (output.measured ? 0 : readable.length)
  return outputs.filter((output) => readable.includes(output.format)).sort((a, b) => rank(a) - rank(b))
}

/** MySQL's executor leaves out tables that are read before execution; another format of the same statement has them. */
function readsTable(plan: Plan): boolean {
  for (const { access } of each(plan.root)) if (access !== undefined && access.derived !== true) return true
  return false
}

function planText(output: ExplainOutput): string {
  return output.text ?? planTextOf(output.columns ?? [], output.rows ?? [])
}
