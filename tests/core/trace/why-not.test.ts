// Protects: why an index was not taken, in one sentence with the numbers of the trace, for every kind of answer.
import { describe, expect, test } from 'vitest'
import { chosenAccesses, plannedBlocks } from '../../../src/core/trace/chosen'
import { readTrace } from '../../../src/core/trace/read'
import { type WhyNotAnswer, whyNotIndex } from '../../../src/core/trace/why-not'
import { recordedTrace, recordedTraces, type TracingServer } from '../../contracts/traces'

type Case = readonly [
  server: TracingServer,
  recording: string,
  index: `${string}.${string}`,
  outcome: WhyNotAnswer['outcome'],
  sentence: string,
  more?: { readonly because?: readonly string[]; readonly ratio?: number; readonly winner?: string },
]

const inOrder = 'because it gives the order of ORDER BY without a sort'
const atLimit = 'and is read only until the LIMIT of 6 is reached'
const byCity = 'In the end c is read by the lookup in ix_city'

/** Rows and costs were looked up in the recorded texts; ratios are worked out from them. */
const cases: readonly Case[] = [
  ['mysql56', 'trace-free', 'o.ix_cust', 'chosen', 'ix_cust was taken: 2 rows, cost 280.'],
  ['mysql97', 'join-three', 'o.ix_status_placed', 'chosen', 'ix_status_placed was taken: 2,000 rows, cost 214.'],
  [
    'mysql57',
    'trace-order-index',
    'orders.ix_placed',
    'chosen',
    'ix_placed was taken because it gives the order of ORDER BY.',
  ],
  ['mariadb1011', 'trace-free', 'o.ix_cust', 'chosen', 'ix_cust was taken: 2 rows, cost 203.'],
  [
    'mariadb114',
    'trace-order-correlated',
    'orders.PRIMARY',
    'chosen',
    'PRIMARY was taken because it gives the order of ORDER BY.',
  ],
  [
    'mysql56',
    'trace-order-correlated',
    'orders.ix_cust',
    'replaced',
    `The join search chose ix_cust (280 rows, cost 393); afterwards PRIMARY replaced it, ${inOrder} ${atLimit}.`,
    { winner: 'PRIMARY' },
  ],
  [
    'mysql97',
    'trace-order-correlated',
    'orders.ix_cust',
    'replaced',
    `The join search chose ix_cust (280 rows, cost 126); afterwards PRIMARY replaced it, ${inOrder} ${atLimit}.`,
    { winner: 'PRIMARY' },
  ],
  [
    'mysql80',
    'trace-group-order',
    'orders.ix_status_placed',
    'replaced',
    'The join search chose ix_status_placed (2,000 rows, cost 214); afterwards ix_cust replaced it, because it gives the order of GROUP BY without a sort.',
    { winner: 'ix_cust' },
  ],
  [
    'mariadb1011',
    'trace-order-correlated',
    'orders.ix_cust',
    'replaced',
    `The join search chose ix_cust (280 rows, cost 336); afterwards PRIMARY replaced it, ${inOrder}.`,
    { winner: 'PRIMARY' },
  ],
  [
    'mariadb114',
    'trace-order-correlated',
    'orders.ix_cust',
    'replaced',
    `The join search chose ix_cust (280 rows, cost 0.295); afterwards PRIMARY replaced it, ${inOrder}.`,
    { winner: 'PRIMARY' },
  ],
  [
    'mysql97',
    'trace-free',
    'o.ix_total',
    'lost',
    'ix_total was considered after c: 380 rows, cost 23,976. It lost to the lookup in ix_cust, 5 rows, cost 245.',
    {
      because: ["It would read 7.6 % of the table's rows for each row of the tables before it."],
      ratio: 97.86,
      winner: 'ix_cust',
    },
  ],
  [
    'mysql56',
    'join-three',
    'o.ix_status_placed',
    'lost',
    'ix_status_placed was considered after c: 1,999 rows, cost 8,500. It lost to the lookup in ix_cust, 2 rows, cost 300.',
    {
      because: ["It would read 40 % of the table's rows for each row of the tables before it."],
      ratio: 28.29,
      winner: 'ix_cust',
    },
  ],
  [
    'mysql56',
    'join-three',
    'c.PRIMARY',
    'lost',
    'PRIMARY was considered after o: 1 row, cost 1,999. It was the best way there, but another join order was taken: c, o, i at cost 1,065.',
    {
      because: [
        `${byCity}, 150 rows, cost 45.`,
        "It would read 0.1 % of the table's rows for each row of the tables before it.",
      ],
      winner: 'ix_city',
    },
  ],
  [
    'mysql80',
    'ref-lookup',
    'orders.ix_placed',
    'lost',
    'ix_placed was considered: 3,753 rows, cost 1,314. It lost to the range on ix_status_placed, 750 rows, cost 263.',
    { ratio: 5, winner: 'ix_status_placed' },
  ],
  [
    'mysql97',
    'trace-order-index',
    'orders.ix_cust',
    'lost',
    `ix_cust was considered: 4,975 rows, cost 1,742. It lost to ix_placed, which gives the order of ORDER BY without a sort ${atLimit}.`,
    { winner: 'ix_placed' },
  ],
  [
    'mariadb1011',
    'trace-order-index',
    'orders.ix_cust',
    'lost',
    'ix_cust was considered: 4,975 rows, cost 5,973. It lost to ix_placed, which gives the order of ORDER BY without a sort: 6 rows, cost 6.',
    { winner: 'ix_placed' },
  ],
  [
    'mariadb1011',
    'join-three',
    'o.ix_status_placed',
    'lost',
    'ix_status_placed was considered after c: 2,000 rows, cost 300,740. It lost to the lookup in ix_cust, 2 rows, cost 460.',
    { ratio: 654.09, winner: 'ix_cust' },
  ],
  [
    'mariadb1011',
    'trace-free',
    'o.ix_total',
    'lost',
    'ix_total was considered for o alone: 380 rows, cost 456. It was the best there, but after c the table is read by the lookup in ix_cust, 2 rows, cost 203.',
    { winner: 'ix_cust' },
  ],
  [
    'mariadb114',
    'join-three',
    'c.PRIMARY',
    'lost',
    'PRIMARY was considered after o: 1 row, cost 1.79. It was the best way there, but another join order was taken: c, o, i at cost 2.06.',
    { winner: 'ix_city' },
  ],
  [
    'mysql97',
    'trace-free',
    'o.PRIMARY',
    'unusable',
    'PRIMARY could not be used: no condition restricts its first column.',
    { winner: 'ix_cust' },
  ],
  [
    'mysql56',
    'trace-forced',
    'o.ix_total',
    'unusable',
    'ix_total could not be used: the statement says FORCE INDEX (ix_cust), which leaves it out.',
    { because: [], winner: 'ix_cust' },
  ],
  [
    'mysql80',
    'trace-ignored',
    'o.ix_cust',
    'unusable',
    'ix_cust could not be used: the statement says IGNORE INDEX (ix_cust).',
    { because: [], winner: 'ix_total' },
  ],
  [
    'mariadb114',
    'trace-ignored',
    'o.ix_cust',
    'unusable',
    'ix_cust could not be used: the statement says IGNORE INDEX (ix_cust).',
    { because: [], winner: 'ix_total' },
  ],
  [
    'mariadb1011',
    'trace-forced',
    'o.ix_total',
    'unusable',
    'ix_total could not be used: the statement says FORCE INDEX (ix_cust), which leaves it out.',
    { winner: 'ix_cust' },
  ],
  [
    'mariadb1011',
    'trace-order-index',
    'orders.PRIMARY',
    'unusable',
    'PRIMARY could not be used: no condition restricts its first column.',
  ],
  ['mysql56', 'full-scan', 'plain1.ix_new', 'not-considered', 'The optimizer never offered ix_new for plain1.'],
  ['mysql97', 'group-temp', 'orders.ix_total', 'not-considered', 'The optimizer never offered ix_total for orders.'],
  ['mariadb1011', 'full-scan', 'plain1.ix_new', 'not-considered', 'The optimizer never offered ix_new for plain1.'],
  ['mariadb114', 'left-join-buffer', 'p.ix_new', 'not-considered', 'The optimizer never offered ix_new for p.'],
  ['mysql56', 'trace-free', 'items.PRIMARY', 'unknown', 'The trace holds nothing about the table items.'],
  ['mysql97', 'delete-all', 'plain2.ix_a', 'unknown', 'The trace holds nothing about the table plain2.'],
  ['mariadb1011', 'trace-free', 'items.PRIMARY', 'unknown', 'The trace holds nothing about the table items.'],
  ['mariadb114', 'update-impossible', 'orders.PRIMARY', 'unknown', 'The trace holds nothing about the table orders.'],
]

