import { formatCount } from '../../figures'
import { asIndex } from '../index-design/candidates'
import { bytesOf, designedParts } from '../index-design/designed'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import type { ColumnDemand, IndexDesign } from '../index-design/model'
import { relationOf } from '../index-design/relation'
import { rule } from '../rule'

/** Conditions that leave more of the rows than this are not worth a try. */
const mostShare = 0.5
/** Equalities in front of the range, the most selective first. */
const mostEqualities = 2

export const unindexedRange = rule({
  id: 'unindexed-range',
  title: 'No index begins with the column that a range is asked of',
  group: 'index shape',
  families: ['mysql'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 2000, about: 'rows that are read from end to end' },
  },
  doc: {
    when: 'A table is read from end to end although a range, or LIKE with a known beginning, is asked of a column that no index begins with, and nobody has counted how many rows lie in it.',
    why: 'The server cannot tell how many rows lie in a range of a column without an index or a histogram, and takes a fixed part of the table for it. Are they few, an index reads only those; are they many, reading all of the table is cheaper and the index would lie there unused. Only a try tells which.',
    schema: 'CREATE TABLE bill (id INT NOT NULL PRIMARY KEY, total INT NOT NULL, body VARCHAR(200))',
    bad: 'SELECT id, body FROM bill WHERE total > 9900',
    better: 'SELECT id, body FROM bill WHERE total > 9900',
    remedy: 'CREATE INDEX total ON bill (total)',
    notWhen: [
      'More than about one row in six lies in the range: the server reads the whole table then, with the index or without.',
      'The table is small: a scan of a few pages is as quick.',
    ],
    source:
      'MySQL manual, "Range Optimization" and "Condition Filtering": without an index a range is taken for a third.',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      const { access, demand, designs, now } = found
      if (designs.length > 0 || access.access.method !== 'full-scan' || now.entries < leastRows) continue
      const range = demand.columns
        .filter((one) => isGuessed(one, found))
        .sort((one, other) => one.share - other.share)[0]
      if (!range) continue
      const design = designOf(range, found)
      yield indexFinding(
        'unindexed-range',
        {
          severity: 'warning',
          title: `No index of ${demand.table.name} begins with \`${range.column}\``,
          explanation: `About ${formatCount(Math.round(now.entries))} rows are read from end to end. How many meet \`${range.column} ${range.comparedWith}\` nobody has counted: are they few, an index on (${design.parts.map(partText).join(', ')}) reads only those.`,
        },
        { ...found, designs: [design] },
        facts,
        [
          {
            kind: 'node',
            text: `${access.access.accessType}: ${demand.table.name}, no search.`,
            nodeId: access.node.id,
          },
        ],
      )
    }
  },
})

/** A range of a share that is a rule of thumb, on a column that no index begins with. */
function isGuessed(one: ColumnDemand, { demand: { table } }: AccessDesign): boolean {
  const { column, role, prefixChars, expression, share, shareFrom, joinedTo, comparedWith } = one
  if (shareFrom !== 'assumed' || joinedTo !== undefined || expression !== undefined || share > mostShare) return false
  const isRange = role === 'range' || (prefixChars !== undefined && /^LIKE\b/i.test(comparedWith))
  return isRange && !table.indexes.some(({ parts, visible }) => visible && parts[0]?.column === column)
}

function designOf(range: ColumnDemand, { demand, access, now }: AccessDesign): IndexDesign {
  const { table } = demand
  const equal = demand.columns
    .filter(({ role, prefixChars, joinedTo, expression, column }) => {
      const isWhole = prefixChars === undefined && expression === undefined
      return role === 'equality' && isWhole && joinedTo === undefined && column !== range.column
    })
    .sort((one, other) => one.share - other.share)
    .slice(0, mostEqualities)
  const index = asIndex(
    [...equal, range].map(({ column, prefixChars }) => ({
      column,
      descending: false,
      ...(prefixChars !== undefined && { prefixChars }),
    })),
  )
  const share = [...equal, range].reduce((product, one) => product * one.share, 1)
  return {
    table,
    parts: designedParts(index, access),
    include: [],
    relation: relationOf(index, table),
    replaces: [],
    expectedRows: Math.max(1, now.entries * share),
    assumed: true,
    givesOrder: false,
    covers: false,
    bytesPerEntry: bytesOf(index, table, access.family),
    saves: 1 - share,
    after: [],
    changesJoinOrder: false,
    companions: [],
  }
}
