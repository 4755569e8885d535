import { conditionShape } from './condition-kind'
import type { SqlCondition, TableReference } from './model'
import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/**
 * The conditions of a statement's own WHERE, ON and HAVING that must all hold (joined by AND), with their places.
 * A part with OR at its top is one condition of kind `other`. Subqueries, CTEs and the later members of a UNION are
 * not entered. For a column without a table name the statement's only table is taken, when there is only one.
 */
export function topConditions(code: SignificantTokens, tables: readonly TableReference[]): SqlCondition[] {
  const [only, second] = outerTables(code, tables)
  const onlyTable = second === undefined ? (only?.alias ?? only?.name) : undefined
  const conditions: SqlCondition[] = []
  for (const clause of clausesOf(code)) {
    for (const part of splitByAnd(code, clause.from, clause.to)) {
      if (part.from >= part.to) continue
      const shape = part.hasOr ? undefined : conditionShape(code, part.from, part.to)
      const columns = (shape ?? conditionShape(code, part.from, part.to)).columns
      const named = columns.map((use) => use.table ?? onlyTable)
      const span = { start: code.start(part.from), end: code.end(part.to - 1) }
      conditions.push({
        text: code.tokens.text.slice(span.start, span.end),
        span,
        clause: clause.clause,
        tables: unique(named.filter((name) => name !== undefined)),
        columns: unique(columns.map((use) => use.column)),
        operator: shape === undefined ? 'OR' : shape.operator,
        kind: shape?.kind ?? 'other',
        ...(shape?.fixedPrefix === undefined ? {} : { fixedPrefix: shape.fixedPrefix }),
      })
    }
  }
  return conditions
}

/** The tables of the statement's own FROM list: not those of subqueries or of later members of a UNION. */
function outerTables(code: SignificantTokens, tables: readonly TableReference[]): TableReference[] {
  const inner: { readonly start: number; readonly end: number }[] = []
  for (let at = queryStart(code); at < code.length; at++) {
    if (code.kind(at) === TokenKind.openParen && holdsQuery(code, at)) {
      inner.push({ start: code.start(at), end: code.end(code.closing(at)) })
      at = code.closing(at)
    } else if (setOperations.has(code.word(at))) {
      inner.push({ start: code.start(at), end: code.tokens.text.length })
      break
    }
  }
  return tables.filter(({ span }) => !inner.some((range) => span.start >= range.start && span.start < range.end))
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}

interface Clause {
  readonly clause: SqlCondition['clause']
  readonly from: number
  readonly to: number
}

/** Words that end a condition list at its depth. */
const clauseEnds: ReadonlySet<string> = new Set(
  (
    'WHERE GROUP HAVING ORDER LIMIT UNION EXCEPT INTERSECT MINUS WINDOW FOR LOCK INTO RETURNING OFFSET FETCH SET JOIN INNER ' +
    'LEFT RIGHT CROSS NATURAL FULL STRAIGHT_JOIN ON WHEN PROCEDURE ROWS USING DO'
  ).split(' '),
)
/** Only these of them are also functions or part of one; then a parenthesis follows. */
const alsoFunctions: ReadonlySet<string> = new Set(['LEFT', 'RIGHT', 'INTERSECT'])

function clausesOf(code: SignificantTokens): Clause[] {
  const clauses: Clause[] = []
  const begin = queryStart(code)
  const close = code.kind(begin - 1) === TokenKind.openParen ? code.closing(begin - 1) : code.length
  let open: { clause: SqlCondition['clause']; from: number } | undefined
  for (let at = begin; at < close; at++) {
    const kind = code.kind(at)
    if (kind === TokenKind.openParen) {
      // ON conditions inside `FROM (a JOIN b ON …)` belong to the statement too.
      if (open !== undefined || !isJoinParen(code, at)) at = code.closing(at)
      continue
    }
    const word = code.word(at)
    const ends = kind === TokenKind.closeParen || kind === TokenKind.comma || isClauseEnd(code, at, word)
    if (ends && open !== undefined) {
      clauses.push({ ...open, to: at })
      open = undefined
    }
    if (code.kind(at - 1) === TokenKind.dot || code.kind(at + 1) === TokenKind.dot) continue
    if (word === 'WHERE') open = { clause: 'where', from: at + 1 }
    else if (word === 'HAVING') open = { clause: 'having', from: at + 1 }
    else if (word === 'ON' && isJoinOn(code, at)) open = { clause: 'on', from: at + 1 }
    else if (setOperations.has(word)) break
  }
  if (open !== undefined) clauses.push({ ...open, to: close })
  return clauses
}

