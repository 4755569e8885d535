// Protects the drawing of two logs: groups, the next row by keys, lines and names that do not cover each other.
import { expect, test } from 'vitest'
import { dayLog } from '../../build/day-log'
import { digestDiff } from '../../src/core/digest/diff/diff'
import { digestBytes } from '../../src/core/digest/digest-bytes'
import { digestDocument } from '../../src/core/digest/document'
import { groupsOf, linesOf, nextShape, restOf } from '../../src/ui/two-logs/groups'
import { slopeLines, spread } from '../../src/ui/two-logs/slope'

const day = (later: boolean) =>
  digestDocument(
    digestBytes('day', Buffer.from([...dayLog({ day: '2026-05-10', seed: 3, thousands: 6, later })].join(''))),
  )
const diff = digestDiff(day(false), day(true))

test('groups have every shape once, those as before only when asked for', () => {
  const groups = groupsOf(diff, false)
  expect(groups.map(({ id }) => id).slice(0, 3)).toEqual(['worse', 'better', 'new'])
  expect(groups.some(({ id }) => id === 'rest')).toBe(false)
  const all = groupsOf(diff, true).flatMap(({ changes }) => changes.map(({ digest }) => digest))
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBe(new Set([...day(false).shapes, ...day(true).shapes].map(({ digest }) => digest)).size)
  expect(restOf(diff).every(({ callsOnly }) => callsOnly !== true)).toBe(true)
})

test('keys go from shape to shape over the heads of groups', () => {
  const lines = linesOf(groupsOf(diff, false))
  expect(lines[0]?.kind).toBe('group')
  expect(nextShape(lines, 0, 1)).toBe(1)
  expect(nextShape(lines, 0, -1)).toBe(-1)
  const secondHead = lines.findIndex((line, i) => i > 0 && line.kind === 'group')
  expect(nextShape(lines, secondHead, 1)).toBe(secondHead + 1)
  expect(nextShape(lines, secondHead, -1)).toBe(secondHead - 1)
  expect(nextShape(lines, lines.length, 1)).toBe(-1)
})

test('the lines are those that moved most, on one scale', () => {
  const lines = slopeLines(diff, 100)
  expect(lines.length).toBe(6)
  expect(lines.map(({ name, look }) => `${look} ${name}`)).toEqual(
    expect.arrayContaining(['worse items', 'worse warehouse', 'better infamous_table', 'better new_order']),
  )
  const most = Math.max(...lines.flatMap(({ before, after }) => [before, after]))
  for (const { before, after, y1, y2 } of lines) {
    expect(y1).toBeCloseTo(100 * (1 - before / most), 9)
    expect(y2).toBeCloseTo(100 * (1 - after / most), 9)
  }
})

test.each([[[0, 0, 0, 100, 99]], [[100, 100, 100]], [[50, 52, 51, 10]], [[]]])(
  'names stand apart and within: %j',
  (places) => {
    const found = spread(places, 14, 100)
    const sorted = [...found].sort((a, b) => a - b)
    sorted.forEach((place, i) => {
      expect(place).toBeLessThanOrEqual(100)
      if (i > 0) expect(place - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(14)
    })
    // The order of the ends is that of the names.
    places.forEach((one, i) => {
      places.forEach((other, j) => {
        if (one < other) expect(found[i]).toBeLessThan(found[j] ?? 0)
      })
    })
  },
)
