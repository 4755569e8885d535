// Protects the service's own private servers: one per product, started anew when it ended, gone with the service.
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxAvailability, sandboxFolders } from '../../src/sandbox/index'
import { Sandboxes } from '../../src/service/sandboxes'

const appFolder = join(import.meta.dirname, '../..')
const found = (await sandboxAvailability({ appFolder, cacheFolder: appFolder })).find((kind) => kind.available)
const signal = new AbortController().signal
const silent = () => undefined

describe.skipIf(found === undefined)('the private servers of a service', () => {
  const product = found?.product ?? 'mysql'
  let cacheFolder = ''
  let sandboxes: Sandboxes
  const running = () => {
    const { running: folder } = sandboxFolders({ cacheFolder })
    return existsSync(folder) ? readdirSync(folder) : []
  }

  beforeAll(async () => {
    cacheFolder = await mkdtemp(join(tmpdir(), 'sargable-service-'))
    sandboxes = new Sandboxes({ appFolder, cacheFolder, dataFolder: cacheFolder })
  })
  afterAll(async () => {
    await sandboxes.stopAll()
    await rm(cacheFolder, { recursive: true, force: true })
  })

  test('two who ask get the same one', async () => {
    const [first, second] = await Promise.all([
      sandboxes.get({ product }, signal, silent),
      sandboxes.get({ product }, signal, silent),
    ])
    expect(second).toBe(first)
    expect(running()).toHaveLength(1)
  })

  test.skipIf(product === 'postgres')('one with a buffer pool of its own is another', async () => {
    const [usual, small] = await Promise.all([
      sandboxes.get({ product }, signal, silent),
      sandboxes.get({ product, poolBytes: 8 * 2 ** 20 }, signal, silent),
    ])
    expect(small.target.port).not.toBe(usual.target.port)
    await small.stop()
    expect(running()).toHaveLength(1)
  })

  test('one that has ended is started anew', async () => {
    const ended = await sandboxes.get({ product }, signal, silent)
    await ended.stop()
    await ended.ended
    const next = await sandboxes.get({ product }, signal, silent)
    expect(next).not.toBe(ended)
    expect(running()).toHaveLength(1)
  })

  test('one that is still starting when the service ends is stopped, too', async () => {
    await sandboxes.stopAll()
    expect(running()).toEqual([])
    const starting = sandboxes.get({ product }, signal, silent)
    const outcome = expect(starting).rejects.toMatchObject({ fault: { code: 'cancelled' } })
    await sandboxes.stopAll()
    await outcome
    expect(running()).toEqual([])
  })
})
