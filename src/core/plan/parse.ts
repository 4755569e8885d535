import { verdictOf } from '../analysis/verdict'
import type { Dialect } from '../engine'
import { keyUseOf } from '../keyparts/key-use'
import { readSchema } from '../sql/ddl/read-schema'
import type { PlanDocument } from './document'
import type { PlanContext } from './format'
import { metricsOf } from './metrics'
import type { Plan } from './model'
import { readPlans } from './read'

/**
 * A pasted text as a plan document: every plan in it, derived numbers beside them, and one sentence about the first.
 * @param schema definitions of the plan's tables as DDL text; with it, the document has the key use
 * @throws SargableError `unreadable-plan` with the place, when there is no plan in the text.
 */
export function parsePlans(text: string, context: PlanContext, schema?: string): PlanDocument {
  const plans = readPlans(text, context)
  const metrics = plans.map((plan) => metricsOf(plan))
  const [first] = plans
  const definitions =
    schema === undefined || first === undefined
      ? undefined
      : readSchema(schema, dialectOf(first), { version: context.engine?.version })
  const catalog = definitions?.catalog ?? { tables: [] }
  const keyUse = definitions && keyUseOf({ plans, catalog, engine: context.engine, sql: context.sql })
  return {
    sargable: 1,
    kind: 'plan',
    plans,
    metrics,
    ...(keyUse && { keyUse }),
    ...(definitions && definitions.notes.length > 0 && { schemaNotes: definitions.notes }),
    verdict: first
      ? verdictOf({
          plan: first,
          metrics: metrics[0] ?? {},
          keyUse: keyUse?.filter((use) => use.planIndex === 0) ?? [],
          catalog,
        })
      : { text: 'There is no plan in this text.', facts: [] },
  }
}

/** The dialect of the server that printed a plan. */
function dialectOf({ source: { format } }: Plan): Dialect {
  if (format.startsWith('postgres')) return 'postgres'
  return format.startsWith('mariadb') ? 'mariadb' : 'mysql'
}
