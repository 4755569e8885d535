import type { Index, Table } from '../../catalog/model'
import { formatCount } from '../../figures'
import type { AdviceFacts } from '../facts'
import { designsFor } from '../index-design/designs-for'
import { addIndexDdl, indexName } from '../index-design/index-ddl'
import type { ColumnDemand, DesignedPart, TableDemand } from '../index-design/model'
import type { Advice } from '../model'
import { rule } from '../rule'

export const skipScanInUse = rule({
  id: 'skip-scan-in-use',
  title: 'The server steps over the first part of an index, value by value',
  group: 'index shape',
  families: ['mysql'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastSkips: { value: 20, about: 'values of the first part that are stepped over' },
    leastRows: { value: 1000, about: 'index entries that the plan expects to read' },
  },
  doc: {
    when: 'MySQL uses an index by a skip scan, because nothing is asked of its first part.',
    why: 'A skip scan searches once for each value of the first part. It is better than reading the whole index and worse than an index that begins with what is asked for.',
    schema:
      'CREATE TABLE reading (id INT NOT NULL PRIMARY KEY, station INT NOT NULL, heat INT NOT NULL); CREATE INDEX station_heat ON reading (station, heat)',
    bad: 'SELECT station, heat FROM reading WHERE heat > 9985',
    better: 'SELECT station, heat FROM reading WHERE heat > 9985',
    remedy: 'CREATE INDEX heat ON reading (heat, station)',
    notWhen: ['The first part has only a handful of values, or the statement runs seldom.'],
    source: 'MySQL manual, "Skip Scan Range Access Method"; measured: 21,495 reads for 977 rows on MySQL 9.7.',
  },
  *check(facts, { leastSkips, leastRows }) {
    for (const found of designsFor(facts)) {
      const { access, demand, now } = found
      const { table } = demand
      const index = table.indexes.find(({ name }) => name === access.access.indexes[0]?.name)
      const first = index?.parts[0]?.column
      if (access.access.method !== 'skip-scan' || !index || first === undefined || now.entries < leastRows) continue
      const skips = index.parts[0]?.cardinality ?? facts.statistics?.distinct(table, first)
      const columns = inOrderOfUse(index, demand)
      if ((skips !== undefined && skips < leastSkips) || columns === undefined) continue
      const values = skips === undefined ? 'each value' : `each of about ${formatCount(skips)} values`
      yield {
        rule: 'skip-scan-in-use',
        severity: 'warning',
        title: `\`${index.name}\` is searched once for ${values} of \`${first}\``,
        explanation: `Nothing is asked of \`${first}\`, the first part of \`${index.name}\`. An index on (${columns.join(', ')}) begins with what is asked for and is searched once.`,
        nodes: [access.node.id],
        evidence: [
          { kind: 'node', text: `Skip scan of \`${index.name}\`.`, nodeId: access.node.id },
          {
            kind: 'statistic',
            text: `${first}: ${skips === undefined ? 'nobody counted its values' : `about ${formatCount(skips)} values`}`,
          },
        ],
        confidence: 'structural',
        advice: [reordered(table, index, columns, facts)],
      }
    }
  },
})

/** The parts of the index: equalities, then lists, then a range, then the others; undefined when nothing is asked of them. */
function inOrderOfUse({ parts }: Index, { columns }: TableDemand): readonly string[] | undefined {
  const names = parts.flatMap(({ column, prefixChars }) => (prefixChars === undefined && column ? [column] : []))
  if (names.length !== parts.length) return undefined
  const of = (role: ColumnDemand['role']) =>
    names.filter((name) => columns.some((one) => one.column === name && one.role === role))
  const asked = [...of('equality'), ...of('in-list'), ...of('range')]
  return asked.length === 0 ? undefined : [...new Set([...asked, ...names])]
}

function reordered(table: Table, index: Index, columns: readonly string[], facts: AdviceFacts): Advice {
  const parts = columns.map((column): DesignedPart => ({ column, descending: false, role: 'unused', narrows: 'none' }))
  const name = indexName({ table, parts })
  return {
    kind: 'reorder-index',
    title: `Put the parts of \`${index.name}\` in this order: ${table.name} (${columns.join(', ')})`,
    variant: { sql: facts.sql, session: [], ddl: [addIndexDdl({ table, parts, include: [] }, name, facts.family)] },
    index: { table: table.name, name, parts: [...columns] },
    equivalence: 'same-set',
    preconditions: [],
    tradeOffs: [
      `\`${index.name}\` stays: other statements may need its order. Until it is dropped, every write keeps one index more.`,
    ],
    notWhen: ['The statement runs seldom.', 'Most entries meet the conditions.'],
    expected: { method: 'structural' },
  }
}
