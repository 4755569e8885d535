import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionTarget } from '../../../src/core/connection/model'
import { type ExperimentDocument, experimentDocumentSchema } from '../../../src/core/experiment/model'
import type { ExperimentProgress, Request } from '../../../src/service/api'
import { createHandlers } from '../../../src/service/handlers'
import { type Client, connect, serve } from '../../../src/service/rpc'
import { directWires } from '../../../src/service/transports/direct'

/** The whole service with a store of the test's own. */
export interface TestService {
  readonly client: Client
  open(target: ConnectionTarget, password: string): Promise<string>
  close(): Promise<void>
}

/** @param dataFolder where an earlier service had its store; the test removes it */
export function testService(dataFolder?: string): TestService {
  const folder = mkdtempSync(join(tmpdir(), 'sargable-experiment-'))
  const service = createHandlers({
    appFolder: join(import.meta.dirname, '../../..'),
    dataFolder: dataFolder ?? join(folder, 'data'),
    cacheFolder: join(folder, 'cache'),
    version: 'test',
    secrets: 'memory',
  })
  const [near, far] = directWires()
  const stopServing = serve(service.handlers, far)
  const client = connect(near)
  return {
    client,
    open: async (target, password) => (await client.call('connections.open', { target, password })).connectionId,
    async close() {
      stopServing()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface RunOptions {
  readonly signal?: AbortSignal
  readonly onEvent?: (event: ExperimentProgress) => void
}

/** Runs an experiment and holds its document to the contract, as JSON carries it. */
export async function experiment(
  { client }: TestService,
  request: Omit<Request<'experiment.run'>, 'variants'> & {
    readonly variants: readonly (string | Request<'experiment.run'>['variants'][number])[]
  },
  options: RunOptions = {},
): Promise<ExperimentDocument> {
  const variants = request.variants.map((variant) => (typeof variant === 'string' ? { sql: variant } : variant))
  const document = await client.call('experiment.run', { seed: 7, ...request, variants }, options)
  return experimentDocumentSchema.parse(JSON.parse(JSON.stringify(document)))
}
