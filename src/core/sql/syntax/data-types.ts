import { TokenKind } from '../tokens'
import type { DataTypeNode } from './model'
import type { Reader } from './reader'
import { typeNames } from './words'

/** `(10, 2)`, `('a', 'b')` */
function sizes(r: Reader): void {
  const open = r.at
  do {
    r.at++
    if (!r.takeKind(TokenKind.number) && !r.takeKind(TokenKind.string)) r.fail('A number is expected here.')
  } while (r.kind() === TokenKind.comma)
  r.close(open)
}

/** What may stand inside a type after its first word. */
const modifiers: ReadonlySet<string> = new Set(
  (
    'UNSIGNED SIGNED ZEROFILL INT INTEGER VARYING PRECISION CHAR CHARACTER VARCHAR VARBINARY SET CHARSET BINARY ASCII ' +
    'UNICODE BYTE ARRAY DAY TO SECOND'
  ).split(' '),
)

/** A type of CAST, CONVERT or RETURNING: `CHAR(10) CHARACTER SET utf8mb4`, `DECIMAL(10,2)`, `UNSIGNED ARRAY`. */
export function castType(r: Reader, mysqlOnly = false): DataTypeNode {
  const from = r.at
  const refused = columnTypes.has(r.word()) || (mysqlOnly && mariadbTypes.has(r.word()))
  if (!refused) return dataType(r)
  const opaque = [r.missing('A type that values can be cast to')]
  return { type: 'data-type', from, to: r.at, span: r.span(from), name: '', opaque }
}

/** Types of columns that no server casts to. */
const columnTypes: ReadonlySet<string> = new Set(
  (
    'TINYTEXT TEXT MEDIUMTEXT LONGTEXT TINYBLOB BLOB MEDIUMBLOB LONGBLOB LONG ENUM SET BIT BOOL BOOLEAN SERIAL TINYINT ' +
    'SMALLINT MEDIUMINT BIGINT INT1 INT2 INT3 INT4 INT8 MIDDLEINT'
  ).split(' '),
)

/** Types that MariaDB casts to and MySQL does not. */
const mariadbTypes: ReadonlySet<string> = new Set(['INT', 'INTEGER', 'VARCHAR'])

/** Any type, as JSON_TABLE takes it. */
export function dataType(r: Reader): DataTypeNode {
  const from = r.at
  const name = r.word()
  // MariaDB looks types up by name, so any name is well formed there.
  if (!typeNames.has(name) && !(r.mariadb && r.isName())) {
    const opaque = [r.missing('A type')]
    return { type: 'data-type', from, to: r.at, span: r.span(from), name: '', opaque }
  }
  r.at++
  for (;;) {
    if (r.kind() === TokenKind.openParen) {
      sizes(r)
    } else if (modifiers.has(r.word())) {
      const namesCharset = r.word() === 'SET' || r.word() === 'CHARSET'
      r.at++
      if (namesCharset && (r.word() === 'BINARY' || r.isName() || r.kind() === TokenKind.string)) r.at++
    } else if (r.word() === 'COLLATE') {
      r.at += 2
    } else {
      break
    }
  }
  r.at = Math.min(r.at, r.code.length)
  return { type: 'data-type', from, to: r.at, span: r.span(from), name }
}
