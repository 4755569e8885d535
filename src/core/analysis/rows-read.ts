import type { Catalog } from '../catalog/model'
import { frameOf } from '../plan/insight/frame'
import { returnedRows } from '../plan/insight/row-flow'
import { tableFlowsOf } from '../plan/insight/table-flow'
import { tableRowsIn } from '../plan/insight/table-rows'
import type { Access, NodeId, Plan } from '../plan/model'
import type { Rows } from '../units'

/** What one access of a plan reads in all its executions. */
export interface RowsRead {
  readonly nodeId: NodeId
  readonly access: Access
  /** Rows or index entries; undefined when the plan does not tell. */
  readonly rows: Rows | undefined
  /** Counted by the server, not estimated. */
  readonly measured: boolean
}

/** Rows that each access to a stored table reads, for readers that need no more of where the rows go. */
export function rowsReadOf(plan: Plan, catalog: Catalog): readonly RowsRead[] {
  return tableFlowsOf(frameOf(plan), tableRowsIn(catalog)).map(({ nodeId, access, read }) => ({
    nodeId,
    access,
    rows: read?.rows,
    measured: read?.measured === true,
  }))
}

/** Rows that the whole plan gives to the client, where it tells. */
export function rowsReturnedBy(plan: Plan): { readonly rows: Rows; readonly measured: boolean } | undefined {
  return returnedRows(frameOf(plan))
}
