import type { Index } from '../../catalog/model'
import { formatCount } from '../../figures'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import { rule } from '../rule'

export const pgLikePatternOps = rule({
  id: 'pg-like-pattern-ops',
  title: "LIKE searches an index only in the order of the characters' codes",
  group: 'sargability',
  families: ['postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows, or index entries, that are read' },
  },
  doc: {
    when: "LIKE with a literal beginning is asked of a column, an index begins with the column, and the column's collation is not C.",
    why: "With other collations the values that begin alike need not stand together. The operator classes text_pattern_ops and varchar_pattern_ops sort by the characters' codes, where they do.",
    schema:
      'CREATE TABLE person (id INT NOT NULL PRIMARY KEY, email VARCHAR(100) NOT NULL, note TEXT); CREATE INDEX email ON person (email)',
    bad: "SELECT note FROM person WHERE email LIKE 'user1234%'",
    better: "SELECT note FROM person WHERE email LIKE 'user1234%'",
    remedy: 'CREATE INDEX email_pattern ON person (email varchar_pattern_ops)',
    notWhen: ['ORDER BY and ranges on the column need the other index: both are then kept.'],
    source: 'PostgreSQL manual, "Operator Classes and Operator Families".',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      const [design] = found.designs
      const part = design?.parts.find(({ opclass }) => opclass?.endsWith('pattern_ops'))
      const index = part && leadingIndex(found, part.column)
      if (!design || !part || !index || found.now.entries < leastRows) continue
      const collation = found.demand.table.columns.find(({ name }) => name === part.column)?.collation ?? 'default'
      const asked = found.demand.columns.find(({ column }) => column === part.column)?.comparedWith ?? 'LIKE'
      yield indexFinding(
        'pg-like-pattern-ops',
        {
          severity: 'problem',
          title: `\`${index.name}\` is sorted by the collation ${collation}, which \`${part.column} ${asked}\` cannot search`,
          explanation: `About ${formatCount(Math.round(found.now.entries))} rows are read. An index on (${design.parts.map(partText).join(', ')}) is sorted by the characters' codes, and LIKE searches it.`,
        },
        found,
        facts,
        [
          {
            kind: 'index',
            text: `${index.name} (${index.parts.map(({ column }) => column).join(', ')}), collation ${collation}`,
          },
        ],
      )
    }
  },
})

/** An index that begins with the column in its collation's order. */
function leadingIndex({ demand: { table } }: AccessDesign, column: string): Index | undefined {
  return table.indexes.find(
    ({ parts, method, where }) =>
      parts[0]?.column === column &&
      parts[0].opclass === undefined &&
      (method ?? 'btree') === 'btree' &&
      where === undefined,
  )
}
