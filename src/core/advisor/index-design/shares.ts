import type { Table } from '../../catalog/model'
import type { AccessContext } from '../../keyparts/access-context'
import type { Bound } from '../../keyparts/bounds'
import { resolvedParts } from '../../keyparts/index-parts'
import { mysqlSeek } from '../../keyparts/seek'
import type { ColumnStatistics } from '../facts'
import type { ColumnDemand } from './model'

type Share = Pick<ColumnDemand, 'share' | 'shareFrom'>
type Bounded = Extract<Bound, { kind: 'bound' }>

/** Where nothing is known. One in ten for a value, as optimizers without statistics take it; a range a third. */
const assumedShare = { equality: 0.1, 'in-list': 0.2, like: 0.1, range: 1 / 3 } as const

const notNullShare = 0.95

/** The part of the rows that conditions on one column let through, from the best source that there is. */
export function shareOf(column: string, bound: Bounded, context: AccessContext, statistics?: ColumnStatistics): Share {
  const { table } = context
  const rows = Math.max(1, table.rows ?? 1)
  const values = bound.role === 'in-list' ? listLength(bound) : 1
  if (bound.role !== 'range') {
    const counted = literalShare(column, bound, table, statistics)
    if (counted !== undefined) return { share: counted, shareFrom: 'statistics' }
    const distinct = distinctOf(column, table, statistics)
    if (distinct !== undefined) {
      return { share: capped(values / Math.max(1, distinct)), shareFrom: distinct >= rows ? 'unique' : 'cardinality' }
    }
    const kinds = closedDomain(column, table)
    if (kinds !== undefined) return { share: capped(values / kinds), shareFrom: 'type' }
  }
  const planned = planShare(column, context)
  if (planned !== undefined) return { share: planned, shareFrom: 'plan' }
  // A column that may be NULL seldom is.
  if (bound.predicates.every(({ kind, negated }) => kind === 'null-test' && negated)) {
    return { share: notNullShare, shareFrom: 'assumed' }
  }
  const like = bound.predicates.some(({ kind }) => kind === 'like')
  const thumb = bound.role === 'range' && like ? assumedShare.like : assumedShare[bound.role]
  return { share: thumb, shareFrom: 'assumed' }
}

function capped(share: number): number {
  return Math.min(1, share)
}

function listLength({ predicates, comparedWith }: Bounded): number {
  const [list] = predicates
  return Math.max(1, (list?.comparedWith ?? comparedWith).split(',').length)
}

function literalShare(
  column: string,
  { predicates }: Bounded,
  table: Table,
  statistics: ColumnStatistics | undefined,
): number | undefined {
  const literal = predicates[0]?.literal
  if (!statistics || !literal || literal.type === 'placeholder' || literal.type === 'null') return undefined
  return statistics.shareOf(table, column, literal.value)
}

/** Distinct values: counted ones, else of an index that begins with the whole column, or has it alone and unique. */
function distinctOf(column: string, table: Table, statistics: ColumnStatistics | undefined): number | undefined {
  const counted = statistics?.distinct(table, column)
  if (counted !== undefined) return counted
  for (const { parts, unique } of table.indexes) {
    const [first] = parts
    if (first?.column?.toLowerCase() !== column.toLowerCase() || first.prefixChars !== undefined) continue
    if (unique && parts.length === 1) return table.rows
    if (first.cardinality !== undefined && first.cardinality > 0) return first.cardinality
  }
  return undefined
}

/** How many values a type has that lists them. */
function closedDomain(column: string, table: Table): number | undefined {
  const type = table.columns.find(({ name }) => name.toLowerCase() === column.toLowerCase())?.type.toLowerCase() ?? ''
  if (type === 'boolean' || type === 'tinyint(1)') return 2
  return type.startsWith('enum(') ? type.split("','").length : undefined
}

/** The plan reads an index by this column alone: then its rows are the share. */
function planShare(column: string, context: AccessContext): number | undefined {
  const { access, table, node, family } = context
  const examined = node.estimate.rowsExaminedPerLoop ?? node.estimate.rowsPerLoop
  const read = access.indexes[0]
  const index = table.indexes.find(({ name }) => name === read?.name)
  if (family !== 'mysql' || access.indexes.length !== 1 || !index || examined === undefined || !table.rows)
    return undefined
  const seeks = mysqlSeek(resolvedParts(table, index, family), context, index.name)
  const narrowing = seeks.filter(({ narrows }) => narrows === 'seek')
  const [only] = narrowing
  if (narrowing.length !== 1 || only?.part.columnName?.toLowerCase() !== column.toLowerCase()) return undefined
  return capped(examined / table.rows)
}
