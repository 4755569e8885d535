import type { ColumnStatistics } from '../facts'

/** A hundred rows for each value of a table whose size is supposed too: somebody searches by what picks few rows. */
const supposedDistinct = 1000

/** Columns of which nobody knows anything have so many distinct values, unless the type says it. */
export const supposedStatistics: ColumnStatistics = {
  counted: false,
  distinct(table, name, chars) {
    const column = table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase())
    const isClosed = column === undefined || /^(?:bool|tinyint\(1\)|enum\()/i.test(column.type)
    const [first] = table.indexes.filter(
      ({ unique, parts }) => unique && parts.length === 1 && parts[0]?.column === name,
    )
    return chars !== undefined || isClosed || first !== undefined ? undefined : supposedDistinct
  },
  together: () => undefined,
  shareOf: () => undefined,
  shareBetween: () => undefined,
  commonest: () => undefined,
  source: () => undefined,
}
