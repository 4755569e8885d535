import type { Column } from '../catalog/model'
import { charMaxBytesOf, charsetOfCollation } from './charset-bytes'
import { columnTypeOf } from './column-type'
import type { KeyLenBytes } from './model'

/** What a key part counts for in key_len, and what else it may count for. */
export interface PartBytes {
  readonly bytes: KeyLenBytes
  /**
   * Temporal columns in the format before MySQL 5.6.4 (or MariaDB's mysql56_temporal_format=OFF); functional parts that
   * may be NULL or not, depending on the sql_mode in which the index was made.
   */
  readonly alternative?: KeyLenBytes | undefined
}

type ByteColumn = Pick<Column, 'type' | 'nullable' | 'charset' | 'collation' | 'charMaxBytes'>

/** Bytes of the fraction of a second with `digits` digits, in the format since MySQL 5.6.4. */
const fractionBytes = (digits: number) => Math.ceil(digits / 2)

/** Bytes of the 0..8 decimal digits that do not fill a group of nine. */
const restDigitBytes = [0, 1, 1, 2, 2, 3, 3, 4, 4]
const decimalDigitBytes = (digits: number) => Math.floor(digits / 9) * 4 + (restDigitBytes[digits % 9] ?? 0)

const fixedBytes: Readonly<Record<string, number>> = {
  tinyint: 1,
  bool: 1,
  boolean: 1,
  smallint: 2,
  mediumint: 3,
  int: 4,
  integer: 4,
  bigint: 8,
  serial: 8,
  double: 8,
  real: 8,
  year: 1,
  date: 3,
  inet4: 4,
  inet6: 16,
  uuid: 16,
}

/** An index entry of a spatial index: four doubles and the two bytes of a variable length, as all servers print it. */
export const spatialKeyBytes = 34

const spatialTypes = new Set([
  'geometry',
  'point',
  'linestring',
  'polygon',
  'multipoint',
  'multilinestring',
  'multipolygon',
  'geometrycollection',
  'geomcollection',
])

/** Old temporal columns by the number of fraction digits (with digits: MariaDB 5.3). TIMESTAMP has the same size in both. */
const oldTimeBytes = [3, 4, 4, 5, 5, 5, 6]
const oldDateTimeBytes = [8, 6, 6, 7, 7, 7, 8]

/**
 * Bytes that a column counts for in MySQL's and MariaDB's key_len: data, plus 2 for variable-length types, plus 1 when
 * it may be NULL. A prefix counts characters for character types and bytes for binary ones.
 * Undefined when the type or its character set is not known: nothing is guessed.
 */
export function columnBytes(column: ByteColumn, prefixChars?: number): PartBytes | undefined {
  const nullFlagBytes = column.nullable ? 1 : 0
  const fixed = (dataBytes: number): KeyLenBytes => ({ dataBytes, nullFlagBytes, lengthPrefixBytes: 0 })
  const variable = (dataBytes: number): KeyLenBytes => ({ dataBytes, nullFlagBytes, lengthPrefixBytes: 2 })
  const type = columnTypeOf(column.type)
  const [first = 0, second = 0] = type.numbers

  const known = fixedBytes[type.name]
  if (known !== undefined) return { bytes: fixed(known) }

  switch (type.name) {
    case 'float':
      return { bytes: fixed(type.numbers.length === 1 && first >= 25 ? 8 : 4) }
    case 'decimal':
    case 'numeric':
    case 'dec':
    case 'fixed': {
      const precision = type.numbers.length === 0 ? 10 : first
      return { bytes: fixed(decimalDigitBytes(precision - second) + decimalDigitBytes(second)) }
    }
    case 'bit':
      return { bytes: fixed(Math.floor(((first || 1) + 7) / 8)) }
    case 'time':
      return temporal(fixed, 3 + fractionBytes(first), oldTimeBytes[first])
    case 'datetime':
      return temporal(fixed, 5 + fractionBytes(first), oldDateTimeBytes[first])
    case 'timestamp':
      return { bytes: fixed(4 + fractionBytes(first)) }
    case 'enum':
      return { bytes: fixed(type.memberCount <= 255 ? 1 : 2) }
    case 'set': {
      const bytes = Math.ceil(type.memberCount / 8)
      return { bytes: fixed(bytes > 4 ? 8 : Math.max(bytes, 1)) }
    }
    case 'binary':
      return { bytes: fixed(prefixChars ?? (first || 1)) }
    case 'varbinary':
      return { bytes: variable(prefixChars ?? first) }
    case 'blob':
    case 'tinyblob':
    case 'mediumblob':
    case 'longblob':
      return prefixChars === undefined ? undefined : { bytes: variable(prefixChars) }
    default:
  }

  const charBytes = charBytesOf(column, type.name)
  if (charBytes === undefined) return undefined
  switch (type.name) {
    case 'char':
    case 'character':
    case 'nchar':
      return { bytes: fixed((prefixChars ?? (first || 1)) * charBytes) }
    case 'varchar':
    case 'nvarchar':
      return { bytes: variable((prefixChars ?? first) * charBytes) }
    case 'text':
    case 'tinytext':
    case 'mediumtext':
    case 'longtext':
    case 'json': // MariaDB: an alias of longtext
      return prefixChars === undefined ? undefined : { bytes: variable(prefixChars * charBytes) }
    default:
      return undefined
  }
}

/** True for the types that a spatial index holds. */
export function isSpatialType(type: string): boolean {
  return spatialTypes.has(columnTypeOf(type).name)
}

/** The sum that key_len counts. */
export function totalBytes(bytes: KeyLenBytes): number {
  return bytes.dataBytes + bytes.nullFlagBytes + bytes.lengthPrefixBytes
}

function temporal(fixed: (bytes: number) => KeyLenBytes, now: number, old: number | undefined): PartBytes {
  return old === undefined || old === now ? { bytes: fixed(now) } : { bytes: fixed(now), alternative: fixed(old) }
}

function charBytesOf(column: ByteColumn, typeName: string): number | undefined {
  if (column.charMaxBytes !== undefined) return column.charMaxBytes
  if (column.charset !== undefined) return charMaxBytesOf(column.charset)
  if (column.collation !== undefined) return charMaxBytesOf(charsetOfCollation(column.collation))
  return typeName === 'json' ? 4 : undefined
}
