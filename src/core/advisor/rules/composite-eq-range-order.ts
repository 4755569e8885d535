import { formatCount } from '../../figures'
import { designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import { rule } from '../rule'

export const compositeEqRangeOrder = rule({
  id: 'composite-eq-range-order',
  title: 'One index for an equality and a range: the equality first',
  group: 'index shape',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastGain: { value: 2, about: 'times fewer index entries than rows are read now' },
  },
  doc: {
    when: 'A table is read by a scan, or by an index of one of its conditions alone, although it has an equality and a range that one index could serve together.',
    why: 'Behind an equality the entries are sorted by the next part, so that a range there narrows the read as well. The other way round the whole range is read.',
    schema:
      'CREATE TABLE jobs (id INT NOT NULL PRIMARY KEY, state INT NOT NULL, due INT NOT NULL, body VARCHAR(200)); CREATE INDEX due ON jobs (due)',
    bad: 'SELECT body FROM jobs WHERE state = 3 AND due >= 9000',
    better: 'SELECT body FROM jobs WHERE state = 3 AND due >= 9000',
    remedy: 'CREATE INDEX state_due ON jobs (state, due)',
    notWhen: [
      'The table is small: a scan of a few pages is as quick.',
      'An index that is there begins with the equality and leaves few rows.',
    ],
    source: 'MySQL manual, "Multiple-Column Indexes"; PostgreSQL manual, "Multicolumn Indexes".',
  },
  *check(facts, { leastGain }) {
    for (const found of designsFor(facts)) {
      const [design] = found.designs
      if (!design || design.expectedRows * leastGain > found.now.entries) continue
      const narrowing = design.parts.filter(({ narrows }) => narrows === 'seek')
      const last = narrowing.at(-1)
      if (narrowing.length < 2 || last?.role !== 'range') continue
      if ((found.now.index?.parts.length ?? 0) > 1) continue
      yield indexFinding(
        'composite-eq-range-order',
        {
          severity: 'problem',
          title: `No index of ${found.demand.table.name} serves its conditions together`,
          explanation: `About ${formatCount(Math.round(found.now.entries))} rows are read ${found.now.index ? `by \`${found.now.index.name}\`, which serves one of them` : 'by a scan'}. An index on (${design.parts.map(partText).join(', ')}) narrows by all: equalities first, \`${last.column}\` last.`,
        },
        found,
        facts,
        [],
      )
    }
  },
})
