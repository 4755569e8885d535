import { commonestWanted, countedStatistics, readScan, valuesWanted } from '../../core/advisor/statistics/count-answers'
import { type CountLimits, type CountPlan, countPlan } from '../../core/advisor/statistics/count-statements'
import type { TableStatistics, WantedCounts } from '../../core/advisor/statistics/model'
import type { Table } from '../../core/catalog/model'
import { faultOf } from '../../core/errors'
import type { Session } from '../../engines/engine'
import { withLimit } from './with-limit'

export interface CountOrder {
  readonly table: Table
  readonly wanted: WantedCounts
  readonly timeoutMs: number
  readonly limits?: CountLimits | undefined
}

export interface Counted {
  /** Absent when the time was over before the scan was. */
  readonly statistics?: TableStatistics
  /** What was not counted, in words. */
  readonly cautions: readonly string[]
}

/** The statements that counting sends at most, in order; for the card that asks first. */
export function countStatements(plan: CountPlan): readonly string[] {
  return [
    plan.scan,
    ...plan.values.map(({ sql }) => sql),
    ...(plan.prefixes.length > 0 ? [plan.commonestOf(plan.prefixes)] : []),
  ]
}

/**
 * Counts what is wanted of one table inside the read-only fence: one scan, then the commonest values as long as there is
 * time. The limit is of all of it together; what was counted before it counts.
 * @throws SargableError `cancelled`, `lost-connection`, or what the server says of the scan
 */
export async function countTable(
  session: Pick<Session, 'identity' | 'read'>,
  { table, wanted, timeoutMs, limits }: CountOrder,
  signal: AbortSignal,
): Promise<Counted> {
  const plan = countPlan(session.identity.family, table, wanted, limits)
  const seconds = `${(timeoutMs / 1000).toLocaleString('en')} s`
  const limit = withLimit(signal, timeoutMs)
  const ask = async (sql: string) => (await session.read(sql, limit.signal)).rows
  const values = new Map<string, readonly (readonly (string | null)[])[]>()
  const beginnings = new Map<string, number>()
  const cautions: string[] = []
  try {
    const [row] = await ask(plan.scan)
    if (row === undefined) return { cautions: [`${table.name}: the count gave no row.`] }
    const scan = readScan(plan, row)
    try {
      for (const { column, sql } of valuesWanted(plan, scan)) values.set(column.name, await ask(sql))
      const chosen = commonestWanted(plan, scan)
      if (chosen.length > 0) {
        for (const [at, most] of await ask(plan.commonestOf(chosen))) {
          const one = chosen[Number(at)]
          if (one) beginnings.set(`${one.column.name}:${one.chars}`, Number(most))
        }
      }
    } catch (thrown) {
      if (!limit.isOver()) throw thrown
      cautions.push(`${table.name}: the commonest values were not all counted in ${seconds}.`)
    }
    return { statistics: countedStatistics(plan, scan, { values, beginnings }), cautions }
  } catch (thrown) {
    if (!limit.isOver()) throw thrown
    return { cautions: [`${table.name} was not counted: it took longer than ${seconds} (${faultOf(thrown).message})`] }
  } finally {
    limit.end()
  }
}
