import type { StatisticsLine } from '../../core/plan/insight/statistics'

/** Columns of the statistics, in their order. */
export const statisticsColumns = [
  'name',
  'steps',
  'loops',
  'rows',
  'time',
  'share',
  'cost',
  'hitBlocks',
  'readBlocks',
  'spilled',
] as const
export type StatisticsColumn = (typeof statisticsColumns)[number]

export interface StatisticsOrder {
  readonly column: StatisticsColumn
  readonly descending: boolean
}

/** The number under a column; names have none. */
export function numberUnder(line: StatisticsLine, column: StatisticsColumn): number | undefined {
  switch (column) {
    case 'name':
      return undefined
    case 'steps':
      return line.nodeIds.length
    case 'loops':
      return line.loops?.rows
    case 'rows':
      return line.rows?.rows
    case 'time':
      return line.selfMs
    case 'share':
      return line.share
    case 'cost':
      return line.selfCost
    case 'hitBlocks':
      return line.hitBlocks
    case 'readBlocks':
      return line.readBlocks
    case 'spilled':
      return line.spilledBytes
  }
}

/** Columns that some line has a number for; a column of dashes says nothing. */
export function columnsOf(lines: readonly StatisticsLine[]): readonly StatisticsColumn[] {
  return statisticsColumns.filter(
    (column) => column === 'name' || lines.some((line) => numberUnder(line, column) !== undefined),
  )
}

/** Sorted lines; those without the number stand last, whichever the direction. */
export function ordered(
  lines: readonly StatisticsLine[],
  order: StatisticsOrder | undefined,
): readonly StatisticsLine[] {
  if (order === undefined) return lines
  const sign = order.descending ? -1 : 1
  return [...lines].sort((a, b) => {
    if (order.column === 'name') return sign * a.name.localeCompare(b.name)
    const left = numberUnder(a, order.column)
    const right = numberUnder(b, order.column)
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return sign * (left - right)
  })
}

/** What a press on a column's head makes of the order: numbers start with the largest, names with the first. */
export function turned(order: StatisticsOrder | undefined, column: StatisticsColumn): StatisticsOrder {
  if (order?.column === column) return { column, descending: !order.descending }
  return { column, descending: column !== 'name' }
}
