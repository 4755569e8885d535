// Protects the linked selection of "Why this plan": a key part, a step of the plan and a step of the trace lead to each other.
import { describe, expect, test } from 'vitest'
import type { KeyUse } from '../../src/core/keyparts/model'
import type { PlanNode } from '../../src/core/plan/model'
import { readTrace } from '../../src/core/trace/read'
import type { ConsideredTable, ConsideredWay } from '../../src/ui/why/considered'
import { consideredRows, tableKey, unfoldedFor } from '../../src/ui/why/considered-rows'
import { linkedWay, selectionOfStep, stepBehind, stepOfLinked } from '../../src/ui/why/link'
import { whyModel, whyOverview } from '../../src/ui/why/overview'
import { recordedTrace } from '../contracts/traces'

const text = recordedTrace('mysql97', 'join-three')
const overview = whyOverview(whyModel(readTrace(text)), text.length)

describe('between a way and the rest', () => {
  const node = (id: string, children: readonly PlanNode[], more: Partial<PlanNode>): PlanNode => ({
    id,
    operator: 'access',
    label: id,
    relation: 'input',
    synthetic: false,
    span: { start: 1, end: 2 },
    children,
    conditions: [],
    rest: {},
    estimate: {},
    ...more,
  })
  const reads = (table: string, alias: string, index: string) => ({
    access: {
      table,
      alias,
      method: 'lookup' as const,
      accessType: 'ref',
      indexes: [{ name: index, use: 'main' as const }],
      covering: false,
      direction: 'forward' as const,
      multiRangeRead: false,
      indexCondition: false,
      derived: false,
    },
  })
  const plan = {
    root: node(
      'n0',
      [
        node('n0.0', [], { ...reads('orders', 'O', 'ix_status'), sqlSpan: { start: 10, end: 18 } }),
        node('n0.1', [], reads('customers', 'c', 'PRIMARY')),
      ],
      { operator: 'nested-loop' },
    ),
  }
  const keyUse: readonly KeyUse[] = [
    {
      planIndex: 0,
      nodeId: 'n0.0',
      table: 'O',
      index: 'ix_status',
      chosen: true,
      parts: [
        {
          position: 1,
          column: 'status',
          descending: false,
          appended: false,
          role: 'equality',
          basis: 'decoded',
          narrows: 'seek',
          sqlSpans: [{ start: 40, end: 55 }],
        },
      ],
    },
  ]

  test('a way selects its step, its index and its condition', () => {
    expect(
      selectionOfStep({ plan, keyUse }, 0, { table: 'o', index: 'ix_status', span: { start: 7, end: 9 } }),
    ).toMatchObject({
      nodeId: 'n0.0',
      keyPart: { index: 'ix_status', position: 1 },
      sqlSpan: { start: 40, end: 55 },
      traceSpan: { start: 7, end: 9 },
    })
  })

  test('an index that the ruler does not have selects the step alone', () => {
    const picked = selectionOfStep({ plan, keyUse }, 0, { table: 'o', index: 'ix_cust', span: { start: 7, end: 9 } })
    expect(picked).toMatchObject({ nodeId: 'n0.0', sqlSpan: { start: 10, end: 18 } })
    expect(picked.keyPart).toBeUndefined()
  })

  test('a step means its table by its alias; a part of the ruler its index too', () => {
    expect(linkedWay(plan, { planIndex: 0, nodeId: 'n0.0' })).toEqual({ table: 'o' })
    expect(linkedWay(plan, { planIndex: 0, nodeId: 'n0.0', keyPart: { index: 'ix_status', position: 1 } })).toEqual({
      table: 'o',
      index: 'ix_status',
    })
    expect(linkedWay(plan, { planIndex: 0, nodeId: 'n0' })).toBeUndefined()
  })

  test('what only another block of the statement has leads to the access of that block', () => {
    const twice = {
      root: node(
        'n0',
        [
          node('n0.0', [], { ...reads('orders', 'o', 'ix_status'), rest: { select_id: 2 } }),
          node('n0.1', [], { ...reads('orders', 'o', 'ix_status'), rest: { select_id: 3 } }),
        ],
        {},
      ),
    }
    const step = { table: 'o', index: 'ix_status', span: { start: 7, end: 9 } }
    expect(selectionOfStep({ plan: twice, keyUse: [] }, 0, { ...step, selectId: 3 }).nodeId).toBe('n0.1')
    expect(selectionOfStep({ plan: twice, keyUse: [] }, 0, { ...step, selectId: 2 }).nodeId).toBe('n0.0')
    expect(linkedWay(twice, { planIndex: 0, nodeId: 'n0.1' })).toEqual({ table: 'o', selectId: 3 })
  })

  test('a step about no table is a place alone', () =>
    expect(selectionOfStep({ plan, keyUse }, 0, { span: { start: 7, end: 9 } })).toEqual({
      planIndex: 0,
      traceSpan: { start: 7, end: 9 },
    }))

  test('the reason of a key part leads to the step that it rests on', () => {
    const reason = { code: 'not-chosen' as const, text: 'Another was cheaper.' }
    const from = { from: 'plan' as const, text: 'ref on ix_status' }
    expect(stepBehind({ reason: { ...reason, evidence: [from] } })).toBeUndefined()
    expect(
      stepBehind({
        reason: { ...reason, evidence: [from, { from: 'trace', text: 'lost', span: { start: 3, end: 8 } }] },
      }),
    ).toEqual({ start: 3, end: 8 })
  })

  test('a picked index or table leads to the way that the plan took, else to where it was weighed', () => {
    const way = (
      key: string,
      index: string | undefined,
      state: ConsideredWay['state'],
      start: number,
    ): ConsideredWay => ({
      key,
      label: 'ref',
      index,
      state,
      outcome: '',
      details: [],
      span: { start, end: start + 5 },
    })
    const table = (selectId: number, ways: readonly ConsideredWay[]): ConsideredTable => ({
      at: 0,
      selectId,
      table: 'o',
      ways: ways.length,
      points: [{ key: 'p', kind: 'taken', title: 'as the first table', ways }],
      others: 0,
    })
    const tables = [
      table(1, [
        way('a', 'ix_cust', 'rejected', 10),
        way('b', 'ix_status', 'taken', 20),
        way('c', 'x + y', 'best', 30),
      ]),
      table(2, [way('d', 'ix_status', 'taken', 40)]),
    ]
    expect(stepOfLinked(tables, { table: 'o' })?.start).toBe(20)
    expect(stepOfLinked(tables, { table: 'o', index: 'ix_cust' })?.start).toBe(10)
    expect(stepOfLinked(tables, { table: 'o', index: 'y' })?.start).toBe(30)
    expect(stepOfLinked(tables, { table: 'o', index: 'ix_status', selectId: 2 })?.start).toBe(40)
    // A block that the trace does not have: it was searched with the one around it.
    expect(stepOfLinked(tables, { table: 'o', selectId: 7 })?.start).toBe(20)
    expect(stepOfLinked(tables, { table: 'o', index: 'nowhere' })).toBeUndefined()
    expect(stepOfLinked(tables, { table: 'c' })).toBeUndefined()
  })

  test('a picked way stands open where its point or table was folded, and nothing else changes', () => {
    const [o] = overview.tables.filter((one) => one.table === 'o')
    const alone = o?.points.find(({ kind }) => kind === 'alone')
    const [first] = alone?.ways ?? []
    if (!o || !alone || !first) throw new Error('The trace has no range analysis of o')
    const folded = new Set([tableKey(o)])
    const turned = unfoldedFor(overview.tables, folded, first.span)
    expect(turned.has(tableKey(o))).toBe(false)
    const shown = consideredRows(overview.tables, { filter: 'all', turned, loaded: new Map() })
    expect(shown.filter((row) => row.kind === 'way' && row.way.key === first.key)).toHaveLength(1)
    expect(unfoldedFor(overview.tables, turned, first.span)).toBe(turned)
    expect(unfoldedFor(overview.tables, turned, { start: -5, end: -1 })).toBe(turned)
  })
})
