import type { Column, Index, IndexPart } from '../../catalog/model'
import { columnBytes, totalBytes } from '../../keyparts/column-bytes'
import { includesColumns, sortsDescending } from './abilities'
import type { ColumnDemand, OrderDemand } from './model'
import type { Site } from './site'

/** Columns that are only added so that rows need not be read. */
const mostCovering = 2
/** Their longest values together; longer ones make the index as big as the table. */
const mostCoveringBytes = 100
/** More parts than this nobody keeps. */
const mostParts = 6
/** Bytes of all parts together, on MySQL and MariaDB. */
const mostKeyBytes = 3072
/** Conditions that are only checked in the index. */
const mostChecked = 2

/**
 * The indexes worth judging for a table once some demands hold: equalities and lists, then one range or the order, then
 * what can be checked in the index, then what covers. Equalities stand as an index that is there has them, so that it can
 * be extended; else the most selective first.
 */
export function candidatesFor(site: Site, demands: readonly ColumnDemand[], isFirst: boolean): readonly Index[] {
  const order = isFirst ? servableOrder(site) : []
  const equal = equalities(demands, site)
  const lists = ofRole(demands, 'in-list')
  const ranges = ofRole(demands, 'range')
  const sorted = order.filter(
    ({ column }) => !equal.some((one) => one.column === column && one.prefixChars === undefined),
  )
  const others = [...lists, ...ranges].filter(isWhole)
  const bases: (readonly IndexPart[])[] = []
  // The fewest equalities that do: each by itself, then one more, up to all.
  const selective = [...equal].sort((one, other) => one.share - other.share)
  for (let count = 1; count < equal.length; count++) bases.push(selective.slice(0, count).map(plain))
  if (equal.length > 0) bases.push(equal.map(plain))
  if (lists.length > 0) {
    bases.push([...equal, ...lists].map(plain))
    for (const list of lists) bases.push([...equal, list].map(plain))
  }
  for (const range of ranges) {
    const rest = others.filter(({ column }) => column !== range.column)
    bases.push([...equal, range].map(plain))
    if (rest.length > 0) bases.push([...equal, range, ...rest.slice(0, mostChecked)].map(plain))
    if (lists.length > 0)
      bases.push([...equal, ...lists.filter(({ column }) => column !== range.column), range].map(plain))
  }
  if (sorted.length > 0) {
    const given = [...equal.map(plain), ...sorted.map(directed)]
    bases.push(given)
    // Rows that fail conditions checked in the index need not be read.
    if (others.length > 0) bases.push([...given, ...others.slice(0, mostChecked).map(plain)])
  }
  const whole = bases.map(withoutRepeats).filter((parts) => parts.length > 0 && parts.length <= mostParts)
  const indexes = whole.flatMap((parts) => [asIndex(parts), ...covering(parts, site)])
  return distinct(indexes.filter((index) => fits(index, site)))
}

/** Where DESC is ignored, an order in two directions cannot be had from an index. */
function servableOrder({ order, access }: Site): readonly OrderDemand[] {
  if (order.every(({ descending }) => descending === order[0]?.descending)) {
    // An index is read backwards as well.
    return order.map(({ column }) => ({ column, descending: false }))
  }
  return sortsDescending(access.engine) ? order : []
}

/** Of a column that has two demands, the whole one unless only the prefix makes it one value. */
function equalities(demands: readonly ColumnDemand[], { of: { table } }: Site): readonly ColumnDemand[] {
  const all = demands.filter(({ role }) => role === 'equality').filter(isFirstOfColumn)
  const bySelectivity = [...all].sort((one, other) => one.share - other.share)
  const longest = table.indexes
    .filter(({ where }) => where === undefined)
    .map(({ parts }) => {
      const led: ColumnDemand[] = []
      for (const part of parts) {
        const next = all.find(({ column, prefixChars }) => column === part.column && prefixChars === part.prefixChars)
        if (!next) break
        led.push(next)
      }
      return led
    })
    .reduce<readonly ColumnDemand[]>((best, led) => (led.length > best.length ? led : best), [])
  return [...longest, ...bySelectivity.filter((one) => !longest.includes(one))]
}

