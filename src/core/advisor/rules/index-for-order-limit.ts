import { designsFor } from '../index-design/designs-for'
import { rule } from '../rule'
import { orderFinding, sortsAtLeast } from './index-for-order-by'

export const indexForOrderLimit = rule({
  id: 'index-for-order-limit',
  title: 'An index in the order of ORDER BY lets LIMIT end the read',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 500, about: 'rows that are read and sorted for the few that LIMIT lets through' },
  },
  doc: {
    when: 'The plan reads and sorts many rows, of which LIMIT returns a few, and an index could give them in order.',
    why: 'A sort has to see every row before it knows the first. An index in the right order gives the first rows first, and the read ends when LIMIT is full.',
    schema:
      'CREATE TABLE news (id INT NOT NULL PRIMARY KEY, topic INT NOT NULL, score INT NOT NULL, body VARCHAR(200)); CREATE INDEX topic ON news (topic)',
    bad: 'SELECT id, body FROM news WHERE topic = 3 ORDER BY score DESC LIMIT 10',
    better: 'SELECT id, body FROM news WHERE topic = 3 ORDER BY score DESC LIMIT 10',
    remedy: 'CREATE INDEX topic_score ON news (topic, score)',
    notWhen: [
      'LIMIT is about as large as the number of rows that match.',
      'The ordered read finds its rows at once already.',
      'For a rare value an ordered read that checks it row by row goes through the whole table: measure with the rarest value too.',
    ],
    source: 'MySQL manual, "LIMIT Query Optimization"; PostgreSQL manual, "Indexes and ORDER BY".',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      if (found.demand.limit !== undefined && sortsAtLeast(found, leastRows))
        yield* orderFinding('index-for-order-limit', found, facts)
    }
  },
})
