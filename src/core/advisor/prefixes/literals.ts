import type { Table } from '../../catalog/model'
import type { AdviceFacts } from '../facts'

/** The characters that stand before the first wildcard, of each LIKE of the statement on a column of the table. */
export function literalsOn(table: Table, column: string, { tables }: Pick<AdviceFacts, 'tables'>): readonly string[] {
  const name = column.toLowerCase()
  return tables
    .filter((one) => one.table === table)
    .flatMap(({ scope, alias }) =>
      scope.predicates.flatMap(({ kind, column: of, fixedPrefix, wholeLiteral, negated }) => {
        if (kind !== 'like' || negated || wholeLiteral || !fixedPrefix || of?.name.toLowerCase() !== name) return []
        return of.table === undefined || of.table.toLowerCase() === alias ? [fixedPrefix] : []
      }),
    )
}
