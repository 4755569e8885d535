// Protects the costs of alternatives: the artificial penalty of PostgreSQL up to 17 is taken out to the hundredth, or no cost is told.
import { expect, test } from 'vitest'
import { withoutPenalty } from '../../../src/core/alternatives/penalty'
import { readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'

const fifteen = { major: 15, minor: 18, patch: 0 }
const eighteen = { major: 18, minor: 6, patch: 0 }

function planOf(text: string) {
  const [plan] = readPlans(text, {})
  if (plan === undefined) throw new Error('There is no plan.')
  return plan
}

/** What the server prints below such plans. */
const off = `\nSettings: enable_bitmapscan = 'off', enable_indexscan = 'off', enable_nestloop = 'off', enable_seqscan = 'off'`

/** Texts of PostgreSQL 15.18; costs worked out by hand from its cost constants. */
const cases: readonly { name: string; text: string; cost: number | undefined; penalties: number }[] = [
  {
    name: 'no penalty: the cost is as printed',
    text: 'Seq Scan on t  (cost=0.00..428.00 rows=20000 width=63)',
    cost: 428,
    penalties: 0,
  },
  {
    name: 'one switched-off scan: 66.92 as with bitmap scans on',
    text: `Bitmap Heap Scan on t  (cost=10000000004.44..10000000066.92 rows=20 width=63)
  Recheck Cond: (b = 5)
  ->  Bitmap Index Scan on t_b  (cost=0.00..4.44 rows=20 width=0)
        Index Cond: (b = 5)`,
    cost: 66.92,
    penalties: 1,
  },
  {
    name: 'a scan started 50 times and one more: 1.5 + 50 × 2 for the scans, 5,000 × 0.0125 for the pairs',
    text: `Nested Loop  (cost=20000000000.00..510000000164.00 rows=50 width=8)
  Join Filter: (s1.a = s2.b)
  ->  Seq Scan on s2  (cost=10000000000.00..10000000001.50 rows=50 width=4)
  ->  Seq Scan on s1  (cost=10000000000.00..10000000002.00 rows=100 width=4)`,
    cost: 164,
    penalties: 51,
  },
  {
    name: 'a limit that counts only a share of those 50: nothing is told',
    text: `Limit  (cost=20000000000.00..22939412118.56 rows=10 width=8)
  ->  Nested Loop  (cost=20000000000.00..510000000164.00 rows=1667 width=8)
        Join Filter: (s1.a > s2.b)
        ->  Seq Scan on s2  (cost=10000000000.00..10000000001.50 rows=50 width=4)
        ->  Seq Scan on s1  (cost=10000000000.00..10000000002.00 rows=100 width=4)`,
    cost: undefined,
    penalties: 2,
  },
  {
    name: 'a limit over start-up penalties alone is exact',
    text: `Limit  (cost=30000000000.29..30000001628.34 rows=5 width=122)
  ->  Nested Loop  (cost=30000000000.29..30000006512.49 rows=20 width=122)
        Join Filter: (x.id = y.id)
        ->  Seq Scan on t y  (cost=10000000000.00..10000000428.00 rows=20000 width=63)
        ->  Materialize  (cost=10000000000.29..10000000084.54 rows=20 width=63)
              ->  Index Scan using t_b on t x  (cost=10000000000.29..10000000084.44 rows=20 width=63)
                    Index Cond: (b = 5)`,
    cost: 1628.34,
    penalties: 3,
  },
  {
    name: 'a subquery started for each of 100 rows',
    text: `Aggregate  (cost=1010000000085.75..1010000000085.76 rows=1 width=8)
  ->  Seq Scan on s1  (cost=10000000000.00..1010000000085.62 rows=50 width=0)
        Filter: (SubPlan 1)
        SubPlan 1
          ->  Seq Scan on s2  (cost=10000000000.00..10000000001.62 rows=17 width=4)
                Filter: (b > s1.a)`,
    cost: 85.76,
    penalties: 101,
  },
  {
    name: 'so many that a double no longer holds the hundredths',
    text: `Nested Loop  (cost=20000000000.00..1000010000000164.00 rows=50 width=8)
  ->  Seq Scan on s2  (cost=10000000000.00..10000000001.50 rows=100000 width=4)
  ->  Seq Scan on s1  (cost=10000000000.00..10000000002.00 rows=100 width=4)`,
    cost: undefined,
    penalties: 100_001,
  },
]

test.each(cases)('$name', ({ text, cost, penalties }) => {
  const cleaned = withoutPenalty(planOf(text + off), fifteen)
  expect(cleaned.cost).toBe(cost)
  expect(cleaned.penalties).toBe(penalties)
  for (const { estimate } of each(cleaned.plan.root)) {
    expect(estimate.startupCost ?? 0).toBeLessThan(1e9)
    expect(estimate.subtreeCost ?? 0).toBeLessThan(1e9)
  }
})

test('the raw text stays as the server wrote it, and the plan that came in is not changed', () => {
  const text = (cases[1]?.text ?? '') + off
  const plan = planOf(text)
  const cleaned = withoutPenalty(plan, fifteen)
  expect(cleaned.plan.source.text).toBe(text)
  expect(plan.root.estimate.subtreeCost).toBe(10_000_000_066.92)
  expect(cleaned.plan.root.children[0]?.estimate.subtreeCost).toBe(4.44)
})

test('a plan in which nothing is switched off really costs that much', () => {
  const text = `Nested Loop  (cost=0.00..161599180312.00 rows=50 width=8)
  ->  Index Scan using s2_b on s2  (cost=0.00..10000.00 rows=100000 width=4)
  ->  Index Scan using s1_a on s1  (cost=0.00..1599180.00 rows=100 width=4)
Settings: enable_hashjoin = 'off', enable_mergejoin = 'off'`
  expect(withoutPenalty(planOf(text), fifteen)).toMatchObject({ cost: 161_599_180_312, penalties: 0 })
})

test('PostgreSQL 18 has none in its costs: what is dear there is dear', () => {
  const plan = planOf('Seq Scan on t  (cost=0.00..10000000428.00 rows=20000 width=63)\n  Disabled: true')
  expect(withoutPenalty(plan, eighteen)).toMatchObject({ cost: 10_000_000_428, penalties: 0 })
})
