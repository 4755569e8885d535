import type { Table } from '../../catalog/model'
import type { AdviceFacts } from '../facts'

/** How the statement writes to one table. */
export interface TableWrite {
  readonly kind: 'insert' | 'update' | 'delete'
  /** Columns that get a value, as the catalog spells them; none of a DELETE. */
  readonly columns: readonly string[]
}

/** What the statement writes to the table, in the order of its blocks. */
export function writesTo(table: Table, { tables }: Pick<AdviceFacts, 'tables'>): readonly TableWrite[] {
  return tables.flatMap(({ table: own, alias, block }): readonly TableWrite[] => {
    if (own !== table) return []
    const source = block.sources.find(
      ({ written, alias: called, name, table: real }) =>
        written && (called ?? name ?? real ?? '').toLowerCase() === alias,
    )
    const kind = kindOf(block.kind)
    if (source === undefined || kind === undefined) return []
    const named = new Set((source.needs.write ?? []).map((name) => name.toLowerCase()))
    return [{ kind, columns: table.columns.flatMap(({ name }) => (named.has(name.toLowerCase()) ? [name] : [])) }]
  })
}

function kindOf(kind: AdviceFacts['tables'][number]['block']['kind']): TableWrite['kind'] | undefined {
  switch (kind) {
    case 'insert':
    case 'replace':
      return 'insert'
    case 'update':
      return 'update'
    case 'delete':
      return 'delete'
    default:
      return undefined
  }
}
