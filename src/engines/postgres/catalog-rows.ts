import { z } from 'zod'
import type { Catalog, Column, Index, IndexPart, Reference, Table } from '../../core/catalog/model'

type Row = readonly (string | null)[]

/** Bytes by oid of table or index. */
export type Sizes = ReadonlyMap<string, number>

export interface CatalogAnswers {
  readonly tables: readonly Row[]
  readonly columns: readonly Row[]
  readonly indexes: readonly Row[]
  readonly foreignKeys: readonly Row[]
  readonly references: readonly Row[]
  readonly sizes: Sizes
}

const tableTypes: Readonly<Record<string, string>> = {
  v: 'view',
  m: 'materialized view',
  p: 'partitioned',
  f: 'foreign',
}

const nameList = z.array(z.string())

/** The answers to the catalog questions as one catalog. Columns of the rows: see catalog-queries.ts. */
export function assemble(answers: CatalogAnswers): Catalog {
  const columns = byFirst(answers.columns)
  const indexes = byFirst(answers.indexes)
  const foreignKeys = byFirst(answers.foreignKeys)
  const references = byFirst(answers.references)
  return {
    tables: answers.tables.map((row): Table => {
      const [oid, schema, name, kind, engine, reltuples, analyzedAt, countedSeconds] = row
      const id = oid ?? ''
      const indexRows = indexes.get(id) ?? []
      const primaryKey = indexRows.filter((part) => part[4] === 't' && part[8] === 't').map((part) => part[9] ?? '')
      const rows = Number(reltuples)
      const bytes = answers.sizes.get(id)
      const type = tableTypes[kind ?? '']
      return {
        schema: schema ?? '',
        name: name ?? '',
        ...(engine !== null && engine !== undefined && { engine }),
        ...(type && { type }),
        // -1: never vacuumed or analyzed (14 and later; 0 stood for that before).
        ...(reltuples !== null && rows >= 0 && type !== 'view' && { rows }),
        ...(bytes !== undefined && type !== 'view' && { bytes }),
        ...(analyzedAt && { analyzedAt }),
        columns: (columns.get(id) ?? []).map(columnOf),
        indexes: [...byColumn(indexRows, 1).values()].map((parts) => indexOf(parts, answers.sizes)),
        ...(primaryKey.length > 0 && { primaryKey }),
        foreignKeys: (foreignKeys.get(id) ?? []).map((key) => ({
          name: key[1] ?? '',
          columns: nameList.parse(JSON.parse(key[2] ?? '[]')),
          toTable: key[3] === schema ? (key[4] ?? '') : `${key[3]}.${key[4]}`,
          toColumns: nameList.parse(JSON.parse(key[5] ?? '[]')),
        })),
        referencedBy: (references.get(id) ?? []).map(referenceOf),
        ...(countedSeconds && { readsCountedSeconds: Math.round(Number(countedSeconds)) }),
      }
    }),
  }
}

function referenceOf([, name, schema, table, columns, toColumns, indexed, reltuples]: Row): Reference {
  const rows = Number(reltuples ?? -1)
  return {
    name: name ?? '',
    schema: schema ?? '',
    table: table ?? '',
    columns: nameList.parse(JSON.parse(columns ?? '[]')),
    toColumns: nameList.parse(JSON.parse(toColumns ?? '[]')),
    indexed: indexed === 't',
    ...(rows >= 0 && { rows }),
  }
}

function columnOf([, name, type, nullable, collation, generated]: Row): Column {
  return {
    name: name ?? '',
    type: type ?? '',
    nullable: nullable === 't',
    ...(collation && { collation }),
    ...(generated && { generated }),
  }
}

function indexOf(rows: readonly Row[], sizes: Sizes): Index {
  const [, oid, name, unique, , valid, method, where] = rows[0] ?? []
  const reads = rows[0]?.[15]
  const include = rows.filter((row) => row[8] === 'f').map((row) => row[9] ?? row[10] ?? '')
  const bytes = sizes.get(oid ?? '')
  return {
    name: name ?? '',
    unique: unique === 't',
    visible: valid === 't',
    ...(method && { method }),
    parts: rows.filter((row) => row[8] === 't').map(partOf),
    ...(include.length > 0 && { include }),
    ...(where && { where }),
    ...(bytes !== undefined && { bytes }),
    ...(reads && { reads: Number(reads) }),
  }
}

function partOf(row: Row): IndexPart {
  const [column, expression, descending, opclass, collation, cardinality] = row.slice(9)
  return {
    ...(column && { column }),
    ...(!column && expression && { expression }),
    descending: descending === 't',
    ...(cardinality && { cardinality: Math.round(Number(cardinality)) }),
    ...(opclass && { opclass }),
    ...(collation && { collation }),
  }
}

function byFirst(rows: readonly Row[]): Map<string, Row[]> {
  return byColumn(rows, 0)
}

/** Rows grouped by one column, groups and rows in the order in which they came. */
function byColumn(rows: readonly Row[], at: number): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = row[at] ?? ''
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
