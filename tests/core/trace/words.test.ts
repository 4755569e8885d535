// Protects the sentences about a trace: the decision, second looks, hints that leave an index out, the choice taken away.
import { describe, expect, test } from 'vitest'
import { traceHeadline } from '../../../src/core/trace/headline'
import { readTrace } from '../../../src/core/trace/read'
import { recheckSentence } from '../../../src/core/trace/recheck-words'
import { type TakenAwaySide, takenAwayWords } from '../../../src/core/trace/taken-away'
import { whyNotIndex } from '../../../src/core/trace/why-not'

/** One table of one block, as MySQL 8 writes it; `behind` stands after the join search. */
function oneTable(table: string, behind: string): string {
  return `{"steps":[{"join_optimization":{"select#":1,"steps":[
{"rows_estimation":[{"table":"${table}","range_analysis":{"table_scan":{"rows":1000,"cost":210},
 "potential_range_indexes":[{"index":"PRIMARY","usable":false,"cause":"not_applicable"},{"index":"ix","usable":true,"key_parts":["a"]}],
 "analyzing_range_alternatives":{"range_scan_alternatives":[{"index":"ix","ranges":["a = 1"],"rows":90,"cost":32,"chosen":true}]},
 "chosen_range_access_summary":{"range_access_plan":{"type":"range_scan","index":"ix","rows":90,"ranges":["a = 1"]},"rows_for_plan":90,"cost_for_plan":32,"chosen":true}}}]},
{"considered_execution_plans":[{"plan_prefix":[],"table":"${table}","best_access_path":{"considered_access_paths":[
 {"rows_to_scan":90,"access_type":"range","range_details":{"used_index":"ix"},"resulting_rows":90,"cost":41,"chosen":true}]},
 "rows_for_plan":90,"cost_for_plan":41,"chosen":true}]}${behind}]}}]}`
}

const reordered = `,{"reconsidering_access_paths_for_index_ordering":{"clause":"ORDER BY","index_order_summary":{"table":"\`t\`",
"index_provides_order":true,"order_direction":"desc","index":"PRIMARY","plan_changed":true,"access_type":"index"}}}`

describe('the decision in one sentence', () => {
  test.each([
    {
      name: 'a range, against what the range optimizer rejected',
      text: oneTable('`t`', ''),
      says: '`t` is read by the range on `ix`: cost 32 against 210 for the full scan.',
    },
    {
      name: 'a second look that replaced the index comes before all else',
      text: oneTable('`t`', reordered),
      says: 'The join search had chosen `ix` (90 rows, cost 41). For ORDER BY the server then took `PRIMARY` for `t` and walks it backwards.',
    },
    {
      name: 'a trace without a choice',
      text: '{"steps":[]}',
      says: 'The trace tells of no choice between ways to read a table.',
    },
  ])('$name', ({ text, says }) => {
    expect(traceHeadline(readTrace(text)).text).toBe(says)
  })
})

test('a second look that only turned the direction replaces nothing', () => {
  const trace = readTrace(oneTable('`t`', reordered.replace('"index":"PRIMARY"', '"index":"ix"')))
  expect(trace.rechecks.map((one) => recheckSentence(trace, one))).toEqual([
    '`t` is read by `ix` backwards, which gives the order of ORDER BY by itself.',
  ])
})

describe('an index hint of the statement', () => {
  const ask = (table: string, index: string) => whyNotIndex(readTrace(oneTable(table, '')), { table: 't', index })
  test.each([
    {
      table: '`t` FORCE INDEX (`ix`)',
      index: 'PRIMARY',
      says: 'PRIMARY could not be used: the statement says FORCE INDEX (ix), which leaves it out.',
    },
    {
      table: '`t` USE INDEX FOR JOIN (`ix`,`other`)',
      index: 'third',
      says: 'third could not be used: the statement says USE INDEX FOR JOIN (ix,other), which leaves it out.',
    },
    {
      table: '`t` IGNORE INDEX (`PRIMARY`)',
      index: 'primary',
      says: 'primary could not be used: the statement says IGNORE INDEX (PRIMARY).',
    },
    {
      table: '`t` IGNORE INDEX (`other`)',
      index: 'PRIMARY',
      says: 'PRIMARY could not be used: no condition restricts its first column.',
    },
    { table: '`t` FORCE INDEX (`ix`)', index: 'ix', says: 'ix was taken: 90 rows, cost 41.' },
  ])('$table: why not $index', ({ table, index, says }) => {
    expect(ask(table, index).sentence).toBe(says)
  })
})

describe('the choice taken away', () => {
  const side = (times: readonly number[], more: Partial<TakenAwaySide> = {}): TakenAwaySide => ({
    sql: '',
    indexes: [],
    runs: times.map((clientMs) => ({ clientMs, rowsExamined: 100, rowsReturned: 20 })),
    ...more,
  })
  const words = (asIs: TakenAwaySide, changed: TakenAwaySide, hint: 'force' | 'ignore' = 'force') =>
    takenAwayWords({ table: 't', index: 'ix', hint, asIs, changed, notes: [] })
  test.each([
    {
      name: 'expected dearer, was faster',
      asIs: side([100, 110], { planCost: 10 }),
      changed: side([40, 44], { planCost: 31, indexes: ['ix'] }),
      says: 'Expected to be 3.1× dearer; with ix it was 2.5× faster: 42 ms against 105 ms.',
    },
    {
      name: 'runs that overlap tell nothing apart',
      asIs: side([10, 14], { planCost: 10 }),
      changed: side([12, 13], { planCost: 10, indexes: ['ix'] }),
      says: 'Expected to be as dear; with ix it took 12.5 ms against 12 ms, which two runs cannot tell apart.',
    },
    {
      name: 'no cost told',
      asIs: side([1, 1.1]),
      changed: side([30, 33], { indexes: ['ix'] }),
      says: 'With ix it was 30× slower: 31.5 ms against 1.05 ms.',
    },
    {
      name: 'stopped by the time limit',
      asIs: side([100, 100], { planCost: 10 }),
      changed: side([], { stoppedAfterMs: 30_000 }),
      says: 'With ix it was stopped by the time limit after 30 s, at least 300× slower.',
    },
    {
      name: 'neither could be measured',
      asIs: side([], { stoppedAfterMs: 30_000 }),
      changed: side([]),
      says: 'The statement was stopped by the time limit before it could be measured.',
    },
  ])('$name', ({ asIs, changed, says }) => {
    expect(words(asIs, changed).sentence).toBe(says)
  })

  test('an index that is not used though forced, or used though forbidden, is told', () => {
    expect(words(side([1]), side([2])).because[0]).toBe(
      'Forced, the server scans the whole table: it finds nothing to seek in ix.',
    )
    expect(words(side([1]), side([2], { indexes: ['other'] })).because[0]).toBe(
      'Forced, the server still does not use ix here.',
    )
    expect(words(side([1]), side([2], { indexes: ['ix'] }), 'ignore').because[0]).toBe(
      'Forbidden, the server still uses ix.',
    )
  })

  test('it never claims to be an experiment', () => {
    expect(words(side([1, 2]), side([3, 4])).because.at(-1)).toBe(
      'Each ran twice, in turns. That is a look, not an experiment; Compare tells how sure it is.',
    )
  })
})
