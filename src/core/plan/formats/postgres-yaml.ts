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

  // Each begins with a dash in the column of the first one; nothing else stands there, as texts have no line breaks.
  plans(text) {
    const indent = /^[ \t]*(?=- )/m.exec(text)
    if (!indent) return []
    const starts: number[] = []
    const dash = `\n${indent[0]}- `
    for (let at = indent.index - 1; at !== -1 || starts.length === 0; at = text.indexOf(dash, at + 1)) {
      starts.push(at + 1 + indent[0].length)
    }
    return starts.map((start, index) => {
      const end = starts[index + 1] ?? text.length
      return { start, end: start + text.slice(start, end).trimEnd().length }
    })
  },
}
