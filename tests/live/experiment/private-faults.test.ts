// Protects servers from experiments that end badly: on private servers, nothing differs afterwards in schemas, settings, sessions and locks, and the finished pairs can be opened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExperimentDocument } from '../../../src/core/experiment/model'
import { sandboxAvailability } from '../../../src/sandbox/index'
import { faultFrom } from '../../kit/mysql'
import { type CuttingProxy, cuttingProxy } from './cutting-proxy'
import { type PrivateServer, privateServer } from './private-server'
import { serverState } from './server-state'
import { experiment, type RunOptions, type TestService, testService } from './service'

const here = await sandboxAvailability({ appFolder: '', cacheFolder: '' })

describe.each(here.filter(({ available }) => available))('$text', { timeout: 90_000 }, ({ product }) => {
  let server: PrivateServer
  let service: TestService
  let proxy: CuttingProxy
  let connectionId: string
  let before: Awaited<ReturnType<typeof serverState>>

  const whole = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%8%7%'`
  const other = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%8%6%'`
  const many = { minPairs: 400, maxPairs: 400, budgetMs: 120_000 }

  beforeAll(async () => {
    server = await privateServer(product, 'experiment_private')
    await server.make(20_000)
    before = await serverState(server)
    proxy = await cuttingProxy(server.port)
    service = testService()
    connectionId = await open()
  })
  afterAll(async () => {
    await service.close()
    await proxy.close()
    await server.remove()
  })

  async function open(): Promise<string> {
    return service.open({ ...server.target, port: proxy.port } as typeof server.target, server.password)
  }

  /** The state without the service's own connection, once statements that were told to stop have ended. */
  async function expectNothingLeft(): Promise<void> {
    await service.client.call('connections.close', { connectionId })
    await expect.poll(() => serverState(server), { timeout: 20_000, interval: 100 }).toEqual(before)
    connectionId = await open()
  }

  /** Calls `then` once, after this many pairs. */
  function afterPairs(pairs: number, then: () => unknown): RunOptions & { readonly done: () => Promise<unknown> } {
    let done: Promise<unknown> | undefined
    return {
      onEvent: ({ sample }) => {
        if (sample?.pair === pairs) done ??= Promise.resolve(then())
      },
      done: () => done ?? Promise.reject(new Error(`There were never ${pairs} pairs`)),
    }
  }

  async function expectKept(document: ExperimentDocument, pairs: number): Promise<void> {
    const finished = new Set(document.samples.map(({ pair }) => pair)).size
    expect(finished).toBeGreaterThanOrEqual(pairs)
    expect(document.samples).toHaveLength(finished * 2)
    expect(document.comparisons[0]?.pairs).toBe(finished)
    expect(await service.client.call('experiment.get', { id: document.id })).toEqual(document)
    const listed = await service.client.call('experiment.list', {})
    expect(listed.map(({ id }) => id)).toContain(document.id)
  }

  test('the look at the server sees what is left', async () => {
    const guilty = await server.witness()
    try {
      await guilty.ask(server.isPostgres ? 'CREATE SCHEMA left_behind' : 'CREATE DATABASE left_behind')
      await guilty.ask(server.isPostgres ? 'BEGIN' : 'SELECT 1')
      await guilty.ask(server.isPostgres ? 'LOCK TABLE numbers' : 'LOCK TABLES numbers WRITE')
      const found = await serverState(server)
      for (const what of ['schemas', 'sessions', 'locks']) expect(found[what], what).not.toEqual(before[what])
      await guilty.ask(server.isPostgres ? 'ROLLBACK' : 'UNLOCK TABLES')
      await guilty.ask(server.isPostgres ? 'DROP SCHEMA left_behind' : 'DROP DATABASE left_behind')
    } finally {
      await guilty.end()
    }
    await expectNothingLeft()
  })

  test('an experiment that ends well', async () => {
    const document = await experiment(service, { connectionId, variants: [whole, other] })
    await expectKept(document, 10)
    await expectNothingLeft()
  })

  test('a syntax error in one variant', async () => {
    const fault = await faultFrom(experiment(service, { connectionId, variants: [whole, 'SELECT id FRM FRM numbers'] }))
    expect(fault.code).toBe('syntax-error')
    expect(fault.message).toMatch(/^B: /)
    await expectNothingLeft()
  })

  test('a variant that never ends', async () => {
    const document = await experiment(service, {
      connectionId,
      variants: [whole, server.sleep(600)],
      runTimeoutMs: 1500,
    })
    expect(document.failure).toMatch(/^B: Stopped after the time limit of 1.5 s/)
    expect(await service.client.call('experiment.get', { id: document.id })).toEqual(document)
    await expectNothingLeft()
  })

  test('a stop', async () => {
    const stop = new AbortController()
    const options = { signal: stop.signal, ...afterPairs(12, () => stop.abort()) }
    const document = await experiment(service, { connectionId, variants: [whole, other], ...many }, options)
    expect(document.stoppedBecause).toBe('stopped')
    await expectKept(document, 12)
    await expectNothingLeft()
  })

  test('two at once', async () => {
    const run = () => experiment(service, { connectionId, variants: [whole, other], minPairs: 6, maxPairs: 6 })
    for (const document of await Promise.all([run(), run()])) await expectKept(document, 6)
    await expectNothingLeft()
  })

  test('a connection that is cut in the network', async () => {
    const options = afterPairs(7, () => proxy.cut())
    const run = { connectionId, variants: [whole, other], minPairs: 20, maxPairs: 20, budgetMs: 120_000 }
    const document = await experiment(service, run, options)
    await options.done()
    expect(document.samples).toHaveLength(40)
    expect(document.cautions.join('\n')).toMatch(/lost after \d+ pairs and opened again/)
    await expectKept(document, 20)
    await expectNothingLeft()
  })

  test('a network that goes away', async () => {
    const options = afterPairs(7, () => proxy.goDown())
    const document = await experiment(service, { connectionId, variants: [whole, other], ...many }, options)
    await options.done()
    expect(document.stoppedBecause).toBe('failed')
    expect(document.failure).toMatch(/refused|reset|lost|closed/i)
    await expectKept(document, 7)
    await proxy.close()
    proxy = await cuttingProxy(server.port)
    await service.client.call('connections.close', { connectionId })
    connectionId = await open()
    await expectNothingLeft()
  })

  test('a server that is killed, and started again', async () => {
    const options = afterPairs(11, () => server.kill())
    const document = await experiment(service, { connectionId, variants: [whole, other], ...many }, options)
    await options.done()
    expect(document.stoppedBecause).toBe('failed')
    expect(document.failure).toMatch(/refused|reset|lost|closed|terminat/i)
    await expectKept(document, 11)
    await server.startAgain()
    // The same connection serves again, as after any restart of a server.
    const next = await experiment(service, { connectionId, variants: [whole, other], minPairs: 6, maxPairs: 6 })
    await expectKept(next, 6)
    await expectNothingLeft()
  })
})
