import type { Catalog, Table } from '../../catalog/model'
import type { ColumnName } from '../../keyparts/expression'
import type { TableReference } from '../../sql/model'
import type { TextSpan } from '../../text-span'
import { blockAt, type QueryBlock } from './query-blocks'

/** Which table of the statement a column is of, by its name there in lower case. */
export type ColumnOwner = { readonly known: true; readonly name: string } | PossibleOwners

export interface PossibleOwners {
  readonly known: false
  readonly possible: ReadonlySet<string>
  /** Set where a derived table or function may have it: the names that are no such source. */
  readonly others?: ReadonlySet<string> | undefined
}

interface PlacedTable {
  readonly name: string
  readonly block: QueryBlock | undefined
  readonly definition: Table | undefined
}

/** Tells the owners of the columns of one statement. Without a catalog a bare name is known only where one table is. */
export class ColumnOwners {
  private readonly tables: readonly PlacedTable[]
  private readonly blocks: readonly QueryBlock[]

  constructor(references: readonly TableReference[], blocks: readonly QueryBlock[], catalog: Catalog | undefined) {
    this.blocks = blocks
    this.tables = references.map((reference) => ({
      name: (reference.alias ?? reference.name).toLowerCase(),
      block: blockAt(blocks, reference.span),
      definition: definitionOf(reference, catalog),
    }))
  }

  /** Of a column that stands at `place` of the statement. */
  of(column: ColumnName, place: TextSpan): ColumnOwner {
    if (column.table !== undefined) return { known: true, name: column.table.toLowerCase() }
    const name = column.name.toLowerCase()
    const possible = new Set<string>()
    let hasOthers = false
    for (let block = blockAt(this.blocks, place); block !== undefined; block = block.outer) {
      const here = this.tables.filter((table) => table.block === block)
      const having = here.filter(({ definition }) => definition?.columns.some((one) => one.name.toLowerCase() === name))
      const [only, second] = having
      if (only !== undefined && second === undefined && possible.size === 0) return { known: true, name: only.name }
      // A name is not ambiguous in its block: what has it surely leaves nothing to others.
      for (const table of here) if (table.definition === undefined || having.includes(table)) possible.add(table.name)
      const [table] = here
      const isOnly = here.length === 1 && !block.hasOtherSources && block.outer === undefined
      if (isOnly && table !== undefined && (table.definition === undefined || systemColumn.test(name)))
        return { known: true, name: table.name }
      hasOthers ||= block.hasOtherSources
    }
    return { known: false, possible, ...(hasOthers ? { others: new Set(this.tables.map((one) => one.name)) } : {}) }
  }
}

/** PostgreSQL's, of every table. */
const systemColumn = /^(?:ctid|tableoid|xmin|xmax|cmin|cmax)$/

/** The catalog's table; undefined when several of other schemas could be meant. */
export function definitionOf({ schema, name }: TableReference, catalog: Catalog | undefined): Table | undefined {
  const called = (catalog?.tables ?? []).filter(
    (table) =>
      table.name.toLowerCase() === name.toLowerCase() &&
      (schema === undefined || table.schema === '' || table.schema.toLowerCase() === schema.toLowerCase()),
  )
  return called.length === 1 ? called[0] : undefined
}
