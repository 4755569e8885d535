import { advisedIndexUse } from '../../core/advisor/trial/advised-index'
import { withAdvisedIndexes } from '../../core/advisor/trial/hypothetical'
import type { AdvisedIndexUse } from '../../core/advisor/trial/model'
import { addedBy, type TrialOrder } from '../../core/advisor/trial/ways'
import type { Catalog } from '../../core/catalog/model'
import { dialectOf } from '../../core/engine'
import type { ExperimentDocument } from '../../core/experiment/model'
import { keyUseOf } from '../../core/keyparts/key-use'
import type { Session } from '../../engines/engine'
import { postgresMeaning } from '../read-statements'

/**
 * Partitions have indexes under names of their own: what a plan reads of those is not told.
 * What the advised side's plan in an experiment does with the index; undefined where none is added, or its plan could
 * not be read.
 * @param called what the index was called where it ran, where that was not the advised name
 */
export async function provenIndexUse(
  { identity: engine }: Session,
  order: TrialOrder,
  sql: string,
  catalog: Catalog,
  { plans, spec }: Pick<ExperimentDocument, 'plans' | 'spec'>,
  called?: string,
): Promise<AdvisedIndexUse | undefined> {
  const { index } = order.advice
  const plan = plans.length === spec.variants.length ? plans[1] : undefined
  if (index === undefined || plan === undefined || addedBy(order).length === 0) return undefined
  const name = called ?? index.name
  const named: TrialOrder = {
    ...order,
    changes: order.changes.map((change) =>
      change.kind === 'add' && change.name === index.name ? { ...change, name } : change,
    ),
  }
  const there = withAdvisedIndexes(catalog, named)
  // On copies the plan names the schema of ours.
  const schema = spec.variants[1]?.schema
  const known: Catalog = schema === undefined ? there : { tables: there.tables.map((table) => ({ ...table, schema })) }
  if (known.tables.some(({ name: table, type }) => table === index.table && type === 'partitioned')) return undefined
  const meaning = dialectOf(engine.product) === 'postgres' ? (await postgresMeaning(sql))?.(known) : undefined
  const keyUse = keyUseOf({ plans: [plan], catalog: known, engine, sql, meaning, warnings: [] })
  return advisedIndexUse(index, name, { plans: [plan], keyUse })
}
