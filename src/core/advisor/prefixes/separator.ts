import type { Table } from '../../catalog/model'
import type { ColumnStatistics } from '../facts'

/** Characters that people put between the parts of a text. */
const separators = [':', '/', '-', '_', '.', '|', '#', ' ', ',', ';', '@', '=', '+']
/** Behind every text that a column may hold. */
const last = '\u{ffff}'
/** Of the values that begin with the literal, so many must go on with the separator; statistics are not exact. */
const nearlyAll = 0.97

/**
 * The character by which values go on that begin with this literal, as far as anything is known of the column's values:
 * then `'abc%'` and `'abc:%'` find the same rows.
 */
export function separatorAfter(
  table: Table,
  column: string,
  literal: string,
  statistics: ColumnStatistics | undefined,
): string | undefined {
  const whole = statistics?.shareBetween(table, column, literal, `${literal}${last}`)
  if (statistics === undefined || whole === undefined || whole === 0) return undefined
  return separators.find((separator) => {
    const share = statistics.shareBetween(table, column, `${literal}${separator}`, `${literal}${separator}${last}`)
    return share !== undefined && share >= whole * nearlyAll
  })
}
