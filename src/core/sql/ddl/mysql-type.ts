import { atLeast } from '../../engine'
import { stringValue } from '../string-literal'
import { TokenKind } from '../tokens'
import type { DdlCursor } from './cursor'
import { bytesPerChar, type MysqlTarget } from './mysql-charsets'

/** A column type as written, its synonyms resolved. */
export interface MysqlType {
  base: string
  numbers: readonly number[]
  members: readonly string[]
  unsigned: boolean
  zerofill: boolean
  /** NCHAR and NATIONAL: the three-byte charset. */
  national: boolean
  charset?: string | undefined
  collation?: string | undefined
  /** The attribute BINARY: the charset's `_bin` collation. */
  binary: boolean
}

/** Synonyms (manual, "Using Data Types from Other Database Engines", and the type chapters). */
const synonyms: Readonly<Record<string, string>> = {
  INT1: 'tinyint',
  INT2: 'smallint',
  INT3: 'mediumint',
  MIDDLEINT: 'mediumint',
  INTEGER: 'int',
  INT4: 'int',
  INT8: 'bigint',
  DEC: 'decimal',
  NUMERIC: 'decimal',
  FIXED: 'decimal',
  FLOAT4: 'float',
  FLOAT8: 'double',
  REAL: 'double',
  CHARACTER: 'char',
  VARCHARACTER: 'varchar',
  NVARCHAR: 'varchar',
  GEOMCOLLECTION: 'geometrycollection',
}

/** Digits shown without a width, signed and unsigned. */
const integerWidths: Readonly<Record<string, readonly [number, number]>> = {
  tinyint: [4, 3],
  smallint: [6, 5],
  mediumint: [9, 8],
  int: [11, 10],
  bigint: [20, 20],
}

const knownTypes = new Set([
  ...Object.keys(integerWidths),
  ...'decimal float double bit date time datetime timestamp year char varchar binary varbinary'.split(' '),
  ...'tinytext text mediumtext longtext tinyblob blob mediumblob longblob json enum set'.split(' '),
  ...'geometry point linestring polygon multipoint multilinestring multipolygon geometrycollection'.split(' '),
  ...'inet4 inet6 uuid vector'.split(' '),
])

/** The binary type that stands for a character type in the charset `binary`. */
const binaryTypes: Readonly<Record<string, string>> = {
  char: 'binary',
  varchar: 'varbinary',
  tinytext: 'tinyblob',
  text: 'blob',
  mediumtext: 'mediumblob',
  longtext: 'longblob',
}

const textSizes = ['tiny', '', 'medium', 'long'] as const
const textLimits = [2 ** 8, 2 ** 16, 2 ** 24, 2 ** 32]

/** Reads the type at the cursor, up to its attributes. Undefined, and nothing read, when no word stands there. */
export function readMysqlType(cursor: DdlCursor): { type: MysqlType; known: boolean; serial: boolean } | undefined {
  const first = cursor.word()
  if (first === '') return undefined
  cursor.at++
  const type: MysqlType = {
    base: synonyms[first] ?? first.toLowerCase(),
    numbers: [],
    members: [],
    unsigned: false,
    zerofill: false,
    national: first === 'NVARCHAR',
    binary: false,
  }
  if (first === 'SERIAL') return { type: { ...type, base: 'bigint', unsigned: true }, known: true, serial: true }
  if (first === 'BOOL' || first === 'BOOLEAN') {
    return { type: { ...type, base: 'tinyint', numbers: [1] }, known: true, serial: false }
  }
  if (first === 'DOUBLE') cursor.take('PRECISION')
  if (first === 'NCHAR' || first === 'NATIONAL') {
    type.national = true
    const varying = first === 'NATIONAL' ? cursor.word() === 'VARCHAR' || cursor.word() === 'VARCHARACTER' : false
    if (first === 'NATIONAL') cursor.at++
    type.base = varying || cursor.take('VARYING') || cursor.take('VARCHAR') ? 'varchar' : 'char'
  }
  if ((first === 'CHAR' || first === 'CHARACTER') && cursor.take('VARYING')) type.base = 'varchar'
  if (first === 'LONG') {
    type.base = cursor.take('VARBINARY') ? 'mediumblob' : 'mediumtext'
    if (type.base === 'mediumtext' && !cursor.take('VARCHAR') && !cursor.take('CHAR', 'VARYING')) {
      cursor.take('CHARACTER', 'VARYING')
    }
  }
  const inside = cursor.group()
  if (inside !== undefined) readArguments(inside, type)
  return { type, known: knownTypes.has(type.base), serial: false }
}

