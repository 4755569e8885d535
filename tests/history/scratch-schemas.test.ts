// Protects the list of scratch schemas: it outlives the process, and holds exactly those that were not removed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addScratch, findScratch, listScratch, removeScratch } from '../../src/history/scratch-schemas'
import { openStore } from '../../src/history/store'
import { StoredLedger } from '../../src/service/scratch/ledger'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sargable-ledger-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const first = { schema: 's1', madeAt: '2026-11-20T14:22:33.000Z', server: '8.0.31', logged: true }
const second = { schema: 's2', madeAt: '2026-11-20T14:22:34.000Z', server: '15.18', logged: false }

test('what was written down is there when the store is opened again', () => {
  const path = join(folder, 'store.sqlite')
  const store = openStore(path)
  addScratch(store, second)
  addScratch(store, first)
  store.close()
  const again = openStore(path)
  expect(listScratch(again)).toEqual([first, second])
  expect(findScratch(again, 's2')).toEqual(second)
  removeScratch(again, 's1')
  expect(listScratch(again)).toEqual([second])
  expect(findScratch(again, 's1')).toBeUndefined()
  again.close()
})

test('a schema is live from before it is made until it is removed or given up', () => {
  const store = openStore(join(folder, 'store.sqlite'))
  const ledger = new StoredLedger(() => store, 'me')
  expect(ledger.add(first)).toBeUndefined()
  ledger.add(second)
  expect([ledger.isLive('s1'), ledger.isLive('s3')]).toEqual([true, false])
  ledger.forget('s1')
  ledger.abandon('s2')
  expect([ledger.isLive('s1'), ledger.isLive('s2')]).toEqual([false, false])
  // Given up, it is still there for the next connect.
  expect(listScratch(store)).toEqual([second])
  store.close()
})

test('without a store it says so, and still knows what is live', () => {
  const path = join(folder, 'no-folder')
  const ledger = new StoredLedger(() => openStore(join('/dev/null', path)), 'me')
  expect(ledger.add(first)).toMatch(/cannot be opened/)
  expect(ledger.isLive('s1')).toBe(true)
  expect(ledger.find('s1')).toBeUndefined()
  ledger.forget('s1')
  expect(ledger.isLive('s1')).toBe(false)
})
