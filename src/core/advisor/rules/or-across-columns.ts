import { formatCount } from '../../figures'
import { plural } from '../../plan/insight/words'
import type { AdviceFacts } from '../facts'
import type { Evidence } from '../model'
import { unionAdvice } from '../rewrites/or-advice'
import { type SearchedArm, searchedArm } from '../rewrites/or-arms'
import { type Rewritable, rewritable, storedSources } from '../rewrites/rewritable'
import { writtenOrs } from '../rewrites/written-or'
import { rule } from '../rule'

export const orAcrossColumns = rule({
  id: 'or-across-columns',
  title: 'An OR of conditions on different columns is checked row by row',
  group: 'rewrite',
  families: ['mysql', 'postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows that are read from end to end' },
    leastGain: { value: 4, about: 'times fewer rows that the arms are expected to find' },
  },
  doc: {
    when: 'Conditions on different columns, or on columns of different tables, are joined by OR, and a table is read from end to end for them: no index merge, no BitmapOr.',
    why: 'One index cannot serve both sides of such an OR. Written as one SELECT for each side, put together by UNION, each is searched by its own index.',
    schema:
      'CREATE TABLE customer (id INT NOT NULL PRIMARY KEY, code INT NOT NULL, name VARCHAR(100)); CREATE INDEX code ON customer (code); CREATE TABLE orders (id INT NOT NULL PRIMARY KEY, customer_id INT NOT NULL, amount INT NOT NULL, note VARCHAR(100)); CREATE INDEX customer_id ON orders (customer_id); CREATE INDEX amount ON orders (amount)',
    bad: 'SELECT orders.id, orders.note FROM orders JOIN customer ON customer.id = orders.customer_id WHERE orders.amount = 4242 OR customer.code = 777',
    better:
      'SELECT orders.id, orders.note FROM orders JOIN customer ON customer.id = orders.customer_id WHERE orders.amount = 4242 UNION SELECT orders.id, orders.note FROM orders JOIN customer ON customer.id = orders.customer_id WHERE customer.code = 777',
    notWhen: [
      'The server merges indexes already: then both forms are the same work.',
      'Each side meets many rows.',
      'UNION ALL without a condition that keeps the rows of the first side out of the second shows rows twice.',
    ],
    source:
      'MySQL manual, "Index Merge Optimization"; PostgreSQL manual, "Combining Multiple Indexes"; measured: 130,000 rows to 25 on four servers.',
  },
  *check(facts, { leastRows, leastGain }) {
    const of = rewritable(facts)
    if (!of || of.block.sources.some(({ kind }) => kind !== 'table')) return
    const ors = writtenOrs(of)
    const stored = ors.length === 0 ? [] : storedSources(of)
    for (const or of ors) {
      const arms = or.arms.map((arm) => searchedArm(of, arm, stored, facts.statistics))
      const known = arms.filter((arm) => arm !== undefined)
      const places = new Set(known.map(({ source, columns }) => `${source.source}.${columns[0]?.column}`))
      if (known.length < arms.length || places.size < 2) continue
      const sources = new Set(known.map(({ source }) => source.name?.toLowerCase()))
      const accesses = facts.tables
        .filter(({ block, alias }) => block === of.block && sources.has(alias))
        .flatMap((one) => one.accesses)
      const scanned = accesses.filter(({ access }) => access.method === 'full-scan' || access.method === 'index-scan')
      const read = facts.insight?.flow.tables ?? []
      const flowOf = (id: string) => read.find(({ nodeId }) => nodeId === id)
      const [scan] = scanned
        .map((access) => ({ access, flow: flowOf(access.node.id) }))
        // A read that LIMIT may end early reads less than is estimated.
        .filter(({ flow }) => !flow?.cut || flow.read?.measured)
        .map(({ access, flow }) => ({ access, rows: flow?.read?.rows ?? access.table.rows ?? 0 }))
        .sort((one, other) => other.rows - one.rows)
      if (scan === undefined || scan.rows < leastRows) continue
      const before = Math.max(scan.rows, facts.insight?.totalRead?.rows ?? 0)
      const { rows: after, assumed } = rowsOfArms(of, known, facts)
      if (before < after * leastGain) continue
      const advice = unionAdvice(of, or, known, facts, { before: Math.round(before), after })
      if (advice.length === 0) continue
      const tables = [...new Set(known.map(({ table }) => table.name))]
      const evidence: [Evidence, ...Evidence[]] = [
        {
          kind: 'node',
          text: `${scan.access.access.accessType}: about ${formatCount(Math.round(scan.rows))} rows of ${scan.access.table.name} are read and checked.`,
          value: Math.round(scan.rows),
          unit: 'rows',
          nodeId: scan.access.node.id,
        },
        {
          kind: 'sql',
          text: `${known.map(({ arm }) => facts.sql.slice(arm.span.start, arm.span.end)).join(' OR ')}`,
          sqlSpan: or.span,
        },
        ...known.map(
          ({ table, columns, index, share }): Evidence => ({
            kind: 'index',
            text: `${table.name}.${columns.map(({ column }) => column).join(', ')}: ${index === undefined ? 'no index begins with it' : `\`${index.name}\` finds it`}; about ${plural(Math.ceil(share * (table.rows ?? 0)), 'row')}.`,
          }),
        ),
      ]
      const where = tables.length > 1 ? `columns of ${tables.join(' and ')}` : `columns of ${tables[0] ?? 'the table'}`
      yield {
        rule: 'or-across-columns',
        severity: assumed ? 'warning' : 'problem',
        title: `An OR over different ${where} reads ${formatCount(Math.round(scan.rows))} rows`,
        explanation: `No index serves all sides of the OR, so each row is checked. One SELECT for each side finds about ${plural(after, 'row')}.`,
        nodes: [scan.access.node.id],
        evidence,
        confidence: assumed ? 'structural' : 'estimated',
        savableFraction: Math.max(0, 1 - after / before),
        advice,
      }
    }
  },
})

/** Rows that the arms find together: by the shares of their values, and by what the plan says that comes out. */
function rowsOfArms(
  { block }: Rewritable,
  arms: readonly SearchedArm[],
  { insight, family }: AdviceFacts,
): { readonly rows: number; readonly assumed: boolean } {
  const rows = Math.ceil(arms.reduce((sum, { share, table }) => sum + share * (table.rows ?? 0), 0))
  const assumed = arms.some((arm) => arm.assumed)
  const returned = insight?.flow.stages.find(({ kind }) => kind === 'returned')?.rows
  const isWhole = !block.limit && !block.aggregates && !block.distinct && block.groupBy.length === 0
  // MySQL's and MariaDB's estimates of conditions without an index are rules of thumb themselves.
  if (!isWhole || returned === undefined || !(returned.measured || family === 'postgres')) return { rows, assumed }
  const isAll = block.sources.length === 1 && block.conditions.every(({ conjuncts }) => conjuncts.length === 1)
  return isAll ? { rows: Math.ceil(returned.rows), assumed: false } : { rows: Math.max(rows, returned.rows), assumed }
}