function readArguments(inside: DdlCursor, type: MysqlType): void {
  const numbers: number[] = []
  const members: string[] = []
  for (; !inside.done; inside.at++) {
    if (inside.kind() === TokenKind.number) numbers.push(Number(inside.text()))
    else if (inside.kind() === TokenKind.string) members.push(stringValue(inside.text(), 'mysql') ?? inside.text())
  }
  type.numbers = numbers
  type.members = members
}

/** Does the type hold text, so that it has a charset? */
export function holdsText(base: string): boolean {
  return base in binaryTypes || base === 'enum' || base === 'set'
}

/**
 * COLUMN_TYPE of information_schema, and whether the column has a charset there.
 * @param charset of the column, as the server names it; read for text types only
 */
export function printMysqlType(
  type: MysqlType,
  charset: string,
  target: MysqlTarget,
): { text: string; hasCharset: boolean } {
  const { base, numbers } = type
  const [first, second] = numbers
  const integer = integerWidths[base]
  if (integer !== undefined) return { text: integerText(type, integer, target), hasCharset: false }
  if (holdsText(base)) return textType(type, charset, target)
  const sized = (size: string) => ({ text: `${base}${size}${sign(type)}`, hasCharset: false })
  switch (base) {
    case 'decimal':
      return sized(`(${first ?? 10},${second ?? 0})`)
    case 'float':
      if (second !== undefined) return sized(`(${first},${second})`)
      return { text: `${(first ?? 0) > 24 ? 'double' : 'float'}${sign(type)}`, hasCharset: false }
    case 'double':
      return sized(second === undefined ? '' : `(${first},${second})`)
    case 'bit':
    case 'binary':
      return sized(`(${first ?? 1})`)
    case 'year':
      return sized(showsWidths(target) ? `(${first === 2 ? 2 : 4})` : '')
    case 'blob':
      return { text: first === undefined ? 'blob' : sizedText('blob', first), hasCharset: false }
    case 'json':
      return target.mariadb ? { text: 'longtext', hasCharset: true } : sized('')
    case 'geometrycollection':
      return {
        text: !target.mariadb && atLeast(target.version, 8) ? 'geomcollection' : 'geometrycollection',
        hasCharset: false,
      }
    case 'vector':
      return sized(`(${first ?? 2048})`)
    default:
      return sized(first === undefined || first === 0 ? '' : `(${numbers.join(',')})`)
  }
}

/** MySQL 8.0.19 stopped to print the display width of integers. */
function showsWidths({ mariadb, version }: MysqlTarget): boolean {
  return mariadb || !atLeast(version, 8, 0, 19)
}

function integerText(type: MysqlType, widths: readonly [number, number], target: MysqlTarget): string {
  const unsigned = type.unsigned || type.zerofill
  const width = type.numbers[0] ?? widths[unsigned ? 1 : 0]
  // What may be a Boolean, and what is filled with zeros, keeps its width.
  const shown = showsWidths(target) || type.zerofill || (type.base === 'tinyint' && width === 1 && !unsigned)
  return `${type.base}${shown ? `(${width})` : ''}${sign(type)}`
}

function sign({ unsigned, zerofill }: MysqlType): string {
  return `${unsigned || zerofill ? ' unsigned' : ''}${zerofill ? ' zerofill' : ''}`
}

function textType(type: MysqlType, charset: string, target: MysqlTarget): { text: string; hasCharset: boolean } {
  const { base, numbers, members } = type
  if (base === 'enum' || base === 'set') {
    // MySQL 8 does not tell the charset of members that are bytes.
    const hasCharset = charset !== 'binary' || target.mariadb || !atLeast(target.version, 8)
    // Trailing blanks of members that are text are cut when the table is made.
    const stored = charset === 'binary' ? members : members.map((member) => member.replace(/ +$/, ''))
    return { text: `${base}(${stored.map(quoteMember).join(',')})`, hasCharset }
  }
  const binary = charset === 'binary'
  const name = binary ? (binaryTypes[base] ?? base) : base
  const [length] = numbers
  if (base === 'char' || base === 'varchar') return { text: `${name}(${length ?? 1})`, hasCharset: !binary }
  if (base === 'text' && length !== undefined) {
    return { text: sizedText(binary ? 'blob' : 'text', length * bytesPerChar(charset)), hasCharset: !binary }
  }
  return { text: name, hasCharset: !binary }
}

/** `TEXT(100)` is the smallest of the four types that holds so many bytes. */
function sizedText(base: 'text' | 'blob', bytes: number): string {
  const at = textLimits.findIndex((limit) => bytes < limit)
  return `${textSizes[at === -1 ? 3 : at] ?? 'long'}${base}`
}

function quoteMember(member: string): string {
  const escapes: Readonly<Record<string, string>> = {
    '\\': '\\\\',
    '\0': '\\0',
    "'": "''",
    '\n': '\\n',
    '\r': '\\r',
  }
  return `'${[...member].map((character) => escapes[character] ?? character).join('')}'`
}
