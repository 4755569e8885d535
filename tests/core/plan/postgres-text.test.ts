// Protects the reading of PostgreSQL's text lines: each stands where the other formats have the same fact.
import { describe, expect, test } from 'vitest'
import { postgresText } from '../../../src/core/plan/formats/postgres-text'
import type { Plan, PlanNode } from '../../../src/core/plan/model'
import { outline } from '../../../src/core/plan/outline'
import { readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'

/** The only plan of a text that must be understood whole. */
function planOf(text: string): Plan {
  const [plan, ...others] = readPlans(text, {})
  if (!plan) throw new Error('no plan')
  expect([others.length, plan.notes]).toEqual([0, []])
  return plan
}

const nodesOf = (text: string): PlanNode[] => [...each(planOf(text).root)]
const rootOf = (text: string): PlanNode => planOf(text).root
const scan = (...lines: readonly string[]) =>
  [
    'Seq Scan on t  (cost=0.00..1.00 rows=1 width=4) (actual time=0.1..0.2 rows=1 loops=1)',
    ...lines.map((line) => `  ${line}`),
  ].join('\n')
const over = (first: string, ...lines: readonly string[]) =>
  [first, ...lines.map((line) => `  ${line}`), '  ->  Seq Scan on t', '        Filter: (a > 1)'].join('\n')

describe('a line of a node', () => {
  test.each<[string, string, Record<string, unknown>]>([
    [
      'buffers',
      'Buffers: shared hit=3 read=1 dirtied=2 written=4, local hit=5, temp read=6 written=7',
      {
        'Shared Dirtied Blocks': 2,
        'Shared Written Blocks': 4,
        'Local Hit Blocks': 5,
      },
    ],
    ['times of reads before 15', 'I/O Timings: read=0.5 write=0.25', { 'I/O Read Time': 0.5, 'I/O Write Time': 0.25 }],
    [
      'times of reads in 15',
      'I/O Timings: shared/local read=0.5, temp read=1.5 write=2.5',
      {
        'I/O Read Time': 0.5,
        'Temp I/O Read Time': 1.5,
        'Temp I/O Write Time': 2.5,
      },
    ],
    [
      'times of reads from 17 on',
      'I/O Timings: shared read=0.5, local write=1.000, temp read=1.5',
      {
        'Shared I/O Read Time': 0.5,
        'Local I/O Write Time': 1,
        'Temp I/O Read Time': 1.5,
      },
    ],
    [
      'write-ahead log',
      'WAL: records=1 fpi=2 bytes=345 buffers full=4',
      {
        'WAL Records': 1,
        'WAL FPI': 2,
        'WAL Bytes': 345,
        'WAL Buffers Full': 4,
      },
    ],
    ['pages of a bitmap', 'Heap Blocks: exact=8 lossy=2', { 'Exact Heap Blocks': 8, 'Lossy Heap Blocks': 2 }],
    [
      'a sort in memory',
      'Sort Method: quicksort  Memory: 25kB',
      { 'Sort Space Used': 25, 'Sort Space Type': 'Memory' },
    ],
    [
      'a sort on disk',
      'Sort Method: external merge  Disk: 4088kB',
      { 'Sort Space Used': 4088, 'Sort Space Type': 'Disk' },
    ],
    [
      'a hash table',
      'Buckets: 2048 (originally 1024)  Batches: 4 (originally 1)  Memory Usage: 40kB',
      {
        'Hash Buckets': 2048,
        'Original Hash Buckets': 1024,
        'Hash Batches': 4,
        'Original Hash Batches': 1,
      },
    ],
    [
      'a hash table as planned',
      'Buckets: 1024  Batches: 1  Memory Usage: 9kB',
      {
        'Hash Buckets': 1024,
        'Original Hash Buckets': 1024,
        'Hash Batches': 1,
        'Original Hash Batches': 1,
      },
    ],
    [
      'a hashed grouping',
      'Planned Partitions: 4  Batches: 5  Memory Usage: 4145kB  Disk Usage: 96kB',
      {
        'Planned Partitions': 4,
        'HashAgg Batches': 5,
        'Disk Usage': 96,
      },
    ],
    [
      'a cache of rows',
      'Hits: 90  Misses: 10  Evictions: 1  Overflows: 2  Memory Usage: 2kB',
      {
        'Cache Hits': 90,
        'Cache Misses': 10,
        'Cache Evictions': 1,
        'Cache Overflows': 2,
      },
    ],
    [
      'a partly sorted input',
      'Full-sort Groups: 3  Sort Methods: quicksort, external merge  Average Memory: 27kB  Peak Memory: 28kB  Average Disk: 100kB  Peak Disk: 200kB',
      {
        'Full-sort Groups':
          '{"Group Count":3,"Sort Methods Used":["quicksort","external merge"],"Sort Space Memory":{"Average Sort Space Used":27,"Peak Sort Space Used":28},"Sort Space Disk":{"Average Sort Space Used":100,"Peak Sort Space Used":200}}',
      },
    ],
    ['kept rows', 'Storage: Disk  Maximum Storage: 1024kB', { Storage: 'Disk', 'Maximum Storage': 1024 }],
    [
      'a sample',
      "Sampling: system ('10'::real) REPEATABLE ('3'::double precision)",
      {
        'Sampling Method': 'system',
        'Sampling Parameters': '["\'10\'::real"]',
        'Repeatable Seed': "'3'::double precision",
      },
    ],
    [
      'changed rows of MERGE',
      'Tuples: inserted=1 updated=2 deleted=3 skipped=4',
      {
        'Tuples Inserted': 1,
        'Tuples Updated': 2,
        'Tuples Deleted': 3,
        'Tuples Skipped': 4,
      },
    ],
    [
      'a list with commas inside',
      `Output: a, "b, c", concat(d, e), 'x, y''z'::text, ARRAY[1, 2]`,
      {
        Output: `["a","\\"b, c\\"","concat(d, e)","'x, y''z'::text","ARRAY[1, 2]"]`,
      },
    ],
    ['a flag', 'Disabled: true', { Disabled: true }],
    ['searches of an index', 'Index Searches: 9', { 'Index Searches': 9 }],
    [
      'a remote statement',
      "Remote SQL: SELECT a FROM public.t WHERE ((b = 'x: y'))",
      {
        'Remote SQL': "SELECT a FROM public.t WHERE ((b = 'x: y'))",
      },
    ],
  ])('%s', (_name, line, rest) => {
    expect(rootOf(scan(line)).rest).toEqual(rest)
  })

  test('buffers and memory are numbers of the run', () => {
    const lines = ['Sort Method: quicksort  Memory: 25kB', 'Buffers: shared hit=3 read=1, temp read=6 written=7']
    expect(rootOf(scan(...lines)).actual).toEqual({
      loops: 1,
      rowsPerLoop: 1,
      firstRowMsPerLoop: 0.1,
      lastRowMsPerLoop: 0.2,
      neverExecuted: false,
      sortMethod: 'quicksort',
      memoryBytes: 25_600,
      sharedHitBlocks: 3,
      sharedReadBlocks: 1,
      tempReadBlocks: 6,
      tempWrittenBlocks: 7,
    })
  })

  test('rows that were removed count for each filter, and are zero where the text leaves them out', () => {
    expect(rootOf(scan('Filter: (a > 1)', 'Rows Removed by Filter: 3')).actual?.rowsFilteredPerLoop).toBe(3)
    expect(rootOf(scan('Filter: (a > 1)')).actual?.rowsFilteredPerLoop).toBe(0)
    expect(rootOf(scan()).actual?.rowsFilteredPerLoop).toBeUndefined()
  })

  test('a condition may hold colons, arrows, quotes and line breaks', () => {
    const conditions = [
      `((doc ->> 'a: b'::text) = '->  Seq Scan on x'::text)`,
      `(a = 'one\n  Filter of two\n\nthree (''x'::text)`,
    ]
    for (const condition of conditions) {
      const text = scan(`Filter: ${condition}`, 'Rows Removed by Filter: 1')
      const [found] = rootOf(text).conditions
      expect(found?.text).toBe(condition)
      expect(text.slice(found?.span?.start, found?.span?.end)).toBe(condition)
    }
  })
})

describe('the line of a node', () => {
  test.each<[string, Record<string, unknown>]>([
    [
      'Index Scan Backward using "ix on t" on "my.schema"."Ta ble" "a ""b"""',
      {
        label: 'Index Scan Backward',
        schema: 'my.schema',
        table: 'Ta ble',
        alias: 'a "b"',
        index: 'ix on t',
        direction: 'backward',
      },
    ],
    [
      'Parallel Index Only Scan using ix on t',
      { label: 'Parallel Index Only Scan', table: 't', alias: 't', index: 'ix' },
    ],
    [
      'Function Scan on pg_catalog.generate_series g',
      { label: 'Function Scan', schema: 'pg_catalog', table: 'generate_series', alias: 'g' },
    ],
    ['Values Scan on "*VALUES*"', { label: 'Values Scan', table: '*VALUES*', alias: '*VALUES*' }],
    ['CTE Scan on totals t_1', { label: 'CTE Scan', table: 'totals', alias: 't_1' }],
    ['Async Foreign Scan on public.ft f', { label: 'Async Foreign Scan', schema: 'public', table: 'ft', alias: 'f' }],
    ['Foreign Scan', { label: 'Foreign Scan', table: '' }],
    ['Custom Scan (ChunkAppend) on metrics m', { label: 'Custom Scan (ChunkAppend)', table: 'metrics', alias: 'm' }],
    ['Bitmap Index Scan on ix_city', { label: 'Bitmap Index Scan', table: '', index: 'ix_city' }],
    ['Insert on public.t', { label: 'Insert', schema: 'public', table: 't', alias: 't' }],
  ])('%s', (line, expected) => {
    const { label, access } = rootOf(`${line}  (cost=0.00..1.00 rows=1 width=4)`)
    const found = {
      label,
      ...(access && { table: access.table }),
      ...(access?.schema !== undefined && { schema: access.schema }),
      ...(access?.alias !== undefined && { alias: access.alias }),
      ...(access?.indexes[0] && { index: access.indexes[0].name }),
      ...(access?.direction === 'backward' && { direction: access.direction }),
    }
    expect(found).toEqual(expected)
  })

  test.each([
    ['Hash Right Anti Join', { 'Join Type': 'Right Anti' }],
    ['Parallel Hash Join', { 'Parallel Aware': true, 'Join Type': 'Inner' }],
    ['Merge Full Join', { 'Join Type': 'Full' }],
    ['Nested Loop Left Join', { 'Join Type': 'Left' }],
    ['Finalize GroupAggregate', { 'Partial Mode': 'Finalize', Strategy: 'Sorted' }],
    ['MixedAggregate', { 'Partial Mode': 'Simple', Strategy: 'Mixed' }],
    ['HashSetOp Except All', { Strategy: 'Hashed', Command: 'Except All' }],
    ['SetOp Intersect', { Strategy: 'Sorted', Command: 'Intersect' }],
  ])('%s', (label, rest) => {
    const second = /Join|SetOp/.test(label) ? '\n  ->  Seq Scan on u' : ''
    const root = rootOf(over(label) + second)
    expect([root.label, root.rest]).toEqual([label, rest])
  })

  test.each([
    [
      'without costs',
      'Seq Scan on t (actual time=0.010..0.020 rows=3 loops=2)',
      { loops: 2, rowsPerLoop: 3, firstRowMsPerLoop: 0.01, lastRowMsPerLoop: 0.02, neverExecuted: false },
    ],
    ['without times', 'Seq Scan on t (actual rows=3.50 loops=2)', { loops: 2, rowsPerLoop: 3.5, neverExecuted: false }],
    [
      'never executed',
      'Seq Scan on t  (cost=0.00..1.00 rows=1 width=4) (never executed)',
      { loops: 0, rowsPerLoop: 0, neverExecuted: true },
    ],
  ])('numbers %s', (_name, line, actual) => {
    expect(rootOf(line).actual).toEqual(actual)
  })
})

describe('subplans', () => {
  test('stand below the node under whose line they are printed', () => {
    const text = [
      'Nested Loop  (cost=1.00..2.00 rows=1 width=4)',
      '  CTE t',
      '    ->  Seq Scan on a  (cost=0.00..1.00 rows=1 width=4)',
      '          Filter: (x > $1)',
      '          InitPlan 2 (returns $1)',
      '            ->  Seq Scan on e  (cost=0.00..0.01 rows=1 width=4)',
      '  InitPlan 3 (returns $2)',
      '    ->  Seq Scan on b  (cost=0.00..1.00 rows=1 width=4)',
      '  ->  CTE Scan on t  (cost=0.00..1.00 rows=1 width=4)',
      '  ->  Index Scan using ix on c  (cost=0.00..1.00 rows=1 width=4)',
      '        Index Cond: (id = t.id)',
      '        Filter: (NOT (hashed SubPlan 4))',
      '        SubPlan 4',
      '          ->  Seq Scan on d  (cost=0.00..1.00 rows=1 width=4)',
    ].join('\n')
    const expected = [
      'nested-loop  1 rows',
      '  cte: a full-scan  1 rows',
      '    init-plan: e full-scan  1 rows',
      '  init-plan: b full-scan  1 rows',
      '  t full-scan  1 rows',
      '  c lookup  ix  1 rows',
      '    subquery: d full-scan  1 rows',
    ].join('\n')
    expect(outline(planOf(text))).toBe(expected)
    expect(nodesOf(text).map((node) => node.rest['Subplan Name'])).toEqual([
      undefined,
      'CTE t',
      'InitPlan 2 (returns $1)',
      'InitPlan 3 (returns $2)',
      undefined,
      undefined,
      'SubPlan 4',
    ])
    const flat = text.replace(/^ +/gm, '')
    expect(outline(planOf(flat))).toBe(expected)
  })

  test('keep the names that version 19 gives them', () => {
    const text = 'Result\n  InitPlan expr_1\n    ->  Seq Scan on t\n  SubPlan exists_2\n    ->  Seq Scan on u'
    expect(nodesOf(text).map((node) => [node.relation, node.rest['Subplan Name']])).toEqual([
      ['input', undefined],
      ['init-plan', 'InitPlan expr_1'],
      ['subquery', 'SubPlan exists_2'],
    ])
  })
})

describe('groupings', () => {
  test('of one key are a list, of several are sets in order', () => {
    expect(rootOf(over('GroupAggregate', 'Group Key: a, b')).rest['Group Key']).toBe('["a","b"]')
    const sets = over(
      'MixedAggregate',
      'Hash Key: a',
      'Hash Key: b',
      'Group Key: c, d',
      'Group Key: c',
      'Group Key: ()',
      'Sort Key: e',
      '  Group Key: e',
    )
    expect(rootOf(sets).rest['Grouping Sets']).toBe(
      '[{"Hash Keys":[["a"]]},{"Hash Keys":[["b"]]},{"Group Keys":[["c","d"],["c"],[]]},{"Sort Key":["e"],"Group Keys":[["e"]]}]',
    )
  })

  test('a filter above one is the HAVING', () => {
    expect(rootOf(over('HashAggregate', 'Group Key: a', 'Filter: (count(*) > 3)')).conditions).toMatchObject([
      { text: '(count(*) > 3)', checkedAt: 'having' },
    ])
  })
})

describe('workers', () => {
  const worker =
    '[{"Worker Number":0,"Actual Startup Time":0.1,"Actual Total Time":0.2,"Actual Rows":3,"Actual Loops":1,"Sort Method":"quicksort","Sort Space Used":25,"Sort Space Type":"Memory","Shared Hit Blocks":4}]'

  test('have their lines further in', () => {
    const node = rootOf(
      over(
        'Sort (actual time=0.1..0.2 rows=3 loops=2)',
        'Sort Key: a',
        'Buffers: shared hit=9',
        'Worker 0:  actual time=0.1..0.2 rows=3 loops=1',
        '  Sort Method: quicksort  Memory: 25kB',
        '  Buffers: shared hit=4',
      ).replace('Scan on t', 'Scan on t (actual time=0.1..0.2 rows=3 loops=2)'),
    )
    expect([node.rest['Workers'], node.actual?.sharedHitBlocks]).toEqual([worker, 9])
  })

  test('before 13 had one line each, in the column of the node', () => {
    const node = rootOf(
      scan(
        'Worker 0:  Sort Method: quicksort  Memory: 25kB',
        'Worker 1:  Sort Method: external merge  Disk: 30kB',
        'Buffers: shared hit=9',
      ),
    )
    expect(node.rest['Workers']).toBe(
      '[{"Worker Number":0,"Sort Method":"quicksort","Sort Space Used":25,"Sort Space Type":"Memory"},{"Worker Number":1,"Sort Method":"external merge","Sort Space Used":30,"Sort Space Type":"Disk"}]',
    )
    expect(node.actual?.sharedHitBlocks).toBe(9)
  })

  test('compile for themselves', () => {
    const node = rootOf(
      scan(
        'Worker 0:  actual time=0.100..0.200 rows=3 loops=1',
        '  JIT:',
        '    Functions: 2',
        '    Timing: Generation 0.1 ms, Total 0.4 ms',
      ),
    )
    expect(node.rest['Workers']).toContain('"JIT":{"Functions":2,"Timing":{"Generation":0.1,"Total":0.4}}')
  })
})

describe('lines of the statement', () => {
  const statement = (...lines: readonly string[]) => planOf([scan(), ...lines].join('\n'))

  test.each([
    ['from 10 on', ['Planning Time: 0.500 ms', 'Execution Time: 1.250 ms'], 0.5, 1.25],
    ['of 9.6', ['Planning time: 0.500 ms', 'Execution time: 1.250 ms'], 0.5, 1.25],
    ['of 9.3', ['Total runtime: 1.250 ms'], undefined, 1.25],
  ])('times %s', (_name, lines, planningMs, executionMs) => {
    expect(statement(...lines).statement).toMatchObject({ ...(planningMs && { planningMs }), executionMs })
  })

  test('triggers have the name of their constraint, and their table where it is printed', () => {
    const { triggers } = statement(
      'Trigger audit: time=0.125 calls=20',
      'Trigger for constraint fk_order: time=1.5 calls=3',
      'Trigger RI_ConstraintTrigger_a_1 for constraint fk_item on items: calls=2',
      'Trigger touch on orders: time=2 calls=1',
    ).statement
    expect(triggers).toEqual([
      { name: 'audit', calls: 20, totalMs: 0.125 },
      { name: 'fk_order', calls: 3, totalMs: 1.5 },
      { name: 'fk_item on items', calls: 2 },
      { name: 'touch on orders', calls: 1, totalMs: 2 },
    ])
  })

  test('settings may hold commas and quotes', () => {
    expect(statement(`Settings: search_path = 'a, "b"', work_mem = '64kB', my.x = 'it's'`).statement.settings).toEqual({
      search_path: 'a, "b"',
      work_mem: '64kB',
      'my.x': "it's",
    })
  })

  test('planning, serialization and compilation are blocks of their own', () => {
    const { rest, actual } = statement(
      'Query Identifier: -8359155051940210412',
      'Planning:',
      '  Buffers: shared hit=12',
      '  Memory: used=38kB  allocated=64kB',
      'Planning Time: 0.1 ms',
      'JIT:',
      '  Functions: 3',
      '  Options: Inlining false, Optimization true, Expressions true, Deforming true',
      '  Timing: Generation 0.5 ms (Deform 0.125 ms), Inlining 0.0 ms, Optimization 1 ms, Emission 2 ms, Total 3.5 ms',
      'Serialization: time=0.135 ms  output=20kB  format=text',
      '  Buffers: shared hit=1',
      'Execution Time: 4 ms',
    ).root
    expect(rest).toEqual({
      'Query Identifier': '-8359155051940210412',
      Planning: '{"Shared Hit Blocks":12,"Memory Used":38,"Memory Allocated":64}',
      JIT: '{"Functions":3,"Options":{"Inlining":false,"Optimization":true,"Expressions":true,"Deforming":true},"Timing":{"Generation":{"Deform":0.125,"Total":0.5},"Inlining":0.0,"Optimization":1,"Emission":2,"Total":3.5}}',
      Serialization: '{"Time":0.135,"Output Volume":20,"Format":"text","Shared Hit Blocks":1}',
    })
    expect(actual?.sharedHitBlocks).toBeUndefined()
  })

  test('the query of auto_explain is kept with its lines', () => {
    const text = `\tQuery Text: SELECT *\n\t  FROM t\n\tWHERE a -> 'x' = '1'\n\tQuery Parameters: $1 = 'Filter: 1'\n\t${scan('Filter: (a > 1)').replace(/\n/g, '\n\t')}`
    expect(rootOf(text).rest).toEqual({
      'Query Text': "SELECT *\n\t  FROM t\n\tWHERE a -> 'x' = '1'",
      'Query Parameters': "$1 = 'Filter: 1'",
    })
  })
})

describe('tables of a change', () => {
  test('are a list of the node, with costs and without', () => {
    for (const costs of ['  (cost=0.00..1.00 rows=0 width=0)', '']) {
      const child = `  ->  Seq Scan on p0 t_1${costs}`
      const root = rootOf(
        [`Update on public.t${costs}`, '  Update on public.p0 t_1', '  Update on public.p1 t_2', child].join('\n'),
      )
      expect(root.rest['Target Tables']).toBe(
        '[{"Relation Name":"p0","Schema":"public","Alias":"t_1"},{"Relation Name":"p1","Schema":"public","Alias":"t_2"}]',
      )
    }
  })

  test('behind another node begin the next plan', () => {
    const text = 'Insert on ruled\n  ->  Result\n\nInsert on audit\n  ->  Result\n'
    const plans = readPlans(text, {})
    expect(plans.map((plan) => [plan.root.access?.table, plan.notes])).toEqual([
      ['ruled', []],
      ['audit', []],
    ])
    expect(plans.map(({ source }) => text.slice(source.span.start, source.span.end))).toEqual([
      'Insert on ruled\n  ->  Result',
      'Insert on audit\n  ->  Result',
    ])
  })
})

describe('what is not understood', () => {
  test.each([
    [
      'a line of an extension',
      scan('Tasks Shown: One of 32'),
      ['Unknown key "Tasks Shown"'],
      ['Tasks Shown: One of 32'],
    ],
    [
      'a node of an extension',
      `${over('Custom Scan (Citus Adaptive)').replace('Seq Scan on t', 'Task')}`,
      ['Unknown node type "Task"'],
      ['Task'],
    ],
    [
      'a new word in a known line',
      scan('Buffers: shared hit=3 seen=4'),
      ['"Buffers" is cut off or not written as a server writes it'],
      ['Buffers: shared hit=3 seen=4'],
    ],
    [
      'a missing input',
      'Hash Join  (cost=1.00..2.00 rows=1 width=4)\n  ->  Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)',
      ['The plan is cut off: Hash Join has 1 of 2 inputs'],
      [/^Hash Join/],
    ],
    [
      'a line that ends in its numbers',
      'Sort  (cost=1.00..2.00 rows=1 width=4)\n  ->  Seq Scan on t  (cost=0.00..1.00 rows=1',
      ['This node is cut off or not written as a server writes it'],
      [/^Seq Scan/],
    ],
    ['a condition that ends early', scan('Filter: ((a > 1) AND (b'), ['"Filter" is cut off'], [/^Filter/]],
  ])('%s is a note at its place', (_name, text, messages, places) => {
    const { notes } = postgresText.parse(text, {})
    expect(notes.map((note) => note.message)).toEqual(messages)
    for (const [index, { span }] of notes.entries())
      expect(text.slice(span.start, span.end)).toMatch(places[index] ?? '')
  })

  test('lost indent is told where an Append leaves open whose the next node is', () => {
    const text = ['Nested Loop', '->  Append', '->  Seq Scan on a', '->  Seq Scan on b', '->  Seq Scan on c'].join('\n')
    const { notes, root } = postgresText.parse(text, {})
    expect(notes.map((note) => note.message)).toEqual([
      'The indent is lost: from line 3 on it cannot be told which node this one belongs to',
    ])
    expect([...each(root)].map((node) => node.label)).toEqual(['Nested Loop', 'Append'])
  })
})

test('a chain of 10,000 nodes is read', () => {
  const depth = 10_000
  const lines = Array.from(
    { length: depth },
    (_, index) => `${' '.repeat(Math.max(0, 2 + 6 * (index - 1)))}${index === 0 ? '' : '->  '}Limit`,
  )
  expect(
    [...each(postgresText.parse([...lines, '->  Seq Scan on t'.padStart(6 * depth)].join('\n'), {}).root)].length,
  ).toBe(depth + 1)
})