function isFirstOfColumn(one: ColumnDemand, at: number, all: readonly ColumnDemand[]): boolean {
  return all.findIndex(({ column }) => column === one.column) === at
}

function ofRole(demands: readonly ColumnDemand[], role: ColumnDemand['role']): readonly ColumnDemand[] {
  const settled = new Set(demands.filter((one) => one.role === 'equality').map(({ column }) => column))
  return demands
    .filter((one) => one.role === role && !settled.has(one.column))
    .sort((one, other) => one.share - other.share)
}

function isWhole({ prefixChars }: ColumnDemand): boolean {
  return prefixChars === undefined
}

function plain({ column, prefixChars, expression, opclass }: ColumnDemand): IndexPart {
  if (expression !== undefined) return { expression, descending: false }
  return {
    column,
    descending: false,
    ...(prefixChars !== undefined && { prefixChars }),
    ...(opclass !== undefined && { opclass }),
  }
}

function directed({ column, descending }: OrderDemand): IndexPart {
  return { column, descending }
}

function withoutRepeats(parts: readonly IndexPart[]): readonly IndexPart[] {
  return parts.filter(
    (part, at) =>
      parts.findIndex(({ column, expression }) => column === part.column && expression === part.expression) === at,
  )
}

export function asIndex(parts: readonly IndexPart[], more: Partial<Index> = {}): Index {
  return { name: 'designed', unique: false, visible: true, method: 'btree', parts: [...parts], ...more }
}

/** With all that the statement needs of the table, where that is little. Prefixes cover nothing. */
function covering(parts: readonly IndexPart[], site: Site): readonly Index[] {
  const { access, of, changes } = site
  const needs = access.usedColumns
  if (needs === undefined || changes.size > 0) return []
  if (parts.some(({ prefixChars, expression }) => prefixChars !== undefined || expression !== undefined)) return []
  const held = new Set(parts.map(({ column = '' }) => column.toLowerCase()))
  // InnoDB keeps the primary key in every index.
  if (of.table.engine?.toLowerCase() === 'innodb')
    for (const column of of.table.primaryKey ?? []) held.add(column.toLowerCase())
  const more = of.table.columns.filter(({ name }) => needs.has(name.toLowerCase()) && !held.has(name.toLowerCase()))
  if (more.length === 0 || more.length > mostCovering || parts.length + more.length > mostParts) return []
  if (more.reduce((sum, column) => sum + longestBytes(column), 0) > mostCoveringBytes) return []
  const names = more.map(({ name }) => name)
  if (includesColumns(access.family, access.engine)) return [asIndex(parts, { include: names })]
  return [asIndex([...parts, ...names.map((column) => ({ column, descending: false }))])]
}

/** Of the longest value: as MySQL counts it, else the length that the type declares; texts without one are long. */
function longestBytes(column: Column): number {
  const known = columnBytes(column)
  if (known !== undefined) return totalBytes(known.bytes)
  const declared = /\((\d+)\)/.exec(column.type)?.[1]
  if (declared !== undefined) return Number(declared)
  return /text|blob|json|bytea|xml|char/i.test(column.type) ? Number.POSITIVE_INFINITY : 8
}

/** MySQL refuses keys that are too long. */
function fits({ parts }: Index, { access, of: { table } }: Site): boolean {
  if (access.family === 'postgres') return true
  let bytes = 0
  for (const { column: name, prefixChars } of parts) {
    const column = table.columns.find((one) => one.name === name)
    const known = column && columnBytes(column, prefixChars)
    if (known) bytes += totalBytes(known.bytes)
  }
  return bytes <= mostKeyBytes
}

function distinct(candidates: readonly Index[]): readonly Index[] {
  return [...new Map(candidates.map((one) => [JSON.stringify([one.parts, one.include]), one])).values()]
}
