import type { Family } from '../engine'
import { type ConditionToken, tokensOf } from './condition-lexer'
import { predicatesOfExpression } from './conditions'
import type { ColumnName } from './expression'
import { readExpressionTokens } from './expression-reader'
import type { Predicate } from './predicate'

/** A table of a statement, as it is named there. */
export interface TableName {
  readonly schema?: string | undefined
  readonly name: string
  readonly alias?: string | undefined
}

export interface OrderItem {
  /** Absent for an expression or a position. */
  readonly column?: ColumnName | undefined
  readonly descending: boolean
}

/** One SELECT (or UPDATE, DELETE) with what its WHERE and ON demand; spans are offsets into the statement. */
export interface StatementScope {
  readonly tables: readonly TableName[]
  readonly predicates: readonly Predicate[]
  readonly orderBy: readonly OrderItem[]
  readonly groupBy: readonly OrderItem[]
  /** Names of identifiers anywhere in the scope, lower case. */
  readonly names: ReadonlySet<string>
  /** `*` or `t.*` stands in the select list. */
  readonly selectsAll: boolean
}

type Clause = 'select' | 'from' | 'where' | 'group' | 'having' | 'order' | 'rest'

const clauseOf: Readonly<Record<string, Clause>> = {
  select: 'select',
  from: 'from',
  update: 'from',
  where: 'where',
  having: 'having',
  limit: 'rest',
  offset: 'rest',
  fetch: 'rest',
  for: 'rest',
  lock: 'rest',
  window: 'rest',
  returning: 'rest',
  set: 'rest',
  into: 'rest',
  procedure: 'rest',
  values: 'rest',
}
const setOperators = new Set(['union', 'except', 'intersect', 'minus'])
const joinWords = new Set(['join', 'inner', 'cross', 'left', 'right', 'outer', 'full', 'natural', 'straight_join'])
const noAliases = new Set([
  ...joinWords,
  ...setOperators,
  'on',
  'using',
  'use',
  'force',
  'ignore',
  'partition',
  'tablesample',
  'set',
  'lateral',
])

/** Queries and joins nest less deep than this; what is deeper is left unread. */
const maxDepth = 60

/**
 * Reads the scopes of a statement with the small reader of printed conditions: enough for WHERE, ON, ORDER BY and GROUP
 * BY of ordinary statements. What it does not understand is missing in its answer, never wrong.
 */
export function scopesOf(sql: string, family: Family): readonly StatementScope[] {
  const scopes: StatementScope[] = []
  readQuery(sql, tokensOf(sql, family), family, scopes, 0)
  return scopes
}

function readQuery(
  sql: string,
  tokens: readonly ConditionToken[],
  family: Family,
  scopes: StatementScope[],
  depth: number,
): void {
  if (depth > maxDepth) return
  const clauses = new Map<Clause, ConditionToken[]>()
  let clause: Clause = 'rest'
  const finish = () => {
    if (clauses.has('from')) scopes.push(scopeOf(sql, clauses, family))
    clauses.clear()
    clause = 'rest'
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.kind === 'symbol' && token.value === '(') {
      const end = closingOf(tokens, at)
      const inside = tokens.slice(at + 1, end)
      if (isQuery(inside)) readQuery(sql, inside, family, scopes, depth + 1)
      else for (const nested of queriesIn(inside)) readQuery(sql, nested, family, scopes, depth + 1)
      const list = clauses.get(clause)
      if (list !== undefined) for (const inner of tokens.slice(at, end + 1)) list.push(inner)
      at = end
      continue
    }
    if (token.kind === 'symbol' && token.value === ';') finish()
    if (token.kind === 'word' && tokens[at - 1]?.value !== '.') {
      if (setOperators.has(token.value)) {
        finish()
        continue
      }
      const next = clauseAt(tokens, at)
      if (next !== undefined) {
        if (next === 'select' && clauses.has('from')) finish()
        clause = next
        if (!clauses.has(clause)) clauses.set(clause, [])
        if (next === 'group' || next === 'order') at++
        continue
      }
    }
    clauses.get(clause)?.push(token)
  }
  finish()
}

/** The clause that a word begins, if it does. */
function clauseAt(tokens: readonly ConditionToken[], at: number): Clause | undefined {
  const word = tokens[at]?.value ?? ''
  const before = tokens[at - 1]?.value
  if (word === 'group' || word === 'order') {
    // `USE INDEX FOR ORDER BY (…)` is a hint of the FROM clause.
    return tokens[at + 1]?.value === 'by' && before !== 'for' ? word : undefined
  }
  if (word === 'for' && (before === 'index' || before === 'key')) return undefined
  // FOR UPDATE and ON DUPLICATE KEY UPDATE
  if (word === 'update' && (before === 'for' || before === 'key')) return 'rest'
  return clauseOf[word]
}

function scopeOf(sql: string, clauses: ReadonlyMap<Clause, readonly ConditionToken[]>, family: Family): StatementScope {
  const from = readFrom(clauses.get('from') ?? [], 0)
  const conditions = [clauses.get('where') ?? [], ...from.conditions].filter((tokens) => tokens.length > 0)
  const select = clauses.get('select') ?? []
  const all = [...clauses.values()].flat()
  return {
    tables: from.tables,
    predicates: conditions.flatMap((tokens) =>
      predicatesOfExpression(readExpressionTokens(sql, tokens, family), sql, family),
    ),
    orderBy: readOrder(sql, clauses.get('order') ?? [], family),
    groupBy: readOrder(sql, clauses.get('group') ?? [], family),
    names: new Set(
      all.filter((token) => token.kind === 'word' || token.kind === 'quoted').map((token) => token.value.toLowerCase()),
    ),
    selectsAll: select.some(
      (token, at) =>
        token.value === '*' &&
        token.kind === 'symbol' &&
        (at === 0 || [',', '.'].includes(select[at - 1]?.value ?? '') || select[at - 1]?.kind === 'word') &&
        (at === select.length - 1 || select[at + 1]?.value === ','),
    ),
  }
}

