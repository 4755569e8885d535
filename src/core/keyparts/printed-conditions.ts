import type { Table } from '../catalog/model'
import type { Family } from '../engine'
import { isMergePart } from '../plan/merge-part'
import type { PlanNode } from '../plan/model'
import type { PlacedPredicate } from './access-context'
import { predicatesOf } from './conditions'
import type { ColumnName } from './expression'
import { isPartOfBitmap, type Names, type NodePlace, nearestTable, queryBlockOf, tableOf } from './plan-accesses'
import type { Predicate } from './predicate'

export interface PrintedCondition {
  readonly node: PlanNode
  readonly predicate: Predicate
  readonly checkedAt: PlacedPredicate['checkedAt']
}

export interface PrintedConditions {
  readonly byNode: ReadonlyMap<PlanNode, readonly PrintedCondition[]>
  /** By each name (lower case) that a condition mentions. */
  readonly byAlias: ReadonlyMap<string, readonly PrintedCondition[]>
  /** How many accesses of the plan go by a name; the parts of one bitmap are one access. */
  readonly accesses: ReadonlyMap<string, number>
}

/** All conditions of a plan, with the columns of a scan's own table qualified by its name. */
export function printedConditions(places: readonly NodePlace[], names: Names, family: Family): PrintedConditions {
  const byNode = new Map<PlanNode, PrintedCondition[]>()
  const byAlias = new Map<string, PrintedCondition[]>()
  const accesses = new Map<string, number>()
  for (const place of places) {
    const { node } = place
    const named = node.access === undefined ? undefined : nearestTable(place)
    const table = named === undefined ? undefined : tableOf(named, names, queryBlockOf(place))
    const alias = (named?.alias ?? named?.table)?.toLowerCase()
    const isPart = isPartOfBitmap(node) || (node.access !== undefined && isMergePart(node.access))
    if (alias !== undefined && !isPart) accesses.set(alias, (accesses.get(alias) ?? 0) + 1)
    for (const condition of node.conditions) {
      const isMysqlSeek = family === 'mysql' && condition.checkedAt === 'index-seek'
      // MySQL prints ranges as the index is walked: turned round for a descending part, with cut texts for a prefix.
      if (isMysqlSeek && !/lookup$/.test(node.access?.method ?? '')) continue
      for (const read of predicatesOf(condition.text, family)) {
        const predicate = table === undefined || alias === undefined ? read : qualified(read, table, alias)
        const printed = { node, predicate, checkedAt: condition.checkedAt }
        add(byNode, node, printed)
        // A lookup's comparison is made here only, not at the table that the value comes from.
        if (isMysqlSeek) continue
        const mentioned = new Set(predicate.columns.map((column) => column.table?.toLowerCase()))
        for (const name of mentioned) if (name !== undefined) add(byAlias, name, printed)
      }
    }
  }
  return { byNode, byAlias, accesses }
}

function add<Key>(map: Map<Key, PrintedCondition[]>, key: Key, value: PrintedCondition): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** PostgreSQL leaves names of a scan's own table unqualified in places: at the access they mean its table. */
function qualified(predicate: Predicate, table: Table, alias: string): Predicate {
  const own = new Set(table.columns.map((column) => column.name.toLowerCase()))
  const named = (column: ColumnName): ColumnName =>
    column.table === undefined && own.has(column.name.toLowerCase()) ? { ...column, table: alias } : column
  return {
    ...predicate,
    ...(predicate.column === undefined ? {} : { column: named(predicate.column) }),
    columns: predicate.columns.map(named),
    references: predicate.references.map(named),
    ...(predicate.branches === undefined
      ? {}
      : { branches: predicate.branches.map((branch) => branch.map((one) => qualified(one, table, alias))) }),
  }
}
