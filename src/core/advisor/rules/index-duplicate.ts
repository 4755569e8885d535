import { dropFinding } from '../index-design/drop-finding'
import { redundantIndexes } from '../index-design/redundancy'
import { isNeededHere } from '../keys/needed-here'
import { rule } from '../rule'

export const indexDuplicate = rule({
  id: 'index-duplicate',
  title: 'Two indexes have the same parts',
  group: 'index hygiene',
  families: ['mysql', 'postgres'],
  needs: ['catalog'],
  limits: {},
  doc: {
    when: 'A plain index has the same parts in the same order as another one.',
    why: 'The other index is searched and sorted the same way for these parts. Each index more is written, logged and cached.',
    schema:
      'CREATE TABLE stock (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, b INT NOT NULL); CREATE INDEX a ON stock (a); CREATE INDEX other ON stock (a)',
    bad: 'SELECT id FROM stock WHERE a = 7',
    better: 'SELECT id FROM stock WHERE a = 7',
    remedy: 'DROP INDEX other',
    notWhen: [
      'The index is unique or serves a foreign key: then it keeps a rule. Drop the other one of a pair.',
      'It is named in a hint of some statement.',
    ],
    source: 'MySQL manual, sys.schema_redundant_indexes; PostgreSQL wiki, "Index Maintenance".',
  },
  *check(facts) {
    for (const table of facts.catalog?.tables ?? []) {
      for (const found of redundantIndexes(table)) {
        if (found.kind !== 'duplicate' || isNeededHere(found.index, found.by, table, facts)) continue
        yield dropFinding('index-duplicate', found, table, facts)
      }
    }
  },
})
