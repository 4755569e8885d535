import { formatCount } from '../../figures'
import { designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import { rule } from '../rule'

export const indexMissingPrefix = rule({
  id: 'index-missing-prefix',
  title: 'No index begins with the columns that are asked for',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows, or index entries, that are read from end to end' },
    leastGain: { value: 2, about: 'times fewer index entries than are read now' },
  },
  doc: {
    when: 'A table or an index is read from end to end, or stepped through value by value, although equalities are asked for: they are no left part of any index.',
    why: 'An index can be searched only from its first part on. Columns that stand behind one without a condition, or in no index at all, are checked entry by entry.',
    schema:
      'CREATE TABLE line (order_id INT NOT NULL, shop INT NOT NULL, shelf INT NOT NULL, PRIMARY KEY (order_id, shop, shelf))',
    bad: 'SELECT order_id FROM line WHERE shop = 3 AND shelf = 1',
    better: 'SELECT order_id FROM line WHERE shop = 3 AND shelf = 1',
    remedy: 'CREATE INDEX shop_shelf ON line (shop, shelf)',
    notWhen: [
      'The table is small.',
      'The index covers the statement, and LIMIT ends the read early.',
      'Most rows meet the conditions.',
    ],
    source: 'MySQL manual, "Multiple-Column Indexes"; PostgreSQL manual, "Multicolumn Indexes".',
  },
  *check(facts, { leastRows, leastGain }) {
    for (const found of designsFor(facts)) {
      const { access, demand, designs, now } = found
      const [design] = designs
      const { method } = access.access
      const fromEndToEnd = method === 'full-scan' || method === 'index-scan' || method === 'skip-scan'
      if (!design || !fromEndToEnd || now.index !== undefined || now.entries < leastRows) continue
      const narrowing = design.parts.filter(({ narrows }) => narrows === 'seek')
      if (!narrowing.some(({ role }) => role !== 'range') || design.expectedRows * leastGain > now.entries) continue
      const read = access.access.indexes[0]?.name
      yield indexFinding(
        'index-missing-prefix',
        {
          severity: 'problem',
          title: `No index of ${demand.table.name} begins with ${narrowing.map(({ column }) => `\`${column}\``).join(', ')}`,
          explanation: `About ${formatCount(Math.round(now.entries))} ${read === undefined ? 'rows are read from end to end' : `entries of \`${read}\` are read`}. An index on (${design.parts.map(partText).join(', ')}) is searched by them.`,
        },
        found,
        facts,
        [
          {
            kind: 'node',
            text: `${access.access.accessType}: ${demand.table.name}${read === undefined ? '' : ` by \`${read}\``}, no search.`,
            nodeId: access.node.id,
          },
        ],
      )
    }
  },
})
