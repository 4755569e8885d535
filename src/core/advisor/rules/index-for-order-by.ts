import { formatCount } from '../../figures'
import type { AdviceFacts } from '../facts'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import type { IndexDesign } from '../index-design/model'
import type { Evidence, Finding } from '../model'
import { rule } from '../rule'

export const indexForOrderBy = rule({
  id: 'index-for-order-by',
  title: 'An index gives the rows in the order that is sorted for',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 500, about: 'rows that are sorted' },
  },
  doc: {
    when: 'The plan sorts, every condition of the table is an equality that an index can begin with, and the columns of ORDER BY or GROUP BY can follow.',
    why: 'Behind parts that are fixed to one value the entries of an index are sorted by the next part: the rows come in order and nothing is sorted.',
    schema:
      'CREATE TABLE people (id INT NOT NULL PRIMARY KEY, district INT NOT NULL, last INT NOT NULL, first VARCHAR(16) NOT NULL, rest VARCHAR(200)); CREATE INDEX district ON people (district)',
    bad: 'SELECT id, rest FROM people WHERE district = 4 AND last = 7 ORDER BY first',
    better: 'SELECT id, rest FROM people WHERE district = 4 AND last = 7 ORDER BY first',
    remedy: 'CREATE INDEX district_last_first ON people (district, last, first)',
    notWhen: [
      'A range stands before the columns of the order: behind it they are not in order.',
      'Few rows are left to sort.',
    ],
    source: 'MySQL manual, "ORDER BY Optimization"; PostgreSQL manual, "Indexes and ORDER BY".',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      if (found.demand.limit === undefined && sortsAtLeast(found, leastRows))
        yield* orderFinding('index-for-order-by', found, facts)
      else if (found.designs.length === 0 && found.orderExtension)
        yield extensionFinding(found, found.orderExtension, facts)
    }
  },
})

/** One more part of an index that is there anyway: little to gain, and little to pay. */
function extensionFinding(found: AccessDesign, extension: IndexDesign, facts: AdviceFacts): Finding {
  const { demand, access } = found
  const order = demand.order.map(({ column }) => column).join(', ')
  const name = extension.relation.kind === 'new' ? '' : extension.relation.index.name
  return indexFinding(
    'index-for-order-by',
    {
      severity: 'hint',
      title: `\`${name}\` could give the rows by ${order}, too`,
      explanation: `\`${name}\` finds the rows, and they are sorted by ${order} afterwards. With ${order} as its last part they come in order.`,
    },
    { ...found, designs: [extension] },
    facts,
    [
      {
        kind: 'node',
        text: `A sort stands above the access to ${demand.table.name} by \`${name}\`.`,
        nodeId: access.node.id,
      },
    ],
  )
}

/** The access is sorted later, and its best design gives the order. */
export function sortsAtLeast({ access, demand, now, designs }: AccessDesign, leastRows: number): boolean {
  return (
    demand.orderIs !== undefined && access.sortedLater && now.entries >= leastRows && (designs[0]?.givesOrder ?? false)
  )
}

/** What both rules of an order say. */
export function* orderFinding(
  id: string,
  found: AccessDesign,
  facts: Parameters<typeof indexFinding>[3],
): Iterable<Finding> {
  const [design] = found.designs
  const { demand, now, access } = found
  if (!design) return
  const order = demand.order.map(({ column, descending }) => `${column}${descending ? ' DESC' : ''}`).join(', ')
  const evidence: Evidence = {
    kind: 'node',
    text: `A sort stands above the access to ${demand.table.name}.`,
    nodeId: access.node.id,
  }
  const stops = demand.limit === undefined ? '' : ` and ends after ${formatCount(demand.limit)}`
  yield indexFinding(
    id,
    {
      severity: demand.limit === undefined ? 'warning' : 'problem',
      title: `${demand.table.name} is sorted by ${order}, which an index could give`,
      explanation: `About ${formatCount(Math.round(now.entries))} rows are read and sorted. An index on (${design.parts.map(partText).join(', ')}) is read in this order${stops}.`,
    },
    found,
    facts,
    [evidence],
  )
}
