// Protects practising on a long pasted plan: only while the page is idle, only on its beginning, and never for long.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parsePlans } from '../../src/core/plan/parse'
import { practise, stopPractising } from '../../src/ui/state/actions/practise'

/** What waits for the page to be idle. */
let waiting = new Map<number, () => void>()

beforeEach(() => {
  waiting = new Map()
  let last = 0
  vi.stubGlobal('requestIdleCallback', (turn: () => void) => {
    waiting.set(++last, turn)
    return last
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => waiting.delete(handle))
})

afterEach(() => {
  stopPractising()
  vi.unstubAllGlobals()
})

function idle(): void {
  for (const [handle, turn] of [...waiting]) {
    waiting.delete(handle)
    turn()
  }
}

/** An append of so many scans. */
function appendOf(count: number): string {
  const scan = (at: number) => ({ 'Node Type': 'Seq Scan', 'Parent Relationship': 'Member', 'Relation Name': `t${at}` })
  const root = { 'Node Type': 'Append', Plans: Array.from({ length: count }, (_, at) => scan(at)) }
  return JSON.stringify([{ Plan: root }], null, 2)
}

const long = appendOf(10_000)

function reader(read: string[]) {
  return (text: string) => {
    read.push(text)
    return parsePlans(text, {})
  }
}

test('a short plan is not practised on', () => {
  practise(appendOf(10), reader([]))
  expect(waiting.size).toBe(0)
})

test('what cannot be read is left alone', () => {
  practise(long, () => undefined)
  idle()
  expect(waiting.size).toBe(0)
})

test('who draws the plan ends it', () => {
  const read: string[] = []
  practise(long, reader(read))
  idle()
  stopPractising()
  idle()
  expect(read).toHaveLength(1)
  expect(waiting.size).toBe(0)
})

test('the beginning of a long plan is read a few times, once in each idle moment, and then no plan of this format is', () => {
  const read: string[] = []
  practise(long, reader(read))
  expect(read).toEqual([])
  idle()
  expect(read).toHaveLength(1)
  for (let moment = 0; moment < 100; moment++) idle()
  expect(read.length).toBeGreaterThan(5)
  expect(read.length).toBeLessThan(50)
  for (const text of read) {
    expect(text.length).toBeLessThan(long.length)
    expect(parsePlans(text, {}).plans[0]?.notes).toEqual([])
  }
  const before = read.length
  practise(long, reader(read))
  for (let moment = 0; moment < 3; moment++) idle()
  expect(read.length).toBeLessThanOrEqual(before + 1)
})
