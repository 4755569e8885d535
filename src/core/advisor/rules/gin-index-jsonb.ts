import { formatCount } from '../../figures'
import type { Condition, ConditionNode } from '../../sql/meaning/model'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexFinding } from '../index-design/index-advice'
import { specialDesign } from '../index-design/special-design'
import { rule } from '../rule'

export const ginIndexJsonb = rule({
  id: 'gin-index-jsonb',
  title: 'A GIN index finds documents by what they contain',
  group: 'index shape',
  families: ['postgres'],
  needs: ['statement', 'catalog', 'plan'],
  limits: {
    leastRows: { value: 1000, about: 'rows that are read from end to end' },
  },
  doc: {
    when: 'A table is read from end to end for `@>`, `?`, `?|` or `?&` on a jsonb column that has no GIN index.',
    why: 'A B-tree compares whole documents. A GIN index holds their keys and values, and finds the documents that contain some.',
    schema: 'CREATE TABLE event (id INT NOT NULL PRIMARY KEY, data JSONB NOT NULL, note TEXT)',
    bad: `SELECT note FROM event WHERE data @> '{"user": 77}'`,
    better: `SELECT note FROM event WHERE data @> '{"user": 77}'`,
    remedy: 'CREATE INDEX data ON event USING gin (data jsonb_path_ops)',
    notWhen: [
      'Most documents contain what is asked for.',
      'Documents are written often: GIN indexes are slow to write.',
    ],
    source: 'PostgreSQL manual, "jsonb Indexing".',
  },
  *check(facts, { leastRows }) {
    for (const found of designsFor(facts)) {
      if (found.access.access.method !== 'full-scan' || found.now.entries < leastRows) continue
      const asked = found.of.block.conditions
        .filter(({ clause }) => clause === 'where')
        .flatMap(({ conjuncts }) => conjuncts.flatMap((node) => containment(node, found) ?? []))
      const [first] = asked
      if (!first) continue
      const { column, operator } = first
      const opclass = asked.every((one) => one.operator === '@>') ? { opclass: 'jsonb_path_ops' } : {}
      const part = { column, ...opclass, descending: false, role: 'range', narrows: 'seek' } as const
      const expectedRows = Math.max(1, found.now.entries * containedShare)
      const design = specialDesign(found, [part], { method: 'gin', expectedRows, assumed: true, saves: 0.9 })
      yield indexFinding(
        'gin-index-jsonb',
        {
          severity: 'warning',
          title: `No index of ${found.demand.table.name} finds documents by \`${column} ${operator}\``,
          explanation: `About ${formatCount(Math.round(found.now.entries))} documents are read and looked into. A GIN index on \`${column}\` finds those that contain what is asked for.`,
        },
        { ...found, designs: [design] },
        facts,
        [
          {
            kind: 'node',
            text: `${found.access.access.accessType}: ${found.demand.table.name}`,
            nodeId: found.access.node.id,
          },
        ],
      )
    }
  },
})

/** What PostgreSQL itself takes for such a condition. */
const containedShare = 0.01
const operators: ReadonlySet<string> = new Set(['@>', '?', '?|', '?&'])

function containment(
  node: ConditionNode,
  { of, demand: { table } }: AccessDesign,
): { column: string; operator: string } | undefined {
  if (node.type !== 'condition' || node.negated || !operators.has(node.operator)) return undefined
  const column = columnOf(node, of.alias)
  const type = table.columns.find(({ name }) => name === column)?.type.toLowerCase()
  if (column === undefined || type !== 'jsonb') return undefined
  const isThere = table.indexes.some(
    ({ method, parts }) => method === 'gin' && parts.some((part) => part.column === column),
  )
  return isThere ? undefined : { column, operator: node.operator }
}

function columnOf({ left }: Condition, alias: string): string | undefined {
  const [reference] = left.columns
  if (left.form !== 'column' || reference === undefined || reference.outer) return undefined
  if (reference.table !== undefined && reference.table.toLowerCase() !== alias) return undefined
  return reference.targets[0]?.column
}
