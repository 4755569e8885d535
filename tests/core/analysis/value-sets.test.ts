// Protects value sets: which values statistics give, how sets are grouped, and for which of them a finding holds.
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/core/advisor/model'
import { type KnownField, setsFromStatistics } from '../../../src/core/analysis/value-sets/from-statistics'
import { groupByShape, type PlannedSet } from '../../../src/core/analysis/value-sets/group-by-shape'
import { mergeSetFindings } from '../../../src/core/analysis/value-sets/merge-findings'
import { metricsOf } from '../../../src/core/plan/metrics'
import { readPlans } from '../../../src/core/plan/read'
import type { SuggestedValue } from '../../../src/core/sql/suggest-values/model'

const total: readonly SuggestedValue[] = [
  { value: '5', why: 'smallest' },
  { value: '50', why: 'median' },
  { value: '99', why: 'largest' },
]
const state: readonly SuggestedValue[] = [
  { value: 'sent', why: 'most-common', share: 0.97 },
  { value: 'paid', why: 'common', share: 0.029 },
  { value: 'new', why: 'rare', share: 0.001 },
]

function field(
  name: string,
  type: string,
  suggested: readonly SuggestedValue[],
  more: Partial<KnownField> = {},
): KnownField {
  const kind = type === 'int' ? ('number' as const) : ('text' as const)
  const column = { schema: 's', table: 't', name, type }
  return {
    field: { key: name, positional: false, written: `:${name}`, span: { start: 0, end: 1 }, kind, members: [], column },
    suggested,
    ...more,
  }
}

/** The values of each set, in order. */
function setsOf(...known: readonly KnownField[]) {
  const found = setsFromStatistics(known)
  if ('missing' in found) return found.missing.map(({ key }) => `no ${key}`)
  return found.sets.map(({ name, values }) => {
    const all = Object.values(values.named ?? {}).map((value) => ('value' in value ? value.value : value.kind))
    return `${name}: ${all.join(' ')}`
  })
}

describe('sets from statistics', () => {
  test.each([
    [
      'an equality takes the commonest, the rarest, one in the middle',
      [field('state', 'text', state)],
      ['commonest: sent', 'rarest: new', 'median: paid'],
    ],
    [
      '`>` is met by most when the value is the smallest',
      [field('total', 'int', total, { condition: { kind: 'range', operator: '>' } })],
      ['commonest: 5', 'rarest: 99', 'median: 50'],
    ],
    [
      '`<=` by most when it is the largest',
      [field('total', 'int', total, { condition: { kind: 'range', operator: '<=' } })],
      ['commonest: 99', 'rarest: 5', 'median: 50'],
    ],
    [
      'BETWEEN is wide, narrow, and half',
      [
        field('low', 'int', total, { condition: { kind: 'range', operator: 'BETWEEN' }, isUpper: false }),
        field('high', 'int', total, { condition: { kind: 'range', operator: 'BETWEEN' }, isUpper: true }),
      ],
      ['commonest: 5 99', 'rarest: 50 50', 'median: 5 50'],
    ],
    [
      'LIKE takes the beginning of a value',
      [
        field('name', 'text', [{ value: 'abc:123', why: 'most-common' }], {
          condition: { kind: 'like', operator: 'LIKE' },
        }),
      ],
      ['commonest: abc:%'],
    ],
    [
      'a given value stands in all of them',
      [field('state', 'text', state), field('id', 'int', [], { given: { kind: 'number', value: 7 } })],
      ['commonest: sent 7', 'rarest: new 7', 'median: paid 7'],
    ],
    ['the same set comes once', [field('total', 'int', [{ value: '5', why: 'median' }])], ['commonest: 5']],
    ['what nothing is known of is named', [field('state', 'text', state), field('other', 'text', [])], ['no other']],
  ] as const)('%s', (_says, known, sets) => {
    expect(setsOf(...known)).toEqual(sets)
  })

  test('they say why', () => {
    const found = setsFromStatistics([field('state', 'text', state)])
    expect('sets' in found ? found.sets.map(({ why }) => why) : []).toEqual([
      'state sent (97 % of the rows)',
      'state new (0.1 % of the rows)',
      'state paid (2.9 % of the rows)',
    ])
  })
})

