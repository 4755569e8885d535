import type { Access, Condition, NodeId, PlanNode } from '../model'
import { bufferedPairs, type PlanFrame, readsStoredTable } from './frame'
import { difference, overLoops, type RowCount, sumOf, wholeRows } from './row-count'

/** Where rows of a table are dropped after they were read. */
export type RemovedBy = 'index-filter' | 'row-filter' | 'index-or-row-filter' | 'recheck' | 'join-filter'

export interface Removed {
  readonly by: RemovedBy
  /** The step that checks: the access itself, a filter above it, or the join; and its place in the printed order. */
  readonly nodeId: NodeId
  readonly at: number
  /** As the server printed them; a format may print none. */
  readonly conditions: readonly Condition[]
  /** Undefined where the server does not tell how many. */
  readonly rows: RowCount | undefined
}

/** What one access reads in all its executions, and what becomes of it. `read − Σ removed = passed`, where all are known. */
export interface TableFlow {
  readonly nodeId: NodeId
  /** The node's place in the printed order. */
  readonly at: number
  readonly node: PlanNode
  readonly access: Access
  readonly loops: RowCount | undefined
  /** Rows, or entries of an index, that the storage engine handed out. */
  readonly read: RowCount | undefined
  readonly removed: readonly Removed[]
  /** Rows that are left for the step above. */
  readonly passed: RowCount | undefined
  /** True when a limit or a first match above may have stopped the reading early. */
  readonly cut: boolean
}

/** Steps that hand on all that they get, in the way from an access up to its join. */
const passing: ReadonlySet<string> = new Set(['materialize', 'memoize', 'gather'])

/**
 * Each access of a stored table: rows read, rows dropped by which condition, rows passed on.
 *
 * - PostgreSQL prints what an access gives and what its filter removed: read = given + `Rows Removed by Filter` +
 *   `Rows Removed by Index Recheck`. Without ANALYZE it prints only what is given; what is read is then known for
 *   bitmaps (rows of the bitmap index scan) and for accesses without a filter.
 * - MySQL's and MariaDB's tables and JSON: read = rows examined, passed = rows × filtered.
 * - MySQL's trees have a step of its own for a filter: what it gets and what it gives. What a condition in the index
 *   removes is not counted there.
 * - What a join's own filter removes stands with the table on its inner side.
 *
 * @param tableRows rows of a stored table by its name, where a catalog knows them
 */
export function tableFlowsOf(
  frame: PlanFrame,
  tableRows: (access: Access) => number | undefined = () => undefined,
): readonly TableFlow[] {
  const flows: TableFlow[] = []
  for (let at = 0; at < frame.nodes.length; at++) {
    const node = frame.nodes[at]
    if (node?.access !== undefined && readsStoredTable(node))
      flows.push(flowOf(frame, at, node, node.access, tableRows))
  }
  return flows
}

function flowOf(
  frame: PlanFrame,
  at: number,
  node: PlanNode,
  access: Access,
  tableRows: (access: Access) => number | undefined,
): TableFlow {
  const { id: nodeId, actual } = node
  const loops = frame.loops[at]
  const cut = frame.cut[at] === true
  // The server fetches such a row before it runs the statement, and counts no loops.
  if (access.method === 'constant' && actual === undefined) {
    const one = { rows: 1, measured: frame.plan.source.measured }
    return { nodeId, at, node, access, loops, read: one, removed: nothing, passed: one, cut }
  }
  if (actual?.neverExecuted) {
    const none = { rows: 0, measured: true }
    return { nodeId, at, node, access, loops, read: none, removed: nothing, passed: none, cut }
  }
  const own = actual === undefined ? estimatedOwn(frame, at, node, access, tableRows) : countedOwn(frame, at, node)
  const removed = [...own.removed]
  const above = filtersAbove(frame, at, own.passed, removed)
  const join = joinFilter(frame, above.at)
  if (join !== undefined) removed.push(join)
  return { nodeId, at, node, access, loops, read: own.read, removed, passed: above.passed, cut }
}

const nothing: readonly Removed[] = []

interface Own {
  readonly read: RowCount | undefined
  readonly removed: readonly Removed[]
  readonly passed: RowCount | undefined
}

function conditionsAt({ conditions }: PlanNode, places: readonly Condition['checkedAt'][]): readonly Condition[] {
  return conditions.some((one) => places.includes(one.checkedAt))
    ? conditions.filter((one) => places.includes(one.checkedAt))
    : noConditions
}

const noConditions: readonly Condition[] = []
const onRowPlaces: readonly Condition['checkedAt'][] = ['row-filter', 'having']
const inIndexPlaces: readonly Condition['checkedAt'][] = ['index-filter']
const joinPlaces: readonly Condition['checkedAt'][] = ['join', 'row-filter']
const recheckPlaces: readonly Condition['checkedAt'][] = ['recheck']

