import type { Catalog, Table } from '../../catalog/model'
import type { Dialect, Version } from '../../engine'
import type { ParseNote } from '../../text-span'
import { SignificantTokens } from '../significant-tokens'
import { splitStatements } from '../statements'
import { DdlCursor } from './cursor'
import { type DraftForeignKey, type DraftKey, type DraftTable, SchemaDraft } from './draft'
import { tokensForVersion } from './executable-comments'
import { charMaxBytesOfColumn } from './mysql-settle'
import { MysqlSchemaReader } from './mysql-statement'
import { PostgresSchemaReader } from './postgres-statement'

export interface SchemaOptions {
  /** The server that the text is for: its type names, defaults and index order. Without one, what a dump's head says, or a current version. */
  readonly version?: Version | undefined
  /** Where tables belong whose name has no schema: the connection's database, `public` on PostgreSQL. */
  readonly schema?: string | undefined
  /** PostgreSQL: the database's collation, which columns have that name none. */
  readonly collation?: string | undefined
  /** MySQL's sql_mode ANSI_QUOTES. */
  readonly ansiQuotes?: boolean | undefined
}

export interface ReadSchema {
  readonly catalog: Catalog
  /** What is not understood, with its place in the text. */
  readonly notes: readonly ParseNote[]
}

/** Versions that texts are read for when nobody says. */
export const currentVersions: Readonly<Record<Dialect, Version>> = {
  mysql: { major: 9, minor: 7, patch: 4 },
  mariadb: { major: 11, minor: 4, patch: 5 },
  postgres: { major: 18, minor: 6, patch: 0 },
}

/**
 * The catalog that a server would report after running these statements: CREATE TABLE and CREATE INDEX, ALTER TABLE as
 * dumps print it, USE and SET search_path, in their order. Takes any text and never throws; what is not known of a
 * text (rows, sizes, cardinality, PostgreSQL's collation of the database) is absent.
 */
export function readSchema(text: string, dialect: Dialect, options: SchemaOptions = {}): ReadSchema {
  const version = options.version ?? dumpedVersion(text) ?? currentVersions[dialect]
  const tokens = tokensForVersion(text, dialect, version, options.ansiQuotes === true)
  const draft = new SchemaDraft(version, options.schema ?? (dialect === 'postgres' ? 'public' : ''), options.collation)
  for (const note of tokens.notes) draft.note(note.message, note.span)
  const reader =
    dialect === 'postgres'
      ? new PostgresSchemaReader(draft)
      : new MysqlSchemaReader(draft, { mariadb: dialect === 'mariadb', version })
  for (const range of splitStatements(tokens)) {
    reader.read(new DdlCursor(new SignificantTokens(tokens, range.from, range.to)))
  }
  const tables = [...draft.tables].map((table) => finished(table, draft, dialect))
  return { catalog: { tables }, notes: draft.notes }
}

/** The server that a dump came from, as mysqldump and pg_dump write it above everything else. */
function dumpedVersion(text: string): Version | undefined {
  const head = text.slice(0, 4000)
  const match = /^-- (?:Server version\s+|Dumped from database version )(\d+)\.(\d+)(?:\.(\d+))?/m.exec(head)
  if (match === null) return undefined
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3] ?? 0) }
}

function finished(table: DraftTable, draft: SchemaDraft, dialect: Dialect): Table {
  const keys = dialect === 'postgres' ? [...table.keys].sort(primaryFirst) : table.keys
  const primary = table.keys.find((key) => key.kind === 'primary')
  return {
    schema: table.schema,
    name: table.name,
    ...(table.engine !== undefined && { engine: table.engine }),
    ...(table.type !== undefined && { type: table.type }),
    columns: table.columns.map((column) => {
      const charMaxBytes = charMaxBytesOfColumn(column)
      return {
        name: column.name,
        type: column.type,
        nullable: column.nullable !== false,
        ...(column.charset !== undefined && { charset: column.charset }),
        ...(column.collation !== undefined && { collation: column.collation }),
        ...(column.generated !== undefined && { generated: column.generated }),
        ...(charMaxBytes !== undefined && { charMaxBytes }),
      }
    }),
    indexes: keys.map(finishedIndex),
    ...(primary !== undefined && { primaryKey: primary.parts.map((part) => part.column ?? '') }),
    foreignKeys: [...table.foreignKeys].sort(byOwnName).map((key) => finishedForeignKey(key, table, draft)),
  }
}

function finishedIndex(key: DraftKey): Table['indexes'][number] {
  return {
    name: key.name ?? '',
    unique: key.kind === 'primary' || key.kind === 'unique',
    visible: key.visible,
    ...(key.method !== undefined && { method: key.method }),
    parts: key.parts.map((part) => ({
      ...(part.column !== undefined && { column: part.column }),
      ...(part.expression !== undefined && { expression: part.expression }),
      ...(part.prefixChars !== undefined && { prefixChars: part.prefixChars }),
      descending: part.descending,
      ...(part.opclass !== undefined && { opclass: part.opclass }),
      ...(part.collation !== undefined && { collation: part.collation }),
    })),
    ...(key.include.length > 0 && { include: key.include }),
    ...(key.where !== undefined && { where: key.where }),
  }
}

function finishedForeignKey(key: DraftForeignKey, table: DraftTable, draft: SchemaDraft): Table['foreignKeys'][number] {
  const primary = draft.find([key.toSchema, key.toTable])?.keys.find((one) => one.kind === 'primary')
  return {
    name: key.name ?? '',
    columns: key.columns,
    toTable: key.toSchema === table.schema ? key.toTable : `${key.toSchema}.${key.toTable}`,
    toColumns: key.toColumns ?? primary?.parts.flatMap((part) => part.column ?? []) ?? [],
  }
}

function byOwnName(a: { readonly name?: string | undefined }, b: { readonly name?: string | undefined }): number {
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1
}

/** PostgreSQL's catalog is asked so: the primary key, then by name. */
function primaryFirst(a: DraftKey, b: DraftKey): number {
  if (a.kind !== b.kind && (a.kind === 'primary' || b.kind === 'primary')) return a.kind === 'primary' ? -1 : 1
  return byOwnName(a, b)
}
