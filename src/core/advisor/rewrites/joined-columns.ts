import type { Table } from '../../catalog/model'
import { tableOf } from '../../experiment/table-keys'
import type { Condition, Operand, Source } from '../../sql/meaning/model'
import { isLedBy } from './or-arms'
import type { Rewritable } from './rewritable'

/** A column of a table that must equal a column of another. */
export interface JoinedColumn {
  readonly source: Source
  readonly table: Table
  readonly column: string
  readonly isIndexed: boolean
}

/** How a block's other tables are found from the rows of one: the columns that are equated with its own. */
export function joinedColumns({ block, catalog }: Rewritable, from: Source): readonly JoinedColumn[] {
  const equalities = block.conditions
    .filter(({ clause }) => clause === 'where' || clause === 'on' || clause === 'using')
    .flatMap(({ conjuncts }) => conjuncts)
    .filter((node): node is Condition => node.type === 'condition' && node.operator === '=' && !node.negated)
  return equalities.flatMap(({ left, right }): readonly JoinedColumn[] => {
    const sides = [left, ...right].map(targetOf)
    const own = sides.find((one) => one?.block === block.block && one.source === from.source)
    const other = sides.find((one) => one?.block === block.block && one.source !== from.source)
    const source = other && block.sources.find((one) => one.source === other.source)
    const table = source?.kind === 'table' ? tableOf(source, catalog) : undefined
    if (own === undefined || other === undefined || source === undefined || table === undefined) return []
    return [
      { source, table, column: other.column, isIndexed: table.indexes.some((index) => isLedBy(index, other.column)) },
    ]
  })
}

function targetOf({ form, columns }: Operand) {
  const [reference] = columns
  return form === 'column' && reference?.targets.length === 1 ? reference.targets[0] : undefined
}
