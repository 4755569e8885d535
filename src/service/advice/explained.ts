import type { PlannedStatement } from '../../core/advisor/trial/tried-plan'
import { unknownReads } from '../../core/advisor/trial/unknown-reads'
import { analyze } from '../../core/analysis/analyze'
import type { Analysis, ExplainOutput } from '../../core/analysis/model'
import type { Catalog } from '../../core/catalog/model'
import { dialectOf } from '../../core/engine'
import { SargableError } from '../../core/errors'
import type { NodeId } from '../../core/plan/model'
import { readPlans } from '../../core/plan/read'
import type { Session, SessionSetting, TableName } from '../../engines/engine'
import { postgresMeaning, readStatements } from '../read-statements'

/** Under what a statement is planned. */
export interface Planning {
  readonly settings?: readonly SessionSetting[] | undefined
  /** A schema of ours that unqualified names mean. */
  readonly schema?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** Plans a statement, never runs it, and reads what the server says. */
export async function explained(
  session: Session,
  sql: string,
  { settings, schema, timeoutMs }: Planning,
  signal: AbortSignal,
): Promise<Analysis> {
  const { outputs, cautions } = await session.explain({ sql, trace: false, settings, schema, timeoutMs }, signal)
  const catalog = await catalogOf(session, [sql], schema, signal)
  return analyzed(session, sql, outputs, catalog, cautions)
}

/** More index scans with a filter than this are not asked about one by one. */
const mostQuestions = 20

/** The analysis with what its plan leaves out of the rows that are read; some questions that are planned only. */
export async function withReads(
  session: Session,
  analysis: Analysis,
  { settings, schema, timeoutMs }: Planning,
  signal: AbortSignal,
): Promise<Analysis & PlannedStatement> {
  const [plan] = analysis.plans
  const questions = plan === undefined ? [] : unknownReads(plan, analysis.catalog)
  if (questions.length === 0 || questions.length > mostQuestions) return analysis
  const reads = new Map<NodeId, number>()
  for (const { nodeId, question, loops } of questions) {
    try {
      const { outputs } = await session.explain({ sql: question, trace: false, settings, schema, timeoutMs }, signal)
      const json = outputs.find(({ format }) => format === 'postgres-json')?.text ?? ''
      const [answer] = readPlans(json, { sql: question, engine: session.identity })
      const rows = answer?.root.estimate.rowsPerLoop
      if (rows !== undefined) reads.set(nodeId, rows * loops)
    } catch (thrown) {
      // A condition that cannot be asked alone leaves the number unknown.
      if (!(thrown instanceof SargableError) || thrown.fault.server === undefined) throw thrown
      if (thrown.fault.code === 'lost-connection' || thrown.fault.code === 'timed-out') throw thrown
    }
  }
  return { ...analysis, reads }
}

/** Definitions of the tables that statements name, each once; names without a schema mean tables of `schema`. */
export async function catalogOf(
  session: Session,
  texts: readonly string[],
  schema: string | undefined,
  signal: AbortSignal,
): Promise<Catalog> {
  const tables = new Map<string, TableName>()
  for (const sql of texts) {
    const [statement] = (await readStatements(sql, dialectOf(session.identity.product))).statements
    for (const { schema: own = schema, name } of statement?.tables ?? []) {
      tables.set(JSON.stringify([own, name]), { schema: own, name })
    }
  }
  return session.catalog([...tables.values()], signal)
}

/** What a plan says, with key parts and catalog. */
export async function analyzed(
  session: Session,
  sql: string,
  explain: readonly ExplainOutput[],
  catalog: Catalog,
  cautions: readonly string[],
): Promise<Analysis> {
  const dialect = dialectOf(session.identity.product)
  const [statement] = (await readStatements(sql, dialect)).statements
  return analyze({
    engine: session.identity,
    capabilities: session.capabilities,
    sql,
    explain,
    catalog,
    statement,
    meaning: dialect === 'postgres' ? (await postgresMeaning(sql))?.(catalog) : undefined,
    cautions,
  })
}
