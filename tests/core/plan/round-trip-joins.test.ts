// Protects the reading of MySQL's first JSON format and of MariaDB's formats: drawn joins come back as drawn, cut ones say so.
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../../src/core/errors'
import { type Plan, planSchema } from '../../../src/core/plan/model'
import { readPlans } from '../../../src/core/plan/read'
import { each } from '../../../src/core/plan/walk'
import { type DrawnTable, mariadbJson, mariadbTable, mysqlJsonV1 } from '../../kit/plan-writers/mysql-join'
import { boxed, markdown, tabbed, vertical } from '../../kit/plan-writers/result-table'
import fc from '../../kit/seeded-check'

const joins = fc.array(
  fc.record({
    table: fc.constantFrom('orders', 'o', 'línea', 'line_items'),
    type: fc.constantFrom<DrawnTable['type'][]>('ALL', 'index', 'range', 'ref', 'eq_ref'),
    rows: fc.integer({ min: 1, max: 1_000_000 }),
    keptBasisPoints: fc.integer({ min: 1, max: 10_000 }),
    condition: fc.constantFrom(undefined, '(`o`.`total` > 5)', '(`o`.`note` = \'a \\\\ "b" | c\')'),
    readRows: fc.integer({ min: 1, max: 100_000 }),
    loops: fc.integer({ min: 1, max: 500 }),
  }),
  { minLength: 1, maxLength: 6 },
)

function only(text: string): Plan {
  const [plan, ...others] = readPlans(text, {})
  if (!plan || others.length > 0) throw new Error(`${others.length + 1} plans were read`)
  planSchema.parse(plan)
  expect(plan.notes).toEqual([])
  return plan
}

const tablesOf = (plan: Plan) => [...each(plan.root)].filter(({ access }) => access)

/** What the model must say of each table's estimate; a fraction of 1 is 10,000 basis points. */
const drawn = (join: readonly DrawnTable[]) =>
  join.map(({ table, type, rows, keptBasisPoints }) => [
    table,
    type,
    type === 'ALL' ? [] : ['ix_a'],
    rows,
    keptBasisPoints,
  ])

const read = (plan: Plan) =>
  tablesOf(plan).map(({ access, estimate }) => [
    access?.table,
    access?.accessType,
    access?.indexes.map(({ name }) => name),
    estimate.rowsExaminedPerLoop,
    Math.round((estimate.keptFraction ?? 0) * 10_000),
  ])

const conditionsOf = (plan: Plan) => tablesOf(plan).map(({ conditions }) => conditions[0]?.text)

/** Joins that stand above the tables, outermost first: left-deep, so each has the one before it as its first child. */
const joinDepth = (plan: Plan) => [...each(plan.root)].filter(({ operator }) => operator === 'nested-loop').length

describe('a drawn join comes back from', () => {
  test('JSON of MySQL, version 1', () => {
    fc.assert(
      fc.property(joins, fc.boolean(), (join, sorts) => {
        const plan = only(mysqlJsonV1(join, sorts))
        expect(plan.source.format).toBe('mysql-json-v1')
        expect(read(plan)).toEqual(drawn(join))
        expect(conditionsOf(plan)).toEqual(join.map(({ condition }) => condition))
        expect([joinDepth(plan), plan.root.operator === 'sort']).toEqual([join.length - 1, sorts])
      }),
      { numRuns: 60 },
    )
  })

  test('JSON of MariaDB', () => {
    fc.assert(
      fc.property(joins, (join) => {
        const plan = only(mariadbJson(join, true))
        expect([plan.source.format, plan.source.measured]).toEqual(['mariadb-json', true])
        expect(read(plan)).toEqual(drawn(join))
        expect(conditionsOf(plan)).toEqual(join.map(({ condition }) => condition))
        expect(joinDepth(plan)).toBe(join.length - 1)
        expect(plan.statement).toMatchObject({ planningMs: 0.25, executionMs: 12.5 })
        const ran = tablesOf(plan).map(({ actual }) => [actual?.loops, actual?.rowsPerLoop])
        expect(ran).toEqual(join.map(({ loops, readRows }) => [loops, readRows]))
        // 1.5 ms in the table and 0.5 ms in its condition, over all loops.
        for (const { actual } of tablesOf(plan)) {
          expect((actual?.lastRowMsPerLoop ?? 0) * (actual?.loops ?? 0)).toBeCloseTo(2, 6)
        }
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['with a frame', boxed],
    ['with \\G', vertical],
    ['parted by tabs', tabbed],
    ['as Markdown', markdown],
  ])('a table of MariaDB %s', (_style, write) => {
    fc.assert(
      fc.property(joins, (join) => {
        const plan = only(write(mariadbTable(join)))
        expect([plan.source.format, plan.source.measured]).toEqual(['mariadb-table', true])
        expect(read(plan)).toEqual(drawn(join))
        expect(tablesOf(plan).map(({ rest }) => rest['r_rows'])).toEqual(join.map(({ readRows }) => readRows))
      }),
      { numRuns: 60 },
    )
  })
})

/** Formats that end with a mark, so that any cut shows. */
const closed: readonly (readonly [name: string, write: (join: readonly DrawnTable[]) => string, marks: number])[] = [
  ['JSON of MySQL, version 1', (join) => mysqlJsonV1(join, true), 0],
  ['JSON of MariaDB', (join) => mariadbJson(join, true), 0],
  // A letter of the border below the rows ends the frame; the row count behind it says nothing more.
  ['a frame', (join) => boxed(mariadbTable(join)), 1],
]

describe('a cut is refused, or told in a note, in', () => {
  test.each(closed)('%s', (_name, write, marks) => {
    fc.assert(
      fc.property(joins, fc.nat(), (join, at) => {
        const whole = write(join)
        const end = marks === 0 ? whole.length : whole.lastIndexOf('\n+') + 1
        const text = whole.slice(0, 1 + (at % (end - 1)))
        try {
          const notes = readPlans(text, {}).flatMap((plan) => plan.notes)
          expect(notes).not.toEqual([])
          for (const { span } of notes) expect(span.end).toBeLessThanOrEqual(text.length)
        } catch (thrown) {
          if (!(thrown instanceof SargableError)) throw thrown
          expect([thrown.fault.code, typeof thrown.fault.line]).toEqual(['unreadable-plan', 'number'])
        }
      }),
      { numRuns: 300 },
    )
  })
})
