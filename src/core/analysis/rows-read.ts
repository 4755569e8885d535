import type { Catalog } from '../catalog/model'
import { isMergePart } from '../plan/merge-part'
import type { Access, NodeId, Plan, PlanNode } from '../plan/model'
import type { Rows } from '../units'

/** What one access of a plan reads in all its executions. */
export interface RowsRead {
  readonly nodeId: NodeId
  readonly access: Access
  /** Rows or index entries; undefined when the plan does not tell. */
  readonly rows: Rows | undefined
  /** Counted by the server, not estimated. */
  readonly measured: boolean
  /** The access's node and everything below it, for finding what belongs to it. */
  readonly nodeIds: readonly NodeId[]
}

/** Joins whose inner side is read once for each outer row. */
const loopJoins = new Set(['nested-loop', 'batched-key-access', 'semi-join', 'anti-join'])

/**
 * Rows that each table access reads: rows given on plus rows thrown away, times loops, where the server counted; else
 * the estimate per loop times the estimated rows of the outer side. Temporary tables and insert targets are left out.
 */
export function rowsReadOf(plan: Plan, catalog: Catalog): readonly RowsRead[] {
  const order = preorder(plan.root)
  const out = rowsOut(order)
  const loops = new Map<PlanNode, number>([[plan.root, 1]])
  const found: RowsRead[] = []
  for (const node of order) {
    const own = loops.get(node) ?? 1
    node.children.forEach((child, at) => {
      const outer = node.children[0]
      const isInner = at > 0 && loopJoins.has(node.operator) && child.relation === 'inner' && outer !== undefined
      loops.set(child, isInner ? own * (out.get(outer) ?? 1) : own)
    })
    const access = node.access
    if (access === undefined || access.derived === true || node.operator === 'insert') continue
    if (access.accessType === 'Bitmap Index Scan' || node.rest['insert'] === true || isMergePart(access)) continue
    const measured = measuredRows(node)
    const estimated = estimatedRows(node, access, catalog)
    found.push({
      nodeId: node.id,
      access,
      rows: measured ?? (estimated === undefined ? undefined : estimated * own),
      measured: measured !== undefined,
      nodeIds: preorder(node).map((one) => one.id),
    })
  }
  return found
}

/** Rows that the whole plan gives out, where it tells. */
export function rowsReturnedBy(plan: Plan): { readonly rows: Rows; readonly measured: boolean } | undefined {
  const { root } = plan
  if (root.actual !== undefined) return { rows: root.actual.rowsPerLoop * root.actual.loops, measured: true }
  const rows = rowsOut(preorder(root)).get(root)
  return rows === undefined ? undefined : { rows, measured: false }
}

function measuredRows(node: PlanNode): Rows | undefined {
  const actual = node.actual
  // A count by the storage engine gives one row on; what it reads for that is not told.
  if (actual === undefined || node.access?.accessType === 'Count rows') return undefined
  if (actual.neverExecuted) return 0
  return (actual.rowsPerLoop + (actual.rowsFilteredPerLoop ?? 0)) * actual.loops
}

function estimatedRows(node: PlanNode, access: Access, catalog: Catalog): Rows | undefined {
  if (node.estimate.rowsExaminedPerLoop !== undefined) return node.estimate.rowsExaminedPerLoop
  // PostgreSQL estimates what a node gives on; what it reads is known for bitmaps and for whole tables.
  const bitmap = node.children.find((child) => child.access?.accessType === 'Bitmap Index Scan')
  if (bitmap?.estimate.rowsPerLoop !== undefined) return bitmap.estimate.rowsPerLoop
  const hasFilter = node.conditions.some((condition) => condition.checkedAt === 'row-filter')
  if (!hasFilter) return node.estimate.rowsPerLoop
  if (access.method !== 'full-scan') return undefined
  const name = access.table.toLowerCase()
  return catalog.tables.find((table) => table.name.toLowerCase() === name)?.rows
}

/** Estimated rows per execution of every node; MySQL's joins are products of their sides where it prints nothing. */
function rowsOut(order: readonly PlanNode[]): ReadonlyMap<PlanNode, Rows | undefined> {
  const out = new Map<PlanNode, Rows | undefined>()
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]
    if (node === undefined) continue
    const first = node.children[0]
    const second = node.children[1]
    const own = node.estimate.rowsPerLoop
    if (own !== undefined) out.set(node, own)
    else if (first !== undefined && second?.relation === 'inner') {
      const left = out.get(first)
      const right = out.get(second)
      out.set(node, left === undefined || right === undefined ? undefined : left * right)
    } else if (node.access !== undefined) out.set(node, node.estimate.rowsExaminedPerLoop)
    else out.set(node, first === undefined ? undefined : out.get(first))
  }
  return out
}

/** Parents before children, children in their order; without recursion, because plans can be deep. */
function preorder(root: PlanNode): readonly PlanNode[] {
  const order: PlanNode[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node)
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child !== undefined) waiting.push(child)
    }
  }
  return order
}
