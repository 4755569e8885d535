import { TokenKind } from '../tokens'
import type { DdlCursor } from './cursor'

export interface PostgresType {
  /** As format_type prints it. */
  readonly text: string
  /** SERIAL: an integer that is not null. */
  readonly serial: boolean
}

/** Other names of the built-in types (manual, "Data Types"). */
const synonyms: Readonly<Record<string, string>> = {
  int: 'integer',
  int4: 'integer',
  int2: 'smallint',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  bool: 'boolean',
  decimal: 'numeric',
  dec: 'numeric',
  varchar: 'character varying',
  varbit: 'bit varying',
  char: 'character',
  nchar: 'character',
  timetz: 'time with time zone',
  timestamptz: 'timestamp with time zone',
  time: 'time without time zone',
  timestamp: 'timestamp without time zone',
}

const serials: Readonly<Record<string, string>> = {
  serial: 'integer',
  serial4: 'integer',
  serial2: 'smallint',
  smallserial: 'smallint',
  serial8: 'bigint',
  bigserial: 'bigint',
}

/** Reads a type, array brackets included, as the server's format_type would print it. `schema` and `public` are left out of names. */
export function readPostgresType(cursor: DdlCursor, schema: string): PostgresType | undefined {
  cursor.take('SETOF')
  const quoted = cursor.kind() === TokenKind.quotedName
  const path = cursor.dotted()
  const name = path[path.length - 1]
  if (name === undefined) return undefined
  const owner = path[path.length - 2]
  if (quoted && path.length === 1) {
    const text = name === 'char' ? '"char"' : (builtIn(name) ?? printName(name))
    return { text: text + brackets(cursor), serial: false }
  }
  const serial = serials[name]
  if (serial !== undefined) return { text: serial, serial: true }
  if (owner !== undefined && owner !== 'pg_catalog') {
    // Types of the search path are printed without their schema.
    const text = owner === schema || owner === 'public' ? printName(name) : `${printName(owner)}.${printName(name)}`
    return { text: text + modifier(cursor) + brackets(cursor), serial: false }
  }
  const text = wordsOf(name, cursor, owner === 'pg_catalog')
  return { text: text + brackets(cursor), serial: false }
}

function builtIn(name: string): string | undefined {
  return name in synonyms && name !== 'char' && name !== 'dec' ? synonyms[name] : undefined
}

/** @param internal the name was `pg_catalog.…`: grammar words like DEC and NCHAR are no types there */
function wordsOf(name: string, cursor: DdlCursor, internal: boolean): string {
  switch (name) {
    case 'national':
      if (!cursor.take('CHARACTER')) cursor.take('CHAR')
      return character(cursor)
    case 'character':
    case 'char':
    case 'nchar':
      if (internal && name === 'char') return '"char"'
      return character(cursor)
    case 'bpchar': {
      const size = modifier(cursor)
      return size === '' ? 'bpchar' : `character${size}`
    }
    case 'varchar':
      return `character varying${modifier(cursor)}`
    case 'bit': {
      const varying = cursor.take('VARYING')
      const size = modifier(cursor)
      return varying ? `bit varying${size}` : `bit${size || '(1)'}`
    }
    case 'double':
      cursor.take('PRECISION')
      return 'double precision'
    case 'float': {
      const digits = Number(cursor.group()?.text() ?? 53)
      return digits <= 24 ? 'real' : 'double precision'
    }
    case 'numeric':
    case 'decimal':
    case 'dec': {
      const inside = cursor.group()
      if (inside === undefined) return 'numeric'
      const [precision = '', scale = '0'] = inside.items().map((item) => item.source(item.at, item.end))
      return `numeric(${precision},${scale})`
    }
    case 'time':
    case 'timestamp': {
      const size = modifier(cursor)
      const zone = cursor.take('WITH', 'TIME', 'ZONE')
      if (!zone) cursor.take('WITHOUT', 'TIME', 'ZONE')
      return `${name}${size} ${zone ? 'with' : 'without'} time zone`
    }
    case 'timetz':
    case 'timestamptz':
      return `${name.slice(0, -2)}${modifier(cursor)} with time zone`
    case 'interval':
      return interval(cursor)
    default:
      return (synonyms[name] ?? printName(name)) + modifier(cursor)
  }
}

function character(cursor: DdlCursor): string {
  const varying = cursor.take('VARYING')
  const size = modifier(cursor)
  return varying ? `character varying${size}` : `character${size || '(1)'}`
}

const intervalFields = new Set(['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'TO'])

function interval(cursor: DdlCursor): string {
  let text = 'interval'
  while (intervalFields.has(cursor.word())) {
    text += ` ${cursor.word().toLowerCase()}`
    cursor.at++
  }
  return text + modifier(cursor)
}

/** `(10,2)`, or nothing. */
function modifier(cursor: DdlCursor): string {
  const inside = cursor.group()
  if (inside === undefined) return ''
  const numbers = inside.items().map((item) => item.source(item.at, item.end))
  return `(${numbers.join(',')})`
}

/** However many dimensions are written, the server keeps that it is an array. */
function brackets(cursor: DdlCursor): string {
  let isArray = cursor.take('ARRAY')
  while (cursor.kind() === TokenKind.openBracket) {
    isArray = true
    while (!cursor.done && cursor.kind() !== TokenKind.closeBracket) cursor.at++
    cursor.at++
  }
  return isArray ? '[]' : ''
}

/** A name, quoted where it must be. */
export function printName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

const collatable = /^(?:text|character varying|character|bpchar|citext)\b/

/** Does a column of this type have a collation? Domains have that of their base type. */
export function hasCollation(type: string): boolean {
  return collatable.test(type)
}
