// Protects "where the rows go": what each table reads and drops and why, and the way of the rows to the client.
import { describe, expect, test } from 'vitest'
import { countWord, stageWord } from '../../../../src/core/plan/insight/flow-words'
import type { PlanInsight } from '../../../../src/core/plan/insight/plan-insight'
import { conditionsText, tableOf } from '../../../../src/core/plan/insight/words'
import { insightOfText, recordedInsight } from './recorded'

/** `o ×19: 95 read, 0 row-filter (…), 95 passed`, one line per table. */
function tables({ flow }: PlanInsight): string[] {
  return flow.tables.map((table) => {
    const removed = table.removed.map(
      (one) => `${countWord(one.rows)} ${one.by} (${conditionsText(one.conditions, table.node) ?? 'not printed'})`,
    )
    const loops = table.loops === undefined || table.loops.rows === 1 ? '' : ` ×${countWord(table.loops)}`
    return `${tableOf(table.node)}${loops}: ${[`${countWord(table.read)} read`, ...removed].join(', ')}, ${countWord(table.passed)} passed`
  })
}

const stages = ({ flow }: PlanInsight) =>
  flow.stages.map(({ kind, rows }) => `${countWord(rows)} ${stageWord(kind)}`).join(' → ')

/** Numbers worked out by hand from what the server printed; the sum stands in the comment. */
const measured: readonly [string, string, string, string, string[], string][] = [
  [
    // o: 2000. c: 2000 loops of 1, printed with three digits: 2000 ± 10; its filter gives 2000 × 0.15 = 300, 1700 go.
    // i: 300 loops of 3 = 900 ± 1.5.
    'a filter as a step of its own, in a loop',
    'mysql97',
    'join-three',
    'mysql-tree',
    [
      'o: 2,000 read, 2,000 passed',
      "c ×2,000: roughly 2,000 read, roughly 1,700 row-filter (`city = 'Oslo'`), roughly 300 passed",
      'i ×300: roughly 900 read, roughly 900 passed',
    ],
    'roughly 4,900 read → roughly 3,200 left by filters → 900 joined → 900 returned',
  ],
  [
    // r_rows 17, r_filtered 52.94 % = 9 left; then 9 loops of 1 row, r_filtered 22.22 % = 2 left. Total 17 + 9.
    'MariaDB: r_filtered is what is left; the index condition is not counted',
    'mariadb114',
    'rowid-filter',
    'mariadb-json',
    [
      'o: 17 read, not told index-filter (`total between 3 and 5`), 8 row-filter (`customer_id between 1 and 400`), 9 passed',
      "c ×9: 9 read, 7 row-filter (`city = 'Rome'`), 2 passed",
    ],
    '26 read → 11 left by filters → 2 joined → 2 returned',
  ],
  [
    // p: 100, of which 30 % stay. The buffer: r_loops 30 × r_effective_rows 100 = 3000 pairs, 8 % = 240 match.
    'MariaDB: what the join through a buffer drops stands with its inner table',
    'mariadb114',
    'join-buffer',
    'mariadb-json',
    [
      'p: 100 read, 70 row-filter (`a < 3`), 30 passed',
      'q: 100 read, 2,760 join-filter (`b = p.b and a > p.a`), 100 passed',
    ],
    '200 read → 130 left by filters → 240 joined → 240 returned',
  ],
  [
    // 10,000 pairs, Rows Removed by Join Filter: 6175; through the Materialize that keeps q.
    'PostgreSQL: a join filter, through a Materialize',
    'pg18',
    'materialize-join-filter',
    'postgres-text',
    ['p: 100 read, 100 passed', 'q: 100 read, 6,175 join-filter (`(p.a < b) AND ((p.b + a) > 4)`), 100 passed'],
    '200 read → 3,825 joined → 3,825 returned',
  ],
  [
    // Rows Removed by Filter: 100; what never ran reads nothing, and nobody says that it dropped something.
    'PostgreSQL: everything is dropped, the inner side never runs',
    'pg18',
    'never-executed',
    'postgres-text',
    ['p: 100 read, 100 row-filter (`b > 100`), 0 passed', 'o ×0: 0 read, 0 passed'],
    '100 read → 0 left by filters → 0 joined → 0 returned',
  ],
  [
    // Three processes, averages without decimals: 3 × 2857 = 8571 ± 1.5 and 3 × 17143 = 51429 ± 1.5, 60,000 ± 3.
    'PostgreSQL: averages of workers are not exact',
    'pg15',
    'parallel',
    'postgres-text',
    ['big ×3: roughly 60,000 read, roughly 51,430 row-filter (`(id % 7) = 0`), roughly 8,570 passed'],
    'roughly 60,000 read → roughly 8,570 left by filters → roughly 8,570 sorted → 100 grouped → 100 returned',
  ],
  [
    'PostgreSQL: a bitmap reads what it gives and what its filter removes',
    'pg18',
    'bitmap',
    'postgres-json',
    ["orders: 195 read, 157 row-filter (`total > '100'::numeric`), 38 passed"],
    '195 read → 38 left by filters → 38 returned',
  ],
  [
    // The subquery runs 19 times and finds 5 rows each time; version 18 prints two decimals.
    'PostgreSQL: a SubPlan is work too',
    'pg18',
    'sub-plan',
    'postgres-json',
    ['c: 19 read, 19 passed', 'o ×19: 95 read, 95 passed'],
    '114 read → 19 returned',
  ],
  [
    'PostgreSQL: rows to change are found, not returned',
    'pg18',
    'update',
    'postgres-json',
    ['orders: 9 read, 9 passed'],
    '9 read → 9 to change',
  ],
  [
    // GROUP BY of MariaDB: the sort above the temporary table gives the groups.
    'MariaDB: groups come out of the temporary table',
    'mariadb114',
    'group-temp',
    'mariadb-json',
    ['orders: 5,000 read, 5,000 passed'],
    '5,000 read → 2 sorted → 2 returned',
  ],
  [
    // COUNT has no step there: what the plan gives is what is counted, not what the client gets.
    'MariaDB: what an aggregate returns is not told',
    'mariadb114',
    'covering-scan',
    'mariadb-json',
    ['orders: 5,000 read, 5,000 passed'],
    '5,000 read → not told returned',
  ],
]

