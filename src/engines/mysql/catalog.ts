import type { Catalog, Column, Index, Table } from '../../core/catalog/model'
import { quoteText } from '../../core/dialects/mysql-family'
import type { EngineIdentity } from '../../core/engine'
import { atLeast } from '../../core/engine'
import type { TableName } from '../engine'
import { type FoundKeys, type FoundReads, readForeignKeys, readIndexReads, readStatisticsAge } from './catalog-extras'
import { isAnswer, type ServerProfile } from './set-up'
import type { TextRows } from './wire'

/** A table that certainly has a schema. */
export interface WantedTable {
  readonly schema: string
  readonly name: string
}

export type Ask = (sql: string) => Promise<TextRows>

/**
 * information_schema of MySQL 5.x and MariaDB opens only the tables that are named by equality with constants; an IN
 * list makes it open every table of every database. So each table is a branch of a UNION ALL there, this many at once.
 * MySQL 8 reads its dictionary by index: one branch with an IN list per database is fastest.
 */
const tablesPerQuery = 40

/** Definitions of the tables named; unknown ones, and those that this user may not see, are left out. */
export async function readCatalog(
  ask: Ask,
  profile: ServerProfile,
  wanted: readonly TableName[],
  database: string | undefined,
  charMaxBytes: ReadonlyMap<string, number>,
): Promise<Catalog> {
  const tables = distinct(wanted, database, profile.lowerCaseNames)
  const found: Table[] = []
  for (let at = 0; at < tables.length; at += tablesPerQuery) {
    const part = tables.slice(at, at + tablesPerQuery)
    found.push(...(await readTables(ask, profile, part, charMaxBytes)))
  }
  return { tables: found }
}

/** Bytes of the longest character of each charset; the same for the whole life of a server. */
export async function readCharsetWidths(ask: Ask): Promise<ReadonlyMap<string, number>> {
  const { rows } = await ask('SELECT CHARACTER_SET_NAME, MAXLEN FROM information_schema.CHARACTER_SETS')
  return new Map(rows.map(([name, width]) => [name ?? '', Number(width)]))
}

function distinct(wanted: readonly TableName[], database: string | undefined, lowerCaseNames: boolean): WantedTable[] {
  const tables = new Map<string, WantedTable>()
  for (const table of wanted) {
    const schema = table.schema ?? database
    if (schema === undefined) continue
    const fold = (name: string) => (lowerCaseNames ? name.toLowerCase() : name)
    tables.set(JSON.stringify([fold(schema), fold(table.name)]), { schema: fold(schema), name: fold(table.name) })
  }
  return [...tables.values()]
}

async function readTables(
  ask: Ask,
  profile: ServerProfile,
  wanted: readonly WantedTable[],
  charMaxBytes: ReadonlyMap<string, number>,
): Promise<Table[]> {
  const { identity } = profile
  const each = (select: (where: string) => string) =>
    ask(
      predicates(wanted, profile)
        .map((where) => `(${select(where)})`)
        .join(' UNION ALL '),
    )
  const heads = await each(
    (where) =>
      `SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE, TABLE_ROWS, DATA_LENGTH, INDEX_LENGTH, CREATE_OPTIONS FROM information_schema.TABLES WHERE ${where}`,
  )
  if (heads.rows.length === 0) return []
  const generated = hasGeneratedColumns(identity) ? 'GENERATION_EXPRESSION' : 'NULL'
  const columns = await each(
    (where) =>
      `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, CHARACTER_SET_NAME, COLLATION_NAME, ${generated}, ORDINAL_POSITION FROM information_schema.COLUMNS WHERE ${where}`,
  )
  const { expression, visible } = indexColumns(identity)
  const parts = await each(
    (where) =>
      `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, NON_UNIQUE, SEQ_IN_INDEX, COLUMN_NAME, SUB_PART, COLLATION, CARDINALITY, INDEX_TYPE, ${expression}, ${visible} FROM information_schema.STATISTICS WHERE ${where}`,
  )
  const keys = await readForeignKeys(each)
  const ages = await tolerant(() => readStatisticsAge(ask, profile, wanted), new Map<string, string>())
  const reads = await tolerant<FoundReads>(() => readIndexReads(ask, profile, wanted), { reads: new Map() })
  const columnsOf = grouped(columns.rows)
  // From 8.0 on the dictionary gives indexes in no certain order; before, and on MariaDB, as they were made.
  const ordered = identity.product === 'mariadb' || !atLeast(identity.version, 8)
  const partsOf = grouped(ordered ? parts.rows : [...parts.rows].sort(byIndex))
  return heads.rows.map((row) => tableOf(row, { columnsOf, partsOf, keys, ages, reads, charMaxBytes }))
}

/** The primary key first, then unique indexes, then by name. */
function byIndex(a: Row, b: Row): number {
  const rank = ([, , name, nonUnique]: Row) => (name === 'PRIMARY' ? 0 : 1 + Number(nonUnique))
  const [nameA, nameB] = [a[2] ?? '', b[2] ?? '']
  return rank(a) - rank(b) || (nameA < nameB ? -1 : nameA > nameB ? 1 : 0)
}

type Row = readonly (string | null)[]

/** Answers about all tables, by table. */
interface Answers {
  readonly columnsOf: ReadonlyMap<string, readonly Row[]>
  readonly partsOf: ReadonlyMap<string, readonly Row[]>
  readonly keys: FoundKeys
  readonly ages: ReadonlyMap<string, string>
  readonly reads: FoundReads
  readonly charMaxBytes: ReadonlyMap<string, number>
}

