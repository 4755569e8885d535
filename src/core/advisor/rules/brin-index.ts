import { formatCount, formatFraction } from '../../figures'
import type { AdviceFacts } from '../facts'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import type { ColumnDemand } from '../index-design/model'
import { specialDesign } from '../index-design/special-design'
import { rule } from '../rule'

export const brinIndex = rule({
  id: 'brin-index',
  title: 'Rows lie in the order of a column: an index of block ranges is enough',
  group: 'index shape',
  families: ['postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 100_000, about: 'rows of the table' },
    leastCorrelation: { value: 0.95, about: 'how far the rows lie in the order of the column, from 0 to 1' },
    mostShare: { value: 0.2, about: 'part of the rows that the range lets through, from 0 to 1' },
  },
  doc: {
    when: 'A large table is read from end to end for a range of a column in whose order its rows were written.',
    why: 'BRIN keeps the least and the greatest value of every 128 pages. Where the rows lie in the order of the column, a range is in few of them; the index takes some kilobytes, and an INSERT hardly notices it.',
    schema:
      'CREATE TABLE reading (id INT NOT NULL PRIMARY KEY, at INT NOT NULL, value INT NOT NULL, note VARCHAR(200))',
    bad: 'SELECT note FROM reading WHERE at >= 30000 AND at < 31000',
    better: 'SELECT note FROM reading WHERE at >= 30000 AND at < 31000',
    remedy: 'CREATE INDEX at_blocks ON reading USING brin (at)',
    notWhen: [
      'Rows are updated or inserted out of order: then every block range holds every value.',
      'Few rows are asked for, and often: a B-tree finds them at once, BRIN reads at least 128 pages.',
    ],
    source: 'PostgreSQL manual, "BRIN Indexes".',
  },
  *check(facts, limits) {
    for (const found of designsFor(facts)) {
      const { table } = found.demand
      if (found.access.access.method !== 'full-scan' || (table.rows ?? 0) < limits.leastRows) continue
      for (const range of found.demand.columns) {
        const correlation = Math.abs(facts.statistics?.correlation?.(table, range.column) ?? 0)
        if (correlation >= limits.leastCorrelation && isNarrow(range, found, limits.mostShare))
          yield finding(found, range, correlation, facts)
      }
    }
  },
})

/** A range of a known, small share on a column that no index begins with. */
function isNarrow(
  { role, share, shareFrom, joinedTo, expression, column }: ColumnDemand,
  { demand: { table } }: AccessDesign,
  mostShare: number,
): boolean {
  const isRange = role === 'range' && joinedTo === undefined && expression === undefined
  if (!isRange || share > mostShare || shareFrom !== 'statistics') return false
  return !table.indexes.some(({ parts }) => parts[0]?.column === column)
}

function finding(
  found: AccessDesign,
  { column, share, comparedWith }: ColumnDemand,
  correlation: number,
  facts: AdviceFacts,
) {
  const { demand, now, access } = found
  const { table } = demand
  const part = { column, descending: false, role: 'range', narrows: 'seek' } as const
  const expectedRows = Math.max(1, (table.rows ?? 0) * share)
  const design = specialDesign(found, [part], { method: 'brin', expectedRows, assumed: false, saves: 1 - share })
  return indexFinding(
    'brin-index',
    {
      // A B-tree serves it too; this is the one that costs nearly nothing.
      severity: 'hint',
      title: `Rows of ${table.name} lie in the order of \`${column}\`: a BRIN index finds a range by a few kilobytes`,
      explanation: `About ${formatCount(Math.round(now.entries))} rows are read for ${formatFraction(share)} of them, which lie together.`,
    },
    { ...found, designs: [design] },
    facts,
    [
      {
        kind: 'statistic',
        text: `correlation of ${column}: ${correlation.toFixed(2)}; ${column} ${comparedWith}: ${formatFraction(share)} of the rows`,
        value: correlation,
        nodeId: access.node.id,
      },
    ],
  )
}
