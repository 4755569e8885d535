import type { Index, Table } from '../../catalog/model'
import { formatCount } from '../../figures'
import type { AdviceFacts, TableFacts } from '../facts'
import { addIndexDdl, indexName } from '../index-design/index-ddl'
import type { DesignedPart } from '../index-design/model'
import type { Advice } from '../model'
import { rule } from '../rule'

export const maxGroupLooseScan = rule({
  id: 'max-group-loose-scan',
  title: 'The smallest or largest of each group needs only one entry per group',
  group: 'index shape',
  families: ['mysql'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows of the table' },
    leastPerGroup: { value: 10, about: 'rows of a group, on average, where the number of groups is known' },
  },
  doc: {
    when: 'MIN or MAX of one column is asked for each group of a table without conditions, and no index begins with the groups and goes on with that column.',
    why: 'In such an index the smallest and the largest value of each group stand at its ends. The server steps from group to group and reads one or two entries of each, whatever the groups hold.',
    schema:
      'CREATE TABLE probe (id INT NOT NULL PRIMARY KEY, sensor INT NOT NULL, taken INT NOT NULL, body VARCHAR(100)); CREATE INDEX sensor ON probe (sensor)',
    bad: 'SELECT sensor, MAX(taken) FROM probe GROUP BY sensor',
    better: 'SELECT sensor, MAX(taken) FROM probe GROUP BY sensor',
    remedy: 'CREATE INDEX sensor_taken ON probe (sensor, taken)',
    notWhen: [
      'Other aggregates are asked for beside it: they need every row.',
      'Groups have a few rows each.',
      'PostgreSQL, which reads every entry of such an index: there a recursive query steps from group to group.',
    ],
    source:
      'MySQL manual, "GROUP BY Optimization"; measured: 37 ms to 0.5 ms on MySQL 5.6, 21 to 0.2 on MariaDB 10.11, for 3 groups of 100,000 rows.',
  },
  *check(facts, { leastRows, leastPerGroup }) {
    for (const of of facts.tables) {
      const { table } = of
      const rows = table.rows ?? 0
      const wanted = stepsOf(of, facts)
      if (!wanted || rows < leastRows || table.indexes.some((index) => serves(index, wanted))) continue
      if (of.accesses.some(({ access }) => access.method === 'loose-scan')) continue
      const groups = groupsOf(table, wanted.groups, facts)
      if (groups !== undefined && groups * leastPerGroup > rows) continue
      const columns = [...wanted.groups, wanted.column]
      const count = groups === undefined ? 'each group' : `each of about ${formatCount(groups)} groups`
      yield {
        rule: 'max-group-loose-scan',
        severity: 'warning',
        title: `${wanted.call} of ${count} is looked for in all rows of ${table.name}`,
        explanation: `About ${formatCount(rows)} rows are read. In an index on (${columns.join(', ')}) the server steps from group to group and reads an entry or two of each.`,
        nodes: of.accesses.map(({ node }) => node.id),
        evidence: [
          { kind: 'sql', text: `${wanted.call}, GROUP BY ${wanted.groups.join(', ')}` },
          { kind: 'statistic', text: `${table.name}: about ${formatCount(rows)} rows`, value: rows, unit: 'rows' },
        ],
        confidence: groups === undefined ? 'structural' : 'estimated',
        ...(groups !== undefined && { savableFraction: 1 - groups / rows }),
        advice: [addIndex(table, columns, groups, facts)],
      }
    }
  },
})

interface Steps {
  readonly groups: readonly string[]
  /** Whose smallest or largest value is asked for. */
  readonly column: string
  /** As written. */
  readonly call: string
}

/** The groups and the column, where the block asks its only table for nothing else. */
function stepsOf({ block, table, scope }: TableFacts, { sql }: AdviceFacts): Steps | undefined {
  const { groupBy, output, sources, distinct, windows } = block
  if (sources.length !== 1 || groupBy.length === 0 || output === undefined || distinct || windows) return undefined
  if (scope.predicates.length > 0 || block.conditions.length > 0) return undefined
  const groups = groupBy.flatMap(({ column }) => column?.column ?? [])
  if (groups.length !== groupBy.length) return undefined
  const calls = output.flatMap((item) => {
    if (item.column !== undefined && groups.includes(item.column.column)) return []
    const text = sql.slice(item.span.start, item.span.end)
    return [{ text, found: /^\s*(?:min|max)\s*\(\s*(?:\w+\.)?[`]?(\w+)[`]?\s*\)/i.exec(text) }]
  })
  const columns = new Set(calls.map(({ found }) => found?.[1]?.toLowerCase()))
  const [name] = columns
  const column = table.columns.find((one) => one.name.toLowerCase() === name)?.name
  const call = calls[0]?.found?.[0].trim()
  if (columns.size !== 1 || column === undefined || call === undefined || groups.includes(column)) return undefined
  return { groups, column, call }
}

/** It begins with the groups in any order, and goes on with the column. */
function serves({ parts, visible, where }: Index, { groups, column }: Steps): boolean {
  const led = parts.slice(0, groups.length)
  return (
    visible &&
    where === undefined &&
    led.every((part) => part.column !== undefined && part.prefixChars === undefined && groups.includes(part.column)) &&
    parts[groups.length]?.column === column
  )
}

/** How many groups there are, where an index or a count tells. */
function groupsOf(table: Table, groups: readonly string[], { statistics }: AdviceFacts): number | undefined {
  const [only] = groups
  const counted =
    groups.length === 1 && only !== undefined ? statistics?.distinct(table, only) : statistics?.together(table, groups)
  if (counted !== undefined) return counted
  for (const { parts } of table.indexes) {
    const led = parts.slice(0, groups.length)
    if (led.length === groups.length && led.every(({ column }) => column !== undefined && groups.includes(column)))
      return led.at(-1)?.cardinality
  }
  return undefined
}

function addIndex(table: Table, columns: readonly string[], groups: number | undefined, facts: AdviceFacts): Advice {
  const parts = columns.map((column): DesignedPart => ({ column, descending: false, role: 'order', narrows: 'none' }))
  const name = indexName({ table, parts })
  return {
    kind: 'add-index',
    title: `Add an index on ${table.name} (${columns.join(', ')})`,
    variant: { sql: facts.sql, session: [], ddl: [addIndexDdl({ table, parts, include: [] }, name, facts.family)] },
    index: { table: table.name, name, parts: [...columns] },
    equivalence: 'same-set',
    preconditions: [],
    tradeOffs: [`One more index to keep on every INSERT, DELETE, and UPDATE of ${columns.join(', ')}.`],
    notWhen: ['Groups have a few rows each: then the server reads the whole index, which is no more than the table.'],
    expected: {
      ...(table.rows !== undefined && { rowsBefore: table.rows }),
      ...(groups !== undefined && { rowsAfter: groups * 2 }),
      method: groups === undefined ? 'structural' : 'statistics',
    },
  }
}
