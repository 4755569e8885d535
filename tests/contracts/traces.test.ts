// Protects: what optimizer traces of real servers say is what the product shows: nothing is unknown, every table is read
// as EXPLAIN says, every way and every order that was weighed is there, every number is the one in the text.
import { describe, expect, test } from 'vitest'
import { chosenAccesses, chosenOrder, plannedBlocks } from '../../src/core/trace/chosen'
import type { Trace } from '../../src/core/trace/model'
import { readTrace } from '../../src/core/trace/read'
import { finalCostOf } from '../../src/core/trace/settle'
import { accessExceptions, exceptionOf, methodOfRow, sameIndex, shownMethod } from './trace-exceptions'
import { numbersOfTrace } from './trace-numbers'
import { type RecordedTrace, recordedTraces, tracingServers } from './traces'

const recordings = recordedTraces()
const read = new Map<string, Trace>(recordings.map((one) => [one.name, readTrace(one.text)]))
const traceOf = (one: RecordedTrace): Trace => read.get(one.name) ?? readTrace(one.text)

describe.each(tracingServers)('%s', (server) => {
  const own = recordings.filter((one) => one.server === server)

  test('at least 60 traces of EXPLAIN and 15 of runs', () => {
    expect(own.filter(({ plan }) => plan).length).toBeGreaterThanOrEqual(60)
    expect(own.filter(({ plan }) => !plan).length).toBeGreaterThanOrEqual(15)
  })

  test('nothing in them is unknown', () => {
    expect(own.flatMap((one) => traceOf(one).notes.map(({ message }) => `${one.name}: ${message}`))).toEqual([])
  })

  test('only the cut one is cut', () => {
    expect(own.filter((one) => traceOf(one).cutAt !== undefined).map(({ name }) => name)).toEqual([
      `${server}/trace-cut run`,
    ])
  })

  test('every table is read as EXPLAIN says', () => {
    const wrong: string[] = []
    for (const one of own) {
      const trace = traceOf(one)
      const accesses = plannedBlocks(trace).flatMap((block) => chosenAccesses(trace, block))
      for (const row of one.plan ?? []) {
        // Pseudo tables (<derived2>, <union1,2>) have names of their own in traces.
        if (row['table'] === null || row['table'] === undefined || row['table'].startsWith('<')) continue
        const access =
          accesses.find((each) => String(each.selectId) === row['id'] && each.table.table === row['table']) ??
          // EXPLAIN keeps the number of a merged subquery, the trace that of the block it was merged into.
          accesses.find((each) => each.table.table === row['table'])
        const same = access !== undefined && methodOfRow(row) === shownMethod(access) && sameIndex(row, access.indexes)
        if (same || exceptionOf(one, row, access)) continue
        wrong.push(
          `${one.name}: ${row['id']} ${row['table']} ${row['type']} ${row['key']}, read as ${access && shownMethod(access)} ${access?.indexes}`,
        )
      }
    }
    expect(wrong).toEqual([])
  })

  test('every way and every order that was weighed is there, once', () => {
    for (const one of own) {
      const raw = parsed(one.text)
      if (raw === undefined) continue
      const trace = traceOf(one)
      const ways = trace.tables
        .flatMap(({ alternatives }) => alternatives)
        .filter(
          ({ stage, accessType }) =>
            stage === 'join-search' ||
            stage === 'materialization' ||
            // The index of a loose scan stands beside the list.
            (stage === 'semi-join' && accessType !== 'loose_scan'),
        )
      const weighed = objectsIn(raw, 'considered_access_paths').flatMap((list) => (Array.isArray(list) ? list : []))
      expect(ways.map(({ cost }) => cost ?? '').sort(), one.name).toEqual(weighed.map(costOf).sort())
      const orders = plansIn(raw).map((each) => Number(each['cost_for_plan']))
      const named = trace.joinOrders.filter((order) =>
        /"cost_for_plan"/.test(one.text.slice(order.span.start, order.span.end)),
      )
      expect(named.map(({ cost }) => cost).sort(), one.name).toEqual(orders.sort())
    }
  })

  test('the order that was taken is the one that the text says, with its cost', () => {
    for (const one of own) {
      const raw = parsed(one.text)
      if (raw === undefined) continue
      const trace = traceOf(one)
      for (const [block, costs] of takenCosts(raw)) {
        const order = chosenOrder(trace, block)
        // MariaDB's number holds the sort behind the order where there is one.
        const own = order && [order.cost, rounded(finalCostOf(order))]
        expect(
          own?.some((cost) => costs.some((each) => each === cost || rounded(each) === cost)),
          `${one.name} block ${block}: ${order?.order.join()} ${own} of ${costs}`,
        ).toBe(true)
      }
    }
  })

  test('numbers are those of the text at their places', () => {
    const wrong = own.flatMap((one) =>
      numbersOfTrace(traceOf(one), one.text).map((problem) => `${one.name}: ${problem}`),
    )
    expect(wrong).toEqual([])
  })
})

