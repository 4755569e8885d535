import { TokenKind } from '../tokens'
import type { DdlCursor } from './cursor'
import type { DraftColumn, DraftForeignKey, DraftKey, SchemaDraft } from './draft'
import type { MysqlTarget } from './mysql-charsets'
import { mysqlExpressionText } from './mysql-expression'
import { readReferences } from './mysql-keys'
import { readMysqlType } from './mysql-type'

/** One column definition, and the keys that it brings. */
export interface ReadColumn {
  readonly column: DraftColumn
  readonly keys: readonly DraftKey[]
  readonly foreignKeys: readonly DraftForeignKey[]
}

/** Reads `name type attributes …` to the end of the cursor. Undefined when it does not begin like one. */
export function readMysqlColumn(cursor: DdlCursor, draft: SchemaDraft, target: MysqlTarget): ReadColumn | undefined {
  const from = cursor.at
  const name = cursor.name()
  const read = name === undefined ? undefined : readMysqlType(cursor)
  if (name === undefined || read === undefined) {
    draft.note('This is not understood as a column.', cursor.spanFrom(from))
    return undefined
  }
  if (!read.known) draft.note(`The type ${read.type.base} is not known.`, cursor.spanFrom(from + 1, cursor.at))
  const column: DraftColumn = { name, type: read.type.base, pending: read.type }
  const found: Found = { column, primary: false, unique: false, foreignKeys: [] }
  if (read.serial) {
    column.nullable = false
    found.unique = true
  }
  while (!cursor.done) {
    if (readTypeAttribute(cursor, read.type) || readAttribute(cursor, found, draft, target)) continue
    draft.note('This attribute of the column is not known.', cursor.spanFrom(cursor.at))
    break
  }
  const keys: DraftKey[] = []
  const key = (kind: 'primary' | 'unique') =>
    keys.push({
      kind,
      visible: true,
      parts: [{ column: name, descending: false }],
      include: [],
      implied: false,
      constraint: false,
    })
  if (found.primary) key('primary')
  // MariaDB makes one key where a column is said to be both.
  if (found.unique && !(found.primary && target.mariadb)) key('unique')
  return { column, keys, foreignKeys: found.foreignKeys }
}

interface Found {
  readonly column: DraftColumn
  primary: boolean
  unique: boolean
  readonly foreignKeys: DraftForeignKey[]
}

/** What belongs to the type: sign and charset. */
function readTypeAttribute(cursor: DdlCursor, type: NonNullable<DraftColumn['pending']>): boolean {
  if (cursor.take('UNSIGNED')) type.unsigned = true
  else if (cursor.take('ZEROFILL')) type.zerofill = true
  else if (cursor.take('SIGNED')) return true
  else if (cursor.take('BINARY')) type.binary = true
  else if (cursor.take('ASCII')) type.charset = 'latin1'
  else if (cursor.take('UNICODE')) type.charset = 'ucs2'
  else if (cursor.take('BYTE')) type.charset = 'binary'
  else if (cursor.take('CHARSET') || cursor.take('CHARACTER', 'SET') || cursor.take('CHAR', 'SET')) {
    cursor.takeText('=')
    type.charset = charsetOf(cursor)
  } else if (cursor.take('COLLATE')) {
    cursor.takeText('=')
    type.collation = charsetOf(cursor)
  } else return false
  return true
}

/** The name of a charset or collation: a word, a quoted name or a string. */
export function charsetOf(cursor: DdlCursor): string | undefined {
  const text = cursor.text()
  cursor.at++
  return text === '' ? undefined : text.replace(/^['"`]|['"`]$/g, '')
}

function readAttribute(cursor: DdlCursor, found: Found, draft: SchemaDraft, target: MysqlTarget): boolean {
  const { column } = found
  if (cursor.take('NOT', 'NULL')) column.nullable = false
  else if (cursor.take('NULL')) column.nullable ??= true
  else if (cursor.take('AUTO_INCREMENT')) column.nullable = false
  else if (cursor.take('SERIAL', 'DEFAULT', 'VALUE')) {
    column.nullable = false
    found.unique = true
  } else if (cursor.take('DEFAULT')) skipValue(cursor)
  else if (cursor.take('ON', 'UPDATE')) skipValue(cursor)
  else if (cursor.take('UNIQUE')) {
    cursor.take('KEY')
    found.unique = true
  } else if (cursor.take('PRIMARY') || cursor.is('KEY')) {
    cursor.take('KEY')
    found.primary = true
  } else if (cursor.take('GENERATED', 'ALWAYS', 'AS') || cursor.take('AS')) readGenerated(cursor, column, draft, target)
  else if (cursor.is('REFERENCES')) {
    const reference = readReferences(cursor, draft, [column.name], undefined)
    // Until MySQL 9.0 and MariaDB 10.5 such a clause was read and forgotten.
    const counts = target.mariadb ? target.version.major > 10 || target.version.minor >= 5 : target.version.major >= 9
    if (reference !== undefined && counts) found.foreignKeys.push(reference)
  } else if (cursor.is('CONSTRAINT') || cursor.is('CHECK')) skipCheck(cursor)
  else if (cursor.take('NOT', 'ENFORCED') || cursor.take('ENFORCED')) return true
  else if (cursor.take('NOT', 'SECONDARY')) return true
  else return skipOther(cursor)
  return true
}

function readGenerated(cursor: DdlCursor, column: DraftColumn, draft: SchemaDraft, target: MysqlTarget): void {
  // Columns of MariaDB's system versions: GENERATED ALWAYS AS ROW START.
  if (cursor.take('ROW')) {
    cursor.at++
    column.nullable = false
    return
  }
  const inside = cursor.group()
  if (inside !== undefined) {
    column.generated = inside.source(inside.at, inside.end)
    draft.whenColumnsAreKnown.push((table) => {
      column.generated = mysqlExpressionText(inside, table, draft, target, false)
      column.generatedOnceAltered = mysqlExpressionText(inside, table, draft, target, true)
    })
  }
  if (!cursor.take('STORED') && !cursor.take('PERSISTENT')) {
    cursor.take('VIRTUAL')
    column.virtual = true
  }
}

/** Attributes that say nothing about types and keys. */
function skipOther(cursor: DdlCursor): boolean {
  const word = cursor.word()
  if (single.has(word)) cursor.at++
  else if (withValue.has(word)) {
    cursor.at++
    cursor.takeText('=')
    cursor.skip()
  } else if (cursor.is('WITH', 'SYSTEM', 'VERSIONING') || cursor.is('WITHOUT', 'SYSTEM', 'VERSIONING')) cursor.at += 3
  else return false
  return true
}

const single = new Set(['VISIBLE', 'INVISIBLE', 'COMPRESSED'])
const withValue = new Set([
  'COMMENT',
  'COLUMN_FORMAT',
  'STORAGE',
  'ENGINE_ATTRIBUTE',
  'SECONDARY_ENGINE_ATTRIBUTE',
  'SRID',
  'REF_SYSTEM_ID',
])

/** `[CONSTRAINT [name]] CHECK (…)` */
export function skipCheck(cursor: DdlCursor): void {
  if (cursor.take('CONSTRAINT') && !cursor.is('CHECK')) cursor.at++
  cursor.take('CHECK')
  cursor.group()
}

/** A default: a literal, a word, a call, or (MariaDB) an expression without parentheses. */
function skipValue(cursor: DdlCursor): void {
  do {
    while (cursor.kind() === TokenKind.operator) cursor.at++
    cursor.skip()
    if (cursor.kind() === TokenKind.openParen) cursor.skip()
  } while (cursor.kind() === TokenKind.operator)
}