for (const [server, recording, name, outcome, sentence, more] of cases)
  test(`${server} ${recording}: ${name} is ${outcome}`, () => {
    const [table = '', index = ''] = name.split('.')
    const answer = whyNotIndex(readTrace(recordedTrace(server, recording)), { table, index })
    expect({ outcome: answer.outcome, sentence: answer.sentence }).toEqual({ outcome, sentence })
    if (more?.because) expect(answer.because).toEqual(more.because)
    if (more?.winner) expect(answer.winner?.index).toBe(more.winner)
    if (more?.ratio) expect(answer.costRatio).toBeCloseTo(more.ratio, 1)
  })

describe('the table of cases', () => {
  test('has each outcome four times, on MySQL and on MariaDB', () => {
    for (const outcome of ['chosen', 'replaced', 'lost', 'unusable', 'not-considered', 'unknown']) {
      const own = cases.filter((one) => one[3] === outcome).map(([server]) => server)
      expect(own.length, outcome).toBeGreaterThanOrEqual(4)
      expect(
        own.some((server) => server.startsWith('mysql')) && own.some((server) => server.startsWith('mariadb')),
      ).toBe(true)
    }
  })
})

describe('whatever lost, the answer names what is read in its place', () => {
  test.each(recordedTraces().map((one) => ({ name: one.name, text: one.text })))('$name', ({ text }) => {
    const trace = readTrace(text)
    for (const { table, selectId, alternative, indexes } of plannedBlocks(trace).flatMap((block) =>
      chosenAccesses(trace, block),
    )) {
      if (alternative === undefined) continue
      const others = new Set(table.alternatives.flatMap((way) => (way.index === undefined ? [] : [way.index])))
      for (const index of others) {
        if (indexes.includes(index)) continue
        const told = whyNotIndex(trace, { table: table.table, index, selectId })
        if (told.outcome !== 'lost') continue
        const words = [told.sentence, told.inTheEnd ?? ''].join(' ')
        const read = indexes.length > 0 ? indexes.some((one) => words.includes(one)) : /full scan|scan/.test(words)
        expect(
          read || /another join order was taken|passed over/.test(words),
          `${table.table}.${index}: ${words}`,
        ).toBe(true)
      }
    }
  })
})
