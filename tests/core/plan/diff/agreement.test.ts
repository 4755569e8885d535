// Protects the comparison across formats: over all recordings, formats of one statement are the same plan.
import { describe, expect, test } from 'vitest'
import { diffPlans } from '../../../../src/core/plan/diff/diff-plans'
import type { PlanDiff } from '../../../../src/core/plan/diff/model'
import type { Plan } from '../../../../src/core/plan/model'
import { readPlans } from '../../../../src/core/plan/read'
import { each } from '../../../../src/core/plan/walk'
import { type Recorded, recordedPlans } from '../../../contracts/fixtures'

/** Formats that say less than others about these statements, so that two of them differ; by what they leave out. */
const saysLess: readonly { readonly because: string; readonly cases: RegExp }[] = [
  {
    because: 'a table of rows does not tell whether a subquery in a condition is stored',
    cases: /^(watched-group|subquery-not-in|in-to-exists)$/,
  },
  {
    because: 'old tables print the result row of a union where JSON does not, and nested unions without their nesting',
    cases: /^(union-|except-|intersect-)|^union-with-intersect$/,
  },
  {
    because: 'a table of rows prints windows as "Using temporary" only',
    cases: /^(window|split-materialized-window)/,
  },
  {
    because: 'tables and the first JSON format do not tell which of two references a shared CTE is read at',
    cases: /^cte-(of-cte|recursive|shared)/,
  },
  {
    because: 'the executor prints both ways of a subquery that is decided while it runs',
    cases: /^(subquery-materialized-partial|full-scan-on-null-key|full-scan-on-null-key-row)$/,
  },
  {
    because:
      'the executor prints "Index range scan (re-planned for each iteration)" where tables say ALL, Range checked',
    cases: /^(range-checked|spatial-join)$/,
  },
  {
    because: 'the executor counts whole tables without saying by which index',
    cases: /^(count-all|covering-scan|join-cross)$/,
  },
  {
    because: 'the executor prints table functions and rows without a table by other names',
    cases: /^(json-table|values-rows|derived-no-tables)/,
  },
  {
    because: 'the executor prints a merge within a merge, tables one list',
    cases: /^index-merge-union-of-intersect$/,
  },
  {
    because:
      'the executor leaves out tables of subqueries that were evaluated while optimizing, and what it inserts into',
    cases: /^(insert-|subquery-in-group-by|subquery-having-group-order|impossible-on)/,
  },
  {
    because: 'ANALYZE finds the empty table in another phase',
    cases: /^(where-after-const|partitions-none-list|no-matching-const)$/,
  },
]

interface Read {
  readonly recorded: Recorded
  readonly plan: Plan
  readonly name: string
}

const plans: Read[] = recordedPlans().flatMap((recorded) => {
  const [plan, ...others] = readPlans(recorded.text, recorded.context)
  const name = recorded.name.split(/[/ ]/)[1] ?? ''
  return plan && others.length === 0 ? [{ recorded, plan, name }] : []
})

/** Changes of means, and steps whose absence says something. */
function told(found: PlanDiff): string[] {
  const means = found.matches.flatMap(({ a, b, changes }) =>
    changes
      .filter(({ change }) => !['ESTIMATE', 'WORK', 'SPILL'].includes(change))
      .map(({ field, before, after }) => `${a}~${b} ${field} ${before ?? 'none'} → ${after ?? 'none'}`),
  )
  const silent = new Set([...found.unprintedA.map((id) => `A ${id}`), ...found.unprintedB.map((id) => `B ${id}`)])
  const only = [...found.onlyA.map((id) => `A ${id}`), ...found.onlyB.map((id) => `B ${id}`)]
  return [...means, ...only.filter((id) => !silent.has(id)), ...(found.sameShape ? [] : ['another shape'])]
}

function readsNothing({ plan }: Read): boolean {
  for (const { access } of each(plan.root)) if (access) return false
  return true
}

const servers = [...new Set(plans.map(({ recorded }) => recorded.server))]
const exceptions = saysLess.map(({ cases }) => cases)

