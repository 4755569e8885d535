// Protects the linked selection from the editor: a place in the statement selects the smallest thing that it is part of.
import { expect, test } from 'vitest'
import type { KeyUse } from '../../src/core/keyparts/model'
import type { Plan, PlanNode } from '../../src/core/plan/model'
import { pickAt } from '../../src/ui/editor/pick'

//           0         1         2         3
//           0123456789012345678901234567890123456
const sql = 'SELECT a FROM t WHERE b > 1 AND c = 2'

const scan: PlanNode = {
  id: 'n0.0',
  operator: 'access',
  label: 'Index range scan',
  relation: 'input',
  synthetic: false,
  span: { start: 0, end: 1 },
  sqlSpan: { start: 14, end: 15 },
  children: [],
  conditions: [
    { text: 'b > 1 AND c = 2', checkedAt: 'row-filter', sqlSpan: { start: 22, end: 37 } },
    { text: 'b > 1', checkedAt: 'index-seek', sqlSpan: { start: 22, end: 27 } },
  ],
  estimate: {},
  rest: {},
}
const root: PlanNode = { ...scan, id: 'n0', sqlSpan: undefined, conditions: [], children: [scan] }
const plan: Plan = {
  source: { format: 'mysql-json-v1', text: '', measured: false, span: { start: 0, end: 0 }, sql },
  root,
  statement: { triggers: [], settings: {} },
  notes: [],
}
const keyUse: KeyUse[] = [
  {
    planIndex: 0,
    nodeId: 'n0.0',
    table: 't',
    index: 'b_c',
    chosen: true,
    parts: [
      {
        position: 2,
        column: 'c',
        descending: false,
        appended: false,
        role: 'unused',
        basis: 'decoded',
        narrows: 'none',
        reason: { code: 'previous-part-is-range', text: 'b > 1 is a range.', sqlSpan: { start: 32, end: 37 } },
      },
    ],
  },
]

test.each([
  ['the table', 14, { nodeId: 'n0.0', sqlSpan: { start: 14, end: 15 } }],
  ['the smallest condition around it', 24, { nodeId: 'n0.0', sqlSpan: { start: 22, end: 27 } }],
  ['a key part by its reason', 34, { nodeId: 'n0.0', keyPart: { index: 'b_c', position: 2 } }],
])('%s', (_name, offset, selection) => expect(pickAt({ plans: [plan], keyUse }, 0, offset)).toMatchObject(selection))

test('where the plan says nothing, the selection stays', () => {
  expect(pickAt({ plans: [plan], keyUse }, 0, 3)).toBeUndefined()
  expect(pickAt({ plans: [plan], keyUse }, 1, 24)).toBeUndefined()
})
