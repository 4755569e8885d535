// Protects the link between a step and its line in an output that the plan was not read from.
import { describe, expect, test } from 'vitest'
import type { Access, PlanNode } from '../../src/core/plan/model'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { lineNaming, nodeNamedIn } from '../../src/ui/plan/named-lines'
import { linesOf } from '../../src/ui/plan/text-lines'
import { node } from './plan-trees'

function reads(table: string, alias?: string): PlanNode {
  const access: Access = {
    table,
    ...(alias !== undefined && { alias }),
    method: 'lookup',
    accessType: 'ref',
    indexes: [],
    covering: false,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
  }
  return node('ref', [], { id: alias ?? table, operator: 'access', access })
}

// Preorder: join 0, orders o 1, order_line 2, item 3.
const flat = flattenPlan(node('join', [reads('orders', 'o'), reads('order_line'), reads('item')]))
const table = linesOf(
  [
    '+----+------------+------+---------+',
    '| id | table      | type | ref     |',
    '+----+------------+------+---------+',
    '|  1 | o          | ref  | const   |',
    '|  1 | order_line | ref  | db.o.id |',
    '|  1 | item       | ref  | func    |',
    '|  1 | item       | ref  | func    |',
    '+----+------------+------+---------+',
  ].join('\n'),
)

describe('lines and steps by the names of tables', () => {
  test.each([
    { title: 'a table that one line names', at: 2, line: 4 },
    { title: 'an alias that another line names only before a column', at: 1, line: 3 },
    { title: 'a table that two lines name', at: 3, line: undefined },
    { title: 'a step without a table', at: 0, line: undefined },
  ])('$title', ({ at, line }) => expect(lineNaming(flat, table, at)).toBe(line))

  test.each([
    { line: 4, at: 2 },
    { line: 3, at: 1 },
    { line: 5, at: undefined },
    { line: 0, at: undefined },
  ])('line $line is of step $at', ({ line, at }) => expect(nodeNamedIn(flat, table, line)).toBe(at))

  test('a name inside of a longer one is another name', () => {
    const other = linesOf('order_line2\nmy_order_line\n-> lookup on order_line using PRIMARY')
    expect(lineNaming(flat, other, 2)).toBe(2)
  })
})
