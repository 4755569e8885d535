import { advise } from '../../src/core/advisor/advise'
import { factsOf } from '../../src/core/advisor/gather-facts'
import { analyze } from '../../src/core/analysis/analyze'
import type { Catalog, Table } from '../../src/core/catalog/model'
import type { EngineIdentity } from '../../src/core/engine'
import { median, ratio, rounds } from './rounds'

const tables = 2000
const joined = 40
const mostMs = 2000

const engine: EngineIdentity = {
  family: 'mysql',
  product: 'mysql',
  version: { major: 8, minor: 0, patch: 31 },
  versionText: '8.0.31',
}

/** Advice for a statement of 40 joins over a schema of 2,000 tables, as ratios to JSON.parse of the schema. */
export function benchWideAdvice(): readonly string[] {
  const catalog: Catalog = { tables: Array.from({ length: tables }, (_, at) => table(at)) }
  const text = JSON.stringify(catalog)
  return Object.entries(shapes).flatMap(([name, on]) => {
    const sql = statement(on)
    const explain = [
      { format: 'mysql-table' as const, statement: `EXPLAIN ${sql}`, measured: false, warnings: [], ...plan() },
    ]
    const whole = () => analyze({ engine, capabilities: [], sql, explain, catalog, cautions: [] })
    const analysis = whole()
    const indexes = analysis.findings.flatMap(({ advice }) => advice).filter(({ index }) => index !== undefined).length
    const times = rounds(
      {
        baseline: () => JSON.parse(text),
        advice: () => advise(factsOf({ analysis })),
        analysis: whole,
      },
      5,
    )
    const line = (part: 'advice' | 'analysis') => {
      const ms = median(times[part])
      const verdict = ms <= mostMs ? 'within' : 'MORE THAN'
      return `  ${part.padEnd(8)} ${ms.toFixed(0)} ms  ${ratio(times[part], times.baseline).toFixed(1)} × JSON.parse, ${verdict} ${mostMs} ms`
    }
    return [
      `${name} of ${joined} joins over ${tables.toLocaleString('en')} tables (${(text.length / 1e6).toFixed(1)} MB of schema), ${indexes} indexes advised`,
      line('advice'),
      line('analysis'),
    ]
  })
}

/** What each table but the first is joined to. */
const shapes: Readonly<Record<string, (at: number) => string>> = {
  chain: (at) => `t${at}.parent_id = t${at - 1}.id`,
  star: (at) => `t${at}.id = t0.k${at}`,
}

function statement(on: (at: number) => string): string {
  const joins = Array.from({ length: joined }, (_, at) => `JOIN table_${at + 1} AS t${at + 1} ON ${on(at + 1)}`)
  const where = Array.from({ length: joined }, (_, at) => `t${at}.kind = ${at} AND t${at}.due > ${at * 10}`)
  return `SELECT t0.body, SUM(t${joined}.amount) FROM table_0 AS t0 ${joins.join(' ')} WHERE ${where.join(' AND ')} GROUP BY t0.body`
}

function plan(): { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | null)[])[] } {
  const columns = [
    'id',
    'select_type',
    'table',
    'type',
    'possible_keys',
    'key',
    'key_len',
    'ref',
    'rows',
    'filtered',
    'Extra',
  ]
  const rows = Array.from({ length: joined + 1 }, (_, at) => {
    return [
      '1',
      'SIMPLE',
      `t${at}`,
      'ALL',
      null,
      null,
      null,
      null,
      '50000',
      '1.00',
      at === 0 ? 'Using where' : 'Using where; Using join buffer (hash join)',
    ]
  })
  return { columns, rows }
}

function table(at: number): Table {
  const keys = at === 0 ? Array.from({ length: joined + 1 }, (_, key) => `k${key}`) : []
  const column = (name: string, type: string) => ({ name, type, nullable: false })
  const index = (name: string, columns: readonly string[], unique = false) => ({
    name,
    unique,
    visible: true,
    method: 'btree',
    parts: columns.map((one, part) => ({ column: one, descending: false, cardinality: 50 * (part + 1) })),
  })
  return {
    schema: 'wide',
    name: `table_${at}`,
    engine: 'InnoDB',
    rows: 50_000,
    columns: [
      ...['id', 'parent_id', 'kind', 'due', 'amount', 'owner', 'place', ...keys].map((name) => column(name, 'int')),
      column('body', 'varchar(200)'),
      column('note', 'text'),
    ],
    indexes: [index('PRIMARY', ['id'], true), index('owner', ['owner', 'place']), index('place', ['place'])],
    primaryKey: ['id'],
    foreignKeys: [],
  }
}
