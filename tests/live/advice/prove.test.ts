// Protects proofs of advice on real servers: what is built is seen by the advised side alone, the runs decide, and nothing is left on the server however a proof ends.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProofDocument, proofDocumentSchema } from '../../../src/core/advisor/trial/model'
import { trialPrefix } from '../../../src/core/advisor/trial/trial-name'
import type { Request } from '../../../src/service/api'
import { faultFrom, until } from '../../kit/mysql'
import { mysqlServers, postgresServers } from '../../kit/servers'
import { type ExperimentServer, experimentServer, type Witness } from '../experiment/servers'
import { type TestService, testService } from '../experiment/service'
import { addIndex, dropIndex, rewrite, statement } from './advised'

const database = 'advice_prove'
const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, database))
const short = { minPairs: 7, maxPairs: 20, warmupRounds: 1, budgetMs: 20_000, seed: 7 }

test.runIf(servers.length === 0)('no server is here', ({ skip }) => skip())

/** How the index is built on each server. */
function wayOn({ id, isPostgres }: ExperimentServer): ProofDocument['method'] {
  if (isPostgres) return 'rolled-back'
  return id === 'mysql80' || id === 'mysql97' ? 'invisible-index' : 'copies'
}

describe.each(servers)('$id', { timeout: 120_000 }, (server) => {
  const schema = server.isPostgres ? 'public' : database
  let service: TestService
  let connectionId: string
  let eyes: Witness
  beforeAll(async () => {
    await server.make(30_000, ['CREATE INDEX superfluous ON numbers (id)'])
    service = testService()
    connectionId = await service.open(server.target, server.password)
    eyes = await server.witness()
  }, 60_000)
  afterAll(async () => {
    await service.close()
    await eyes.end()
    await server.drop()
  })

  const prove = async (more: Partial<Request<'advice.prove'>>, signal?: AbortSignal) => {
    const request = { connectionId, sql: statement, advice: addIndex(server, schema), consent: true, ...short, ...more }
    const reply = await service.client.call('advice.prove', request, signal ? { signal } : {})
    return proofDocumentSchema.parse(JSON.parse(JSON.stringify(reply)))
  }
  const indexes = () =>
    eyes.ask(
      server.isPostgres
        ? `SELECT indexname FROM pg_indexes WHERE tablename = 'numbers' ORDER BY 1`
        : `SELECT DISTINCT INDEX_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = '${database}' AND TABLE_NAME = 'numbers' ORDER BY 1`,
    )
  const nothingLeft = async (before: readonly string[]) => {
    await until('the index is gone', async () => (await indexes()).join() === before.join())
    const schemas = await eyes.ask(
      server.isPostgres ? 'SELECT nspname FROM pg_namespace' : 'SELECT SCHEMA_NAME FROM information_schema.SCHEMATA',
    )
    expect(schemas.filter((name) => name.startsWith('sargable_scratch_') && name.includes('advice'))).toEqual([])
  }

  test('an index that helps is confirmed, and gone afterwards', async () => {
    const before = await indexes()
    const proof = await prove({})
    expect(proof.method).toBe(wayOn(server))
    expect(proof.outcome, proof.reasons.join(' ')).toBe('confirmed')
    expect(proof.advice.outcome).toEqual({ result: 'confirmed', experiment: proof.experiment.id })
    expect(proof.index).toMatchObject({ used: true, usedParts: ['word'], index: 'ix_numbers_word' })
    const { method, rowsBefore, rowsAfter } = proof.advice.expected ?? {}
    expect(method).toBe('measured')
    // Some servers count the look behind the last row, too.
    expect(rowsBefore).toBeGreaterThanOrEqual(30_000)
    expect(rowsBefore).toBeLessThan(30_010)
    expect(rowsAfter).toBeLessThan(10)
    expect(proof.experiment.comparisons[0]?.sameResult).toBe('same')
    expect(proof.left).toEqual([])
    expect(proof.undone.length).toBeGreaterThan(0)
    expect(proof.withdrawn).toBeUndefined()
    await nothingLeft(before)
    expect(await service.client.call('experiment.get', { id: proof.experiment.id })).toMatchObject({
      kind: 'experiment',
    })
  })

  test('an index that the server does not choose is refuted and withdrawn', async () => {
    const before = await indexes()
    const sql = 'SELECT COUNT(*) FROM numbers WHERE id = 77'
    const advice = addIndex(server, schema)
    const proof = await prove({ sql, advice: { ...advice, variant: { ...advice.variant, sql } } })
    expect(proof.outcome).toBe('refuted')
    expect(proof.reasons[0]).toBe('The server does not choose `ix_numbers_word`.')
    expect(proof.withdrawn).toMatch(/^This advice is withdrawn, because it was tried: the server does not choose/)
    expect(proof.advice.outcome?.result).toBe('refuted')
    await nothingLeft(before)
  })

  test('an index that is to be dropped stays: the statement alone is kept from it', async () => {
    const before = await indexes()
    const advice = dropIndex(server, schema, 'superfluous', 'id')
    const proof = await prove({ advice })
    expect(proof.method).toBe(server.isPostgres ? 'copies' : 'as-written')
    expect(proof.index).toBeUndefined()
    const [, without] = proof.experiment.spec.variants
    if (!server.isPostgres) expect(without?.sql).toMatch(/IGNORE INDEX \(`superfluous`\)/)
    await nothingLeft(before)
  })

  test('another text is measured as it is written', async () => {
    const advice = rewrite("SELECT id FROM numbers WHERE word IN ('w77')")
    const proof = await prove({ advice })
    expect(proof.method).toBe('as-written')
    expect(proof.experiment.comparisons[0]?.sameResult).toBe('same')
    const wrong = await prove({ advice: rewrite("SELECT id FROM numbers WHERE word = 'w78'") })
    expect(wrong.outcome).toBe('refuted')
    expect(wrong.reasons[0]).toMatch(/^It does not return the same rows/)
  })

  test('on copies where that is asked for', async () => {
    const before = await indexes()
    const proof = await prove({ by: 'copies' })
    expect(proof.method).toBe('copies')
    expect(proof.outcome).toBe('confirmed')
    expect(proof.index).toMatchObject({ used: true, usedParts: ['word'] })
    await nothingLeft(before)
  })

  test('a statement that changes rows runs on copies only, and changes nothing', async () => {
    const before = await indexes()
    const sql = "UPDATE numbers SET word = 'changed' WHERE word = 'w77'"
    const advice = addIndex(server, schema)
    const proof = await prove({ sql, advice: { ...advice, variant: { ...advice.variant, sql } } })
    expect(proof.method).toBe('copies')
    expect(proof.outcome, proof.reasons.join(' ')).toBe('confirmed')
    expect(await eyes.ask(`SELECT COUNT(*) FROM numbers WHERE word = 'changed'`)).toEqual(['0'])
    await nothingLeft(before)
  })

  test('asks first, with locks, replicas and the cost for writers', async () => {
    const { code, card } = await faultFrom(prove({ consent: false }))
    expect(code).toBe('needs-consent')
    const words = JSON.stringify(card)
    if (wayOn(server) === 'invisible-index') {
      expect(words).toMatch(/ADD INDEX sargable_trial_… \(`word`\) INVISIBLE/)
      expect(words).toMatch(/metadata lock/)
      expect(words).toMatch(/binary log, and replicas build and drop it too/)
      expect(words).toMatch(/kept up to date by every write/)
    } else if (server.isPostgres) {
      expect(words).toMatch(/every INSERT, UPDATE and DELETE of other sessions waits/)
      expect(words).toMatch(/ROLLBACK/)
    } else expect(words).toMatch(/CREATE DATABASE sargable_scratch_…/)
  })

  test('refused on a production connection, and above the size limit', async () => {
    const production = await service.open({ ...server.target, production: true }, server.password)
    expect((await faultFrom(prove({ connectionId: production }))).code).toBe('production-refused')
    const { code, message } = await faultFrom(prove({ maxTableBytes: 1000 }))
    expect(code).toBe('not-allowed')
    expect(message).toMatch(/up to 1 KiB something is built/)
  })

  test('a lock that others hold is waited for so long and no longer; nothing is left', async () => {
    if (wayOn(server) === 'copies') return
    const before = await indexes()
    const other = await server.witness()
    await other.ask('BEGIN')
    await other.ask(`UPDATE numbers SET word = 'x' WHERE id = 1`)
    const fault = await faultFrom(prove({ lockTimeoutMs: 1000 }))
    await other.ask('ROLLBACK')
    await other.end()
    expect(fault.code).toBe('lock-wait')
    expect(fault.hint).toMatch(/Another session .* nothing was built/)
    await nothingLeft(before)
  })

  test('stopped in its midst, it removes what it built', async () => {
    const before = await indexes()
    const stop = new AbortController()
    const work = service.client.call(
      'advice.prove',
      {
        connectionId,
        sql: statement,
        advice: addIndex(server, schema),
        consent: true,
        minPairs: 5000,
        maxPairs: 5000,
        budgetMs: 60_000,
      },
      { signal: stop.signal, onEvent: ({ sample }) => sample && stop.abort() },
    )
    await work.catch(() => undefined)
    await nothingLeft(before)
  })

  test('without the right to index, it says which right is missing', async () => {
    const user = `noindex_${database}`.slice(0, 16)
    const statements = server.isPostgres
      ? [`CREATE ROLE ${user} LOGIN PASSWORD 'p'`, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${user}`]
      : [`CREATE USER ${user}@'%' IDENTIFIED BY 'p'`, `GRANT SELECT ON ${database}.* TO ${user}@'%'`]
    for (const sql of statements) await eyes.ask(sql)
    try {
      if (server.target.via !== 'network') throw new Error('Only over the network')
      const weak = await service.open({ ...server.target, user }, 'p')
      const { code, hint } = await faultFrom(prove({ connectionId: weak }))
      expect(['missing-privilege', 'not-allowed']).toContain(code)
      expect(hint).toMatch(/GRANT|owner/)
      await service.client.call('connections.close', { connectionId: weak })
    } finally {
      if (server.isPostgres) await eyes.ask(`DROP OWNED BY ${user}`)
      await eyes.ask(server.isPostgres ? `DROP ROLE ${user}` : `DROP USER ${user}@'%'`)
    }
  })

  test('invisible indexes of others stay, and are not used', async () => {
    if (wayOn(server) !== 'invisible-index') return
    await eyes.ask('ALTER TABLE numbers ADD INDEX theirs (word, id) INVISIBLE')
    const before = await indexes()
    const proof = await prove({})
    expect(proof.experiment.spec.variants[1]?.sql).toMatch(/IGNORE INDEX \(`theirs`\)/)
    expect(proof.index?.used).toBe(true)
    expect(proof.outcome).toBe('confirmed')
    await nothingLeft(before)
    expect(before).toContain('theirs')
    expect(before.filter((name) => name.startsWith(trialPrefix))).toEqual([])
    await eyes.ask('ALTER TABLE numbers DROP INDEX theirs')
  })
})
