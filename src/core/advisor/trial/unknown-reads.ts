import type { Catalog } from '../../catalog/model'
import { quoteName } from '../../dialects/postgres'
import { frameOf } from '../../plan/insight/frame'
import { tableFlowsOf } from '../../plan/insight/table-flow'
import { tableRowsIn } from '../../plan/insight/table-rows'
import type { NodeId, Plan } from '../../plan/model'
import { namesInText } from '../../scratch/names-in-text'

/** An access whose plan does not say how many rows it reads, and the statement whose plan does. */
export interface UnknownRead {
  readonly nodeId: NodeId
  /** To be planned, never run: its rows are those that the index condition finds. */
  readonly question: string
  /** How often the access runs. */
  readonly loops: number
}

/**
 * PostgreSQL's plan says how many rows an index scan gives, after its filter, and not how many the index finds. Its
 * planner does know: by the same statistics it estimates a statement with the index condition alone.
 */
export function unknownReads(plan: Plan, catalog: Catalog): readonly UnknownRead[] {
  if (!plan.source.format.startsWith('postgres') || plan.source.measured) return []
  return tableFlowsOf(frameOf(plan), tableRowsIn(catalog)).flatMap(({ nodeId, node, access, read, loops }) => {
    if (read !== undefined || loops === undefined || access.schema === undefined) return []
    const alias = access.alias ?? access.table
    const conditions = node.conditions.filter(({ checkedAt }) => checkedAt === 'index-seek').map(({ text }) => text)
    if (conditions.length === 0 || !conditions.every((text) => isAbout(text, alias))) return []
    const from = `${quoteName(access.schema)}.${quoteName(access.table)} AS ${quoteName(alias)}`
    return [{ nodeId, question: `SELECT 1 FROM ${from} WHERE ${conditions.join(' AND ')}`, loops: loops.rows }]
  })
}

/** Values of parameters, of subplans and of other tables are known only where the whole statement is planned. */
function isAbout(text: string, alias: string): boolean {
  if (/\$\d|\bSubPlan\b|\bInitPlan\b|\bhashed\b|\bCTE\b/.test(text)) return false
  return namesInText(text, 'postgres').every(({ qualifier }) => qualifier === undefined || qualifier === alias)
}