function tableOf(row: Row, { columnsOf, partsOf, keys, ages, reads, charMaxBytes }: Answers): Table {
  const [schema, name, type, engine, rows, dataBytes, indexBytes, options] = row
  const key = keyOf(row)
  const indexes = withReads(indexesOf(partsOf.get(key) ?? []), reads, key)
  const primary = indexes.find((index) => index.name === 'PRIMARY')
  const analyzedAt = ages.get(key)
  const partitioned = /\bpartitioned\b/.test(options ?? '')
  return {
    schema: schema ?? '',
    name: name ?? '',
    ...(engine && { engine }),
    ...(type !== 'BASE TABLE' && type ? { type: type.toLowerCase() } : partitioned && { type: 'partitioned' }),
    ...(rows && { rows: Number(rows) }),
    ...(dataBytes && { bytes: Number(dataBytes) + Number(indexBytes ?? 0) }),
    ...(analyzedAt && { analyzedAt }),
    columns: [...(columnsOf.get(key) ?? [])]
      .sort((a, b) => Number(a[8]) - Number(b[8]))
      .map((column) => columnOf(column, charMaxBytes)),
    indexes,
    ...(primary && { primaryKey: primary.parts.map((part) => part.column ?? '') }),
    foreignKeys: keys.get(key) ?? [],
    ...(reads.seconds !== undefined && reads.reads.has(key) && { readsCountedSeconds: reads.seconds }),
  }
}

/** What is not listed was never read, where the server lists only what was. */
function withReads(indexes: readonly Index[], { reads, seconds }: FoundReads, key: string): readonly Index[] {
  const own = reads.get(key)
  if (own === undefined) return indexes
  return indexes.map((index) => {
    const count = own.get(index.name) ?? (seconds === undefined ? 0 : undefined)
    return count === undefined ? index : { ...index, reads: count }
  })
}

function columnOf(row: Row, charMaxBytes: ReadonlyMap<string, number>): Column {
  const [, , name, type, nullable, charset, collation, generated] = row
  const width = charset ? charMaxBytes.get(charset) : undefined
  return {
    name: name ?? '',
    type: type ?? '',
    nullable: nullable === 'YES',
    ...(charset && { charset }),
    ...(collation && { collation }),
    ...(generated && { generated: unescaped(generated) }),
    ...(width !== undefined && { charMaxBytes: width }),
  }
}

function indexesOf(rows: readonly Row[]): Index[] {
  const byName = new Map<string, Row[]>()
  for (const row of rows) {
    const name = row[2] ?? ''
    byName.set(name, [...(byName.get(name) ?? []), row])
  }
  return [...byName].map(([name, parts]) => ({
    name,
    unique: parts[0]?.[3] === '0',
    visible: parts[0]?.[11] !== 'NO',
    ...(parts[0]?.[9] && { method: parts[0][9].toLowerCase() }),
    parts: parts
      .sort((a, b) => Number(a[4]) - Number(b[4]))
      .map(([, , , , , column, prefix, direction, cardinality, , expression]) => ({
        ...(column ? { column } : { expression: unescaped(expression ?? '') }),
        ...(prefix && { prefixChars: Number(prefix) }),
        descending: direction === 'D',
        ...(cardinality && { cardinality: Number(cardinality) }),
      })),
  }))
}

/** Which expressions of STATISTICS tell the functional part, and whether the index may be used (`YES`, `NO`). */
function indexColumns({ product, version }: EngineIdentity): { expression: string; visible: string } {
  if (product === 'mariadb') {
    return {
      expression: 'NULL',
      visible: atLeast(version, 10, 6) ? "IF(IGNORED = 'YES', 'NO', 'YES')" : "'YES'",
    }
  }
  return {
    expression: atLeast(version, 8, 0, 13) ? 'EXPRESSION' : 'NULL',
    visible: atLeast(version, 8) ? 'IS_VISIBLE' : "'YES'",
  }
}

function hasGeneratedColumns({ product, version }: EngineIdentity): boolean {
  return product === 'mariadb' ? atLeast(version, 10, 2, 5) : atLeast(version, 5, 7, 6)
}

/** MySQL 8 stores expressions with their quotes escaped: `_utf8mb4\'x\'`. */
function unescaped(expression: string): string {
  return expression.replace(/\\'/g, "'")
}

function predicates(wanted: readonly WantedTable[], profile: ServerProfile): string[] {
  const text = (value: string) => quoteText(value, profile.backslashEscapes)
  const { product, version } = profile.identity
  if (product === 'mariadb' || !atLeast(version, 8)) {
    return wanted.map((table) => `TABLE_SCHEMA = ${text(table.schema)} AND TABLE_NAME = ${text(table.name)}`)
  }
  const schemas = [...new Set(wanted.map((table) => table.schema))]
  return schemas.map((schema) => {
    const names = wanted.filter((table) => table.schema === schema).map((table) => text(table.name))
    return `TABLE_SCHEMA = ${text(schema)} AND TABLE_NAME IN (${names.join(', ')})`
  })
}

/** Rows start with schema and table name. */
export function keyOf(row: Row): string {
  return JSON.stringify([row[0], row[1]])
}

function grouped(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** What the catalog can do without: a refusal of the server leaves it out. */
async function tolerant<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isAnswer(error)) return otherwise
    throw error
  }
}