function countedOwn(frame: PlanFrame, at: number, node: PlanNode): Own {
  const { actual, access } = node
  const passed = frame.out[at]
  if (actual === undefined) return { read: undefined, removed: [], passed }
  // A count by the storage engine gives one row on; what it reads for that is not told.
  if (access?.accessType === 'Count rows') return { read: undefined, removed: [], passed }
  const removed: Removed[] = []
  const isPostgres = frame.plan.source.format.startsWith('postgres')
  // PostgreSQL prints removed rows without decimals in every version.
  const precision = isPostgres ? wholeRows : frame.precision
  const rechecked = node.rest['Rows Removed by Index Recheck']
  if (typeof rechecked === 'number' && rechecked > 0) {
    const rows = overLoops(rechecked, actual.loops, precision)
    removed.push({ by: 'recheck', nodeId: node.id, at, conditions: conditionsAt(node, recheckPlaces), rows })
  }
  const conditions = conditionsAt(node, onRowPlaces)
  if (actual.rowsFilteredPerLoop !== undefined && (conditions.length > 0 || actual.rowsFilteredPerLoop > 0)) {
    const rows = overLoops(actual.rowsFilteredPerLoop, actual.loops, precision)
    removed.push({ by: 'row-filter', nodeId: node.id, at, conditions, rows })
  }
  const read = removed.length === 0 ? passed : sumOf([passed, ...removed.map((one) => one.rows)])
  const inIndex = conditionsAt(node, inIndexPlaces)
  // Checked inside the storage engine: the rows that it drops are not counted by the executor.
  if (inIndex.length > 0)
    removed.unshift({ by: 'index-filter', nodeId: node.id, at, conditions: inIndex, rows: undefined })
  return { read, removed, passed }
}

function estimatedOwn(
  frame: PlanFrame,
  at: number,
  node: PlanNode,
  access: Access,
  tableRows: (access: Access) => number | undefined,
): Own {
  const passed = frame.out[at]
  const loops = frame.loops[at]
  if (loops === undefined) return { read: undefined, removed: [], passed }
  const perLoop = examinedPerLoop(node, access, tableRows)
  const read = perLoop === undefined ? undefined : { rows: perLoop * loops.rows, measured: false }
  const inIndex = conditionsAt(node, inIndexPlaces)
  const onRow = conditionsAt(node, onRowPlaces)
  const conditions = [...inIndex, ...onRow]
  const rows = difference(read, passed)
  if (conditions.length === 0 && !(rows !== undefined && rows.rows > 0)) return { read, removed: [], passed }
  const by = inIndex.length === 0 ? 'row-filter' : onRow.length === 0 ? 'index-filter' : 'index-or-row-filter'
  return { read, removed: [{ by, nodeId: node.id, at, conditions, rows }], passed }
}

/** Rows that one execution looks at, by the optimizer. */
function examinedPerLoop(
  node: PlanNode,
  access: Access,
  tableRows: (access: Access) => number | undefined,
): number | undefined {
  if (node.estimate.rowsExaminedPerLoop !== undefined) return node.estimate.rowsExaminedPerLoop
  if (access.accessType === 'Count rows') return undefined
  // PostgreSQL estimates what a step gives; what it reads is known for bitmaps and for whole tables.
  const bitmap = node.children.find((child) => child.access?.accessType === 'Bitmap Index Scan')
  if (bitmap?.estimate.rowsPerLoop !== undefined) return bitmap.estimate.rowsPerLoop
  if (conditionsAt(node, ['row-filter']).length === 0) return node.estimate.rowsPerLoop
  return access.method === 'full-scan' ? tableRows(access) : undefined
}

/** Adds the filters that stand as steps of their own right above an access: what goes in and does not come out is removed. */
function filtersAbove(
  frame: PlanFrame,
  at: number,
  given: RowCount | undefined,
  removed: Removed[],
): { readonly passed: RowCount | undefined; readonly at: number } {
  let here = at
  let passed = given
  for (;;) {
    const above = frame.parent[here] ?? -1
    const filter = frame.nodes[above]
    if (filter?.operator !== 'filter' || filter.children[0] !== frame.nodes[here]) break
    const left = frame.out[above]
    removed.push({
      by: 'row-filter',
      nodeId: filter.id,
      at: above,
      conditions: filter.conditions,
      rows: difference(passed, left),
    })
    passed = left
    here = above
  }
  return { passed, at: here }
}

/** What the filter of the join right above removes, when the access is its whole inner side. */
function joinFilter(frame: PlanFrame, from: number): Removed | undefined {
  let here = from
  let above = frame.parent[here] ?? -1
  while (passing.has(frame.nodes[above]?.operator ?? '')) {
    here = above
    above = frame.parent[here] ?? -1
  }
  const join = frame.nodes[above]
  if (join === undefined || frame.nodes[here]?.relation !== 'inner') return undefined
  const filtered = join.actual?.rowsFilteredPerLoop
  const conditions = conditionsAt(join, joinPlaces)
  if (filtered !== undefined && filtered > 0 && join.actual !== undefined) {
    const rows = overLoops(filtered, join.actual.loops, wholeRows)
    return { by: 'join-filter', nodeId: join.id, at: above, conditions, rows }
  }
  const pairs = frame.plan.source.measured ? bufferedPairs(join) : undefined
  if (pairs === undefined || pairs.compared <= pairs.matched) return undefined
  return {
    by: 'join-filter',
    nodeId: join.id,
    at: above,
    conditions,
    rows: { rows: pairs.compared - pairs.matched, measured: true },
  }
}
