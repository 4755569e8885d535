import type { Index, Table } from '../../catalog/model'
import { quoteName } from '../../dialects/mysql-family'
import { formatCount } from '../../figures'
import type { AdviceFacts } from '../facts'
import { primaryKeyDdl } from '../keys/primary-key-ddl'
import { tableText } from '../keys/table-text'
import { uniquenessOf } from '../keys/uniqueness'
import type { Advice } from '../model'
import { rule } from '../rule'

/** Names of tables that are filled and emptied, or kept aside. */
const passing = /(?:^|_)(?:tmp|temp|temporary|staging|stage|import|load|bak|backup|old|copy)(?:_|\d*$)/i
/** The distinct values of an index with this part of the rows may be the rows themselves. */
const nearlyAll = 0.98

export const noPrimaryKey = rule({
  id: 'no-primary-key',
  title: 'A table has no primary key',
  group: 'index hygiene',
  families: ['mysql'],
  needs: ['catalog'],
  limits: {
    leastRows: { value: 1000, about: 'rows of the table' },
  },
  doc: {
    when: 'An InnoDB table has neither a primary key nor a unique index without NULLs.',
    why: 'InnoDB then numbers the rows by itself, in a hidden column that nothing can search by and whose counter all such tables share. Replicas that replay changes by row read the whole table for each changed row.',
    schema:
      'CREATE TABLE visit (page INT NOT NULL, seen INT NOT NULL, note VARCHAR(100)); CREATE INDEX page ON visit (page)',
    bad: 'SELECT note FROM visit WHERE page = 7',
    better: 'SELECT note FROM visit WHERE page = 7',
    remedy: 'ALTER TABLE visit ADD COLUMN id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY',
    notWhen: [
      'The table is filled once and thrown away.',
      'Programs insert without naming columns: a new column breaks them.',
    ],
    source: 'MySQL manual, "Clustered and Secondary Indexes" and "Generated Invisible Primary Keys".',
  },
  *check(facts, { leastRows }) {
    for (const table of facts.catalog?.tables ?? []) {
      const isPlain = table.type === undefined || table.type === 'partitioned'
      if (!isPlain || table.engine?.toLowerCase() !== 'innodb' || (table.rows ?? 0) < leastRows) continue
      if (passing.test(table.name) || table.indexes.some((index) => isKey(index, table))) continue
      const candidate = candidateKey(table)
      yield {
        rule: 'no-primary-key',
        severity: 'hint',
        title: `${table.name} has no primary key`,
        explanation: `InnoDB numbers its about ${formatCount(table.rows ?? 0)} rows in a hidden column, which every index holds and nothing can search by.`,
        nodes: facts.accesses.filter((access) => access.table === table).map(({ node }) => node.id),
        evidence: [
          {
            kind: 'index',
            text: `Indexes of ${table.name}: ${table.indexes.map(({ name }) => name).join(', ') || 'none'}; none is unique without NULLs.`,
          },
        ],
        confidence: 'proven',
        savableFraction: 0,
        advice: [...(candidate ? [ofColumns(table, candidate, facts)] : []), numbered(table, facts)],
      }
    }
  },
})

/** InnoDB takes it for the primary key where there is none. */
function isKey({ name, unique, parts }: Index, table: Table): boolean {
  if (name === 'PRIMARY') return true
  return (
    unique &&
    parts.every(
      ({ column, prefixChars }) =>
        column !== undefined &&
        prefixChars === undefined &&
        table.columns.some((one) => one.name === column && !one.nullable),
    )
  )
}

/** Columns of an index that has nearly as many different entries as the table has rows. */
function candidateKey(table: Table): readonly string[] | undefined {
  const { rows = 0, indexes, columns } = table
  for (const { parts } of indexes) {
    const names = parts.flatMap(({ column, prefixChars }) => (prefixChars === undefined && column ? [column] : []))
    const whole = names.length === parts.length
    const isFull = names.every((name) => columns.some((one) => one.name === name && !one.nullable))
    if (whole && isFull && (parts.at(-1)?.cardinality ?? 0) >= rows * nearlyAll) return names
  }
  return undefined
}

function ofColumns(table: Table, columns: readonly string[], facts: AdviceFacts): Advice {
  const list = `(${columns.join(', ')})`
  const { status, how } = uniquenessOf(table, columns, facts.statistics)
  return {
    kind: 'change-schema',
    title: `Make ${list} the primary key of ${table.name}`,
    variant: { sql: facts.sql, session: [], ddl: [primaryKeyDdl(table, columns, facts.family)] },
    equivalence: 'under-stated-facts',
    preconditions: [
      { text: `${list} tells all rows of ${table.name} apart.`, status: status === 'fails' ? 'unknown' : status, how },
    ],
    tradeOffs: ['The table is built anew, and writers may wait while it is.', 'Every other index holds these columns.'],
    notWhen: ['Two rows may have the same values tomorrow.'],
    expected: { method: 'structural' },
  }
}

function numbered(table: Table, facts: AdviceFacts): Advice {
  const taken = new Set(table.columns.map(({ name }) => name.toLowerCase()))
  const column = ['id', 'row_id', `${table.name}_id`].find((name) => !taken.has(name.toLowerCase())) ?? 'sargable_id'
  const on = `ALTER TABLE ${tableText(table, 'mysql')}`
  return {
    kind: 'change-schema',
    title: `Give ${table.name} a numbered primary key \`${column}\``,
    variant: {
      sql: facts.sql,
      session: [],
      ddl: [
        {
          apply: `${on} ADD COLUMN ${quoteName(column)} BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY`,
          undo: `${on} DROP COLUMN ${quoteName(column)}`,
        },
      ],
    },
    equivalence: 'under-stated-facts',
    preconditions: [
      {
        text: `No program selects * from ${table.name} by position, or inserts without naming columns.`,
        status: 'unknown',
        how: 'Search the source for it.',
      },
    ],
    tradeOffs: [
      'The table is built anew, and writers may wait while it is.',
      '8 bytes in each row and in each entry of the other indexes, in place of 6 hidden ones.',
    ],
    notWhen: ['The table is filled once and thrown away.'],
    expected: { method: 'structural' },
  }
}
