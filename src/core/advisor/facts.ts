import type { Counters } from '../analysis/model'
import type { Catalog, Table } from '../catalog/model'
import type { Capability, Dialect, EngineIdentity, Family } from '../engine'
import type { AccessContext } from '../keyparts/access-context'
import type { KeyUse } from '../keyparts/model'
import type { StatementScope } from '../keyparts/statement-scope'
import type { PlanInsight } from '../plan/insight/plan-insight'
import type { Plan } from '../plan/model'
import type { PostgresGrammar } from '../sql/edits/postgres/outline'
import type { Meaning, QueryBlock } from '../sql/meaning/model'
import type { Trace } from '../trace/model'
import type { Fraction } from '../units'
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
  /** PostgreSQL's grammar, by which rewritten statements are checked; without it by their tokens alone. */
  readonly grammar?: PostgresGrammar | undefined
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

/**
 * What is known of columns' values: kept by the server, or counted because somebody asked for it. Every answer is
 * undefined where nothing is known.
 */
export interface ColumnStatistics {
  /** False where it is only what the server keeps: rules that need counted values are not asked then. */
  readonly counted?: boolean | undefined
  /** Rows of a table, where every one was counted. */
  rows?(table: Table): number | undefined
  /** Distinct values of a column, or of the first `chars` characters of it. */
  distinct(table: Table, column: string, chars?: number): number | undefined
  /** Distinct combinations of the columns. */
  together(table: Table, columns: readonly string[]): number | undefined
  /** The share of a table's rows that hold this value, as the statement writes it without quotes. */
  shareOf(table: Table, column: string, value: string): Fraction | undefined
  /** The share of a table's rows between two values, ends included; an end that is not there is open. */
  shareBetween(table: Table, column: string, from: string | undefined, to: string | undefined): Fraction | undefined
  /** The share of a table's rows that hold the commonest value, or the commonest first `chars` characters. */
  commonest(table: Table, column: string, chars?: number): Fraction | undefined
  /** −1..1: how far the rows of the table lie in the order of the column (PostgreSQL). */
  correlation?(table: Table, column: string): number | undefined
  /** Where it comes from, in words for the evidence: "pg_stats", "counted in 1,000,000 rows". */
  source(table: Table, column: string): string | undefined
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
  work: 'the statement was not measured',
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
    case 'work':
      return facts.counters !== undefined || (facts.plan?.source.measured ?? false)
    case 'statistics':
      return facts.statistics !== undefined && facts.statistics.counted !== false
  }
}
