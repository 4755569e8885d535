import type { ParseNote } from '../../text-span'
import type { PlanContext, PlanFormat } from '../format'
import type { Plan, PlanFormatId } from '../model'
import { finished } from '../parts/draft'
import { readGrid } from '../parts/grid'
import { planRows } from '../parts/mysql-row'
import { rowTree } from '../parts/mysql-row-tree'
import { planOf } from '../parts/plan-of'
import { looksLikeMariaDbRows, looksLikePlanRows } from '../parts/table-head'
import { unreadable } from '../parts/unreadable'

/**
 * The tabular EXPLAIN of MySQL 5.6 to 9.x (plain, EXTENDED, PARTITIONS, FORMAT=TRADITIONAL), in any print of it.
 *
 *     id  select_type  table  type  possible_keys  key      key_len  ref         rows  Extra
 *     1   SIMPLE       c      ref   ix_city        ix_city  63       const       150   Using index condition
 *     1   SIMPLE       o      ref   ix_cust        ix_cust  4        shop.c.id   5     NULL
 */
export const mysqlTable: PlanFormat = {
  id: 'mysql-table',
  family: 'mysql',
  title: 'MySQL EXPLAIN, tabular',
  recognizes: (head) => looksLikePlanRows(head) && !looksLikeMariaDbRows(head),
  parse: (text, context) => parseRows('mysql-table', text, context),
}

/** Reads the table of either product; they differ in words, not in shape. */
export function parseRows(format: PlanFormatId, text: string, context: PlanContext): Plan {
  const grid = readGrid(text)
  if (!grid) {
    throw unreadable(text, { start: 0, end: text.length }, 'No header line with id, select_type and table was found.')
  }
  const notes: ParseNote[] = [...grid.notes]
  const rows = planRows(grid, notes)
  if (rows.length === 0) {
    throw unreadable(
      text,
      { start: text.length, end: text.length },
      'The plan is cut off: it ends behind its header, where the first row was expected.',
      'Copy the whole output.',
    )
  }
  const measured = grid.columns.some((column) => column.text === 'r_rows')
  return planOf(text, context, { format, root: finished(rowTree(rows)), notes, measured })
}
