import type { Index } from '../../catalog/model'
import { formatCount } from '../../figures'
import { isCoveringAccess } from '../../keyparts/access-context'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import type { IndexDesign } from '../index-design/model'
import type { Advice, Finding } from '../model'
import { rule } from '../rule'

/** Of the entries that are read now, so many must the design read as well: less is another rule's matter. */
const sameReads = 0.8

export const coveringIndex = rule({
  id: 'covering-index',
  title: 'An index could hold all that is needed of its table',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 500, about: 'rows that are looked up in the table by the index' },
  },
  doc: {
    when: 'An index finds many rows, each is then looked up in the table, and the statement needs only a few short columns of them.',
    why: 'The entries of an index stand beside each other, the rows of the table do not. An index that holds the few columns too makes the look-ups needless.',
    schema:
      'CREATE TABLE sale (id INT NOT NULL PRIMARY KEY, day INT NOT NULL, amount INT NOT NULL, rest VARCHAR(200)); CREATE INDEX day ON sale (day)',
    bad: 'SELECT SUM(amount) FROM sale WHERE day BETWEEN 100 AND 150',
    better: 'SELECT SUM(amount) FROM sale WHERE day BETWEEN 100 AND 150',
    remedy: 'CREATE INDEX day_amount ON sale (day, amount)',
    notWhen: [
      'The statement needs long columns, or all of them: the index would be a second table.',
      'The columns that it would hold are changed often.',
      'PostgreSQL: the table is written so much that its pages are seldom marked as visible to all.',
    ],
    source: 'MySQL manual, "Glossary: covering index"; PostgreSQL manual, "Index-Only Scans and Covering Indexes".',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      const read = lookedUp(found, leastRows)
      const design = read && found.designs.find((one) => one.covers && goesOn(one, read))
      if (!read || !design || design.expectedRows < found.now.entries * sameReads) continue
      const { demand, access } = found
      const rows = formatCount(Math.round(found.now.entries))
      const finding = indexFinding(
        'covering-index',
        {
          severity: 'warning',
          title: `\`${read.name}\` finds about ${rows} rows of ${demand.table.name}, which are then looked up one by one`,
          explanation: `The statement needs only ${[...(demand.needs ?? [])].join(', ')} of them. With (${design.parts.map(partText).join(', ')}) the index holds all of it, and the table is not read.`,
        },
        { ...found, designs: [design] },
        facts,
        [
          {
            kind: 'node',
            text: `${access.access.accessType} by \`${read.name}\`, without what makes it read the index alone.`,
            nodeId: access.node.id,
          },
        ],
      )
      // The same entries are read: what is saved are the look-ups, which the design counts.
      yield {
        ...finding,
        savableFraction: design.saves,
        advice: finding.advice.map((one) => vacuumed(one, finding, facts.family)),
      }
    }
  },
})

/** The index by which the plan finds rows that it then looks up. */
function lookedUp({ access: { access, table }, demand, now }: AccessDesign, leastRows: number): Index | undefined {
  const { method, indexes } = access
  const isSearch = method === 'range' || method === 'lookup' || method === 'bitmap'
  if (!isSearch || isCoveringAccess(access) || indexes.length !== 1 || demand.needs === undefined) return undefined
  if (now.index === undefined || now.entries < leastRows || now.index.name !== indexes[0]?.name) return undefined
  return table.indexes.find(({ name }) => name === now.index?.name && name !== 'PRIMARY')
}

/** The design begins with all parts of the index. */
function goesOn({ parts }: IndexDesign, index: Index): boolean {
  return index.parts.every((part, at) => part.column !== undefined && part.column === parts[at]?.column)
}

/** PostgreSQL reads an index alone only where the table's pages are known to be visible to all. */
function vacuumed(advice: Advice, { nodes }: Finding, family: 'mysql' | 'postgres'): Advice {
  if (family === 'mysql' || nodes.length === 0) return advice
  const precondition = {
    text: `${advice.index?.table ?? 'The table'} was vacuumed since it was written most.`,
    status: 'unknown' as const,
    how: 'VACUUM it; EXPLAIN ANALYZE then shows few heap fetches.',
  }
  return { ...advice, preconditions: [...advice.preconditions, precondition] }
}
