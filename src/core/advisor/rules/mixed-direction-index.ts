import { formatCount } from '../../figures'
import { sortsDescending } from '../index-design/abilities'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import { rule } from '../rule'

export const mixedDirectionIndex = rule({
  id: 'mixed-direction-index',
  title: 'ORDER BY goes up by one column and down by another',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 500, about: 'rows that are sorted' },
  },
  doc: {
    when: 'The plan sorts by columns in two directions, and the server keeps index parts in descending order.',
    why: 'An index is read forward or backward as a whole. Only one whose parts have the directions of ORDER BY, or all of them turned, gives its order.',
    schema:
      'CREATE TABLE ticket (id INT NOT NULL PRIMARY KEY, state INT NOT NULL, opened INT NOT NULL, body VARCHAR(200)); CREATE INDEX state ON ticket (state)',
    bad: 'SELECT id, body FROM ticket ORDER BY state ASC, opened DESC LIMIT 10',
    better: 'SELECT id, body FROM ticket ORDER BY state ASC, opened DESC LIMIT 10',
    remedy: 'CREATE INDEX state_opened ON ticket (state ASC, opened DESC)',
    notWhen: [
      'The server is MySQL before 8.0 or MariaDB before 10.8: they take DESC in an index and ignore it.',
      'NULLs stand elsewhere in the index than the statement wants them (PostgreSQL).',
    ],
    source: 'MySQL manual, "Descending Indexes"; PostgreSQL manual, "Indexes and ORDER BY".',
  },
  *check(facts, { leastRows }) {
    // Parts of a designed index have NULLs where the server puts them by default.
    if (!sortsDescending(facts.engine) || /\bNULLS\s+(?:FIRST|LAST)\b/i.test(facts.sql)) return
    for (const found of designsFor(facts)) {
      const design = found.designs.find(({ givesOrder }) => givesOrder)
      if (!design || !isMixed(found) || !found.access.sortedLater || found.now.entries < leastRows) continue
      const { demand, access, now } = found
      const order = demand.order.map(({ column, descending }) => `${column} ${descending ? 'DESC' : 'ASC'}`).join(', ')
      yield indexFinding(
        'mixed-direction-index',
        {
          severity: demand.limit === undefined ? 'warning' : 'problem',
          title: `No index of ${demand.table.name} goes up and down as ORDER BY ${order} does`,
          explanation: `About ${formatCount(Math.round(now.entries))} rows are read and sorted. An index on (${design.parts.map(partText).join(', ')}) is read in this order.`,
        },
        { ...found, designs: [design] },
        facts,
        [
          {
            kind: 'node',
            text: `A sort by ${order} stands above the access to ${demand.table.name}.`,
            nodeId: access.node.id,
          },
        ],
      )
    }
  },
})

/** Columns that one value is asked of have no direction. */
function isMixed({ demand: { order, orderIs, columns } }: AccessDesign): boolean {
  const sorted = order.filter(
    ({ column }) => !columns.some((one) => one.column === column && one.role === 'equality' && !one.prefixChars),
  )
  return orderIs === 'ORDER BY' && sorted.some(({ descending }) => descending !== sorted[0]?.descending)
}