const explain = (type: string, key: string, rows: number, extra = '') =>
  [
    ['id', 'select_type', 'table', 'type', 'possible_keys', 'key', 'key_len', 'ref', 'rows', 'Extra'],
    ['1', 'SIMPLE', 'o', type, key, key, key === 'NULL' ? 'NULL' : '4', 'NULL', String(rows), extra],
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')

function planned(name: string, text: string | undefined): PlannedSet {
  const about = { name, from: 'given' as const, values: [{ placeholder: '?', literal: name }] }
  if (text === undefined)
    return { ...about, result: { error: { code: 'bad-request', message: 'There is no value for ?.' } } }
  const plans = readPlans(text, {})
  return {
    ...about,
    result: { plans, metrics: plans.map((plan) => metricsOf(plan)), keyUse: [], catalog: { tables: [] } },
  }
}

describe('grouped by shape', () => {
  const grouped = groupByShape(
    [
      planned('common', explain('ALL', 'NULL', 9000, 'Using filesort')),
      planned('rare', explain('range', 'ix', 12)),
      planned('half', explain('ALL', 'NULL', 8000, 'Using filesort')),
      planned('wrong', undefined),
    ],
    undefined,
    [],
  )
  test('sets with one plan stand together, that of the first set first', () => {
    expect(grouped.shapes.map(({ sets, summary }) => [sets, summary])).toEqual([
      [['common', 'half'], 'o as a whole, then a sort'],
      [['rare'], 'o by a range of `ix`'],
    ])
    expect(grouped.sets.map(({ rowsRead }) => rowsRead)).toEqual([9000, 12, 8000, undefined])
  })
  test('the sentence counts them', () => {
    expect(grouped.text).toBe('The plan changes with the values: 2 plans for 3 value sets. One set was refused.')
    const one = groupByShape(
      [planned('a', explain('ALL', 'NULL', 9)), planned('b', explain('ALL', 'NULL', 8))],
      undefined,
      [],
    )
    expect(one.text).toBe('One plan for all 2 value sets.')
  })
  test('a plan for unknown values that no set has is told', () => {
    const [generic] = readPlans(explain('ref', 'ix', 40), {})
    const one = groupByShape([planned('a', explain('ALL', 'NULL', 9))], generic, [])
    expect(one.generic?.summary).toBe('o by a lookup in `ix`')
    expect(one.text).toBe('One value set, one plan. The plan for unknown values is another one still.')
  })
})

describe('findings of several sets', () => {
  const finding = (rule: string, title: string, index?: string): Finding => ({
    rule,
    severity: 'warning',
    title,
    explanation: '',
    nodes: ['n0'],
    evidence: [{ kind: 'node', text: 'ALL', nodeId: 'n0', span: { start: 0, end: 3 } }],
    confidence: 'estimated',
    advice:
      index === undefined
        ? []
        : [
            {
              kind: 'add-index',
              title: `Add ${index}`,
              variant: { sql: title, session: [], ddl: [] },
              index: { table: 'o', name: 'ix', parts: [index] },
              equivalence: 'identical',
              preconditions: [],
              tradeOffs: ['It is written.'],
              notWhen: ['It is small.'],
            },
          ],
  })
  test('what all of them have holds for all; what some have says for which', () => {
    const merged = mergeSetFindings([
      { name: 'A', findings: [finding('r1', 'reads 9,000 rows', 'a'), finding('r2', 'sorts 9,000 rows')] },
      { name: 'B', findings: [finding('r1', 'reads 12 rows', 'a'), finding('r3', 'spills', 'b')] },
      { name: 'C', findings: [finding('r1', 'reads 8,000 rows', 'a'), finding('r2', 'sorts 8,000 rows')] },
    ])
    expect(merged.map(({ rule, title, onlyFor }) => [rule, title, onlyFor])).toEqual([
      ['r1', 'reads 9,000 rows', undefined],
      ['r2', 'sorts 9,000 rows', ['A', 'C']],
      ['r3', 'spills', ['B']],
    ])
  })
  test('nodes of other plans than the first are not named', () => {
    const merged = mergeSetFindings([
      { name: 'A', findings: [] },
      { name: 'B', findings: [finding('r3', 'spills')] },
    ])
    expect(merged[0]).toMatchObject({ nodes: [], evidence: [{ kind: 'node', text: 'ALL' }] })
    expect(merged[0]?.evidence[0]?.nodeId).toBeUndefined()
  })
  test('of two indexes on one table each is its own', () => {
    const merged = mergeSetFindings([
      { name: 'A', findings: [finding('r1', 'reads 9,000 rows', 'a')] },
      { name: 'B', findings: [finding('r1', 'reads 9,000 rows', 'b')] },
    ])
    expect(merged.map(({ onlyFor }) => onlyFor)).toEqual([['A'], ['B']])
  })
})
