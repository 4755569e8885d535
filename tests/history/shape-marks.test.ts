// Protects what a person said of shapes: it outlives the process, is known by digest alone, and saying nothing forgets it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMarks, setMark } from '../../src/history/shape-marks'
import { openStore } from '../../src/history/store'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sargable-marks-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const reviewed = { digest: '9f41c02b00000001', state: 'reviewed', note: '', at: '2026-11-20T14:00:00.000Z' } as const
const muted = {
  digest: '9f41c02b00000002',
  state: 'muted',
  note: 'nightly; it’s “fine” \u{1f634}',
  at: '2026-11-20T15:00:00.000Z',
} as const
const noted = { digest: 'rest', state: 'open', note: 'look again', at: '2026-11-20T13:00:00.000Z' } as const

test('what was said is there when the store is opened again, the latest first', () => {
  const path = join(folder, 'store.sqlite')
  const store = openStore(path)
  for (const mark of [noted, muted, reviewed]) setMark(store, mark)
  store.close()
  const again = openStore(path)
  expect(listMarks(again)).toEqual([muted, reviewed, noted])
  again.close()
})

test('a shape has one mark: the last one', () => {
  const store = openStore(join(folder, 'store.sqlite'))
  setMark(store, reviewed)
  setMark(store, { ...muted, digest: reviewed.digest })
  expect(listMarks(store)).toEqual([{ ...muted, digest: reviewed.digest }])
  store.close()
})

test('marks that say nothing are forgotten; a note alone is something', () => {
  const store = openStore(join(folder, 'store.sqlite'))
  setMark(store, reviewed)
  setMark(store, noted)
  setMark(store, { ...reviewed, state: 'open' })
  expect(listMarks(store)).toEqual([noted])
  setMark(store, { ...noted, note: '' })
  expect(listMarks(store)).toEqual([])
  // Forgetting what is not there is nothing.
  setMark(store, { ...noted, note: '' })
  expect(listMarks(store)).toEqual([])
  store.close()
})

test('a note is kept as it is written, whatever is in it', () => {
  const store = openStore(join(folder, 'store.sqlite'))
  const note = `'); DROP TABLE shape_mark; --\n\t"${'x'.repeat(9000)}"`
  setMark(store, { ...muted, note })
  expect(listMarks(store)).toEqual([{ ...muted, note }])
  store.close()
})
