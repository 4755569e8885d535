import { faultOf } from '../../core/errors'
import type { Plan, PlanNode } from '../../core/plan/model'
import { planTextOf, readPlans } from '../../core/plan/read'
import { placeholderFields } from '../../core/sql/complete/placeholder-fields'
import { applyEdits } from '../../core/sql/edits/apply'
import type { Session } from '../../engines/engine'
import { readStatements } from '../read-statements'

/**
 * PostgreSQL: the plan for values that nobody knows, which a prepared statement gets when it is run often. Each
 * placeholder is planned as `(SELECT NULL::type)`: the planner estimates such a value as it does a parameter's.
 * EXPLAIN's GENERIC_PLAN would say it, but takes no statement of the extended protocol. Undefined elsewhere; what the
 * server says against it becomes a caution.
 */
export async function genericPlan(
  session: Pick<Session, 'identity' | 'explain' | 'catalog' | 'database'>,
  sql: string,
  cautions: string[],
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const { identity } = session
  if (identity.family !== 'postgres') return undefined
  const [read] = (await readStatements(sql, 'postgres')).statements
  if (read === undefined || read.placeholders.length === 0) return undefined
  try {
    const catalog = await session.catalog(read.tables, signal)
    const fields = placeholderFields(sql, 'postgres', catalog, session.database)
    const edits = read.placeholders.map(({ span, text }) => {
      const field =
        fields.find((one) => one.span.start === span.start) ?? fields.find(({ written }) => written === text)
      const type = field?.column?.type ?? (field?.kind === 'number' ? 'bigint' : 'text')
      return { span, text: `(SELECT NULL::${type})` }
    })
    const { outputs } = await session.explain({ sql: applyEdits(sql, edits), trace: false }, signal)
    const [first] = outputs
    if (first === undefined) return undefined
    const text = first.text ?? planTextOf(first.columns ?? [], first.rows ?? [])
    const [plan] = readPlans(text, { sql, engine: identity })
    return plan && { ...plan, root: withoutValues(plan.root) }
  } catch (thrown) {
    const { code, message } = faultOf(thrown)
    if (code === 'cancelled' || code === 'lost-connection') throw thrown
    cautions.push(`The plan for unknown values could not be asked for: ${message}`)
    return undefined
  }
}

/** The plan without the steps that stand for the values. */
function withoutValues(node: PlanNode): PlanNode {
  const isValue = ({ relation, operator, children }: PlanNode) =>
    relation === 'init-plan' && operator === 'result' && children.length === 0
  return { ...node, children: node.children.filter((child) => !isValue(child)).map(withoutValues) }
}
