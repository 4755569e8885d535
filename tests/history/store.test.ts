// Protects what the person made: kept connections and runs survive, without passwords, across versions and crashes.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Analysis } from '../../src/core/analysis/model'
import { SargableError } from '../../src/core/errors'
import { migrations } from '../../src/history/migrations'
import { listProfiles, removeProfile, saveProfile, touchProfile } from '../../src/history/profiles'
import { addRun, getRun, listRuns, removeRun } from '../../src/history/runs'
import { openStore } from '../../src/history/store'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sargable-store-'))
  path = join(folder, 'deep', 'sargable.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const engine = {
  family: 'mysql',
  product: 'mysql',
  version: { major: 9, minor: 7, patch: 4 },
  versionText: 'MySQL 9.7.4',
} as const
const analysis: Analysis = {
  sargable: 1,
  kind: 'analysis',
  engine,
  capabilities: [],
  sql: 'select 1',
  explain: [],
  plans: [],
  metrics: [],
  keyUse: [],
  findings: [],
  catalog: { tables: [] },
  cautions: [],
  verdict: { text: 'Reads nothing.', facts: [] },
}
const run = (id: string, at: string) => ({
  id,
  at,
  connectionName: 'shop',
  engine,
  sql: 'select 1',
  verdict: 'Reads nothing.',
  measured: false,
})

test('connections come back, the last used first', () => {
  const store = openStore(path)
  saveProfile(store, { id: 'a', name: 'Alpha', target: { via: 'network', product: 'mysql', host: 'db1', user: 'me' } })
  saveProfile(store, { id: 'b', name: 'Beta', target: { via: 'pglite' } })
  touchProfile(store, 'b', '2026-01-02T03:04:05.000Z')
  store.close()
  const again = openStore(path)
  expect(listProfiles(again).map((profile) => profile.name)).toEqual(['Beta', 'Alpha'])
  saveProfile(again, { id: 'a', name: 'Alpha two', target: { via: 'sandbox', product: 'mysql' } })
  removeProfile(again, 'b')
  expect(listProfiles(again)).toEqual([{ id: 'a', name: 'Alpha two', target: { via: 'sandbox', product: 'mysql' } }])
  again.close()
})

test('a password that slips into a target is not kept', () => {
  const store = openStore(path)
  saveProfile(
    store,
    JSON.parse('{"id":"a","name":"A","target":{"via":"network","product":"mysql","password":"hunter2"}}'),
  )
  store.close()
  expect(readFileSync(path).includes('hunter2')).toBe(false)
})

test('runs come back newest first, whole, and can be removed', () => {
  const store = openStore(path)
  addRun(store, run('1', '2026-01-01T00:00:00.000Z'), analysis)
  addRun(store, run('2', '2026-01-02T00:00:00.000Z'), { ...analysis, verdict: { text: 'Other', facts: [] } })
  expect(listRuns(store, 10).map((entry) => entry.id)).toEqual(['2', '1'])
  expect(listRuns(store, 1)).toHaveLength(1)
  expect(getRun(store, '1')).toEqual({ entry: run('1', '2026-01-01T00:00:00.000Z'), analysis })
  removeRun(store, '1')
  expect(getRun(store, '1')).toBeUndefined()
  store.close()
})

test('more than 500 runs let the oldest go', () => {
  const store = openStore(path)
  store.exec('BEGIN')
  for (let i = 0; i < 503; i++) addRun(store, run(`${i}`, new Date(1e12 + i * 1000).toISOString()), analysis)
  store.exec('COMMIT')
  const ids = listRuns(store, 1000).map((entry) => entry.id)
  expect(ids).toHaveLength(500)
  expect(ids.at(-1)).toBe('3')
  store.close()
})

test('a store of a newer version is refused and left as it is', () => {
  const store = openStore(path)
  store.exec(`PRAGMA user_version = ${migrations.length + 1}`)
  store.close()
  const before = readFileSync(path)
  expect(() => openStore(path)).toThrow(SargableError)
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a lock that a crashed process left does not keep the store shut', () => {
  openStore(path).close()
  const lock = `${path}.lock`
  mkdirSync(lock)
  utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000))
  const store = openStore(path)
  saveProfile(store, { id: 'a', name: 'A', target: { via: 'pglite' } })
  expect(listProfiles(store)).toHaveLength(1)
  store.close()
})
