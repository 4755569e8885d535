import type { AdviceFacts } from '../../src/core/advisor/facts'
import { factsOf } from '../../src/core/advisor/gather-facts'
import type { Catalog } from '../../src/core/catalog/model'
import type { EngineIdentity } from '../../src/core/engine'
import { keyUseOf } from '../../src/core/keyparts/key-use'
import { metricsOf } from '../../src/core/plan/metrics'
import { readPlans } from '../../src/core/plan/read'
import { readSchema } from '../../src/core/sql/ddl/read-schema'

export const mysql8: EngineIdentity = {
  family: 'mysql',
  product: 'mysql',
  version: { major: 8, minor: 0, patch: 31 },
  versionText: '8.0.31',
}

interface Given {
  readonly schema: string
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  /** Distinct values of indexes' first parts: `t.ix`. */
  readonly cardinality?: Readonly<Record<string, number>>
  readonly sql: string
  /** EXPLAIN's table, columns apart by `|`: table | type | key | key_len | rows. */
  readonly plan: readonly string[]
}

/** The facts of a statement whose tables and plan are written down in a test. */
export function mysqlFacts({ schema, rows, cardinality = {}, sql, plan }: Given): AdviceFacts {
  const catalog = withNumbers(readSchema(schema, 'mysql', { version: mysql8.version }).catalog, rows, cardinality)
  const plans = readPlans(planTable(plan), { sql, engine: mysql8 })
  return factsOf({
    analysis: {
      engine: mysql8,
      capabilities: [],
      sql,
      explain: [],
      plans,
      metrics: plans.map((one) => metricsOf(one)),
      keyUse: keyUseOf({ plans, catalog, engine: mysql8, sql, warnings: [] }),
      catalog,
    },
  })
}

function withNumbers(catalog: Catalog, rows: Given['rows'], cardinality: Readonly<Record<string, number>>): Catalog {
  return {
    tables: catalog.tables.map((table) => ({
      ...table,
      ...(rows[table.name] !== undefined && { rows: rows[table.name] }),
      indexes: table.indexes.map((index) => {
        const distinct = cardinality[`${table.name}.${index.name}`]
        if (distinct === undefined) return index
        return {
          ...index,
          parts: index.parts.map((part, at) => (at === 0 ? { ...part, cardinality: distinct } : part)),
        }
      }),
    })),
  }
}

function planTable(lines: readonly string[]): string {
  const head = ['id', 'select_type', 'table', 'type', 'possible_keys', 'key', 'key_len', 'ref', 'rows', 'Extra']
  const rows = lines.map((line) => {
    const [table = '', type = '', key = '', length = '', rows = '', extra = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return ['1', 'SIMPLE', table, type, key || 'NULL', key || 'NULL', length || 'NULL', 'NULL', rows, extra]
  })
  return [head, ...rows].map((cells) => cells.join('\t')).join('\n')
}
