import type { Table } from '../../catalog/model'
import type { ColumnStatistics } from '../facts'
import type { ColumnDistribution, ColumnGroup, PrefixCount, TableStatistics } from './model'
import { shareBetweenValues, shareOfValue } from './shares'
import { type ValueOrder, valueOrderOf } from './value-order'

/**
 * What several sources say of tables, as rules ask for it: counted before kept, in the order given. Undefined when there
 * is no source at all.
 */
export function columnStatistics(sources: readonly TableStatistics[]): ColumnStatistics | undefined {
  return sources.length === 0 ? undefined : new KnownStatistics(sources)
}

class KnownStatistics implements ColumnStatistics {
  readonly counted: boolean
  readonly #sources: readonly TableStatistics[]
  readonly #orders = new Map<string, ValueOrder>()

  constructor(sources: readonly TableStatistics[]) {
    this.#sources = [...sources].sort((one, other) => Number(other.from === 'counted') - Number(one.from === 'counted'))
    this.counted = sources.some(({ from }) => from === 'counted')
  }

  rows(table: Table): number | undefined {
    return this.#tables(table).find(({ from, sampledRows }) => from === 'counted' && sampledRows === undefined)?.rows
  }

  distinct(table: Table, column: string, chars?: number): number | undefined {
    if (chars !== undefined && !isWhole(table, column, chars)) return this.#prefix(table, column, chars)?.distinct
    if (isUnique(table, [column])) return table.rows ?? this.#column(table, column)?.distinct
    return (
      this.#column(table, column, ({ distinct }) => distinct !== undefined)?.distinct ??
      this.#group(table, [column])?.distinct ??
      fromIndexes(table, [column])
    )
  }

  together(table: Table, columns: readonly string[]): number | undefined {
    const [only] = columns
    if (columns.length === 1 && only !== undefined) return this.distinct(table, only)
    if (isUnique(table, columns) && table.rows !== undefined) return table.rows
    return this.#group(table, columns)?.distinct ?? fromIndexes(table, columns)
  }

  shareOf(table: Table, column: string, value: string): number | undefined {
    for (const known of this.#columns(table, column)) {
      const share = shareOfValue(known, value, this.#order(table, column))
      if (share !== undefined) return share
    }
    return undefined
  }

  shareBetween(table: Table, column: string, from: string | undefined, to: string | undefined): number | undefined {
    for (const known of this.#columns(table, column)) {
      const share = shareBetweenValues(known, from, to, this.#order(table, column))
      if (share !== undefined) return share
    }
    return undefined
  }

  commonest(table: Table, column: string, chars?: number): number | undefined {
    if (chars !== undefined && !isWhole(table, column, chars)) return this.#prefix(table, column, chars)?.commonest
    return this.#column(table, column, ({ common }) => common.length > 0)?.common[0]?.share
  }

  correlation(table: Table, column: string): number | undefined {
    return this.#column(table, column, ({ correlation }) => correlation !== undefined)?.correlation
  }

  source(table: Table, column: string): string | undefined {
    return this.#column(table, column)?.source ?? this.#group(table, [column])?.source
  }

  #tables(table: Table): readonly TableStatistics[] {
    return this.#sources.filter((one) => same(one.table, table.name) && same(one.schema, table.schema))
  }

  #columns(table: Table, column: string): readonly ColumnDistribution[] {
    return this.#tables(table).flatMap(({ columns }) => columns.filter((one) => same(one.column, column)))
  }

  #column(
    table: Table,
    column: string,
    tells: (known: ColumnDistribution) => boolean = () => true,
  ): ColumnDistribution | undefined {
    return this.#columns(table, column).find(tells)
  }

  #group(table: Table, columns: readonly string[]): ColumnGroup | undefined {
    return this.#tables(table)
      .flatMap(({ groups }) => groups)
      .find((group) => group.columns.length === columns.length && holds(group.columns, columns))
  }

  /** The curve at this length: the counted point, where there is none the same length of an index. */
  #prefix(table: Table, column: string, chars: number): PrefixCount | undefined {
    const found = this.#tables(table)
      .flatMap(({ prefixes }) => prefixes)
      .filter((one) => one.chars === chars && same(one.column, column))
    return found.find(({ commonest }) => commonest !== undefined) ?? found[0]
  }

  #order(table: Table, name: string): ValueOrder {
    const key = JSON.stringify([table.schema, table.name, name.toLowerCase()])
    const known = this.#orders.get(key)
    if (known) return known
    const column = table.columns.find((one) => same(one.name, name))
    const order = valueOrderOf(column ?? { type: '' })
    this.#orders.set(key, order)
    return order
  }
}

/** As many characters as the column can hold: no prefix. */
function isWhole(table: Table, column: string, chars: number): boolean {
  const length = /\((\d+)\)/.exec(table.columns.find(({ name }) => same(name, column))?.type ?? '')?.[1]
  return length !== undefined && chars >= Number(length)
}

/** A unique index over some of these columns lets no combination come twice, unless one may be NULL. */
function isUnique(table: Table, columns: readonly string[]): boolean {
  return table.indexes.some(
    ({ unique, where, parts }) =>
      unique &&
      where === undefined &&
      parts.every(
        ({ column, prefixChars }) =>
          column !== undefined &&
          prefixChars === undefined &&
          columns.some((one) => same(one, column)) &&
          table.columns.find(({ name }) => same(name, column))?.nullable === false,
      ),
  )
}

/** The catalog's count of the left parts of an index that are these columns, in whatever order. */
function fromIndexes(table: Table, columns: readonly string[]): number | undefined {
  for (const { parts, where } of table.indexes) {
    const left = parts.slice(0, columns.length)
    const names = left.flatMap(({ column, prefixChars }) =>
      column === undefined || prefixChars !== undefined ? [] : [column],
    )
    const counted = left[columns.length - 1]?.cardinality
    const isSame = where === undefined && names.length === columns.length && holds(names, columns)
    if (isSame && counted !== undefined && counted > 0) return counted
  }
  return undefined
}

function holds(all: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name) => all.some((one) => same(one, name)))
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
