import type { ConnectionTarget } from '../../core/connection/model'
import { dialectOf } from '../../core/engine'
import { fault } from '../../core/errors'
import type { SampleServer } from '../../core/samples/model'
import { sandboxAvailability } from '../../sandbox/index'
import type { OpenConnection, Progress } from '../api'
import type { ServiceContext } from '../context'
import {
  dropSample,
  findSample,
  listSamples,
  loadSample,
  openingStatement,
  type Sample,
  sampleDatabase,
  serversOf,
  summaryOf,
} from '../samples'
import type { Area } from './area'

export function sampleMethods(context: ServiceContext): Area<'samples'> {
  const { connections, samplesFolder } = context
  return {
    'samples.list': async () => (await listSamples(samplesFolder)).map(summaryOf),
    'samples.open': async ({ name, on, connectionId, consent }, { signal, progress }) => {
      const sample = await findSample(samplesFolder, name)
      const opened = connectionId
        ? await loadOnConnection(context, sample, connectionId, consent ?? false, signal, progress)
        : await loadOnPrivateServer(context, sample, on ?? (await bestServer(context, sample)), signal, progress)
      const dialect = dialectOf(opened.connection.engine.product)
      return {
        ...opened,
        sql: await openingStatement(sample, dialect),
        sample: summaryOf(sample),
        checks: sample.file.checks,
      }
    },
    'samples.remove': async ({ name, connectionId }, { signal }) => {
      await connections.withSession(connectionId, signal, (session) => dropSample(name, session, signal))
      return null
    },
  }
}

const privateServerNames: Readonly<Record<SampleServer, string>> = {
  mysql: 'MySQL sandbox',
  mariadb: 'MariaDB sandbox',
  postgres: 'PostgreSQL sandbox',
  pglite: 'Embedded PostgreSQL',
}

/** The first kind of server in the sample's order that this computer can start. */
async function bestServer({ options }: ServiceContext, sample: Sample): Promise<SampleServer> {
  const kinds = await sandboxAvailability(options)
  const can = (server: SampleServer) =>
    server === 'pglite' || kinds.some((kind) => kind.product === server && kind.available)
  const found = serversOf(sample.file).find(can)
  if (found) return found
  throw fault('sandbox-unavailable', `No server that is needed for "${sample.name}" was found on this computer.`, {
    hint: kinds.map((kind) => kind.text).join(' '),
  })
}

async function loadOnPrivateServer(
  { connections }: ServiceContext,
  sample: Sample,
  server: SampleServer,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<{ connection: OpenConnection; server: SampleServer }> {
  const target: ConnectionTarget = server === 'pglite' ? { via: 'pglite' } : { via: 'sandbox', product: server }
  const opened = await connections.open({ target, name: privateServerNames[server] }, signal, progress)
  try {
    await connections.withSession(opened.connectionId, signal, (session) =>
      loadSample(sample, session, signal, progress),
    )
    return { connection: await connections.use(opened.connectionId, sampleDatabase(sample.name), signal), server }
  } catch (thrown) {
    await connections.close(opened.connectionId)
    throw thrown
  }
}

async function loadOnConnection(
  { connections }: ServiceContext,
  sample: Sample,
  connectionId: string,
  consent: boolean,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<{ connection: OpenConnection; server: SampleServer }> {
  const server = await connections.withSession(connectionId, signal, async (session, { target }) => {
    if (target.production) throw fault('production-refused', 'Samples are not loaded on a production connection.')
    if (!consent) throw askToLoad(sample)
    await loadSample(sample, session, signal, progress)
    const { product } = session.identity
    return product === 'percona' ? 'mysql' : product
  })
  return { connection: await connections.use(connectionId, sampleDatabase(sample.name), signal), server }
}

function askToLoad(sample: Sample) {
  const database = sampleDatabase(sample.name)
  return fault('needs-consent', `Loading "${sample.name}" makes a database of its own on this server.`, {
    hint: 'Agree to the card, or pass --yes on the command line.',
    card: {
      title: `Load the sample "${sample.name}"`,
      sends: [`CREATE DATABASE ${database}`, 'schema.sql and data.sql of the sample', 'ANALYZE'],
      locks: 'None on other tables.',
      rows: 'Up to 300,000 rows are written into the new database.',
      timeLimit: 'None; it can be stopped.',
      worstCase: `Up to 200 MB of disk until the database ${database} is dropped.`,
    },
  })
}