const setOperations: ReadonlySet<string> = new Set(['UNION', 'EXCEPT', 'INTERSECT', 'MINUS'])

function isClauseEnd(code: SignificantTokens, at: number, word: string): boolean {
  if (!clauseEnds.has(word) || code.kind(at - 1) === TokenKind.dot || code.kind(at + 1) === TokenKind.dot) return false
  // MERGE … ON a = b WHEN MATCHED; any other WHEN belongs to a CASE.
  if (word === 'WHEN' && code.word(at + 1) !== 'MATCHED' && code.word(at + 2) !== 'MATCHED') return false
  return !(alsoFunctions.has(word) && code.kind(at + 1) === TokenKind.openParen)
}

/** ON DUPLICATE KEY, ON CONFLICT, DISTINCT ON are no joins. */
function isJoinOn(code: SignificantTokens, at: number): boolean {
  const next = code.word(at + 1)
  return next !== 'DUPLICATE' && next !== 'CONFLICT' && code.word(at - 1) !== 'DISTINCT'
}

/** The statement's own SELECT, UPDATE, DELETE …: behind wrappers and a WITH list, whose parentheses are skipped. */
function queryStart(code: SignificantTokens): number {
  let at = 0
  while (code.kind(at) === TokenKind.openParen) at++
  return at
}

/** `FROM (t1 JOIN t2 ON …)`: a parenthesis in a FROM list that holds no query. */
function isJoinParen(code: SignificantTokens, at: number): boolean {
  const before = code.word(at - 1)
  if (before !== 'FROM' && before !== 'JOIN' && code.kind(at - 1) !== TokenKind.openParen) return false
  const first = code.word(at + 1)
  return first !== 'SELECT' && first !== 'WITH' && first !== 'VALUES' && first !== 'TABLE'
}

interface Part {
  readonly from: number
  readonly to: number
  readonly hasOr: boolean
}

/** Conditions nested deeper in parentheses than this are left as one; nobody writes them. */
const maxDepth = 50

/** Splits at AND of the clause's depth, minding BETWEEN … AND and CASE … END; parentheses around all are opened. */
function splitByAnd(code: SignificantTokens, outerFrom: number, outerTo: number, depth = 0): Part[] {
  let from = outerFrom
  let to = outerTo
  while (code.kind(from) === TokenKind.openParen && code.closing(from) === to - 1 && !holdsQuery(code, from)) {
    from++
    to--
  }
  const parts: Part[] = []
  let start = from
  let betweens = 0
  let cases = 0
  let hasOr = false
  for (let at = from; at < to; at++) {
    if (code.kind(at) === TokenKind.openParen) {
      at = code.closing(at)
      continue
    }
    const word = code.word(at)
    if (word === 'CASE') cases++
    else if (word === 'END') cases--
    if (cases > 0) continue
    if (word === 'BETWEEN') betweens++
    else if (word === 'OR' || word === 'XOR' || code.isOperator(at, '||')) hasOr ||= isOr(code, word)
    else if (word === 'AND' && betweens > 0) betweens--
    else if (word === 'AND' || (code.isOperator(at, '&&') && code.dialect !== 'postgres')) {
      parts.push({ from: start, to: at, hasOr: false })
      start = at + 1
    }
  }
  parts.push({ from: start, to, hasOr: false })
  // `a AND b OR c` is one condition: nothing of it must hold alone.
  if (hasOr) return [{ from: outerFrom, to: outerTo, hasOr: true }]
  if (parts.length === 1 || depth === maxDepth) return parts
  return parts.flatMap((part) => splitByAnd(code, part.from, part.to, depth + 1))
}

/** `||` joins strings in PostgreSQL and is OR in MySQL. */
function isOr(code: SignificantTokens, word: string): boolean {
  return word !== '' || code.dialect !== 'postgres'
}

function holdsQuery(code: SignificantTokens, open: number): boolean {
  const first = code.word(open + 1)
  return first === 'SELECT' || first === 'WITH' || first === 'VALUES' || first === 'TABLE'
}
