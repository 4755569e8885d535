import type { TextSpan } from '../../core/text-span'
import type { WayFilter } from './atoms'
import type { ConsideredPoint, ConsideredTable, ConsideredWay } from './considered'
import { isAt } from './placed'

/** The tables, points and ways that stand under each other on the screen. */
export type ConsideredRow =
  | { readonly kind: 'table'; readonly key: string; readonly table: ConsideredTable; readonly open: boolean }
  | {
      readonly kind: 'point'
      readonly key: string
      readonly table: ConsideredTable
      readonly point: ConsideredPoint
      readonly open: boolean
    }
  | {
      readonly kind: 'way'
      readonly key: string
      readonly table: ConsideredTable
      readonly way: ConsideredWay
      readonly level: 2 | 3
    }
  /** What a picked way says more. */
  | { readonly kind: 'detail'; readonly key: string; readonly table: ConsideredTable; readonly way: ConsideredWay }
  /** Points after other beginnings of join orders that are not here yet. */
  | { readonly kind: 'more'; readonly key: string; readonly table: ConsideredTable; readonly left: number }

export interface ShownOf {
  readonly filter: WayFilter
  /** Keys of tables and points that are not as they are at first. */
  readonly turned: ReadonlySet<string>
  /** Points that were asked for, by table. */
  readonly loaded: ReadonlyMap<number, readonly ConsideredPoint[]>
  /** Key of the way whose details are open. */
  readonly detailed?: string | undefined
}

export function consideredRows(
  tables: readonly ConsideredTable[],
  { filter, turned, loaded, detailed }: ShownOf,
): readonly ConsideredRow[] {
  const rows: ConsideredRow[] = []
  for (const table of tables) {
    const key = tableKey(table)
    const open = !turned.has(key)
    rows.push({ kind: 'table', key, table, open })
    if (!open) continue
    const more = loaded.get(table.at) ?? []
    const points = [...table.points, ...more]
    const one = points.length === 1 && table.others === 0
    for (const point of points) {
      const ways = point.ways.filter((way) => passes(way, filter))
      if (ways.length === 0) continue
      const opened = one || openAtFirst(point, table) !== turned.has(point.key)
      if (!one) rows.push({ kind: 'point', key: point.key, table, point, open: opened })
      if (!opened) continue
      for (const way of ways) {
        rows.push({ kind: 'way', key: way.key, table, way, level: one ? 2 : 3 })
        if (way.key === detailed) rows.push({ kind: 'detail', key: `${way.key} detail`, table, way })
      }
    }
    const left = table.others - more.length
    if (left > 0) rows.push({ kind: 'more', key: `${key} more`, table, left })
  }
  return rows
}

/** What is turned once the way at a place stands open; the same set where it does already, or stands in no list. */
export function unfoldedFor(
  tables: readonly ConsideredTable[],
  turned: ReadonlySet<string>,
  place: TextSpan,
): ReadonlySet<string> {
  for (const table of tables)
    for (const point of table.points) {
      if (!point.ways.some((way) => isAt(way.span, place))) continue
      const next = new Set(turned)
      next.delete(tableKey(table))
      if (openAtFirst(point, table)) next.delete(point.key)
      else next.add(point.key)
      return next.size === turned.size && [...next].every((key) => turned.has(key)) ? turned : next
    }
  return turned
}

export function tableKey(table: Pick<ConsideredTable, 'at'>): string {
  return `table ${table.at}`
}

/** What the range optimizer saw alone is behind what was decided, unless nothing else was. */
function openAtFirst(point: ConsideredPoint, table: ConsideredTable): boolean {
  if (point.kind !== 'alone') return true
  const decided = table.points.find((one) => one.kind === 'taken')
  return decided === undefined || decided.title === 'as the first table' || decided === point
}

function passes(way: ConsideredWay, filter: WayFilter): boolean {
  if (filter === 'all') return true
  const chosen = way.state === 'taken' || way.state === 'best'
  return filter === 'chosen' ? chosen : !chosen
}
