// Protects what a planner is asked about a plan: each means that it uses, nothing that the version or the session lacks, at most 24 times.
import { describe, expect, test } from 'vitest'
import { firstClause } from '../../../src/core/alternatives/first-clause'
import { planWords } from '../../../src/core/alternatives/plan-words'
import {
  distinctQuestions,
  mostQuestions,
  questionsAbout,
  questionsFor,
} from '../../../src/core/alternatives/questions'
import { plannerFactsOf, plannerMeans } from '../../../src/core/alternatives/settings'
import { readPlans } from '../../../src/core/plan/read'

function planOf(text: string) {
  const [plan] = readPlans(text, {})
  if (plan === undefined) throw new Error('There is no plan.')
  return plan
}

const facts = (major: number, changed: readonly (readonly [string, string])[] = [], hypopg?: string) =>
  plannerFactsOf({ major, minor: 0, patch: 0 }, [
    ...plannerMeans
      .filter(({ since }) => since <= major)
      .map(({ name, off }) => [name, off === '0' ? '2' : 'on'] as const),
    ['join_collapse_limit', '8'],
    ...changed,
    ...(hypopg === undefined ? [] : [[`hypopg ${hypopg}`, 'public'] as const]),
  ])

const plans: readonly { name: string; text: string; seen: readonly string[]; words: string }[] = [
  {
    name: 'a scan and a sort',
    text: `Sort  (cost=1.00..2.00 rows=10 width=4)
  Sort Key: a
  ->  Seq Scan on t  (cost=0.00..1.00 rows=10 width=4)`,
    seen: ['enable_seqscan', 'enable_sort'],
    words: '`t` by a sequential scan; Sort',
  },
  {
    name: 'a left hash join with a bitmap below',
    text: `Hash Left Join  (cost=1.00..2.00 rows=10 width=4)
  Hash Cond: (o.c = c.id)
  ->  Bitmap Heap Scan on o  (cost=0.00..1.00 rows=10 width=4)
        ->  Bitmap Index Scan on o_d  (cost=0.00..1.00 rows=10 width=0)
  ->  Hash  (cost=1.00..1.00 rows=10 width=4)
        ->  Seq Scan on c  (cost=0.00..1.00 rows=10 width=4)`,
    seen: ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin'],
    words: '`o` by a bitmap of `o_d`, left hash join `c` by a sequential scan',
  },
  {
    name: 'a merge join of an index-only scan, memoized lookups in it',
    text: `Merge Join  (cost=1.00..2.00 rows=10 width=4)
  Merge Cond: (a.id = b.id)
  ->  Index Only Scan using a_pkey on a  (cost=0.00..1.00 rows=10 width=4)
  ->  Nested Loop  (cost=0.00..1.00 rows=10 width=4)
        ->  Index Scan using b_pkey on b  (cost=0.00..1.00 rows=10 width=4)
        ->  Memoize  (cost=0.00..1.00 rows=1 width=4)
              Cache Key: b.c
              ->  Index Scan using c_pkey on c  (cost=0.00..1.00 rows=1 width=4)
                    Index Cond: (id = b.c)`,
    seen: ['enable_indexscan', 'enable_indexonlyscan', 'enable_nestloop', 'enable_mergejoin', 'enable_memoize'],
    words:
      '`a` by index only, the whole of `a_pkey`, merge join (`b` by the whole of `b_pkey`, nested loop `c` by `c_pkey` [Memoize])',
  },
]

describe.each(plans)('$name', ({ text, seen, words }) => {
  const plan = planOf(text)
  const single = (ids: readonly string[]) =>
    ids.filter((id) => /^(enable|max)_/.test(id) && id !== 'enable_partition_pruning')

  test('each means that it uses is taken away', () => {
    expect(single(questionsFor(plan, facts(15)).map(({ id }) => id))).toEqual(seen)
  })
  test('it is told in one line', () => expect(planWords(plan)).toBe(words))
  test('nothing is asked twice, and not too much', () => {
    const questions = questionsFor(plan, facts(18, [], '1.4.4'))
    expect(questions.length).toBeLessThanOrEqual(mostQuestions)
    expect(distinctQuestions(questions)).toEqual(questions)
  })
})

test('memoized lookups are not asked of a server that has none', () => {
  const plan = planOf(plans[2]?.text ?? '')
  expect(questionsFor(plan, facts(13)).map(({ id }) => id)).not.toContain('enable_memoize')
})

test('what is off already is not taken away again', () => {
  const plan = planOf(plans[0]?.text ?? '')
  expect(questionsFor(plan, facts(15, [['enable_sort', 'off']])).map(({ id }) => id)).not.toContain('enable_sort')
})

test.each([
  ['none', undefined, false],
  ['1.3.1, which hides nothing', '1.3.1', false],
  ['1.4.4', '1.4.4', true],
  ['2.0', '2.0.0', true],
])('indexes are hidden by hypopg %s', (_name, version, hides) => {
  const about = questionsAbout({ schema: 's', name: 't' }, 't_a', ['t_b'], facts(15, [], version))
  expect(about.some(({ hidden }) => hidden.length > 0)).toBe(hides)
})

test.each([
  [
    'Same join order; `o` is now read by `a; b` instead of a full scan; 10 → 5 cost, ÷2.0.',
    '`o` is now read by `a; b` instead of a full scan',
  ],
  [
    'Tables are joined in the order `a, b` instead of `b, a`; gone: `Sort`.',
    'Tables are joined in the order `a, b` instead of `b, a`',
  ],
  ['Same join order; added: `Sort`.', 'Added: `Sort`'],
])('the first difference of %s', (text, first) => expect(firstClause(text)).toBe(first))
