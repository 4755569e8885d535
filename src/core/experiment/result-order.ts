import type { Catalog } from '../catalog/model'
import type { ColumnTarget, Condition, Meaning, QueryBlock, Source } from '../sql/meaning/model'
import { membersAreDecided } from './disjoint-members'
import { keysOfTable, tableOf } from './table-keys'

/**
 * How far a block's ORDER BY decides the order of its rows. total: no two rows that differ can change places. partial:
 * rows with equal sort values may come in any order. none: no ORDER BY.
 */
export type ResultOrder = 'none' | 'partial' | 'total'

/**
 * The order that a block's rows come in. Says `partial` where it cannot tell.
 * @param sql the text that the meaning was read from
 */
export function orderOf(block: QueryBlock, meaning: Meaning, catalog: Catalog, sql: string): ResultOrder {
  if (hasOneRow(block)) return 'total'
  if (block.orderBy.length === 0) return 'none'
  if (sortsWholeRow(block)) return 'total'
  if (block.kind === 'set-operation' && membersAreDecided(block, meaning, catalog, sql)) return 'total'
  if (block.kind !== 'select') return 'partial'
  const sorted = (target: ColumnTarget) => block.orderBy.some(({ column }) => column && isSame(column, target))
  const decided = decidedSources(block, meaning, catalog)
  if (block.groupBy.length > 0) {
    // What a row that is decided holds is the same in all groups of equal sort values.
    const isDecided = (target: ColumnTarget) =>
      decided.has(target.source) && block.sources.some(({ source, optional }) => source === target.source && !optional)
    const grouped = block.groupBy.every(
      (group) =>
        (group.column && (sorted(group.column) || isDecided(group.column))) ||
        (group.item !== undefined && block.orderBy.some(({ item }) => item === group.item)),
    )
    return grouped ? 'total' : 'partial'
  }
  return decided.size > 0 && decided.size === block.sources.length ? 'total' : 'partial'
}

function hasOneRow(block: QueryBlock): boolean {
  return block.kind === 'select' && block.aggregates && block.groupBy.length === 0
}

/** Every column that is given is sorted by: rows that may change places look alike. */
function sortsWholeRow({ output, orderBy }: QueryBlock): boolean {
  if (output === undefined || output.length === 0) return false
  return output.every(({ column }, at) =>
    orderBy.some((sort) => sort.item === at || (column && sort.column && isSame(column, sort.column))),
  )
}

/**
 * The sources whose row is decided by the sort values: a unique key of it is sorted by, or equated with columns of
 * sources that are decided already or with constants.
 */
function decidedSources(block: QueryBlock, meaning: Meaning, catalog: Catalog): ReadonlySet<number> {
  const decided = new Set<number>()
  const equalities = block.conditions
    .filter(({ clause }) => clause === 'where' || clause === 'on' || clause === 'using')
    .flatMap(({ conjuncts, join }) => conjuncts.map((node) => ({ node, join })))
    .filter((one): one is { node: Condition; join: typeof one.join } => {
      return one.node.type === 'condition' && one.node.operator === '='
    })
  const optional = new Set(block.sources.filter((one) => one.optional).map(({ source }) => source))
  const isKnown = (target: ColumnTarget): boolean => {
    if (block.orderBy.some(({ column }) => column && isSame(column, target))) return true
    return equalities.some(({ node: condition, join }) => {
      // The condition of an outer join need not hold for the rows of its other side.
      const isOuter = join === 'left' || join === 'right' || join === 'full'
      if (isOuter && !optional.has(target.source)) return false
      const sides = [condition.left, ...condition.right]
      const mine = sides.find(
        ({ form, columns }) =>
          form === 'column' && columns.some(({ targets }) => targets.some((one) => isSame(one, target))),
      )
      if (!mine) return false
      return sides.every(
        (side) =>
          side === mine ||
          side.constness === 'literal' ||
          side.constness === 'constant-expression' ||
          (side.columns.length > 0 &&
            side.columns.every(({ targets }) =>
              targets.every((one) => one.block !== block.block || decided.has(one.source)),
            )),
      )
    })
  }
  for (;;) {
    const before = decided.size
    for (const { source } of block.sources) {
      if (decided.has(source)) continue
      const from = block.sources.find((one) => one.source === source)
      const keys = from ? uniqueKeysOf(from, meaning, catalog) : []
      const isDecided = keys.some((key) => key.every((column) => isKnown({ block: block.block, source, column })))
      if (isDecided) decided.add(source)
    }
    if (decided.size === before) return decided
  }
}

/** Lists of columns that no two rows of a source share. */
function uniqueKeysOf(source: Source, meaning: Meaning, catalog: Catalog): readonly (readonly string[])[] {
  if (source.kind === 'table') return keysOfTable(tableOf(source, catalog))
  const block = source.from === undefined ? undefined : meaning.blocks.find((one) => one.block === source.from)
  if (!block || source.recursive || block.kind !== 'select' || block.output === undefined) return []
  const { output } = block
  if (hasOneRow(block)) return [[]]
  if (block.distinct) return [output.map(({ name }) => name)]
  const nameOf = (target: ColumnTarget) => output.find(({ column }) => column && isSame(column, target))?.name
  if (block.groupBy.length > 0) {
    const names = block.groupBy.map(({ column, item }) =>
      item === undefined ? column && nameOf(column) : output[item]?.name,
    )
    return names.every((name): name is string => name !== undefined) ? [names] : []
  }
  const [only, second] = block.sources
  if (!only || second) return []
  return uniqueKeysOf(only, meaning, catalog).flatMap((key) => {
    const names = key.map((column) => nameOf({ block: block.block, source: only.source, column }))
    return names.every((name): name is string => name !== undefined) ? [names] : []
  })
}

function isSame(one: ColumnTarget, other: ColumnTarget): boolean {
  return (
    one.block === other.block && one.source === other.source && one.column.toLowerCase() === other.column.toLowerCase()
  )
}
