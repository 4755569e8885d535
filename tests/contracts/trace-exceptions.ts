import type { ChosenAccess } from '../../src/core/trace/chosen'
import type { RecordedTrace } from './traces'

/** Where a trace does not say what EXPLAIN's table says, and why. */

export type PlanRow = Readonly<Record<string, string | null>>

interface Exception {
  readonly why: string
  readonly holds: (one: RecordedTrace, row: PlanRow, access: ChosenAccess | undefined) => boolean
}

const methods: Readonly<Record<string, string>> = {
  ALL: 'scan',
  index: 'scan',
  ref: 'lookup',
  ref_or_null: 'lookup',
  index_subquery: 'lookup',
  eq_ref: 'unique-lookup',
  unique_subquery: 'unique-lookup',
  const: 'constant',
  system: 'constant',
  range: 'range',
  index_merge: 'index-merge',
  fulltext: 'fulltext',
}

/** MariaDB prints `ref|filter` for a read that row ids filter. */
export function methodOfRow(row: PlanRow): string | undefined {
  return methods[(row['type'] ?? '').split('|')[0] ?? '']
}

/** The keys of the row are those of the way; a scan of an index has none in traces that do not name it. */
export function sameIndex(row: PlanRow, indexes: readonly string[]): boolean {
  const method = methodOfRow(row)
  const keys = (row['key'] ?? '').split(method === 'index-merge' ? ',' : '|').filter((each) => each !== '')
  const [first] = keys
  if (first === undefined || method === 'constant') return true
  if (method === 'scan') return indexes.length === 0 || indexes.includes(first)
  return method === 'index-merge' ? keys.every((each) => indexes.includes(each)) : indexes.includes(first)
}

/** How the access is read, in the words of `methodOfRow`. */
export function shownMethod({ table, alternative }: ChosenAccess): string | undefined {
  if (table.constant) return 'constant'
  switch (alternative?.method) {
    case 'full-scan':
    case 'index-scan':
      return 'scan'
    case 'loose-scan':
    case 'skip-scan':
      return 'range'
    default:
      return alternative?.method
  }
}

const method = (access: ChosenAccess | undefined) => access?.alternative?.method

export const accessExceptions: readonly Exception[] = [
  {
    why: 'The table that INSERT and REPLACE write into is read by nobody.',
    holds: (one, _, access) => /insert|replace/.test(one.case) && access === undefined,
  },
  {
    why: 'DELETE and UPDATE of all rows plan nothing: no table stands in the trace.',
    holds: (one, row, access) =>
      access === undefined &&
      /^(update|delete)-/.test(one.case) &&
      (row['type'] === 'ALL' || row['type'] === 'index') &&
      row['possible_keys'] === null,
  },
  {
    why: 'MySQL 5.6 says ref where EXPLAIN says eq_ref or unique_subquery.',
    holds: (one, row, access) =>
      one.server === 'mysql56' &&
      methodOfRow(row) === 'unique-lookup' &&
      method(access) === 'lookup' &&
      sameIndex(row, access?.indexes ?? []),
  },
  {
    why: 'MySQL 5.6 says ref of a full-text index.',
    holds: (one, row, access) =>
      one.server === 'mysql56' &&
      methodOfRow(row) === 'fulltext' &&
      method(access) === 'lookup' &&
      sameIndex(row, access?.indexes ?? []),
  },
  {
    why: 'Found to have no matching row only when it is read: EXPLAIN says const, the trace knows the lookup that was planned.',
    holds: (_, row, access) =>
      row['type'] === 'const' &&
      (method(access) === 'unique-lookup' || method(access) === 'lookup') &&
      sameIndexOfConst(row, access),
  },
  {
    why: 'MariaDB 10 does not say whether an IN subquery is filled once or run for each row.',
    holds: (one, row) => one.server === 'mariadb1011' && row['select_type'] === 'MATERIALIZED',
  },
  {
    why: 'MariaDB says the way by which the rows come, EXPLAIN that they go into a hash.',
    holds: (one, row, access) =>
      one.server.startsWith('mariadb') &&
      /^hash_/.test(row['type'] ?? '') &&
      (access?.alternative?.accessType === 'hash' || /#hash#/.test(row['key'] ?? '')),
  },
  {
    why: 'MySQL 8.0 prints ALL in the table where its own tree says that a range of the index is read.',
    holds: (one, row, access) =>
      one.server === 'mysql80' &&
      (row['type'] === 'ALL' || row['type'] === 'index') &&
      access?.alternative?.stage === 'recheck' &&
      method(access) === 'range',
  },
]

function sameIndexOfConst(row: PlanRow, access: ChosenAccess | undefined): boolean {
  return access?.indexes.join() === row['key']
}

export function exceptionOf(one: RecordedTrace, row: PlanRow, access: ChosenAccess | undefined): Exception | undefined {
  if (row['table'] === null || row['table']?.startsWith('<')) return undefined
  return accessExceptions.find(({ holds }) => holds(one, row, access))
}
