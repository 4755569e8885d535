import type { Catalog, Column, Table } from '../catalog/model'
import type { EngineIdentity, Family } from '../engine'
import type { Access, PlanNode } from '../plan/model'
import type { Trace } from '../trace/model'
import type { ColumnName } from './expression'
import type { ResolvedPart } from './index-parts'
import type { Predicate } from './predicate'
import type { IndexHint, StatementScope } from './statement-scope'

/** One access of one plan with everything that its indexes are judged by. */
export interface AccessContext {
  readonly family: Family
  readonly engine?: EngineIdentity | undefined
  /** MariaDB does not use the appended parts of an index that holds a prefix of a column. */
  readonly isMariadb: boolean
  /** MySQL's used_key_parts lists only the parts that narrow; MariaDB's lists all that key_len counts. */
  readonly statedPartsNarrow: boolean
  readonly planIndex: number
  readonly node: PlanNode
  readonly access: Access
  readonly table: Table
  readonly catalog: Catalog
  /** The statement as written, also where nobody could read it. */
  readonly sql?: string | undefined
  /** The part of the statement that this access belongs to, when it is certain. */
  readonly scope?: StatementScope | undefined
  /** Conditions on this table that the plan prints, with where they are checked. */
  readonly planPredicates: readonly PlacedPredicate[]
  /** Conditions on this table in the statement; spans are places in it. */
  readonly sqlPredicates: readonly Predicate[]
  /** Names (lower case) under which tables were read before this one. */
  readonly tablesBefore: Pick<ReadonlySet<string>, 'has'>
  /** Columns (lower case) that the statement needs of this table, where known. */
  readonly usedColumns?: ReadonlySet<string> | undefined
  /** A sort stands above this access. */
  readonly sortedLater: boolean
  /** The server read the index this often (PostgreSQL 18, measured). */
  readonly indexSearches?: number | undefined
  /** Messages of the server about this statement. */
  readonly warnings: readonly string[]
  /** What the statement says about the table's indexes. */
  readonly hints: readonly IndexHint[]
  /** The optimizer's account of this statement. */
  readonly trace?: Trace | undefined
  /** The table's name in the statement, lower case. */
  readonly alias: string
  /** Number of the query block, as the plan and the trace count them, where the plan tells it. */
  readonly queryBlock?: number | undefined
  /** Whether a name in a condition means a column of this table. */
  readonly owns: (column: ColumnName) => boolean
  /** The name (lower case) under which the statement knows the table of a column; undefined when that is not certain. */
  readonly aliasOf: (column: ColumnName) => string | undefined
}

export interface PlacedPredicate extends Predicate {
  readonly checkedAt: 'index-seek' | 'index-filter' | 'row-filter' | 'join' | 'having' | 'recheck'
  /** Printed at the access itself, not at another node. */
  readonly own: boolean
}

/** The conditions that speak of one part of an index. */
export interface PartPredicates {
  /** The part's column or expression stands alone on one side. */
  readonly direct: readonly Predicate[]
  /** The column occurs inside a function, an OR, or something not understood. */
  readonly mentioned: readonly Predicate[]
}

/** Conditions on a part: as the plan prints them, else as the statement says them (a lookup's equality is not printed). */
export function predicatesOn(part: ResolvedPart, context: AccessContext): PartPredicates {
  const plan = among(part, context.planPredicates, context)
  const sql = among(part, context.sqlPredicates, context)
  // `a <=> 1` is how old servers print `a = 1` once an index checks it.
  const isReworded = plan.direct.some((predicate) => predicate.operator === '<=>') && sql.direct.length > 0
  // PostgreSQL's plans do not print the collation, nor every cast, that a comparison goes by.
  const isTold = sql.direct.some((predicate) => predicate.collation !== undefined || predicate.castTo !== undefined)
  if (plan.direct.length > 0 && !isReworded && !isTold) return plan
  const cast = unwrittenCast(part, context)
  if (cast !== undefined && sql.direct.length > 0)
    return { ...sql, direct: sql.direct.map((one) => (one.castTo === undefined ? { ...one, castTo: cast.to } : one)) }
  if (cast !== undefined) return { direct: [], mentioned: [{ ...cast.predicate, castTo: cast.to }, ...plan.mentioned] }
  if (sql.direct.length > 0) return sql
  return sql.mentioned.length > 0 ? sql : plan
}

/** PostgreSQL's plan casts the part's column to another type, where the statement does not say so. */
function unwrittenCast(
  part: ResolvedPart,
  context: AccessContext,
): { readonly predicate: Predicate; readonly to: string } | undefined {
  if (context.family !== 'postgres') return undefined
  // Nobody read the conditions: a cast may be somebody's own.
  if (context.scope === undefined && /::|\bcast\s*\(/i.test(context.sql ?? '')) return undefined
  const name = part.columnName?.toLowerCase()
  for (const predicate of context.planPredicates) {
    const { castOf, expression } = predicate
    if (castOf === undefined || castOf.column.name.toLowerCase() !== name || !context.owns(castOf.column)) continue
    if (expression === part.expressionKey || context.sqlPredicates.some((one) => one.expression === expression))
      continue
    return { predicate, to: castOf.to }
  }
  return undefined
}

/** Conditions on the table as the statement says them; without a statement as the plan does at the access itself. */
export function conditionsOf({ scope, sqlPredicates, planPredicates }: AccessContext): readonly Predicate[] {
  return scope === undefined ? planPredicates.filter(({ own }) => own) : sqlPredicates
}

/** The same over a given list. */
export function among(part: ResolvedPart, predicates: readonly Predicate[], context: AccessContext): PartPredicates {
  const name = part.columnName?.toLowerCase()
  const isPart = (column: ColumnName) => column.name.toLowerCase() === name && context.owns(column)
  const direct: Predicate[] = []
  const mentioned: Predicate[] = []
  for (const predicate of predicates) {
    if (predicate.expression !== undefined && predicate.expression === part.expressionKey) direct.push(predicate)
    else if (name === undefined) continue
    else if (predicate.column !== undefined && isPart(predicate.column)) direct.push(predicate)
    else if (predicate.column === undefined && predicate.columns.some(isPart)) mentioned.push(predicate)
  }
  return { direct, mentioned }
}

/** The index is read without its rows: skip and loose scans of MySQL are possible in no other way. */
export function isCoveringAccess(access: Access): boolean {
  return access.covering || access.method === 'skip-scan' || access.method === 'loose-scan'
}

/** The catalog's column behind a name on the other side of a comparison. */
export function referencedColumn(reference: ColumnName, context: AccessContext): Column | undefined {
  const named = context.scope?.tables.find(
    (table) => (table.alias ?? table.name).toLowerCase() === reference.table?.toLowerCase(),
  )
  const tableName = (named?.name ?? reference.table)?.toLowerCase()
  const name = reference.name.toLowerCase()
  const found = context.catalog.tables
    .filter((table) => tableName === undefined || table.name.toLowerCase() === tableName)
    .flatMap((table) => table.columns.filter((column) => column.name.toLowerCase() === name))
  return found.length === 1 ? found[0] : undefined
}
