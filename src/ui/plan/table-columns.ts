import { figure, type Unit } from '../../core/figures'
import type { KeyUse } from '../../core/keyparts/model'
import { cutShort } from '../../core/plan/insight/cut-short'
import type { NodeMetrics, PlanNode } from '../../core/plan/model'
import type { FlatMetrics, FlatPlan } from './flat-plan'
import { indexNames, nodeTitle, tableName } from './node-text'
import { type StackRow, stackCell } from './table-stack'

/** Columns of the tree table as data: how a cell is filled, sorted, drawn and copied. */

export type ColumnId =
  | 'number'
  | 'node'
  | 'table'
  | 'index'
  | 'key-parts'
  | 'estimated-rows'
  | 'rows'
  | 'factor'
  | 'loops'
  | 'own-time'
  | 'total-time'
  | 'cost'
  | 'heat'

/** What a cell holds; absent cells are drawn as a dash with the column's reason. */
export type CellValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly unit: Unit; readonly measured: boolean }

export interface Column {
  readonly id: ColumnId
  readonly head: string
  /** Width in pixels; the node column takes what is left, but at least this. */
  readonly widthPx: number
  readonly numeric: boolean
  readonly absentBecause: string
}

/** What a cell is read from. */
export interface TableRow {
  readonly at: number
  readonly node: PlanNode
  readonly metrics: NodeMetrics | undefined
  readonly chosen: KeyUse | undefined
  /** A limit above may have stopped this step before its end. */
  readonly stoppedEarly: boolean
  /** Present when the row stands for several alike siblings, of which `node` is the first. */
  readonly stack?: StackRow
}

const notMeasured = 'Not measured. Measure runs the statement.'
const noTable = 'This step reads no table.'

const columns: readonly Column[] = [
  { id: 'number', head: '#', widthPx: 44, numeric: true, absentBecause: '' },
  { id: 'node', head: 'Node', widthPx: 220, numeric: false, absentBecause: '' },
  { id: 'table', head: 'Table', widthPx: 130, numeric: false, absentBecause: noTable },
  { id: 'index', head: 'Index', widthPx: 120, numeric: false, absentBecause: 'No index is read in this step.' },
  {
    id: 'key-parts',
    head: 'Key parts',
    widthPx: 72,
    numeric: true,
    absentBecause: 'No index is sought in here, or its parts are not known.',
  },
  {
    id: 'estimated-rows',
    head: 'Rows est.',
    widthPx: 80,
    numeric: true,
    absentBecause: 'The plan gives no estimate for this step.',
  },
  { id: 'rows', head: 'Rows', widthPx: 76, numeric: true, absentBecause: notMeasured },
  { id: 'factor', head: 'Factor', widthPx: 68, numeric: true, absentBecause: notMeasured },
  { id: 'loops', head: 'Loops', widthPx: 68, numeric: true, absentBecause: notMeasured },
  { id: 'own-time', head: 'Time own', widthPx: 80, numeric: true, absentBecause: notMeasured },
  { id: 'total-time', head: 'Time total', widthPx: 80, numeric: true, absentBecause: notMeasured },
  { id: 'cost', head: 'Cost', widthPx: 76, numeric: true, absentBecause: 'The plan gives no cost for this step.' },
  { id: 'heat', head: 'Share', widthPx: 84, numeric: true, absentBecause: 'The plan has no such number here.' },
]

/** Cell of a row; absent where the plan has nothing for it. The heat column is filled by the view. */
export function cellOf(id: ColumnId, row: TableRow): CellValue | undefined {
  if (row.stack) return stackCell(id, row.at, nodeTitle(row.node), row.stack)
  const { node, metrics } = row
  switch (id) {
    case 'number':
      return number(row.at + 1, 'count', true)
    case 'node':
      return { kind: 'text', text: nodeTitle(node) }
    case 'table':
      return node.access && node.access.method !== 'none' ? { kind: 'text', text: tableName(node.access) } : undefined
    case 'index': {
      const text = node.access && indexNames(node.access)
      return text === undefined ? undefined : { kind: 'text', text }
    }
    case 'key-parts': {
      if (!row.chosen) return undefined
      const own = row.chosen.parts.filter((part) => !part.appended)
      const narrowing = own.filter((part) => part.narrows !== 'none')
      return narrowing.length === 0 ? undefined : { kind: 'text', text: `${narrowing.length} of ${own.length}` }
    }
    case 'estimated-rows':
      return number(node.estimate.rowsPerLoop ?? node.estimate.rowsExaminedPerLoop, 'rows', false)
    case 'rows':
      return number(node.actual?.neverExecuted ? undefined : node.actual?.rowsPerLoop, 'rows', true)
    case 'factor':
      if (row.stoppedEarly && metrics?.rowsRatio !== undefined && metrics.rowsRatio < 1) {
        return { kind: 'text', text: 'limit' }
      }
      return number(metrics?.rowsRatio, 'ratio', true)
    case 'loops':
      return number(node.actual?.loops, 'count', true)
    case 'own-time':
      return number(metrics?.selfMs, 'ms', true)
    case 'total-time':
      return number(metrics?.totalMs, 'ms', true)
    case 'cost':
      return number(node.estimate.subtreeCost, 'cost', false)
    case 'heat':
      return undefined
  }
}

