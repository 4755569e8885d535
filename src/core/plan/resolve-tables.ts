import type { Plan, PlanNode } from './model'
import { upward } from './walk'

/** A table of the statement: what the plan's aliases stand for. */
export interface NamedTable {
  readonly schema?: string | undefined
  readonly name: string
  readonly alias?: string | undefined
}

/**
 * MySQL and MariaDB print a table's alias only. Gives the plan with the real names from the statement's tables: `table`
 * becomes the name, `alias` stays. An alias that stands for different tables in different subqueries stays as it is,
 * and so does anything derived. The given plan is not changed.
 */
export function resolveTables(plan: Plan, references: readonly NamedTable[]): Plan {
  const byAlias = new Map<string, NamedTable | undefined>()
  for (const reference of references) {
    const alias = reference.alias ?? reference.name
    const known = byAlias.get(alias)
    const same = !known || (known.name === reference.name && known.schema === reference.schema)
    byAlias.set(alias, byAlias.has(alias) && !same ? undefined : reference)
  }
  const resolved = new Map<PlanNode, PlanNode>()
  for (const node of upward(plan.root)) {
    const changed = node.children.some((child) => resolved.get(child) !== child)
    const children = changed ? node.children.map((child) => resolved.get(child) ?? child) : node.children
    const { access } = node
    const named = access && !access.derived ? byAlias.get(access.alias ?? access.table) : undefined
    if (!access || !named || (access.table === named.name && access.alias !== access.table)) {
      resolved.set(node, changed ? { ...node, children } : node)
      continue
    }
    const schema = access.schema ?? named.schema
    const next = { ...access, table: named.name, ...(schema === undefined ? {} : { schema }) }
    resolved.set(node, { ...node, children, access: next })
  }
  const root = resolved.get(plan.root) ?? plan.root
  return root === plan.root ? plan : { ...plan, root }
}
