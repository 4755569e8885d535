import type { Column, Index, IndexPart, Table } from '../catalog/model'
import type { Family } from '../engine'
import { columnBytes, isSpatialType, type PartBytes, spatialKeyBytes } from './column-bytes'
import { expressionKey } from './expression'
import { readExpression } from './expression-reader'
import { functionalPartBytes } from './functional-part'

/** One part of an index with all that is known about it: the columns that the engine appends stand at the end. */
export interface ResolvedPart {
  readonly position: number
  readonly column?: Column | undefined
  /** The name, also when the catalog has no such column. */
  readonly columnName?: string | undefined
  readonly expression?: string | undefined
  /** The expression in the spelling in which conditions are compared with it. */
  readonly expressionKey?: string | undefined
  readonly prefixChars?: number | undefined
  readonly descending: boolean
  readonly appended: boolean
  /** PostgreSQL's INCLUDE: holds the value, cannot be searched. */
  readonly included: boolean
  readonly opclass?: string | undefined
  readonly collation?: string | undefined
  /** MySQL and MariaDB, where the type tells. */
  readonly bytes?: PartBytes | undefined
}

/**
 * The parts of an index as the engine really stores them: the declared ones, then for InnoDB's secondary indexes the
 * primary key's columns that are not in it yet, or PostgreSQL's INCLUDE columns.
 */
export function resolvedParts(table: Table, index: Index, family: Family): readonly ResolvedPart[] {
  const declared = index.parts.map((part, at) => resolve(table, part, at + 1, family, index.method))
  const next = declared.length + 1
  if (family === 'postgres') {
    const included = (index.include ?? []).map((name, at) => ({
      ...resolve(table, { column: name, descending: false }, next + at, family, index.method),
      included: true,
    }))
    return [...declared, ...included]
  }
  const appended = appendedColumns(table, index).map((part, at) => ({
    ...resolve(table, part, next + at, family, index.method),
    appended: true,
  }))
  return [...declared, ...appended]
}

/** InnoDB stores the primary key at the end of each secondary index; other engines store a row address. */
function appendedColumns(table: Table, index: Index): readonly IndexPart[] {
  if (table.engine?.toLowerCase() !== 'innodb' || index.name === 'PRIMARY') return []
  if (index.method === 'fulltext' || index.method === 'spatial') return []
  const clustered = clusteredIndex(table)
  if (clustered?.name === index.name) return []
  const parts = clustered?.parts ?? (table.primaryKey ?? []).map((column) => ({ column, descending: false }))
  // A column of which the index holds only a prefix is appended whole.
  const whole = new Set(index.parts.filter((part) => part.prefixChars === undefined).map((part) => part.column))
  return parts.filter((part) => part.column !== undefined && !whole.has(part.column))
}

/** The primary key, or in its place the first unique index without NULLs and prefixes. */
function clusteredIndex(table: Table): Index | undefined {
  const primary = table.indexes.find((candidate) => candidate.name === 'PRIMARY')
  if (primary !== undefined || table.primaryKey !== undefined) return primary
  return table.indexes.find(
    (candidate) =>
      candidate.unique &&
      candidate.parts.every(
        (part) =>
          part.prefixChars === undefined &&
          table.columns.some((column) => column.name === part.column && !column.nullable),
      ),
  )
}

function resolve(
  table: Table,
  part: IndexPart,
  position: number,
  family: Family,
  method: string | undefined,
): ResolvedPart {
  const name = part.column?.toLowerCase()
  const column = name === undefined ? undefined : table.columns.find((one) => one.name.toLowerCase() === name)
  return {
    position,
    column,
    columnName: part.column,
    expression: part.expression,
    expressionKey: part.expression === undefined ? undefined : expressionKey(readExpression(part.expression, family)),
    prefixChars: part.prefixChars,
    descending: part.descending,
    appended: false,
    included: false,
    opclass: part.opclass,
    collation: part.collation,
    bytes: family === 'mysql' ? bytesOf(table, part, column, method) : undefined,
  }
}

function bytesOf(
  table: Table,
  part: IndexPart,
  column: Column | undefined,
  method: string | undefined,
): PartBytes | undefined {
  if (method === 'fulltext') return { bytes: { dataBytes: 0, nullFlagBytes: 0, lengthPrefixBytes: 0 } }
  if (part.expression !== undefined) return functionalPartBytes(part.expression, table)
  if (column === undefined) return undefined
  if (method === 'spatial' || (method === undefined && isSpatialType(column.type)))
    return { bytes: { dataBytes: spatialKeyBytes - 2, nullFlagBytes: 0, lengthPrefixBytes: 2 } }
  return columnBytes(column, part.prefixChars)
}
