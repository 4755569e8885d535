import type { Catalog } from '../../catalog/model'
import { findTable } from '../../keyparts/plan-accesses'
import type { Plan } from '../../plan/model'
import { each } from '../../plan/walk'

/** The catalog with the size of tables that a plan reads from end to end, where it has none. */
export function withRowsOfPlan(catalog: Catalog, plan: Plan | undefined): Catalog {
  if (plan === undefined) return catalog
  const rows = new Map<Catalog['tables'][number], number>()
  for (const { access, estimate, actual } of each(plan.root)) {
    if (access === undefined || (access.method !== 'full-scan' && access.method !== 'index-scan')) continue
    const table = findTable(catalog, access.table, access.schema)
    // PostgreSQL's estimate is of what passes the filter: no fewer rows are there.
    const read =
      estimate.rowsExaminedPerLoop ??
      (actual && actual.rowsPerLoop + (actual.rowsFilteredPerLoop ?? 0)) ??
      estimate.rowsPerLoop
    if (table !== undefined && read !== undefined) rows.set(table, Math.max(rows.get(table) ?? 0, read))
  }
  return {
    tables: catalog.tables.map((table) => {
      const found = rows.get(table)
      return table.rows !== undefined || found === undefined ? table : { ...table, rows: Math.round(found) }
    }),
  }
}
