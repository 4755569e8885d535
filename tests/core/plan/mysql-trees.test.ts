// Protects the reading of MySQL's executor trees: every phrase, headings, numbers, places, and what is cut or unknown.
import { describe, expect, test } from 'vitest'
import { metricsOf } from '../../../src/core/plan/metrics'
import type { Plan } from '../../../src/core/plan/model'
import { outline } from '../../../src/core/plan/outline'
import { keyPartsOf } from '../../../src/core/plan/parts/mysql-operation'
import { readOperation } from '../../../src/core/plan/parts/mysql-operation-phrase'
import { readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'

function read(text: string): Plan {
  const [plan, ...others] = readPlans(text, {})
  if (!plan || others.length > 0) throw new Error('not one plan')
  return plan
}

describe('a phrase that reads a table', () => {
  test.each([
    ['Table scan on t', 't full-scan'],
    ['Table scan on <temporary>', '<temporary> full-scan'],
    ['Table scan on <union temporary>', '<union temporary> full-scan'],
    ['Table scan on t in secondary engine MOCK', 't full-scan'],
    ['Table scan on t, with pushed condition: (t.a > 1)', 't full-scan'],
    ['Table scan on t, activating pushed join of 2 tables, with pushed condition: (t.a > 1)', 't full-scan'],
    ['Sample scan on t', 't full-scan'],
    ['Scan new records on r', 'r full-scan'],
    ['Constant row from t', 't constant'],
    ['Count rows in t', 't other'],
    ['Index scan on t using i', 't index-scan i'],
    ['Index scan on t using i (reverse)', 't index-scan i backward'],
    ['Covering index scan on t using i', 't index-scan i covering'],
    ['Index lookup on t using i (a = 1)', 't lookup i(a)'],
    ['Index lookup on t using i (a=1; iterate backwards)', 't lookup i(a) backward'],
    ['Index lookup on t using i (a=1) (iterate backwards)', 't lookup i(a) backward'],
    [
      'Index lookup on t using i (a = 5 or NULL), with index condition: ((t.a = 5) or (t.a is null))',
      't lookup i(a) icp',
    ],
    ["Index lookup on t using i (a = '), b = (', b = t2.c)", 't lookup i(a b)'],
    ['Covering index lookup on t using i (a = 1, b = lower(x.c))', 't lookup i(a b) covering'],
    ["Index lookup on t using i (cast(p as date) = '2024-03-03', s = 'new')", 't lookup i(cast(p as date) s)'],
    ['Single-row index lookup on t using PRIMARY (id = o.id)', 't unique-lookup PRIMARY(id)'],
    ['Single-row covering index lookup on t using PRIMARY (id = o.id)', 't unique-lookup PRIMARY(id) covering'],
    ['Multi-range index lookup on t using i (a = o.id)', 't lookup i(a) mrr'],
    ['Index range scan on t using i over (a < 5)', 't range i(a)'],
    ['Index range scan on t using i over (a < 5) (reverse)', 't range i(a) backward'],
    ['Index range scan on t using i over (a = 1) OR (a = 2) OR (7 more)', 't range i(a)'],
    [
      'Index range scan on t using i over (a = 1 AND 5 <= b <= 9 AND 3 <= c), with index condition: (t.c = 3)',
      't range i(a b) icp',
    ],
    ["Index range scan on t using i over (a = 'x AND y' AND b = 2) OR (a = 'OR (')", 't range i(a b)'],
    ['Index range scan on t using i over (1 <= a <= 2 AND b = 3)', 't range i(a)'],
    ['Index range scan on t using i over (NULL < a)', 't range i(a)'],
    ['Covering index range scan on t using i over (5 < a)', 't range i(a) covering'],
    ['Index range scan (Multi-Range Read) on t using i over (5 < a)', 't range i(a) mrr'],
    ['Index range scan on t (re-planned for each iteration)', 't range'],
    ['Index range scan on t (re-planned for each iteration), with index condition: (t.a = 1)', 't range icp'],
    ["Covering index skip scan on t using i over '2026-06-01' < b", 't skip-scan i covering'],
    ['Covering index skip scan on t using i over a IN (1, 2, (3 more)), 5 < c', 't skip-scan i covering'],
    ['Covering index skip scan for grouping on t using i', 't loose-scan i covering'],
    ['Covering index skip scan for grouping on t using i over (b > 3)', 't loose-scan i covering'],
    ['Covering index skip scan for deduplication on t using i', 't loose-scan i covering'],
    ["Full-text index search on t using ft (body = 'word')", 't fulltext ft(body)'],
    ["Full-text covering index search on t using ft (body = 'word')", 't fulltext ft(body) covering'],
    ['Index distance scan on t using sp', 't spatial sp'],
    ['Index lookup on <subquery2> using <auto_distinct_key> (a = t.a)', '<subquery2> lookup <auto_distinct_key>(a)'],
    ['Insert into t', 't none'],
    ['Replace into t', 't none'],
  ])('%s', (phrase, expected) => {
    const { access, problem, label } = readOperation(phrase)
    const parts = (access && keyPartsOf(access)) ?? []
    const keyParts = parts.length > 0 ? `(${parts.join(' ')})` : ''
    const words = [
      access?.table,
      access?.method,
      ...(access?.index === undefined ? [] : [`${access.index}${keyParts}`]),
      ...(access?.covering ? ['covering'] : []),
      ...(access?.backward ? ['backward'] : []),
      ...(access?.multiRangeRead ? ['mrr'] : []),
      ...(access?.indexCondition ? ['icp'] : []),
    ]
    expect([words.join(' '), problem]).toEqual([expected, undefined])
    expect(phrase.startsWith(label)).toBe(true)
  })
})

describe('a phrase of another step', () => {
  test.each([
    ['Filter: (a.x > 1)', 'filter', 'Filter', {}],
    ['Nested loop inner join', 'nested-loop', 'Nested loop inner join', { join_type: 'inner join' }],
    ['Nested loop left join', 'nested-loop', 'Nested loop left join', { join_type: 'left join' }],
    [
      'Nested loop inner join (LooseScan)',
      'nested-loop',
      'Nested loop inner join',
      { join_type: 'inner join', semijoin_strategy: 'loosescan' },
    ],
    [
      'Nested loop semijoin (FirstMatch)',
      'semi-join',
      'Nested loop semijoin',
      { join_type: 'semijoin', semijoin_strategy: 'firstmatch' },
    ],
    [
      'Nested loop semijoin with duplicate removal on ix',
      'semi-join',
      'Nested loop semijoin',
      { join_type: 'semijoin', duplicate_removal: 'ix' },
    ],
    ['Nested loop antijoin', 'anti-join', 'Nested loop antijoin', { join_type: 'antijoin' }],
    ['Inner hash join (no condition)', 'hash-join', 'Inner hash join', { join_type: 'inner join' }],
    ['Left hash join (a.x = b.y)', 'hash-join', 'Left hash join', { join_type: 'left join' }],
    ['Hash semijoin (a.x = b.y)', 'hash-join', 'Hash semijoin', { join_type: 'semijoin' }],
    ['Hash antijoin (a.x = b.y)', 'hash-join', 'Hash antijoin', { join_type: 'antijoin' }],
    ['Batched key access left join', 'batched-key-access', 'Batched key access left join', { join_type: 'left join' }],
    ['Sort: a.x DESC, b', 'sort', 'Sort', { sort_fields: 'a.x DESC, b' }],
    [
      'Sort row IDs: a.x, limit input to 5 row(s) per chunk',
      'sort',
      'Sort row IDs',
      { sort_fields: 'a.x', per_chunk_limit: 5 },
    ],
    ['Sort with duplicate removal: a.x', 'sort', 'Sort with duplicate removal', { sort_fields: 'a.x' }],
    ['Limit: 5 row(s)', 'limit', 'Limit', { limit: 5, limit_offset: 0 }],
    ['Limit/Offset: 3/2 row(s)', 'limit', 'Limit/Offset', { limit: 5, limit_offset: 2 }],
    ['Offset: 2 row(s)', 'limit', 'Offset', { limit_offset: 2 }],
    [
      'Limit: 5 row(s) (no early end due to SQL_CALC_FOUND_ROWS)',
      'limit',
      'Limit',
      { limit: 5, limit_offset: 0, count_all_rows: true },
    ],
    ['Aggregate: count(0)', 'aggregate', 'Aggregate', { functions: 'count(0)' }],
    ['Group aggregate: sum(a.x)', 'aggregate', 'Group aggregate', { functions: 'sum(a.x)' }],
    ['Group aggregate with rollup: sum(a.x)', 'aggregate', 'Group aggregate with rollup', { functions: 'sum(a.x)' }],
    ['Group (no aggregates)', 'aggregate', 'Group', { functions: 'no aggregates' }],
    ['Aggregate using temporary table', 'aggregate', 'Aggregate using temporary table', {}],
    ['Window aggregate: rank() OVER w ', 'window', 'Window aggregate', { functions: 'rank() OVER w' }],
    [
      'Window aggregate with buffering: sum(a.x) OVER w ',
      'window',
      'Window aggregate with buffering',
      { functions: 'sum(a.x) OVER w' },
    ],
    [
      'Window multi-pass aggregate with buffering: ntile(3) OVER w',
      'window',
      'Window multi-pass aggregate with buffering',
      { functions: 'ntile(3) OVER w' },
    ],
    ['Stream results', 'result', 'Stream results', {}],
    ['Materialize', 'materialize', 'Materialize', {}],
    ['Materialize with deduplication', 'materialize', 'Materialize', { deduplication: true }],
    ['Materialize (invalidate on row from c)', 'materialize', 'Materialize', { cache_invalidators: 'c' }],
    ['Materialize CTE t', 'materialize', 'Materialize CTE', { cte: 't' }],
    ['Materialize CTE t if needed', 'materialize', 'Materialize CTE', { cte: 't' }],
    [
      'Materialize CTE t if needed (query plan printed elsewhere)',
      'materialize',
      'Materialize CTE',
      { cte: 't', printed_elsewhere: true },
    ],
    [
      'Materialize union CTE t if needed with deduplication',
      'materialize',
      'Materialize union CTE',
      { cte: 't', deduplication: true },
    ],
    [
      'Materialize recursive CTE t with deduplication',
      'materialize',
      'Materialize recursive CTE',
      { cte: 't', deduplication: true },
    ],
    ['Materialize table function', 'materialize', 'Materialize table function', {}],
    ['Fill information schema table tables', 'materialize', 'Fill information schema table', { table_name: 'tables' }],
    ['Temporary table with deduplication', 'temporary-table', 'Temporary table', { deduplication: true }],
    ['Union materialize with deduplication', 'union', 'Union materialize', { deduplication: true }],
    ['Union all materialize', 'union', 'Union all materialize', {}],
    ['Intersect materialize with deduplication', 'union', 'Intersect materialize', { deduplication: true }],
    ['Except all materialize', 'union', 'Except all materialize', {}],
    ['Append', 'append', 'Append', {}],
    ['Sort-deduplicate by row ID', 'access', 'Sort-deduplicate by row ID', {}],
    ['Intersect rows sorted by row ID', 'access', 'Intersect rows sorted by row ID', {}],
    ['Deduplicate rows sorted by row ID', 'access', 'Deduplicate rows sorted by row ID', {}],
    [
      'Remove duplicate (a, b) rows using temporary table (weedout)',
      'distinct',
      'Remove duplicate',
      { duplicates_of: '(a, b) rows using temporary table (weedout)' },
    ],
    [
      'Remove duplicates from input sorted on ix',
      'distinct',
      'Remove duplicates from input',
      { duplicates_of: 'sorted on ix' },
    ],
    [
      'Alternative plans for IN subquery: Index lookup unless  any of (a, b) IS NULL',
      'other',
      'Alternative plans for IN subquery',
      { detail: 'Index lookup unless  any of (a, b) IS NULL' },
    ],
    [
      'Invalidate materialized tables (row from c)',
      'other',
      'Invalidate materialized tables',
      { detail: 'row from c' },
    ],
    ['Rows fetched before execution', 'result', 'Rows fetched before execution', {}],
    ['Zero rows (Impossible WHERE)', 'result', 'Zero rows', { message: 'Impossible WHERE' }],
    [
      'Zero input rows (Impossible WHERE), aggregated into one output row',
      'result',
      'Zero input rows',
      { message: 'Impossible WHERE' },
    ],
    ['Update a (immediate), b (buffered)', 'update', 'Update', { tables: 'a (immediate), b (buffered)' }],
    ['Delete from a (immediate)', 'delete', 'Delete', { tables: 'a (immediate)' }],
    ['<not executable by iterator executor>', 'other', '<not executable by iterator executor>', {}],
  ])('%s', (phrase, operator, label, rest) => {
    expect(readOperation(phrase)).toMatchObject({ operator, label, rest })
    expect(readOperation(phrase).problem).toBeUndefined()
  })

  test.each([
    ["Filter: ((a.x > 1) and (b.y = '('))", ["row-filter ((a.x > 1) and (b.y = '('))"]],
    ['Inner hash join (b.y = a.x), (b.z = a.w)', ['join (b.y = a.x)', 'join (b.z = a.w)']],
    ['Inner hash join (<hash>(b.y)=<hash>(a.x))', ['join (<hash>(b.y)=<hash>(a.x))']],
    ['Left hash join (b.y = a.x), extra conditions: (a.w > b.z)', ['join (b.y = a.x)', 'join (a.w > b.z)']],
    ['Hash antijoin (no condition), extra conditions: (a.w > b.z)', ['join (a.w > b.z)']],
    ["Index lookup on t using i (a = f(1, 2), b = 'x, y')", ['index-seek a = f(1, 2)', "index-seek b = 'x, y'"]],
    [
      'Index range scan on t using i over (a = 1) OR (a = 2), with index condition: (t.b = 3)',
      ['index-seek (a = 1) OR (a = 2)', 'index-filter (t.b = 3)'],
    ],
  ])('%s has its conditions with their places', (phrase, expected) => {
    const { conditions } = readOperation(phrase)
    expect(conditions.map(({ checkedAt, text }) => `${checkedAt} ${text}`)).toEqual(expected)
    const places = conditions.map(({ span }) => span && phrase.slice(span.start, span.end))
    expect(places).toEqual(conditions.map(({ text }) => text))
  })
})

describe('a tree', () => {
  test.each([
    ['one cost', '(cost=4.55 rows=10)', { subtreeCost: 4.55, rowsPerLoop: 10 }],
    [
      'costs of the first and the last row',
      '(cost=0.5..4.55 rows=0.05)',
      { startupCost: 0.5, subtreeCost: 4.55, rowsPerLoop: 0.05 },
    ],
    ['large numbers', '(cost=22.8e+12 rows=1e+6)', { subtreeCost: 22.8e12, rowsPerLoop: 1e6 }],
    ['small numbers', '(cost=50.5e-12..92e-6 rows=0)', { startupCost: 50.5e-12, subtreeCost: 92e-6, rowsPerLoop: 0 }],
    ['a cost that is no number', '(cost=inf rows=3)', { rowsPerLoop: 3 }],
  ])('has %s', (_name, costs, expected) => {
    const plan = read(`-> Table scan on t  ${costs}\n`)
    expect([plan.root.estimate, plan.notes, plan.source.measured]).toEqual([expected, [], false])
  })

  test.each([
    [
      'times',
      ' (actual time=0.711..6.28 rows=2.58 loops=2000)',
      { firstRowMsPerLoop: 0.711, lastRowMsPerLoop: 6.28, rowsPerLoop: 2.58, loops: 2000, neverExecuted: false },
    ],
    [
      'tiny times',
      ' (actual time=92e-6..122e-6 rows=1e+6 loops=1)',
      { firstRowMsPerLoop: 92e-6, lastRowMsPerLoop: 122e-6, rowsPerLoop: 1e6, loops: 1, neverExecuted: false },
    ],
    ['nothing when it never ran', ' (never executed)', { rowsPerLoop: 0, loops: 0, neverExecuted: true }],
  ])('was measured with %s, with costs and without', (_name, printed, expected) => {
    for (const text of [`-> Table scan on t  (cost=1 rows=1)${printed}`, `-> Table scan on t ${printed}`]) {
      const plan = read(text)
      expect([plan.root.actual, plan.notes, plan.source.measured]).toEqual([expected, [], true])
    }
  })

  test('has no nodes for headings; they stand in the facts of the step below', () => {
    const plan = read(
      [
        '-> Inner hash join (a.x = b.y)  (cost=9 rows=4)',
        '    -> Table scan on a  (cost=1 rows=2)',
        '    -> Hash',
        '        -> Filter: (b.y > (select #2))  (cost=2 rows=2)',
        '            -> Table scan on b  (cost=2 rows=2)',
        '            -> Select #2 (subquery in condition; run only once)',
        '                -> Table scan on c  (cost=1 rows=1)',
        '-> Select #3 (subquery in projection; dependent)',
        '    -> Limit: 1 row(s)  (cost=1 rows=1)',
        '        -> Table scan on d  (cost=1 rows=1)',
        '    -> Select #4 (subquery in projection; uncacheable)',
        '        -> Table scan on e  (cost=1 rows=1)',
      ].join('\n'),
    )
    expect(plan.notes).toEqual([])
    expect(outline(plan).split('\n')).toEqual([
      'hash-join  4 rows',
      '  a full-scan  2 rows',
      '  filter  2 rows',
      '    b full-scan  2 rows',
      '    subquery: c full-scan  1 rows',
      '  subquery: limit  1 rows',
      '    d full-scan  1 rows',
      '    subquery: e full-scan  1 rows',
    ])
    const nodes = [...each(plan.root)]
    expect(nodes.map((node) => node.relation).slice(0, 3)).toEqual(['input', 'outer', 'inner'])
    expect(nodes.flatMap(({ rest }) => (rest.heading === undefined ? [] : [rest]))).toMatchObject([
      { heading: 'Hash' },
      { select_id: 2, subquery_location: 'condition', cacheable: true },
      { select_id: 3, subquery_location: 'projection', dependent: true },
      { select_id: 4, subquery_location: 'projection' },
    ])
  })

  test('an index merge is one access through the indexes of the scans below it', () => {
    const plan = read(
      [
        '-> Sort-deduplicate by row ID  (cost=9 rows=4)',
        '    -> Clustered primary key (scanned separately)',
        '        -> Index range scan on o using PRIMARY over (id < 20)  (cost=1 rows=2)',
        '    -> Intersect rows sorted by row ID  (cost=1 rows=2)',
        '        -> Index range scan on o using ix_a over (a = 1)  (cost=1 rows=2)',
        '        -> Index range scan on o using ix_b over (b = 2)  (cost=1 rows=2)',
      ].join('\n'),
    )
    expect(plan.notes).toEqual([])
    expect(plan.root.access).toMatchObject({ table: 'o', alias: 'o', method: 'index-merge' })
    expect(plan.root.access?.indexes).toEqual([
      { name: 'PRIMARY', usedKeyParts: ['id'], use: 'merge' },
      { name: 'ix_a', usedKeyParts: ['a'], use: 'merge' },
      { name: 'ix_b', usedKeyParts: ['b'], use: 'merge' },
    ])
  })

  test('a condition on groups is checked at having, one on rows is not', () => {
    const plan = read(
      [
        '-> Filter: (count(0) > 3)  (cost=9 rows=4)',
        '    -> Table scan on <temporary>  (cost=9 rows=4)',
        '        -> Aggregate using temporary table  (cost=9 rows=4)',
        '            -> Filter: (o.a > 3)  (cost=9 rows=4)',
        '                -> Table scan on o  (cost=9 rows=4)',
      ].join('\n'),
    )
    expect([...each(plan.root)].flatMap((node) => node.conditions.map((one) => one.checkedAt))).toEqual([
      'having',
      'row-filter',
    ])
  })

  const plain = ['-> Filter: (o.a > 3)  (cost=9 rows=4)', '    -> Table scan on o  (cost=9 rows=4)']
  test.each([
    ['line ends of Windows', plain.join('\r\n')],
    ['tabs for blanks', plain.join('\n').replace('    ', '\t')],
    ['blanks that do not break', plain.join('\n').replace('    ', '\u00a0\u00a0\u00a0\u00a0')],
    ['more indent on every line', plain.map((line) => `  ${line}`).join('\n')],
    ['a header', `EXPLAIN\n${plain.join('\n')}`],
    ['what a client says behind it', `${plain.join('\n')}\n\n1 row in set (0.00 sec)`],
    ['tokens of a debug server', plain.join('\n').replaceAll('-> ', '-> [0x0123456789abcdef] ')],
    ['a line that was wrapped', plain.join('\n').replace('(cost=9 rows=4)', '(cost=9\nrows=4)')],
  ])('with %s is the same', (_name, text) => {
    const plan = read(text)
    expect([outline(plan), plan.notes]).toEqual(['filter  4 rows\n  o full-scan  4 rows', []])
  })

  test('a text with a line break and an arrow in it is one condition', () => {
    const text = "-> Filter: (o.a = 'x\n    -> y')  (cost=9 rows=4)\n    -> Table scan on o  (cost=9 rows=4)\n"
    const plan = read(text)
    expect([outline(plan), plan.notes]).toEqual(['filter  4 rows\n  o full-scan  4 rows', []])
    const [condition] = plan.root.conditions
    expect(text.slice(condition?.span?.start, condition?.span?.end)).toBe("(o.a = 'x\n    -> y')")
  })

  test.each([
    [
      'an unknown step',
      '-> Teleport rows to t  (cost=9 rows=4)',
      'Unknown operation "Teleport rows to t"',
      'Teleport rows to t',
    ],
    [
      'unknown words behind a known step',
      '-> Append sideways',
      'Unknown operation "Append sideways"',
      'Append sideways',
    ],
    ['unknown words behind a read', '-> Index scan on t using i (sideways', 'Unknown words "(sideways"', ' (sideways'],
    ['a line cut in its costs', '-> Table scan on t  (cost=9 ro', 'The line is cut off', ' (cost=9 ro'],
    ['a line cut in its condition', '-> Filter: (o.a > 3', 'The line is cut off', '-> Filter: (o.a > 3'],
    [
      'a join without its second side',
      '-> Nested loop inner join  (cost=9 rows=4)\n    -> Table scan on o  (cost=9 rows=4)',
      '"Nested loop inner join" has 1 of its 2 inputs; the plan is cut off',
      '-> Nested loop inner join  (cost=9 rows=4)',
    ],
    [
      'a temporary table that nothing fills',
      '-> Table scan on <temporary>  (cost=9 rows=4)',
      '"Table scan" has 0 of its 1 inputs; the plan is cut off',
      '-> Table scan on <temporary>  (cost=9 rows=4)',
    ],
    [
      'a measured line without times',
      '-> Stream results  (cost=9 rows=4) (actual time=1..2 rows=3 loops=1)\n    -> Table scan on o  (cost=9 rows=4)',
      'The line is cut off',
      '-> Table scan on o  (cost=9 rows=4)',
    ],
    [
      'lost indentation',
      '-> Stream results  (cost=9 rows=4)\n-> Table scan on o  (cost=8 rows=4)',
      'This line stands beside the first one: the plan has lost its indentation, or another one begins',
      '-> Table scan on o  (cost=8 rows=4)',
    ],
    [
      'lines that are no part of it',
      '-> Table scan on o  (cost=8 rows=4)\nsome words\nand more',
      'Not part of the tree',
      'some words\nand more',
    ],
  ])('with %s says so, with the place', (_name, text, message, place) => {
    const { notes } = read(text)
    const found = notes.find((note) => note.message === message)
    expect(notes.map((note) => note.message)).toContain(message)
    expect(text.slice(found?.span.start, found?.span.end)).toBe(place)
  })

  test('4,000 levels deep is read', () => {
    const lines = Array.from({ length: 4000 }, (_, level) => `${' '.repeat(4 * level)}-> Filter: (a = ${level})`)
    const plan = read([...lines, `${' '.repeat(16_000)}-> Table scan on a`].join('\n'))
    expect([[...each(plan.root)].length, plan.notes]).toEqual([4001, []])
  })

  test.each(['UPDATE', 'DELETE'])('for %s of one table there is no plan, and no note', () => {
    for (const text of ['<not executable by iterator executor>\n', '-> <not executable by iterator executor>\n']) {
      const plan = read(text)
      expect([plan.root.label, plan.notes]).toEqual(['<not executable by iterator executor>', []])
    }
  })
})

describe('the second JSON format', () => {
  test('tells schema, table and alias apart, and a temporary table has none', () => {
    const plan = read(
      JSON.stringify({
        query_plan: {
          operation: 'Nested loop inner join',
          inputs: [
            {
              operation: 'Index lookup on o using ix (a = 1)',
              table_name: 'orders',
              alias: 'o',
              schema_name: 'shop',
              index_name: 'ix',
              key_columns: ['a'],
              covering: true,
            },
            {
              operation: 'Table scan on t',
              table_name: 't',
              inputs: [{ operation: 'Materialize', inputs: [{ operation: 'Rows fetched before execution' }] }],
            },
          ],
        },
      }),
    )
    expect(plan.notes).toEqual([])
    expect([...each(plan.root)].flatMap(({ access }) => (access ? [access] : []))).toMatchObject([
      { schema: 'shop', table: 'orders', alias: 'o', covering: true, indexes: [{ name: 'ix', usedKeyParts: ['a'] }] },
      { table: 't', alias: 't', derived: true },
    ])
  })

  test('a step that never ran has null numbers', () => {
    const plan = read(
      '{"query_plan": {"operation": "Table scan on t", "actual_rows": null, "actual_loops": null, "actual_first_row_ms": null, "actual_last_row_ms": null}}',
    )
    expect([plan.source.measured, plan.root.actual]).toEqual([true, { loops: 0, rowsPerLoop: 0, neverExecuted: true }])
  })

  test('without query_plan the root step stands at the top (hypergraph optimizer before 8.3)', () => {
    const plan = read(
      '{"query": "/* select#1 */ select 1", "operation": "Table scan on t", "access_type": "table", "estimated_rows": 3}',
    )
    expect([outline(plan), plan.notes]).toEqual(['t full-scan  3 rows', []])
    expect(plan.root.rest).toMatchObject({ query: '/* select#1 */ select 1' })
  })

  test('is recognized behind a statement of any length', () => {
    const query = `/* select#1 */ select ${'1 + '.repeat(5000)} 1`
    expect(outline(read(JSON.stringify({ query, query_plan: { operation: 'Table scan on t' } })))).toBe('t full-scan')
  })

  test.each([
    ['access_type', 'quantum'],
    ['index_access_type', 'quantum'],
    ['join_type', 'quantum join'],
    ['join_algorithm', 'quantum'],
  ])('an unknown word under %s is a note', (key, word) => {
    const text = JSON.stringify({ query_plan: { operation: 'Table scan on t', [key]: word } })
    const { notes } = read(text)
    expect(notes.map(({ message, span }) => [message, text.slice(span.start, span.end)])).toEqual([
      [`Unknown ${key} "${word}"`, `"${word}"`],
    ])
  })
})

describe('the times of a measured tree', () => {
  const selfMs = (lines: readonly string[]) =>
    Object.fromEntries(
      Object.entries(metricsOf(read(lines.join('\n')))).map(([id, own]) => [
        id,
        own.selfMs === undefined ? undefined : Math.round(own.selfMs * 1000) / 1000,
      ]),
    )

  test('count over the loops of the inner side; what never ran takes none', () => {
    const lines = [
      '-> Nested loop left join  (cost=9 rows=100) (actual time=0.1..12 rows=300 loops=1)',
      '    -> Table scan on c  (cost=1 rows=100) (actual time=0.1..2 rows=100 loops=1)',
      '    -> Index lookup on o using ix (a = c.id)  (cost=1 rows=2) (actual time=0.01..0.08 rows=3 loops=100)',
      '    -> Select #2 (subquery in extra conditions; run only once)',
      '        -> Table scan on d  (cost=1 rows=2) (never executed)',
    ]
    expect(selfMs(lines)).toEqual({ n0: 2, 'n0.0': 2, 'n0.1': 8, 'n0.2': undefined })
    const metrics = metricsOf(read(lines.join('\n')))
    expect(metrics['n0.1']).toMatchObject({ totalRows: 300, totalMs: 8, rowsRatio: 1.5 })
    expect([metrics['n0.2']?.totalRows, metrics['n0.2']?.totalMs]).toEqual([0, undefined])
  })

  test('a subquery in a condition runs inside its filter', () => {
    expect(
      selfMs([
        '-> Filter: exists(select #2)  (cost=9 rows=100) (actual time=0.1..12 rows=50 loops=1)',
        '    -> Table scan on c  (cost=1 rows=100) (actual time=0.1..2 rows=100 loops=1)',
        '    -> Select #2 (subquery in condition; dependent)',
        '        -> Table scan on d  (cost=1 rows=2) (actual time=0.01..0.08 rows=1 loops=100)',
      ]),
    ).toEqual({ n0: 2, 'n0.0': 2, 'n0.1': 8 })
  })

  test('a subquery in the select list runs behind the last step', () => {
    expect(
      selfMs([
        '-> Table scan on c  (cost=1 rows=100) (actual time=0.1..2 rows=100 loops=1)',
        '-> Select #2 (subquery in projection; dependent)',
        '    -> Table scan on d  (cost=1 rows=2) (actual time=0.01..0.08 rows=1 loops=100)',
      ]),
    ).toEqual({ n0: 2, 'n0.0': 8 })
  })

  test('a subquery in the select list of a derived table runs while that is filled', () => {
    expect(
      selfMs([
        '-> Table scan on t  (cost=1 rows=100) (actual time=11..12 rows=100 loops=1)',
        '    -> Materialize  (cost=1 rows=100) (actual time=11..11 rows=100 loops=1)',
        '        -> Table scan on c  (cost=1 rows=100) (actual time=0.1..2 rows=100 loops=1)',
        '        -> Select #3 (subquery in projection; dependent)',
        '            -> Table scan on d  (cost=1 rows=2) (actual time=0.01..0.08 rows=1 loops=100)',
      ]),
    ).toEqual({ n0: 1, 'n0.0': 1, 'n0.0.0': 2, 'n0.0.0.0': 8 })
  })
})
