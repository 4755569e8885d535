import type { Catalog } from '../../core/catalog/model'
import type { Plan } from '../../core/plan/model'
import { each } from '../../core/plan/walk'
import type { ChoosableIndex } from '../why/IndexChooser'

/** The indexes of the tables that a plan reads, those of each alias apart, in the order of the plan. */
export function indexChoices(plan: Plan | undefined, catalog: Catalog): readonly ChoosableIndex[] {
  const choices = new Map<string, ChoosableIndex>()
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
