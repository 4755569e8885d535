import { childrenOf, isArray, spanOf } from '../../json/cursor'
import type { PlanFormat } from '../format'
import { postgresPlan } from '../parts/postgres-members'
import { readPostgresYaml } from '../parts/postgres-yaml-tape'
import { unreadableJson } from '../parts/unreadable'

/**
 * EXPLAIN (FORMAT YAML) of PostgreSQL 9.6 to 18, with any other option; without the dash from auto_explain.
 *
 *     - Plan:
 *         Node Type: "Hash Join"
 *         Plan Rows: 120
 *         Plans:
 *           - Node Type: "Seq Scan"
 *       Planning Time: 0.1
 */
export const postgresYaml: PlanFormat = {
  id: 'postgres-yaml',
  family: 'postgres',
  title: 'PostgreSQL EXPLAIN (FORMAT YAML)',

  recognizes(head) {
    return /^(?:\s|---)*(?:- +)?(?:Plan:[ \t\r]*\n[ \t]+Node Type: |Query Text: ")/.test(head)
  },

  parse(text, context) {
    const { tape, problem } = readPostgresYaml(text)
    if (!tape) throw unreadableJson(text, problem, 'YAML')
    return postgresPlan(tape, context, 'postgres-yaml')
  },

  plans(text) {
    const { tape } = readPostgresYaml(text)
    if (!tape || !isArray(tape, 0)) return []
    // From the dash on, so that a piece is a list of one.
    return childrenOf(tape, 0).map((at) => {
      const { start, end } = spanOf(tape, at)
      return { start: Math.max(0, text.lastIndexOf('-', start)), end }
    })
  },
}
