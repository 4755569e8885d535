import type { PlanFormat } from '../format'
import { looksLikeMariaDbRows, looksLikePlanRows } from '../parts/table-head'
import { parseRows } from './mysql-table'

/**
 * The tabular EXPLAIN and ANALYZE of MariaDB 10.5 to 11.8. Read like MySQL's, with composite cells:
 *
 *     type        key                len   rows       r_rows  filtered  r_filtered  Extra
 *     ref|filter  ix_cust|ix_total   4|6   5 (2%)     0.00    1.60      100.00      Using where; Using rowid filter
 */
export const mariadbTable: PlanFormat = {
  id: 'mariadb-table',
  family: 'mysql',
  title: 'MariaDB EXPLAIN or ANALYZE, tabular',
  recognizes: (head) => looksLikePlanRows(head) && looksLikeMariaDbRows(head),
  parse: (text, context) => parseRows('mariadb-table', text, context),
}
