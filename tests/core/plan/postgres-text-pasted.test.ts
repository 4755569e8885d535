// Protects that a PostgreSQL text plan is the same plan after what clients, mail, editors and logs do to its lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricsOf } from '../../../src/core/plan/metrics'
import { type Plan, planSchema } from '../../../src/core/plan/model'
import { outline } from '../../../src/core/plan/outline'
import { readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'
import { recordedPlans } from '../../contracts/fixtures'
import { broken, harmless, indentLost, type Mangle } from './mangled-text'

const recorded = recordedPlans().filter(({ format }) => format === 'postgres-text')

/** Everything but places, the text itself and the query that a log prints above the plan. */
function facts(plans: readonly Plan[]): string {
  return JSON.stringify(plans, (key, value) =>
    ['span', 'source', 'notes', 'Query Text', 'Query Parameters'].includes(key) ? undefined : value,
  )
}

const notesOf = (plans: readonly Plan[]) => plans.flatMap((plan) => plan.notes.map((note) => note.message))

/** Each recording after the change: what is wrong with it, in words. */
function failuresOf(
  mangle: Mangle,
  check: (plans: readonly Plan[], mangled: string, whole: readonly Plan[]) => string | undefined,
) {
  return recorded.flatMap(({ name, text }) => {
    const mangled = mangle(text)
    try {
      const failure = check(readPlans(mangled, {}), mangled, readPlans(text, {}))
      return failure === undefined ? [] : [`${name}: ${failure}`]
    } catch (thrown) {
      return [`${name}: ${String(thrown)}`]
    }
  })
}

describe('the same plan after', () => {
  test('there are recordings', () => expect(recorded.length).toBeGreaterThan(400))

  test.each(harmless)('%s', (_name, mangle) => {
    const failures = failuresOf(mangle, (plans, mangled, whole) => {
      if (notesOf(plans).length > 0) return notesOf(plans).join('; ')
      if (facts(plans) !== facts(whole)) return 'another plan'
      for (const plan of plans) {
        if (plan.source.text !== mangled) return 'its text is not the pasted one'
        const { start, end } = plan.root.span
        if (!mangled.slice(start, end).replace(/\s/g, ' ').startsWith(plan.root.label.slice(0, 4))) {
          return `the root stands at ${start}`
        }
      }
      return undefined
    })
    expect(failures.slice(0, 5)).toEqual([])
  })
})

describe('the same plan, or the line at which it stopped, after', () => {
  test.each(indentLost)('%s', (_name, mangle) => {
    let same = 0
    const failures = failuresOf(mangle, (plans, _mangled, whole) => {
      for (const plan of plans) {
        planSchema.parse(plan)
        metricsOf(plan)
      }
      const notes = notesOf(plans)
      if (facts(plans) === facts(whole)) {
        same++
        return notes.length > 0 ? notes.join('; ') : undefined
      }
      return notes.some((note) => /from line \d+ on/.test(note)) ? undefined : `another plan; ${notes.join('; ')}`
    })
    expect(failures.slice(0, 5)).toEqual([])
    expect(same / recorded.length).toBeGreaterThan(0.8)
  })
})

describe('lines that were broken are joined after', () => {
  test.each(broken)('%s', (_name, mangle) => {
    let same = 0
    const failures = failuresOf(mangle, (plans, _mangled, whole) => {
      for (const plan of plans) planSchema.parse(plan)
      if (facts(plans) === facts(whole) && notesOf(plans).length === 0) same++
      else if (notesOf(plans).length === 0) return 'another plan, silently'
      return undefined
    })
    expect(failures.slice(0, 5)).toEqual([])
    expect(same / recorded.length).toBeGreaterThan(0.9)
  })
})

describe('psql 15 on PostgreSQL 18 printed the same plan, with a line break in a literal', () => {
  test.each(['aligned', 'border2', 'unicode', 'unicode1', 'unaligned', 'expanded', 'csv'])('%s', (name) => {
    const text = readFileSync(join(import.meta.dirname, 'clients', `pg-lines-${name}.txt`), 'utf8')
    const [plan, ...others] = readPlans(text, {})
    expect([others.length, plan?.notes]).toEqual([0, []])
    expect(plan && outline(plan)).toBe(
      [
        'sort  3014 rows',
        '  hash-join  3014 rows',
        '    a full-scan  3021 rows',
        '    materialize  414 rows',
        '      c full-scan  414 rows',
      ].join('\n'),
    )
    const conditions = plan
      ? [...each(plan.root)].flatMap((node) => node.conditions.map((condition) => condition.text))
      : []
    expect(conditions).toEqual([
      '(a.attrelid = c.oid)',
      "(attname > 'b'::name)",
      `(relname <> 'one\ntwo "x", three'::name)`,
    ])
  })
})
