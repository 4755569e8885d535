import type { Reference, Table } from '../../catalog/model'
import { quoteName } from '../../dialects/postgres'
import { formatCount } from '../../figures'
import type { AdviceFacts } from '../facts'
import { indexName } from '../index-design/index-ddl'
import { writesTo } from '../keys/written-columns'
import type { Advice, Finding } from '../model'
import { rule } from '../rule'

export const missingFkIndex = rule({
  id: 'missing-fk-index',
  title: 'A foreign key that refers to the changed table has no index',
  group: 'index shape',
  families: ['postgres'],
  needs: ['statement', 'catalog'],
  limits: {
    leastRows: { value: 1000, about: 'rows of the table that refers' },
  },
  doc: {
    when: 'The statement deletes rows, or changes their key, in a table to which another one refers by columns without an index.',
    why: 'For each such row PostgreSQL looks whether somebody still refers to it. Without an index it reads the whole other table for each. PostgreSQL makes no index for a foreign key by itself.',
    schema:
      'CREATE TABLE album (id INT NOT NULL PRIMARY KEY, title VARCHAR(100)); CREATE TABLE track (id INT NOT NULL PRIMARY KEY, album_id INT NOT NULL REFERENCES album (id), length INT NOT NULL)',
    bad: 'DELETE FROM album WHERE id < 100',
    better: 'DELETE FROM album WHERE id < 100',
    remedy: 'CREATE INDEX album_id ON track (album_id)',
    notWhen: ['Rows of the table are never deleted, nor their keys changed, but for this once.'],
    source:
      'PostgreSQL manual, "Constraints"; measured: 100 rows deleted of a table with 200,000 referring rows, 1,744 ms without and 2.6 ms with the index.',
  },
  *check(facts, { leastRows }) {
    for (const table of new Set(facts.tables.map((one) => one.table))) {
      const writes = writesTo(table, facts)
      for (const reference of table.referencedBy ?? []) {
        const touched = writes.some(
          ({ kind, columns }) =>
            kind === 'delete' || (kind === 'update' && reference.toColumns.some((column) => columns.includes(column))),
        )
        if (touched && !reference.indexed && (reference.rows ?? leastRows) >= leastRows)
          yield finding(table, reference, facts)
      }
    }
  },
})

function finding(table: Table, reference: Reference, facts: AdviceFacts): Finding {
  const rows = reference.rows === undefined ? 'all' : `about ${formatCount(reference.rows)}`
  const columns = reference.columns.join(', ')
  return {
    rule: 'missing-fk-index',
    severity: 'problem',
    title: `${reference.table} refers to ${table.name} by (${columns}), which no index begins with`,
    explanation: `For each row that this statement takes from ${table.name}, PostgreSQL reads ${rows} rows of ${reference.table} to see whether one refers to it. EXPLAIN does not count this work; EXPLAIN ANALYZE shows it as the trigger of the constraint \`${reference.name}\`.`,
    nodes: facts.accesses.filter((access) => access.table === table).map(({ node }) => node.id),
    evidence: [
      {
        kind: 'index',
        text: `Foreign key ${reference.name}: ${reference.table} (${columns}) → ${table.name} (${reference.toColumns.join(', ')}), no index`,
      },
      ...(reference.rows === undefined
        ? []
        : [
            {
              kind: 'statistic' as const,
              text: `${reference.table}: about ${formatCount(reference.rows)} rows`,
              value: reference.rows,
              unit: 'rows',
            },
          ]),
    ],
    confidence: 'proven',
    advice: [advice(reference, facts)],
  }
}

function advice(reference: Reference, facts: AdviceFacts): Advice {
  const { schema, table, columns } = reference
  const parts = columns.map((column) => ({
    column,
    descending: false,
    role: 'equality' as const,
    narrows: 'seek' as const,
  }))
  const other = facts.catalog?.tables.find((one) => one.schema === schema && one.name === table)
  const name = indexName({
    table: other ?? { schema, name: table, columns: [], indexes: [], foreignKeys: [] },
    parts,
  })
  return {
    kind: 'add-index',
    title: `Add an index on ${table} (${columns.join(', ')})`,
    variant: {
      sql: facts.sql,
      session: [],
      ddl: [
        {
          apply: `CREATE INDEX ${quoteName(name)} ON ${quoteName(schema)}.${quoteName(table)} (${columns.map(quoteName).join(', ')})`,
          undo: `DROP INDEX ${quoteName(schema)}.${quoteName(name)}`,
        },
      ],
    },
    index: { table, name, parts: [...columns] },
    equivalence: 'identical',
    preconditions: [],
    tradeOffs: [`One more index to keep on every INSERT and DELETE of ${table}, and UPDATE of ${columns.join(', ')}.`],
    notWhen: ['Rows are deleted only by hand, once in a while.'],
    expected: {
      ...(reference.rows !== undefined && { rowsBefore: reference.rows, rowsAfter: 1 }),
      method: 'structural',
    },
  }
}