function number(value: number | undefined, unit: Unit, measured: boolean): CellValue | undefined {
  return value === undefined ? undefined : { kind: 'number', value, unit, measured }
}

/** Rows of the table in the order of the plan. */
export function tableRows(
  flat: FlatPlan,
  metrics: FlatMetrics,
  keyUse: readonly KeyUse[],
  planIndex: number,
): TableRow[] {
  const cut = cutShort(flat)
  const chosen = new Map(
    keyUse.filter((use) => use.chosen && use.planIndex === planIndex).map((use) => [use.nodeId, use]),
  )
  return flat.nodes.map((node, at) => ({
    at,
    node,
    metrics: metrics[at],
    chosen: chosen.get(node.id),
    stoppedEarly: cut[at] === true,
  }))
}

/** Indent of one level in the node column; deeper levels than the most share one, else their names had no room. */
export const indentPx = 14
export const mostIndents = 24
/** Fold mark and the start of a name. */
const nodeNamePx = 140

/** Columns that have something to say about this plan; the node column is wide enough for its depth. */
export function columnsOf(rows: readonly TableRow[], deepest: number): readonly Column[] {
  return columns
    .filter((column) => column.id === 'heat' || rows.some((row) => cellOf(column.id, row) !== undefined))
    .map((column) => {
      if (column.id !== 'node') return column
      return { ...column, widthPx: Math.max(column.widthPx, Math.min(deepest, mostIndents) * indentPx + nodeNamePx) }
    })
}

export interface Sorting {
  readonly column: ColumnId
  readonly descending: boolean
}

/** Rows sorted by a column; absent cells stand last either way, ties keep the order of the plan. */
export function sortedRows(
  rows: readonly TableRow[],
  sorting: Sorting,
  heatWeight: (at: number) => number | undefined,
): TableRow[] {
  const keys = new Map<number, number | string | undefined>()
  for (const row of rows) {
    const cell = cellOf(sorting.column, row)
    const key =
      sorting.column === 'heat'
        ? heatWeight(row.at)
        : cell?.kind === 'number'
          ? cell.value
          : sortsAsText(sorting.column)
            ? cell?.text.toLowerCase()
            : undefined
    keys.set(row.at, key)
  }
  const sign = sorting.descending ? -1 : 1
  return [...rows].sort((a, b) => {
    const [left, right] = [keys.get(a.at), keys.get(b.at)]
    if (left === undefined || right === undefined) {
      return left === right ? a.at - b.at : left === undefined ? 1 : -1
    }
    return left === right ? a.at - b.at : left < right ? -sign : sign
  })
}

/** Words in a column of numbers (`limit`) stand with the absent ones. */
function sortsAsText(id: ColumnId): boolean {
  return id !== 'factor'
}

/** The next sorting when a head is pressed: numbers start with the largest, words with the first; then turned; then off. */
export function nextSorting(before: Sorting | undefined, column: Column): Sorting | undefined {
  if (before?.column !== column.id) return { column: column.id, descending: column.numeric }
  return before.descending === column.numeric ? { column: column.id, descending: !column.numeric } : undefined
}

/** Tab separated values with exact numbers; the node column keeps the tree by two blanks per level. */
export function tableAsTsv(flat: FlatPlan, rows: readonly TableRow[], shown: readonly Column[]): string {
  const copied = shown.filter((column) => column.id !== 'heat')
  const lines = rows.map((row) =>
    copied
      .map((column) => {
        const cell = cellOf(column.id, row)
        if (!cell) return ''
        if (cell.kind === 'number') return String(cell.value)
        const indent = column.id === 'node' ? '  '.repeat(flat.depth[row.at] ?? 0) : ''
        return indent + cell.text.replace(/[\t\r\n]+/g, ' ')
      })
      .join('\t'),
  )
  return `${[copied.map((column) => column.head).join('\t'), ...lines].join('\n')}\n`
}

/** Short and exact text of a number cell. */
export function cellFigure(cell: Extract<CellValue, { kind: 'number' }>): { text: string; exact: string } {
  return figure(cell.value, cell.unit)
}
