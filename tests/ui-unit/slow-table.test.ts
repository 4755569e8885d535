// Protects the axes, the columns and the texts of the table of shapes.
import { expect, test } from 'vitest'
import type { ShapeRow } from '../../src/core/digest/view/model'
import { cellOf, columns, columnsFor, nextOrder } from '../../src/ui/slow/columns'
import { compactSql } from '../../src/ui/slow/compact-sql'
import { firstKind } from '../../src/ui/slow/kinds'
import { durationTicks, instantTicks, spanText, windowText } from '../../src/ui/slow/time-ticks'

const at = (iso: string) => Date.parse(iso)

test.each([
  [
    '2026-05-10T00:00:00Z',
    '2026-05-11T00:00:00Z',
    8,
    ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00'],
  ],
  ['2026-05-10T22:00:00Z', '2026-05-12T02:00:00Z', 5, ['11 May', '06:00', '12:00', '18:00', '12 May']],
  ['2026-05-10T10:00:03Z', '2026-05-10T10:00:12Z', 3, ['10:00:05', '10:00:10']],
  ['2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', 4, undefined],
  ['2026-05-10T00:00:00Z', '2026-05-10T00:00:00Z', 8, []],
])('round instants from %s to %s', (from, to, most, texts) => {
  const ticks = instantTicks(at(from), at(to), most)
  if (texts) expect(ticks.map(({ text }) => text)).toEqual(texts)
  expect(ticks.length).toBeLessThanOrEqual(most + 1)
})

test.each([
  [0, ['0']],
  [37_000, ['0', '15 s', '30 s', '45 s']],
  [11.6 * 60_000, ['0', '5 min', '10 min', '15 min']],
  [90, ['0', '50 ms', '100 ms']],
  [0.004, ['0', '2 µs', '4 µs']],
  [5 * 3_600_000, ['0', '2 h', '4 h', '6 h']],
])('round durations up to %d ms', (longest, texts) => {
  const ticks = durationTicks(longest)
  expect(ticks.map(({ text }) => text)).toEqual(texts)
  expect(ticks.at(-1)?.at ?? 0).toBeGreaterThanOrEqual(longest)
})

test.each([
  ['2026-05-10T12:00:00Z', '2026-05-10T16:00:00Z', '12:00 – 16:00'],
  ['2026-05-10T20:00:00Z', '2026-05-11T00:00:00Z', '20:00 – 24:00'],
  ['2026-05-10T20:00:00Z', '2026-05-11T04:00:00Z', '10 May 20:00 – 11 May 04:00'],
  ['2026-05-10T12:00:05Z', '2026-05-10T12:00:10Z', '12:00:05 – 12:00:10'],
])('the window from %s to %s', (from, to, text) => expect(windowText(at(from), at(to))).toBe(text))

test('the span of a log, in a day and over days', () => {
  expect(spanText(at('2026-05-10T00:00:00Z'), at('2026-05-11T00:00:00Z'))).toBe('10 May 2026, 00:00 – 24:00 UTC')
  expect(spanText(at('2026-05-10T09:00:00Z'), at('2026-05-12T00:00:00Z'))).toBe('10 May 2026 – 12 May 2026, UTC')
})

test('narrow tables leave the least telling columns out, and always keep the statement and its share', () => {
  expect(columnsFor(2000)).toEqual(columns)
  const ids = columnsFor(880).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['rank', 'shape', 'kind', 'share', 'calls', 'mean', 'p95']))
  expect(ids).not.toContain('spark')
  expect(columnsFor(0).some(({ leaves }) => leaves !== undefined)).toBe(false)
})

const row: ShapeRow = {
  digest: 'd',
  rank: 1,
  fingerprint: 'select ?',
  kinds: [],
  count: 20_710,
  totalMicros: 4_386_000_000,
  share: 0.382,
  meanMicros: 211_781,
  p95Micros: 231_000,
  maxMicros: 1_420_000,
  rowsExamined: 1000,
  rowsSent: 44,
  rowsPerSent: 22.75,
  lockMicros: 0,
  lockShare: 0.97,
  spark: [],
}

test.each([
  ['share', '38.2 %'],
  ['total', '1 h 13 min'],
  ['calls', '20,710'],
  ['mean', '212 ms'],
  ['max', '1.42 s'],
  ['rows', '22.8'],
  ['lock', '97 %'],
] as const)('the cell of %s is %s', (column, text) => expect(cellOf(column, row)?.text).toBe(text))

test('what is bad is marked, what is not told is absent', () => {
  expect(cellOf('lock', row)?.bad).toBe(true)
  expect(cellOf('rows', row)?.bad).toBe(false)
  expect(cellOf('rows', { ...row, rowsPerSent: 5044 })).toMatchObject({ text: '5,044', bad: true })
  const { p95Micros: _, rowsPerSent: __, ...less } = row
  expect(cellOf('p95', less)).toBeUndefined()
  expect(cellOf('rows', less)).toBeUndefined()
})

test('a head ranks by the most first, then by the least; names from A on', () => {
  expect(nextOrder('calls', { order: 'total', ascending: false })).toEqual({ order: 'calls', ascending: false })
  expect(nextOrder('calls', { order: 'calls', ascending: false })).toEqual({ order: 'calls', ascending: true })
  expect(nextOrder('fingerprint', { order: 'total', ascending: false })).toEqual({
    order: 'fingerprint',
    ascending: true,
  })
})

test.each([
  ['select count ( * ) from a where b in ( ? , ? )', 'select count(*) from a where b in (?, ?)'],
  ['insert into history values ( ? , now ( ) )', 'insert into history values (?, now())'],
  ['select `a ( b` , t . c from t', 'select `a ( b`, t.c from t'],
  ['select ( ( ? ) )', 'select ((?))'],
])('%s is shown as %s', (fingerprint, text) => expect(compactSql(fingerprint)).toBe(text))

test('why it is slow comes before what it does', () => {
  expect(firstKind(['write', 'lock-wait'])).toBe('lock-wait')
  expect(firstKind(['write'])).toBe('write')
  expect(firstKind([])).toBeUndefined()
})
