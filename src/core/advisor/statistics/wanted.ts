import type { Column, Table } from '../../catalog/model'
import { columnTypeOf } from '../../keyparts/column-type'
import type { AdviceFacts } from '../facts'
import { designsFor } from '../index-design/designs-for'
import type { WantedCounts } from './model'

/** Of smaller tables nobody needs to know more. */
const leastRows = 1000
/** Lengths of the selectivity curve, as far as the column is longer. */
const curve = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32, 48, 64]
/** Primary keys of more columns are not taken apart. */
const longestKey = 5

/** What to count of one table. */
export interface TableWish {
  readonly table: Table
  readonly wanted: WantedCounts
}

/**
 * What would settle an advice on this statement if it were counted: selectivities that were assumed, the combination of
 * the equalities, how selective beginnings of text columns in indexes are, and which columns a primary key needs.
 */
export function statisticsWanted(facts: AdviceFacts): readonly TableWish[] {
  const designs = designsFor(facts)
  const tables = [...new Set(facts.tables.map(({ table }) => table))]
  return tables.flatMap((table): readonly TableWish[] => {
    if ((table.rows ?? 0) < leastRows || table.type === 'view') return []
    const own = designs.filter(({ demand }) => demand.table === table)
    const demands = own.flatMap(({ demand }) => demand.columns)
    const equal = demands.filter(({ role, prefixChars }) => role !== 'range' && prefixChars === undefined)
    const columns = equal.filter(({ shareFrom }) => shareFrom !== 'unique' && shareFrom !== 'statistics')
    const together = own
      .map(({ demand }) =>
        names(demand.columns.filter(({ role, prefixChars }) => role === 'equality' && prefixChars === undefined)),
      )
      .filter((group) => group.length > 1)
    const prefixes = facts.family === 'mysql' ? prefixWishes(table, own, demands) : []
    const keys = facts.family === 'mysql' ? shorterKeys(table) : []
    const groups = [...together, ...keys.filter(({ length }) => length > 1)]
    const wanted: WantedCounts = {
      columns: [...new Set([...names(columns), ...keys.filter(({ length }) => length === 1).flat()])],
      ...(groups.length > 0 && { together: uniqueGroups(groups) }),
      ...(prefixes.length > 0 && { prefixes }),
    }
    return wanted.columns.length + prefixes.length + (wanted.together?.length ?? 0) === 0 ? [] : [{ table, wanted }]
  })
}

type Designs = ReturnType<typeof designsFor>

/** Text columns that the statement searches by, or that an index of theirs holds. */
function prefixWishes(
  table: Table,
  designs: Designs,
  demands: Designs[number]['demand']['columns'],
): NonNullable<WantedCounts['prefixes']> {
  const searched = new Set(demands.map(({ column }) => column))
  const lengths = new Map<string, Set<number>>()
  const add = (column: string, chars: number | undefined) => {
    const known = lengths.get(column) ?? new Set<number>()
    lengths.set(column, known)
    if (chars !== undefined) known.add(chars)
  }
  for (const { column, prefixChars } of demands) add(column, prefixChars)
  for (const { parts } of table.indexes)
    for (const { column, prefixChars } of parts)
      if (column !== undefined && searched.has(column)) add(column, prefixChars)
  for (const { designs: found } of designs)
    for (const { column, prefixChars } of found[0]?.parts ?? []) add(column, prefixChars)
  return [...lengths].flatMap(([name, chars]) => {
    const column = table.columns.find((one) => one.name === name)
    const longest = column && textLength(column)
    if (longest === undefined) return []
    const points = [...new Set([...curve, ...chars])].filter((length) => length < longest).sort((a, b) => a - b)
    return points.length === 0 ? [] : [{ column: name, chars: points }]
  })
}

/** In characters; undefined for what is no text, or too short for a prefix to be worth anything. */
function textLength({ type }: Column): number | undefined {
  const { name, numbers } = columnTypeOf(type)
  if (/^(?:tiny|medium|long)?text$/.test(name)) return Number.POSITIVE_INFINITY
  return /^(?:var)?char$/.test(name) && (numbers[0] ?? 0) > 3 ? numbers[0] : undefined
}

/** The primary key without each of its columns. */
function shorterKeys({ primaryKey = [] }: Table): readonly (readonly string[])[] {
  if (primaryKey.length < 2 || primaryKey.length > longestKey) return []
  return primaryKey.map((left) => primaryKey.filter((column) => column !== left))
}

function names(demands: readonly { readonly column: string }[]): string[] {
  return [...new Set(demands.map(({ column }) => column))]
}

function uniqueGroups(groups: readonly (readonly string[])[]): string[][] {
  return [...new Map(groups.map((group) => [JSON.stringify([...group].sort()), [...group]])).values()]
}
