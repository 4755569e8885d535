import type { NodeId, Operator, Plan, PlanNode } from '../model'
import type { PlanFrame } from './frame'
import { type RowCount, sumOf } from './row-count'
import type { TableFlow } from './table-flow'

export type StageKind =
  | 'read'
  | 'filtered'
  | 'joined'
  | 'united'
  | 'grouped'
  | 'windowed'
  | 'sorted'
  | 'limited'
  | 'changed'
  | 'returned'

/** One step on the rows' way from the tables to the client. */
export interface RowStage {
  readonly kind: StageKind
  /** The step that does it; absent where several do. */
  readonly nodeId?: NodeId | undefined
  /** Rows that go on from here; undefined where the plan does not tell. */
  readonly rows: RowCount | undefined
}

/** Where the rows go: the whole statement as stages, and each access of a table by itself. */
export interface RowFlow {
  readonly stages: readonly RowStage[]
  readonly tables: readonly TableFlow[]
}

/** Stages that a step of a plan is; other steps hand on what they get. */
const stageOf: Partial<Record<Operator, StageKind>> = {
  'nested-loop': 'joined',
  'hash-join': 'joined',
  'merge-join': 'joined',
  'block-nested-loop': 'joined',
  'batched-key-access': 'joined',
  'semi-join': 'joined',
  'anti-join': 'joined',
  filter: 'filtered',
  union: 'united',
  append: 'united',
  aggregate: 'grouped',
  distinct: 'grouped',
  window: 'windowed',
  sort: 'sorted',
  limit: 'limited',
}

/**
 * read (all tables) → filtered (what the accesses pass on) → joined → grouped → sorted → limited → returned, as far as
 * the plan has these steps, along the outer side from the first table up to the root. Of steps of one kind in a row the
 * last one counts. Subqueries are in `read`, as what they read is work.
 *
 * @param returned rows that the client got, where somebody counted them
 */
export function rowFlowOf(frame: PlanFrame, tables: readonly TableFlow[], returned?: RowCount | undefined): RowFlow {
  const stages: RowStage[] = []
  if (tables.length > 0) {
    stages.push({ kind: 'read', rows: sumOf(tables.map((one) => one.read)) })
    if (tables.some((one) => one.removed.some((removed) => removed.by !== 'join-filter')))
      stages.push({ kind: 'filtered', rows: sumOf(tables.map((one) => one.passed)) })
  }
  for (const at of spine(frame).reverse()) {
    const node = frame.nodes[at]
    const kind = node && stageOf[node.operator]
    if (node === undefined || kind === undefined) continue
    // A filter right above a table is in the sum of the tables already.
    if (kind === 'filtered' && tables.some((one) => one.removed.some((removed) => removed.nodeId === node.id))) continue
    const stage = { kind, nodeId: node.id, rows: frame.out[at] }
    if (stages[stages.length - 1]?.kind === kind && kind !== 'filtered') stages.pop()
    stages.push(stage)
  }
  const change = changeOf(frame.plan)
  if (change !== undefined)
    stages.push({ kind: 'changed', nodeId: change.node?.id, rows: changedRows(frame, change.node) })
  else {
    const rows = returned ?? returnedRows(frame)
    stages.push({ kind: 'returned', nodeId: frame.plan.root.id, rows })
  }
  return { stages, tables }
}

/** Places of the nodes from the root down the outer side to the first table. */
function spine({ nodes, ends }: PlanFrame): number[] {
  const places = [0]
  for (let at = 0; ; ) {
    const stop = ends[at] ?? 0
    let next = at + 1
    while (next < stop && nodes[next]?.relation !== 'input' && nodes[next]?.relation !== 'outer')
      next = ends[next] ?? stop
    if (next >= stop) return places
    places.push(next)
    at = next
  }
}

export type ChangeVerb = 'insert' | 'update' | 'delete' | 'replace' | 'merge'

/** What a statement does to the rows it finds. */
export interface RowChange {
  readonly verb: ChangeVerb
  /** The step that does it, where the format has one. */
  readonly node?: PlanNode | undefined
}

/** The change that the statement makes: as the plan says it, else as the statement begins. */
export function changeOf({ root, source }: Plan): RowChange | undefined {
  // Changes stand at the top, save that MySQL's tables mark the table itself.
  for (let node: PlanNode | undefined = root; node !== undefined; node = node.children[0]) {
    const { operator, rest } = node
    if (operator === 'update' || operator === 'delete' || operator === 'insert') return { verb: operator, node }
    if (rest.update === true) return { verb: 'update', node }
    if (rest.delete === true) return { verb: 'delete', node }
    if (/^Merge(?: on\b|$)/.test(node.label)) return { verb: 'merge', node }
  }
  // MariaDB's plans of joined tables do not say that they change rows.
  const word = /^\s*(?:with\b[\s\S]*\)\s*)?(insert|update|delete|replace|merge)\b/i.exec(source.sql ?? '')?.[1]
  const verb = verbs.find((one) => one === word?.toLowerCase())
  return verb && { verb }
}

const verbs: readonly ChangeVerb[] = ['insert', 'update', 'delete', 'replace', 'merge']

/** Rows that the step of the change gets, or that the whole plan finds. */
function changedRows(frame: PlanFrame, change: PlanNode | undefined): RowCount | undefined {
  if (change === undefined) return frame.out[0]
  const input = change.children.find((child) => child.relation === 'input' || child.relation === 'outer')
  return frame.out[frame.nodes.indexOf(input ?? change)]
}

/** Formats that have a step for each LIMIT, DISTINCT and aggregate. */
const printsAllSteps = /^(?:postgres|mysql-tree|mysql-json-v2)/

/**
 * Rows that the plan gives to the client. Plans by table have no step for LIMIT, DISTINCT and aggregates: there the
 * number is only told when the statement is known to have none of them.
 */
export function returnedRows(frame: PlanFrame): RowCount | undefined {
  const { source } = frame.plan
  const rows = frame.out[0]
  if (rows === undefined || printsAllSteps.test(source.format)) return rows
  if (source.sql === undefined) return undefined
  const sql = withoutStrings(source.sql)
  if (/\blimit\b/i.test(sql)) return limited(sql, rows)
  // A sort of what was grouped into a temporary table; without the table the sort stands before the grouping.
  const { root } = frame.plan
  const sorted = rows.measured && root.operator === 'sort' && root.children[0]?.operator === 'temporary-table'
  if (!sorted && /\b(?:group\s+by|distinct|union|except|intersect)\b/i.test(sql)) return undefined
  return !sorted && /\b(?:sum|count|avg|min|max|group_concat|json_arrayagg)\s*\(/i.test(sql) ? undefined : rows
}

/** A counted number stops at the limit; an estimate is of the rows before it. */
function limited(sql: string, rows: RowCount): RowCount | undefined {
  const limit = /\blimit\s+(\d+)\s*;?\s*$/i.exec(sql)?.[1]
  if (limit === undefined || !rows.measured || /\b(?:group\s+by|distinct|union)\b/i.test(sql)) return undefined
  return rows.rows <= Number(limit) ? rows : { rows: Number(limit), measured: true }
}

function withoutStrings(sql: string): string {
  return sql.replace(/'(?:[^'\\]|\\.|'')*'/g, "''")
}
