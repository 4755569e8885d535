import { placedPlan } from '../analysis/sql-places/trace'
import { placedKeyUse } from '../analysis/sql-places/trace-key-parts'
import { verdictFrom } from '../analysis/verdict'
import type { Verdict } from '../analysis/verdict-model'
import type { Catalog } from '../catalog/model'
import type { Dialect } from '../engine'
import { keyUseOf } from '../keyparts/key-use'
import { readSchema } from '../sql/ddl/read-schema'
import type { Meaning } from '../sql/meaning/model'
import type { Statement } from '../sql/model'
import type { PlanDocument } from './document'
import type { PlanContext } from './format'
import { planFindingsOf } from './insight/plan-findings'
import { insightOf } from './insight/plan-insight'
import { tableRowsIn } from './insight/table-rows'
import { metricsOf } from './metrics'
import type { Plan, PlanMetrics } from './model'
import { readPlans } from './read'

/**
 * A pasted text as a plan document: every plan in it, derived numbers beside them, and one sentence about the first.
 * Numbers, findings and the sentence are worked out when they are first read.
 * @param statement what the grammar says of `context.sql`: gives the plan's tables and conditions their places in it
 * @param schema definitions of the plan's tables as DDL text; with it, the document has the key use
 * @param meaningOf what PostgreSQL's grammar says of `context.sql` with the tables of `schema`
 * @throws SargableError `unreadable-plan` with the place, when there is no plan in the text.
 */
export function parsePlans(
  text: string,
  context: PlanContext,
  schema?: string,
  statement?: Pick<Statement, 'tables' | 'conditions'>,
  meaningOf?: (catalog: Catalog) => Meaning | undefined,
): PlanDocument {
  const read = readPlans(text, context)
  const [first] = read
  const definitions =
    schema === undefined || first === undefined
      ? undefined
      : readSchema(schema, dialectOf(first), { version: context.engine?.version })
  const traced = statement && context.sql !== undefined ? { sql: context.sql, ...statement } : undefined
  const plans = traced === undefined ? read : read.map((plan) => placedPlan(plan, traced, definitions?.catalog))
  const catalog = definitions?.catalog ?? { tables: [] }
  const uses =
    definitions && keyUseOf({ plans, catalog, engine: context.engine, sql: context.sql, meaning: meaningOf?.(catalog) })
  const keyUse = uses && traced ? placedKeyUse(uses, plans, traced, catalog) : uses
  const [shown] = plans
  const tableRows = definitions && tableRowsIn(catalog)
  const insight = shown && insightOf({ plan: shown, tableRows })
  let metrics: readonly PlanMetrics[] | undefined
  let verdict: Verdict | undefined
  return {
    sargable: 1,
    kind: 'plan',
    plans,
    // Worked out when they are asked for: who draws a plan does so before the last of them is read.
    get metrics() {
      metrics ??= plans.map((plan) => metricsOf(plan))
      return metrics
    },
    ...(keyUse && { keyUse }),
    ...(definitions && definitions.notes.length > 0 && { schemaNotes: definitions.notes }),
    get findings() {
      return insight === undefined ? [] : planFindingsOf(insight).findings
    },
    get verdict() {
      verdict ??=
        insight === undefined
          ? { text: 'There is no plan in this text.', facts: [] }
          : verdictFrom({ insight, keyUse: keyUse?.filter((use) => use.planIndex === 0) ?? [] })
      return verdict
    },
  }
}

/** The dialect of the server that printed a plan. */
function dialectOf({ source: { format } }: Plan): Dialect {
  if (format.startsWith('postgres')) return 'postgres'
  return format.startsWith('mariadb') ? 'mariadb' : 'mysql'
}
