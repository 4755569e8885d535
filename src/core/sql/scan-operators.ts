import { isPostgresOperator } from './characters'

/** Longest first, so that the first that fits is the one. */
const mysqlOperators = ['->>', '<=>', '->', '<=', '>=', '<>', '!=', '<<', '>>', '||', '&&', ':=']
const mysqlOperatorStarts = new Set(mysqlOperators.map((operator) => operator.charCodeAt(0)))

/** The end of the MySQL operator at `at`; any single character is one when nothing longer fits. */
export function scanMysqlOperator(text: string, at: number): number {
  if (mysqlOperatorStarts.has(text.charCodeAt(at))) {
    for (const operator of mysqlOperators) if (text.startsWith(operator, at)) return at + operator.length
  }
  return at + 1
}

/** PostgreSQL's NAMEDATALEN - 1. Also keeps a megabyte of `+` from being read once per `+`. */
const maxOperatorLength = 63

const postgresFixed = ['::', ':=', '=>', '..']
/** Comparisons that a JDBC-style `?` may follow without a blank: `a=?` is no operator `=?`. */
const comparisons = new Set(['=', '<', '>', '<=', '>=', '<>', '!='])

/**
 * The end of the PostgreSQL operator at `at`, by the rules of its lexer (manual, "Operators" of lexical structure):
 * the longest run of operator characters; `--` and `/*` end it; a run of several may end in `+` or `-` only if it
 * also holds one of ~ ! @ # % ^ & | ` ?
 */
export function scanPostgresOperator(text: string, at: number): number {
  for (const fixed of postgresFixed) {
    if (text.startsWith(fixed, at) && !(fixed === '=>' && isPostgresOperator(text.charCodeAt(at + 2)))) return at + 2
  }
  let end = at
  let special = false
  const limit = Math.min(text.length, at + maxOperatorLength)
  for (; end < limit; end++) {
    const code = text.charCodeAt(end)
    if (!isPostgresOperator(code)) break
    const next = text.charCodeAt(end + 1)
    if ((code === 45 && next === 45) || (code === 47 && next === 42)) break
    if (!isPlainOperatorCharacter(code)) special = true
  }
  if (end === at) return at + 1
  while (end - at > 1 && !special && isSign(text.charCodeAt(end - 1))) end--
  if (end - at <= 3 && text.charCodeAt(end - 1) === 63 && comparisons.has(text.slice(at, end - 1))) return end - 1
  return end
}

function isSign(code: number): boolean {
  return code === 43 || code === 45
}

/** One of + - * / < > = */
function isPlainOperatorCharacter(code: number): boolean {
  return code === 43 || code === 45 || code === 42 || code === 47 || (code >= 60 && code <= 62)
}
