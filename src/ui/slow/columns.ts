import type { DigestView, ShapeOrder, ShapeRow } from '../../core/digest/view/model'
import { type Figure, formatCount, formatFraction, formatLongTime } from '../../core/figures'

export type EstimatedFigure = NonNullable<DigestView['estimated']>['figures'][number]

/** One column of the table of shapes. */
export interface Column {
  readonly id:
    | 'rank'
    | 'shape'
    | 'kind'
    | 'share'
    | 'total'
    | 'calls'
    | 'mean'
    | 'p95'
    | 'max'
    | 'rows'
    | 'lock'
    | 'spark'
  readonly head: string
  readonly widthPx: number
  readonly numeric: boolean
  /** What pressing the head ranks by; absent: it ranks by nothing. */
  readonly order?: ShapeOrder
  /** Narrow tables leave those with the highest number out first; absent: it always stays. */
  readonly leaves?: number
  /** Which of the view's estimates the column shows. */
  readonly estimate?: EstimatedFigure
}

export const columns: readonly Column[] = [
  { id: 'rank', head: '#', widthPx: 44, numeric: true },
  { id: 'shape', head: 'Query shape', widthPx: 240, numeric: false, order: 'fingerprint' },
  { id: 'kind', head: 'Kind of slow', widthPx: 154, numeric: false },
  { id: 'share', head: 'Share of time', widthPx: 120, numeric: true, order: 'total' },
  { id: 'total', head: 'Total', widthPx: 88, numeric: true, leaves: 2 },
  { id: 'calls', head: 'Calls', widthPx: 84, numeric: true, order: 'calls', estimate: 'counts' },
  { id: 'mean', head: 'Mean', widthPx: 78, numeric: true, order: 'mean', estimate: 'counts' },
  { id: 'p95', head: 'p95', widthPx: 88, numeric: true, order: 'p95', estimate: 'percentiles' },
  { id: 'max', head: 'Max', widthPx: 88, numeric: true, order: 'max', leaves: 4, estimate: 'percentiles' },
  {
    id: 'rows',
    head: 'Rows per sent',
    widthPx: 100,
    numeric: true,
    order: 'rows-per-sent',
    leaves: 1,
    estimate: 'rows',
  },
  { id: 'lock', head: 'Lock', widthPx: 70, numeric: true, order: 'lock', leaves: 3, estimate: 'locks' },
  { id: 'spark', head: 'Time', widthPx: 92, numeric: false, leaves: 5 },
]

/** The columns that a table of this width has room for; without times there is no line of them. */
export function columnsFor(widthPx: number, hasTimes = true): readonly Column[] {
  let kept = hasTimes ? columns : columns.filter(({ id }) => id !== 'spark')
  for (const leaving of [...columns].sort((one, other) => (other.leaves ?? 0) - (one.leaves ?? 0))) {
    if (leaving.leaves === undefined || leastWidth(kept) <= widthPx) break
    kept = kept.filter((column) => column !== leaving)
  }
  return kept
}

function leastWidth(kept: readonly Column[]): number {
  return kept.reduce((sum, { widthPx }) => sum + widthPx, 0)
}

/** Room of a digit beyond the four that the column of places always has. */
const digitPx = 8

/** For `grid-template-columns`: the statement takes what is left, places have room for the last one's digits. */
export function templateOf(kept: readonly Column[], shapesTotal: number): string {
  const more = Math.max(0, String(shapesTotal).length - 4) * digitPx
  const width = ({ id, widthPx }: Column) => (id === 'rank' ? widthPx + more : widthPx)
  return kept.map((column) => (column.id === 'shape' ? 'minmax(0, 1fr)' : `${width(column)}px`)).join(' ')
}

/** From here on so many rows are read in vain that the number is marked. */
const badRowsPerSent = 100
const badLockShare = 0.5

export interface CellFigure extends Figure {
  readonly bad?: boolean
}

/** A row's figure in a column; undefined where the log does not tell it. */
export function cellOf(column: Column['id'], row: ShapeRow): CellFigure | undefined {
  switch (column) {
    case 'share':
      return { text: formatShare(row.share), exact: formatFraction(row.share) }
    case 'total':
      return micros(row.totalMicros)
    case 'calls':
      return { text: formatCount(row.count), exact: formatCount(row.count) }
    case 'mean':
      return micros(row.meanMicros)
    case 'p95':
      return row.p95Micros === undefined ? undefined : micros(row.p95Micros)
    case 'max':
      return micros(row.maxMicros)
    case 'rows':
      return row.rowsPerSent === undefined
        ? undefined
        : {
            text:
              row.rowsPerSent < 100
                ? String(Number(row.rowsPerSent.toFixed(1)))
                : formatCount(Math.round(row.rowsPerSent)),
            exact: `${formatCount(row.rowsExamined ?? 0)} rows examined, ${formatCount(row.rowsSent ?? 0)} sent`,
            bad: row.rowsPerSent >= badRowsPerSent,
          }
    case 'lock':
      return row.lockShare === undefined
        ? undefined
        : {
            text: formatFraction(Math.min(1, row.lockShare)),
            exact: `${formatCount(Math.round(row.lockMicros ?? 0))} µs waiting for locks`,
            bad: row.lockShare >= badLockShare,
          }
    case 'rank':
    case 'shape':
    case 'kind':
    case 'spark':
      return undefined
  }
}

function micros(value: number): CellFigure {
  return { text: formatLongTime(value / 1000), exact: `${formatCount(Math.round(value))} µs` }
}

/** Always with one digit after the point, so that a column of shares can be read down. */
function formatShare(share: number): string {
  return share > 0 && share < 0.0005 ? '< 0.1 %' : `${(share * 100).toFixed(1)} %`
}

/** Why a cell has no figure. */
export const absentBecause: Readonly<Partial<Record<Column['id'], string>>> = {
  p95: 'The source does not tell how the times are spread.',
  rows: 'It sends no rows, or the log does not tell how many were examined.',
  lock: 'The log does not tell how long it waited.',
}

/** What a head's press asks for: the most first, then the least first. Names begin with A. */
export function nextOrder(
  order: ShapeOrder,
  now: { readonly order: ShapeOrder; readonly ascending: boolean },
): { readonly order: ShapeOrder; readonly ascending: boolean } {
  return { order, ascending: now.order === order ? !now.ascending : order === 'fingerprint' }
}