describe('measured', () => {
  test.each(measured)('%s', (_title, server, name, format, expectedTables, expectedStages) => {
    const insight = recordedInsight(server, name, format, true)
    expect(tables(insight)).toEqual(expectedTables)
    expect(stages(insight)).toBe(expectedStages)
  })
})

describe('estimated', () => {
  test.each<[string, string, string, string, string[]]>([
    [
      // 150 × 5 = 750 rows of o, 40 % stay = 300; i is read 300 times, 4 rows each.
      'loops are the rows of the tables before, read is rows, passed is rows × filtered',
      'mysql57',
      'join-three',
      'mysql-table',
      [
        'c: about 150 read, about 150 passed',
        'o ×about 150: about 750 read, about 450 row-filter (not printed), about 300 passed',
        'i ×about 300: about 1,200 read, about 1,200 passed',
      ],
    ],
    [
      // 1000 rows of c are handled, and both subqueries run for each: 1000 × 4, of which a tenth stays, and 1000 × 5.
      'a dependent subquery runs for each row of the step above',
      'mysql57',
      'subquery-dependent',
      'mysql-table',
      [
        'c: about 1,000 read, about 1,000 passed',
        'i ×about 1,000: about 4,000 read, about 3,600 row-filter (not printed), about 400 passed',
        'o ×about 1,000: about 5,000 read, about 5,000 passed',
      ],
    ],
    [
      'PostgreSQL does not say what an index scan with a filter reads, but what a bitmap does',
      'pg18',
      'bitmap',
      'postgres-json',
      ["orders: about 209 read, about 26 row-filter (`total > '100'::numeric`), about 183 passed"],
    ],
  ])('%s', (_title, server, name, format, expected) => {
    expect(tables(recordedInsight(server, name, format, false))).toEqual(expected)
  })

  test('what a filtered scan of PostgreSQL reads is not told, and nobody guesses', () => {
    const insight = insightOfText([
      'Index Scan using ix on orders  (cost=0.28..30.00 rows=7 width=4)',
      '  Index Cond: (a = 1)',
      '  Filter: (b = 2)',
    ])
    expect(tables(insight)).toEqual(['orders: not told read, not told row-filter (`b = 2`), about 7 passed'])
  })
})
