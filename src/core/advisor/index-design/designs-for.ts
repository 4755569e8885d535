import type { AccessContext } from '../../keyparts/access-context'
import type { AdviceFacts, TableFacts } from '../facts'
import { demandOf } from './demand'
import { type DesignResult, designIndexes } from './design'
import type { TableDemand } from './model'

/** One access of the plan with what it is asked for, and the indexes that would serve it. */
export interface AccessDesign extends DesignResult {
  readonly of: TableFacts
  readonly access: AccessContext
  readonly demand: TableDemand
}

const known = new WeakMap<AdviceFacts, readonly AccessDesign[]>()

/** The designs of every access of the plan, worked out once for all rules. */
export function designsFor(facts: AdviceFacts): readonly AccessDesign[] {
  const before = known.get(facts)
  if (before) return before
  const found = facts.tables.flatMap((of) =>
    of.accesses.map((access): AccessDesign => {
      const demand = demandOf(access, limitOf(of), facts.statistics)
      return { of, access, demand, ...designIndexes(demand) }
    }),
  )
  known.set(facts, found)
  return found
}

/** Rows that LIMIT asks this table for: only where nothing else stands between them. */
function limitOf({ block }: TableFacts): number | undefined {
  const { limit, sources, aggregates, distinct, groupBy } = block
  if (limit?.count === undefined || sources.length > 1 || aggregates || distinct || groupBy.length > 0) return undefined
  return limit.count + (limit.offset ?? 0)
}
