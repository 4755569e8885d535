import type { Catalog } from '../../catalog/model'
import type { Family } from '../../engine'
import type { Condition, Plan, PlanNode } from '../../plan/model'
import { each, upward } from '../../plan/walk'
import type { TableReference } from '../../sql/model'
import type { TextSpan } from '../../text-span'
import { readTerms, type TracedStatement } from './read-terms'
import { ConditionTracer } from './trace-condition'
import { tableTracer } from './trace-table'

/**
 * The plan with the places in the statement that its tables and conditions come from: `sqlSpan` of nodes and
 * conditions, `sqlSpans` of conditions that the statement says in several places. Never a place that is not certain.
 * The given plan is not changed.
 * @param catalog tells whose a column without a table name is; without it fewer conditions are traced
 */
export function placedPlan(plan: Plan, statement: TracedStatement, catalog?: Catalog): Plan {
  const family: Family = plan.source.format.startsWith('postgres') ? 'postgres' : 'mysql'
  const places = new Places(plan, statement, family, catalog)
  const placed = new Map<PlanNode, PlanNode>()
  for (const node of upward(plan.root)) {
    const children = node.children.map((child) => placed.get(child) ?? child)
    const sqlSpan = places.ofTable(node)
    const conditions = node.conditions.map((condition) => places.ofCondition(node, condition))
    placed.set(node, { ...node, children, conditions, ...(sqlSpan === undefined ? {} : { sqlSpan }) })
  }
  return { ...plan, root: placed.get(plan.root) ?? plan.root }
}

class Places {
  private readonly tableOf: (node: PlanNode) => TableReference | undefined
  private readonly tracer: ConditionTracer
  private readonly onlyTable: string | undefined
  private readonly conditions: readonly TextSpan[]

  constructor(plan: Plan, { sql, tables, conditions }: TracedStatement, family: Family, catalog: Catalog | undefined) {
    const dialect = plan.source.format.startsWith('mariadb') ? 'mariadb' : family
    const { terms, blocks, ambiguous } = readTerms({ sql, tables, conditions }, family, catalog, dialect)
    const [first, second] = tables
    this.tableOf = tableTracer(plan.root, tables, family, catalog)
    this.tracer = new ConditionTracer(terms, family, ambiguous, this.renamedTables(plan))
    const isOnly = second === undefined && !blocks.some((block) => block.hasOtherSources)
    this.onlyTable = isOnly ? (first?.alias ?? first?.name)?.toLowerCase() : undefined
    this.conditions = conditions.map((condition) => condition.span)
  }

  /** Names of the plan that the statement writes otherwise: those of partitions. */
  private renamedTables(plan: Plan): ReadonlyMap<string, string> {
    const renamed = new Map<string, string>()
    for (const node of each(plan.root)) {
      const reference = this.tableOf(node)
      const name = (node.access?.alias ?? node.access?.table)?.toLowerCase()
      const written = (reference?.alias ?? reference?.name)?.toLowerCase()
      if (name !== undefined && written !== undefined && name !== written) renamed.set(name, written)
    }
    return renamed
  }

  ofTable(node: PlanNode): TextSpan | undefined {
    return this.tableOf(node)?.span
  }

  ofCondition(node: PlanNode, condition: Condition): Condition {
    const { text, checkedAt } = condition
    const own = node.access?.alias ?? node.access?.table
    const { places, whole } = this.tracer.trace({ text, checkedAt, table: own?.toLowerCase() ?? this.onlyTable })
    const [first] = places
    if (first === undefined) return condition
    if (places.length === 1 && whole) return { ...condition, sqlSpan: first }
    const hull = { start: first.start, end: places[places.length - 1]?.end ?? first.end }
    const inside = this.conditions.filter((span) => span.start >= hull.start && span.end <= hull.end)
    const isRun = whole && inside.length === places.length
    return { ...condition, ...(isRun ? { sqlSpan: hull } : {}), sqlSpans: places }
  }
}
