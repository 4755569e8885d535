import type { Catalog, Column, Table } from '../../catalog/model'
import { unquoteName } from '../names'
import type { SignificantTokens } from '../significant-tokens'
import { TokenKind } from '../tokens'
import type { ScopeBlock, ScopeCte, ScopeItem, ScopeSource } from './scope-model'

/** A column that a source offers. */
export interface OfferedColumn {
  readonly name: string
  /** Of a stored column, or of a derived one that is nothing but it. */
  readonly column?: Column | undefined
  readonly table?: Table | undefined
}

/** Deeper nesting of derived tables than people write; ends recursive common table expressions too. */
const maxDepth = 12

/** Tells the columns of sources, those of derived tables and common table expressions by their select lists. */
export class SourceColumns {
  private readonly code: SignificantTokens
  private readonly catalog: Catalog
  private readonly database: string | undefined

  constructor(code: SignificantTokens, catalog: Catalog, database: string | undefined) {
    this.code = code
    this.catalog = catalog
    this.database = database
  }

  of(source: ScopeSource, block: ScopeBlock, depth = 0): readonly OfferedColumn[] {
    if (depth > maxDepth) return []
    if (source.query !== undefined) return this.outputs(source.query, depth + 1)
    const cte = source.schema === undefined && source.table !== undefined ? cteCalled(source.table, block) : undefined
    if (cte !== undefined) return this.ofCte(cte, depth)
    const table = this.tableOf(source)
    return (table?.columns ?? []).map((column) => ({ name: column.name, column, table }))
  }

  /** The stored table behind a source. */
  tableOf({ schema, table }: Pick<ScopeSource, 'schema' | 'table'>): Table | undefined {
    if (table === undefined) return undefined
    const called = this.catalog.tables.filter((one) => same(one.name, table))
    const wanted = schema ?? this.database
    return (
      called.find((one) => wanted !== undefined && same(one.schema, wanted)) ??
      (schema === undefined ? called[0] : undefined)
    )
  }

  private ofCte({ columns, query }: ScopeCte, depth: number): readonly OfferedColumn[] {
    const outputs = query === undefined ? [] : this.outputs(query, depth + 1)
    if (columns === undefined) return outputs
    return columns.map((name, at) => ({ ...outputs[at], name }))
  }

  private outputs(block: ScopeBlock, depth: number): readonly OfferedColumn[] {
    if (depth > maxDepth) return []
    return block.items.flatMap((item) => this.outputOf(item, block, depth))
  }

  private outputOf({ from, to }: ScopeItem, block: ScopeBlock, depth: number): readonly OfferedColumn[] {
    const { code } = this
    const last = to - 1
    if (code.isOperator(last, '*') && (last === from || code.kind(last - 1) === TokenKind.dot)) {
      const qualifier = last === from ? undefined : unquoteName(code.text(last - 2))
      return block.sources
        .filter((source) => qualifier === undefined || same(source.name, qualifier))
        .flatMap((source) => this.of(source, block, depth))
    }
    if (!code.isName(last)) return []
    const name = unquoteName(code.text(last))
    const isChain = code.kind(last - 1) === TokenKind.dot || last === from
    if (code.word(last - 1) === 'AS' || (!isChain && last > from)) {
      const end = code.word(last - 1) === 'AS' ? last - 1 : last
      return [{ ...this.plainColumn(from, end, block, depth), name }]
    }
    return [{ ...this.plainColumn(from, to, block, depth), name }]
  }

  /** What the tokens are, when they are nothing but a column. */
  private plainColumn(from: number, to: number, block: ScopeBlock, depth: number): Partial<OfferedColumn> {
    const { code } = this
    const isOne = to - from === 1 && code.isName(from)
    const isDotted = to - from === 3 && code.kind(from + 1) === TokenKind.dot
    if (!isOne && !isDotted) return {}
    const name = unquoteName(code.text(to - 1))
    const qualifier = isDotted ? unquoteName(code.text(from)) : undefined
    const found = block.sources
      .filter((source) => qualifier === undefined || same(source.name, qualifier))
      .flatMap((source) => this.of(source, block, depth))
      .filter((column) => same(column.name, name))
    const [only, second] = found
    return only === undefined || second !== undefined ? {} : { column: only.column, table: only.table }
  }
}

/** The common table expression of that name that can be seen from a block. */
export function cteCalled(name: string, block: ScopeBlock): ScopeCte | undefined {
  for (let at: ScopeBlock | undefined = block; at !== undefined; at = at.outer) {
    const found = at.ctes.find((cte) => same(cte.name, name))
    if (found !== undefined) return found
  }
  return undefined
}

export function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
