import { CteNames } from './cte-names'
import type { TableReference } from './model'
import type { SignificantTokens } from './significant-tokens'
import { readTableFactor } from './table-factor'
import { TokenKind } from './tokens'

/**
 * The stored tables that a statement names, in the order of the text, each use once: FROM and JOIN lists, targets of
 * INSERT, UPDATE, DELETE, REPLACE, MERGE and of table DDL, in subqueries too. Left out: names that WITH defines, table
 * functions, DUAL, and the bare targets of a multi-table DELETE (they repeat names of its FROM).
 * Tolerant: reads tokens, not a grammar; what it does not understand it steps over.
 */
export function tableReferences(code: SignificantTokens): TableReference[] {
  const found: TableReference[] = []
  const ctes = new CteNames(code)
  let frame = newFrame()
  const outer: Frame[] = []
  let at = 0

  const take = (isTarget: boolean): void => {
    frame.expect = false
    while (code.word(at) === 'ONLY' || code.word(at) === 'LATERAL' || targetModifiers.has(code.word(at))) at++
    if (code.kind(at) === TokenKind.openParen) {
      // `FROM (a JOIN b)`, `FROM (SELECT …)`: the inside says which.
      outer.push(frame)
      frame = { ...newFrame(), inFrom: true, expect: true, sawVerb: true }
      at++
      return
    }
    const factor = readTableFactor(code, at, isTarget)
    if (factor === undefined) return
    const bare =
      code.kind(at + 1) === TokenKind.openParen || code.kind(lastOfName(code, at) + 1) === TokenKind.openParen
    if (bare && !isTarget) {
      // A table function; its arguments may hold subqueries.
      at = lastOfName(code, at) + 1
      return
    }
    const { reference } = factor
    const isDual = code.dialect !== 'postgres' && code.word(at) === 'DUAL' && !factor.qualified
    if (!isDual && (factor.qualified || !ctes.has(reference.name, at))) found.push(reference)
    at = factor.end
  }

  while (at < code.length) {
    const kind = code.kind(at)
    if (kind === TokenKind.openParen) {
      outer.push(frame)
      frame = newFrame()
      if (frameExpects(outer)) frame = { ...frame, inFrom: true, expect: true, sawVerb: true }
      at++
    } else if (kind === TokenKind.closeParen) {
      frame = outer.pop() ?? newFrame()
      frame.expect = false
      at++
    } else if (kind === TokenKind.comma) {
      if (frame.inFrom) frame.expect = true
      at++
    } else if (frame.expect && (kind !== TokenKind.word || !queryStarts.has(code.word(at)))) {
      take(false)
      if (!frame.expect && code.kind(at) === TokenKind.none) break
    } else if (kind === TokenKind.word) {
      const next = readWord(code, at, frame, found)
      at = next.at
      if (next.take !== undefined) {
        const before = at
        if (next.take === 'list') frame.inFrom = true
        take(next.take === 'target')
        if (at === before) at++
      }
    } else {
      at++
    }
  }
  return found
}

/** What is known at one depth of parentheses. */
interface Frame {
  /** In a FROM list, so that commas and JOIN bring tables. */
  inFrom: boolean
  /** The next name is a table. */
  expect: boolean
  /** A SELECT, UPDATE or DELETE began here: FROM is a clause, not the FROM of EXTRACT(… FROM …). */
  sawVerb: boolean
  /** Number of tables found before this DELETE; the multi-table form drops those of its FROM. */
  deleteFrom: number | undefined
}

function newFrame(): Frame {
  return { inFrom: false, expect: false, sawVerb: false, deleteFrom: undefined }
}

function frameExpects(outer: readonly Frame[]): boolean {
  return outer[outer.length - 1]?.expect === true
}

function lastOfName(code: SignificantTokens, at: number): number {
  let last = at
  while (code.kind(last + 1) === TokenKind.dot && code.isName(last + 2)) last += 2
  return last
}

const queryStarts: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE'])
const targetModifiers: ReadonlySet<string> = new Set([
  'LOW_PRIORITY',
  'HIGH_PRIORITY',
  'DELAYED',
  'QUICK',
  'IGNORE',
  'INTO',
])

/** Words that end a FROM list at their depth. */
const endsFrom: ReadonlySet<string> = new Set(
  'SELECT WHERE GROUP HAVING ORDER LIMIT UNION EXCEPT INTERSECT MINUS WINDOW SET RETURNING VALUES INTO OFFSET FETCH'.split(
    ' ',
  ),
)

