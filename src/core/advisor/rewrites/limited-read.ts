import type { Table } from '../../catalog/model'
import { withShiftedSorts } from '../../experiment/shifted-sorts'
import type { AccessContext } from '../../keyparts/access-context'
import type { TableFlow } from '../../plan/insight/table-flow'
import type { AdviceFacts } from '../facts'
import { designsFor } from '../index-design/designs-for'
import type { OrderDemand, TableDemand } from '../index-design/model'
import { type OnlyTable, onlyTable, type Rewritable, rewritable } from './rewritable'

/** The statement reads one table in an order and stops after a number of rows. */
export interface LimitedRead {
  readonly of: Rewritable
  readonly only: OnlyTable
  readonly table: Table
  readonly access: AccessContext
  readonly demand: TableDemand
  readonly flow: TableFlow | undefined
  /** ORDER BY in columns of the table, a fence around them taken away. */
  readonly order: readonly OrderDemand[]
  /** Columns of the order stand in an expression that hides them from indexes. */
  readonly isFenced: boolean
  /** Rows that LIMIT lets through, offset included. */
  readonly limit: number
  readonly tableRows: number
  /** Rows that meet the conditions. */
  readonly matching: { readonly rows: number; readonly from: 'measured' | 'plan' | 'statistics' | 'assumed' }
}

/** Undefined where anything but conditions stands between the table and LIMIT. */
export function limitedRead(facts: AdviceFacts): LimitedRead | undefined {
  const of = rewritable(facts)
  const only = of && onlyTable(of)
  const [tableFacts, second] = facts.tables.filter(({ block }) => block === of?.block)
  const [access, other] = tableFacts?.accesses ?? []
  if (!of || !only || !access || second || other || access.table !== only.table) return undefined
  const { block } = of
  if (block.limit?.count === undefined || block.limit.count === 0) return undefined
  if (block.aggregates || block.windows || block.distinct || block.groupBy.length > 0) return undefined
  if (block.conditions.some(({ clause }) => clause !== 'where')) return undefined
  const order = orderIn(of)
  const design = designsFor(facts).find((one) => one.access === access)
  const tableRows = only.table.rows
  if (order === undefined || design === undefined || !tableRows) return undefined
  const { demand } = design
  const flow = facts.insight?.flow.tables.find(({ nodeId }) => nodeId === access.node.id)
  const limit = block.limit.count + (block.limit.offset ?? 0)
  return {
    of,
    only,
    table: only.table,
    access,
    demand,
    flow,
    order,
    isFenced: block.orderBy.some(({ column }) => column === undefined),
    limit,
    tableRows,
    matching: matchingRows({ access, demand, flow, limit, tableRows }, rangedRows(facts, access)),
  }
}

function orderIn({ meaning, sql, block, catalog }: Rewritable): readonly OrderDemand[] | undefined {
  const [plain] = withShiftedSorts(meaning, sql).blocks
  const only = block.sources[0]
  const order = (plain?.orderBy ?? []).flatMap(({ column, descending }): readonly OrderDemand[] =>
    column && column.source === only?.source && column.block === block.block
      ? [{ column: column.column, descending }]
      : [],
  )
  return order.length > 0 && order.length === plain?.orderBy.length && catalog ? order : undefined
}

function matchingRows(
  known: Pick<LimitedRead, 'access' | 'demand' | 'flow' | 'limit' | 'tableRows'>,
  ranged: number | undefined,
): LimitedRead['matching'] {
  const { access, demand, flow, limit, tableRows } = known
  const { method } = access.access
  const { estimate } = access.node
  const passed = flow?.passed
  // A read that LIMIT stopped did not see them all.
  if (passed?.measured && access.sortedLater) return { rows: passed.rows, from: 'measured' }
  // PostgreSQL's estimate below LIMIT is that of the whole read.
  if (access.family === 'postgres' && estimate.rowsPerLoop !== undefined)
    return { rows: estimate.rowsPerLoop, from: 'plan' }
  const isSearch = method === 'range' || method === 'lookup' || method === 'index-merge'
  if (isSearch && access.sortedLater && passed !== undefined) return { rows: passed.rows, from: 'plan' }
  // MySQL and MariaDB print how far they think that an ordered read goes until LIMIT is full.
  const examined = estimate.rowsExaminedPerLoop
  if (!access.sortedLater && method === 'index-scan' && examined !== undefined && examined < tableRows * 0.9)
    return {
      rows: Math.min(Math.round((limit * tableRows) / Math.max(examined, limit)), ranged ?? Number.POSITIVE_INFINITY),
      from: 'plan',
    }
  if (ranged !== undefined && ranged < tableRows && access.sqlPredicates.length === 1)
    return { rows: ranged, from: 'plan' }
  const own = demand.columns.filter((one, at) => demand.columns.findIndex(({ column }) => column === one.column) === at)
  const rows = Math.round(own.reduce((left, { share }) => left * share, tableRows))
  const isKnown = own.length >= access.sqlPredicates.length && own.every(({ shareFrom }) => shareFrom !== 'assumed')
  return { rows, from: isKnown ? 'statistics' : 'assumed' }
}

/** The fewest rows that the optimizer found for a range of some index, where its trace tells: at least those match. */
function rangedRows({ trace }: AdviceFacts, { alias }: AccessContext): number | undefined {
  const rows = (trace?.tables ?? [])
    .filter(({ table }) => table.toLowerCase() === alias)
    .flatMap(({ alternatives }) => alternatives)
    .flatMap((one) => (one.phase === 'range' && one.usable && one.rows !== undefined ? [one.rows] : []))
  return rows.length === 0 ? undefined : Math.min(...rows)
}
