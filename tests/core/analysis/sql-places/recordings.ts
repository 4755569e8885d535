import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placedPlan } from '../../../../src/core/analysis/sql-places/trace'
import { type Catalog, catalogSchema } from '../../../../src/core/catalog/model'
import type { Dialect } from '../../../../src/core/engine'
import { SargableError } from '../../../../src/core/errors'
import type { Plan } from '../../../../src/core/plan/model'
import { readPlans } from '../../../../src/core/plan/read'
import { each } from '../../../../src/core/plan/walk'
import { readSql } from '../../../../src/core/sql/read'
import type { StatementReaders } from '../../../../src/core/sql/statement-reader'
import { recordedPlans } from '../../../contracts/fixtures'
import { catalogFor, recordedPlans as keyLengthRecords, planOf } from '../../keyparts/recorded'

/** One condition of one recorded plan, and what of the statement it was traced to. */
export interface TracedPair {
  /** `mysql80/join-three mysql-json-v1` */
  readonly from: string
  readonly sql: string
  readonly checkedAt: string
  readonly printed: string
  /** The places' texts, `∅` where there are none. */
  readonly traced: string
}

/** One table access of one recorded plan, and where its table was found. */
export interface TracedTable {
  readonly from: string
  readonly sql: string
  readonly table: string
  readonly derived: boolean
  readonly traced: string
}

const folder = join(import.meta.dirname, '../../../../fixtures')

interface Recording {
  readonly from: string
  readonly sql: string
  readonly dialect: Dialect
  readonly plan: Plan
  readonly catalog: Catalog | undefined
}

function recordings(): Recording[] {
  const found: Recording[] = []
  for (const recorded of recordedPlans()) {
    const [name = ''] = recorded.name.split(' ')
    const at = join(folder, name, 'catalog.json')
    const catalog = existsSync(at) ? catalogSchema.parse(JSON.parse(readFileSync(at, 'utf8'))) : undefined
    const { sql } = recorded.context
    if (sql === undefined) continue
    const from = `${name} ${recorded.format}`
    for (const plan of plansIn(recorded)) found.push({ from, sql, dialect: dialectOf(recorded.format), plan, catalog })
  }
  for (const record of keyLengthRecords)
    found.push({
      from: `${record.server}/${record.case} ${record.format}`,
      sql: record.sql,
      dialect: dialectOf(record.format),
      plan: planOf(record),
      catalog: catalogFor(record),
    })
  return found
}

/** Texts that hold no plan that can be read are another test's matter. */
function plansIn({ text, context }: ReturnType<typeof recordedPlans>[number]): readonly Plan[] {
  try {
    return readPlans(text, context)
  } catch (thrown) {
    if (thrown instanceof SargableError) return []
    throw thrown
  }
}

/** Everything that was traced in all recorded plans. */
export function tracedRecordings(
  readers: StatementReaders,
  withCatalog = true,
): {
  readonly conditions: readonly TracedPair[]
  readonly tables: readonly TracedTable[]
} {
  const conditions: TracedPair[] = []
  const tables: TracedTable[] = []
  for (const { from, sql, dialect, plan, catalog } of recordings()) {
    const [statement] = readSql(sql, dialect, {}, readers).statements
    if (statement === undefined) throw new Error(`no statement in ${sql}`)
    const placed = placedPlan(plan, { sql, ...statement }, withCatalog ? catalog : undefined)
    const textOf = ({ start, end }: { start: number; end: number }) => sql.slice(start, end).replace(/\s+/g, ' ')
    for (const node of each(placed.root)) {
      if (node.access !== undefined)
        tables.push({
          from,
          sql,
          table: node.access.alias ?? node.access.table,
          derived: node.access.derived === true,
          traced: node.sqlSpan === undefined ? '∅' : textOf(node.sqlSpan),
        })
      for (const { text, checkedAt, sqlSpan, sqlSpans } of node.conditions) {
        const places = sqlSpans ?? (sqlSpan === undefined ? [] : [sqlSpan])
        const traced = places.length === 0 ? '∅' : places.map(textOf).join(' & ')
        conditions.push({ from, sql, checkedAt, printed: text.replace(/\s+/g, ' '), traced })
      }
    }
  }
  return { conditions, tables }
}

function dialectOf(format: string): Dialect {
  if (format.startsWith('postgres')) return 'postgres'
  return format.startsWith('mariadb') ? 'mariadb' : 'mysql'
}
