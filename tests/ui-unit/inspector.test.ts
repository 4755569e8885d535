// Protects the inspector: where each condition acts, and that absent numbers keep their reason.
import { describe, expect, test } from 'vitest'
import type { Access, Condition } from '../../src/core/plan/model'
import { conditionSpanOf } from '../../src/ui/index-use/condition-span'
import { ruledAccesses, shownAccess } from '../../src/ui/index-use/shown-access'
import { conditionGroups } from '../../src/ui/inspector/condition-groups'
import { factsOf } from '../../src/ui/inspector/facts'
import { seekPartsOf } from '../../src/ui/inspector/seek-parts'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { part, use } from './key-uses'
import { drawn, node } from './plan-trees'

const access: Access = {
  table: 't',
  method: 'range',
  accessType: 'range',
  indexes: [{ name: 'i', use: 'main' }],
  covering: false,
  direction: 'forward',
  multiRangeRead: false,
  indexCondition: false,
}
const condition = (text: string, checkedAt: Condition['checkedAt'], sqlStart?: number): Condition => ({
  text,
  checkedAt,
  ...(sqlStart === undefined ? {} : { sqlSpan: { start: sqlStart, end: sqlStart + text.length } }),
})

describe('conditions by where they act', () => {
  test('in the order of the work; a seek without pushed conditions says none', () => {
    const own = node('n', [], {
      access,
      conditions: [condition('b = 2', 'row-filter'), condition('a > 1', 'index-seek')],
    })
    expect(conditionGroups(own).map((group) => [group.checkedAt, group.conditions.map((one) => one.text)])).toEqual([
      ['index-seek', ['a > 1']],
      ['index-filter', []],
      ['row-filter', ['b = 2']],
    ])
  })

  test('a full scan has no empty places', () => {
    const own = node('n', [], {
      access: { ...access, method: 'full-scan' },
      conditions: [condition('b = 2', 'row-filter')],
    })
    expect(conditionGroups(own).map((group) => group.checkedAt)).toEqual(['row-filter'])
  })
})

describe('what bounds the read, from the key parts', () => {
  const parts = [
    part('flag', { role: 'equality', narrows: 'seek', comparedWith: 'const' }),
    part('customer', { role: 'equality', narrows: 'seek', comparedWith: 'shop.o.id' }),
    part('t2send', { role: 'range', narrows: 'edges', comparedWith: '> 1234' }),
    part('msg', { role: 'range', narrows: 'seek', comparedWith: "LIKE 'a%'" }),
    part('rest', { comparedWith: '5' }),
  ]
  const uses = [use('i', parts, { nodeId: 'n', chosen: true }), use('other', parts, { nodeId: 'n' })]

  test('each narrowing part of the chosen index, with its comparison', () => {
    expect(seekPartsOf(node('n'), uses).map((seek) => seek.text)).toEqual([
      'flag = const',
      'customer = shop.o.id',
      't2send > 1234',
      "msg LIKE 'a%'",
    ])
  })

  test('nothing where the plan prints its seek itself', () => {
    expect(seekPartsOf(node('n', [], { conditions: [condition('flag = 1', 'index-seek')] }), uses)).toEqual([])
  })
})

describe('the place of a key part in the statement', () => {
  const own = node('n', [], {
    conditions: [condition('(`t`.`msg_type` like 1)', 'row-filter', 40), condition('type = 2', 'row-filter', 80)],
  })
  test.each([
    { column: 'msg_type', start: 40 },
    { column: 'TYPE', start: 80 },
    { column: 'msg', start: undefined },
  ])('$column stands at $start', ({ column, start }) => {
    expect(conditionSpanOf(own, part(column))?.start).toBe(start)
  })
})

describe('numbers', () => {
  const value = (name: string, ...args: Parameters<typeof factsOf>) =>
    factsOf(...args).find((fact) => fact.name === name)

  test.each([
    {
      title: 'an estimated plan',
      node: node('n'),
      measured: false,
      because: 'Not measured. Measure runs the statement.',
    },
    {
      title: 'a measured plan',
      node: node('n'),
      measured: true,
      because: 'The server does not report it for this step.',
    },
    {
      title: 'a step that never ran',
      node: node('n', [], { actual: { loops: 0, rowsPerLoop: 0, neverExecuted: true } }),
      measured: true,
      because: 'The server never executed this step.',
    },
  ])('$title says why there are no measured rows', ({ node: own, measured, because }) => {
    expect(value('Rows, measured', own, undefined, measured)).toMatchObject({
      value: undefined,
      absentBecause: because,
    })
  })

  test('buffers are blocks, with bytes beside them', () => {
    const own = node('n', [], { actual: { loops: 1, rowsPerLoop: 1, neverExecuted: false, sharedReadBlocks: 1812 } })
    // 1,812 × 8,192 bytes
    expect(value('Buffers read', own, undefined, true)).toMatchObject({ value: 1812, beside: { value: 14_843_904 } })
  })

  test('zero is a number, not absent', () => {
    const own = node('n', [], {
      actual: { loops: 1, rowsPerLoop: 0, neverExecuted: false },
      estimate: { rowsPerLoop: 0 },
    })
    expect(value('Rows, measured', own, undefined, true)?.value).toBe(0)
    expect(value('Rows, estimated', own, undefined, true)?.value).toBe(0)
  })
})

describe('which access the ruler shows', () => {
  const flat = flattenPlan(drawn('a(b(c d) e)'))
  const accesses = ruledAccesses(
    flat,
    ['e', 'c', 'd', 'gone'].map((nodeId) => use('i', [part('x')], { nodeId })),
    0,
  )
  const heat = (at: number) => [0, 0, 0.2, 0.3, 0.5][at] ?? 0

  test('accesses stand in the order of the plan', () => {
    expect(accesses.map((one) => one.nodeId)).toEqual(['c', 'd', 'e'])
  })

  test.each([
    { title: 'nothing selected: the hottest', selected: undefined, shown: 'e' },
    { title: 'an access selected: that one', selected: 2, shown: 'c' },
    { title: 'a join selected: the hottest below it', selected: 1, shown: 'd' },
  ])('$title', ({ selected, shown }) => {
    expect(shownAccess(accesses, flat, selected, heat)?.nodeId).toBe(shown)
  })

  test('uses of another plan do not count', () => {
    expect(ruledAccesses(flat, [use('i', [], { nodeId: 'c', planIndex: 1 })], 0)).toEqual([])
  })
})
