import { resolve } from 'node:path'
import type { ConnectionTarget } from '../../core/connection/model'
import { fault } from '../../core/errors'
import type { Credentials, Engine, Session } from '../engine'
import { openSession } from '../postgres'
import {
  dataFolders,
  ensurePrepared,
  fillEmptyFolder,
  makePrivateCopy,
  removePrivateCopy,
  removeStaleCopies,
  takeFolder,
} from './data-folders'
import { EmbeddedServer } from './embedded-server'
import { EmbeddedWire, type OwnedFolder } from './embedded-wire'
import { packageVersion } from './worker-file'

async function connect(target: ConnectionTarget, _credentials: Credentials, signal: AbortSignal): Promise<Session> {
  if (target.via !== 'pglite') throw fault('bad-request', 'This engine opens the embedded PostgreSQL only.')
  // The thread loads and compiles the server while the folder is made ready.
  const server = new EmbeddedServer()
  let folder: OwnedFolder | undefined
  try {
    folder = target.dataFolder === undefined ? await privateFolder(signal) : await ownFolder(target.dataFolder, signal)
    await server.open(folder.path, signal)
    const wire = new EmbeddedWire(folder, server, await server.connect(signal))
    return await openSession(wire, 'pglite', target, signal)
  } catch (error) {
    await server.kill()
    await folder?.giveBack()
    throw error
  }
}

/** Makes the prepared data folder, if it is not there yet; for the build, so that the first start is a quick one too. */
export async function prepareEmbedded(signal: AbortSignal): Promise<void> {
  await ensurePrepared(dataFolders(packageVersion()), (dataFolder) => initialise(dataFolder, signal))
}

async function initialise(dataFolder: string, signal: AbortSignal): Promise<void> {
  const server = new EmbeddedServer()
  try {
    await server.open(dataFolder, signal)
    await server.close()
  } finally {
    await server.kill()
  }
}

/** "In memory": a copy on disk that nobody else sees and that goes with the connection. */
async function privateFolder(signal: AbortSignal): Promise<OwnedFolder> {
  const folders = dataFolders(packageVersion())
  await prepareEmbedded(signal)
  const path = await makePrivateCopy(folders)
  // Not waited for: it is housekeeping of earlier crashes.
  void removeStaleCopies(folders).catch(() => undefined)
  return { path, keeps: false, giveBack: () => removePrivateCopy(path) }
}

async function ownFolder(dataFolder: string, signal: AbortSignal): Promise<OwnedFolder> {
  const path = resolve(dataFolder)
  const giveBack = await takeFolder(path)
  if (!giveBack) {
    throw fault('cannot-connect', `${path} is in use by another connection.`, {
      hint: 'The embedded server takes one connection per folder; close the other one.',
    })
  }
  try {
    await prepareEmbedded(signal)
    await fillEmptyFolder(dataFolders(packageVersion()), path)
  } catch (error) {
    await giveBack()
    throw error
  }
  return { path, keeps: true, giveBack }
}

export const pgliteEngine: Engine = { products: ['pglite'], title: 'PGlite (embedded PostgreSQL)', connect }
