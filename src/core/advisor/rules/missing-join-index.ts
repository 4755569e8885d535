import type { Table } from '../../catalog/model'
import { formatCount } from '../../figures'
import { designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { rule } from '../rule'

export const missingJoinIndex = rule({
  id: 'missing-join-index',
  title: 'The inner table of a join has no index on the column that it is joined by',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows of the inner table that are read for each outer row, or for the hash' },
    leastGain: { value: 2, about: 'times fewer of its rows than are read now' },
  },
  doc: {
    when: 'A table that is joined by equality is read from end to end, because no index begins with the column that it is joined by.',
    why: 'With an index each outer row finds its inner rows at once. Without one the whole table is read, once for a hash join or once per outer row or buffer of them.',
    schema:
      'CREATE TABLE buyer (id INT NOT NULL PRIMARY KEY, code INT NOT NULL); CREATE INDEX code ON buyer (code); CREATE TABLE sale (id INT NOT NULL PRIMARY KEY, buyer_id INT NOT NULL, amount INT NOT NULL)',
    bad: 'SELECT SUM(sale.amount) FROM buyer JOIN sale ON sale.buyer_id = buyer.id WHERE buyer.code = 7',
    better: 'SELECT SUM(sale.amount) FROM buyer JOIN sale ON sale.buyer_id = buyer.id WHERE buyer.code = 7',
    remedy: 'CREATE INDEX buyer_id ON sale (buyer_id, amount)',
    notWhen: [
      'The outer side is nearly the whole table: then reading the inner one once and hashing it is as good or better.',
    ],
    source:
      'MySQL manual, "Nested-Loop Join Algorithms"; measured: 376 ms to 1.7 ms with few outer rows, no gain with all.',
  },
  *check(facts, { leastRows, leastGain }) {
    for (const found of designsFor(facts)) {
      const { access, demand, designs, now } = found
      const [design] = designs
      const joined = demand.columns.filter(
        ({ column, role }) => role === 'equality' && joins(found.access.sqlPredicates, column, access.owns),
      )
      const led = design?.parts[0]
      if (!design || now.index !== undefined || now.entries < leastRows || joined.length === 0) continue
      // With nearly all outer rows the index is searched as often as the table has rows.
      if (design.expectedRows * leastGain > now.entries) continue
      if (
        !design.parts.some(({ column, narrows }) => narrows === 'seek' && joined.some((one) => one.column === column))
      )
        continue
      // Then it is not missing: the optimizer did not want it.
      if (joined.some(({ column }) => isLed(demand.table, column))) continue
      const column = joined.find((one) => one.column === led?.column)?.column ?? joined[0]?.column ?? ''
      yield indexFinding(
        'missing-join-index',
        {
          severity: 'problem',
          title: `No index finds the rows of ${demand.table.name} by \`${column}\``,
          explanation: `${demand.table.name} is joined by \`${column}\`, and all of its about ${formatCount(Math.round(now.entries))} rows are read for it.`,
        },
        found,
        facts,
        [
          {
            kind: 'node',
            text: `${access.access.accessType}: ${demand.table.name} is read from end to end.`,
            nodeId: access.node.id,
          },
        ],
      )
    }
  },
})

/** An index that the server may read begins with the column. */
function isLed({ indexes }: Table, column: string): boolean {
  return indexes.some(
    ({ visible, where, parts: [first] }) => visible && where === undefined && first?.column === column,
  )
}

/** Is the column compared with a column of another table? */
function joins(
  predicates: readonly {
    readonly column?: { readonly name: string } | undefined
    readonly references: readonly { readonly name: string; readonly table?: string | undefined }[]
  }[],
  column: string,
  owns: (reference: { readonly name: string; readonly table?: string | undefined }) => boolean,
): boolean {
  return predicates.some(
    (predicate) =>
      predicate.column?.name.toLowerCase() === column.toLowerCase() && predicate.references.some((one) => !owns(one)),
  )
}