describe.each(servers)('%s', (server) => {
  const statements = new Map<string, Read[]>()
  for (const read of plans) {
    if (read.recorded.server !== server || exceptions.some((cases) => cases.test(read.name))) continue
    statements.set(read.name, [...(statements.get(read.name) ?? []), read])
  }

  test('is recorded', () => expect(statements.size).toBeGreaterThan(40))

  test('every format of a statement is the same plan as its first', { timeout: 60_000 }, () => {
    const failures: string[] = []
    for (const [name, [first, ...others]] of statements) {
      for (const other of others) {
        // MySQL's executor prints "not executable by iterator executor" for some statements that write.
        if (!first || readsNothing(first) !== readsNothing(other)) continue
        const differences = told(diffPlans({ plan: first.plan }, { plan: other.plan }))
        if (differences.length > 0) {
          failures.push(
            `${name} ${first.recorded.format} / ${other.recorded.statement.slice(0, 40)}: ${differences.join('; ')}`,
          )
        }
      }
    }
    expect(failures).toEqual([])
  })
})

test('each exception is needed: some pair of its statements differs', { timeout: 60_000 }, () => {
  const idle = saysLess.filter(({ cases }) => {
    const own = plans.filter(({ name }) => cases.test(name))
    return !own.some((one) =>
      own.some(
        (two) =>
          one !== two &&
          one.name === two.name &&
          one.recorded.server === two.recorded.server &&
          told(diffPlans({ plan: one.plan }, { plan: two.plan })).length > 0,
      ),
    )
  })
  expect(idle.map(({ because }) => because)).toEqual([])
})

test('a plan differs from itself in nothing, and every node is its own partner', { timeout: 60_000 }, () => {
  for (const { plan, recorded } of plans) {
    const found = diffPlans({ plan }, { plan })
    expect(told(found), recorded.name).toEqual([])
    expect(
      found.matches.every(({ a, b, changes }) => a === b && changes.length === 0),
      recorded.name,
    ).toBe(true)
  }
})

test('statements are told apart: few of them share a shape', () => {
  const one = plans.filter(({ recorded }) => recorded.server === 'pg18' && recorded.format === 'postgres-json')
  const shapes = new Set(one.map(({ plan }) => diffPlans({ plan }, { plan }).shapeA))
  expect(shapes.size).toBeGreaterThan(new Set(one.map(({ name }) => name)).size * 0.8)
})

/** A plan and another one of the same server, for the properties of a difference. */
const neighbours = plans.flatMap((one, at) => {
  const two = plans[at + 7]
  return two && at % 3 === 0 ? [[one, two] as const] : []
})

test('the difference the other way round is its mirror', { timeout: 60_000 }, () => {
  for (const [one, two] of neighbours) {
    const forth = diffPlans({ plan: one.plan }, { plan: two.plan })
    const back = diffPlans({ plan: two.plan }, { plan: one.plan })
    const pairs = (found: PlanDiff, turned: boolean) =>
      found.matches
        .map(({ a, b, changes }) => {
          const sides = turned ? `${b} ${a}` : `${a} ${b}`
          const fields = changes.map((change) => {
            const [before, after] = turned ? [change.after, change.before] : [change.before, change.after]
            return `${change.change} ${change.field} ${before} ${after}`
          })
          return `${sides}: ${fields.sort().join(', ')}`
        })
        .sort()
    const what = `${one.recorded.name} / ${two.recorded.name}`
    expect(pairs(forth, false), what).toEqual(pairs(back, true))
    expect([forth.onlyA, forth.onlyB, forth.unprintedA, forth.unprintedB], what).toEqual([
      back.onlyB,
      back.onlyA,
      back.unprintedB,
      back.unprintedA,
    ])
    expect([forth.shapeA, forth.sameShape], what).toEqual([back.shapeB, back.sameShape])
  }
})

test('every node stands in exactly one of matches, onlyA and onlyB', { timeout: 60_000 }, () => {
  for (const [one, two] of neighbours) {
    const found = diffPlans({ plan: one.plan }, { plan: two.plan })
    const ids = (plan: Plan) => [...each(plan.root)].map((node) => node.id).sort()
    expect([...found.matches.map(({ a }) => a), ...found.onlyA].sort()).toEqual(ids(one.plan))
    expect([...found.matches.map(({ b }) => b), ...found.onlyB].sort()).toEqual(ids(two.plan))
  }
})
