// Protects servers from an app that is killed while it tries or proves advice: after its next start a second connection finds no index, schema, setting, lock or session of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trialPrefix } from '../../../src/core/advisor/trial/trial-name'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer, type Witness } from '../experiment/servers'
import { testService } from '../experiment/service'
import { addIndex, statement } from './advised'
import { type KillableService, killableService } from './killable'

const database = 'advice_killed'
const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, database))
const folder = mkdtempSync(join(tmpdir(), 'sargable-killed-advice-'))
/** More pairs than are ever run. */
const endless = { minPairs: 5000, maxPairs: 5000, budgetMs: 600_000, warmupRounds: 0, seed: 7 }

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

let program: KillableService
beforeAll(async () => {
  if (servers.length > 0) program = await killableService()
}, 120_000)
afterAll(() => {
  program?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** What a trial could leave, as another connection sees it. */
async function left(
  server: ExperimentServer,
  eyes: Witness,
  schemas: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const named = schemas.map((name) => `'${name}'`).join(', ') || "''"
  const queries = server.isPostgres
    ? {
        indexes: `SELECT indexname FROM pg_indexes WHERE tablename = 'numbers'`,
        schemas: `SELECT nspname FROM pg_namespace WHERE nspname IN (${named})`,
        sessions: `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
        locks: `SELECT mode FROM pg_locks WHERE relation = 'numbers'::regclass AND pid <> pg_backend_pid()`,
        settings: `SELECT setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = setdatabase WHERE datname = '${database}'`,
      }
    : {
        indexes: `SELECT DISTINCT INDEX_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = '${database}'`,
        schemas: `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME IN (${named})`,
        sessions: `SELECT ID FROM information_schema.PROCESSLIST WHERE (DB = '${database}' OR DB IN (${named})) AND ID <> CONNECTION_ID()`,
        locks: `SHOW OPEN TABLES IN ${database} WHERE In_use > 0 OR Name_locked > 0`,
        settings: `SHOW GLOBAL VARIABLES LIKE 'optimizer_switch'`,
      }
  const found: Record<string, readonly string[]> = {}
  for (const [what, sql] of Object.entries(queries)) found[what] = (await eyes.ask(sql)).sort()
  return found
}

describe.each(servers)('$id', { timeout: 150_000 }, (server) => {
  const schema = server.isPostgres ? 'public' : database
  const dataFolder = join(folder, server.id)
  const request = { sql: statement, advice: addIndex(server, schema), consent: true }
  const whatIf = { ...request, advice: [request.advice], by: 'copies' as const }
  const proof = { ...request, ...endless }
  let eyes: Witness
  let before: Awaited<ReturnType<typeof left>>
  beforeAll(async () => {
    await server.make(60_000)
    eyes = await server.witness()
    before = await left(server, eyes, [])
  }, 60_000)
  afterAll(async () => {
    await eyes.end()
    await server.drop()
  })

  const schemasIn = (said: readonly string[]) => said.flatMap((line) => /sargable_scratch_\w+/.exec(line)?.[0] ?? [])

  /** Starts the app again on the same store, connects, and looks until everything is as it was. */
  async function expectNothingLeft(said: readonly string[]): Promise<void> {
    const service = testService(dataFolder)
    const connectionId = await service.open(server.target, server.password)
    const schemas = schemasIn(said)
    const own = async () => {
      const { sessions: _sessions, ...rest } = await left(server, eyes, schemas)
      return rest
    }
    const { sessions: _before, ...rest } = before
    await expect.poll(own, { timeout: 60_000, interval: 200 }).toEqual(rest)
    await service.client.call('connections.close', { connectionId })
    await service.close()
    await expect.poll(() => left(server, eyes, schemas), { timeout: 30_000, interval: 200 }).toEqual(before)
  }

  test.each([
    ['while tables are copied', /Copying numbers/],
    ['while the index is built on the copies', /Building on the copies/],
  ])('killed in a what-if, %s', async (_when, at) => {
    const said = await program.killedAt(server, dataFolder, 'advice.whatIf', whatIf, at, async () => undefined)
    expect(schemasIn(said).length).toBeGreaterThan(0)
    await expectNothingLeft(said)
  })

  test('killed while the index is built for a proof', async () => {
    const at = /^Building an|Copying numbers/
    const said = await program.killedAt(server, dataFolder, 'advice.prove', proof, at, async () => undefined)
    await expectNothingLeft(said)
  })

  test('killed among the runs of a proof', async () => {
    const said = await program.killedAt(server, dataFolder, 'advice.prove', proof, /^Pair 3/, async () => {
      // It is really there until now.
      const now = await left(server, eyes, [])
      if (server.isPostgres) expect(now['locks']).toContain('ShareLock')
      else if (['mysql80', 'mysql97'].includes(server.id)) {
        expect(now['indexes']?.some((name) => name.startsWith(trialPrefix))).toBe(true)
      }
    })
    if (!server.isPostgres && !['mysql80', 'mysql97'].includes(server.id)) {
      expect(schemasIn(said).length).toBeGreaterThan(0)
    }
    await expectNothingLeft(said)
  })
})

describe.each(servers.filter(({ isPostgres }) => isPostgres))('$id', { timeout: 60_000 }, (server) => {
  test('killed in a what-if by hypopg, nothing was ever there', async () => {
    await server.make(60_000, ['CREATE EXTENSION hypopg'])
    const eyes = await server.witness()
    try {
      const before = await left(server, eyes, [])
      const asked = { sql: statement, advice: [addIndex(server, 'public')] }
      const at = /^Planning/
      await program.killedAt(server, join(folder, server.id), 'advice.whatIf', asked, at, async () => undefined)
      await expect.poll(() => left(server, eyes, []), { timeout: 20_000, interval: 100 }).toEqual(before)
    } finally {
      await eyes.end()
      await server.drop()
    }
  })
})
