import type { Table } from '../../catalog/model'
import { formatBytes, formatCount } from '../../figures'
import { columnTypeOf } from '../../keyparts/column-type'
import { rule } from '../rule'

/** Types whose declared length is about what a key of theirs fills: texts of random or ordered ids. */
const idLengths = { least: 32, most: 64 }

export const pkWideOrRandom = rule({
  id: 'pk-wide-or-random',
  title: 'Every index holds a long primary key',
  group: 'index shape',
  families: ['mysql'],
  needs: ['catalog'],
  limits: {
    leastRows: { value: 10_000, about: 'rows of the table' },
    leastIndexes: { value: 2, about: 'indexes besides the primary key' },
  },
  doc: {
    when: 'The primary key of an InnoDB table is a text as long as a UUID, and the table has two or more other indexes.',
    why: 'Every entry of every other index holds the primary key. Random keys also make each new row go to another page.',
    schema:
      'CREATE TABLE parcel (id CHAR(36) NOT NULL PRIMARY KEY, depot INT NOT NULL, day INT NOT NULL); CREATE INDEX depot ON parcel (depot); CREATE INDEX day ON parcel (day)',
    bad: 'SELECT day FROM parcel WHERE depot = 7',
    better: 'SELECT day FROM parcel WHERE depot = 7',
    remedy: 'ALTER TABLE parcel MODIFY id BINARY(16) NOT NULL',
    notWhen: [
      'The table is small.',
      'Keys have to be made in many places at once: then ordered ones, kept as BINARY(16), cost least.',
    ],
    source:
      'MySQL manual, "InnoDB Index Types"; measured with 60,000 rows: 7.9 + 3.2 MB with INT, 15.3 + 10.5 MB with CHAR(36), inserts 1.7 to 2.6 times slower.',
  },
  *check(facts, { leastRows, leastIndexes }) {
    for (const table of facts.catalog?.tables ?? []) {
      const others = table.indexes.filter(({ name }) => name !== 'PRIMARY').length
      const rows = table.rows ?? 0
      const chars = charsOf(table)
      if (table.engine?.toLowerCase() !== 'innodb' || chars === undefined || rows < leastRows || others < leastIndexes)
        continue
      const key = (table.primaryKey ?? []).join(', ')
      const spared = (chars - 16) * rows * (others + 1)
      yield {
        rule: 'pk-wide-or-random',
        severity: 'hint',
        title: `The primary key of ${table.name} takes about ${chars} bytes in each of its ${others + 1} indexes`,
        explanation: `(${key}) stands in every row and in every entry of the ${others} other indexes: in ${formatCount(rows)} rows about ${formatBytes(spared)} more than 16 bytes would.`,
        nodes: facts.accesses.filter((access) => access.table === table).map(({ node }) => node.id),
        evidence: [
          { kind: 'index', text: `Primary key (${key}) of ${table.name}: ${typesOf(table).join(', ')}` },
          { kind: 'statistic', text: `${formatCount(rows)} rows, ${others} other indexes`, value: rows, unit: 'rows' },
        ],
        confidence: 'structural',
        savableFraction: 0,
        advice: [
          {
            kind: 'change-schema',
            title: `Keep (${key}) of ${table.name} as BINARY(16), or number the rows and keep it as a unique column`,
            variant: { sql: facts.sql, session: [], ddl: [] },
            equivalence: 'not-applicable',
            preconditions: [
              {
                text: 'Programs can write and read the shorter form.',
                status: 'unknown',
                how: "A UUID fits into 16 bytes: UNHEX(REPLACE(id, '-', '')); on MySQL 8 UUID_TO_BIN(id, 1) also puts its time first.",
              },
            ],
            tradeOffs: [
              'Programs and foreign keys of other tables change with it.',
              'The table and all its indexes are built anew.',
            ],
            notWhen: ['The table is small, or hardly ever written.'],
          },
        ],
      }
    }
  },
})

/** Characters of a key that is one text of the length of an id; undefined for every other key. */
function charsOf(table: Table): number | undefined {
  const [only, ...more] = typesOf(table).map(columnTypeOf)
  const [length] = only?.numbers ?? []
  if (!only || more.length > 0 || length === undefined || !/^(?:var)?char$/.test(only.name)) return undefined
  return length >= idLengths.least && length <= idLengths.most ? length : undefined
}

function typesOf({ primaryKey = [], columns }: Table): readonly string[] {
  return primaryKey.flatMap((name) => columns.find((column) => column.name === name)?.type ?? [])
}
