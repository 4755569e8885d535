import type { Catalog, Table } from '../../catalog/model'
import type { Dialect } from '../../engine'
import type { SourceColumn } from './model'

export interface MeaningOptions {
  /** Without it, columns are known by the text alone. */
  readonly catalog?: Catalog | undefined
  /** Where tables are looked for whose name has no schema: the connection's database. */
  readonly schema?: string | undefined
  /** PostgreSQL: the schemas that are searched for such names, in their order, instead of the one. */
  readonly searchPath?: readonly string[] | undefined
  /** Whose rules names follow; MySQL's and MariaDB's unless said otherwise. Those of PostgreSQL are exact, being folded. */
  readonly dialect?: Dialect | undefined
  /**
   * How names of tables, aliases and schemas are compared. MySQL with lower_case_table_names = 0 takes them exactly,
   * with 1 or 2 in any case. Without it, exactly where that finds something, else in any case.
   */
  readonly tableNames?: 'exact' | 'any-case' | undefined
  /** Names of columns: in any case on MySQL and MariaDB; PostgreSQL's trees have them folded. */
  readonly columnNames?: 'exact' | 'any-case' | undefined
}

/** How names are compared, and what the catalog knows. */
export class Names {
  private readonly options: MeaningOptions
  readonly isPostgres: boolean

  constructor(options: MeaningOptions) {
    this.isPostgres = options.dialect === 'postgres'
    this.options = this.isPostgres ? { ...options, tableNames: 'exact', columnNames: 'exact' } : options
  }

  isColumn(name: string, other: string): boolean {
    return this.options.columnNames === 'exact' ? name === other : sameInAnyCase(name, other)
  }

  columnKey(name: string): string {
    return this.options.columnNames === 'exact' ? name : name.toLowerCase()
  }

  /** Those of `things` that are called `name`, as a table is. */
  tablesCalled<T>(things: readonly T[], name: string, nameOf: (thing: T) => string | undefined): readonly T[] {
    const exact = this.options.tableNames === 'any-case' ? [] : things.filter((thing) => nameOf(thing) === name)
    if (exact.length > 0 || this.options.tableNames === 'exact') return exact
    return things.filter((thing) => sameInAnyCase(nameOf(thing) ?? '', name))
  }

  /** A column that a stored table has and no `*` gives. */
  systemColumn(name: string): SourceColumn | undefined {
    if (!this.isPostgres || !Object.hasOwn(systemColumns, name)) return undefined
    return { name, type: systemColumns[name], nullable: false }
  }

  /** Temporary objects and the server's own are found before the rest of the path. */
  private searched(): readonly string[] {
    const { schema, searchPath } = this.options
    if (!this.isPostgres || searchPath === undefined) return schema === undefined ? [] : [schema]
    return searchPath.includes('pg_catalog') ? searchPath : ['pg_catalog', ...searchPath]
  }

  /**
   * The catalog's table: of the schema written, else of the default schema or the first that has it. When nobody tells the schema, the only
   * table of that name.
   */
  table(schema: string | undefined, name: string): Table | undefined {
    const all = this.options.catalog?.tables ?? []
    const called = this.tablesCalled(all, name, (table) => table.name)
    const wanted = schema === undefined ? this.searched() : [schema]
    if (wanted.length === 0) return called.length === 1 ? called[0] : undefined
    for (const one of wanted) {
      const [here] = this.tablesCalled(called, one, (table) => table.schema)
      if (here !== undefined) return here
    }
    // Text of CREATE TABLE names no schema as a rule.
    return called.find((table) => table.schema === '')
  }
}

/** Columns that every stored table of PostgreSQL has without showing them (manual, "System Columns"). */
const systemColumns: Readonly<Record<string, string>> = {
  ctid: 'tid',
  tableoid: 'oid',
  xmin: 'xid',
  xmax: 'xid',
  cmin: 'cid',
  cmax: 'cid',
}

function sameInAnyCase(name: string, other: string): boolean {
  return name.length === other.length && name.toLowerCase() === other.toLowerCase()
}
