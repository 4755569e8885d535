import type { Catalog } from '../../core/catalog/model'
import type { Plan } from '../../core/plan/model'
import { each } from '../../core/plan/walk'

/** An index that can be asked about, under the name that the statement gives its table. */
export interface IndexChoice {
  readonly id: string
  readonly table: string
  readonly index: string
  readonly title: string
}

/** The indexes of the tables that a plan reads, those of each alias apart, in the order of the plan. */
export function indexChoices(plan: Plan | undefined, catalog: Catalog): readonly IndexChoice[] {
  const choices = new Map<string, IndexChoice>()
  for (const { access } of plan ? each(plan.root) : []) {
    if (!access || access.derived === true) continue
    const table = access.alias ?? access.table
    const stored = catalog.tables.find(
      ({ name, schema }) => name === access.table && (access.schema === undefined || schema === access.schema),
    )
    for (const { name } of stored?.indexes ?? []) {
      const id = `${table}.${name}`
      if (!choices.has(id)) choices.set(id, { id, table, index: name, title: `${name} on ${table}` })
    }
  }
  return [...choices.values()]
}
