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

/** What a FROM list, or one side of a join in it, offers. */
export interface FromItem {
  readonly sources: readonly DraftSource[]
  /** The columns that a bare name can mean, in the order of `*`. Of sources whose columns nobody tells, only merged ones. */
  readonly visible: readonly Visible[]
}

/** A column, or with USING and NATURAL the same value in several sources; the one that counts first. */
export interface Visible {
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

export const emptyItem: FromItem = { sources: [], visible: [] }

export type Lookup =
  | {
      readonly resolution: 'column' | 'merged' | 'row' | 'ambiguous'
      readonly found: readonly Found[]
      readonly depth: number
    }
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
  if (only === undefined && names.isPostgres && wanted.table === undefined) {
    const row = wholeRow(scope, wanted.name, names)
    if (row !== undefined) return row
  }
  return { resolution: 'unknown', found: possible.map(({ found }) => found) }
}

/** PostgreSQL takes a name that no column has for the row of the table that is called so. */
function wholeRow(scope: Scope, name: string, names: Names): Lookup | undefined {
  let depth = 0
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer?.scope) {
    const [source] = called(at.item.sources, { table: name }, names)
    if (source !== undefined) {
      const columns = source.columns?.map((known) => ({ source, name: known.name, known }))
      return { resolution: 'row', found: columns ?? [{ source, name: '*' }], depth }
    }
    depth++
  }
  return undefined
}

/** What surely is the column, and which sources may have it. */
export function inItem(
  item: FromItem,
  wanted: Wanted,
  names: Names,
): { readonly sure: readonly Visible[]; readonly maybe: readonly Found[] } {
  const possible = (source: DraftSource): Found => ({ source, name: wanted.name })
  if (wanted.table !== undefined) {
    const sources = called(item.sources, wanted, names)
    const found = sources.flatMap((source) => {
      const known = columnOf(source, wanted.name, names)
      return known === undefined ? [] : [{ name: known.name, columns: [{ source, name: known.name, known }] }]
    })
    return { sure: found, maybe: sources.filter(({ columns }) => columns === undefined).map(possible) }
  }
  const shown = item.visible.filter(({ name }) => names.isColumn(name, wanted.name))
  const sure = shown.length > 0 ? shown : systemColumns(item, wanted.name, names)
  const unknown = item.sources.filter(({ columns }) => columns === undefined)
  const covers = (source: DraftSource): boolean =>
    sure.some(({ columns }) => columns.some((column) => column.source === source))
  return { sure, maybe: unknown.filter((source) => !covers(source)).map(possible) }
}

/** A source alone, as a FROM list begins with it. */
export function itemOf(source: DraftSource): FromItem {
  const visible = (source.columns ?? []).map((known) => ({
    name: known.name,
    columns: [{ source, name: known.name, known }],
  }))
  return { sources: [source], visible }
}

export function columnOf(source: DraftSource, name: string, names: Names): SourceColumn | undefined {
  const shown = source.columns?.find((column) => names.isColumn(column.name, name))
  return shown ?? (source.kind === 'table' ? names.systemColumn(name) : undefined)
}

function systemColumns({ sources }: FromItem, name: string, names: Names): Visible[] {
  const known = names.systemColumn(name)
  if (known === undefined) return []
  return sources.filter(({ kind }) => kind === 'table').map((source) => ({ name, columns: [{ source, name, known }] }))
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
