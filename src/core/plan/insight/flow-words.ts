import { exhausted } from '../../errors'
import type { RowCount } from './row-count'
import type { StageKind } from './row-flow'
import type { Removed, RemovedBy, TableFlow } from './table-flow'
import { amount, conditionsText } from './words'

/** The word of a stage on the rows' way. */
export function stageWord(kind: StageKind): string {
  switch (kind) {
    case 'read':
      return 'read'
    case 'filtered':
      return 'left by filters'
    case 'joined':
      return 'joined'
    case 'united':
      return 'put together'
    case 'grouped':
      return 'grouped'
    case 'windowed':
      return 'with window functions'
    case 'sorted':
      return 'sorted'
    case 'limited':
      return 'within the limit'
    case 'changed':
      return 'to change'
    case 'returned':
      return 'returned'
    default:
      return exhausted(kind)
  }
}

/** Where a condition drops rows. */
export function removedWord(by: RemovedBy): string {
  switch (by) {
    case 'index-filter':
      return 'in the index'
    case 'row-filter':
      return 'after reading the row'
    case 'index-or-row-filter':
      return 'in the index or after reading the row'
    case 'recheck':
      return 'by rechecking the bitmap'
    case 'join-filter':
      return 'by the join'
    default:
      return exhausted(by)
  }
}

/** How many, or why that is not known. */
export function countWord(count: RowCount | undefined): string {
  return count === undefined ? 'not told' : amount(count)
}

/** "3,656 dropped after reading the row: `msg_type = 'x'`". */
export function removedText(removed: Removed, { node }: TableFlow): string {
  const conditions = conditionsText(removed.conditions, node)
  return `${countWord(removed.rows)} dropped ${removedWord(removed.by)}${conditions === undefined ? '' : `: ${conditions}`}`
}
