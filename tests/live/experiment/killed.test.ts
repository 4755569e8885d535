// Protects what is left when the app is killed in mid-experiment: the finished pairs are in the history of the next start, whole, once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { experimentDocumentSchema } from '../../../src/core/experiment/model'
import { isAlive } from '../../../src/service/process-alive'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type KillableApp, killableApp } from './killed-process'
import { type ExperimentServer, experimentServer } from './servers'
import { testService } from './service'

const servers = [...mysqlServers, ...postgresServers]
  .filter(({ id }) => ['mysql56', 'mariadb114', 'pg18'].includes(id))
  .map((endpoint) => experimentServer(endpoint, 'experiment_killed'))

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let app: KillableApp
  beforeAll(async () => {
    app = await killableApp()
    await server.make(20_000)
  }, 120_000)
  afterAll(async () => {
    app.remove()
    await server.drop()
  })

  test('pairs of an app that was killed can be opened', { timeout: 120_000 }, async () => {
    const variants = [0, 1].map((at) => ({ sql: `SELECT COUNT(*) + ${at} FROM numbers WHERE word LIKE '%9%8%7%'` }))
    await app.runAndKill(server, { variants, seed: 7 })
    const service = testService(app.dataFolder)
    try {
      const [entry, more] = await service.client.call('experiment.list', {})
      expect(more).toBeUndefined()
      const document = experimentDocumentSchema.parse(
        await service.client.call('experiment.get', { id: entry?.id ?? 'none' }),
      )
      expect(document.stoppedBecause).toBe('failed')
      expect(document.failure).toBe('The app ended before the experiment did.')
      expect(document.samples.length).toBeGreaterThanOrEqual(2)
      expect(document.comparisons[0]?.pairs).toBe(document.samples.length / 2)
      expect(document.comparisons[0]?.sameResult).toBe('different')
      expect(document.plans).toHaveLength(2)
      expect(document.verdict.text).toContain('The app ended')
    } finally {
      await service.close()
    }
    const later = testService(app.dataFolder)
    expect(await later.client.call('experiment.list', {})).toHaveLength(1)
    await later.close()
  })
})

test.each([
  ['this process', process.pid, 0, true],
  ['this process number, before it was started', process.pid, 3_000_000, false],
  ['a process that there is not', 2 ** 22 + 1, 0, false],
  ['a process that has been silent for hours', process.ppid, 2 * 3_600_000, false],
  ['another process', process.ppid, 0, true],
] as const)('%s is alive or not', (_says, pid, agoMs, alive) => {
  const now = Date.now()
  expect(isAlive(pid, new Date(now - agoMs).toISOString(), now)).toBe(alive)
})
