import type { Index } from '../../catalog/model'
import { formatCount } from '../../figures'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import type { IndexDesign } from '../index-design/model'
import { rule } from '../rule'

export const indexMissingPrefix = rule({
  id: 'index-missing-prefix',
  title: 'No index begins with the columns that are asked for',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows, or index entries, that are read' },
    leastGain: { value: 2, about: 'times fewer index entries than are read now' },
  },
  doc: {
    when: 'A table or an index is read from end to end, stepped through value by value, or searched by some of its conditions only: what is asked for is no left part of any index. Also where a table could be read first, or after another one, if it had the index.',
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
      if (!design) continue
      const narrowing = design.parts.filter(({ narrows }) => narrows === 'seek')
      // Then what it could hold besides is another rule's matter.
      if (demand.table.indexes.some((index) => beginsWith(index, narrowing))) continue
      const isLess = now.entries >= leastRows && design.expectedRows * leastGain <= now.entries
      if (narrowing.length === 0 || !(isLess || design.saves >= saving)) continue
      // What is searched by the same columns already has another matter: its rows, or their order.
      if (narrowing.every(({ column }, at) => now.index?.parts[at]?.column === column)) continue
      const columns = narrowing.map(({ column }) => `\`${column}\``).join(', ')
      const read = access.access.indexes[0]?.name
      const words = wordsOf(found, design)
      yield indexFinding(
        'index-missing-prefix',
        {
          severity: 'problem',
          title:
            now.index === undefined || narrowing.length === 1
              ? `No index of ${demand.table.name} begins with ${columns}`
              : `No index of ${demand.table.name} serves ${columns} together`,
          explanation: `About ${formatCount(Math.round(now.entries))} ${read === undefined ? 'rows are read from end to end' : `entries of \`${read}\` are read`}. ${words}`,
        },
        found,
        facts,
        [
          {
            kind: 'node',
            text: `${access.access.accessType}: ${demand.table.name}${read === undefined ? '' : ` by \`${read}\``}${now.index === undefined ? ', no search' : ''}.`,
            nodeId: access.node.id,
          },
        ],
      )
    }
  },
})

/** Of all that the statement reads; so much makes a table worth an index that is small itself. */
const saving = 0.5

function wordsOf({ demand }: AccessDesign, { parts, companions, changesJoinOrder, after }: IndexDesign): string {
  const list = `(${parts.map(partText).join(', ')})`
  if (companions.length > 0) {
    const others = companions.map((one) => `(${one.parts.map(partText).join(', ')})`).join(' and ')
    return `With an index for each side of OR, ${list} and ${others}, each side is searched by itself.`
  }
  const served = `An index on ${list} is searched by them.`
  if (!changesJoinOrder) return served
  return after.length === 0
    ? `${served} ${demand.table.name} can then be read first.`
    : `${served} The tables are then read in another order: ${demand.table.name} after ${after.join(' and ')}.`
}

/** An index that the server may read begins with these parts, in whatever order. */
function beginsWith({ visible, where, parts }: Index, narrowing: IndexDesign['parts']): boolean {
  const led = parts.slice(0, narrowing.length)
  return (
    visible &&
    where === undefined &&
    led.length === narrowing.length &&
    narrowing.every((one) =>
      led.some(
        ({ column, expression, prefixChars, opclass }) =>
          (column ?? expression) === one.column && prefixChars === one.prefixChars && opclass === one.opclass,
      ),
    )
  )
}
