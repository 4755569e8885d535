// Protects: what a screen shows of a digest equals what reading the log with that filter gives, or is called an estimate.
import { describe, expect, test } from 'vitest'
import { type GeneratedFlavor, generatedLog } from '../../../../build/bench/generated-log'
import { digestBytes } from '../../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../../src/core/digest/document'
import { parseFilter } from '../../../../src/core/digest/filter'
import type { DigestDocument } from '../../../../src/core/digest/model'
import type { DigestView, ViewOrder } from '../../../../src/core/digest/view/model'
import { DigestLens } from '../../../../src/core/digest/view/view'

const logs: ReadonlyMap<GeneratedFlavor, Buffer> = new Map(
  (['mysql-extra', 'percona', 'mariadb', 'postgres-json'] as const).map((flavor) => [
    flavor,
    Buffer.from([...generatedLog({ flavor, bytes: 600_000, seed: 8, shapes: 60 })].join('')),
  ]),
)

function bytesOf(flavor: GeneratedFlavor): Buffer {
  return logs.get(flavor) ?? Buffer.alloc(0)
}

function lensOf(flavor: GeneratedFlavor): DigestLens {
  return new DigestLens('d', digestBytes('log', bytesOf(flavor)))
}

/** The log read with the filter: what the view must come to. */
function readWith(flavor: GeneratedFlavor, { filter = '', from, to }: ViewOrder): DigestDocument {
  const { entries, keepsShape } = parseFilter(filter, from, to)
  const document = digestDocument(digestBytes('log', bytesOf(flavor), entries === undefined ? {} : { filter: entries }))
  return { ...document, shapes: document.shapes.filter(keepsShape) }
}

function figures(shapes: readonly { digest: string; count: number; totalMicros: number }[]) {
  return Object.fromEntries(shapes.map(({ digest, count, totalMicros }) => [digest, { count, totalMicros }]))
}

function whole(lens: DigestLens, order: ViewOrder = {}): DigestView {
  return lens.view({ limit: 1000, ...order })
}

/** The ends of two buckets inside of the log. */
function window({ timeline }: DigestView, from: number, to: number): { from: string; to: string } {
  const start = Date.parse(timeline.from ?? '')
  const at = (part: number) => {
    const bucket = Math.round(timeline.allMicros.length * part)
    return new Date(start + bucket * timeline.bucketSeconds * 1000).toISOString()
  }
  return { from: at(from), to: at(to) }
}

