import { formatCount, formatFraction } from '../../figures'
import type { AdviceFacts } from '../facts'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import type { ColumnDemand, DesignedPart, IndexDesign } from '../index-design/model'
import { specialDesign } from '../index-design/special-design'
import { rule } from '../rule'

export const partialIndex = rule({
  id: 'partial-index',
  title: 'An index of only those rows that have a rare value',
  group: 'index shape',
  families: ['postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 10_000, about: 'rows of the table' },
    mostValues: { value: 100, about: 'values of the column: columns with more are keys rather than kinds' },
    mostShare: { value: 0.05, about: 'part of the rows that have the value, from 0 to 1' },
  },
  doc: {
    when: 'A rare value is written in the statement itself, as states like "failed" are, and the table has no index for it.',
    why: 'An index WHERE the column has this value holds only those rows: it is small, and writes of other rows do not touch it.',
    schema:
      'CREATE TABLE job (id INT NOT NULL PRIMARY KEY, state VARCHAR(10) NOT NULL, cost INT NOT NULL, body VARCHAR(200))',
    bad: "SELECT id, body FROM job WHERE state = 'failed' AND cost > 100",
    better: "SELECT id, body FROM job WHERE state = 'failed' AND cost > 100",
    remedy: "CREATE INDEX failed ON job (cost) WHERE state = 'failed'",
    notWhen: [
      'The value comes as a parameter: a prepared statement with a generic plan cannot use the index.',
      'Other values are asked for, too: then an index on the column serves all of them.',
    ],
    source: 'PostgreSQL manual, "Partial Indexes".',
  },
  *check(facts, { leastRows, mostShare, mostValues }) {
    for (const found of designsFor(facts)) {
      const rows = found.demand.table.rows ?? 0
      const [whole] = found.designs
      const rare = found.demand.columns.find((one) => isRare(one, mostShare))
      if (!whole || rows < leastRows || rare === undefined || found.now.index !== undefined) continue
      if (found.demand.table.indexes.some(({ where }) => where?.includes(rare.column))) continue
      if ((facts.statistics?.distinct(found.demand.table, rare.column) ?? 0) > mostValues) continue
      const literal = literalOf(found, rare)
      const parts = whole.parts.filter(({ column }) => column !== rare.column)
      const first = parts.length > 0 ? parts : keyParts(found)
      if (literal === undefined || first.length === 0 || !whole.parts.some(({ column }) => column === rare.column))
        continue
      yield finding(found, whole, rare, literal, first, facts)
    }
  },
})

function finding(
  found: AccessDesign,
  whole: IndexDesign,
  rare: ColumnDemand,
  literal: string,
  parts: readonly DesignedPart[],
  facts: AdviceFacts,
) {
  const { table } = found.demand
  const held = Math.round((table.rows ?? 0) * rare.share)
  const where = `${quoted(rare.column)} = ${literal}`
  const { expectedRows, saves, assumed } = whole
  const design = specialDesign(found, parts, { where, expectedRows, saves, assumed })
  return indexFinding(
    'partial-index',
    {
      severity: 'hint',
      title: `${formatFraction(rare.share)} of ${table.name} has \`${rare.column} = ${literal}\`: an index can hold only those rows`,
      explanation: `It has about ${formatCount(held)} entries instead of ${formatCount(table.rows ?? 0)}, and other rows are written without it.`,
    },
    { ...found, designs: [design] },
    facts,
    [{ kind: 'statistic', text: `${rare.column} ${rare.comparedWith}: ${formatFraction(rare.share)} of the rows` }],
  )
}

function isRare({ role, share, shareFrom, joinedTo, expression }: ColumnDemand, mostShare: number): boolean {
  return (
    role === 'equality' &&
    joinedTo === undefined &&
    expression === undefined &&
    share <= mostShare &&
    shareFrom === 'statistics'
  )
}

/** The value as the statement writes it; undefined for a parameter. */
function literalOf({ access }: AccessDesign, { column }: ColumnDemand): string | undefined {
  const predicate = access.sqlPredicates.find(
    (one) =>
      one.kind === 'equality' && one.column?.name.toLowerCase() === column.toLowerCase() && access.owns(one.column),
  )
  const { literal } = predicate ?? {}
  if (literal?.type === 'number') return literal.value
  return literal?.type === 'string' ? `'${literal.value.replace(/'/g, "''")}'` : undefined
}

/** Something to be sorted by: the primary key. */
function keyParts({ demand: { table } }: AccessDesign): readonly DesignedPart[] {
  return (table.primaryKey ?? []).map((column) => ({ column, descending: false, role: 'cover', narrows: 'none' }))
}

function quoted(column: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(column) ? column : `"${column.replace(/"/g, '""')}"`
}
