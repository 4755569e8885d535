// Protects: two traces of one statement part at the first thing that the optimizer did differently, not at a consequence.
import { expect, test } from 'vitest'
import type { EngineIdentity } from '../../../src/core/engine'
import { SargableError } from '../../../src/core/errors'
import { partingsOf, type TraceParting } from '../../../src/core/trace/diff'
import { readTrace } from '../../../src/core/trace/read'
import { recordedTrace, type TracingServer } from '../../contracts/traces'

type Pair = readonly [
  server: TracingServer,
  a: string,
  b: string,
  first?: readonly [stage: TraceParting['stage'], sentence: string],
]

/** What differs between the two statements decides what must be first; read by a person in both texts. */
const pairs: readonly Pair[] = [
  ['mysql56', 'trace-free', 'trace-ignored', ['rows', 'Only A weighed the lookup in ix_cust of o.']],
  ['mysql97', 'trace-free', 'trace-ignored', ['rows', 'Only A weighed the lookup in ix_cust of o.']],
  ['mariadb1011', 'trace-free', 'trace-ignored', ['rows', 'Only A weighed the lookup in ix_cust of o.']],
  ['mariadb114', 'trace-free', 'trace-forced', ['rows', 'Only A weighed the range on ix_total of o.']],
  ['mysql97', 'trace-free', 'trace-forced', ['rows', 'Only A weighed the range on ix_total of o.']],
  ['mysql56', 'trace-free', 'trace-straight', ['join-order', 'A starts at c, B at o.']],
  ['mariadb114', 'trace-free', 'trace-straight', ['join-order', 'A starts at c, B at o.']],
  ['mysql97', 'trace-straight', 'trace-straight-back', ['join-order', 'A starts at o, B at c.']],
  ['mariadb1011', 'trace-straight', 'trace-straight-back', ['join-order', 'A starts at o, B at c.']],
  ['mysql56', 'semijoin-firstmatch', 'trace-no-semijoin', ['transformation', 'Only A was rewritten: semijoin.']],
  [
    'mariadb114',
    'semijoin-firstmatch',
    'trace-no-semijoin',
    ['transformation', 'Only A was rewritten: IN (SELECT) to semijoin.'],
  ],
  [
    'mariadb1011',
    'derived-merged',
    'derived-not-merged',
    ['transformation', 'Only A was rewritten: derived t merged.'],
  ],
  [
    'mysql97',
    'index-merge-union',
    'index-merge-off',
    ['rows', 'Only A weighed the merge of ix_cust and ix_total of orders.'],
  ],
  [
    'mariadb1011',
    'index-merge-union',
    'index-merge-off',
    ['rows', 'Only A weighed the merge of ix_cust and ix_total of orders.'],
  ],
  [
    'mysql56',
    'trace-order-correlated',
    'trace-order-forced',
    ['costs', 'The full scan of orders costs 1,020 in A; in B it was ruled out before it was priced.'],
  ],
  ['mysql97', 'trace-order-index', 'trace-order-lost'],
  ['mariadb114', 'ref-lookup', 'ref-lookup'],
]

for (const [server, a, b, first] of pairs)
  test(`${server}: ${a} and ${b}`, () => {
    const [parting] = partingsOf(readTrace(recordedTrace(server, a)), readTrace(recordedTrace(server, b)))
    expect(parting && [parting.stage, parting.sentence]).toEqual(first)
  })

test('the same parting the other way round', () => {
  const [free, ignored] = ['trace-free', 'trace-ignored'].map((name) => readTrace(recordedTrace('mysql97', name)))
  if (!free || !ignored) throw new Error('No recordings')
  expect(partingsOf(ignored, free)[0]?.sentence).toBe('Only B weighed the lookup in ix_cust of o.')
})

test('sides show the text and its place', () => {
  const [a, b] = ['trace-straight', 'trace-straight-back'].map((name) => recordedTrace('mysql97', name))
  if (a === undefined || b === undefined) throw new Error('No recordings')
  const [order] = partingsOf(readTrace(a), readTrace(b))
  expect([order?.a?.text, order?.b?.text]).toEqual(['o → c, cost 304', 'c → o, cost 263'])
  expect(a.slice(order?.a?.span.start, order?.a?.span.end)).toContain('"cost_for_plan": 304')
})

const engine = (product: 'mysql' | 'mariadb', major: number): EngineIdentity => ({
  family: 'mysql',
  product,
  version: { major, minor: 0, patch: 1 },
  versionText: `${major}.0.1`,
})

test.each([
  [engine('mysql', 8), engine('mysql', 9), 'One trace is of MySQL 8.0.1, the other of MySQL 9.0.1'],
  [engine('mysql', 8), engine('mariadb', 11), 'One trace is of MySQL 8.0.1, the other of MariaDB 11.0.1'],
])('traces of two servers are refused', (one, other, words) => {
  const text = recordedTrace('mysql97', 'trace-free')
  const parted = () => partingsOf(readTrace(text, { engine: one }), readTrace(text, { engine: other }))
  expect(parted).toThrow(SargableError)
  expect(parted).toThrow(words)
  expect(partingsOf(readTrace(text, { engine: one }), readTrace(text, { engine: one }))).toEqual([])
})
