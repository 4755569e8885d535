import { formatCount } from '../../figures'
import type { Evidence } from '../model'
import { limitedRead } from '../rewrites/limited-read'
import { searchedForms } from '../rewrites/searched-forms'
import { rule } from '../rule'

export const orderLimitCorrelatedFilter = rule({
  id: 'order-limit-correlated-filter',
  title: 'An ordered read goes far before it meets rows that match',
  group: 'hint',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan', 'work'],
  limits: {
    leastRows: { value: 1000, about: 'rows that the ordered read went through' },
    leastFactor: { value: 10, about: 'times more rows than it would take if those that match were spread evenly' },
    leastGain: { value: 3, about: 'times fewer rows that meet the condition than were read' },
  },
  doc: {
    when: 'A measured read in the order of ORDER BY … LIMIT went through many times more rows than the rows that match would ask for if they were spread evenly.',
    why: 'The planner takes matching rows for evenly spread. Where they lie together at the far end of the order, nearly the whole table is read before LIMIT is full; by an index on the condition only the rows that match are read and sorted.',
    schema:
      'CREATE TABLE item (id INT NOT NULL PRIMARY KEY, kind INT NOT NULL, body VARCHAR(400)); CREATE INDEX kind ON item (kind)',
    bad: 'SELECT * FROM item WHERE kind = 3 OR kind = 4 ORDER BY id DESC LIMIT 20',
    better: 'SELECT * FROM item WHERE kind = 3 OR kind = 4 ORDER BY id + 0 DESC LIMIT 20',
    notWhen: [
      'LIMIT is full at once for the values that are asked for mostly.',
      'So many rows match that reading and sorting them all is more work.',
    ],
    source:
      'MySQL manual, "LIMIT Query Optimization"; measured on MySQL 5.6 and 9.7, MariaDB 10.11, PostgreSQL 15: 126,092 rows to 5,020.',
  },
  *check(facts, { leastRows, leastFactor, leastGain }) {
    const read = limitedRead(facts)
    if (!read || read.access.sortedLater || read.access.sqlPredicates.length === 0) return
    const { table, access, limit, tableRows, matching, order } = read
    const [used, second] = access.access.indexes
    const measured = measuredRows(read, facts.counters)
    if (used === undefined || second !== undefined || measured === undefined) return
    const matched = Math.max(1, matching.rows)
    const evenly = Math.min(tableRows, (limit * tableRows) / matched)
    if (measured.rows < leastRows || measured.rows < evenly * leastFactor) return
    if (matched * leastGain > measured.rows) return
    const advice = searchedForms(read, used.name, facts, Math.round(matched), measured.rows)
    if (advice.length === 0) return
    const by = order.map(({ column, descending }) => `${column}${descending ? ' DESC' : ''}`).join(', ')
    const evidence: [Evidence, ...Evidence[]] = [
      {
        kind: measured.from,
        text: `${formatCount(measured.rows)} rows of ${table.name} were read by \`${used.name}\` in the order ${by}, for ${formatCount(limit)} that match.`,
        value: measured.rows,
        unit: 'rows',
        nodeId: access.node.id,
      },
      {
        kind: 'statistic',
        text: `About ${formatCount(Math.round(matched))} of ${formatCount(tableRows)} rows meet the conditions: spread evenly, ${formatCount(Math.round(evenly))} rows would have been enough.`,
        value: Math.round(evenly),
        unit: 'rows',
      },
    ]
    yield {
      rule: 'order-limit-correlated-filter',
      severity: 'problem',
      title: `${formatCount(measured.rows)} rows are read in order to find ${formatCount(limit)}: those that match lie at the far end`,
      explanation: `The plan reads ${table.name} by \`${used.name}\` until LIMIT is full, and takes the rows that match for evenly spread. They are not: about ${formatCount(Math.round(matched))} match, and ${formatCount(measured.rows)} were read. Found by their condition and sorted, only those that match are read.`,
      nodes: [access.node.id],
      evidence,
      confidence: 'measured',
      savableFraction: Math.max(0, 1 - matched / measured.rows),
      advice,
    }
  },
})

/** What the access read: by the plan's actuals, else by the server's counters, which of this statement count nothing else. */
function measuredRows(
  { flow, access }: NonNullable<ReturnType<typeof limitedRead>>,
  counters: { readonly rowsExamined?: number | undefined } | undefined,
): { readonly rows: number; readonly from: 'node' | 'counter' } | undefined {
  if (flow?.read?.measured) return { rows: flow.read.rows, from: 'node' }
  if (access.scope?.tables.length !== 1 || counters?.rowsExamined === undefined) return undefined
  return { rows: counters.rowsExamined, from: 'counter' }
}
