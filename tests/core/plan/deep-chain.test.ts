// Protects against recursion: a chain 10,000 nodes deep is read in every format, by indents as small as they can be.
import { expect, test } from 'vitest'
import { planTextOf, readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'

const depth = 10_000
const levels = Array.from({ length: depth }, (_, level) => level)
const blanks = (length: number) => ' '.repeat(length)

const columns = [
  'id',
  'select_type',
  'table',
  'type',
  'possible_keys',
  'key',
  'key_len',
  'ref',
  'rows',
  'filtered',
  'Extra',
]
const tableOf = (level: number) => `{"table": {"table_name": "t${level}", "access_type": "ALL"}}`

/** Each with how many nodes it must give. */
const chains: readonly (readonly [format: string, nodes: number, write: () => string])[] = [
  [
    'postgres-json',
    depth + 1,
    () =>
      `[{"Plan": ${'{"Node Type": "Limit", "Plans": ['.repeat(depth)}{"Node Type": "Result"}${']}'.repeat(depth)}}]`,
  ],
  [
    'postgres-xml',
    depth + 1,
    () =>
      `<explain><Query>${'<Plan><Node-Type>Limit</Node-Type><Plans>'.repeat(depth)}<Plan><Node-Type>Result</Node-Type></Plan>${'</Plans></Plan>'.repeat(depth)}</Query></explain>`,
  ],
  [
    'postgres-yaml',
    depth + 1,
    () =>
      `- Plan:\n${levels.map((level) => `${level === 0 ? '    ' : `${blanks(2 + level * 2)}- `}Node Type: "Limit"\n${blanks(4 + level * 2)}Plans:`).join('\n')}\n${blanks(2 + depth * 2)}- Node Type: "Result"`,
  ],
  [
    'postgres-text',
    depth + 1,
    () =>
      `Limit\n${levels
        .slice(1)
        .map((level) => `${blanks(level)}->  Limit`)
        .join('\n')}\n${blanks(depth)}->  Result`,
  ],
  [
    'mysql-tree',
    depth + 1,
    () =>
      `${levels.map((level) => `${blanks(level)}-> Filter: (a = 1)`).join('\n')}\n${blanks(depth)}-> Table scan on t`,
  ],
  [
    'mysql-json-v2',
    depth + 1,
    () =>
      `{"query_plan": ${'{"operation": "Filter: (a = 1)", "inputs": ['.repeat(depth)}{"operation": "Table scan on t"}${']}'.repeat(depth)}}`,
  ],
  // A join of so many tables is a chain of the joins between them.
  ['mysql-json-v1', 2 * depth - 1, () => `{"query_block": {"nested_loop": [${levels.map(tableOf).join()}]}}`],
  [
    'mariadb-json',
    2 * depth - 1,
    () => `{"query_block": {"select_id": 1, "r_loops": 1, "nested_loop": [${levels.map(tableOf).join()}]}}`,
  ],
  [
    'mysql-table',
    2 * depth - 1,
    () =>
      planTextOf(
        columns,
        levels.map((level) => ['1', 'SIMPLE', `t${level}`, 'ALL', null, null, null, null, '5', '100.00', null]),
      ),
  ],
]

test.each(chains)('%s', (format, nodes, write) => {
  const [plan] = readPlans(write(), {})
  expect([plan?.source.format, plan?.notes.length]).toEqual([format, 0])
  let count = 0
  let deepest = 0
  for (const node of plan ? each(plan.root) : []) {
    count++
    deepest = Math.max(deepest, (node.id.length - 'n0'.length) / '.0'.length)
  }
  expect(count).toBe(nodes)
  expect(deepest).toBeGreaterThanOrEqual(depth - 1)
})
