import type { Catalog, Table } from '../../catalog/model'

export interface MeaningOptions {
  /** Without it, columns are known by the text alone. */
  readonly catalog?: Catalog | undefined
  /** Where tables are looked for whose name has no schema: the connection's database. */
  readonly schema?: string | undefined
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

  constructor(options: MeaningOptions) {
    this.options = options
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

  /**
   * The catalog's table: of the schema written, else of the default schema. When nobody tells the schema, the only
   * table of that name.
   */
  table(schema: string | undefined, name: string): Table | undefined {
    const all = this.options.catalog?.tables ?? []
    const called = this.tablesCalled(all, name, (table) => table.name)
    const wanted = schema ?? this.options.schema
    if (wanted === undefined) return called.length === 1 ? called[0] : undefined
    const here = this.tablesCalled(called, wanted, (table) => table.schema)
    // Text of CREATE TABLE names no schema as a rule.
    return here[0] ?? called.find((table) => table.schema === '')
  }
}

function sameInAnyCase(name: string, other: string): boolean {
  return name.length === other.length && name.toLowerCase() === other.toLowerCase()
}
