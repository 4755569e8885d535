// Protects the CPU clock that is a setting of the whole server: asked for by name, used, and put back, also after a stop.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultFrom, until } from '../../kit/mysql'
import { mysqlServers } from '../../kit/servers'
import { killableApp } from './killed-process'
import { type ExperimentServer, experimentServer, type Witness } from './servers'
import { experiment, type TestService, testService } from './service'

const servers = mysqlServers
  .filter(({ id }) => id === 'mysql80' || id === 'mysql97')
  .map((endpoint) => experimentServer(endpoint, 'experiment_clock'))

test.runIf(servers.length === 0)('no MySQL 8.0.28 or later is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let service: TestService
  let connectionId: string
  let eyes: Witness
  beforeAll(async () => {
    await server.make(20_000)
    service = testService()
    connectionId = await service.open(server.target, server.password)
    eyes = await server.witness()
  })
  afterAll(async () => {
    await service.close()
    await eyes.end()
    await server.drop()
  })
  const consumer = async () =>
    (
      await eyes.ask("SELECT ENABLED FROM performance_schema.setup_consumers WHERE NAME = 'events_statements_cpu'")
    ).join()
  const variants = [1, 2].map((at) => `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%${at}%'`)

  test('is asked for with the statement that switches it on', async () => {
    const fault = await faultFrom(experiment(service, { connectionId, variants, cpuClock: true }))
    expect(fault.code).toBe('needs-consent')
    expect(fault.card?.sends[0]).toBe(
      "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_statements_cpu'",
    )
    expect(await consumer()).toBe('NO')
  })

  test('without being asked for it stays off', async () => {
    const document = await experiment(service, { connectionId, variants, maxPairs: 10 })
    expect(document.cautions.join('\n')).toMatch(/whole server process/)
    expect(await consumer()).toBe('NO')
  })

  test('is on during the experiment and off after it, also when it was stopped', async () => {
    const stop = new AbortController()
    const seen: Promise<string>[] = []
    const document = await experiment(
      service,
      { connectionId, variants, cpuClock: true, consent: true, minPairs: 300, maxPairs: 300 },
      {
        signal: stop.signal,
        onEvent: ({ sample }) => {
          if (sample?.pair === 2 && seen.length === 0) seen.push(consumer())
          if (sample?.pair === 6) stop.abort()
        },
      },
    )
    expect(await Promise.all(seen)).toEqual(['YES'])
    expect(document.stoppedBecause).toBe('stopped')
    expect(document.samples.every(({ serverCpuMs = 0, serverWallMs = 0 }) => serverCpuMs > 0 && serverWallMs > 0)).toBe(
      true,
    )
    expect(document.cautions.join('\n')).not.toMatch(/whole server process/)
    await until('the consumer is off', async () => (await consumer()) === 'NO')
  })

  test('that a killed app left on is put back by the next connection', { timeout: 120_000 }, async () => {
    const app = await killableApp()
    try {
      await app.runAndKill(server, { variants: variants.map((sql) => ({ sql })), cpuClock: true, consent: true })
      expect(await consumer()).toBe('YES')
      const next = testService(app.dataFolder)
      await next.open(server.target, server.password)
      expect(await consumer()).toBe('NO')
      await next.close()
    } finally {
      app.remove()
    }
  })
})
