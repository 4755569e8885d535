import type { Counters } from '../analysis/model'
import type { Catalog, Table } from '../catalog/model'
import type { Capability, Dialect, EngineIdentity, Family } from '../engine'
import type { AccessContext } from '../keyparts/access-context'
import type { KeyUse } from '../keyparts/model'
import type { StatementScope } from '../keyparts/statement-scope'
import type { PlanInsight } from '../plan/insight/plan-insight'
import type { Plan } from '../plan/model'
import type { Meaning, QueryBlock } from '../sql/meaning/model'
import type { Trace } from '../trace/model'
import type { Need } from './rule'

/** All that rules may rest on; whatever is not there is undefined, and the rules that need it are not asked. */
export interface AdviceFacts {
  readonly family: Family
  readonly dialect: Dialect
  readonly engine: EngineIdentity | undefined
  readonly capabilities: readonly Capability[]
  readonly sql: string
  readonly catalog: Catalog | undefined
  readonly meaning: Meaning | undefined
  /** The best plan of the statement, and what it says by itself. */
  readonly plan: Plan | undefined
  readonly insight: PlanInsight | undefined
  /** Key parts of the best plan. */
  readonly keyUse: readonly KeyUse[]
  /** Accesses of the best plan to stored tables, with their conditions. */
  readonly accesses: readonly AccessContext[]
  readonly trace: Trace | undefined
  readonly counters: Counters | undefined
  readonly statistics: ColumnStatistics | undefined
  /** Each stored table in each query block of the statement. */
  readonly tables: readonly TableFacts[]
}

/** A stored table as one query block reads it. */
export interface TableFacts {
  readonly table: Table
  /** As the block calls it, lower case. */
  readonly alias: string
  readonly block: QueryBlock
  readonly scope: StatementScope
  /** Its accesses in the best plan; several where the plan reads it more than once, none where it has no plan. */
  readonly accesses: readonly AccessContext[]
}

/** What was counted of columns' values; asked for, never read silently. */
export interface ColumnStatistics {
  /** Distinct values of a column, or of the first `chars` characters of it. */
  distinct(table: Table, column: string, chars?: number): number | undefined
  /** The share of a table's rows that hold this value. */
  shareOf(table: Table, column: string, value: string): number | undefined
}

/** What of these facts is not there, in words for the report; undefined when all is. */
export function missing(facts: AdviceFacts, needed: readonly Need[]): string | undefined {
  const words = needed.flatMap((need) => (has(facts, need) ? [] : [absence[need]]))
  return words.length === 0 ? undefined : words.join(', ')
}

const absence: Readonly<Record<Need, string>> = {
  statement: 'the statement was not understood',
  catalog: 'no schema information',
  plan: 'no plan',
  actuals: 'the plan was not measured',
  trace: 'no optimizer trace',
  counters: 'the statement was not measured',
  statistics: 'no values were counted',
}

function has(facts: AdviceFacts, need: Need): boolean {
  switch (need) {
    case 'statement':
      return facts.meaning !== undefined
    case 'catalog':
      return facts.catalog !== undefined && facts.catalog.tables.length > 0
    case 'plan':
      return facts.plan !== undefined
    case 'actuals':
      return facts.plan?.source.measured ?? false
    case 'trace':
      return facts.trace !== undefined
    case 'counters':
      return facts.counters !== undefined
    case 'statistics':
      return facts.statistics !== undefined
  }
}
