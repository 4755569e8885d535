import { isReserved } from '../keywords'
import { TokenKind } from '../tokens'
import type { CaretInCode } from './caret'

/** What stands before the word being typed: does an operand end there, or must one come? */
export type Before = 'operand' | 'operator' | 'start'

const operatorWords: ReadonlySet<string> = new Set(
  'AND OR XOR NOT IN LIKE ILIKE REGEXP RLIKE BETWEEN IS ON WHERE HAVING SELECT DISTINCT ALL BY WHEN THEN ELSE CASE SET LIMIT OFFSET RETURNING DIV MOD FROM USING VALUES AS ANY SOME EXISTS'.split(
    ' ',
  ),
)

export function before({ code, at }: CaretInCode): Before {
  const kind = code.kind(at - 1)
  if (kind === TokenKind.none || kind === TokenKind.terminator) return 'start'
  if (kind === TokenKind.closeParen || kind === TokenKind.quotedName || kind === TokenKind.string) return 'operand'
  if (kind === TokenKind.number || kind === TokenKind.placeholder || kind === TokenKind.userVariable) return 'operand'
  // The star of a select list; as a product something follows.
  if (code.isOperator(at - 1, '*')) {
    const isStar =
      code.word(at - 2) === 'SELECT' || code.kind(at - 2) === TokenKind.comma || code.kind(at - 2) === TokenKind.dot
    return isStar ? 'operand' : 'operator'
  }
  if (kind !== TokenKind.word) return 'operator'
  const word = code.word(at - 1)
  if (operatorWords.has(word)) return 'operator'
  return word === 'END' || word === 'NULL' || word === 'TRUE' || word === 'FALSE' || !isReserved(word, code.dialect)
    ? 'operand'
    : 'operator'
}

/** What stands in a list of values. */
const listed: ReadonlySet<number> = new Set([
  TokenKind.comma,
  TokenKind.string,
  TokenKind.number,
  TokenKind.placeholder,
  TokenKind.userVariable,
])

/** The column compared with what is being typed: `a = |`, `t.a IN ('x', |`, `a BETWEEN 1 AND |`. */
export function comparedColumn({
  code,
  at,
}: CaretInCode): { readonly table?: string; readonly name: string; readonly operator: string } | undefined {
  let end = at - 1
  if (code.kind(end) === TokenKind.openParen || code.kind(end) === TokenKind.comma) {
    // Back to the `(` of a list.
    while (end >= 0 && listed.has(code.kind(end))) end--
    if (code.kind(end) !== TokenKind.openParen || code.word(end - 1) !== 'IN') return undefined
    end--
  }
  // a BETWEEN 1 AND |
  if (code.word(end) === 'AND' && code.word(end - 2) === 'BETWEEN') end -= 2
  const operator = code.word(end) || code.text(end)
  if (code.kind(end) !== TokenKind.operator && !/^(?:IN|LIKE|ILIKE|BETWEEN)$/.test(operator)) return undefined
  let name = end - 1
  if (code.word(name) === 'NOT') name--
  if (!code.isName(name)) return undefined
  const plain = (index: number) => code.text(index).replace(/^[`"]|[`"]$/g, '')
  if (code.kind(name - 1) === TokenKind.dot && code.isName(name - 2))
    return { table: plain(name - 2), name: plain(name), operator }
  return { name: plain(name), operator }
}