test('every exception is needed by a recording', () => {
  const used = new Set(
    recordings.flatMap((one) => {
      const trace = traceOf(one)
      const accesses = plannedBlocks(trace).flatMap((block) => chosenAccesses(trace, block))
      return (one.plan ?? []).flatMap((row) => {
        const access =
          accesses.find((each) => String(each.selectId) === row['id'] && each.table.table === row['table']) ??
          accesses.find((each) => each.table.table === row['table'])
        return exceptionOf(one, row, access) ?? []
      })
    }),
  )
  expect(accessExceptions.filter((one) => !used.has(one)).map(({ why }) => why)).toEqual([])
})

/** Sums of printed numbers have digits that nobody printed. */
const rounded = (value: number | undefined) => (value === undefined ? undefined : Number(value.toPrecision(9)))

type Raw = Readonly<Record<string, unknown>>

/** The platform's own reader, where it can: not for comments and cut texts. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

function costOf(way: unknown): unknown {
  const cost = isRaw(way) ? way['cost'] : undefined
  return typeof cost === 'number' && cost < 1e307 ? cost : ''
}

/** The values of a key anywhere in it. What is weighed inside a splitting is told by its second look. */
function objectsIn(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => objectsIn(each, key))
  if (!isRaw(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'split_plan_search' ? [] : name === key ? [each] : objectsIn(each, key),
  )
}

/** Every entry of `considered_execution_plans` and `rest_of_plan` with a cost. */
function plansIn(value: unknown): Raw[] {
  if (Array.isArray(value)) return value.flatMap(plansIn)
  if (!isRaw(value)) return []
  const inside = Object.entries(value).flatMap(([name, each]) => (name === 'split_plan_search' ? [] : plansIn(each)))
  return 'plan_prefix' in value && 'table' in value && 'cost_for_plan' in value ? [value, ...inside] : inside
}

/**
 * What the cost of the taken order can be, by block, worked out another way than the product does: MySQL marks whole
 * orders as chosen, MariaDB writes the cost beside the order that it took.
 */
function takenCosts(raw: unknown, block = 1): Map<number, readonly (number | undefined)[]> {
  const found = new Map<number, (number | undefined)[]>()
  const open: (readonly [unknown, number])[] = [[raw, block]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, around] = next
    if (Array.isArray(value)) open.push(...value.map((each) => [each, around] as const))
    if (!isRaw(value)) continue
    const id = Number(value['select#'] ?? value['select_id'] ?? around)
    const here = Number.isFinite(id) ? id : 0
    const costs = found.get(here) ?? []
    if (Array.isArray(value['considered_execution_plans'])) {
      const marked = plansIn(value['considered_execution_plans']).filter((each) => each['chosen'] === true)
      if (marked.length > 0) {
        found.set(here, [...costs, ...marked.slice(-1).map((each) => Number(each['cost_for_plan']))])
      }
    }
    // What MariaDB 11 writes last is the order that it put back, not that of the subquery which it fills once.
    const steps: readonly unknown[] = Array.isArray(value['steps']) ? value['steps'] : []
    const decision = steps.find((each) => isRaw(each) && isRaw(each['subquery_plan']))
    if (JSON.stringify(decision ?? '').includes('"choosen":"materialization"')) continue
    if (value['best_join_order'] !== undefined && typeof value['cost'] === 'number') {
      found.set(here, [...costs, value['cost']])
    }
    for (const each of Object.values(value)) open.push([each, here])
  }
  return found
}