/** Handles one word; says whether a table comes next, and whether more may follow it. */
function readWord(
  code: SignificantTokens,
  at: number,
  frame: Frame,
  found: TableReference[],
): { readonly at: number; readonly take?: 'list' | 'target' } {
  const word = code.word(at)
  const after = at + 1
  if (code.kind(at - 1) === TokenKind.dot || code.kind(after) === TokenKind.dot) return { at: after }
  if (endsFrom.has(word)) frame.inFrom = false
  switch (word) {
    case 'SELECT':
      frame.sawVerb = true
      frame.expect = false
      return { at: after }
    case 'WITH':
    case 'VALUES':
      frame.expect = false
      frame.inFrom = false
      return { at: after }
    case 'FROM': {
      const distinctFrom = code.word(at - 1) === 'DISTINCT' && code.word(at - 2) !== 'SELECT'
      if (!frame.sawVerb || distinctFrom) return { at: after }
      return { at: after, take: 'list' }
    }
    case 'JOIN':
      return frame.inFrom ? { at: after, take: 'list' } : { at: after }
    case 'STRAIGHT_JOIN':
      return frame.inFrom ? { at: after, take: 'list' } : { at: after }
    case 'USING':
      if (code.kind(after) === TokenKind.openParen || !frame.sawVerb) return { at: after }
      if (frame.deleteFrom !== undefined && code.dialect !== 'postgres') found.length = frame.deleteFrom
      return { at: after, take: 'list' }
    case 'DELETE':
      if (!beginsStatement(code, at)) return { at: after }
      frame.sawVerb = true
      frame.deleteFrom = found.length
      return { at: after }
    case 'UPDATE':
      if (!beginsStatement(code, at)) return { at: after }
      frame.sawVerb = true
      return { at: after, take: 'list' }
    case 'INSERT':
    case 'REPLACE':
      if (!beginsStatement(code, at)) return { at: after }
      frame.sawVerb = true
      return { at: after, take: 'target' }
    case 'MERGE':
      if (!beginsStatement(code, at)) return { at: after }
      frame.sawVerb = true
      return { at: after, take: 'list' }
    case 'TABLE':
    case 'TABLES':
      return readTableWord(code, at)
    case 'TRUNCATE':
      return at === 0 &&
        code.word(after) !== 'TABLE' &&
        code.isName(after) &&
        code.kind(after + 1) !== TokenKind.openParen
        ? { at: after, take: 'target' }
        : { at: after }
    case 'ON':
      return isIndexDdl(code) && frame.deleteFrom === undefined ? { at: after, take: 'target' } : { at: after }
    default:
      return { at: after }
  }
}

/** FOR UPDATE, ON DUPLICATE KEY UPDATE, DO UPDATE, THEN DELETE, a function REPLACE(…): the verb does not begin anything. */
function beginsStatement(code: SignificantTokens, at: number): boolean {
  if (['FOR', 'KEY', 'ON', 'DO', 'THEN', 'OR', 'BEFORE', 'AFTER', 'OF', 'CREATE'].includes(code.word(at - 1)))
    return false
  return code.kind(at + 1) !== TokenKind.openParen && code.kind(at + 1) !== TokenKind.comma
}

/** `TABLE t` as a query; `CREATE TABLE IF NOT EXISTS t`, `ALTER TABLE t`, `ANALYZE TABLE t`. */
function readTableWord(code: SignificantTokens, at: number): { readonly at: number; readonly take?: 'target' } {
  const before = code.word(at - 1)
  const isQuery = at === 0 || code.kind(at - 1) === TokenKind.openParen || setOperators.has(before)
  if (!isQuery && !tableDdl.has(before)) return { at: at + 1 }
  let name = at + 1
  while (['IF', 'NOT', 'EXISTS', 'ONLY'].includes(code.word(name))) name++
  return { at: name, take: 'target' }
}

const setOperators: ReadonlySet<string> = new Set(['UNION', 'ALL', 'DISTINCT', 'EXCEPT', 'INTERSECT', 'EXPLAIN'])
const tableDdl: ReadonlySet<string> = new Set(
  (
    'CREATE ALTER DROP TRUNCATE ANALYZE OPTIMIZE CHECK CHECKSUM REPAIR LOCAL TEMPORARY TEMP UNLOGGED REPLACE RENAME ' +
    'NO_WRITE_TO_BINLOG FOREIGN INTO'
  ).split(' '),
)

/** `CREATE [UNIQUE] INDEX … ON t`. */
function isIndexDdl(code: SignificantTokens): boolean {
  const verb = code.word(0)
  if (verb !== 'CREATE' && verb !== 'DROP') return false
  for (let i = 1; i < 4; i++) if (code.word(i) === 'INDEX') return true
  return false
}
