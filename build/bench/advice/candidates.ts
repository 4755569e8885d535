import type { Family } from '../../../src/core/engine'
import type { SqlCondition, Statement } from '../../../src/core/sql/model'
import { readStatements } from '../../../src/service/read-statements'
import type { BenchColumn, BenchSchema } from './model'

/** One index of the brute force: a table and the parts as DDL writes them. */
export interface CandidateIndex {
  readonly table: string
  readonly parts: readonly string[]
}

/** What a condition allows an index to do with its column, in the order in which parts should stand. */
type Demand = 'constant' | 'list' | 'join' | 'range'

interface DemandedColumn {
  readonly column: string
  readonly demand: Demand
  readonly part: string
}

const mostParts = 3

/**
 * Every index of up to three predicate columns of each table of a statement, without those that cannot read less than
 * another one of them: a left part of a longer one; a range or list before a constant that could stand first; constants
 * beside each other in another order.
 */
export async function candidatesOf(
  sql: string,
  schema: BenchSchema,
  family: Family,
): Promise<readonly CandidateIndex[]> {
  // The statements are the same in both dialects, and this one tells the conditions of subqueries too.
  const [statement] = (await readStatements(sql, 'mysql')).statements
  if (!statement) throw new Error(`Not read: ${sql}`)
  const found = new Map<string, CandidateIndex>()
  for (const { name, alias } of statement.tables) {
    const table = name.toLowerCase()
    const columns = schema.tables.get(table)
    if (!columns) continue
    const demanded = demandedColumns(statement, sql, { called: alias ?? name, columns, family })
    for (const parts of orders(demanded)) found.set(`${table} ${parts.join(',')}`, { table, parts })
  }
  return [...found.values()]
}

interface Of {
  readonly called: string
  readonly columns: readonly BenchColumn[]
  readonly family: Family
}

function demandedColumns(statement: Statement, sql: string, of: Of): readonly DemandedColumn[] {
  const found = new Map<string, DemandedColumn>()
  const add = (column: BenchColumn, demand: Demand, condition: SqlCondition | undefined) => {
    const before = found.get(column.name)
    if (before && rank(before.demand) <= rank(demand)) return
    found.set(column.name, { column: column.name, demand, part: partOf(column, condition, of.family) })
  }
  for (const condition of statement.conditions) {
    if (condition.kind === 'function-on-column') continue
    const own = condition.text.replace(/\(\s*SELECT.*/is, '')
    for (const column of mentioned(own, of)) add(column, demandOf(condition), condition)
  }
  for (const [, selected = ''] of sql.matchAll(/\bIN \(SELECT ([\w.]+) FROM/gi)) {
    for (const column of mentioned(selected, of)) add(column, 'join', undefined)
  }
  return [...found.values()]
}

function rank(demand: Demand): number {
  return ['constant', 'list', 'join', 'range'].indexOf(demand)
}

function demandOf({ kind, operator, text }: SqlCondition): Demand {
  if (/\(\s*SELECT/i.test(text)) return 'join'
  if (kind === 'equality' || (kind === 'null-test' && !/NOT/i.test(operator))) return 'constant'
  if (kind === 'in-list') return 'list'
  return kind === 'join' && operator === '=' ? 'join' : 'range'
}

/** Columns of the table that a text names, with its alias or where no other qualifier stands. */
function mentioned(text: string, { called, columns }: Of): readonly BenchColumn[] {
  const bare = text.replace(/'[^']*'/g, "''")
  return [...bare.matchAll(/(?:(\w+)\.)?(\w+)/g)].flatMap(([, qualifier, name = '']) => {
    if (qualifier !== undefined && qualifier.toLowerCase() !== called.toLowerCase()) return []
    return columns.find((column) => column.name === name.toLowerCase()) ?? []
  })
}

function partOf({ name, type }: BenchColumn, condition: SqlCondition | undefined, family: Family): string {
  if (family === 'mysql') return /TEXT/i.test(type) ? `${name}(20)` : name
  // Only this class of operators serves LIKE where the collation is not C.
  const isText = /CHAR|TEXT/i.test(type)
  if (condition?.kind !== 'like' || !isText) return name
  return `${name} ${/^CHAR/i.test(type) ? 'bpchar_pattern_ops' : 'text_pattern_ops'}`
}

/** The orders of as many of the columns as fit that are worth building. */
function orders(columns: readonly DemandedColumn[]): readonly (readonly string[])[] {
  const wanted = Math.min(mostParts, columns.length)
  const found: string[][] = []
  const grow = (taken: readonly DemandedColumn[]) => {
    if (taken.length === wanted) {
      if (wanted > 0) found.push(taken.map(({ part }) => part))
      return
    }
    for (const next of columns) if (!taken.includes(next) && mayFollow(taken, next)) grow([...taken, next])
  }
  grow([])
  return found
}

function mayFollow(taken: readonly DemandedColumn[], next: DemandedColumn): boolean {
  const last = taken.at(-1)
  if (!last) return true
  const passes = (demand: Demand) => demand === 'range' || demand === 'list'
  if (next.demand === 'constant' && taken.some(({ demand }) => passes(demand))) return false
  if (next.demand === 'list' && taken.some(({ demand }) => demand === 'range')) return false
  return next.demand !== last.demand || last.demand === 'range' || last.column < next.column
}
