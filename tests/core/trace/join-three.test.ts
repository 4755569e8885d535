// Protects: a join of three tables is told the same way by the traces of every server: ways, order, what came after.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chosenAccesses, chosenOrder } from '../../../src/core/trace/chosen'
import { readTrace } from '../../../src/core/trace/read'

function recorded(server: string, name = 'join-three') {
  return readFileSync(join(import.meta.dirname, '../../../fixtures', server, name, 'trace.json'), 'utf8')
}

/** What stands in the recorded texts, read by a person. */
const expected = {
  mysql56: { order: ['c', 'o', 'i'], cost: 765 },
  mysql57: { order: ['c', 'o', 'i'], cost: 1433.2 },
  mysql97: { order: ['o', 'c', 'i'], cost: 1080.47 },
  mariadb1011: { order: ['c', 'o', 'i'], cost: 808.1659902 },
  mariadb114: { order: ['c', 'o', 'i'], cost: 1.471948661 },
} as const

describe.each(Object.entries(expected))('%s', (server, { order, cost }) => {
  const trace = readTrace(recorded(server))

  test('everything in it is known', () => {
    expect(trace.notes).toEqual([])
    expect(trace.cutAt).toBeUndefined()
  })

  test('the order that was taken, with its cost', () => {
    expect(chosenOrder(trace, 1)).toMatchObject({ order, cost, complete: true })
  })

  test('each table is read by a way after the tables before it', () => {
    const ways = chosenAccesses(trace, 1)
    expect(ways.map(({ table }) => table.table)).toEqual(order)
    expect(ways.map(({ alternative }) => alternative?.prefix)).toEqual(order.map((_, at) => order.slice(0, at)))
  })

  test('spans hold what they name', () => {
    const text = recorded(server)
    for (const way of trace.tables.flatMap((table) => table.alternatives)) {
      // MySQL 5.6 does not name the index of a range in the join search.
      if (way.index === undefined || way.accessType === 'range') continue
      expect(text.slice(way.span.start, way.span.end)).toContain(`"${way.index}"`)
    }
  })
})

test('ways to read orders after customers on MySQL 9.7: index, rows, cost, chosen', () => {
  const orders = readTrace(recorded('mysql97')).tables.find(({ table }) => table === 'o')
  const after = orders?.alternatives.filter(({ prefix }) => prefix.join() === 'c')
  expect(
    after?.map(({ accessType, index, rows, cost, usable, chosen }) => [accessType, index, rows, cost, usable, chosen]),
  ).toEqual([
    ['ref', 'PRIMARY', undefined, undefined, false, false],
    ['ref', 'ix_cust', 5, 262.5, true, true],
    ['ref', 'ix_status_placed', 2000, 32025, true, false],
    ['scan', undefined, 5000, 30337.1, true, false],
  ])
})

test('a pruned beginning says by what, and MariaDB how good the best was', () => {
  const pruned = readTrace(recorded('mariadb114')).joinOrders.filter((one) => one.prunedBy === 'cost')
  expect(pruned.map(({ order, cost, bestCost }) => [order.join(), cost, bestCost])).toEqual([
    ['c,i', 227.4673716, 2.060574478],
    ['o,c', 2.6333624, 2.060574478],
    ['o,i', 3.5009888, 2.060574478],
    ['i', 2.41917816, 2.060574478],
  ])
})

test('an index for the order of rows replaces the scan that the search chose', () => {
  const trace = readTrace(recorded('mysql97', 'backward-order'))
  expect(trace.rechecks).toMatchObject([
    { reason: 'ordering', clause: 'ORDER BY', planChanged: true, index: 'ix_status_placed', direction: 'desc' },
  ])
  expect(chosenAccesses(trace, 1)[0]).toMatchObject({
    indexes: ['ix_status_placed'],
    alternative: { stage: 'recheck' },
  })
})

test('cut anywhere, what was finished before is there', () => {
  const text = recorded('mysql97')
  const whole = readTrace(text).joinOrders.length
  let most = 0
  for (let part = 1; part < 50; part++) {
    const cut = readTrace(text.slice(0, Math.floor((text.length * part) / 50)))
    expect(cut.cutAt).toBeDefined()
    expect(cut.joinOrders.length).toBeGreaterThanOrEqual(most)
    most = cut.joinOrders.length
  }
  expect(most).toBe(whole)
})
