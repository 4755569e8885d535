// Protects the bars of a shape's history: over the whole span of the log, and never more waiting than time.
import { expect, test } from 'vitest'
import { historyChart } from '../../src/ui/slow-shape/history-bars'

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`
const bucket = (minute: number, totalMicros: number, lockMicros?: number) => ({
  from: at(minute),
  count: 2,
  totalMicros,
  ...(lockMicros !== undefined && { lockMicros }),
})

test('a bar stands where its bucket is in the span of the log', () => {
  const chart = historyChart({
    history: [bucket(5, 10, 4), bucket(7, 30)],
    bucketSeconds: 60,
    digestFrom: at(0),
    digestTo: '2026-11-20T12:09:59.000Z',
  })
  expect(chart).toMatchObject({ fromMs: Date.parse(at(0)), toMs: Date.parse(at(10)), places: 10, mostMicros: 30 })
  expect(chart?.bars).toEqual([
    { place: 5, at: Date.parse(at(5)), count: 2, micros: 10, waited: 4 },
    { place: 7, at: Date.parse(at(7)), count: 2, micros: 30, waited: undefined },
  ])
})

test('without a span of the log, the shape’s own is drawn', () => {
  const chart = historyChart({ history: [bucket(5, 10), bucket(7, 30)], bucketSeconds: 60 })
  expect([chart?.places, chart?.bars.map(({ place }) => place)]).toEqual([3, [0, 2]])
})

test('a log that adds up more waiting than time has no negative work', () => {
  expect(historyChart({ history: [bucket(5, 10, 25)], bucketSeconds: 60 })?.bars[0]?.waited).toBe(10)
})

test('without times there is no chart', () => {
  expect(historyChart({ history: [], bucketSeconds: 60 })).toBeUndefined()
})
