import type { Index, IndexPart, Table } from '../../catalog/model'
import { quoteName as mysqlName } from '../../dialects/mysql-family'
import { quoteName as postgresName } from '../../dialects/postgres'
import type { Family } from '../../engine'
import type { DesignedPart, IndexDesign } from './model'

/** Characters that a name may have: MySQL and MariaDB 64, PostgreSQL 63 bytes. */
const longestName = 60

/** One statement and what takes it back. */
export interface Change {
  readonly apply: string
  readonly undo: string
}

/** `msg_type(5)`, `created_at DESC`, `(lower(name))`, `name text_pattern_ops`: a part as the contract writes it. */
export function partText({
  column,
  expression,
  prefixChars,
  opclass,
  descending,
}: Omit<DesignedPart, 'role' | 'narrows'>): string {
  const of = expression === undefined ? column : `(${expression})`
  const prefix = prefixChars === undefined ? '' : `(${prefixChars})`
  return `${of}${prefix}${opclass === undefined ? '' : ` ${opclass}`}${descending ? ' DESC' : ''}`
}

/** A name that says table and columns, that none of the table's indexes has, and that every server takes. */
export function indexName(
  { table, parts }: Pick<IndexDesign, 'table' | 'parts'>,
  besides: readonly string[] = [],
): string {
  const plain = ['ix', table.name, ...parts.map(({ column }) => column)].join('_').replace(/[^\p{L}\p{N}_]/gu, '_')
  const short = shortened(plain)
  const taken = new Set([...table.indexes.map(({ name }) => name), ...besides].map((name) => name.toLowerCase()))
  for (let number = 1; ; number++) {
    const name = number === 1 ? short : `${short.slice(0, longestName - 3)}_${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** PostgreSQL counts bytes, MySQL and MariaDB characters: no more of either. */
function shortened(name: string): string {
  let short = name.slice(0, longestName)
  while (utf8Bytes(short) > longestName) short = short.slice(0, -1)
  return short.replace(/_+$/, '')
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

type Definition = Pick<IndexDesign, 'table' | 'parts' | 'include' | 'method' | 'where'>

/** The statement that makes the index, and the one that takes it away again. */
export function addIndexDdl(design: Definition, name: string, family: Family): Change {
  const { table } = design
  const quote = quoting(family)
  if (family === 'mysql') {
    return {
      apply: alter(table, [`ADD KEY ${quote(name)} (${listText(design.parts, family)})`]),
      undo: alter(table, [`DROP KEY ${quote(name)}`]),
    }
  }
  return {
    apply: createIndex(design, name, 'INDEX'),
    undo: `DROP INDEX ${table.schema === '' ? '' : `${quote(table.schema)}.`}${quote(name)}`,
  }
}

/** The statement that takes an index away, and the one that makes it again. */
export function dropIndexDdl(table: Table, index: Index, family: Family): Change {
  const quote = quoting(family)
  if (family === 'mysql') {
    return { apply: alter(table, [`DROP KEY ${quote(index.name)}`]), undo: alter(table, [addAgain(index)]) }
  }
  const { apply, undo } = addIndexDdl(definitionOf(table, index), index.name, family)
  const again = index.unique ? apply.replace(/^CREATE INDEX/, 'CREATE UNIQUE INDEX') : apply
  return { apply: undo, undo: again }
}

/**
 * Several indexes of one table made, and others taken away, as one change: MySQL and MariaDB rebuild nothing twice in
 * one ALTER TABLE; PostgreSQL has a statement for each.
 */
export function changeIndexesDdl(
  added: readonly { readonly design: Definition; readonly name: string }[],
  dropped: readonly Index[],
  family: Family,
): readonly Change[] {
  const [first] = added
  if (first === undefined) return []
  const { table } = first.design
  if (family === 'postgres') {
    return [
      ...added.map(({ design, name }) => addIndexDdl(design, name, family)),
      ...dropped.map((index) => dropIndexDdl(table, index, family)),
    ]
  }
  const quote = quoting(family)
  return [
    {
      apply: alter(table, [
        ...added.map(({ design, name }) => `ADD KEY ${quote(name)} (${listText(design.parts, family)})`),
        ...dropped.map(({ name }) => `DROP KEY ${quote(name)}`),
      ]),
      undo: alter(table, [
        ...added.map(({ name }) => `DROP KEY ${quote(name)}`),
        ...dropped.map((index) => addAgain(index)),
      ]),
    },
  ]
}

/** Something of MySQL's index as it was. */
function addAgain({ name, unique, method, parts }: Index): string {
  const kind = method === 'fulltext' ? 'FULLTEXT ' : method === 'spatial' ? 'SPATIAL ' : unique ? 'UNIQUE ' : ''
  return `ADD ${kind}KEY ${mysqlName(name)} (${listText(parts, 'mysql')})`
}

function definitionOf(table: Table, { parts, include = [], method, where }: Index): Definition {
  return {
    table,
    parts: parts.map((part) => ({ ...part, column: part.column ?? '', role: 'unused', narrows: 'none' })),
    include,
    ...(method !== undefined && { method }),
    ...(where !== undefined && { where }),
  }
}

function createIndex({ table, parts, include, method, where }: Definition, name: string, word: string): string {
  const quote = postgresName
  const using = method === undefined || method === 'btree' ? '' : ` USING ${method}`
  const included = include.length === 0 ? '' : ` INCLUDE (${include.map((column) => quote(column)).join(', ')})`
  const only = where === undefined ? '' : ` WHERE ${where}`
  return `CREATE ${word} ${quote(name)} ON ${tableText(table, 'postgres')}${using} (${listText(parts, 'postgres')})${included}${only}`
}

/** Column names quoted, expressions in parentheses. */
function listText(parts: readonly (IndexPart | DesignedPart)[], family: Family): string {
  const quote = quoting(family)
  return parts
    .map((part) => {
      const { expression, prefixChars, opclass, descending } = part
      const of = expression === undefined ? quote(part.column ?? '') : `(${expression})`
      const collation = 'collation' in part && part.collation !== undefined ? ` COLLATE ${quote(part.collation)}` : ''
      const prefix = prefixChars === undefined ? '' : `(${prefixChars})`
      return `${of}${prefix}${collation}${opclass === undefined ? '' : ` ${opclass}`}${descending ? ' DESC' : ''}`
    })
    .join(', ')
}

function alter(table: Table, changes: readonly string[]): string {
  return `ALTER TABLE ${tableText(table, 'mysql')} ${changes.join(', ')}`
}

function quoting(family: Family): (name: string) => string {
  return family === 'mysql' ? mysqlName : postgresName
}

function tableText({ schema, name }: Table, family: Family): string {
  const quote = quoting(family)
  // Definitions that were pasted need not say where their tables are.
  return schema === '' ? quote(name) : `${quote(schema)}.${quote(name)}`
}
