// Protects servers and work from an app that is killed: its finished pairs are in the history at the next start, and the copies that it made on the server are removed with the next connection.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchPrefix } from '../../../src/core/scratch/model'
import { sandboxAvailability } from '../../../src/sandbox/index'
import { type PrivateServer, privateServer } from './private-server'
import { serverState } from './server-state'
import type { ExperimentServer } from './servers'
import { testService } from './service'

const program = join(import.meta.dirname, '../../../dist/node/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'sargable-killed-'))
/** Pairs are written down once a second, and nothing is decided before the tenth: a pair takes a good half of a second. */
const killedInPair = 7

/** Two statements that take 0.3 s each, by waiting. */
function statementFiles(server: ExperimentServer): readonly string[] {
  return ['1', '2'].map((digit) => {
    const file = join(folder, `${server.id}-${digit}.sql`)
    const counted = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%${digit}%'`
    writeFileSync(file, server.sleep(0.3).replace('SELECT', `SELECT (${counted}) AS n,`))
    return file
  })
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a comparison in a process of its own, and kills it in the middle of its pairs. */
async function killedInTheMiddle(
  server: ExperimentServer,
  dataFolder: string,
  options: readonly string[],
  meanwhile: () => Promise<void>,
): Promise<void> {
  const { target } = server
  if (target.via !== 'network') throw new Error('Only over the network')
  const scheme = server.isPostgres ? 'postgres' : target.product
  const url = `${scheme}://${target.user}@${target.host}:${target.port}/${target.database}`
  const words = ['compare', url, ...statementFiles(server), '--budget', '10m', '--progress', 'json', ...options]
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, SARGABLE_DATA: dataFolder, SARGABLE_CACHE: dataFolder, SARGABLE_PASSWORD: server.password },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  try {
    await pairsOf(child, said)
    await meanwhile()
  } catch (thrown) {
    throw new Error(`${String(thrown)}\n${said.slice(-5).join('\n')}`)
  } finally {
    const exit = once(child, 'exit')
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await exit
    }
  }
}

/** Waits until enough timed pairs have come. */
async function pairsOf({ stderr }: ChildProcess, said: string[]): Promise<void> {
  if (!stderr) throw new Error('It says nothing')
  for await (const line of createInterface({ input: stderr })) {
    said.push(line)
    if (line.includes(`"sample":{"pair":${killedInPair},`)) return
  }
  throw new Error('It ended by itself')
}

async function expectKept(server: ExperimentServer, dataFolder: string): Promise<void> {
  const service = testService(dataFolder)
  try {
    const [kept] = await service.client.call('experiment.list', {})
    expect(kept?.verdict).toMatch(/^The app ended before the experiment did\./)
    const document = await service.client.call('experiment.get', { id: kept?.id ?? '' })
    const pairs = new Set(document.samples.map(({ pair }) => pair)).size
    expect(pairs).toBeGreaterThan(0)
    expect(document.samples).toHaveLength(pairs * 2)
    expect(document.comparisons[0]?.pairs).toBe(pairs)
    expect(document.stoppedBecause).toBe('failed')
    await service.open(server.target, server.password)
  } finally {
    await service.close()
  }
}

const here = await sandboxAvailability({ appFolder: '', cacheFolder: '' })

describe.each(here.filter(({ available }) => available))('$text', { timeout: 90_000 }, ({ product }) => {
  let server: PrivateServer
  beforeAll(async () => {
    server = await privateServer(product, 'experiment_killed')
    await server.make(20_000)
  })
  afterAll(() => server.remove())

  test('copies of tables are removed, and no session, lock or setting is left', async () => {
    const before = await serverState(server)
    const dataFolder = join(folder, product)
    await killedInTheMiddle(server, dataFolder, ['--scratch', '--yes'], async () => {
      const { schemas } = await serverState(server)
      expect(schemas?.filter((name) => name.startsWith(scratchPrefix))).not.toEqual([])
    })
    await expectKept(server, dataFolder)
    await expect.poll(() => serverState(server), { timeout: 20_000, interval: 100 }).toEqual(before)
  })
})
