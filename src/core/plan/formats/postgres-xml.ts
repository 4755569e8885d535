import { childrenOf, isArray, spanOf } from '../../json/cursor'
import type { PlanFormat } from '../format'
import { postgresPlan } from '../parts/postgres-members'
import { readPostgresXml } from '../parts/postgres-xml-tape'
import { unreadableJson } from '../parts/unreadable'

/**
 * EXPLAIN (FORMAT XML) of PostgreSQL 9.6 to 18, with any other option; without <Query> from auto_explain.
 *
 *     <explain xmlns="http://www.postgresql.org/2009/explain">
 *       <Query>
 *         <Plan>
 *           <Node-Type>Hash Join</Node-Type>
 *           <Plans><Plan>…</Plan><Plan>…</Plan></Plans>
 *         </Plan>
 *         <Planning-Time>0.1</Planning-Time>
 *       </Query>
 *     </explain>
 */
export const postgresXml: PlanFormat = {
  id: 'postgres-xml',
  family: 'postgres',
  title: 'PostgreSQL EXPLAIN (FORMAT XML)',

  recognizes(head) {
    return /^\s*(?:<\?xml[^>]*>\s*)?<(?:explain|Query)\b[^>]*>/.test(head)
  },

  parse(text, context) {
    const { tape, problem } = readPostgresXml(text)
    if (!tape) throw unreadableJson(text, problem, 'XML')
    return postgresPlan(tape, context, 'postgres-xml')
  },

  plans(text) {
    const { tape } = readPostgresXml(text)
    return tape && isArray(tape, 0) ? childrenOf(tape, 0).map((at) => spanOf(tape, at)) : []
  },
}
