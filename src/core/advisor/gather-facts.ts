import type { Analysis } from '../analysis/model'
import { dialectOf, type EngineIdentity } from '../engine'
import type { AccessContext } from '../keyparts/access-context'
import { accessContexts, type KeyUseInput } from '../keyparts/key-use'
import { readMysqlStatement } from '../keyparts/mysql-reading'
import { findTable } from '../keyparts/plan-accesses'
import { scopesOf } from '../keyparts/scopes'
import type { StatementScope } from '../keyparts/statement-scope'
import { insightOf } from '../plan/insight/plan-insight'
import { tableRowsIn } from '../plan/insight/table-rows'
import type { PostgresGrammar } from '../sql/edits/postgres/outline'
import type { Meaning } from '../sql/meaning/model'
import type { Trace } from '../trace/model'
import type { AdviceFacts, ColumnStatistics, TableFacts } from './facts'

export interface GatherInput {
  readonly analysis: Pick<
    Analysis,
    'engine' | 'capabilities' | 'sql' | 'explain' | 'plans' | 'metrics' | 'keyUse' | 'catalog' | 'counters'
  >
  /** What PostgreSQL's grammar says of the statement with the catalog's tables; MySQL's and MariaDB's is read here. */
  readonly meaning?: Meaning | undefined
  /** PostgreSQL's grammar, where it is loaded. */
  readonly grammar?: PostgresGrammar | undefined
  readonly trace?: Trace | undefined
  readonly statistics?: ColumnStatistics | undefined
}

/** The facts of one analyzed statement. */
export function factsOf({ analysis, meaning: given, grammar, trace, statistics }: GatherInput): AdviceFacts {
  const { engine, sql, catalog, plans, metrics, keyUse, counters, capabilities } = analysis
  const dialect = dialectOf(engine.product)
  const meaning =
    given ?? (dialect === 'postgres' ? undefined : readMysqlStatement(sql, dialect, catalog, engine)?.meaning)
  const [plan] = plans
  const input: KeyUseInput = {
    plans,
    catalog,
    engine,
    sql,
    meaning,
    trace,
    warnings: analysis.explain.flatMap(({ warnings }) => warnings),
  }
  const accesses = plan === undefined ? [] : accessContexts(plan, 0, input)
  const insight = plan && insightOf({ plan, metrics: metrics[0] ?? {}, tableRows: tableRowsIn(catalog) })
  const known = {
    family: engine.family,
    dialect,
    engine,
    capabilities,
    sql,
    catalog,
    meaning,
    ...(grammar && { grammar }),
  }
  return {
    ...known,
    plan,
    insight,
    keyUse: keyUse.filter(({ planIndex }) => planIndex === 0),
    accesses,
    trace,
    counters,
    statistics,
    tables: meaning === undefined ? [] : tablesOf(known, meaning, accesses),
  }
}

function tablesOf(
  { sql, catalog, engine }: { sql: string; catalog: Analysis['catalog']; engine: EngineIdentity },
  meaning: Meaning,
  accesses: AdviceFacts['accesses'],
): readonly TableFacts[] {
  // One scope for each block that has sources, in the same order.
  const blocks = meaning.blocks.filter(({ sources }) => sources.length > 0)
  return scopesOf({ sql, meaning }, engine.family).flatMap((scope, at) => {
    const block = blocks[at]
    if (block === undefined) return []
    return scope.tables.flatMap(({ name, schema, alias }): readonly TableFacts[] => {
      const table = findTable(catalog, name, schema)
      if (table === undefined) return []
      const called = (alias ?? name).toLowerCase()
      const own = accesses.filter((access) => access.table === table && access.alias === called && isOf(access, scope))
      return [{ table, alias: called, block, scope, accesses: own }]
    })
  })
}

/** An access whose block is not certain belongs to every block that names its table so. */
function isOf(access: AccessContext, scope: StatementScope): boolean {
  return access.scope === undefined || access.scope.queryBlock === scope.queryBlock
}