describe.each([...logs.keys()])('%s', (flavor) => {
  const lens = lensOf(flavor)
  const all = whole(lens)

  test('the whole is the document', () => {
    const document = readWith(flavor, {})
    expect(figures(all.rows)).toEqual(figures(document.shapes))
    expect(all.rows.map(({ digest }) => digest)).toEqual(document.shapes.map(({ digest }) => digest))
    expect(all).toMatchObject({ events: document.events, totalMicros: document.totalMicros })
    expect(all.estimated).toBeUndefined()
    all.rows.forEach((row, i) => {
      const shape = document.shapes[i]
      expect(row).toMatchObject({
        rank: i + 1,
        share: shape?.share,
        p95Micros: shape?.p95Micros,
        maxMicros: shape?.maxMicros,
        kinds: shape?.kinds.map(({ kind }) => kind),
      })
    })
    expect(all.timeline.allMicros.reduce((sum, one) => sum + one, 0)).toBe(document.totalMicros)
    expect(all.timeline.micros).toEqual(all.timeline.allMicros)
    expect(all.few.share).toBeGreaterThanOrEqual(0.8)
  })

  test.each([
    [0.25, 0.75],
    [0, 0.1],
    [0.9, 1],
    [0.5, 0.5],
  ])('a window of whole buckets has exact counts and times: %s to %s', (from, to) => {
    const span = window(all, from, to)
    const document = readWith(flavor, span)
    const view = whole(lens, span)
    expect(figures(view.rows)).toEqual(figures(document.shapes))
    expect(view.totalMicros).toBe(document.totalMicros)
    expect(view.estimated?.figures ?? []).not.toContain('counts')
    const locks = (shapes: readonly { digest: string; lockMicros?: number | undefined }[]) =>
      Object.fromEntries(shapes.map(({ digest, lockMicros }) => [digest, lockMicros]))
    expect(locks(view.rows)).toEqual(locks(document.shapes))
    if (view.events > 0) {
      expect(Date.parse(view.from ?? '')).toBeGreaterThanOrEqual(Date.parse(span.from))
      expect(Date.parse(view.to ?? '')).toBeLessThanOrEqual(Date.parse(span.to))
    }
    // The chart shows the log beside the window.
    expect(view.timeline.micros).toEqual(all.timeline.micros)
  })

  test('users, hosts and databases have exact counts and times, one at a time', () => {
    const document = readWith(flavor, {})
    const names = (of: 'users' | 'hosts' | 'schemas') => [
      ...new Set(document.shapes.flatMap((shape) => shape[of].map(({ name }) => name))),
    ]
    const filters = [
      ...names('users').map((name) => `user:${name}`),
      ...names('hosts').map((name) => `host:${name}`),
      ...names('schemas').map((name) => `db:${name}`),
    ]
    expect(filters.length).toBeGreaterThan(2)
    for (const filter of filters) {
      const view = whole(lens, { filter })
      expect(figures(view.rows), filter).toEqual(figures(readWith(flavor, { filter }).shapes))
      expect(view.estimated?.figures ?? [], filter).not.toContain('counts')
    }
  })

  test.each(['kind:many-fast-calls', 'text:"shape_1"', 'count>20', 'count<=3 text:select'])(
    'words about shapes are exact: %s',
    (filter) => {
      const view = whole(lens, { filter })
      expect(figures(view.rows)).toEqual(figures(readWith(flavor, { filter }).shapes))
      expect(view.estimated).toBeUndefined()
    },
  )

  test.each(['time>1ms', 'time>20ms', 'time<3ms', 'time>1h'])(
    'single times come from the sketch, near: %s',
    (filter) => {
      const view = whole(lens, { filter })
      const document = readWith(flavor, { filter })
      // One bucket of 2 % may fall on the wrong side.
      expect(Math.abs(view.events - document.events)).toBeLessThanOrEqual(0.03 * all.events)
      if (view.events !== document.events) expect(view.estimated?.figures).toContain('counts')
    },
  )

  test('two questions at once are called estimates', () => {
    const view = whole(lens, { filter: 'time>3ms', ...window(all, 0.2, 0.7) })
    expect(view.estimated?.figures).toEqual(['counts', 'percentiles', 'rows', 'locks'])
    expect(view.estimated?.because).toContain('a time window')
    expect(view.estimated?.because).toContain('single times')
  })

  test.each([
    ['calls', 'count'],
    ['mean', 'meanMicros'],
    ['p95', 'p95Micros'],
    ['max', 'maxMicros'],
    ['rows-examined', 'rowsExamined'],
    ['rows-per-sent', 'rowsPerSent'],
    ['lock', 'lockShare'],
    ['total', 'totalMicros'],
  ] as const)('ranked by %s, both ways, what is not told last', (order, field) => {
    for (const ascending of [false, true]) {
      const values = whole(lens, { order, ascending }).rows.map((row) => row[field])
      const told = values.filter((value): value is number => value !== undefined)
      expect(values.slice(0, told.length)).toEqual(told)
      expect(told).toEqual([...told].sort((a, b) => (ascending ? a - b : b - a)))
      expect(values.length).toBe(all.shapes)
    }
  })

  test('pages make the whole', () => {
    const pages = [0, 7, 14, 21, 28, 35, 42, 49, 56].flatMap((offset) => lens.view({ offset, limit: 7 }).rows)
    expect(pages).toEqual(all.rows.slice(0, 63))
  })
})

test('an empty view says so', () => {
  const view = whole(lensOf('percona'), { filter: 'db:nowhere' })
  expect(view).toMatchObject({ shapes: 0, events: 0, totalMicros: 0, rows: [] })
  expect(view.verdict.text).toBe('No entry is left by this filter.')
})

test('words that are not understood are named', () => {
  expect(() => whole(lensOf('percona'), { filter: 'db:shop speed>3' })).toThrow('"speed>3" is no filter')
})
