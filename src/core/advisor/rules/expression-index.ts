import { formatCount } from '../../figures'
import { designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import { rule } from '../rule'

export const expressionIndex = rule({
  id: 'expression-index',
  title: 'An index on the expression that is asked for',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows that the expression is worked out for' },
  },
  doc: {
    when: 'A condition compares a function of a column with a value, no range on the column itself says the same, and the server can keep the expression in an index.',
    why: 'An index on the column is sorted by the column, not by what the function makes of it. An index on the expression holds its results, sorted.',
    schema:
      'CREATE TABLE member (id INT NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL, note VARCHAR(200)); CREATE INDEX name ON member (name)',
    bad: "SELECT id, note FROM member WHERE LOWER(name) = 'name 77'",
    better: "SELECT id, note FROM member WHERE LOWER(name) = 'name 77'",
    remedy: 'CREATE INDEX lower_name ON member ((LOWER(name)))',
    notWhen: [
      'The statement can be written with the column alone: a case-insensitive collation needs no LOWER.',
      'The expression in other statements is written another way: the index serves only this one.',
    ],
    source:
      'MySQL manual, "CREATE INDEX Statement: Functional Key Parts"; PostgreSQL manual, "Indexes on Expressions".',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      const [design] = found.designs
      const expression = design?.parts.find((part) => part.expression !== undefined)?.expression
      if (!design || expression === undefined || found.now.entries < leastRows) continue
      yield indexFinding(
        'expression-index',
        {
          severity: 'problem',
          title: `\`${expression}\` is worked out for each row of ${found.demand.table.name}`,
          explanation: `About ${formatCount(Math.round(found.now.entries))} rows are read, because no index holds what \`${expression}\` gives. An index on (${design.parts.map(partText).join(', ')}) does.`,
        },
        found,
        facts,
        [{ kind: 'sql', text: expression, nodeId: found.access.node.id }],
      )
    }
  },
})