interface From {
  readonly tables: TableName[]
  readonly conditions: (readonly ConditionToken[])[]
}

function readFrom(tokens: readonly ConditionToken[], depth: number): From {
  const from: From = { tables: [], conditions: [] }
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.kind === 'symbol' && token.value === '(') {
      const end = closingOf(tokens, at)
      const inside = tokens.slice(at + 1, end)
      if (!isQuery(inside) && depth < maxDepth) {
        const nested = readFrom(inside, depth + 1)
        from.tables.push(...nested.tables)
        from.conditions.push(...nested.conditions)
      }
      at = end + 1
      if (tokens[at]?.value === 'as') at++
      if (isAlias(tokens[at])) {
        const alias = nameOf(tokens[at])
        from.tables.push({ name: alias, alias }) // a derived table has no other name
        at++
      }
    } else if (token.kind === 'word' && token.value === 'on') {
      let end = at + 1
      while (end < tokens.length && !endsOn(tokens, end))
        end = tokens[end]?.value === '(' ? closingOf(tokens, end) + 1 : end + 1
      from.conditions.push(tokens.slice(at + 1, end))
      at = end
    } else if (token.kind === 'word' && (token.value === 'using' || token.value === 'partition')) {
      at = tokens[at + 1]?.value === '(' ? closingOf(tokens, at + 1) + 1 : at + 1
    } else if (token.kind === 'word' && ['use', 'force', 'ignore'].includes(token.value)) {
      while (at < tokens.length && tokens[at]?.value !== '(') at++
      at = closingOf(tokens, at) + 1
    } else if (
      token.kind === 'quoted' ||
      (token.kind === 'word' && !noAliases.has(token.value) && token.value !== 'as')
    ) {
      const names = [nameOf(token)]
      at++
      while (tokens[at]?.value === '.' && tokens[at + 1] !== undefined) {
        names.push(nameOf(tokens[at + 1]))
        at += 2
      }
      if (tokens[at]?.value === '(') at = closingOf(tokens, at) + 1 // a table function
      if (tokens[at]?.value === 'as') at++
      const alias = isAlias(tokens[at]) ? nameOf(tokens[at]) : undefined
      if (alias !== undefined) at++
      from.tables.push({ schema: names.at(-2), name: names.at(-1) ?? '', alias })
    } else at++
  }
  return from
}

function endsOn(tokens: readonly ConditionToken[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined) return true
  if (token.kind === 'symbol') return token.value === ','
  if (token.kind !== 'word' || !joinWords.has(token.value)) return false
  return tokens[at + 1]?.value !== '(' || token.value === 'join' // LEFT( and RIGHT( are functions too
}

function readOrder(sql: string, tokens: readonly ConditionToken[], family: Family): readonly OrderItem[] {
  const items: OrderItem[] = []
  let start = 0
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at]
    if (token?.value === '(' && token.kind === 'symbol') at = closingOf(tokens, at)
    else if (token === undefined || (token.kind === 'symbol' && token.value === ',')) {
      let item = tokens.slice(start, at)
      start = at + 1
      if (item.length === 0) continue
      const nulls = item.findIndex((one) => one.kind === 'word' && (one.value === 'nulls' || one.value === 'with'))
      if (nulls !== -1) item = item.slice(0, nulls)
      const last = item.at(-1)
      const direction =
        last?.kind === 'word' && (last.value === 'asc' || last.value === 'desc') ? last.value : undefined
      if (direction !== undefined) item = item.slice(0, -1)
      const expression = readExpressionTokens(sql, item, family)
      items.push({
        column: expression.kind === 'column' ? expression.column : undefined,
        descending: direction === 'desc',
      })
    }
  }
  return items
}

function isAlias(token: ConditionToken | undefined): boolean {
  if (token?.kind === 'quoted') return true
  return token?.kind === 'word' && !noAliases.has(token.value) && token.value !== 'as'
}

function nameOf(token: ConditionToken | undefined): string {
  return token === undefined ? '' : token.kind === 'word' ? token.text : token.value
}

function isQuery(tokens: readonly ConditionToken[], from = 0): boolean {
  const first = tokens[from]
  return first?.kind === 'word' && (first.value === 'select' || first.value === 'with')
}

/** Queries in parentheses anywhere in a list of tokens. */
function queriesIn(tokens: readonly ConditionToken[]): readonly (readonly ConditionToken[])[] {
  const found: (readonly ConditionToken[])[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.value !== '(' || tokens[at]?.kind !== 'symbol' || !isQuery(tokens, at + 1)) continue
    const end = closingOf(tokens, at)
    found.push(tokens.slice(at + 1, end))
    at = end
  }
  return found
}

function closingOf(tokens: readonly ConditionToken[], open: number): number {
  const after = tokens[open]?.closesAfter
  return after === undefined ? tokens.length : Math.min(open + after, tokens.length)
}
