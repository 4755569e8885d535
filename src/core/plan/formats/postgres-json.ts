import { childrenOf, isArray, spanOf } from '../../json/cursor'
import { readJson } from '../../json/read'
import type { PlanFormat } from '../format'
import { postgresPlan } from '../parts/postgres-members'
import { unreadableJson } from '../parts/unreadable'

/**
 * EXPLAIN (FORMAT JSON) of PostgreSQL 13 to 18, with any other option.
 *
 *     [ { "Plan": { "Node Type": "Hash Join", "Plan Rows": 120, …, "Plans": [ { … }, { … } ] },
 *         "Planning Time": 0.1, "Triggers": [], "Execution Time": 4.2 } ]
 */
export const postgresJson: PlanFormat = {
  id: 'postgres-json',
  family: 'postgres',
  title: 'PostgreSQL EXPLAIN (FORMAT JSON)',

  recognizes(head) {
    return /^\s*\[?\s*\{/.test(head) && /"Plan"\s*:\s*\{/.test(head) && /"Node Type"\s*:/.test(head)
  },

  parse(text, context) {
    const { tape, problem } = readJson(text)
    if (!tape) throw unreadableJson(text, problem)
    return postgresPlan(tape, context, 'postgres-json')
  },

  plans(text) {
    const { tape } = readJson(text)
    return tape && isArray(tape, 0) ? childrenOf(tape, 0).map((at) => spanOf(tape, at)) : []
  },
}
