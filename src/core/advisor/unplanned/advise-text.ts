import { analyze } from '../../analysis/analyze'
import type { ExplainFormat } from '../../analysis/model'
import type { Catalog } from '../../catalog/model'
import { type Dialect, type EngineIdentity, engineTitle } from '../../engine'
import { conditionFaultsOf } from '../../keyparts/condition-faults'
import { conditionFindings } from '../../keyparts/condition-findings'
import { readMysqlStatement } from '../../keyparts/mysql-reading'
import type { Plan } from '../../plan/model'
import { readPlans } from '../../plan/read'
import { currentVersions, readSchema } from '../../sql/ddl/read-schema'
import type { PostgresGrammar } from '../../sql/edits/postgres/outline'
import type { Meaning } from '../../sql/meaning/model'
import type { Statement } from '../../sql/model'
import { advise } from '../advise'
import type { ColumnStatistics } from '../facts'
import { factsOf } from '../gather-facts'
import { mergeFindings } from '../merge'
import type { Finding } from '../model'
import { ranked } from '../rank'
import type { AdviceSettings } from '../settings'
import type { AdviceDocument } from './model'
import { withRowsOfPlan } from './rows-of-plan'
import { structuralFindings } from './structural-findings'
import { supposedPlan, withRows } from './supposed-plan'
import { supposedStatistics } from './supposed-statistics'

export interface AdviseTextInput {
  /** One statement. */
  readonly sql: string
  readonly dialect: Dialect
  /** CREATE TABLE text of its tables. */
  readonly schema?: string | undefined
  /** EXPLAIN output as it was pasted, with its format. */
  readonly plan?: { readonly text: string; readonly format: ExplainFormat; readonly measured: boolean } | undefined
  /** What the grammar says of `sql`. */
  readonly statement?: Pick<Statement, 'tables' | 'conditions'> | undefined
  /** What PostgreSQL's grammar says of `sql` with given tables; MySQL's and MariaDB's is read here. */
  readonly meaningOf?: ((catalog: Catalog) => Meaning | undefined) | undefined
  readonly grammar?: PostgresGrammar | undefined
  readonly adviceSettings?: AdviceSettings | undefined
  /** Of the caller's own reading. */
  readonly notes?: AdviceDocument['notes'] | undefined
}

/**
 * What can be advised without a connection. With a plan: all that an analysis says. Without one: the rules that need
 * none, what is wrong with the conditions themselves, and the indexes that the statement's structure asks for.
 * @throws SargableError `unreadable-plan` when the plan cannot be read, `bad-request` for settings that name no rule
 */
export function adviseText(input: AdviseTextInput): AdviceDocument {
  const { sql, dialect, schema, plan, adviceSettings } = input
  const engine = supposedEngine(dialect)
  const read = schema === undefined ? undefined : readSchema(schema, dialect)
  const catalog = read?.catalog ?? { tables: [] }
  const about = {
    sargable: 1 as const,
    kind: 'advice' as const,
    sql,
    dialect,
    ...(read && { catalog }),
  }
  const assumed = { message: `No server was asked: what ${engineTitle(engine)} can do is assumed.` }
  const notes = [
    ...(input.notes ?? []),
    // Places in the schema's text are none of the statement's.
    ...(read?.notes ?? []).map(({ message }) => ({ message: `schema: ${message}` })),
    assumed,
  ]
  if (plan !== undefined) {
    const [first] = readPlans(plan.text, { sql, engine })
    const sized = withRowsOfPlan(catalog, first)
    const analysis = analyze({
      engine,
      capabilities: [],
      sql,
      explain: [{ format: plan.format, statement: '', measured: plan.measured, text: plan.text, warnings: [] }],
      catalog: sized,
      cautions: [],
      statement: input.statement,
      meaning: input.meaningOf?.(sized),
      grammar: input.grammar,
      adviceSettings,
    })
    const { findings, plans, notChecked, nothingToAdvise, cautions } = analysis
    return {
      ...about,
      findings,
      plans,
      notes: [...notes, ...plans.flatMap((one) => one.notes), ...cautions.map((message) => ({ message }))],
      notChecked,
      ...(nothingToAdvise !== undefined && { nothingToAdvise }),
    }
  }
  const sized = withRows(catalog)
  const meaning =
    dialect === 'postgres' ? input.meaningOf?.(catalog) : readMysqlStatement(sql, dialect, sized, engine)?.meaning
  const facts = (own: Catalog, plans: readonly Plan[], statistics?: ColumnStatistics) =>
    factsOf({
      analysis: { engine, capabilities: [], sql, explain: [], plans, metrics: [], keyUse: [], catalog: own },
      meaning,
      grammar: input.grammar,
      statistics,
    })
  const report = advise(facts(catalog, []), adviceSettings)
  const supposed = meaning && supposedPlan(sql, meaning, sized, dialect)
  const supposedFacts = supposed && facts(sized, [supposed], supposedStatistics)
  const designed = supposedFacts ? structuralFindings(supposedFacts).filter(isOn(adviceSettings)) : []
  const faults = supposed
    ? conditionFaultsOf(supposed, 0, { plans: [supposed], catalog: sized, engine, sql, meaning }).map(withoutNode)
    : []
  const findings = [
    ...ranked(mergeFindings(ranked([...report.findings, ...designed]))),
    ...conditionFindings(faults).map(withoutNodes),
  ]
  return {
    ...about,
    findings,
    notes: [...notes, ...missing(catalog, meaning)],
    notChecked: report.notChecked,
    ...(findings.length === 0 && { nothingToAdvise: nothing(catalog, meaning) }),
  }
}

function supposedEngine(dialect: Dialect): EngineIdentity {
  const version = currentVersions[dialect]
  const versionText = [version.major, version.minor, version.patch].join('.')
  return { family: dialect === 'postgres' ? 'postgres' : 'mysql', product: dialect, version, versionText }
}

/** Rules that the project has switched off say nothing, also where a design speaks for them. */
function isOn(settings: AdviceSettings | undefined) {
  return ({ rule }: Finding) => settings?.rules?.[rule] !== false
}

function withoutNode<Fault extends { readonly nodeId: string }>(fault: Fault): Fault {
  return { ...fault, nodeId: '' }
}

/** There is no plan whose nodes could be named. */
function withoutNodes(finding: Finding): Finding {
  const evidence = finding.evidence.map(({ nodeId: _, ...one }) =>
    one.kind === 'node' ? { ...one, kind: 'sql' as const } : one,
  )
  return { ...finding, nodes: [], evidence }
}

function missing(catalog: Catalog, meaning: Meaning | undefined): AdviceDocument['notes'] {
  if (meaning === undefined) return [{ message: 'The statement was not understood.' }]
  const named = meaning.blocks
    .flatMap(({ sources }) => sources)
    .filter(({ kind }) => kind === 'table' || kind === 'unknown')
  const unknown = named.filter(
    ({ table }) =>
      table !== undefined && !catalog.tables.some(({ name }) => name.toLowerCase() === table.toLowerCase()),
  )
  const names = [...new Set(unknown.map(({ table }) => table ?? ''))]
  return names.length === 0 ? [] : [{ message: `Nothing is known of ${names.join(', ')}: give CREATE TABLE text.` }]
}

function nothing(catalog: Catalog, meaning: Meaning | undefined): string {
  if (meaning === undefined) return 'The statement was not understood, so nothing is advised.'
  if (catalog.tables.length === 0) return 'Without the tables’ definitions nothing can be advised.'
  return 'By the statement and its tables alone there is nothing to advise; a plan would tell more.'
}
