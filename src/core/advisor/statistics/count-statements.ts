import type { Column, Table } from '../../catalog/model'
import { quoteName as quoteMysqlName } from '../../dialects/mysql-family'
import { quoteName as quotePostgresName } from '../../dialects/postgres'
import type { Family } from '../../engine'
import type { WantedCounts } from './model'

export interface CountLimits {
  /** Tables of more rows are counted by a sample. */
  readonly mostRows: number
  /** About so many rows are in a sample. */
  readonly sampleRows: number
}

export const countLimits: CountLimits = { mostRows: 1_000_000, sampleRows: 200_000 }

/** Of each column, so many of its commonest values are asked for. */
export const mostValues = 20

/** What of a wish can be counted, and how: every table column by its own name, whole texts left to their beginnings. */
export interface CountPlan {
  readonly table: Table
  readonly columns: readonly Column[]
  readonly together: readonly (readonly Column[])[]
  readonly prefixes: readonly { readonly column: Column; readonly chars: number }[]
  /** One of so many rows is looked at; 1 where all are. */
  readonly oneOf: number
  /** One scan: rows, then for each column its rows with a value and its distinct ones, and so on; see `count-answers.ts`. */
  readonly scan: string
  /** For each column: its commonest values with their rows. */
  readonly values: readonly { readonly column: Column; readonly sql: string }[]
  /** For each length: how many rows the commonest beginning has. */
  readonly commonestOf: (chosen: CountPlan['prefixes']) => string
}

const uncountable = /^(?:json|geometry|point|linestring|polygon|multi\w+|geomcollection|xml|bit)\b/i
const long = /^(?:tiny|medium|long)?(?:text|blob)\b/i
const text = /char|text|enum|set\(/i
const mostPoints = 200

/**
 * The statements that count what is wanted of one table. Combinations count NULL as a value of its own; single columns
 * and beginnings do not count it. Columns that are not there, or cannot be compared, are left out.
 */
export function countPlan(
  family: Family,
  table: Table,
  wanted: WantedCounts,
  { mostRows, sampleRows }: CountLimits = countLimits,
): CountPlan {
  const quote = family === 'postgres' ? quotePostgresName : quoteMysqlName
  const named = (name: string) =>
    table.columns.filter((one) => one.name.toLowerCase() === name.toLowerCase() && !uncountable.test(one.type))
  const isShort = ({ type }: Column) => family === 'postgres' || !long.test(type)
  const columns = unique([
    ...wanted.columns.flatMap(named),
    ...(wanted.prefixes ?? []).flatMap(({ column }) => named(column)),
  ]).filter(isShort)
  const together = (wanted.together ?? []).flatMap((names) => {
    const found = names.flatMap(named).filter(isShort)
    return found.length === names.length && found.length > 1 ? [found] : []
  })
  const prefixes = (wanted.prefixes ?? [])
    .flatMap(({ column: name, chars }) =>
      named(name).flatMap((column) =>
        [...new Set(chars)].sort((a, b) => a - b).map((length) => ({ column, chars: length })),
      ),
    )
    .slice(0, mostPoints)
  const rows = table.rows ?? 0
  const key = table.primaryKey ?? []
  const canSample = family === 'postgres' || key.length > 0
  const oneOf = rows > mostRows && canSample ? Math.ceil(rows / sampleRows) : 1
  const hash = `CRC32(CONCAT_WS('#', ${key.map(quote).join(', ')}, 17))`
  const name = `${quote(table.schema)}.${quote(table.name)}`
  const source =
    oneOf === 1
      ? name
      : family === 'postgres'
        ? `${name} TABLESAMPLE BERNOULLI (${Number((100 / oneOf).toPrecision(6))}) REPEATABLE (17)`
        : name
  const where = oneOf === 1 || family === 'postgres' ? '' : ` WHERE ${hash} % ${oneOf} = 0`
  const half = family === 'postgres' ? `abs(hashtext(ctid::text)) % 2 = 0` : `${hash} % ${oneOf * 2} = 0`
  const begin = ({ column, chars }: CountPlan['prefixes'][number]) =>
    family === 'postgres' ? `left(${quote(column.name)}::text, ${chars})` : `LEFT(${quote(column.name)}, ${chars})`
  const distinct = (list: readonly string[]) => {
    if (list.length === 1) return `COUNT(DISTINCT ${list[0]})`
    return family === 'postgres' ? `COUNT(DISTINCT (${list.join(', ')}))` : `COUNT(DISTINCT ${list.join(', ')})`
  }
  const inHalf = (list: readonly string[]) => distinct(list.map((one) => `CASE WHEN ${half} THEN ${one} END`))
  const terms = (group: readonly Column[]) => group.flatMap((column) => nullSafe(column, quote(column.name), family))
  const counts = [
    'COUNT(*)',
    ...columns.flatMap(({ name: column }) => [`COUNT(${quote(column)})`, distinct([quote(column)])]),
    ...together.map((group) => distinct(terms(group))),
    ...prefixes.map((one) => distinct([begin(one)])),
    // Of a sample: how many values half of it has tells how many the whole table may have.
    ...(oneOf === 1
      ? []
      : [
          ...columns.map((column) => inHalf([quote(column.name)])),
          ...together.map((group) => inHalf(terms(group))),
          ...prefixes.map((one) => inHalf([begin(one)])),
        ]),
  ]
  const shown = (column: string) => (family === 'postgres' ? `CAST(v AS text)` : `CAST(${column} AS CHAR)`)
  const and = where === '' ? ' WHERE' : `${where} AND`
  return {
    table,
    columns,
    together,
    prefixes,
    oneOf,
    scan: `SELECT ${counts.join(', ')} FROM ${source}${where}`,
    values: columns.map((column) => ({
      column,
      sql: `SELECT ${shown('v')}, n FROM (SELECT ${quote(column.name)} AS v, COUNT(*) AS n FROM ${source}${and} ${quote(column.name)} IS NOT NULL GROUP BY ${quote(column.name)} ORDER BY n DESC LIMIT ${mostValues}) AS counted ORDER BY n DESC`,
    })),
    commonestOf: (chosen) =>
      chosen
        .map(
          (one, at) =>
            `SELECT ${at}, MAX(n) FROM (SELECT COUNT(*) AS n FROM ${source}${and} ${quote(one.column.name)} IS NOT NULL GROUP BY ${begin(one)}) AS counted${at}`,
        )
        .join(' UNION ALL '),
  }
}

/** MySQL's COUNT(DISTINCT a, b) leaves rows out where one is NULL: a flag and a stand-in make NULL a value. */
function nullSafe({ nullable, type }: Column, name: string, family: Family): readonly string[] {
  if (family === 'postgres' || !nullable) return [name]
  return [`ISNULL(${name})`, `IFNULL(${name}, ${text.test(type) ? "''" : '0'})`]
}

function unique(columns: readonly Column[]): readonly Column[] {
  return [...new Map(columns.map((column) => [column.name, column])).values()]
}
