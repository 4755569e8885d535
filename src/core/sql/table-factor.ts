import type { TableReference } from './model'
import { readDottedName, unquoteName } from './names'
import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/** A table with what belongs to it, and the place after it. */
export interface TableFactor {
  readonly reference: TableReference
  readonly qualified: boolean
  readonly end: number
}

/**
 * Reads `[schema.]name [PARTITION (…)] [[AS] alias [(columns)]] [index hints]` at `at`; undefined when no name is
 * there. `aliasNeedsAs` is for targets of INSERT and DDL, where a word after the name is syntax. MySQL's order is that of domain rules: the hint list comes after alias and PARTITION.
 */
export function readTableFactor(code: SignificantTokens, at: number, aliasNeedsAs = false): TableFactor | undefined {
  const dotted = readDottedName(code, at)
  if (dotted === undefined) return undefined
  const name = dotted.parts[dotted.parts.length - 1] ?? ''
  const schema = dotted.parts[dotted.parts.length - 2]
  const mysql = code.dialect !== 'postgres'
  let next = dotted.end
  if (!mysql && code.isOperator(next, '*')) next++
  if (mysql && code.word(next) === 'PARTITION' && code.kind(next + 1) === TokenKind.openParen) {
    next = code.closing(next + 1) + 1
  }
  if (mysql && code.word(next) === 'FOR' && code.word(next + 1) === 'SYSTEM_TIME')
    next = afterSystemTime(code, next + 2)
  let last = next
  let alias: string | undefined
  const aliasAt = code.word(next) === 'AS' ? next + 1 : next
  if (!(aliasNeedsAs && aliasAt === next) && isAlias(code, aliasAt, aliasAt > next)) {
    alias = unquoteName(code.text(aliasAt))
    next = aliasAt + 1
    last = next
    if (!mysql && code.kind(next) === TokenKind.openParen) next = code.closing(next) + 1
  }
  const span = { start: code.start(at), end: code.end(last - 1) }
  const hints = mysql ? readIndexHints(code, next) : undefined
  const place = code.end(next - 1)
  const hintSpan = hints === undefined ? { start: place, end: place } : hints.span
  return {
    reference: {
      ...(schema === undefined ? {} : { schema }),
      name,
      ...(alias === undefined ? {} : { alias }),
      span,
      ...(mysql ? { hintSpan } : {}),
    },
    qualified: schema !== undefined,
    end: hints?.end ?? next,
  }
}

function isAlias(code: SignificantTokens, at: number, afterAs: boolean): boolean {
  if (code.kind(at) === TokenKind.quotedName) return true
  if (code.kind(at) !== TokenKind.word)
    return code.dialect !== 'postgres' && afterAs && code.kind(at) === TokenKind.string
  const word = code.word(at)
  if (word === 'OF' && afterAs) return false
  return !endsFactor.has(word) || (afterAs && !alwaysReserved.has(word))
}

/** Words that may follow a table and so are no alias of it. */
const endsFactor: ReadonlySet<string> = new Set(
  (
    'AS CROSS EXCEPT FETCH FOR FORCE FROM FULL GROUP HAVING IGNORE INNER INTERSECT INTO JOIN LEFT LIMIT LOCK MINUS NATURAL ' +
    'OFFSET ON ORDER OUTER OUTFILE PARTITION PROCEDURE RETURNING RIGHT SELECT SET STRAIGHT_JOIN TABLESAMPLE UNION USE ' +
    'USING VALUES VALUE WHEN WHERE WINDOW WITH ROWS AND OR DEFAULT OVERRIDING DO TABLE'
  ).split(' '),
)
const alwaysReserved: ReadonlySet<string> = new Set(
  'FROM SELECT WHERE JOIN ON GROUP ORDER HAVING UNION INTO TABLE VALUES WITH'.split(' '),
)

/** `AS OF x`, `BETWEEN a AND b`, `FROM a TO b`, `ALL`: up to the word that ends the table. */
function afterSystemTime(code: SignificantTokens, from: number): number {
  let at = from
  if (code.word(at) === 'ALL') return at + 1
  if (code.word(at) === 'AS') return afterOperand(code, at + 2)
  const pair = code.word(at) === 'BETWEEN' ? 'AND' : 'TO'
  at = afterOperand(code, at + 1)
  return code.word(at) === pair ? afterOperand(code, at + 1) : at
}

/** One simple value: `TIMESTAMP '…'`, `'…'`, `NOW()`, `@x`. */
function afterOperand(code: SignificantTokens, from: number): number {
  let at = from
  if (code.word(at) === 'TIMESTAMP' || code.word(at) === 'TRANSACTION') at++
  at++
  return code.kind(at) === TokenKind.openParen ? code.closing(at) + 1 : at
}

/** `USE INDEX (a)`, `FORCE KEY FOR JOIN (b)`, `IGNORE INDEX (c, d)`: all lists that stand together. */
function readIndexHints(code: SignificantTokens, from: number) {
  let end = from
  for (;;) {
    let at = code.kind(end) === TokenKind.comma && end > from ? end + 1 : end
    const action = code.word(at)
    if (action !== 'USE' && action !== 'FORCE' && action !== 'IGNORE') break
    const what = code.word(at + 1)
    if (what !== 'INDEX' && what !== 'KEY') break
    at += 2
    if (code.word(at) === 'FOR') at += code.word(at + 1) === 'JOIN' ? 2 : 3
    if (code.kind(at) !== TokenKind.openParen) break
    end = code.closing(at) + 1
  }
  if (end === from) return undefined
  return { end, span: { start: code.start(from), end: code.end(Math.min(end, code.length) - 1) } }
}
