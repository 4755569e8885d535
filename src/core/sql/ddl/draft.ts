import type { Version } from '../../engine'
import type { ParseNote, TextSpan } from '../../text-span'
import type { MysqlType } from './mysql-type'

/**
 * The schema while its statements are read one after the other. Drafts change in place: each statement finds what the
 * ones before it left, as on a server.
 */

export interface DraftColumn {
  name: string
  /** As the server prints it; not final while `pending` is there. */
  type: string
  /** Absent while nothing has been said about it. */
  nullable?: boolean | undefined
  charset?: string | undefined
  collation?: string | undefined
  generated?: string | undefined
  /** MySQL: the expression as it is printed once a later statement has changed the table. */
  generatedOnceAltered?: string | undefined
  /** MySQL: a generated column that is computed when it is read. */
  virtual?: boolean | undefined
  /** MySQL's type as written, until the table's charset is known at the end of the statement. */
  pending?: MysqlType | undefined
}

export interface DraftPart {
  column?: string | undefined
  expression?: string | undefined
  /** PostgreSQL: what an expression is called in the name of its index. */
  label?: string | undefined
  prefixChars?: number | undefined
  descending: boolean
  opclass?: string | undefined
  collation?: string | undefined
}

export interface DraftKey {
  kind: 'primary' | 'unique' | 'plain' | 'fulltext' | 'spatial' | 'vector'
  name?: string | undefined
  method?: string | undefined
  visible: boolean
  parts: DraftPart[]
  include: string[]
  where?: string | undefined
  /** Made by the server for a foreign key; gives way to a longer key that begins with the same columns. */
  implied: boolean
  /** PostgreSQL: belongs to a constraint, which can be dropped by this name. */
  constraint: boolean
}

export interface DraftForeignKey {
  name?: string | undefined
  columns: string[]
  toSchema: string
  toTable: string
  /** Absent: the primary key of the other table. */
  toColumns?: string[] | undefined
  /** Was there before the statement that is read now; names count on from such ones only. */
  settled?: boolean | undefined
}

export interface DraftTable {
  schema: string
  name: string
  engine?: string | undefined
  type?: string | undefined
  charset?: string | undefined
  collation?: string | undefined
  columns: DraftColumn[]
  keys: DraftKey[]
  foreignKeys: DraftForeignKey[]
  /** PostgreSQL: tables that get every index that this one gets. */
  partitions?: DraftTable[] | undefined
}

/** Names that differ only in case are one name where the dialect says so. */
export function sameName(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase()
}

export class SchemaDraft {
  readonly version: Version
  /** By schema and name, in the order in which they were made. */
  private readonly places = new Map<string, DraftTable>()
  private readonly everTaken = new Set<string>()
  readonly notes: ParseNote[] = []
  /** Where names without a schema belong. */
  schema: string
  /** MySQL: work that waits until the columns of the statement's table have their types and charsets. */
  readonly whenColumnsAreKnown: ((table: DraftTable) => void)[] = []
  /** PostgreSQL: the database's collation, where it is known. */
  readonly collation: string | undefined
  /** PostgreSQL: the type behind each domain, by name. */
  readonly domains = new Map<string, string>()

  constructor(version: Version, schema: string, collation?: string) {
    this.version = version
    this.schema = schema
    this.collation = collation
  }

  note(message: string, span: TextSpan): void {
    if (this.notes.length < maxNotes) this.notes.push({ message, span })
  }

  /** Remembers that a table, an index or a constraint has had this name. */
  taken(schema: string, name: string | undefined): void {
    if (name !== undefined) this.everTaken.add(placeKey(schema, name))
  }

  /** False: nothing in the schema has ever had this name, so that nobody needs to look. */
  mayBeTaken(schema: string, name: string): boolean {
    return this.everTaken.has(placeKey(schema, name))
  }

  get tables(): Iterable<DraftTable> {
    return this.places.values()
  }

  find(path: readonly string[]): DraftTable | undefined {
    const { schema, name } = this.place(path)
    const found = this.places.get(placeKey(schema, name))
    if (found !== undefined || path.length > 1) return found
    // A search path may have more than one schema.
    for (const table of this.places.values()) if (table.name === name) return table
    return undefined
  }

  /** Adds a table; one that was there under this name is gone. */
  add(table: DraftTable): void {
    this.remove(table)
    this.places.set(placeKey(table.schema, table.name), table)
    this.taken(table.schema, table.name)
    for (const { name } of [...table.keys, ...table.foreignKeys]) this.taken(table.schema, name)
  }

  remove({ schema, name }: Pick<DraftTable, 'schema' | 'name'>): void {
    this.places.delete(placeKey(schema, name))
  }

  rename(table: DraftTable, to: Pick<DraftTable, 'schema' | 'name'>): void {
    this.remove(table)
    table.schema = to.schema
    table.name = to.name
    this.add(table)
  }

  /** The last two parts of a dotted name; the current schema when there is only one. */
  place(path: readonly string[]): { schema: string; name: string } {
    return { schema: path[path.length - 2] ?? this.schema, name: path[path.length - 1] ?? '' }
  }
}

function placeKey(schema: string, name: string): string {
  return `${schema}\0${name}`
}

/** Nobody reads more; a text that is no SQL at all would make one per statement. */
const maxNotes = 100
