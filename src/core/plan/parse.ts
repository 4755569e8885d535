import { placedPlan } from '../analysis/sql-places/trace'
import { placedKeyUse } from '../analysis/sql-places/trace-key-parts'
import { verdictFrom } from '../analysis/verdict'
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
import type { Plan } from './model'
import { readPlans } from './read'

/**
 * A pasted text as a plan document: every plan in it, derived numbers beside them, and one sentence about the first.
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
  const metrics = plans.map((plan) => metricsOf(plan))
  const catalog = definitions?.catalog ?? { tables: [] }
  const uses =
    definitions && keyUseOf({ plans, catalog, engine: context.engine, sql: context.sql, meaning: meaningOf?.(catalog) })
  const keyUse = uses && traced ? placedKeyUse(uses, plans, traced, catalog) : uses
  const insight = plans[0] && insightOf({ plan: plans[0], metrics: metrics[0] ?? {}, tableRows: tableRowsIn(catalog) })
  return {
    sargable: 1,
    kind: 'plan',
    plans,
    metrics,
    ...(keyUse && { keyUse }),
    ...(definitions && definitions.notes.length > 0 && { schemaNotes: definitions.notes }),
    findings: insight === undefined ? [] : planFindingsOf(insight).findings,
    verdict:
      insight === undefined
        ? { text: 'There is no plan in this text.', facts: [] }
        : verdictFrom({ insight, keyUse: keyUse?.filter((use) => use.planIndex === 0) ?? [] }),
  }
}

/** The dialect of the server that printed a plan. */
function dialectOf({ source: { format } }: Plan): Dialect {
  if (format.startsWith('postgres')) return 'postgres'
  return format.startsWith('mariadb') ? 'mariadb' : 'mysql'
}
