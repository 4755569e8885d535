import type { Index, Table } from '../../catalog/model'
import { formatBytes } from '../../figures'
import type { AdviceFacts } from '../facts'
import { dropIndexDdl } from '../index-design/index-ddl'
import { primaryIndex, primaryKeyDdl } from '../keys/primary-key-ddl'
import type { Advice, Finding } from '../model'
import { rule } from '../rule'

export const pkReorderInsteadOfSecondKey = rule({
  id: 'pk-reorder-instead-of-second-key',
  title: 'A second index holds the columns of the primary key in another order',
  group: 'index hygiene',
  families: ['mysql', 'postgres'],
  needs: ['catalog'],
  limits: {
    leastRows: { value: 1000, about: 'rows of the table' },
  },
  doc: {
    when: 'An index has exactly the columns of the primary key, in another order, and the statement does not search by the order of the primary key.',
    why: 'Both keep every row once more. If nobody searches by the old order, the primary key in the new order does the work of both: with InnoDB it holds the rows themselves.',
    schema:
      'CREATE TABLE line (order_id INT NOT NULL, shop INT NOT NULL, shelf INT NOT NULL, PRIMARY KEY (order_id, shop, shelf)); CREATE INDEX shop_first ON line (shop, shelf, order_id)',
    bad: 'SELECT order_id FROM line WHERE shop = 3 AND shelf = 1',
    better: 'SELECT order_id FROM line WHERE shop = 3 AND shelf = 1',
    remedy: 'DROP INDEX shop_first; ALTER TABLE line DROP PRIMARY KEY, ADD PRIMARY KEY (shop, shelf, order_id)',
    notWhen: [
      'Other statements search by the first columns of the primary key as it is: they would read the whole table (measured: 200 rows became 195,400).',
      'A foreign key needs an index that begins with these columns.',
    ],
    source: 'MySQL manual, "Clustered and Secondary Indexes"; measured on a table of 200,000 rows.',
  },
  *check(facts, { leastRows }) {
    for (const table of facts.catalog?.tables ?? []) {
      const key = table.primaryKey ?? []
      const primary = primaryIndex(table)
      if (key.length < 2 || !primary || (table.rows ?? 0) < leastRows || isNeeded(table, primary, facts)) continue
      const second = table.indexes.find((index) => index !== primary && isSameColumns(index, key))
      if (second) yield finding(table, second, facts)
    }
  },
})

/** Exactly the key's columns, whole and upward, in another order. */
function isSameColumns(
  { parts, visible, where, include = [], method = 'btree' }: Index,
  key: readonly string[],
): boolean {
  return (
    visible &&
    where === undefined &&
    include.length === 0 &&
    method === 'btree' &&
    parts.length === key.length &&
    parts.every(
      ({ column, prefixChars, descending }) =>
        column !== undefined && prefixChars === undefined && !descending && key.includes(column),
    ) &&
    parts.some(({ column }, at) => column !== key[at])
  )
}

/** The statement, or a foreign key, searches by the key's first columns. */
function isNeeded(table: Table, primary: Index, { keyUse }: AdviceFacts): boolean {
  const [first] = table.primaryKey ?? []
  const searched = keyUse.some(
    ({ chosen, table: read, index, parts: [part] }) =>
      chosen &&
      read === table.name &&
      index === primary.name &&
      part !== undefined &&
      part.role !== 'unused' &&
      part.role !== 'cover',
  )
  const others = table.indexes.filter((index) => index !== primary)
  const served = others.some(({ parts: [part] }) => part?.column === first)
  const isForeign = table.foreignKeys.some(({ columns: [column] }) => column === first) && !served
  return searched || isForeign || (table.referencedBy ?? []).length > 0
}

function finding(table: Table, second: Index, facts: AdviceFacts): Finding {
  const key = table.primaryKey ?? []
  const order = second.parts.flatMap(({ column }) => column ?? [])
  const size = second.bytes === undefined ? '' : ` It takes ${formatBytes(second.bytes)}.`
  return {
    rule: 'pk-reorder-instead-of-second-key',
    severity: 'hint',
    title: `\`${second.name}\` of ${table.name} is the primary key in another order`,
    explanation: `\`${second.name}\` (${order.join(', ')}) holds the columns of the primary key (${key.join(', ')}) once more, and every write keeps both. This statement does not search by \`${key[0]}\` alone: with the primary key in the order of \`${second.name}\` one of the two would do.${size}`,
    nodes: facts.keyUse.flatMap(({ chosen, index, table: read, nodeId }) =>
      chosen && read === table.name && index === second.name ? [nodeId] : [],
    ),
    evidence: [
      { kind: 'index', text: `Primary key (${key.join(', ')})` },
      { kind: 'index', text: `${second.name} (${order.join(', ')})` },
    ],
    confidence: 'structural',
    savableFraction: 0,
    advice: [advice(table, second, order, facts)],
  }
}

function advice(table: Table, second: Index, order: readonly string[], facts: AdviceFacts): Advice {
  const [first] = table.primaryKey ?? []
  return {
    kind: 'change-schema',
    title: `Make (${order.join(', ')}) the primary key of ${table.name} and drop \`${second.name}\``,
    variant: {
      sql: facts.sql,
      session: [],
      ddl: [primaryKeyDdl(table, order, facts.family), dropIndexDdl(table, second, facts.family)],
    },
    equivalence: 'same-set',
    preconditions: [
      {
        text: `No statement searches ${table.name} by \`${first}\` without the other columns.`,
        status: 'unknown',
        how: `Look through the slow log, or the server's statement statistics, for conditions on ${table.name}.${first}.`,
      },
    ],
    tradeOffs: [
      'The table is built anew, and writers may wait while it is.',
      `A search by \`${first}\` alone reads the whole table afterwards.`,
      ...(facts.family === 'mysql'
        ? ['New rows go to other places: inserts in the order of the old key become random.']
        : []),
    ],
    notWhen: ['Other statements search by the first columns of the primary key as it is.'],
    expected: { method: 'structural' },
  }
}
