// Protects the window of the time chart: what a press takes hold of, where dragging and keys lead, and what bars are drawn.
import { describe, expect, test } from 'vitest'
import { barsPath, bucketAt, dragged, firstWindow, gripAt, moved, resized, sparkPath } from '../../src/ui/slow/brush'

// 100 buckets of 10 pixels.
const [width, buckets] = [1000, 100]
const window = { first: 20, end: 40 }

test.each([
  [-5, 0],
  [0, 0],
  [500, 50],
  [1000, 100],
  [4000, 100],
])('pixel %d is bucket %d', (x, bucket) => expect(bucketAt(x, width, buckets)).toBe(bucket))

test.each([
  ['the first edge', 203, window, 'first'],
  ['the end', 395, window, 'end'],
  ['the inside', 300, window, 'move'],
  ['the outside', 600, window, 'new'],
  ['anything without a window', 300, undefined, 'new'],
] as const)('a press at %s', (_, x, at, of) => expect(gripAt(x, width, buckets, at).of).toBe(of))

describe('dragging', () => {
  test.each([
    ['a new one takes whole buckets', { of: 'new', at: 10.4 }, 158, { first: 10, end: 16 }],
    ['to the left as well', { of: 'new', at: 15.8 }, 104, { first: 10, end: 16 }],
    ['inside of one bucket it is that bucket', { of: 'new', at: 10.1 }, 109, { first: 10, end: 11 }],
    ['the last bucket can be had', { of: 'new', at: 99.5 }, 1200, { first: 99, end: 100 }],
    ['it moves', { of: 'move', at: 30, from: window }, 400, { first: 30, end: 50 }],
    ['and stops at the end', { of: 'move', at: 30, from: window }, 2000, { first: 80, end: 100 }],
    ['the first edge', { of: 'first', from: window }, 250, { first: 25, end: 40 }],
    ['cannot pass the other', { of: 'first', from: window }, 900, { first: 39, end: 40 }],
    ['the end', { of: 'end', from: window }, 100, { first: 20, end: 21 }],
  ] as const)('%s', (_, grip, x, result) => expect(dragged(grip, x, width, buckets)).toEqual(result))

  test('a press that did not go on is no window', () =>
    expect(dragged({ of: 'new', at: 10 }, 102, width, buckets)).toBeUndefined())
})

test.each([
  [5, { first: 25, end: 45 }],
  [-50, { first: 0, end: 20 }],
  [70, { first: 80, end: 100 }],
])('keys move it by %d', (by, result) => expect(moved(window, by, buckets)).toEqual(result))

test.each([
  ['end', 100, { first: 20, end: 100 }],
  ['end', -100, { first: 20, end: 21 }],
  ['first', -100, { first: 0, end: 40 }],
] as const)('its %s goes by %d', (edge, by, result) => expect(resized(window, edge, by, buckets)).toEqual(result))

test('the first window by keys stands around the highest bar, inside of the chart', () => {
  const values = Array.from({ length: 80 }, (_, at) => (at === 78 ? 9 : 1))
  expect(firstWindow(values)).toEqual({ first: 70, end: 80 })
  expect(firstWindow([3])).toEqual({ first: 0, end: 1 })
})

test('bars stand on the base line, one for each value of the window above zero', () => {
  const box = { width: 40, height: 100, most: 10, buckets: 4 }
  const path = barsPath([10, 0, 5, 2], box, { first: 0, end: 3 })
  expect(path.match(/M/g)).toHaveLength(2)
  expect(path).toMatch(/^M0\.00 100v-100\.00/)
  expect(path).toContain('M20.00 100v-50.00')
  expect(barsPath([0, 0], { ...box, most: 0 }, { first: 0, end: 2 })).toBe('')
})

test('a line reaches its top at the largest value, and none is drawn without one', () => {
  expect(sparkPath([0, 4, 2], 72, 16)).toBe('M0.0 15.0L36.0 1.0L72.0 8.0')
  expect(sparkPath([0, 0], 72, 16)).toBe('')
  expect(sparkPath([], 72, 16)).toBe('')
})
