import type { AccessContext } from '../../keyparts/access-context'
import { expressionKey } from '../../keyparts/expression'
import { readExpression } from '../../keyparts/expression-reader'
import type { Predicate } from '../../keyparts/predicate'
import { indexesExpressions } from './abilities'
import type { ColumnDemand } from './model'

/** A condition on an expression over columns of one table that the server can keep in an index. */
export interface IndexableExpression extends Pick<ColumnDemand, 'role' | 'comparedWith'> {
  /** As DDL writes it, without the names of tables. */
  readonly text: string
  readonly key: string
  readonly predicate: Predicate
}

/**
 * Functions that give the same for the same values on every server, whatever its settings, and for which no range on the
 * column itself says the same. `DATE(c) = …`, `LEFT(c, n) = …` and `c + 1 = …` are better written as such a range.
 */
const keepable =
  /^\(?\s*(lower|upper|lcase|ucase|reverse|abs|mod|length|char_length|trim|ltrim|rtrim|md5|substr|substring|coalesce|month|dayofmonth|dayofweek|hour|minute)\s*\(/i

/** The expressions that an index of this server could begin with. */
export function indexableExpressions(context: AccessContext): readonly IndexableExpression[] {
  if (!indexesExpressions(context.engine)) return []
  const found = new Map<string, IndexableExpression>()
  for (const predicate of context.sqlPredicates) {
    const one = indexable(predicate, context)
    if (one && !found.has(one.key)) found.set(one.key, one)
  }
  return [...found.values()]
}

function indexable(predicate: Predicate, context: AccessContext): IndexableExpression | undefined {
  const { expression: key, kind, columns, references, comparedWith, span, fromOr } = predicate
  if (key === undefined || context.sql === undefined || fromOr || references.length > 0) return undefined
  if (kind !== 'equality' && kind !== 'in-list') return undefined
  if (columns.length === 0 || !columns.every(context.owns)) return undefined
  const condition = context.sql.slice(span.start, span.end)
  const text = callAt(condition)
  if (text === undefined || !keepable.test(text)) return undefined
  const plain = withoutTableNames(text, predicate)
  if (expressionKey(readExpression(plain, context.family)) !== key) return undefined
  return { text: plain, key, role: kind, comparedWith, predicate }
}

/** The call that a condition begins with, up to its closing parenthesis. */
function callAt(condition: string): string | undefined {
  const open = condition.indexOf('(')
  if (open <= 0) return undefined
  let depth = 0
  for (let at = open; at < condition.length; at++) {
    if (condition[at] === '(') depth++
    if (condition[at] === ')' && --depth === 0) return condition.slice(0, at + 1).trim()
  }
  return undefined
}

/** `lower(o.name)` → `lower(name)`: DDL knows one table only. */
function withoutTableNames(text: string, { columns }: Predicate): string {
  return columns.reduce(
    (plain, { name }) =>
      plain.replace(new RegExp(`(?:[\\w$\`"]+\\s*\\.\\s*)+([\`"]?${escaped(name)}[\`"]?)`, 'gi'), '$1'),
    text,
  )
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
