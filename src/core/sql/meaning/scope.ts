import type { DraftBlock, DraftSource } from './draft'
import type { ColumnInput } from './input'
import type { Clause, SourceColumn } from './model'
import type { Names } from './names'

/** One column of one source. Without `known` nobody tells that the source has it. */
export interface Found {
  readonly source: DraftSource
  readonly name: string
  readonly known?: SourceColumn | undefined
}

/** What a FROM list, or one side of a join in it, offers: its sources, and the columns that USING and NATURAL merge. */
export interface FromItem {
  readonly sources: readonly DraftSource[]
  readonly merged: readonly Merged[]
}

/** The same value in several sources; the one that counts first. */
export interface Merged {
  readonly name: string
  readonly columns: readonly Found[]
}

/** Where names of columns are looked for: here first, then further out. */
export interface Scope {
  readonly block: DraftBlock
  readonly item: FromItem
  readonly outer?: OuterScope | undefined
  readonly ctes?: CteScope | undefined
}

/** The common table expressions that may be named: the last one first. */
export interface CteScope {
  readonly name: string
  readonly block: DraftBlock
  /** Of one that is being read, those of its first member. */
  readonly columns: () => readonly SourceColumn[] | undefined
  /** While its own query is read. */
  readonly recursive: { readonly inside: boolean; found: boolean }
  readonly before?: CteScope | undefined
}

export interface OuterScope {
  readonly scope: Scope
  /** The clause of the outer block in which the inner one stands. */
  readonly clause: Clause
}

export const emptyItem: FromItem = { sources: [], merged: [] }

export type Lookup =
  | { readonly resolution: 'column' | 'merged' | 'ambiguous'; readonly found: readonly Found[]; readonly depth: number }
  | { readonly resolution: 'unknown'; readonly found: readonly Found[] }

type Wanted = Pick<ColumnInput, 'schema' | 'table' | 'name'>

/**
 * What a name means. The nearest scope that surely has it wins. Where columns are not known, the only source that can
 * have it is taken; with several such, the answer is `unknown` with all of them.
 */
export function lookUp(scope: Scope, wanted: Wanted, names: Names): Lookup {
  const possible: { readonly found: Found; readonly depth: number }[] = []
  let depth = 0
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer?.scope) {
    const { sure, maybe } = inItem(at.item, wanted, names)
    const [first, second] = sure
    if (first !== undefined && possible.length === 0) {
      if (second !== undefined) return { resolution: 'ambiguous', found: sure.flatMap(({ columns }) => columns), depth }
      const resolution = first.columns.length > 1 ? 'merged' : 'column'
      return { resolution, found: first.columns, depth }
    }
    for (const { columns } of sure) for (const found of columns) possible.push({ found, depth })
    for (const found of maybe) possible.push({ found, depth })
    // Who writes the table's name means the nearest one of that name.
    if (wanted.table !== undefined && possible.length > 0) break
    depth++
  }
  const [only, second] = possible
  if (only !== undefined && second === undefined)
    return { resolution: 'column', found: [only.found], depth: only.depth }
  return { resolution: 'unknown', found: possible.map(({ found }) => found) }
}

/** What surely is the column, and which sources may have it. */
export function inItem(
  item: FromItem,
  wanted: Wanted,
  names: Names,
): { readonly sure: readonly Merged[]; readonly maybe: readonly Found[] } {
  const qualified = wanted.table !== undefined
  const merged = qualified ? [] : item.merged.filter(({ name }) => names.isColumn(name, wanted.name))
  const sure: Merged[] = [...merged]
  const maybe: Found[] = []
  const covered = new Set(merged.flatMap(({ columns }) => columns.map(({ source }) => source)))
  for (const source of qualified ? called(item.sources, wanted, names) : item.sources) {
    if (covered.has(source)) continue
    const known = columnOf(source, wanted.name, names)
    const found: Found = { source, name: known?.name ?? wanted.name, known }
    if (known !== undefined) sure.push({ name: wanted.name, columns: [found] })
    else if (source.columns === undefined) maybe.push(found)
  }
  return { sure, maybe }
}

export function columnOf(source: DraftSource, name: string, names: Names): SourceColumn | undefined {
  return source.columns?.find((column) => names.isColumn(column.name, name))
}

/** The sources that `table.` or `schema.table.` stands for. */
export function called(
  sources: readonly DraftSource[],
  { schema, table }: { readonly schema?: string | undefined; readonly table?: string | undefined },
  names: Names,
): readonly DraftSource[] {
  if (table === undefined) return sources
  const found = names.tablesCalled(sources, table, (source) => source.name)
  if (schema === undefined) return found
  // A table whose schema nobody tells may be of any.
  const inSchema = names.tablesCalled(found, schema, (source) => source.schema)
  return inSchema.length > 0 ? inSchema : found.filter((source) => source.schema === undefined)
}
