// Protects that connecting to a server removes what earlier runs left there, and that a production server is left alone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readScratchName, scratchName } from '../../../src/core/scratch/name'
import { createContext, type ServiceContext } from '../../../src/service/context'
import { never, until } from '../../kit/mysql'
import type { ExperimentServer, Witness } from '../experiment/servers'
import { make, scratchSchemas, serversWith, silent, testLedger } from './servers'

const database = 'scratch_sweep'
const servers = serversWith(database)

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

describe.each(servers)('$id', (server: ExperimentServer) => {
  let eyes: Witness
  let folder = ''
  beforeAll(async () => {
    await server.make(10)
    eyes = await server.witness()
    folder = await mkdtemp(join(tmpdir(), 'sargable-sweep-'))
  })
  afterAll(async () => {
    await eyes.end()
    await server.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const context = (): ServiceContext =>
    createContext({
      appFolder: join(import.meta.dirname, '../../..'),
      dataFolder: join(folder, 'data'),
      cacheFolder: join(folder, 'cache'),
      version: 'test',
      secrets: 'memory',
    })

  test('at the next connect, but not on production', { timeout: 60_000 }, async () => {
    const owner = 'sweeps'
    const mine = testLedger(owner)
    const request = { tables: [{ name: 'numbers', rows: 'none', indexes: true, triggers: false }], ddl: [] } as const
    const live = await make(server, mine, request)
    const name = readScratchName(live.schema)
    if (!name) throw new Error('The name says nothing')
    const dead = scratchName({ ...name, random: 'eeeeee' })
    await eyes.ask(`CREATE ${server.isPostgres ? 'SCHEMA' : 'DATABASE'} ${dead}`)
    const service = context()
    // As if this process had written it down and then died.
    service.scratchLedger.add({ schema: dead, madeAt: '2026-01-01T00:00:00.000Z', server: server.id, logged: true })
    service.scratchLedger.abandon(dead)
    const order = { password: server.password }
    await service.connections.open({ ...order, target: { ...server.target, production: true } }, never, silent)
    await service.close()
    expect(await scratchSchemas(server, eyes, owner)).toEqual([live.schema, dead].sort())
    const next = context()
    await next.connections.open({ ...order, target: server.target }, never, silent)
    await until('it is removed', async () => !(await scratchSchemas(server, eyes, owner)).includes(dead))
    expect(await scratchSchemas(server, eyes, owner)).toEqual([live.schema])
    await next.close()
    expect(await live.remove()).toEqual([])
    mine.close()
  })
})
