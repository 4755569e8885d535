import type { PlanFormat } from '../format'
import { planOf } from '../parts/plan-of'
import { looksLikeTextPlan, textPlanSpans } from '../parts/postgres-text-head'
import { PostgresTextReader } from '../parts/postgres-text-reader'
import { unreadable } from '../parts/unreadable'

/**
 * EXPLAIN of PostgreSQL 9.6 to 18 as text, with any option. Nodes are told by arrows and indent, subplans by a line
 * above their first node; every other line is `Key: value`.
 *
 *     Sort  (cost=69.83..72.33 rows=1000 width=36) (actual time=1.068..1.110 rows=1000 loops=1)
 *       Sort Key: x.s
 *       CTE t
 *         ->  HashAggregate  (cost=112.00..124.50 rows=1000 width=36) (actual …)
 *       ->  CTE Scan on t x  (cost=0.00..20.00 rows=1000 width=36) (actual …)
 *             Filter: (s > '5'::numeric)
 *     Planning Time: 0.045 ms
 *
 * Literals may hold line breaks, and what was pasted may have lost its indent or gained line breaks.
 */
export const postgresText: PlanFormat = {
  id: 'postgres-text',
  family: 'postgres',
  title: 'PostgreSQL EXPLAIN as text',

  recognizes: looksLikeTextPlan,

  parse(text, context) {
    const reader = new PostgresTextReader(text)
    reader.read()
    const { root, notes, statement, measured } = reader
    if (!root) {
      throw unreadable(text, { start: 0, end: text.length }, 'There is no node of a PostgreSQL plan in this text.')
    }
    return planOf(text, context, {
      format: 'postgres-text',
      root,
      statement: statement.facts(),
      notes,
      measured,
    })
  },

  plans: textPlanSpans,
}
