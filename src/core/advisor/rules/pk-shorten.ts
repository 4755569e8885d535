import type { Table } from '../../catalog/model'
import { formatCount } from '../../figures'
import { each } from '../../plan/walk'
import type { AdviceFacts } from '../facts'
import { primaryIndex, primaryKeyDdl } from '../keys/primary-key-ddl'
import { type Uniqueness, uniquenessOf } from '../keys/uniqueness'
import { writesTo } from '../keys/written-columns'
import type { Advice, Evidence, Finding } from '../model'
import { rule } from '../rule'

export const pkShorten = rule({
  id: 'pk-shorten',
  title: 'The primary key holds a column that it does not need',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog'],
  limits: {
    leastRows: { value: 1000, about: 'rows of the table' },
  },
  doc: {
    when: 'The statement changes a column of the primary key, or a unique index shows that some of its columns are enough.',
    why: 'InnoDB keeps rows in the order of the primary key: a changed key moves the row, and every other index holds the key and is changed too. While the key is being searched and changed at once, the server collects the rows first. On PostgreSQL a change of any indexed column makes new entries in all indexes.',
    schema:
      'CREATE TABLE shelf (shop INT NOT NULL, item INT NOT NULL, pieces INT NOT NULL, note VARCHAR(100), PRIMARY KEY (shop, item, pieces))',
    bad: 'UPDATE shelf SET pieces = pieces + 1 WHERE shop = 2',
    better: 'UPDATE shelf SET pieces = pieces + 1 WHERE shop = 2',
    remedy: 'ALTER TABLE shelf DROP PRIMARY KEY, ADD PRIMARY KEY (shop, item)',
    notWhen: [
      'The shorter key is unique only by chance: what the column stands for may well come twice tomorrow.',
      'Other statements read the column from the primary key alone, or in its order.',
      'Foreign keys of other tables refer to the whole key.',
    ],
    source:
      'MySQL manual, "Clustered and Secondary Indexes"; measured: 152 ms to 16 ms on MySQL 5.6, 174 to 35 on 9.7, 74 to 25 on MariaDB.',
  },
  *check(facts, { leastRows }) {
    for (const table of facts.catalog?.tables ?? []) {
      const key = table.primaryKey ?? []
      if (key.length < 2 || (table.rows ?? 0) < leastRows || (table.referencedBy ?? []).length > 0) continue
      const changed = key.filter((column) =>
        writesTo(table, facts).some(({ kind, columns }) => kind === 'update' && columns.includes(column)),
      )
      const spare = changed.length > 0 ? changed : spareColumns(table, facts)
      const rest = key.filter((column) => !spare.includes(column))
      if (spare.length === 0 || rest.length === 0) continue
      const unique = uniquenessOf(table, rest, facts.statistics)
      if (unique.status !== 'fails') yield finding(table, { rest, spare, changed, unique }, facts)
    }
  },
})

/** Columns that a unique index of some of the key's columns makes needless, where this statement does not use them. */
function spareColumns(table: Table, { keyUse }: AdviceFacts): readonly string[] {
  const key = table.primaryKey ?? []
  const primary = primaryIndex(table)
  for (const { parts, unique, name, where } of table.indexes) {
    const columns = parts.flatMap(({ column, prefixChars }) =>
      column !== undefined && prefixChars === undefined && key.includes(column) ? [column] : [],
    )
    if (!unique || where !== undefined || name === primary?.name) continue
    if (columns.length !== parts.length || columns.length >= key.length) continue
    const spare = key.filter((column) => !columns.includes(column))
    const used = keyUse.some(
      ({ chosen, table: read, index, parts: own }) =>
        chosen &&
        read === table.name &&
        index === primary?.name &&
        own.some(({ column, role }) => column !== undefined && spare.includes(column) && role !== 'unused'),
    )
    if (!used) return spare
  }
  return []
}

interface Shortening {
  readonly rest: readonly string[]
  readonly spare: readonly string[]
  /** Those of them that the statement changes. */
  readonly changed: readonly string[]
  readonly unique: Uniqueness
}

function finding(table: Table, { rest, spare, changed, unique }: Shortening, facts: AdviceFacts): Finding {
  const key = table.primaryKey ?? []
  const names = spare.map((column) => `\`${column}\``).join(', ')
  const others = table.indexes.length - 1
  const list = `(${rest.join(', ')})`
  const evidence: Evidence[] = [
    { kind: 'index', text: `Primary key of ${table.name}: (${key.join(', ')})` },
    ...(changed.length > 0 ? [{ kind: 'sql' as const, text: `The statement sets ${changed.join(', ')}.` }] : []),
    ...(collects(facts) ? [{ kind: 'node' as const, text: 'The plan collects the rows before it changes them.' }] : []),
    ...(unique.status === 'holds' ? [{ kind: 'statistic' as const, text: unique.how }] : []),
  ]
  const moves =
    facts.family === 'mysql'
      ? `A change moves the row${others > 0 ? ` and its entries in ${others} other ${others === 1 ? 'index' : 'indexes'}` : ''}.`
      : 'A change makes a new entry in every index of the table.'
  return {
    rule: 'pk-shorten',
    severity: changed.length > 0 ? 'problem' : 'hint',
    title:
      changed.length > 0
        ? `The statement changes ${names}, a part of the primary key of ${table.name}`
        : `The primary key of ${table.name} is unique without ${names}`,
    explanation:
      changed.length > 0
        ? `The primary key is (${key.join(', ')}). ${moves} If ${list} already tells the rows apart, ${names} need not be in the key.`
        : `A unique index has fewer of its columns than (${key.join(', ')}). InnoDB keeps the whole key in every other index.`,
    nodes: facts.accesses.filter((access) => access.table === table).map(({ node }) => node.id),
    evidence,
    confidence: unique.status === 'holds' ? 'proven' : 'structural',
    advice: [shorter(table, rest, unique, facts)],
  }
}

/** The key is searched and changed at once, so that the rows are put aside first. */
function collects({ plan }: AdviceFacts): boolean {
  if (plan === undefined) return false
  for (const { operator } of each(plan.root)) if (operator === 'temporary-table') return true
  return false
}

function shorter(table: Table, rest: readonly string[], unique: Uniqueness, facts: AdviceFacts): Advice {
  const list = `(${rest.join(', ')})`
  return {
    kind: 'change-schema',
    title: `Make ${list} the primary key of ${table.name}`,
    variant: { sql: facts.sql, session: [], ddl: [primaryKeyDdl(table, rest, facts.family)] },
    equivalence: 'under-stated-facts',
    preconditions: [
      { text: `${list} tells all rows of ${table.name} apart.`, status: unique.status, how: unique.how },
      {
        text: `${list} will be unique in future, too.`,
        status: 'unknown',
        how: 'Ask who writes to the table; a unique key refuses the second row.',
      },
    ],
    tradeOffs: [
      `The table is built anew${table.rows === undefined ? '' : `: about ${formatCount(table.rows)} rows`}, and writers may wait while it is.`,
    ],
    notWhen: [
      'The shorter key is unique only by chance.',
      'Other statements read the column from the primary key alone, or in its order.',
    ],
    expected: { method: 'structural' },
  }
}
