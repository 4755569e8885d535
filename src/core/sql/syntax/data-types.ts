import { TokenKind } from '../tokens'
import type { DataTypeNode } from './model'
import type { Reader } from './reader'
import { typeNames } from './words'

/** What may stand inside a type after its first word. */
const modifiers: ReadonlySet<string> = new Set(
  (
    'UNSIGNED SIGNED ZEROFILL INT INTEGER VARYING PRECISION CHAR CHARACTER VARCHAR VARBINARY SET CHARSET BINARY ASCII ' +
    'UNICODE BYTE ARRAY DAY TO SECOND'
  ).split(' '),
)

/** A type of CAST, CONVERT, RETURNING or JSON_TABLE: `CHAR(10) CHARACTER SET utf8mb4`, `DECIMAL(10,2)`, `UNSIGNED ARRAY`. */
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
      r.at = Math.min(r.code.closing(r.at) + 1, r.code.length)
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
