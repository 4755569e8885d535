import type { Table } from '../../catalog/model'
import type { ColumnGroup, PrefixCount } from './model'

/** Distinct combinations of the first parts of an index. */
export interface IndexCount {
  readonly index: string
  /** 1-based: of so many parts. */
  readonly parts: number
  readonly distinct: number
}

/** What counts of an index's left parts say of the table's columns; those behind a prefix of a column say nothing. */
export function readIndexCounts(
  table: Table,
  counts: readonly IndexCount[],
  source: string,
): { readonly groups: readonly ColumnGroup[]; readonly prefixes: readonly PrefixCount[] } {
  const groups: ColumnGroup[] = []
  const prefixes: PrefixCount[] = []
  for (const { index: name, parts, distinct } of counts) {
    const index = table.indexes.find((one) => one.name.toLowerCase() === name.toLowerCase())
    const used = index?.parts.slice(0, parts) ?? []
    const [first] = used
    if (used.length !== parts || first === undefined) continue
    if (parts === 1 && first.column !== undefined && first.prefixChars !== undefined) {
      prefixes.push({ column: first.column, chars: first.prefixChars, distinct, source })
      continue
    }
    const columns = used.flatMap(({ column, prefixChars }) =>
      column === undefined || prefixChars !== undefined ? [] : [column],
    )
    if (columns.length === parts) groups.push({ columns, distinct, source })
  }
  return { groups, prefixes }
}
